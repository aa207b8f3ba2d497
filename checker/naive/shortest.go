package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Shortest returns all shortest runs that violate the property, assert
// statement or other claim of that name, in the order in which the first is
// the one that Check shows: the oracle for counting them. It reports false if
// there are more than limit; nil means that nothing violates it.
func Shortest(m *murphi.Model, opt Options, name string, limit int) ([]*Trace, bool) {
	s := &search{machine: newMachine(m, opt.Ranks), opt: opt, found: map[string]int{}, orbits: map[string]bool{}}
	s.open()
	s.orbit = s.orbitKey()
	s.start()
	for level := 0; level < len(s.levels); level++ {
		for _, i := range s.levels[level] {
			s.expand(i)
		}
	}
	s.decideLiveness()
	i := slices.IndexFunc(s.claims, func(c *claim) bool { return c.Name == name })
	if i < 0 || len(s.claims[i].seen) == 0 {
		return nil, true
	}
	e := &enumerator{tracer: tracer{search: s}, claim: s.claims[i], limit: limit}
	e.starts()
	if len(e.runs) > limit {
		return nil, false
	}
	slices.SortFunc(e.runs, (*path).compare)
	var traces []*Trace
	for _, p := range e.runs {
		t := &Trace{}
		for ; p.before != nil; p = p.before {
			t.Steps = append(t.Steps, p.step)
		}
		slices.Reverse(t.Steps)
		t.Start = p.step
		traces = append(traces, t)
	}
	return traces, true
}

// enumerator tries every run of the length of a claim's violation.
type enumerator struct {
	tracer
	claim *claim
	limit int
	runs  []*path
}

// starts tries every start state.
func (e *enumerator) starts() {
	undefined := make([]cell, e.cells)
	for _, rule := range e.model.Starts {
		for _, args := range e.instances(rule, undefined) {
			values, _ := e.resolve(rule, args, undefined)
			first := &path{step: Step{rule.Index, args}}
			next, early := e.fire(rule, values, e.look(undefined))
			if early != nil {
				if slices.ContainsFunc(e.claim.seen, func(at sighting) bool {
					return at.from < 0 && compareSteps(*at.step, first.step) == 0
				}) {
					e.runs = append(e.runs, first)
				}
				continue
			}
			e.reduce(next)
			e.from(e.found[key(next)], first, actor{nobody: true}, 0)
		}
	}
}

// from tries every way on from a state.
func (e *enumerator) from(i int, p *path, last actor, level int) {
	if len(e.runs) > e.limit {
		return
	}
	st := e.states[i]
	inState := false
	for _, at := range e.claim.seen {
		switch {
		case at.from != i || level > e.claim.level:
		case at.step == nil:
			inState = inState || level == e.claim.level
		case level+1 == e.claim.level:
			e.runs = append(e.runs, e.then(p, last, *at.step))
		}
	}
	if inState {
		e.runs = append(e.runs, p)
	}
	if level == e.claim.level {
		return
	}
	for _, a := range st.steps {
		if e.states[a.to].level != level+1 {
			continue // there is a shorter way to that state
		}
		e.from(a.to, e.then(p, last, a.Step), e.actor(a.Step), level+1)
	}
}
