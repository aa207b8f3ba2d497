package out

import (
	"bytes"
	"fmt"
	"strings"
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

func TestTextFoldsWhatCanBeSpared(t *testing.T) {
	r := unsafe()
	explained(r.Result).Trace.Idle = []int{2, 5, 6, 7, 9, 10}
	var b bytes.Buffer
	if err := Text(&b, r, TextOptions{}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{"... 3 steps that can be spared (5-7)", "... 2 steps that can be spared (9-10)", "... 1 step that can be spared (2)"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if strings.Contains(text, "C1 Acquire c2") || strings.Contains(text, "Resume") {
		t.Errorf("a step that can be spared is shown:\n%s", text)
	}
	b.Reset()
	if err := Text(&b, r, TextOptions{Full: true}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "Resume") {
		t.Errorf("--full leaves a step out:\n%s", b.String())
	}
}

// A run of 1,000 steps each of which depends on the ten before it has very many
// ways from its beginning to its end; none of them is walked by itself.
func TestCausesOfALongRun(t *testing.T) {
	const n = 1000
	tr := &checker.Trace{Steps: make([]checker.Step, n)}
	for to := 2; to <= n; to++ {
		for from := max(1, to-10); from < to; from++ {
			tr.Flows = append(tr.Flows, checker.Flow{From: from, To: to})
		}
	}
	for i := range tr.Steps {
		tr.Steps[i].Fault = "pause"
	}
	c := causeOf(tr)
	if len(c.points) != n || len(c.links) != n-1 || len(c.flows) != n-1 || len(c.chains()) != 1 {
		t.Errorf("%d points, %d links, %d flows", len(c.points), len(c.links), len(c.flows))
	}
}
