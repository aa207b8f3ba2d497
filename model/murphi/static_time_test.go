package murphi

import (
	"fmt"
	"strings"
	"testing"
)

// TestCallsOfCallsDoNotMultiply checks a model in which every function calls
// the one before twice: following each call would take 2^60 steps.
func TestCallsOfCallsDoNotMultiply(t *testing.T) {
	var b strings.Builder
	b.WriteString(`type client: scalarset(2);
type token: 0..7; --! ordinal
const TOP: 7;
var x: 0..3; minted: token; a: array [client] of 0..3;
var h: boolean; --! history
procedure mint0(); begin minted := minted + 1; end;
procedure note0(); begin h := true; end;
procedure set0(); begin x := 1; end;
function late0(): boolean; begin return h & x = 0; end;
`)
	const n = 60
	for i := 1; i < n; i++ {
		for _, p := range []string{"mint", "note", "set"} {
			fmt.Fprintf(&b, "procedure %s%d(); begin %[1]s%[3]d(); %[1]s%[3]d(); end;\n", p, i, i-1)
		}
		fmt.Fprintf(&b, "function late%d(): boolean; begin return late%[2]d() & late%[2]d(); end;\n", i, i-1)
	}
	b.WriteString(`startstate begin x := 0; h := false; minted := 0; clear a; set59(); end;
rule "M" minted < TOP ==> begin mint59(); if late59() then note59(); end; for c: client do a[c] := 1; set59(); end; end;
invariant late59() | exists c: client do a[c] = 1 end;`)
	if _, got := checked(t, b.String()); len(got) > 0 {
		t.Error(strings.Join(got, "\n"))
	}
}
