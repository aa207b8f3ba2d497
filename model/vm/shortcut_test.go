package vm

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// withoutShortCuts makes a machine run every block of every chain.
func withoutShortCuts() limits {
	l := defaultLimits
	l.blocks = 0
	return l
}

// TestShortCutsChangeNothing: tests and remembered outcomes give, in states of
// real specifications, what running all the code gives.
func TestShortCutsChangeNothing(t *testing.T) {
	for _, w := range workloads {
		t.Run(w.name, func(t *testing.T) {
			p, states := w.search(t, 3000)
			w.opt.limits = withoutShortCuts()
			q, _ := w.search(t, 1)
			if p.Words() != q.Words() {
				t.Fatalf("%d and %d words", p.Words(), q.Words())
			}
			quick, slow := p.NewMachine(), q.NewMachine()
			got, want := successorsOf(p), successorsOf(q)
			for range 2 { // first met, then remembered
				for _, s := range states {
					got.Reset()
					want.Reset()
					quick.Expand(s, got)
					slow.Expand(s, want)
					if !reflect.DeepEqual(want, got) {
						t.Fatalf("successors of %x (-want +got):\n%s", s, cmp.Diff(want, got))
					}
				}
			}
		})
	}
}

func successorsOf(p *Program) *model.Successors {
	return &model.Successors{
		CoverStmts: make([]bool, p.CoverStmts()), WantPerms: true,
		Enabled: make([]uint64, len(p.Rules())), Taken: make([]uint64, len(p.Rules())),
	}
}

// TestFaultsAreLeftOut: what is left are the other steps.
func TestFaultsAreLeftOut(t *testing.T) {
	for _, w := range workloads {
		p, states := w.search(t, 3000)
		m := p.NewMachine()
		all, some := successorsOf(p), successorsOf(p)
		some.NoFaults = true
		left := 0
		for _, s := range states {
			all.Reset()
			some.Reset()
			m.Expand(s, all)
			m.Expand(s, some)
			var want []uint32
			for _, id := range all.Instances {
				if p.Rules()[p.Instance(id).Rule].Fault {
					left++
				} else {
					want = append(want, id)
				}
			}
			if !slices.Equal(some.Instances, want) {
				t.Fatalf("%s: state %x: got steps %v, want %v", w.name, s, some.Instances, want)
			}
		}
		if left == 0 {
			t.Errorf("%s: there are no faults", w.name)
		}
	}
}

// TestSettledPropertiesAreLeftAlone: all others have their values.
func TestSettledPropertiesAreLeftAlone(t *testing.T) {
	p, states := workloads[3].search(t, 2000)
	m := p.NewMachine()
	var all, some model.Evaluation
	for n, s := range states {
		if n%200 == 0 && n/200 < len(p.verdicts) {
			some.Settle(n / 200)
		}
		m.Evaluate(s, &all)
		if quiet := slices.Equal(all.Values, p.verdicts); all.Quiet != quiet {
			t.Fatalf("state %x: quiet is %v, values are %v", s, all.Quiet, all.Values)
		}
		m.Evaluate(s, &some)
		for i, v := range all.Values {
			if want := p.verdicts[i]; !some.Settled(i) && some.Values[i] != v || some.Settled(i) && some.Values[i] != want {
				t.Fatalf("state %x, instance %d: %v, settled %v: %v", s, i, v, some.Settled(i), some.Values[i])
			}
		}
	}
}

func TestSettledPropertiesCanStillFail(t *testing.T) {
	p := load(t, `
var x: 0..3; y: 0..3;
startstate begin x := 0; undefine y; end;
rule x < 3 ==> begin x := x + 1; y := x; end;
invariant "y" y < 3;
`, Options{})
	var out model.Successors
	m := p.NewMachine()
	m.Starts(&out)
	var ev model.Evaluation
	ev.Settle(0)
	m.Evaluate(out.States, &ev)
	if len(ev.Failures) != 1 || ev.Failures[0].Kind != murphi.UndefinedRead {
		t.Errorf("failures %v, want an undefined read", ev.Failures)
	}
}

// TestProvenLoadsAreNotChecked: a leaf that was asked about just before is
// defined, but not where there is another way.
func TestProvenLoadsAreNotChecked(t *testing.T) {
	for _, tt := range []struct {
		invariant string
		fails     bool
	}{
		{"isundefined(y) | y < 3", false},
		{"isundefined(y) | x = 2 | y < 3", false},
		{"!isundefined(y) -> (y < 2 | y = 3)", false},
		{"x = 0 | y < 3", false},
		{"x = 1 | y < 3", true},
		{"!isundefined(z) | y < 3", true},
		{"(x = 1 & isundefined(y)) | y < 3", true},
	} {
		p := load(t, `
var x: 0..3; y: 0..3; z: 0..3;
startstate begin x := 0; undefine y; undefine z; end;
rule x < 3 ==> begin x := x + 1; y := x; end;
rule x = 3 ==> begin undefine y; z := 1; end;
invariant "y" `+tt.invariant+";\n", Options{})
		m := p.NewMachine()
		var out model.Successors
		m.Starts(&out)
		var ev model.Evaluation
		m.Evaluate(out.States, &ev)
		if fails := len(ev.Failures) > 0; fails != tt.fails {
			t.Errorf("%s fails: %v, want %v", tt.invariant, fails, tt.fails)
		}
		b := p.main
		bl := b.chains[propertyChain].blocks[0]
		if !tt.fails && tt.invariant[0] != 'x' && b.canFail(bl.entry, bl.to) {
			t.Errorf("%s is still checked", tt.invariant)
		}
	}
}

// TestStepsAreRemembered: of the reference system, all of them.
func TestStepsAreRemembered(t *testing.T) {
	p, _ := workloads[0].search(t, 1)
	ch := &p.main.chains[ruleChain]
	if len(ch.blocks) != 16 || ch.remembered != 16 {
		t.Errorf("%d of %d blocks are remembered, want all of 16", ch.remembered, len(ch.blocks))
	}
}

// TestUselessMemory: a block of which nothing comes again is run in the end, and
// gives the same.
func TestUselessMemory(t *testing.T) {
	p := load(t, `
var x: 0..1000; y: 0..1000;
startstate begin x := 0; y := 0; end;
rule x < 1000 & y < 1000 ==> begin x := (x * 7 + y) % 1001; y := (y + x) % 1001; end;
`, Options{})
	m := newMachine(p)
	var out model.Successors
	m.Starts(&out)
	state := []uint64{out.States[0]}
	l := p.main.layout
	var work [maxWords]uint64
	for i := range int64(20_000) {
		x, y := i*31%1000, i*17%997
		l.pack([]int64{x, y}, &work)
		state[0] = work[0]
		out.Reset()
		m.Expand(state, &out)
		x = (x*7 + y) % 1001
		y = (y + x) % 1001
		l.pack([]int64{x, y}, &work)
		if len(out.States) != 1 || out.States[0] != work[0] {
			t.Fatalf("step %d leads to %x, want %x", i, out.States, work[0])
		}
	}
	if len(m.remembered) != 1 || !m.remembered[0].useless {
		t.Errorf("%d blocks are remembered, the first is useful", len(m.remembered))
	}
}
