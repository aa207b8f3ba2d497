package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// Which of the shortest violating runs is shown, one rule of the order at a
// time. Every model is also checked by the interpreter, which must agree.
func TestWhichTraceIsShown(t *testing.T) {
	for _, tt := range []struct {
		name, model string
		want        string
	}{
		{"fewest faults, though the steps are larger", `--! protocol p "p"
var a: 0..2;
startstate begin a := 0; end;
rule "Fault" --! fault pause
  a = 0 ==> begin a := 1; end;
rule "Step" a < 2 ==> begin a := a + 1; end;
invariant "low" a < 2;
`, "Step Step"},
		{"of two ways of the same actor the one with fewer faults later", `--! protocol p "p"
var a: 0..5;
startstate begin a := 0; end;
rule "Left" a = 0 ==> begin a := 1; end;
rule "Right" a = 0 ==> begin a := 2; end;
rule "Crash" --! fault crash
  a = 1 ==> begin a := 3; end;
rule "Step" a = 2 ==> begin a := 4; end;
rule "Last" a = 3 | a = 4 ==> begin a := 5; end;
invariant "low" a < 5;
`, "Right Step Last"},
		{"the same, in the other order of the rules", `--! protocol p "p"
var a: 0..5;
startstate begin a := 0; end;
rule "Left" a = 0 ==> begin a := 2; end;
rule "Right" a = 0 ==> begin a := 1; end;
rule "Crash" --! fault crash
  a = 1 ==> begin a := 3; end;
rule "Step" a = 2 ==> begin a := 4; end;
rule "Last" a = 3 | a = 4 ==> begin a := 5; end;
invariant "low" a < 5;
`, "Left Step Last"},
		{"fewest changes of actor, though the steps are larger", `
type client: scalarset(2);
var count: array [client] of 0..2; sum: 0..4;
startstate begin for c: client do count[c] := 0; end; sum := 0; end;
ruleset c: client do
  rule "A" count[c] = 0 ==> begin count[c] := 1; sum := sum + 1; end;
  rule "B" count[c] = 1 ==> begin count[c] := 2; sum := sum + 1; end;
end;
invariant "low" sum < 4;
`, "A(0) B(0) A(1) B(1)"},
		{"actors of two types are different, even with the same number", `
type client: scalarset(2); place: scalarset(2);
var a: 0..3;
startstate begin a := 0; end;
ruleset p: place do rule "Move" a = 1 ==> begin a := 2; end; end;
ruleset c: client do
  rule "Ask" a = 0 ==> begin a := 1; end;
  rule "Beg" a = 1 ==> begin a := 2; end;
  rule "End" a = 2 ==> begin a := 3; end;
end;
invariant "low" a < 3;
`, "Ask(0) Beg(0) End(0)"},
		{"the environment is an actor", `
type client: scalarset(2);
var a: 0..3;
startstate begin a := 0; end;
rule "Tick" a = 1 ==> begin a := 2; end;
ruleset c: client do
  rule "Ask" a = 0 ==> begin a := 1; end;
  rule "Beg" a = 1 ==> begin a := 2; end;
  rule "End" a = 2 ==> begin a := 3; end;
end;
invariant "low" a < 3;
`, "Ask(0) Beg(0) End(0)"},
		{"the smallest start state before the smallest steps", `
type colour: enum { red, green };
var a: 0..2; c: colour;
ruleset k: colour do startstate begin a := 0; c := k; end; end;
rule "First" c = green & a < 2 ==> begin a := a + 1; end;
rule "Second" c = red & a < 2 ==> begin a := a + 1; end;
invariant "low" a < 2;
`, "Second Second"},
		{"the last step may fail, and counts", `
type small: 0..1;
var a: small; b: 0..2;
startstate begin a := 0; b := 0; end;
rule "Up" b < 2 ==> begin b := b + 1; end;
rule "Over" a + b > 1 ==> begin a := b; end;
`, "Up Up Over"},
		{"a guard that fails belongs to the state before", `
var a: 0..2; b: 0..2;
startstate begin a := 0; b := 2; end;
rule "Up" a < 2 ==> begin a := a + 1; b := b - 1; end;
rule "Divide" a / b = 2 ==> begin end;
`, "Up Up"},
		{"values keep their names through renamings", `
type client: scalarset(3);
var next: array [client] of client; got: array [client] of boolean; turns: 0..3; at: client;
ruleset x: client; y: client; z: client do
  startstate begin
    for c: client do got[c] := false; end;
    if x != y & y != z & x != z then next[x] := y; next[y] := z; next[z] := x;
    else next[x] := x; next[y] := y; next[z] := z; end;
    turns := 0; at := x;
  end;
end;
ruleset c: client do
  rule "Pass" at = c & turns < 3 & !isundefined(next[c]) ==>
  begin at := next[c]; got[c] := true; turns := turns + 1; end;
end;
invariant "not all" !forall c: client do got[c] end;
`, "Pass(0) Pass(1) Pass(2)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			fsys := fstest.MapFS{"m.murphi": {Data: []byte(tt.model)}}
			for _, reduced := range []bool{false, true} {
				r := compareEngines(t, fsys, "m.murphi", vm.Options{}, reduced, limits{})
				if r == nil {
					t.Fatal("the model is refused")
				}
				if got := strings.Join(shown(r), "; "); got != tt.want {
					t.Errorf("reduced %v: got %q, want %q", reduced, got, tt.want)
				}
			}
		})
	}
}

// shown writes the traces of all violated properties, without empty brackets.
func shown(f *found) []string {
	var all []string
	for _, p := range f.Properties {
		if p.Steps == nil {
			continue
		}
		text := strings.Join(p.Steps, " ")
		all = append(all, strings.NewReplacer("[]", "", "[", "(", "]", ")").Replace(text))
	}
	return all
}

// When everything is violated the search ends with that level: there is
// nothing left that the rest of the states could tell.
func TestSearchEndsWhenAllIsViolated(t *testing.T) {
	const text = `
var a: 0..9; b: 0..9;
startstate begin a := 0; b := 0; end;
rule "A" a < 9 ==> begin a := a + 1; end;
rule "B" b < 9 ==> begin b := b + 1; end;
rule "Fail" a = 3 ==> begin b := 10; end;
invariant "low" b < 2;
`
	r := compareEngines(t, fstest.MapFS{"m.murphi": {Data: []byte(text)}}, "m.murphi", vm.Options{}, true, limits{})
	// Levels 0 to 4 hold 1 + 2 + 3 + 4 + 5 states.
	if d := cmp.Diff([]int{15, 4}, []int{r.States, r.Depth}); d != "" {
		t.Error(fmt.Sprint("states and depth: ", d))
	}
}

// A fault is no way out: it need not come.
func TestLivenessByStepsThatAreNoFaults(t *testing.T) {
	const text = `
var a: 0..2;
startstate begin a := 0; end;
rule "Work" a < 2 ==> begin a := a + 1; end;
rule "Reset" %s
  a = 2 ==> begin a := 0; end;
liveness "again" a = 0;
`
	for _, tt := range []struct{ head, ann, want string }{
		{"", "", ""},
		{"--! protocol p \"p\"\n", "", ""},
		{"--! protocol p \"p\"\n", "--! fault reap", "Work"},
	} {
		fsys := fstest.MapFS{"m.murphi": {Data: fmt.Appendf(nil, tt.head+text, tt.ann)}}
		r := compareEngines(t, fsys, "m.murphi", vm.Options{}, true, limits{})
		if r == nil {
			t.Fatal("the model is refused")
		}
		if got := strings.Join(shown(r), "; "); got != tt.want {
			t.Errorf("head %q, annotation %q: got %q, want %q", tt.head, tt.ann, got, tt.want)
		}
	}
}

// What one property can reach is found out to the end, also where nothing can
// reach what another one wants.
func TestLivenessOfSeveralProperties(t *testing.T) {
	const text = `
var a: 0..9;
startstate begin a := 0; end;
rule "Up" a < 9 ==> begin a := a + 1; end;
rule "Down" a > 0 ==> begin a := a - 1; end;
liveness "home" a = 0;
liveness "never" a = 10;
`
	r := compareEngines(t, fstest.MapFS{"m.murphi": {Data: []byte(text)}}, "m.murphi", vm.Options{}, true, limits{})
	for i, want := range []checker.Decision{checker.Holds, checker.Violated} {
		if p := r.Properties[i]; p.Decision != int(want) {
			t.Errorf("%s: got %d, want %d", p.Name, p.Decision, want)
		}
	}
}

// Stuttering means the very same state, not one that looks the same: here the
// token goes round without end.
func TestStutteringIsNotSymmetry(t *testing.T) {
	const ring = `
type client: scalarset(2);
var at: client;
ruleset c: client do startstate begin at := c; end; end;
ruleset c: client do rule "Pass" at != c ==> begin at := c; end; end;
rule "Rest" true ==> begin end;
rule "Stop" %s ==> begin undefine at; end;
`
	for _, tt := range []struct{ stop, want string }{
		{"false", ""},
		{"!isundefined(at)", "Stop"},
	} {
		fsys := fstest.MapFS{"m.murphi": {Data: fmt.Appendf(nil, ring, tt.stop)}}
		for _, kind := range []checker.Deadlock{checker.DeadlockStuttering, checker.DeadlockStuck} {
			want := tt.want
			if kind == checker.DeadlockStuck {
				want = "" // Rest is enabled everywhere
			}
			r := compareEngines(t, fsys, "m.murphi", vm.Options{}, true, limits{deadlock: kind})
			if r == nil {
				t.Fatal("the model is refused")
			}
			deadlock := slices.DeleteFunc(r.Properties, func(p foundProperty) bool { return p.Kind != "deadlock" })
			if got := strings.Join(shown(&found{Properties: deadlock}), "; "); got != want {
				t.Errorf("stop if %s, %s: got %q, want %q", tt.stop, kind, got, want)
			}
		}
	}
}
