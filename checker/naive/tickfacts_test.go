package naive

import (
	"fmt"
	"math/big"
	"os"
	"testing"

	"lockcheck/model/murphi"
)

// Without bounds, time makes no difference.
func TestTicksWithoutBoundsAreTheSearch(t *testing.T) {
	for _, row := range []struct {
		spec   string
		params map[string]string
		faults string
	}{
		{"lease.murphi", map[string]string{"guard": "none", "rounds": "1"}, "default"},
		{"lease.murphi", map[string]string{"guard": "reject-lower", "rounds": "0"}, "default"},
		{"ttl.murphi", map[string]string{"guard": "none"}, "none"},
	} {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			m, diags := murphi.Load(os.DirFS("../../specs"), row.spec)
			faults, err := murphi.ParseFaults(row.faults)
			if err != nil || diags.HasErrors() {
				t.Fatal(err, diags)
			}
			_, diags = murphi.Configure(m, murphi.Config{Params: row.params, Faults: faults})
			if !diags.HasErrors() {
				diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
			}
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			want := Check(m, Options{Ranks: true})
			r := bounds{}.check(t, NewTicks(m, true, nil))
			if want.Complete && (r.States != want.States || r.ModelStates != want.States) {
				t.Errorf("got %d timed states, %d model states, want %d", r.States, r.ModelStates, want.States)
			}
			var decided []Property
			for _, p := range want.Properties {
				if p.Trace = nil; p.Kind != "liveness" {
					decided = append(decided, p)
				}
			}
			if got, want := fmt.Sprint(r.Properties, r.Covers), fmt.Sprint(decided, want.Covers); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

// What a step or a state brings to light counts only if time lets it come.
func TestTicksFindFailures(t *testing.T) {
	const text = `
var n: 0..9; d: 0..9;
startstate begin n := 0; undefine d; end;
rule "Up" n < 3 ==> begin n := n + 1; end;
rule "End" n < 3 ==> begin n := 9; end;
rule "Assert" n < 3 ==> begin assert n != 2 "two"; end;
invariant "low" n < 3 | n = 9;
WHAT
`
	for _, row := range []struct {
		what, property string
		end            int64 // the last End
		want           int   // events to the violation, or -1
	}{
		{"", "low", 5, -1}, {"", "low", 6, 3},
		{"", "two", 3, -1}, {"", "two", 4, 3},
		{`rule "x" n = 2 & d = 0 ==> begin end;`, "no-run-time-error", 3, -1},
		{`rule "x" n = 2 & d = 0 ==> begin end;`, "no-run-time-error", 4, 2},
		{`rule "x" n = 2 ==> begin d := d; end;`, "no-run-time-error", 3, -1},
		{`rule "x" n = 2 ==> begin d := d; end;`, "no-run-time-error", 4, 3},
		{`invariant "x" n != 2 | d = 0;`, "no-run-time-error", 3, -1},
		{`invariant "x" n != 2 | d = 0;`, "no-run-time-error", 4, 2},
		{"rule \"x\" --! delay [0, 0] while n != 2 | d = 0\nfalse ==> begin end;", "no-run-time-error", 3, -1},
		{"rule \"x\" --! delay [0, 0] while n != 2 | d = 0\nfalse ==> begin end;", "no-run-time-error", 4, 2},
	} {
		t.Run(fmt.Sprint(row), func(t *testing.T) {
			r := bounds{"Up": {2, 2}, "End": {0, row.end}}.check(t, NewTicks(load(t, with(text, "WHAT", row.what)), false, nil))
			if got := r.violated(t, row.property); got != row.want {
				t.Errorf("got %d, want %d", got, row.want)
			}
		})
	}
}

func TestTicksSeeThatAModelIsUnsound(t *testing.T) {
	m := load(t, "var n: 0..9; startstate begin n := 3; end; rule begin n := 3; end; assume n < 3; invariant n < 9;")
	r, err := CheckTicks(m, TickOptions{Delay: bounds{}.delay, Tick: big.NewRat(1, 1)})
	if err != nil || !r.Unsound || r.ModelStates != 0 {
		t.Errorf("got %+v, %v", r, err)
	}
}

// A cover statement in a guard is reached by the next event, as in Check.
func TestTicksReachCoversInGuards(t *testing.T) {
	m := load(t, `
function f(): boolean; begin cover true "asked"; return false; end;
startstate begin end;
rule "r" f() ==> begin end;
`)
	r := bounds{"r": {3, 4}}.check(t, NewTicks(m, false, nil))
	if got, want := fmt.Sprint(r.Covers), fmt.Sprint(Check(m, Options{}).Covers); got != want || got != "[{asked true 1}]" {
		t.Errorf("got %s", got)
	}
}

// Only the invariants that are asked for are evaluated.
func TestTicksChooseProperties(t *testing.T) {
	m := load(t, `var n: 0..1; d: 0..9; startstate begin n := 0; undefine d; end; invariant "a" n = 0; invariant "b" d = 0; liveness "c" d = 0;`)
	r := bounds{}.check(t, NewTicks(m, false, []string{"a", "c"}))
	if got, want := fmt.Sprint(r.Properties), "[{a invariant 1 0 <nil>} {no-run-time-error run-time 1 0 <nil>}]"; got != want {
		t.Errorf("got %s", got)
	}
}
