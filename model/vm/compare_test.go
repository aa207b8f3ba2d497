package vm

import (
	"cmp"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	gocmp "github.com/google/go-cmp/cmp"

	"lockcheck/checker/naive"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// general makes the compiler specialise nothing: parameters, loop variables
// and arguments stay in registers.
var general = limits{instances: 1}

// report is what a search finds, in the terms that the naive interpreter and
// the compiled machine share.
type report struct {
	States, Transitions, Depth int
	TopBit                     bool
	Verdicts                   []string // "no-stale-write violated at 7"
	Covers                     []string
	Rules                      []string // "Acquire 12/12": enabled, taken
}

// searcher visits all states of a program, as simply as can be.
type searcher struct {
	*Program
	*Machine
	report
	out      model.Successors
	ev       model.Evaluation
	seen     map[string]bool
	level    [][]uint64
	verdicts map[string]int // name to least level
	covers   map[string]int
	failures []sighting
}

// sighting is a failure with its level.
type sighting struct {
	level int
	kind  murphi.FailureKind
	at    murphi.Span
}

func searchAll(t *testing.T, p *Program) *searcher {
	s := &searcher{Program: p, Machine: newMachine(p), seen: map[string]bool{}, verdicts: map[string]int{}, covers: map[string]int{}}
	s.out = model.Successors{Enabled: make([]uint64, len(p.rules)), Taken: make([]uint64, len(p.rules))}
	s.out.CoverStmts = make([]bool, p.CoverStmts())
	s.Starts(&s.out)
	s.takeIn(0)
	for depth := 0; len(s.level) > 0; depth++ {
		s.Depth = depth
		current := s.level
		s.level = nil
		for _, st := range current {
			s.evaluateState(st, depth)
			s.Expand(st, &s.out)
			s.takeIn(depth + 1)
		}
	}
	if s.out.NeedRoom {
		return searchAll(t, p.WithRoom().(*Program))
	}
	s.finish()
	return s
}

func (s *searcher) takeIn(level int) {
	n := s.Words()
	for st := range slices.Chunk(s.out.States, n) {
		if k := key(st); !s.seen[k] {
			s.seen[k] = true
			s.level = append(s.level, slices.Clone(st))
		}
	}
	for _, f := range s.out.Failures {
		at := level
		if f.InGuard {
			at--
		}
		s.fails(&f.Failure, at)
	}
	for i, held := range s.out.CoverStmts {
		if held {
			note(s.covers, fmt.Sprint("statement ", i), level)
		}
	}
	s.out.Reset()
}

func note(m map[string]int, name string, level int) {
	if at, ok := m[name]; !ok || level < at {
		m[name] = level
	}
}

func (s *searcher) fails(f *murphi.Failure, level int) {
	name := "run-time"
	if f.Kind == murphi.AssertFailed {
		name = fmt.Sprint("assert ", f.Assert)
	}
	note(s.verdicts, name, level)
	s.failures = append(s.failures, sighting{level, f.Kind, f.At})
}

func (s *searcher) evaluateState(st []uint64, depth int) {
	s.Evaluate(st, &s.ev)
	at := 0
	for _, p := range s.Properties() {
		for range p.Instances {
			v := s.ev.Values[at]
			at++
			if p.Kind == murphi.Cover && v {
				note(s.covers, p.Name, depth)
			}
			if p.Kind == murphi.Invariant && !v {
				note(s.verdicts, p.Name, depth)
			}
		}
	}
	for i := range s.ev.Failures {
		s.fails(&s.ev.Failures[i], depth)
	}
}

func (s *searcher) finish() {
	s.States, s.TopBit = len(s.seen), s.out.TopBit
	for i, r := range s.Program.Rules() {
		s.Transitions += int(s.out.Enabled[i])
		s.report.Rules = append(s.report.Rules, fmt.Sprintf("%s %d/%d", r.Name, s.out.Enabled[i], s.out.Taken[i]))
	}
	s.report.Verdicts, s.Covers = lines(s.verdicts), lines(s.covers)
}

func lines(m map[string]int) []string {
	var list []string
	for name, level := range m {
		list = append(list, fmt.Sprintf("%s at %d", name, level))
	}
	slices.SortFunc(list, cmp.Compare)
	return list
}

// oracle runs the naive interpreter. An invariant that is never violated
// keeps it going to the end; only an error of the model stops it: depth -1.
func oracle(m *murphi.Model, symmetry, ranks bool) (report, []sighting) {
	o := naive.Check(m, naive.Options{Symmetry: symmetry, Ranks: ranks})
	if f := o.Spec; f != nil {
		return report{Depth: -1}, []sighting{{len(f.Steps), f.Failure.Kind, f.Failure.At}}
	}
	r := report{States: o.States, Transitions: o.Transitions, Depth: o.Depth, TopBit: o.TopBit}
	verdicts, covers := map[string]int{}, map[string]int{}
	var failures []sighting
	asserts := 0
	for _, p := range o.Properties {
		name := p.Name
		switch p.Kind {
		case "assert":
			name = fmt.Sprint("assert ", asserts)
			asserts++
		case "run-time":
			name = "run-time"
		case "liveness":
			continue
		}
		if p.Decision == naive.Violated {
			verdicts[name] = p.Depth
			if f := p.Trace.Failure; f != nil {
				failures = append(failures, sighting{p.Depth, f.Kind, f.At})
			}
		}
	}
	top := len(o.Covers) - len(m.CoverStmts)
	for i, c := range o.Covers {
		name := c.Name
		if i >= top {
			name = fmt.Sprint("statement ", i-top)
		}
		if c.Reached {
			covers[name] = c.Depth
		}
	}
	for _, rule := range o.Rules {
		r.Rules = append(r.Rules, fmt.Sprintf("%s %d/%d", rule.Name, rule.Enabled, rule.Taken))
	}
	r.Verdicts, r.Covers = lines(verdicts), lines(covers)
	return r, failures
}

// agree checks a model with the naive interpreter and with the machine, with
// and without symmetry and ranks, specialised and not.
func agree(t *testing.T, text string) {
	t.Helper()
	fsys := fstest.MapFS{"m.murphi": {Data: []byte(text + "\ninvariant \"always\" true;")}}
	for _, mode := range []struct{ symmetry, ranks Switch }{{On, On}, {Off, On}, {On, Off}, {Off, Off}} {
		var want report
		var failures []sighting
		for i, lim := range []limits{defaultLimits, general} {
			p, diags := Load(fsys, "m.murphi", Options{Symmetry: mode.symmetry, Ranks: mode.ranks, limits: lim})
			if diags.HasErrors() {
				t.Fatalf("the model does not load: %v", diags)
			}
			if mode.symmetry == On && len(p.Tree.Scalarsets) == 0 || mode.ranks == On && len(p.Tree.Ordinals) == 0 {
				continue // nothing to reduce
			}
			if i == 0 {
				want, failures = oracle(p.Tree, len(p.symmetric) > 0, mode.ranks == On)
			}
			got := searchAll(t, p)
			where := fmt.Sprintf("symmetry off=%d, ranks off=%d, general=%d", mode.symmetry, mode.ranks, i)
			if want.Depth < 0 {
				got.report = want
			}
			if diff := gocmp.Diff(want, got.report); diff != "" {
				t.Errorf("%s: the machine differs from the interpreter (-want +got):\n%s", where, diff)
			}
			for _, f := range failures {
				if !slices.Contains(got.failures, f) {
					t.Errorf("%s: failure %+v is missing among %+v", where, f, got.failures)
				}
			}
		}
	}
}
