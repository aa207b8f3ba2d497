package checker

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

// walked simulates a model that is written out, and tells what was met.
func walked(t *testing.T, text string, opt Options, w WalkOptions) (*Result, *Walks) {
	t.Helper()
	m, diags := murphi.Parse(&murphi.Source{Name: "model", Text: text})
	if !diags.HasErrors() {
		diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	program, err := vm.Compile(m, vm.Options{Symmetry: vm.Off})
	if err != nil {
		t.Fatal(err)
	}
	opt.Tree, opt.Ranks = m, true
	r, walks, err := Simulate(context.Background(), program, opt, w)
	if err != nil {
		t.Fatal(err)
	}
	return r, walks
}

func hits(all []Hit) string {
	var words []string
	for _, h := range all {
		if h.Runs == 0 {
			h.First = -1
		}
		words = append(words, fmt.Sprintf("%s %d@%d", h.Name, h.Runs, h.First))
	}
	return strings.Join(words, ", ")
}

// Each possible step is as likely as the others, whatever rule it is of.
func TestEachPossibleStepIsEquallyLikely(t *testing.T) {
	_, walks := walked(t, `
var x: 0..9;
startstate begin x := 0; end;
rule "one" x = 0 ==> begin x := 1; end;
ruleset i: 2..4 do rule "many" x = 0 ==> begin x := i; end; end;
cover "1" x = 1; cover "2" x = 2; cover "3" x = 3; cover "4" x = 4; cover "5" x = 5;
`, Options{}, WalkOptions{Seed: 7, Runs: 4000, Steps: 10})
	for i, h := range walks.Covered {
		if i == 4 && h.Runs != 0 || i < 4 && (h.Runs < 900 || h.Runs > 1100 || h.First != 1) {
			t.Errorf("%s is met in %d of 4000 walks, first after %d", h.Name, h.Runs, h.First)
		}
	}
	if walks.Runs != 4000 || walks.Ended != 4000 || walks.Distinct != 4 {
		t.Errorf("got %+v", walks)
	}
}

func TestWhatWalksMeet(t *testing.T) {
	for _, row := range []struct{ name, text, want, trace string }{
		{"an invariant, after the fewest steps of all walks", `
var x: 0..9; y: boolean;
startstate begin x := 0; y := false; end;
rule "up" x < 9 ==> begin x := x + 1; end;
rule "idle" !y ==> begin y := true; cover y "idled"; end;
invariant "low" x < 3;`, "low 100@3, no-run-time-error 0@-1; idled 100@1; 100 ended", "up up up"},
		{"a step that fails", `
var x: 0..9;
startstate begin x := 0; end;
rule "up" x < 2 ==> begin x := x + 1; end;
rule "fail" x = 2 ==> begin assert false "never"; end;`, "never 100@3, no-run-time-error 0@-1; ; 100 ended", "up up fail"},
		{"a guard that fails", `
var x: 0..9;
startstate begin x := 0; end;
rule "up" x < 2 ==> begin x := x + 1; end;
rule "odd" 1 / (1 - x) = 5 ==> begin end;`, "no-run-time-error 100@1; ; 100 ended", "up"},
		{"liveness is left open", `
var x: 0..9;
startstate begin x := 0; end;
rule "up" x < 5 ==> begin x := x + 1; end;
liveness "back" x = 0;`, "no-run-time-error 0@-1; ; 100 ended", ""},
		{"a walk that never ends is cut", `
var x: boolean;
startstate begin x := false; end;
rule "flip" begin x := !x; end;
invariant "even" !x;`, "even 100@1, no-run-time-error 0@-1; ; 0 ended", "flip"},
		{"what an assume drops is not possible", `
var x: 0..9;
startstate begin x := 0; end;
rule "up" begin x := x + 1; end;
assume x < 2;
invariant "low" x < 1;`, "low 100@1, no-run-time-error 0@-1; ; 100 ended", "up"},
		{"tokens are minted without end", `
type token: 0..3;  --! ordinal
var x, y: token;
startstate begin x := 0; y := 0; end;
rule "keep" begin y := x; end;
rule "mint" begin x := x + 1; end;
cover "apart" x != y;`, "no-run-time-error 0@-1; apart 100@1; 0 ended", ""},
	} {
		t.Run(row.name, func(t *testing.T) {
			r, walks := walked(t, row.text, Options{}, WalkOptions{Seed: 1, Runs: 100, Steps: 40})
			got := fmt.Sprintf("%s; %s; %d ended", hits(walks.Violated), hits(walks.Covered), walks.Ended)
			if got != row.want {
				t.Errorf("got %s, want %s", got, row.want)
			}
			trace := ""
			for _, p := range r.Properties {
				if p.Trace == nil {
					if p.Decision != Undecided {
						t.Errorf("%s is %s", p.Name, p.Decision)
					}
					continue
				}
				var steps []string
				for _, s := range p.Trace.Steps {
					steps = append(steps, s.Rule)
				}
				trace += strings.Join(steps, " ")
			}
			if trace != row.trace {
				t.Errorf("the trace is %q, want %q", trace, row.trace)
			}
			if verdict := map[bool]Verdict{true: Unsafe, false: Incomplete}[trace != ""]; r.Verdict != verdict {
				t.Errorf("the verdict is %s", r.Verdict)
			}
		})
	}
}

// The same seed makes the same walks; another one makes others.
func TestTheSeedDecides(t *testing.T) {
	program, diags := vm.Load(os.DirFS("../specs"), "lease.murphi", vm.Options{Symmetry: vm.Off})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	walk := func(seed uint64) string {
		r, w, err := Simulate(context.Background(), program, Options{Tree: program.Tree, Ranks: true}, WalkOptions{Seed: seed, Runs: 200, Steps: 30})
		if err != nil {
			t.Fatal(err)
		}
		text := hits(w.Violated) + hits(w.Covered) + fmt.Sprint(w.Distinct)
		for _, p := range r.Properties {
			if p.Trace != nil {
				text += fmt.Sprint(p.Trace.Instances)
			}
		}
		return text
	}
	first := walk(1)
	if walk(1) != first {
		t.Error("the same seed makes other walks")
	}
	if walk(2) == first {
		t.Error("another seed makes the same walks")
	}
}

// A deadlock is met where one is asked for.
func TestWalksIntoADeadlock(t *testing.T) {
	const text = `
var x: 0..9;
startstate begin x := 0; end;
rule "up" x < 2 ==> begin x := x + 1; end;
rule "break" --! fault crash
  true ==> begin end;`
	for kind, want := range map[Deadlock]Verdict{DeadlockOff: Incomplete, DeadlockStuck: Unsafe} {
		if r, _ := walked(t, text, Options{Deadlock: kind}, WalkOptions{Runs: 10, Steps: 30}); r.Verdict != want {
			t.Errorf("%s: got %s", kind, r.Verdict)
		}
	}
}
