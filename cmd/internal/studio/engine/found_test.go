package engine

import (
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/timed"
)

// found checks a setup, and returns the views of its counterexamples by property.
func (s *stage) found(t *testing.T, bounded bool) map[string]*view {
	t.Helper()
	opt := checker.Options{Tree: s.model, Ranks: true, First: true, Workers: 1}
	var r *checker.Result
	var err error
	if bounded {
		r, err = timed.NewGraph(s.system, opt).Check(t.Context(), s.settings.Delay)
	} else {
		r, err = checker.Check(t.Context(), s.system, opt)
	}
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*view{}
	for _, p := range r.Properties {
		if p.Trace == nil {
			continue
		}
		v, err := viewOfTrace(s.model, s.settings, true, p.Trace)
		if err != nil {
			t.Fatal(err)
		}
		all[p.Name] = v
	}
	return all
}

// The views are not of scripted runs only: counterexamples have them, too.
func TestCounterexamplesHaveViews(t *testing.T) {
	for _, q := range []struct {
		spec, params, faults string
		bounded              bool
		property, status     string
	}{
		{"ttl", "", "pause=1", false, "no-stale-write", statusBroken},
		{"ttl", "max-pause=40s", "pause=1", true, "no-stale-write", statusBroken},
		{"ttl", "workload=rmw", "pause=1", false, "no-lost-update", statusBroken},
		{"ttl", "release=blind guard=reject-lower", "pause=1", false, "no-wrong-release", ""},
		{"ttl", "token=random guard=reject-lower", "none", false, "tokens-increase", ""},
		{"zkqueue", "watch=parent clients=3", "none", false, "no-herd", ""},
		{"zkqueue", "max-pause=50s", "pause=1", true, "no-stale-write", statusBroken},
		{"etcd", "", "pause=1", false, "no-stale-write", statusBroken},
		{"chubby", "renewal=checked", "pause=1", false, "no-stale-write", statusBroken},
		{"redlock", "nodes=3", "clock-jump=2", true, "grant-exclusion", ""},
		{"redlock", "nodes=3 max-pause=10s", "pause=1", true, "no-stale-write", statusBroken},
	} {
		t.Run(q.spec+" "+q.params+" "+q.property, func(t *testing.T) {
			s := set(t, q.spec, words(q.params), q.faults, q.bounded)
			v := s.found(t, q.bounded)[q.property]
			if v == nil {
				t.Fatalf("the check finds no violation of %s", q.property)
			}
			var r Run
			v.tell(&r, s.judge, nil)
			last := len(v.trace.Steps)
			if len(r.Moments) != last+1 {
				t.Errorf("%d moments for %d steps", len(r.Moments), last)
			}
			end := r.Moments[last]
			if q.status != "" && end.Status != q.status {
				t.Errorf("at the end it is %s: %s", end.Status, end.Says)
			}
			if (end.Time != "") != q.bounded || (end.Leases != nil) && !q.bounded {
				t.Errorf("at the end it is %q, with leases %v", end.Time, end.Leases)
			}
			n := len(r.Violations) - 1
			if n < 0 || r.Violations[n].Step != last || r.Violations[n].Why == "" || r.Violations[n].Says == "" {
				t.Fatalf("violations: %+v", r.Violations)
			}
		})
	}
}
