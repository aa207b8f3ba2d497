package out

import (
	"strings"
	"testing"

	"lockcheck/checker"
)

// The table says what the model says, and marks a belief that is false.
func TestTheTableOfBeliefs(t *testing.T) {
	b := BeliefOf(race())
	if got, want := strings.Join(b.Table(6), "\n"), `              believes  holds  token
  c1          yes       no     1     believes what is not so
  c2          yes       yes    2`; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	alone := BeliefOf(&checker.Trace{Start: checker.State{Observed: []checker.Observation{{Func: "believes", Arg: "c1", Value: "true"}}}})
	if got, want := strings.Join(alone.Table(0), "\n"), "              believes\n  c1          yes"; got != want {
		t.Errorf("without an owner: got\n%s", got)
	}
	if got := BeliefOf(&checker.Trace{}).Table(0); got != nil {
		t.Errorf("of a plain model: got %q", got)
	}
}
