package checker

import (
	"fmt"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// claim is one property of the result.
type claim struct {
	name string
	kind string
	// system is the index in System.Properties, and first its first instance
	// in an Evaluation; -1 for the others.
	system, first, instances int
}

// Kinds of a claim, as results name them.
const (
	kindInvariant = "invariant"
	kindLiveness  = "liveness"
	kindAssert    = "assert"
	kindRunTime   = "run-time"
	kindDeadlock  = "deadlock"
	kindSpec      = "spec" // not in results: becomes a SpecError
)

// cover is something that ought to happen.
type cover struct {
	name             string
	first, instances int // in an Evaluation; statements: -1
}

// ledger is the table of everything that a search decides, in the order of
// the result: top-level properties in file order, assert statements, run-time
// errors, deadlock. A finding names its row.
type ledger struct {
	claims []claim
	covers []cover // top-level ones, then statements

	asserts, runTime, deadlock, spec int // rows; deadlock is -1 when off
	coverStmts                       int // row of the first cover statement
}

func newLedger(sys model.System, opt *Options) *ledger {
	l := &ledger{deadlock: -1}
	first := 0
	for i, p := range sys.Properties() {
		switch p.Kind {
		case murphi.Cover:
			l.covers = append(l.covers, cover{name: p.Name, first: first, instances: p.Instances})
		case murphi.Liveness:
			l.claims = append(l.claims, claim{p.Name, kindLiveness, i, first, p.Instances})
		default:
			l.claims = append(l.claims, claim{p.Name, kindInvariant, i, first, p.Instances})
		}
		first += p.Instances
	}
	l.asserts = len(l.claims)
	for i := range sys.Asserts() {
		l.claims = append(l.claims, claim{name: assertName(opt.Tree, i), kind: kindAssert, system: -1})
	}
	l.runTime = len(l.claims)
	l.claims = append(l.claims, claim{name: "no-run-time-error", kind: kindRunTime, system: -1})
	if opt.Deadlock != DeadlockOff {
		l.deadlock = len(l.claims)
		l.claims = append(l.claims, claim{name: "no-deadlock", kind: kindDeadlock, system: -1})
	}
	l.spec = len(l.claims)
	l.claims = append(l.claims, claim{name: "spec error", kind: kindSpec, system: -1})
	l.coverStmts = len(l.covers)
	for i := range sys.CoverStmts() {
		l.covers = append(l.covers, cover{name: coverName(opt.Tree, i), first: -1})
	}
	return l
}

// assertName is the message of an assert statement, or its place.
func assertName(m *murphi.Model, i int) string {
	if m == nil {
		return fmt.Sprintf("assert %d", i+1)
	}
	return statementName("assert", m.Asserts[i])
}

func coverName(m *murphi.Model, i int) string {
	if m == nil {
		return fmt.Sprintf("cover %d", i+1)
	}
	return statementName("cover", m.CoverStmts[i])
}

func statementName(word string, s *murphi.PropStmt) string {
	if s.Message != "" {
		return s.Message
	}
	return fmt.Sprintf("%s at %s:%d", word, s.Start.File, s.Start.Line)
}

// failure returns the row of the claim that a failure breaks.
func (l *ledger) failure(f *murphi.Failure) int {
	switch f.Kind {
	case murphi.AssertFailed:
		return l.asserts + f.Assert
	case murphi.MintBelowLive, murphi.AssumeFailedAtStart:
		return l.spec
	}
	return l.runTime
}

// never is the depth of what has not happened.
const never = int(^uint(0) >> 1)

// findings are the least depths at which claims were violated and covers
// reached: minima, so that they may be gathered in any order.
type findings struct {
	violated []int // by row of ledger.claims
	reached  []int // by row of ledger.covers
}

func newFindings(l *ledger) findings {
	f := findings{violated: make([]int, len(l.claims)), reached: make([]int, len(l.covers))}
	for i := range f.violated {
		f.violated[i] = never
	}
	for i := range f.reached {
		f.reached[i] = never
	}
	return f
}

func (f *findings) violate(row, depth int) { f.violated[row] = min(f.violated[row], depth) }
func (f *findings) reach(row, depth int)   { f.reached[row] = min(f.reached[row], depth) }

// add takes the minima of f and g.
func (f *findings) add(g *findings) {
	for i, d := range g.violated {
		f.violate(i, d)
	}
	for i, d := range g.reached {
		f.reach(i, d)
	}
}

// any reports whether a claim is violated.
func (f *findings) any() bool {
	for _, d := range f.violated {
		if d != never {
			return true
		}
	}
	return false
}

// decided reports whether every claim of the result is violated: only then
// can a search end early, for nothing holds before all states are visited.
func (l *ledger) decided(f *findings) bool {
	for i, d := range f.violated {
		if d == never && i != l.spec {
			return false
		}
	}
	return true
}

// evaluated notes what an evaluation of a state at the given depth says.
func (l *ledger) evaluated(ev *model.Evaluation, depth int, f *findings) {
	for i := range l.claims[:l.asserts] {
		if c := &l.claims[i]; c.kind == kindInvariant && !allTrue(ev.Values[c.first:c.first+c.instances]) {
			f.violate(i, depth)
		}
	}
	for i := range l.covers[:l.coverStmts] {
		if c := &l.covers[i]; f.reached[i] == never && anyTrue(ev.Values[c.first:c.first+c.instances]) {
			f.reach(i, depth)
		}
	}
	for i := range ev.Failures {
		f.violate(l.failure(&ev.Failures[i]), depth)
	}
}

// settle notes in ev what states at the given depth or deeper can add nothing
// to: covers that are reached and invariants that are violated no deeper than
// that, and liveness properties, which are not decided state by state.
func (l *ledger) settle(ev *model.Evaluation, depth int, f *findings) {
	settle := func(first, instances int) {
		for i := range instances {
			ev.Settle(first + i)
		}
	}
	for i := range l.claims[:l.asserts] {
		if c := &l.claims[i]; c.kind == kindLiveness || f.violated[i] <= depth {
			settle(c.first, c.instances)
		}
	}
	for i := range l.covers[:l.coverStmts] {
		if c := &l.covers[i]; f.reached[i] <= depth {
			settle(c.first, c.instances)
		}
	}
}

func allTrue(values []bool) bool {
	for _, v := range values {
		if !v {
			return false
		}
	}
	return true
}

func anyTrue(values []bool) bool {
	for _, v := range values {
		if v {
			return true
		}
	}
	return false
}
