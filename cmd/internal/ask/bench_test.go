package ask_test

import (
	"io"
	"strings"
	"testing"

	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// BenchmarkPrepare is what a question costs before its search: a suite asks
// hundreds, and in a browser it is most of the first answer.
func BenchmarkPrepare(b *testing.B) {
	for _, x := range []struct {
		protocol string
		params   map[string]string
	}{
		{"ttl", nil},
		{"etcd", nil},
		{"redlock", map[string]string{"nodes": "5"}},
		{"zkqueue", nil},
	} {
		entry, _ := specs.Find(x.protocol)
		name := x.protocol
		for flag, value := range x.params {
			name += "-" + flag + "-" + value
		}
		for _, timing := range []string{"any", "bounded"} {
			b.Run(strings.Join([]string{name, timing}, "/"), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					t := &ask.Target{Name: entry.Name, Fsys: specs.Files(), File: entry.Spec, Entry: &entry}
					q := &ask.Question{Faults: "default", Timing: timing, Ranks: "on", Symmetry: "on"}
					if _, err := ask.Prepare(t, ask.Choices{Question: q, Params: x.params}, io.Discard, false); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
