package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model/vm"
	"lockcheck/out"
)

// Nothing is left out of a folded graph: its nodes add up to the states that a
// check counts, and its edges to the transitions; so does the title.
func TestFoldedGraphsAreComplete(t *testing.T) {
	for _, target := range []string{
		"ttl", "lease --guard none", "lease --symmetry off", "lease --clients 3 --rounds 1 --ranks off", "zkqueue", "ttl --faults none",
	} {
		var check struct{ States, Transitions, Depth int }
		if err := json.Unmarshal([]byte(run(t, strings.Fields("check "+target+" --format json")...).out), &check); err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf(" of %s states, %s transitions, depth %d", out.Number(int64(check.States)), out.Number(int64(check.Transitions)), check.Depth)
		for _, what := range []string{"phases", "beliefs", "depth"} {
			got := run(t, strings.Fields("graph "+target+" --what "+what)...)
			title := regexp.MustCompile(`label="[^"]*"`).FindString(got.out)
			if got.exit != ExitOK || !strings.Contains(title, want) {
				t.Errorf("%s by %s: exit status %d, title %s, want %s", target, what, got.exit, title, want)
				continue
			}
			states := sum(t, got.out, `>([\d,]+) states?[,<]`)
			edges := sum(t, got.out, `(?:>|=<)[A-Z]\w*: ([\d,]+)<`)
			if d := cmp.Diff([]int{check.States, check.Transitions}, []int{states, edges}); d != "" {
				t.Errorf("%s by %s: states and transitions (-) and what is drawn (+): %s", target, what, d)
			}
		}
	}
}

// sum adds the numbers that a pattern finds.
func sum(t *testing.T, text, pattern string) int {
	total := 0
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		n, err := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
		if err != nil {
			t.Fatal(err)
		}
		total += n
	}
	return total
}

// The classes by beliefs and by phases are those that the interpreter finds,
// which prints its states and knows nothing of packed ones.
func TestFoldsAgreeWithTheInterpreter(t *testing.T) {
	for _, tt := range []struct{ target, faults, symmetry string }{
		{"lease", "default", "on"}, {"lease", "default", "off"}, {"ttl", "none", "on"}, {"ttl", "none", "off"},
	} {
		symmetry := tt.symmetry
		target, err := (&app{}).resolve(tt.target)
		if err != nil {
			t.Fatal(err)
		}
		q := &ask.Question{Timing: "any", Ranks: "on", Symmetry: symmetry, Faults: tt.faults}
		p, err := ask.Prepare(target, ask.Choices{Question: q, Params: map[string]string{"guard": "none"}}, io.Discard, false)
		if err != nil {
			t.Fatal(err)
		}
		space, err := explore(context.Background(), p, "beliefs")
		if err != nil {
			t.Fatal(err)
		}
		g, ok := naive.Explore(p.Model, naive.Options{Symmetry: symmetry == "on", Ranks: true}, 1000)
		if !ok {
			t.Fatal("too many states")
		}
		for name, fold := range map[string]folding{"beliefs": byBeliefs, "phases": byPhases} {
			look, err := fold(p, space.System.(*vm.Program))
			if err != nil {
				t.Fatal(err)
			}
			got, want := map[string]int{}, map[string]int{}
			for i := range space.Levels {
				got[fmt.Sprint(look(space, i))]++
			}
			for _, s := range g.States {
				a := beliefsOf(s.State.Observed, symmetry == "on")
				if name == "phases" {
					a = appearance{lines: phasesOfTwo(s.State, symmetry == "on")}
				}
				want[fmt.Sprint(a)]++
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Errorf("%s by %s, symmetry %s: the interpreter (-) and the machine (+): %s", tt.target, name, symmetry, d)
			}
		}
	}
}

// phasesOfTwo reads the phases of two clients from a printed state.
func phasesOfTwo(s naive.State, nameless bool) []string {
	var phases []string
	for _, v := range s.Vars {
		if strings.HasSuffix(v.Path, ".phase") {
			phases = append(phases, v.Value)
		}
	}
	a, b := phases[0], phases[1]
	switch {
	case !nameless:
		return []string{"A: " + a, "B: " + b}
	case a == b:
		return []string{"2 " + a}
	}
	return []string{"1 " + min(a, b), "1 " + max(a, b)}
}
