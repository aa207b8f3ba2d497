package engine

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
)

// ask asks an engine, and fails the test if it does not answer.
func askFor[T any](t *testing.T, op string, body any) *T {
	t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	answer, ok := (&Engine{}).Handle(context.Background(), op, text, nil)
	if !ok {
		t.Fatalf("%s %s: %s", op, text, answer)
	}
	v := new(T)
	if err := json.Unmarshal(answer, v); err != nil {
		t.Fatalf("%s: %v", op, err)
	}
	return v
}

// TestLessons makes every check that an explanation rests on.
func TestLessons(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range lessons {
		if len(l.Text) == 0 || len(l.Claims) < 2 {
			t.Errorf("%s says too little", l.ID)
		}
		for _, c := range l.Claims {
			if seen[c.ID] {
				t.Errorf("two claims are named %s", c.ID)
			}
			seen[c.ID] = true
			t.Run(c.ID, func(t *testing.T) {
				t.Parallel()
				a := askFor[Check](t, OpCheck, CheckRequest{Setup: c.Setup, Timing: c.Timing, Properties: c.Properties})
				if a.Verdict != c.Verdict {
					t.Errorf("%q: %s, and the claim says %s\n%s", c.Text, a.Verdict, c.Verdict, a.Says)
				}
				var result struct {
					Properties []struct{ Name, Verdict string }
				}
				if err := json.Unmarshal(a.Result, &result); err != nil {
					t.Fatal(err)
				}
				var violated []string
				for _, p := range result.Properties {
					if p.Verdict == "violated" {
						violated = append(violated, p.Name)
					}
				}
				for _, want := range c.Violated {
					if !slices.Contains(violated, want) {
						t.Errorf("%q: violated are %q, without %s", c.Text, violated, want)
					}
				}
			})
		}
	}
}
