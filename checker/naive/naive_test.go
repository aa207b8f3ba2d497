package naive

import (
	"fmt"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// load returns a checked model.
func load(t *testing.T, text string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Parse(&murphi.Source{Name: "model", Text: text})
	if !diags.HasErrors() {
		diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
	}
	if diags.HasErrors() {
		t.Fatalf("the model is wrong: %v", diags)
	}
	return m
}

// property returns the outcome of a property.
func (o *Outcome) property(t *testing.T, name string) Property {
	t.Helper()
	for _, p := range o.Properties {
		if p.Name == name {
			return p
		}
	}
	t.Fatalf("there is no property %s", name)
	return Property{}
}

// told returns a trace in short: "Acquire(c1) Expire Acquire(c2)".
func told(t *testing.T, m *murphi.Model, trace *Trace, ranks bool) string {
	t.Helper()
	if trace == nil {
		return "no trace"
	}
	run, err := Replay(m, trace.Start, trace.Steps, ranks)
	if err != nil {
		t.Fatalf("the trace does not replay: %v", err)
	}
	var steps []string
	for _, s := range run.Steps {
		steps = append(steps, s.String())
	}
	return strings.Join(steps, " ")
}

func TestSymmetryCountsOrbits(t *testing.T) {
	m := load(t, `
type s: scalarset(3); u: scalarset(2);
var x: array [s] of 0..2; y: array [u] of array [s] of boolean;
startstate begin clear x; clear y; end;
ruleset i: s do rule "r" x[i] < 2 ==> begin x[i] := x[i] + 1; end; end;
ruleset i: s; j: u do rule "w" x[i] = 2 & !y[j][i] ==> begin y[j][i] := true; end; end;
`)
	plain, reduced := Check(m, Options{}), Check(m, Options{Symmetry: true})
	// Each of the three values of s has a counter, and at 2 one mark for each of
	// the two values of u: six states. Exchanging the values of u leaves four of
	// them as they are, so by Burnside's lemma there are
	//   ((6*6*6 + 3*6*6 + 2*6) + (4*4*4 + 3*4*6 + 2*4)) / 12 = 40 orbits.
	if plain.States != 216 || reduced.States != 40 {
		t.Errorf("got %d states and %d orbits, want 216 and 40", plain.States, reduced.States)
	}
	if plain.Depth != reduced.Depth {
		t.Errorf("depth %d becomes %d", plain.Depth, reduced.Depth)
	}
}

func TestAPlainModelMaySingleOutAScalarset(t *testing.T) {
	m := load(t, `
type s: scalarset(3);
var x: s;
startstate begin undefine x; end;
ruleset i: s do rule isundefined(x) ==> begin x := i; end; end;
rule begin clear x; end;
`)
	if o := Check(m, Options{Symmetry: true}); o.States != 4 {
		t.Errorf("clear takes the least value: got %d states, want 4", o.States)
	}
}

func TestALivenessPropertyPerValueTurnsSymmetryOff(t *testing.T) {
	m := load(t, `
type s: scalarset(2);
var x: s;
startstate begin undefine x; end;
ruleset i: s do
  rule "take" isundefined(x) ==> begin x := i; end;
  liveness "mine" isundefined(x) | x = i;
end;
`)
	o := Check(m, Options{Symmetry: true})
	if o.States != 3 {
		t.Errorf("got %d states, want 3", o.States)
	}
	if got := told(t, m, o.property(t, "mine").Trace, false); got != "take(s1)" {
		t.Errorf("got the trace %s", got)
	}
}

func TestDeadlock(t *testing.T) {
	const text = `
var x: 0..9;
startstate begin x := 1; end;
startstate begin x := 5; end;
rule "stay" x = 1 ==> begin end;
rule "on" x = 5 ==> begin x := 6; end;
rule "back" x = 6 ==> begin x := 5; end;
rule "drop" x = 5 ==> begin x := 9; end;
assume x != 9;
`
	for _, row := range []struct {
		text  string
		mode  Deadlock
		depth int // of the deadlock; -1: none
	}{
		{text, DeadlockStuck, -1},
		{text, DeadlockStuttering, 0},
		{`var x: 0..3; startstate begin x := 0; end; rule x < 2 ==> begin x := x + 1; end;`, DeadlockStuck, 2},
		// a step that an assume drops, or that fails, leads elsewhere
		{`var x: 0..3; startstate begin x := 0; end; rule begin x := 1; end; assume x = 0;`, DeadlockStuttering, -1},
		{`var x: 0..3; startstate begin x := 0; end; rule begin assume false; end;`, DeadlockStuck, -1},
		{`var x: 0..3; startstate begin x := 0; end; rule begin x := x - 1; end;`, DeadlockStuttering, -1},
		// swapping two clients is a step
		{`type s: scalarset(2); var x: s; ruleset i: s do startstate begin x := i; end;
		  rule x != i ==> begin x := i; end; end;`, DeadlockStuttering, -1},
		// faults help nobody
		{`var x: 0..3; startstate begin x := 0; end;
		  rule "f" --! fault loss
		    x < 3 ==> begin x := x + 1; end;
		  rule "g" x < 2 ==> begin x := x + 1; end;`, DeadlockStuck, 2},
	} {
		m := load(t, row.text)
		o := Check(m, Options{Symmetry: true, Deadlock: row.mode})
		p := o.property(t, "no-deadlock")
		if row.depth < 0 && p.Decision != Holds || row.depth >= 0 && (p.Decision != Violated || p.Depth != row.depth) {
			t.Errorf("%s\nmode %d: got %+v", row.text, row.mode, p)
		}
	}
}

func TestLivenessIsReachabilityWithoutFaults(t *testing.T) {
	m := load(t, `
var x: 0..3; up: boolean;
startstate begin x := 0; up := true; end;
rule "work" up ==> begin x := (x + 1) % 3; end;
rule "crash" --! fault crash
  x = 2 & up ==> begin up := false; end;
rule "restart" --! fault restart
  !up ==> begin up := true; end;
liveness "done" x = 0;
liveness "up" up | x = 1;
`)
	o := Check(m, Options{})
	for _, name := range []string{"done", "up"} {
		if got := told(t, m, o.property(t, name).Trace, false); got != "work work crash" {
			t.Errorf("%s: got the trace %q", name, got)
		}
	}
}

func TestLimits(t *testing.T) {
	m := load(t, `
var x: 0..9;
startstate begin x := 0; end;
rule x < 7 ==> begin x := x + 1; end;
invariant "small" x < 5;
`)
	depth := func(n int) *int { return &n }
	for _, row := range []struct {
		opt      Options
		states   int
		small    Decision
		complete bool
	}{
		{Options{}, 8, Violated, true},
		{Options{MaxStates: 3}, 4, Undecided, false},
		{Options{MaxStates: 5}, 6, Violated, false},
		{Options{MaxStates: 8}, 8, Violated, true},
		{Options{MaxDepth: depth(0)}, 1, Undecided, false},
		{Options{MaxDepth: depth(4)}, 5, Undecided, false},
		{Options{MaxDepth: depth(7)}, 8, Violated, true}, // there is nothing beyond
	} {
		o := Check(m, row.opt)
		if o.States != row.states || o.Properties[0].Decision != row.small || o.Complete != row.complete {
			t.Errorf("%+v: got %d states, decision %d, complete %v; want %+v", row.opt, o.States, o.Properties[0].Decision, o.Complete, row)
		}
		if p := o.property(t, "no-run-time-error"); (p.Decision == Holds) != row.complete {
			t.Errorf("%+v: no-run-time-error is %d", row.opt, p.Decision)
		}
	}
}

func TestCoversSayWhenTheyWereReached(t *testing.T) {
	m := load(t, `
var x: 0..9;
function f(): boolean; begin cover x = 2 "in a guard"; return true; end;
startstate begin x := 0; cover x = 0 "in a start state"; end;
rule "r" f() & x < 3 ==> begin x := x + 1; cover x = 2 "in a step"; end;
rule "dropped" x = 1 ==> begin cover true "in a dropped step"; assume false; end;
rule "failed" x = 1 ==> begin cover true "in a failed step"; x := -1; end;
rule "never" x = 7 ==> begin end;
cover "at top" x = 3;
cover "not" x = 4;
invariant "true" x != 9; -- so that the search goes on after the failure
`)
	o := Check(m, Options{})
	want := map[string]int{
		"at top": 3, "not": -1, "in a start state": 0, "in a guard": 3, "in a step": 2, "in a dropped step": 2, "in a failed step": 2,
	}
	for _, c := range o.Covers {
		if !c.Reached {
			c.Depth = -1
		}
		if c.Depth != want[c.Name] {
			t.Errorf("cover %s: got depth %d, want %d", c.Name, c.Depth, want[c.Name])
		}
	}
	if got := fmt.Sprint(o.Rules); got != "[{r 3 3} {dropped 1 0} {failed 1 0} {never 0 0}]" || o.Transitions != 5 {
		t.Errorf("got the coverage %s and %d transitions", got, o.Transitions)
	}
}
