package engine

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
)

// TestPresets plays what the buttons of the page set up.
func TestPresets(t *testing.T) {
	want := map[string]struct{ status, violated string }{
		"race":         {"broken", "no-stale-write"},
		"fenced":       {"free", ""},
		"safe":         {"free", ""},
		"zkqueue":      {"broken", "no-stale-write"},
		"redlock-jump": {"", "grant-exclusion"},
	}
	for _, p := range presets {
		r := askFor[Run](t, OpRun, RunRequest{Setup: p.Setup, Script: p.Script})
		w, known := want[p.ID]
		if !known {
			t.Errorf("%s: nobody says what becomes of it", p.ID)
		}
		last := r.Moments[len(r.Moments)-1]
		if w.status != "" && last.Status != w.status {
			t.Errorf("%s ends %s: %s", p.ID, last.Status, last.Says)
		}
		var violated []string
		for _, v := range r.Violations {
			violated = append(violated, v.Property)
		}
		if got := strings.Join(violated, " "); !strings.Contains(got, w.violated) || w.violated == "" && got != "" {
			t.Errorf("%s violates %q, not %q", p.ID, got, w.violated)
		}
		if !strings.Contains(r.SVG, "<svg") || len(r.Moments) < 5 || r.Alt == "" || r.Ends == "" {
			t.Errorf("%s shows too little", p.ID)
		}
	}
	if len(want) != len(presets) {
		t.Errorf("%d presets, and %d are looked at", len(presets), len(want))
	}
}

// TestRefusals: what cannot be answered is told in a line that names the field.
func TestRefusals(t *testing.T) {
	long := strings.Repeat("9", MostText+1)
	for _, x := range []struct{ op, body, field, says string }{
		{"dance", `{}`, "", "there is no operation"},
		{OpCheck, ``, "", "ends before"},
		{OpCheck, `{`, "", "ends before"},
		{OpCheck, `[]`, "", "the request must be an object, not array"},
		{OpCheck, `{"setup":{}} {}`, "", "something follows"},
		{OpCheck, `{"setup":{"protocol":"ttl"},"x":1}`, "", "unknown field"},
		{OpCheck, `{"setup":{"protocol":7}}`, "setup.protocol", "must be a text, not number"},
		{OpCheck, `{"setup":{"protocol":"tll"}}`, "setup.protocol", "did you mean ttl?"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"gard":"none"}}}`, "setup.params.gard", "guard"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"guard":"nine"}}}`, "setup.params.guard", "nine"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"ttl":"-1s"}}}`, "setup.params.ttl", "ttl"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"ttl":"` + long + `"}}}`, "setup.params.ttl", "too long"},
		{OpCheck, `{"setup":{"protocol":"ttl-fencing","params":{"guard":"none"}}}`, "setup.params.guard", "cannot be none"},
		{OpCheck, `{"setup":{"protocol":"ttl","faults":"meteor"}}`, "setup.faults", "meteor"},
		{OpCheck, `{"setup":{"protocol":"ttl"},"timing":"soon"}`, "timing", "soon"},
		{OpCheck, `{"setup":{"protocol":"ttl"},"properties":["peace"]}`, "properties", "peace"},
		{OpCheck, `5`, "", "the request must be an object, not number"},
		{OpCheck, `{"setup":[]}`, "setup", "setup must be an object, not array"},
		{OpCheck, `{"maxStates":1e400}`, "maxStates", "maxStates must be a whole number within 64 bits, not number 1e400"},
		{OpCheck, `{"setup":{"protocol":"ttl"},"maxStates":-1}`, "maxStates", "maxStates"},
		{OpCheck, `{"setup":{"protocol":"ttl"},"maxStates":99999999999}`, "maxStates", "maxStates"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"renew":"20s","ttl":"10s"}},"timing":"bounded"}`, "setup.params.renew", "renew"},
		{OpCheck, `{"setup":{"protocol":"ttl","params":{"max-pause":"15s","ttl":"0s"}},"timing":"bounded"}`, "setup.params.ttl", "renewal"},
		{OpRun, `{"setup":{"protocol":"ttl"},"script":{"stop":"nap","for":"1s"}}`, "script", "nap"},
		{OpRun, `{"setup":{"protocol":"ttl"},"script":{"stop":"pause","for":"long"}}`, "script.for", "long"},
		{OpRun, `{"setup":{"protocol":"ttl"},"script":{"stop":"none","jump":"1h","nodes":3}}`, "", ""},
		{OpRun, `{"setup":{"protocol":"redlock"},"script":{"stop":"none","jump":"1h","nodes":-3}}`, "script.nodes", "not -3"},
		{OpRun, `{"setup":{"protocol":"lease"},"script":{"stop":"pause","for":"1s"}}`, "", ""},
		{OpMap, `{"setup":{"protocol":"ttl"},"x":{"flag":"ttl","from":"1s","to":"9s","values":1000},"y":{"flag":"max-pause","from":"0s","to":"9s","values":5}}`, "x.values", "1000"},
		{OpMap, `{"setup":{"protocol":"ttl"},"x":{"flag":"ttl","from":"9s","to":"1s","values":5},"y":{"flag":"max-pause","from":"0s","to":"9s","values":5}}`, "x", "less to more"},
		{OpMap, `{"setup":{"protocol":"ttl"},"x":{"flag":"ttl","from":"1s","to":"9s","values":5},"y":{"flag":"ttl","from":"1s","to":"9s","values":5}}`, "", "two durations"},
		{OpExport, `{"setup":{"protocol":"ttl"},"format":"exe"}`, "format", "exe"},
		{OpExport, `{"setup":{"protocol":"ttl-fencing"},"format":"svg"}`, "", "no run"},
		{OpCode, `{"setup":{"protocol":"ttl","params":{"ttl":"x"}}}`, "setup.params.ttl", "ttl"},
	} {
		answer, ok := (&Engine{}).Handle(context.Background(), x.op, []byte(x.body), nil)
		var e Error
		if err := json.Unmarshal(answer, &e); err != nil || ok || e.Error == "" {
			t.Errorf("%s %s is answered by %s", x.op, x.body, answer)
			continue
		}
		if strings.Contains(e.Error, "\n") || !strings.Contains(e.Error, x.says) || x.field != "" && e.Field != x.field {
			t.Errorf("%s %s: %q about %q", x.op, x.body, e.Error, e.Field)
		}
	}
}

// FuzzHandle: whatever is asked, the answer is JSON, and an error is one line.
func FuzzHandle(f *testing.F) {
	f.Add(OpCheck, []byte(`{"setup":{"protocol":"ttl","params":{"guard":"none"}},"timing":"bounded","maxStates":500}`))
	f.Add(OpRun, []byte(`{"setup":{"protocol":"ttl","params":{"ttl":"10s"}},"script":{"stop":"pause","for":"15s"}}`))
	f.Add(OpMap, []byte(`{"setup":{"protocol":"ttl"},"x":{"flag":"ttl","from":"1s","to":"9s","values":3},"y":{"flag":"max-pause","from":"0s","to":"9s","values":3}}`))
	f.Add(OpExport, []byte(`{"setup":{"protocol":"ttl"},"format":"suite"}`))
	f.Add(OpCode, []byte(`{"setup":{"protocol":"etcd"}}`))
	f.Fuzz(func(t *testing.T, op string, body []byte) {
		answer, ok := (&Engine{MaxStates: 500}).Handle(context.Background(), op, body, func(p []byte) {
			if !json.Valid(p) {
				t.Errorf("progress %q", p)
			}
		})
		if !json.Valid(answer) {
			t.Errorf("%q", answer)
		}
		var e Error
		if json.Unmarshal(answer, &e); !ok && (e.Error == "" || strings.ContainsAny(e.Error, "\n\r")) {
			t.Errorf("%q", answer)
		}
		if strings.Contains(e.Error, "internal error") {
			t.Errorf("%q", answer)
		}
	})
}
