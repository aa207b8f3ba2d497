package timed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

// deep is a limit on levels under which searches without extrapolation or
// symmetry end soon.
const deep = 14

// answer is what of a result may depend on nothing but the question.
func answer(r *checker.Result) string {
	text := r.Verdict.String()
	for _, p := range r.Properties {
		text += fmt.Sprintf("; %s %s %d", p.Name, p.Decision, p.Depth)
		if p.Trace == nil {
			continue
		}
		for i, s := range p.Trace.Steps {
			text += fmt.Sprintf(", %s ns %s", p.Trace.Times[i].RatString(), s.Say)
		}
	}
	for _, c := range r.Covers {
		text += fmt.Sprintf("; %s %t %d", c.Name, c.Reached, c.Depth)
	}
	return text
}

// TestSymmetry: client symmetry changes the numbers of states and zones, and
// not a byte of the answer, traces and times included.
func TestSymmetry(t *testing.T) {
	most := deep
	smaller := 0
	for _, q := range questions() {
		opt := checker.Options{MaxDepth: &most}
		on, off := q.check(t, vm.On, opt), q.check(t, vm.Off, opt)
		if answer(on) != answer(off) {
			t.Errorf("%s:\nwith symmetry    %s\nwithout symmetry %s", q, answer(on), answer(off))
		}
		if on.States > off.States || on.Zones > off.Zones {
			t.Errorf("%s: %d states and %d zones with symmetry, %d and %d without", q, on.States, on.Zones, off.States, off.Zones)
		}
		if on.States < off.States {
			smaller++
		}
	}
	if smaller == 0 {
		t.Error("symmetry made no search smaller")
	}
}

// TestExtrapolation: with exact zones every claim is broken and every cover
// reached at the same level.
func TestExtrapolation(t *testing.T) {
	most := deep
	unsafe := 0
	for _, q := range questions() {
		p := q.load(t, vm.On)
		g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true, MaxDepth: &most})
		b, err := g.newBounds(p.Settings.Delay)
		if err != nil {
			t.Fatal(err)
		}
		var got [2]*search
		for i := range got {
			got[i] = g.newSearch(t.Context(), b)
			got[i].extrapolate = i == 0
			if err := got[i].run(func() bool { return false }); err != nil {
				t.Fatal(err)
			}
		}
		with, without := got[0], got[1]
		if !slices.Equal(with.broken, without.broken) || !slices.Equal(with.reached, without.reached) {
			t.Errorf("%s: with extrapolation %v %v, without %v %v", q, with.broken, with.reached, without.broken, without.reached)
		}
		if with.breaks(nil) {
			unsafe++
		}
	}
	if unsafe == 0 || unsafe == len(questions()) {
		t.Errorf("%d of %d questions have a violation", unsafe, len(questions()))
	}
}

// TestBestRun: the run that is shown is the best of all shortest ones, by fewest
// faults, then fewest changes of actor, then the smallest sequence.
func TestBestRun(t *testing.T) {
	shown := 0
	for _, q := range questions() {
		p := q.load(t, vm.Off)
		g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true})
		r, err := g.Check(t.Context(), p.Settings.Delay)
		if err != nil {
			t.Fatal(err)
		}
		b, err := g.newBounds(p.Settings.Delay)
		if err != nil {
			t.Fatal(err)
		}
		for _, claim := range r.Properties {
			if claim.Decision != checker.Violated {
				continue
			}
			s := g.newSearch(t.Context(), b)
			w := newWalk(s, int32(g.judge.Row(claim.Name)))
			last, err := w.run(claim.Depth)
			if err != nil {
				t.Fatal(err)
			}
			all := everyRun(t, w, claim.Depth)
			if all == nil {
				continue // too many to look at
			}
			least := slices.MinFunc(all, func(a, b *way) int {
				return cmp.Or(cmp.Compare(a.faults, b.faults), cmp.Compare(a.changes, b.changes), slices.Compare(sequence(w, a), sequence(w, b)))
			})
			if !slices.Equal(sequence(w, last), sequence(w, least)) {
				t.Errorf("%s, %s: the run shown is %v, the best of %d is %v", q, claim.Name, sequence(w, last), len(all), sequence(w, least))
			}
			shown++
		}
	}
	if shown < 4 {
		t.Errorf("only %d runs were compared", shown)
	}
}

func sequence(w *walk, y *way) []uint32 {
	start, steps := w.steps(y)
	return append([]uint32{start}, steps...)
}

// everyRun lists all shortest runs to a violation, nil if they are too many.
func everyRun(t *testing.T, w *walk, depth int) (found []*way) {
	level := w.beginning(depth)
	for d := range depth {
		var next []*way
		for _, y := range level {
			if y.node < 0 {
				continue
			}
			if err := w.expand(y, int32(depth-d-1), &next); err != nil {
				t.Fatal(err)
			}
			if len(next) > 200_000 {
				return nil
			}
		}
		level = next
	}
	for _, y := range level {
		if y.node < 0 || slices.Contains(w.g.nodes[y.node].broken, w.row) {
			found = append(found, y)
		}
	}
	return found
}

// TestGraphIsShared: checks with other durations on the same graph find what
// they find on one of their own, in any order.
func TestGraphIsShared(t *testing.T) {
	q := question{"ttl", "pause=1", map[string]string{"ttl": "3s", "renew": "1s"}}
	shared := q.load(t, vm.On)
	g := NewGraph(shared, checker.Options{Tree: shared.Tree, Ranks: true})
	for _, pause := range []string{"4s", "1s", "3s", "2s", "4s"} {
		q.params["max-pause"] = pause
		p := q.load(t, vm.On)
		own, err := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true}).Check(t.Context(), p.Settings.Delay)
		if err != nil {
			t.Fatal(err)
		}
		got, err := g.Check(t.Context(), delaysOf(p))
		if err != nil {
			t.Fatal(err)
		}
		if answer(got) != answer(own) || got.Zones != own.Zones || got.Transitions != own.Transitions {
			t.Errorf("max-pause %s: %d zones on a shared graph, %d on its own:\n%s\n%s", pause, got.Zones, own.Zones, answer(got), answer(own))
		}
		unsafe, limit, err := g.Unsafe(t.Context(), delaysOf(p), "no-stale-write")
		if err != nil || limit != nil || unsafe != (pause >= "3s") {
			t.Errorf("max-pause %s: unsafe %t, %v, %v", pause, unsafe, limit, err)
		}
	}
}

// delaysOf are the delays of a program for the same rules of another one.
func delaysOf(p *vm.Program) Delays {
	return func(r *murphi.Rule) murphi.Delay { return p.Settings.Delay(p.Tree.Rules[r.Index]) }
}

// TestLimits: a limit leaves what is open undecided, and names the last level
// that is complete.
func TestLimits(t *testing.T) {
	q := questions()[0]
	most := 3
	for _, tt := range []struct {
		opt  checker.Options
		want checker.Limit
	}{
		{checker.Options{MaxDepth: &most}, checker.Limit{Kind: checker.LimitDepth, Value: "3", Depth: 3}},
		{checker.Options{MaxStates: 5}, checker.Limit{Kind: checker.LimitStates, Value: "5", Depth: 3}},
		{checker.Options{Memory: 1}, checker.Limit{Kind: checker.LimitMemory, Depth: -1}},
	} {
		r := q.check(t, vm.On, tt.opt, "no-stale-write")
		if r.Verdict != checker.Incomplete || r.Limit == nil || *r.Limit != tt.want {
			t.Errorf("%v: %s, %v, want %v", tt.want.Kind, r.Verdict, r.Limit, tt.want)
		}
		for _, p := range r.Properties {
			if p.Decision != checker.Undecided {
				t.Errorf("%v: %s %s", tt.want.Kind, p.Name, p.Decision)
			}
		}
	}
}

// TestRunsHaveLimits: the limits hold while a run is looked for, too. What then
// cannot be shown is not called violated, and the claim ends before it.
func TestRunsHaveLimits(t *testing.T) {
	q := question{"ttl", "pause=1", map[string]string{"guard": "none", "max-pause": "40s"}}
	p := q.load(t, vm.On)
	g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true})
	b, err := g.newBounds(p.Settings.Delay)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s := g.newSearch(ctx, b)
	if err := s.run(s.enough); err != nil {
		t.Fatal(err)
	}
	row := g.judge.Row("no-stale-write")
	depth := s.broken[row]
	if depth < 0 {
		t.Fatal("no violation to show")
	}
	g.opt.Memory = s.bytes + g.bytes() + 1000
	if _, err := s.trace(row, p.Settings.Delay); !errors.Is(err, errEnded) {
		t.Errorf("without memory: %v", err)
	}
	g.opt.Memory = 0
	cancel()
	traces, err := s.traces(p.Settings.Delay)
	if err != nil || len(traces) != 0 || s.broken[row] >= 0 {
		t.Errorf("without time: %v, %v, broken at %d", traces, err, s.broken[row])
	}
	if l := s.result.Limit; l == nil || l.Kind != checker.LimitInterrupt || l.Depth >= depth {
		t.Errorf("the limit is %v, the violation at %d", l, depth)
	}
}

// TestTokensRunOut: with ranks off nothing is proved once TOP alone has kept a
// rule from being enabled.
func TestTokensRunOut(t *testing.T) {
	q := question{"ttl", "pause=1", map[string]string{"guard": "reject-lower"}}
	faults, err := murphi.ParseFaults(q.faults)
	if err != nil {
		t.Fatal(err)
	}
	for _, ranks := range []vm.Switch{vm.On, vm.Off} {
		p, ds := vm.Load(specs.Files(), q.spec+".murphi", vm.Options{Params: q.params, Faults: faults, Bounded: true, Ranks: ranks, Properties: []string{"no-stale-write"}})
		if ds.HasErrors() {
			t.Fatal(ds.Err())
		}
		g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: ranks == vm.On, Deadlock: checker.DeadlockStuck})
		r, err := g.Check(t.Context(), p.Settings.Delay)
		if err != nil {
			t.Fatal(err)
		}
		unsafe, limit, err := g.Unsafe(t.Context(), p.Settings.Delay)
		if err != nil || unsafe {
			t.Fatal(unsafe, err)
		}
		if ranks == vm.On {
			if r.Verdict != checker.Safe || limit != nil {
				t.Errorf("with ranks: %s, %v", r.Verdict, limit)
			}
			continue
		}
		for _, l := range []*checker.Limit{r.Limit, limit} {
			if l == nil || l.Kind != checker.LimitTokens || !strings.Contains(l.Value, "at most 7 token") {
				t.Errorf("without ranks: %v", l)
			}
		}
		for _, p := range r.Properties {
			if p.Decision != checker.Undecided || p.Kind == "deadlock" {
				t.Errorf("without ranks: %s %s", p.Name, p.Decision)
			}
		}
	}
}
