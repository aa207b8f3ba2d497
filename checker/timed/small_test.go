package timed

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// TestSmallModels: what is violated and reached in models of one rule or two,
// and by how many steps.
func TestSmallModels(t *testing.T) {
	for _, tt := range []struct {
		what, text string
		want       map[string]int
	}{
		{"a condition that fails is false, and a run-time error", `
type id: 1..2;
var x: id; done: boolean;
startstate begin undefine x; done := false; end;
--! delay [1s, 1s] while x = 1
rule "It" !done ==> begin done := true; end;
cover "done" done;
`, map[string]int{"no-run-time-error": 0}},
		{"a step that an assume drops covers what it comes to before, if its clock runs", `
var a: boolean;
startstate begin a := false; end;
--! delay [1s, 2s] while !a
rule "Runs" !a ==> begin cover true "runs"; assume a; end;
--! delay [1s, 2s]
rule "Waits" !a ==> begin cover true "waits"; assume a; end;
--! delay [0s, 2s]
rule "Early" !a ==> begin cover true "early"; assume a; end;
`, map[string]int{"cover runs": 1, "cover early": 1}},
		{"what a dropped step covers is its own, not the next one's", `
var a, b: boolean;
startstate begin a := false; b := false; end;
--! delay [9s, 9s]
rule "Dropped" !a ==> begin cover true "dropped"; a := true; end;
--! delay [5s, 5s]
rule "Late" !b ==> begin cover true "late"; b := true; end;
assume "not a" !a;
`, map[string]int{"cover late": 1}},
	} {
		p := loadText(t, tt.text)
		r, err := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true}).Check(t.Context(), p.Settings.Delay)
		if err != nil {
			t.Errorf("%s: %v", tt.what, err)
			continue
		}
		if got := timedAnswer(r); !maps.Equal(got, tt.want) {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
		if r.Transitions > 2 {
			t.Errorf("%s: %d transitions", tt.what, r.Transitions)
		}
	}
}

// TestDelaysTooFarApart: no unit has both years and nanoseconds in it.
func TestDelaysTooFarApart(t *testing.T) {
	const text = `
var a: boolean;
startstate begin a := false; end;
--! delay [1ns, 2562047h]
rule "It" !a ==> begin a := true; end;
`
	p, ds := vm.Load(fstest.MapFS{"m": {Data: []byte(text)}}, "m", vm.Options{Bounded: true})
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	_, err := NewGraph(p, checker.Options{Tree: p.Tree}).Check(t.Context(), p.Settings.Delay)
	if err == nil || !strings.Contains(err.Error(), "the delays, in ns,") {
		t.Errorf("got %v", err)
	}
}

// loadText compiles a model that is written here.
func loadText(t *testing.T, text string) *vm.Program {
	t.Helper()
	p, ds := vm.Load(fstest.MapFS{"m": {Data: []byte(text)}}, "m", vm.Options{Bounded: true})
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	return p
}
