package murphi

import "testing"

// tokens wraps statements of the rule Acquire in a model with two ordinal
// types; guard is its guard.
func tokens(decls, guard, stmts string) string {
	return `const TOP: 7;
type client: scalarset(2);
type token: 0..TOP; --! ordinal
type order: 0..TOP; --! ordinal
var minted, last: token; grants: order; n: 0..9; held: array [client] of token;
` + decls + `
startstate begin minted := 0; last := 0; grants := 0; n := 0; clear n; for c: client do held[c] := 0; end; end;
ruleset c: client do rule "Acquire" ` + guard + ` ==> begin ` + stmts + ` end; end;`
}

func TestOrdinalsKeepOnlyTheirOrder(t *testing.T) {
	const why = "once values are replaced by their ranks"
	wantChecks(t, []checkCase{
		{"mint, copy, compare", "", tokens("", "minted < TOP & held[c] <= last", "minted := minted + 1; held[c] := minted; if held[c] > last then last := held[c]; end;")},
		{"difference", "token is an ordinal: only the order of its values is kept, so minted - last has no meaning " + why, tokens("", "true", "n := minted - last;")},
		{"plus two", "so minted + 2 has no meaning", tokens("", "true", "minted := minted + 2;")},
		{"one plus", "so 1 + minted has no meaning", tokens("", "true", "minted := 1 + minted;")},
		{"negation", "so -minted has no meaning", tokens("", "true", "n := -minted;")},
		{"bits", "so minted & 1 has no meaning", tokens("", "true", "n := minted & 1;")},
		{"literal", "token is an ordinal: 3 names no value " + why + "; only 0 (none) does", tokens("", "minted = 3", "")},
		{"literal assigned", "1 names no value", tokens("", "true", "minted := 1;")},
		{"none is 0", "", tokens("const NONE: 0;", "minted != 0", "held[c] := NONE;")},
		{"a loop", "a loop over token would see which numbers tokens have", tokens("", "true", "for t: token do n := 0; end;")},
		{"a loop up to one", "token is an ordinal and cannot bound a loop", tokens("", "true", "for i := 0 to minted do n := 0; end;")},
		{"a quantifier", "a quantifier over token would see which numbers tokens have", tokens("", "exists t: token do t = minted end", "")},
		{"an array index", "token is an ordinal and cannot index an array", tokens("var used: array [token] of boolean;", "true", "")},
		{"a number as index", "a token may not flow into the index of seen", tokens("var seen: array [0..7] of boolean;", "true", "seen[minted] := true;")},
		{"a switch label", "a switch over it may have no label but 0", tokens("", "true", "switch minted case 0: n := 1; case 2: n := 2; end;")},
		{"a switch on none", "", tokens("", "true", "switch minted case 0: n := 1; else n := 2; end;")},
		{"to a number", "a token may not flow into n, which is a range 0..9: as a plain number it would show its rank", tokens("", "true", "n := minted;")},
		{"from a number", "a number may not flow into minted, which is a token", tokens("", "true", "minted := n;")},
		{"compared with a number", "a number may not flow into minted", tokens("", "minted = n", "")},
		{"two ordinal types compared", "a order may not meet a token in minted: each ordinal type is ranked by itself", tokens("", "minted = grants", "")},
		{"two ordinal types in ? :", "a order may not meet a token in this ? :", tokens("", "(n = 0 ? minted : grants) = minted", "")},
		{"as an argument", "a token may not flow into parameter k of half", tokens("function half(k: 0..9): 0..9; begin return k / 2; end;", "true", "n := half(minted);")},
		{"as a result", "a token may not flow into the result of leak", tokens("function leak(): 0..9; begin return minted; end;", "true", "")},
		{"as an argument of its type", "", tokens("function newest(a: token; b: token): token; begin if a > b then return a; end; return b; end;", "newest(minted, last) = last", "last := newest(minted, 0);")},
		{"minted in a guard", "the guard of rule Acquire mints a token", tokens("", "minted + 1 > last", "")},
		{"printed in a guard", "the guard of rule Acquire prints: guards are tried on states with ranks", tokens("function tell(): boolean; begin put minted; return true; end;", "tell()", "")},
		{"minted in a function of a guard", "the guard of rule Acquire mints a token", tokens("function next(): token; begin return minted + 1; end;", "next() > last", "")},
	})
}

func TestTheEndOfTokensIsForOtherCheckers(t *testing.T) {
	wantChecks(t, []checkCase{
		{"in a nested conjunct", "", tokens("", "n = 0 & (minted < TOP & n = 1)", "minted := minted + 1;")},
		{"of a variable that a procedure mints", "", tokens("procedure take(); begin minted := minted + 1; end;", "minted < TOP", "take();")},
		{"of an argument that a procedure mints", "", tokens("procedure take(var v: token); begin v := v + 1; end;", "minted < TOP & held[c] < TOP", "take(minted); take(held[c]);")},
		{"of a variable that may be undefined", "at[c].given < TOP is true where tokens have no bound, whatever at[c].given is, but elsewhere reading it may fail", tokens("var at: array [client] of record given: token; end;", "at[c].given < TOP", "at[c].given := 0; at[c].given := at[c].given + 1;")},
		{"of a variable that is defined first", "", tokens("var late: token;", "!isundefined(late) & late < TOP", "late := late + 1;")},
		{"under or", "TOP names no value", tokens("", "minted < TOP | n = 0", "minted := minted + 1;")},
		{"of a variable that the rule does not mint", "TOP names no value", tokens("", "last < TOP", "minted := minted + 1;")},
		{"hint", "`v < TOP` may stand as a conjunct of the guard of a rule that mints v", tokens("", "minted <= TOP", "minted := minted + 1;")},
		{"in a property", "TOP names no value", tokens("", "true", "") + "invariant minted < TOP;"},
		{"another constant", "N names no value", tokens("const N: 6;", "minted < N", "minted := minted + 1;")},
	})
	m, got := checked(t, tokens("", "minted < TOP & grants < TOP & held[c] = 0", "minted := minted + 1; grants := grants + 1;"))
	if len(got) > 0 {
		t.Fatal(got)
	}
	r := m.Rules[0]
	if len(r.TopConjuncts) != 2 || PrintExpr(r.TopConjuncts[0]) != "minted < TOP" {
		t.Errorf("top conjuncts: %v", r.TopConjuncts)
	}
	if len(r.Mints) != 2 || r.Mints[0] != m.Ordinals[0] {
		t.Errorf("rule Acquire mints %v", r.Mints)
	}
}

func TestChoosingTokens(t *testing.T) {
	wantChecks(t, []checkCase{
		{"a rule may choose", "", tokens("", "true", "") + `ruleset t: token do rule "Choose" t > last ==> begin last := t; end; end;`},
		{"a property may not", "invariant 1 speaks of each token t", tokens("", "true", "") + `ruleset t: token do invariant t >= 0; end;`},
		{"a start state may not", "start state 2 speaks of each token t", tokens("", "true", "") + `ruleset t: token do startstate begin last := t; end; end;`},
		{"an ordinal starts at 0", "an ordinal starts at 0", "type token: 1..7; --! ordinal\nvar x: token; startstate begin clear x; end;"},
		{"an ordinal is a range", "annotation ordinal belongs on a range", "type e: enum {a}; --! ordinal\nvar x: e; startstate begin clear x; end;"},
	})
}
