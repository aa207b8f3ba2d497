package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Step is an instance of a rule or start state. An argument is a value of the
// parameter; one that chooses an ordinal under ranks is a position: 2i is the
// i-th live value, where 0 is the first, and odd positions lie between two of
// them or beyond the last.
type Step struct {
	Rule int
	Args []int64
}

func compareSteps(a, b Step) int {
	if a.Rule != b.Rule {
		return a.Rule - b.Rule
	}
	return slices.Compare(a.Args, b.Args)
}

// instances returns the arguments of all instances of a rule in a state, in
// order, the last parameter changing fastest.
func (m *machine) instances(rule *murphi.Rule, state []cell) [][]int64 {
	var all [][]int64
	r := m.run(state)
	var choose func(params []*murphi.Quantifier, args []int64)
	choose = func(params []*murphi.Quantifier, args []int64) {
		if len(params) == 0 {
			all = append(all, slices.Clone(args))
			return
		}
		q := params[0]
		if !m.chooses(q) {
			r.rounds(q, q, func() bool {
				choose(params[1:], append(args, r.vars().of(q).cells[0].n))
				return true
			})
			return
		}
		for position := int64(0); ; position++ {
			n, ok := r.at(q.Type, position)
			if !ok {
				return
			}
			r.vars().set(q, holding(q.Type, n))
			choose(params[1:], append(args, position))
			r.vars().drop(q)
		}
	}
	choose(rule.Params, nil)
	return all
}

// resolve turns the arguments of an instance into values. It reports false if
// one of them is no value that the parameter can have.
func (m *machine) resolve(rule *murphi.Rule, args []int64, state []cell) (values []int64, ok bool) {
	if len(args) != len(rule.Params) {
		return nil, false
	}
	r := m.run(state)
	for i, q := range rule.Params {
		n := args[i]
		if m.chooses(q) {
			if n, ok = r.at(q.Type, n); !ok {
				return nil, false
			}
		} else if !m.fits(q.Type, n) {
			return nil, false
		}
		r.vars().set(q, holding(q.Type, n))
		values = append(values, n)
	}
	return values, true
}

// enabled evaluates the guard of an instance.
func (m *machine) enabled(rule *murphi.Rule, values []int64, s *look) (holds bool) {
	if rule.Off {
		return false
	}
	guard := func(pastTop bool) (holds bool) {
		r := m.run(s.state)
		r.pastTop = pastTop
		early := attempt(func() {
			r.enter(rule, values)
			holds = rule.Guard == nil || r.truth(rule.Guard)
		})
		s.covers(r)
		if early != nil {
			s.failure = early.failure
			return false
		}
		return holds
	}
	if holds = guard(false); !holds && s.failure == nil && !m.ranks && len(rule.TopConjuncts) > 0 {
		before := *s
		s.topBit = guard(true) || s.topBit
		s.failure = before.failure
	}
	return holds
}

// look is what evaluations in a state bring to light.
type look struct {
	state   []cell
	failure *murphi.Failure
	topBit  bool // a conjunct `v < TOP` alone disabled a rule
	covered map[int]bool
	reads   *reads // if set: of the last statement of the effect
}

func (s *look) covers(r *run) {
	for i := range r.covered {
		s.covered[i] = true
	}
}

// fire runs the body of an instance of a rule or start state on a copy of the
// state. It returns the state after it, not reduced; or why there is none: a
// failure, or an assume that does not hold.
func (m *machine) fire(rule *murphi.Rule, values []int64, s *look) (next []cell, early *stopped) {
	next = slices.Clone(s.state)
	r := m.run(next)
	if s.reads != nil {
		r.read = s.reads.note(r)
		r.begins = func() { *s.reads = reads{} }
	}
	early = attempt(func() {
		r.enter(rule, values)
		r.body(rule.Body)
	})
	s.covers(r)
	if early == nil {
		early = m.assumptions(next, s)
	}
	return next, early
}

// assumptions evaluates the top-level assumes.
func (m *machine) assumptions(state []cell, s *look) *stopped {
	for _, p := range m.model.Properties {
		if p.Prop != murphi.Assume {
			continue
		}
		for _, args := range m.instances(p, state) {
			holds, early := m.property(p, args, state, s)
			if early != nil {
				return early
			}
			if !holds {
				return &stopped{assume: p.Expr}
			}
		}
	}
	return nil
}

// property evaluates an instance of a top-level property.
func (m *machine) property(p *murphi.Rule, args []int64, state []cell, s *look) (holds bool, early *stopped) {
	r := m.run(state)
	early = attempt(func() {
		r.enter(p, args)
		holds = r.truth(p.Expr)
	})
	s.covers(r)
	return holds, early
}
