package murphi

import (
	"strings"
	"testing"
)

// TestExport shows what becomes of a protocol in plain Murphi.
func TestExport(t *testing.T) {
	const model = `--! protocol p "P"
const
  N: 2;  --! param n 1..3 "clients"
type
  client: scalarset(N);  --! names A B C
var
  busy: array [client] of boolean;
startstate begin clear busy; end;
ruleset c: client do
  rule "Work"  --! line C1 say "{c} works -- hard"
    !busy[c] ==> begin busy[c] := true; cover "works" true; end;
  rule "Rest"
    busy[c] ==> begin busy[c] := false; end;
  rule "Crash"  --! fault crash
    busy[c] ==> begin busy[c] := false; end;
  rule "Pause"  --! fault pause
    busy[c] ==> begin busy[c] := true; end;
  cover "busy" busy[c];
end;
invariant "kept" true;
invariant "left" true;
liveness "idle" forall c: client do !busy[c] end;
`
	m, diags := Parse(&Source{Name: "m", Text: model})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	_, diags = Configure(m, Config{
		Params: map[string]string{"n": "3"},
		Faults: FaultSet{Mode: FaultsListed, List: []FaultBudget{{"pause", 2}}},
	})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if diags = Check(m, CheckOptions{}); diags.HasErrors() {
		t.Fatal(diags)
	}
	text := Export(m, ExportOptions{Properties: []string{"kept", "idle"}, WithoutCovers: true})
	for what, want := range map[string]string{
		"the chosen parameter":        "N: 3;",
		"the budget":                  "budget_pause: 0..2;",
		"the variable of liveness":    "calm: boolean;",
		"the step after which faults": "!calm ==>",
		"liveness without faults":     `liveness "idle" !calm | (forall`,
		"the fault that is off":       "false ==>",
		"the fault that is on":        "!calm & (budget_pause > 0",
		"the property that is kept":   `invariant "kept"`,
	} {
		if !strings.Contains(text, want) && !strings.Contains(text, strings.Replace(want, "(forall", "forall", 1)) {
			t.Errorf("%s is missing: %s", what, want)
		}
	}
	for _, gone := range []string{"--!", "cover", `"left"`} {
		if strings.Contains(text, gone) {
			t.Errorf("%s is still there", gone)
		}
	}
	if t.Failed() {
		t.Log(text)
	}
	again, diags := Parse(&Source{Name: "export", Text: text})
	if diags = append(diags, Check(again, CheckOptions{})...); diags.HasErrors() {
		t.Errorf("the export does not check: %v", diags)
	}
}
