package engine

import (
	"context"
	"encoding/json"
	"testing"
)

// BenchmarkHandle is what moving a slider costs.
func BenchmarkHandle(b *testing.B) {
	p := presets[0]
	for name, x := range map[string]struct {
		op   string
		body any
	}{
		"run":           {OpRun, RunRequest{Setup: p.Setup, Script: p.Script}},
		"check":         {OpCheck, CheckRequest{Setup: p.Setup, Timing: "bounded"}},
		"check-explain": {OpCheck, CheckRequest{Setup: p.Setup, Timing: "bounded", Explain: true}},
		"map":           {OpMap, MapRequest{Setup: p.Setup, X: Axis{"ttl", "1s", "40s", 40}, Y: Axis{"max-pause", "0s", "40s", 40}}},
		"code":          {OpCode, CodeRequest{Setup: p.Setup}},
	} {
		body, err := json.Marshal(x.body)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if answer, ok := (&Engine{}).Handle(context.Background(), x.op, body, nil); !ok {
					b.Fatalf("%s", answer)
				}
			}
		})
	}
}
