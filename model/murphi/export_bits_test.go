package murphi

import (
	"strings"
	"testing"
)

func TestExportWritesWhatRumurTakesForBitwise(t *testing.T) {
	m, got := checked(t, "type small: 0..7;\nvar x: small; y: 0..7;\nstartstate begin x := 0; y := 0; end;\nrule (x & 1) = 0 ==> begin x := x | 1; y := y & 3; end;")
	if len(got) > 0 {
		t.Fatal(got)
	}
	before := Print(m)
	text := Export(m, ExportOptions{})
	for _, want := range []string{"x + 0 & 1 = 0", "x + 0 | 1", "y & 3"} {
		if !strings.Contains(strings.NewReplacer("(", "", ")", "").Replace(text), want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	if Print(m) != before {
		t.Errorf("the model changed:\n%s", Print(m))
	}
}

func TestExportWritesOverriddenConstants(t *testing.T) {
	m, _ := Parse(&Source{Name: "m", Text: "const TOP: 7; LATE: false;\nvar x: 0..TOP;\nstartstate begin x := 0; end;\nrule LATE ==> begin x := TOP; end;"})
	if diags := Check(m, CheckOptions{Consts: map[string]int64{"TOP": 3, "LATE": 1}}); len(diags) > 0 {
		t.Fatal(diags)
	}
	if text := Export(m, ExportOptions{}); !strings.Contains(text, "TOP: 3;") || !strings.Contains(text, "LATE: true;") {
		t.Errorf("got\n%s", text)
	}
	if got := Check(m, CheckOptions{Consts: map[string]int64{"TPO": 3}}); len(got) != 1 || !strings.Contains(got[0].String(), "the model has no constant TPO (did you mean TOP?)") {
		t.Errorf("got %v", got)
	}
	if got := Check(m, CheckOptions{Consts: map[string]int64{"LATE": 2}}); len(got) != 1 || !strings.Contains(got[0].String(), "2 is no value of constant LATE") {
		t.Errorf("got %v", got)
	}
}
