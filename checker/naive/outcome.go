package naive

import (
	"fmt"
	"slices"

	"lockcheck/model/murphi"
)

// Outcome is what a search found.
type Outcome struct {
	States      int // distinct, or orbits with symmetry
	Transitions int
	Depth       int  // last level with a new state
	Complete    bool // every state was visited
	// TopBit is set when, with ranks off, a conjunct `v < TOP` alone kept a
	// rule from being enabled.
	TopBit     bool
	Properties []Property
	Covers     []Cover
	Rules      []Rule
	// Spec is set when the model itself is wrong: it mints an ordinal below a
	// live value, or an assume breaks a start state. Nothing else is of interest
	// then.
	Spec *Trace
}

// Decision is the answer for one property.
type Decision uint8

const (
	Undecided Decision = iota
	Holds
	Violated
)

// Property is a property and its decision. Depth and Trace are those of a
// shortest violation.
type Property struct {
	Name, Kind string // as in package checker
	Decision   Decision
	Depth      int
	Trace      *Trace
}

// Cover says whether a cover was reached, and at which level first.
type Cover struct {
	Name    string
	Reached bool
	Depth   int
}

// Rule is the coverage of a rule: how often its guard held, and how often it
// led to a state.
type Rule struct {
	Name           string
	Enabled, Taken int
}

// Trace is a run to a violation. Failure is set when a run-time failure is the
// violation: of the last step, or in the last state.
type Trace struct {
	Start   Step
	Steps   []Step
	Failure *murphi.Failure
}

// claim is a property; property is nil unless it is a top-level one.
type claim struct {
	Property
	property *murphi.Rule
	level    int        // least of its sightings
	seen     []sighting // all violations of that level
}

// sighting is a violation: in a state, or by a step from it. Start states that
// fail come from -1.
type sighting struct {
	level   int
	from    int
	step    *Step // nil: the violation lies in the state itself
	failure *murphi.Failure
}

// goal is an instance of a liveness property.
type goal struct {
	row      int
	property *murphi.Rule
	args     []int64
}

// ledger is what a search decides: top-level properties in file order, assert
// statements, run-time errors, deadlock, and whether the model is sound.
type ledger struct {
	claims                           []*claim
	asserts, runTime, deadlock, spec int
	goals                            []goal
	covers                           []Cover // top-level ones, then statements
	rules                            []Rule
	transitions                      int
	topBit                           bool
}

// open writes the rows of the ledger.
func (s *search) open() {
	add := func(name, kind string, p *murphi.Rule) int {
		s.claims = append(s.claims, &claim{Property: Property{Name: name, Kind: kind}, property: p})
		return len(s.claims) - 1
	}
	for _, p := range s.model.Properties {
		wanted := s.opt.Properties == nil || slices.Contains(s.opt.Properties, p.Title)
		switch {
		case p.Prop == murphi.Cover:
			s.covers = append(s.covers, Cover{Name: p.Title})
		case p.Prop == murphi.Invariant && wanted:
			add(p.Title, "invariant", p)
		case p.Prop == murphi.Liveness && wanted:
			row := add(p.Title, "liveness", p)
			for _, args := range s.instances(p, make([]cell, s.cells)) {
				s.goals = append(s.goals, goal{row, p, args})
			}
		}
	}
	s.asserts = len(s.claims)
	for _, a := range s.model.Asserts {
		add(statementName("assert", a), "assert", nil)
	}
	s.runTime = add("no-run-time-error", "run-time", nil)
	if s.opt.Deadlock != DeadlockOff {
		s.deadlock = add("no-deadlock", "deadlock", nil)
	}
	s.spec = add("", "", nil)
	for _, c := range s.model.CoverStmts {
		s.covers = append(s.covers, Cover{Name: statementName("cover", c)})
	}
	for _, r := range s.model.Rules {
		s.rules = append(s.rules, Rule{Name: r.Title})
	}
}

func statementName(word string, p *murphi.PropStmt) string {
	if p.Message != "" {
		return p.Message
	}
	return fmt.Sprintf("%s at %s:%d", word, p.Start.File, p.Start.Line)
}

// sight notes a violation; only those of the least level are kept.
func (l *ledger) sight(row int, at sighting) {
	c := l.claims[row]
	if len(c.seen) > 0 && at.level > c.level {
		return
	}
	if at.level < c.level {
		c.seen = nil
	}
	c.level = at.level
	c.seen = append(c.seen, at)
}

// failed notes a run-time failure.
func (l *ledger) failed(f *murphi.Failure, at sighting) {
	at.failure = f
	switch f.Kind {
	case murphi.AssertFailed:
		l.sight(l.asserts+f.Assert, at)
	case murphi.MintBelowLive, murphi.AssumeFailedAtStart:
		l.sight(l.spec, at)
	default:
		l.sight(l.runTime, at)
	}
}

// count counts a step for coverage.
func (l *ledger) count(t try) {
	l.transitions++
	l.rules[t.Rule].Enabled++
	if t.next != nil {
		l.rules[t.Rule].Taken++
	}
}

func (l *ledger) reach(row, level int) {
	if c := &l.covers[row]; !c.Reached || level < c.Depth {
		c.Reached, c.Depth = true, level
	}
}

// cover notes the cover statements that held in a step to a level.
func (s *search) cover(found *look, level int) {
	first := len(s.covers) - len(s.model.CoverStmts)
	for i := range found.covered {
		s.reach(first+i, level)
	}
}

// settled reports whether nothing is left to find out.
func (s *search) settled() bool {
	if len(s.claims[s.spec].seen) > 0 {
		return true
	}
	for _, c := range s.claims[:s.spec] {
		if len(c.seen) == 0 {
			return false
		}
	}
	return true
}

// evaluate evaluates every top-level property in a state that is new. An
// instance that fails counts as true, or as not reached for a cover.
func (s *search) evaluate(i int) {
	st := s.states[i]
	row, coverRow := -1, -1
	for _, p := range s.model.Properties {
		known := row+1 < s.asserts && s.claims[row+1].property == p
		switch {
		case p.Prop == murphi.Cover:
			coverRow++
		case known:
			row++
		default:
			continue
		}
		for _, args := range s.instances(p, st.cells) {
			holds := p.Prop != murphi.Cover
			held, early := s.property(p, args, st.cells, s.look(st.cells))
			if early == nil {
				holds = held
			} else if early.failure != nil {
				s.failed(early.failure, sighting{level: st.level, from: i})
			}
			switch {
			case p.Prop == murphi.Liveness:
				st.goals = append(st.goals, holds)
			case p.Prop == murphi.Cover && holds:
				s.reach(coverRow, st.level)
			case p.Prop == murphi.Invariant && !holds:
				s.sight(row, sighting{level: st.level, from: i})
			}
		}
	}
}

func (s *search) outcome(complete bool) *Outcome {
	o := &Outcome{
		States: len(s.orbits), Transitions: s.transitions, Depth: max(0, len(s.levels)-1), Complete: complete,
		TopBit: s.topBit, Covers: s.covers, Rules: s.rules,
	}
	traces := &tracer{search: s}
	for _, c := range s.claims[:s.spec] {
		if len(c.seen) > 0 {
			c.Decision, c.Depth, c.Trace = Violated, c.level, traces.best(c)
		} else if complete && !s.topBit {
			c.Decision = Holds
		}
		o.Properties = append(o.Properties, c.Property)
	}
	if c := s.claims[s.spec]; len(c.seen) > 0 {
		o.Spec = traces.best(c)
	}
	return o
}
