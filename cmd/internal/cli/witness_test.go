package cli

import (
	"encoding/json"
	"testing"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
)

// TestAimAtACover: the counterexample of a cover's denial reaches the cover as
// early as the check says that it can be reached.
func TestAimAtACover(t *testing.T) {
	var result struct {
		Covers []struct {
			Name  string
			Depth *int
		}
	}
	if err := json.Unmarshal([]byte(run(t, "check", "ttl-fencing", "--format", "json").out), &result); err != nil {
		t.Fatal(err)
	}
	if len(result.Covers) == 0 {
		t.Fatal("no covers")
	}
	for _, cover := range result.Covers {
		p, _, _ := prepareForTest(t, "ttl-fencing", nil)
		if err := p.Aim(cover.Name); err != nil {
			t.Fatal(err)
		}
		if err := p.Compile(); err != nil {
			t.Fatal(err)
		}
		res, err := checker.Check(t.Context(), p.System, checker.Options{Tree: p.Model, Ranks: p.Ranks, First: true})
		if err != nil {
			t.Fatal(err)
		}
		if q := ask.FirstViolated(res); q == nil || q.Name != cover.Name || cover.Depth == nil || q.Depth != *cover.Depth {
			t.Errorf("%s: %+v, want a run of the depth that the check gives", cover.Name, q)
		}
	}
}
