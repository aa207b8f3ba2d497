package murphi

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// language reads the reference of the language.
func language(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../LANGUAGE.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestTheReferenceKnowsEveryWord: LANGUAGE.md names every keyword, annotation
// and kind of fault.
func TestTheReferenceKnowsEveryWord(t *testing.T) {
	text := language(t)
	for key := range annotationKeys {
		if !strings.Contains(text, "`"+key+" ") && !strings.Contains(text, "`"+key+"`") {
			t.Errorf("annotation %s is missing", key)
		}
	}
	for _, kind := range FaultKinds {
		if !strings.Contains(text, "`"+kind+"`") {
			t.Errorf("fault %s is missing", kind)
		}
	}
	_, rest, _ := strings.Cut(text, "Keywords: `")
	list, _, _ := strings.Cut(rest, "`")
	listed := strings.Fields(list)
	for word := range keywords {
		if word != "real" && word != "union" && !slices.Contains(listed, word) { // those are refused
			t.Errorf("keyword %s is missing", word)
		}
	}
	for _, word := range listed {
		if _, known := keywords[word]; !known {
			t.Errorf("%s is no keyword", word)
		}
	}
}

// TestTheReferenceShowsModels: every piece of code in LANGUAGE.md is right,
// given what stands around it here.
func TestTheReferenceShowsModels(t *testing.T) {
	const start = "startstate begin end; rule true ==> begin end;"
	around := []struct{ before, after string }{
		{"", ""},
		{`const N: 2; type client: scalarset(2); phase: enum { idle, busy };
var at: array [client] of phase; full: array [0..N] of boolean;
startstate begin for c: client do at[c] := idle; end; end; rule `, " ==> begin end;"},
		{"", start},
		{"var i: 0..1; a: array [0..1] of 0..5; " + start + " rule true ==> begin ", "end;"},
	}
	pieces := strings.Split(language(t), "```murphi\n")[1:]
	if len(pieces) != len(around) {
		t.Fatalf("%d pieces of code, want %d", len(pieces), len(around))
	}
	for i, piece := range pieces {
		code, _, _ := strings.Cut(piece, "```")
		if i == 1 { // two expressions
			code = strings.Replace(code, "end ", "end & ", 1)
		}
		_, found := checked(t, around[i].before+code+around[i].after)
		for _, line := range found {
			t.Errorf("piece %d: %s\n%s", i+1, line, code)
		}
	}
}
