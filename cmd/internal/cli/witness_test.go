package cli

import (
	"encoding/json"
	"testing"

	"lockcheck/checker"
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
		if err := p.aim(cover.Name); err != nil {
			t.Fatal(err)
		}
		if err := p.compile(); err != nil {
			t.Fatal(err)
		}
		res, err := checker.Check(t.Context(), p.system, checker.Options{Tree: p.model, Ranks: p.ranks, First: true})
		if err != nil {
			t.Fatal(err)
		}
		if q := firstViolated(res); q == nil || q.Name != cover.Name || cover.Depth == nil || q.Depth != *cover.Depth {
			t.Errorf("%s: %+v, want a run of the depth that the check gives", cover.Name, q)
		}
	}
}
