package specs

import (
	"strings"
	"testing"
)

// TestExpected reads expected.yaml; what it holds is checked by the tests of
// the command line, row by row.
func TestExpected(t *testing.T) {
	all, err := Expected()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range all {
		if len(m.Rows) == 0 {
			t.Errorf("%s has no rows", m.Name)
		}
		for i, x := range m.Rows {
			if x.Verdict != "safe" && x.Verdict != "unsafe" {
				t.Errorf("%s, row %d: verdict must be safe or unsafe, not %q", m.Name, i+1, x.Verdict)
			}
		}
	}
}

// TestRowsAreReadStrictly: mistakes in expected.yaml are told, with their
// place.
func TestRowsAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		"x:\n  - {faults: none, verdict: safe, colour: red}": "expected.yaml: line 2: field colour not found",
		"x:\n  - {verdict: safe}\nx:\n  - {verdict: safe}":   `expected.yaml: line 3: mapping key "x" already defined at line 1`,
		"y:\n  - {verdict: safe}":                            `the catalogue has no protocol "y"`,
		"x:\n  - {states: many}":                             "expected.yaml: line 2: cannot unmarshal",
		"x:\n  - {":                                          "expected.yaml: line 2",
	} {
		if _, err := decodeRows(text, []Entry{{Name: "x"}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestRowsOfAProtocol: the rows that lists are made of.
func TestRowsOfAProtocol(t *testing.T) {
	m := Measured{Entry{Faults: "jump=1"}, []Expect{
		{Verdict: "unsafe", States: 1},
		{Faults: "none", Verdict: "unsafe", States: 2},
		{Faults: "pause", Verdict: "unsafe", States: 3},
		{Faults: "delay=2", Verdict: "unsafe", States: 4},
		{Faults: "loss", Verdict: "safe", States: 5},
		{Faults: "loss", Params: map[string]string{"guard": "none"}, Verdict: "unsafe", States: 6},
		{Faults: "crash", Properties: []string{"p"}, Verdict: "unsafe", States: 7},
		{Faults: "pause,restart", Verdict: "unsafe", States: 8},
		{Params: map[string]string{"clients": "3", "guard": "none"}, States: 9},
		{Params: map[string]string{"clients": "3", "nodes": "3"}, States: 10},
	}}
	if got := strings.Join(m.BrokenBy(), " "); got != "jump pause delay" {
		t.Errorf("broken by %s", got)
	}
	if !m.NeedsNoFault() || (Measured{Entry{Faults: "none"}, []Expect{{Verdict: "safe"}, {Faults: "pause", Verdict: "unsafe"}}}).NeedsNoFault() {
		t.Error("who needs no fault is not told from who does")
	}
	if got := m.Default().States; got != 1 {
		t.Errorf("the default row is that of %d states", got)
	}
	if got := m.WithClients("3").States; got != 10 {
		t.Errorf("the row with 3 clients is that of %d states", got)
	}
	if got := m.WithClients("4").States; got != 0 {
		t.Errorf("there is no row with 4 clients, not that of %d states", got)
	}
}
