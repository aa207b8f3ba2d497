package engine

import (
	"math/rand/v2"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/naive"
)

// walk takes steps by chance, faults now and then.
func (s *stage) walk(t *testing.T, seed uint64, steps int) *view {
	t.Helper()
	start, err := naive.StartStep(s.model, 0, true)
	if err != nil {
		t.Fatal(err)
	}
	w, err := naive.NewWalk(s.model, start, true)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(seed, 8))
	for range steps {
		var plain, faults []naive.Step
		for _, x := range w.Enabled() {
			if s.model.Rules[x.Rule].Ann.Fault != nil {
				faults = append(faults, x)
			} else {
				plain = append(plain, x)
			}
		}
		if len(plain) == 0 || len(faults) > 0 && random.IntN(6) == 0 {
			plain = faults
		}
		if len(plain) == 0 {
			break
		}
		if err := w.Take(plain[random.IntN(len(plain))]); err != nil {
			t.Fatal(err)
		}
	}
	run := w.Run()
	trace := &checker.Trace{Start: checker.StateOf(run.Start)}
	for i := range run.Steps {
		trace.Steps = append(trace.Steps, checker.StepOf(&run.Steps[i]))
	}
	return newView(s.model, s.settings, run, trace)
}

// watched are setups in which storage judges in every way that it knows.
var watched = []struct{ spec, params, faults string }{
	{"ttl", "", "pause,delay"},
	{"ttl", "guard=reject-lower", "pause,delay,duplicate"},
	{"ttl", "guard=reject-lower workload=two-resources registers=shared", "pause,delay"},
	{"ttl", "guard=reject-lower workload=two-resources registers=first-only", "pause"},
	{"ttl", "guard=reject-lower-or-equal reads=fenced workload=rmw", "pause,duplicate"},
	{"ttl", "guard=reject-lower-or-equal token=random", "pause"},
	{"ttl", "guard=token-owner", "pause,duplicate,failover"},
	{"ttl", "guard=token-sequence writes=2", "pause,duplicate"},
	{"ttl", "guard=token-sequence reads=fenced workload=rmw", "pause,duplicate"},
	{"ttl", "guard=in-store", "pause,delay,duplicate"},
	{"ttl", "guard=in-store-sequence writes=2", "pause,duplicate"},
	{"ttl", "guard=seal workload=two-resources", "pause"},
	{"ttl", "guard=refuse-all", "pause"},
	{"zkqueue", "guard=in-store", "pause"},
	{"zkqueue", "guard=reject-lower recheck=no clients=3", "pause,reap"},
	{"etcd", "guard=in-store", "pause"},
	{"etcd", "guard=reject-lower session=shared-by-all", "pause"},
	{"chubby", "guard=in-store renewal=checked", "pause"},
}

// What the page says of a write is what the model does with it; what it says of
// harm is what the model's own history says; and where it says that somebody who
// believes wrongly is kept from harm, its next write does none.
func TestWhatStorageSays(t *testing.T) {
	walks := 5
	if testing.Short() {
		walks = 1
	}
	seen := map[string]int{}
	for _, q := range watched {
		s := set(t, q.spec, words(q.params), q.faults, false)
		for seed := range walks {
			v := s.walk(t, uint64(seed), 70)
			compareWrites(t, v, q.params, seen)
			moments := v.moments()
			for i := range moments {
				seen[moments[i].Status]++
				if i == 0 || moments[i-1].Status != statusProtected || moments[i].Stale == moments[i-1].Stale {
					continue
				}
				if v.states[i-1].believes(v.trace.Steps[i-1].Args[0].Value) {
					t.Errorf("%s %s, seed %d: at step %d harm is done; before: %s", q.spec, q.params, seed, i, moments[i-1].Says)
				}
			}
		}
	}
	t.Log(seen)
	for _, what := range []string{"taken", "refused", statusFree, statusHeld, statusProtected, statusSplit, statusBroken} {
		if seen[what] == 0 && !testing.Short() {
			t.Errorf("in no walk: %s", what)
		}
	}
}

// compareWrites compares what the page says of writes with the model.
func compareWrites(t *testing.T, v *view, params string, seen map[string]int) {
	g, late := v.guard(), false
	for _, w := range v.writes {
		before := v.states[w.Step-1]
		c := claimOf(before, w.Client, arrivals[v.trace.Steps[w.Step-1].Rule].stray)
		if says, reason := g.judge(before, c, 0); says != w.Accepted {
			t.Errorf("%s: step %d: the model takes it: %v; the page: %v, %s", params, w.Step, w.Accepted, says, reason)
		}
		if w.Accepted {
			seen["taken"]++
			late = late || w.Stale
		} else {
			seen["refused"]++
		}
		if now := v.states[w.Step].get("stale") == "true"; now != late {
			t.Errorf("%s: step %d: a stale write was taken: %v; the page says %v", params, w.Step, now, late)
		}
	}
}
