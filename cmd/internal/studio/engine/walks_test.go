package engine

import (
	"fmt"
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
	{"ttl", "guard=reject-lower", "pause,failover"},
	{"ttl", "guard=reject-lower", "pause,restart"},
	{"ttl", "guard=reject-lower counter=durable", "pause,restart"},
	{"ttl", "guard=reject-lower token=second-command", "pause"},
	{"ttl", "guard=reject-lower token=snowflake", "pause,clock-jump"},
	{"ttl", "guard=reject-lower shows=present-token", "pause"},
	{"ttl", "guard=reject-lower workload=two-resources", "pause"},
	{"ttl", "guard=reject-lower workload=rmw", "pause"},
	{"ttl", "guard=reject-lower workload=rmw reads=fenced", "pause"},
	{"zkqueue", "guard=reject-lower token=sequence parent=container", "pause"},
}

// What the page says of a write is what the model does with it; what it says of
// harm is what the model's own history says; and where it says that somebody who
// believes wrongly is kept from harm, it does none.
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
				if i > 0 && harmed(v, i) {
					v.promisedNone(t, fmt.Sprintf("%s %s, seed %d", q.spec, q.params, seed), moments, i)
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

// harmed reports whether a step does harm.
func harmed(v *view, i int) bool {
	for _, mark := range []string{"stale", "crossed", "lost"} {
		if v.states[i].vars[mark] == "true" && v.states[i-1].vars[mark] != "true" {
			return true
		}
	}
	return false
}

// promisedNone looks back from harm that a client has done: since it believes
// wrongly, nothing has said that it was kept from it. A lock-delay says so only
// for now.
func (v *view) promisedNone(t *testing.T, what string, moments []Moment, i int) {
	c := v.trace.Steps[i-1].Args[0].Value
	for j := i - 1; j >= 0 && v.states[j].believes(c) && !v.states[j].holds(c); j-- {
		if moments[j].Status == statusProtected && v.states[j].get("delayed") != "true" {
			t.Errorf("%s: at step %d %s does harm; at %d: %s", what, i, c, j, moments[j].Says)
			return
		}
	}
}

// compareWrites compares what the page says of writes with the model.
func compareWrites(t *testing.T, v *view, params string, seen map[string]int) {
	g, late := v.guard(), false
	for _, w := range v.writes {
		before := v.states[w.Step-1]
		c := sentOf(before, w.Client, arrivals[v.trace.Steps[w.Step-1].Rule].stray)
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
