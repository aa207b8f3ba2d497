package vm

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// expandFirst returns what follows the first start state.
func expandFirst(t *testing.T, p *Program) *model.Successors {
	t.Helper()
	m := p.NewMachine()
	out := &model.Successors{
		CoverStmts: make([]bool, p.CoverStmts()), WantPerms: true,
		Enabled: make([]uint64, len(p.Rules())), Taken: make([]uint64, len(p.Rules())),
	}
	m.Starts(out)
	s := slices.Clone(out.States[:p.Words()])
	out.Reset()
	m.Expand(s, out)
	return out
}

func mustFaults(t *testing.T, text string) murphi.FaultSet {
	t.Helper()
	set, err := murphi.ParseFaults(text)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestInstancesAreNumberedInOrder(t *testing.T) {
	text := `
type client: scalarset(2);
var x: 0..9;
startstate begin x := 0; end;
ruleset c: client; i := 5 to 1 by -2 do
  rule "A" x < i ==> begin x := i; end;
end;
rule "B" true ==> begin x := 9; end;
`
	for _, lim := range []limits{defaultLimits, general} {
		p := load(t, text, Options{Symmetry: Off, limits: lim})
		var got []model.Instance
		for _, id := range expandFirst(t, p).Instances {
			got = append(got, p.Instance(id))
		}
		want := []model.Instance{
			{Rule: 0, Args: []int64{0, 5}}, {Rule: 0, Args: []int64{0, 3}}, {Rule: 0, Args: []int64{0, 1}},
			{Rule: 0, Args: []int64{1, 5}}, {Rule: 0, Args: []int64{1, 3}}, {Rule: 0, Args: []int64{1, 1}},
			{Rule: 1, Args: []int64{}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("limits %+v (-want +got):\n%s", lim, diff)
		}
	}
}

const pair = `
--! protocol pair "pair"
type client: scalarset(3);
  node: scalarset(2);
var at: array [client] of array [node] of 0..2;
startstate begin for c: client do for n: node do at[c][n] := 0; end; end; end;
ruleset n: node; i: 0..1; c: client do
  rule "Step" --! line C1
    at[c][n] = i ==> begin at[c][n] := i + 1; end;
end;
ruleset c: client do
  rule "Crash" --! fault crash
    true ==> begin for n: node do at[c][n] := 0; end; end;
end;
rule "Tick" --! line S1
  true ==> begin end;
`

func TestMapInstanceRenamesArguments(t *testing.T) {
	p := load(t, pair, Options{})
	if got, want := p.PermBlocks(), []int{3, 2}; !slices.Equal(got, want) {
		t.Fatalf("a permutation has parts %v, want %v", got, want)
	}
	perm := []uint8{2, 0, 1, 1, 0} // clients, then nodes
	for id := range p.rules[0].count {
		from, to := p.Instance(id), p.Instance(p.MapInstance(id, perm))
		want := []int64{int64(perm[3+from.Args[0]]), from.Args[1], int64(perm[from.Args[2]])}
		if !slices.Equal(to.Args, want) {
			t.Errorf("%v becomes %v, want %v", from.Args, to.Args, want)
		}
	}
}

func TestRulesNameTheirActors(t *testing.T) {
	p := load(t, pair, Options{})
	want := []model.RuleInfo{
		{Name: "Step", Actor: 0, ActorOffset: 3},
		{Name: "Crash", Fault: true, Actor: -1, ActorOffset: -1},
		{Name: "Tick", Actor: -1, ActorOffset: -1},
	}
	if diff := cmp.Diff(want, p.Rules()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p := load(t, pair, Options{Symmetry: Off}); p.Rules()[0].ActorOffset != -1 || p.PermSize() != 0 {
		t.Errorf("without symmetry nothing is permuted: %+v, %d", p.Rules()[0], p.PermSize())
	}
}

// Renaming a step and its successor leads where the renamed step leads.
func TestPermutationsLeadFromFrameToFrame(t *testing.T) {
	p := load(t, pair, Options{})
	out := expandFirst(t, p)
	n := p.PermSize()
	l := p.main.layout
	if len(out.Perms) != n*len(out.Instances) {
		t.Fatalf("%d bytes of permutations for %d successors", len(out.Perms), len(out.Instances))
	}
	for i, id := range out.Instances {
		perm := out.Perms[i*n:][:n]
		in := p.Instance(id)
		if in.Rule != 0 {
			continue
		}
		var s [maxWords]uint64
		copy(s[:], out.States[i*p.Words():][:p.Words()])
		vals := make([]int64, len(l.leaves))
		l.unpack(&s, vals)
		for c := range int64(3) {
			for node := range int64(2) {
				want := int64(0)
				if c == in.Args[2] && node == in.Args[0] {
					want = 1
				}
				if got := vals[int64(perm[c])*2+int64(perm[3+node])]; got != want {
					t.Errorf("after %v client %d, node %d is renamed by %v to a place with %d, want %d", in.Args, c, node, perm, got, want)
				}
			}
		}
	}
}

func TestOnlyPropertiesAskedForAreEvaluated(t *testing.T) {
	text := `
var x: 0..1;
startstate begin x := 0; end;
rule true ==> begin x := 1 - x; end;
invariant "a" x = 0;
cover "b" x = 1;
liveness "c" x = 0;
invariant "d" 1 / x = 1;
`
	p := load(t, text, Options{Properties: []string{"d"}})
	want := []model.PropertyInfo{{Name: "b", Kind: 2, Instances: 1, Tree: 1}, {Name: "d", Instances: 1, Tree: 3}}
	if diff := cmp.Diff(want, p.Properties()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := len(load(t, text, Options{}).Properties()); got != 4 {
		t.Errorf("%d properties by default, want all 4", got)
	}
}

func TestRulesThatAreOffNeverFire(t *testing.T) {
	p := load(t, pair, Options{Faults: mustFaults(t, "none")})
	out := expandFirst(t, p)
	for _, id := range out.Instances {
		if name := p.Rules()[p.Instance(id).Rule].Name; name == "Crash" {
			t.Errorf("%s fires", name)
		}
	}
	if !p.Rules()[1].Off {
		t.Error("Crash is not marked as off")
	}
}

func TestStutteringIsSeenBeforeReduction(t *testing.T) {
	p := load(t, `
type c: scalarset(2);
var a: array [c] of boolean;
startstate begin for i: c do a[i] := false; end; end;
ruleset i: c do
  rule "First" forall j: c do !a[j] end ==> begin a[i] := true; end;
  rule "Swap" a[i] ==> begin for j: c do a[j] := !a[j]; end; end;
end;
rule "Rest" true ==> begin end;
`, Options{})
	m := newMachine(p)
	out := expandFirst(t, p)
	s := slices.Clone(out.States[:1])
	out.Reset()
	m.Expand(s, out)
	for i, id := range out.Instances {
		name := p.Rules()[p.Instance(id).Rule].Name
		if out.States[i] != s[0] {
			t.Errorf("%s leads to another class", name)
		}
	}
	if !m.Moves(s) {
		t.Error("Swap does not change the state, as the machine sees it")
	}
}

func TestMintingMoreThanThereIsRoomFor(t *testing.T) {
	var sys model.System = load(t, ordinals["several mints in one rule need room"], Options{})
	for range 5 {
		out := expandFirst(t, sys.(*Program))
		if !out.NeedRoom {
			if len(out.Instances) != 2 {
				t.Errorf("%d successors, want 2", len(out.Instances))
			}
			return
		}
		sys = sys.(model.Roomier).WithRoom()
	}
	t.Error("there is never enough room")
}

func TestChosenPositions(t *testing.T) {
	p := load(t, `
--! protocol chosen "chosen"
const TOP: 5;
type
  --! ordinal
  token: 0..TOP;
var a: token;
  b: token;
startstate begin a := 0; b := 0; end;
ruleset t: token do rule "Take" t != 0 ==> begin b := a; a := t; end; end;
`, Options{})
	m := p.NewMachine()
	out := expandFirst(t, p) // of 0, 0
	s := slices.Clone(out.States[:p.Words()])
	out.Reset()
	m.Expand(s, out) // of 1, 0
	var got [][]int64
	for i, id := range out.Instances {
		var w [maxWords]uint64
		copy(w[:], out.States[i*p.Words():][:p.Words()])
		vals := make([]int64, 2)
		p.main.layout.unpack(&w, vals)
		got = append(got, append(p.Instance(id).Args, vals...))
	}
	// Position, then the successor: below the live value, it, and above it.
	want := [][]int64{{1, 1, 2}, {2, 1, 1}, {3, 2, 1}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTransitionsAllocateNothing(t *testing.T) {
	for _, opt := range []Options{{}, {Symmetry: Off}, {Symmetry: Off, limits: general}} {
		p := load(t, lease, opt)
		m := p.NewMachine()
		out := model.Successors{CoverStmts: make([]bool, p.CoverStmts())}
		m.Starts(&out)
		s := slices.Clone(out.States)
		var ev model.Evaluation
		m.Evaluate(s, &ev)
		if n := testing.AllocsPerRun(100, func() { out.Reset(); m.Expand(s, &out); m.Evaluate(s, &ev) }); n != 0 {
			t.Errorf("%v allocations per state with %+v", n, opt)
		}
	}
}

func TestErrorsOfCompilationHaveAPlace(t *testing.T) {
	fsys := fstest.MapFS{"m.murphi": {Data: []byte(`
type wide: -9223372036854775807 - 1 .. 0;
var x: 0..1;
startstate begin x := 0; end;
rule true ==> var l: wide; begin l := 0; end;`)}}
	_, diags := Load(fsys, "m.murphi", Options{})
	if !diags.HasErrors() {
		t.Error("a local variable whose range has no room for undefined is accepted")
	}
}
