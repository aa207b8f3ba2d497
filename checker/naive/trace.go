package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// tracer finds, among the shortest runs to a violation, the one with fewest
// faults, then with fewest changes of actor, then the smallest: the start
// state first, then step by step.
//
// That order on runs of one length is kept when two runs with the same last
// state and the same last actor are both continued by the same step. So the
// best run to each pair of state and actor is the best run to a pair of the
// level before, and one step.
type tracer struct {
	*search
	levels []map[end]*path
}

// end is where a run ends, and who took its last step.
type end struct {
	state int
	actor actor
}

// actor is a client, or the environment: the zero value. Before the first step
// nobody has acted.
type actor struct {
	typ    *murphi.Type
	client int64
	nobody bool
}

// path is a run: a path one step shorter, and a step. Without a path before
// it, the step is a start state.
type path struct {
	before          *path
	step            Step
	faults, changes int
}

// compare orders paths of one length.
func (p *path) compare(q *path) int {
	if p.faults != q.faults {
		return p.faults - q.faults
	}
	if p.changes != q.changes {
		return p.changes - q.changes
	}
	return p.compareSteps(q)
}

func (p *path) compareSteps(q *path) int {
	if p == q {
		return 0
	}
	if p.before != nil {
		if c := p.before.compareSteps(q.before); c != 0 {
			return c
		}
	}
	return compareSteps(p.step, q.step)
}

// actor returns who takes a step.
func (s *search) actor(step Step) actor {
	rule := s.model.Rules[step.Rule]
	if i := rule.ActorParam(); i >= 0 {
		return actor{typ: rule.Params[i].Type, client: step.Args[i]}
	}
	return actor{}
}

// then returns p, whose last step was taken by last, with one more step.
func (s *search) then(p *path, last actor, step Step) *path {
	q := &path{p, step, p.faults, p.changes}
	if s.model.Rules[step.Rule].Ann.Fault != nil {
		q.faults++
	}
	if !last.nobody && last != s.actor(step) {
		q.changes++
	}
	return q
}

// best returns the best trace to a violated claim.
func (t *tracer) best(c *claim) *Trace {
	var best *path
	var failure *murphi.Failure
	offer := func(p *path, f *murphi.Failure) {
		if best == nil || p.compare(best) < 0 {
			best, failure = p, f
		}
	}
	from := map[int][]sighting{}
	for _, at := range c.seen {
		from[at.from] = append(from[at.from], at)
		if at.from < 0 {
			offer(&path{step: *at.step}, at.failure)
		}
	}
	for level := max(0, c.level-1); level <= c.level; level++ {
		for e, p := range t.level(level) {
			for _, at := range from[e.state] {
				if at.step != nil {
					offer(t.then(p, e.actor, *at.step), at.failure)
				} else {
					offer(p, at.failure)
				}
			}
		}
	}
	trace := &Trace{Failure: failure}
	for ; best.before != nil; best = best.before {
		trace.Steps = append(trace.Steps, best.step)
	}
	slices.Reverse(trace.Steps)
	trace.Start = best.step
	return trace
}

// level returns the best path to every end in a level.
func (t *tracer) level(n int) map[end]*path {
	if len(t.levels) == 0 {
		first := map[end]*path{}
		for i, st := range t.states {
			if st.start == nil {
				break // the states of level 0 come first
			}
			first[end{i, actor{nobody: true}}] = &path{step: *st.start}
		}
		t.levels = append(t.levels, first)
	}
	for len(t.levels) <= n {
		last, next := len(t.levels)-1, map[end]*path{}
		for e, p := range t.levels[last] {
			for _, a := range t.states[e.state].steps {
				if t.states[a.to].level != last+1 {
					continue
				}
				to, longer := end{a.to, t.actor(a.Step)}, t.then(p, e.actor, a.Step)
				if known := next[to]; known == nil || longer.compare(known) < 0 {
					next[to] = longer
				}
			}
		}
		t.levels = append(t.levels, next)
	}
	return t.levels[n]
}
