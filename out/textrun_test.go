package out

import (
	"bytes"
	"strings"
	"testing"

	"lockcheck/checker"
)

// TestRunsByThemselves compares what is said of a run that no search found.
func TestRunsByThemselves(t *testing.T) {
	replayed := unsafe()
	replayed.Origin, replayed.Remedies, replayed.Command = Replayed, nil, ""
	replayed.Result.Properties = replayed.Result.Properties[:1]
	calm := report(&checker.Result{
		Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: checker.LimitOneRun},
		Properties: []checker.PropertyResult{{Name: "no-stale-write", Kind: "invariant"}},
	})
	calm.Origin, calm.Run = Stepped, race()
	calm.Run.Steps, calm.Run.Why = calm.Run.Steps[:4], checker.Why{}
	walks := report(&checker.Result{
		Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: checker.LimitWalks, Depth: -1},
		Properties: []checker.PropertyResult{{Name: "no-stale-write", Kind: "invariant"}},
	})
	walks.Origin, walks.Walks = Simulated, &checker.Walks{
		Seed: 7, Runs: 12000, Steps: 50, Ended: 3, Distinct: 11999,
		Violated: []checker.Hit{{Name: "no-stale-write"}},
		Covered:  []checker.Hit{{Name: "two believers", Runs: 6000, First: 6}, {Name: "a write is refused", Runs: 1, First: 12}, {Name: "nothing"}},
	}
	schema := schemaOf(t, "result.v1.json")
	for name, r := range map[string]*Report{"replayed": replayed, "run": calm, "walks": walks} {
		t.Run(name, func(t *testing.T) {
			var text, json bytes.Buffer
			if err := Text(&text, r, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", text.Bytes())
			for line := range strings.Lines(text.String()) {
				if columns(line) > width+1 {
					t.Errorf("too wide: %q", line)
				}
			}
			if err := JSON(&json, r); err != nil {
				t.Fatal(err)
			}
			if err := accepts(t, schema, json.String()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestPercent(t *testing.T) {
	for _, row := range []struct {
		n, of int
		want  string
	}{{0, 0, "0 %"}, {0, 10, "0.0 %"}, {1, 100000, "less than 0.1 %"}, {1, 3, "33.3 %"}, {2, 3, "66.7 %"}, {10, 10, "100.0 %"}} {
		if got := percent(row.n, row.of); got != row.want {
			t.Errorf("%d of %d: got %s, want %s", row.n, row.of, got, row.want)
		}
	}
}
