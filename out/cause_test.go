package out

import (
	"fmt"
	"testing"

	"lockcheck/checker"
)

func TestCausesAreChainsOfTurningPoints(t *testing.T) {
	c := causeOf(race())
	if got, want := fmt.Sprint(c.chains()), "[[1 4 5 8 11] [3 4]]"; got != want {
		t.Errorf("chains %s, want %s", got, want)
	}
	// That the pause (3) leads to the end by another way too is left out.
	// Without flows nothing is known but that the end is the end.
	if got := causeOf(&checker.Trace{Steps: make([]checker.Step, 2)}).chains(); got != nil {
		t.Errorf("chains %v of a trace without flows", got)
	}
}
