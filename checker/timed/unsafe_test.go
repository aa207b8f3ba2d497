package timed

import (
	"testing"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// TestUnsafeByTheLastStep: a step that fails leads nowhere, so it may be the
// last thing that a search comes across.
func TestUnsafeByTheLastStep(t *testing.T) {
	const text = `--! protocol p "p"
--! duration WAIT 5s "before it"
const TIMED: false;  --! timing
var done: boolean;
startstate begin done := false; end;
rule "It"  --! delay [WAIT, WAIT]
  !done ==> begin done := true; assert !done "never"; end;
`
	p, ds := vm.Load(fstest.MapFS{"m": {Data: []byte(text)}}, "m", vm.Options{Bounded: true})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true})
	unsafe, limit, err := g.Unsafe(t.Context(), p.Settings.Delay)
	if !unsafe || limit != nil || err != nil {
		t.Errorf("unsafe %t, %v, %v", unsafe, limit, err)
	}
}
