package checker

import (
	"fmt"
	"slices"
	"testing"

	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// ring is a client that goes round, a light that nobody needs, and a switch: the
// end is reached when a client is inside while the switch is on.
const ring = `
--! protocol ring "Ring"
type client: scalarset(2); phase_t: enum { out, at_door, inside };
var at: array [client] of phase_t; light, power: boolean; rounds: 0..9;
startstate begin light := false; power := false; rounds := 0; for c: client do at[c] := out; end; end;
ruleset c: client do
  rule "Come" --! line C1
    at[c] = out ==> begin at[c] := at_door; end;
  rule "Enter" --! line C2
    at[c] = at_door ==> begin at[c] := inside; end;
  rule "Leave" --! line C3
    at[c] = inside & rounds < 9 ==> begin at[c] := out; rounds := rounds + 1; end;
end;
rule "Blink" true ==> begin light := !light; end;
rule "Switch" !power ==> begin power := true; end;
invariant "dark" !(power & exists c: client do at[c] = inside end);
`

// What is called idle is idle: the rest of the run ends in the same violation.
// Of a random walk whole rounds can be spared, and what nobody needs.
func TestIdleStepsCanBeSpared(t *testing.T) {
	r, _ := walked(t, ring, Options{}, WalkOptions{Seed: 5, Runs: 40, Steps: 60})
	tr := r.Properties[0].Trace
	if tr == nil {
		t.Fatal("no walk got there")
	}
	m, diags := murphi.Parse(&murphi.Source{Name: "model", Text: ring})
	if diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...); diags.HasErrors() {
		t.Fatal(diags)
	}
	var steps []naive.Step
	var names []string
	for i, inst := range tr.Instances {
		if !slices.Contains(tr.Idle, i+1) {
			steps = append(steps, naive.Step(inst))
			names = append(names, tr.Steps[i].Rule)
		}
	}
	run, err := naive.Replay(m, naive.Step{}, steps, true)
	if err != nil {
		t.Fatal(err)
	}
	if _, bad := run.Why(m.Properties[0]); !bad {
		t.Errorf("without %v the run ends well", tr.Idle)
	}
	slices.Sort(names)
	if got := fmt.Sprint(names); got != "[Come Enter Switch]" {
		t.Errorf("of %d steps these cannot be spared: %s", len(tr.Steps), got)
	}
}
