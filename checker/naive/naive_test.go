package naive

import (
	"testing"

	"lockcheck/model/murphi"
)

// load returns a checked model.
func load(t *testing.T, text string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Parse(&murphi.Source{Name: "model", Text: text})
	if !diags.HasErrors() {
		diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
	}
	if diags.HasErrors() {
		t.Fatalf("the model is wrong: %v", diags)
	}
	return m
}

func TestQuick(t *testing.T) {
	m := load(t, `
type s: scalarset(3); var x: array [s] of 0..2;
startstate begin for i: s do x[i] := 0; end; end;
ruleset i: s do rule "r" x[i] < 2 ==> begin x[i] := x[i] + 1; end; end;
invariant "i" exists i: s do x[i] < 2 end;
`)
	o := Check(m, Options{})
	t.Logf("%+v %+v", o, o.Properties[0].Trace)
	o = Check(m, Options{Symmetry: true, Deadlock: DeadlockStuck})
	t.Logf("%+v", o)
}
