package timed

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// TestErasedTimes: where an undisturbed hold fits in its lease, each step of a
// counterexample in real time, its times erased, is a step of the same spec for
// any timing, with the same faults, to the same violation, but for those that
// only real time has and for the order that replayUntimed speaks of. So what is safe for
// any timing is safe for these numbers.
func TestErasedTimes(t *testing.T) {
	replayed, draws := map[string]int{}, 12
	if testing.Short() {
		draws = 2
	}
	for i, s := range setups() {
		a := newArena(t, s)
		untimed, err := untimedTree(s)
		if err != nil {
			t.Fatal(err)
		}
		quiet := newArena(t, setup{s.spec, "none", s.params})
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for range draws {
			settings, words := a.draw(r)
			calm, err := quiet.graph.Check(t.Context(), func(r *murphi.Rule) murphi.Delay { return settings.Delay(a.program.Tree.Rules[r.Index]) })
			if err != nil {
				t.Fatal(err)
			}
			if calm.Verdict != checker.Safe {
				continue // undisturbed holds do not fit
			}
			got, err := a.graph.Check(t.Context(), settings.Delay)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range got.Properties {
				if p.Decision != checker.Violated {
					continue
				}
				// In real time a request that reaches a node after its attempt's time
				// still counts as a grant; for any timing it is dropped then.
				if s.spec == "redlock" && p.Name == "no-write-after-newer-grant" {
					continue
				}
				if err := replayUntimed(untimed, p); err != nil {
					t.Errorf("%s --faults %s %v %s: %s: %v", s.spec, s.faults, s.params, words, p.Name, err)
				}
				replayed[s.spec]++
			}
		}
	}
	t.Logf("replayed %v", replayed)
	for _, s := range setups() {
		if replayed[s.spec] == 0 && !testing.Short() {
			t.Errorf("%s: nothing was replayed", s.spec)
		}
	}
}

// onlyTimed reports whether a rule is there for real time alone: its guard begins
// with TIMED. Such a step changes nothing that a model for any timing knows of.
func onlyTimed(r *murphi.Rule) bool {
	e := r.Guard
	for {
		b, ok := e.(*murphi.Binary)
		if !ok || b.Op != murphi.And {
			break
		}
		e = b.X
	}
	v, constant := murphi.ConstValue(e)
	return constant && v == 0
}

// untimedTree is the model of a setup for any timing.
func untimedTree(s setup) (*murphi.Model, error) {
	m, ds := murphi.Load(specs.Files(), s.spec+".murphi")
	if ds.HasErrors() {
		return nil, ds.Err()
	}
	faults, err := murphi.ParseFaults(s.faults)
	if err != nil {
		return nil, err
	}
	if _, ds = murphi.Configure(m, murphi.Config{Params: s.params, Faults: faults}); ds.HasErrors() {
		return nil, ds.Err()
	}
	return m, murphi.Check(m, murphi.CheckOptions{Symmetry: true}).Err()
}

// replayUntimed runs the steps of a violation for any timing, to the same one. There, a lease does not
// lapse while a message that was sent under it is on its way, unless that one is
// held up: blame would fall on the wrong fault. In real time it may lapse then.
// So where the steps are no run in their own order, others are tried, the closest
// first.
func replayUntimed(m *murphi.Model, p checker.PropertyResult) error {
	tr := p.Trace
	start, err := naive.StartStep(m, int(tr.StartInstance), true)
	if err != nil {
		return err
	}
	property := m.Properties[slices.IndexFunc(m.Properties, func(r *murphi.Rule) bool { return r.Title == p.Name })]
	var steps []naive.Step
	for _, i := range tr.Instances {
		if !onlyTimed(m.Rules[i.Rule]) {
			steps = append(steps, naive.Step(i))
		}
	}
	tries := 0
	first := errors.New("the property holds at the end")
	var from func(done, left []naive.Step) bool
	from = func(done, left []naive.Step) bool {
		run, err := naive.Replay(m, start, done, true)
		if tries++; err != nil {
			first = err
			return false
		}
		if len(left) == 0 {
			_, broken := run.Why(property)
			return broken
		}
		for i := range left {
			rest := slices.Delete(slices.Clone(left), i, i+1)
			if from(append(slices.Clone(done), left[i]), rest) {
				return true
			}
			if tries > 10_000 {
				break
			}
		}
		return false
	}
	if !from(nil, steps) {
		return fmt.Errorf("no order of the steps in %d tries: %w", tries, first)
	}
	return nil
}
