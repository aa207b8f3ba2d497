package murphi

import (
	"strings"
	"testing"
)

// clients wraps a rule body in an annotated model with a scalarset.
func clients(decls, stmts string) string {
	return `--! protocol p "P"
type client: scalarset(3);
type token: 0..7; --! ordinal
var owner, next: client; minted: token; n: 0..20; some, all: boolean; sum: -9..9;
at: array [client] of record busy: boolean; cost: 0..3; token: token; peer: client; end;
m: array [client] of array [client] of boolean;
` + decls + `
startstate begin undefine owner; undefine next; minted := 0; n := 0; some := false; all := true; sum := 0;
for c: client do at[c].busy := false; at[c].cost := 0; at[c].token := 0; undefine at[c].peer; for d: client do m[c][d] := false; end; end; end;
ruleset a: client do rule "R" true ==> begin ` + stmts + ` end; end;`
}

func TestLoopsOverScalarsetsHaveNoOrder(t *testing.T) {
	wantChecks(t, []checkCase{
		{"own elements", "", clients("", "for c: client do at[c].busy := !at[c].busy; if at[c].cost < 3 then at[c].cost := at[c].cost + 1; end; end;")},
		{"a sum", "", clients("", "for c: client do if at[c].busy & n < 10 then some := true; end; end; for c: client do some := some | at[c].busy; all := all & at[c].busy; end;")},
		{"a growing sum", "", clients("", "for c: client do n := n + at[c].cost; end;")},
		{"a shrinking sum", "", clients("", "for c: client do sum := sum - at[c].cost; end;")},
		{"a sum that grows and shrinks", "a loop over client writes sum in one round and reads sum in another", clients("", "for c: client do sum := sum + (at[c].cost - 1); end;")},
		{"a flag", "", clients("", "for c: client do if at[c].busy then some := true; end; end;")},
		{"a flag set both ways", "writes some in one round and writes some in another", clients("", "for c: client do if at[c].busy then some := true; else some := false; end; end;")},
		{"the greatest", "", clients("", "for c: client do if at[c].token > minted then minted := at[c].token; end; end;")},
		{"the greatest, read elsewhere", "reads minted in another", clients("", "for c: client do if at[c].token > minted then minted := at[c].token; end; if at[c].token = minted then some := true; end; end;")},
		{"the first with a property", "a loop over client returns, but its values are interchangeable: the first value to do so depends on the order", clients("function first(): client; begin for c: client do if at[c].busy then return c; end; end; return owner; end;", "next := first();")},
		{"the last with a property", "a loop over client writes next in one round and writes it too in another", clients("", "for c: client do if at[c].busy then next := c; end; end;")},
		{"a loop that mints", "a loop over client mints, but its values are interchangeable: who gets the lower value", clients("", "for c: client do minted := minted + 1; at[c].token := minted; end;")},
		{"a loop that mints in a procedure", "a loop over client mints", clients("procedure grant(c: client); begin minted := minted + 1; at[c].token := minted; end;", "for c: client do grant(c); end;")},
		{"a loop that prints", "a loop over client prints", clients("", "for c: client do put at[c].busy; end;")},
		{"a loop with error", "a loop over client comes to an error statement", clients("", `for c: client do if at[c].busy then error "busy"; end; end;`)},
		{"another's element read", "writes at[c].busy in one round and reads at[a].busy in another", clients("", "for c: client do at[c].busy := at[a].busy; end;")},
		{"another's field read", "", clients("", "for c: client do at[c].busy := at[a].cost = 0; end;")},
		{"another's element written", "writes at[a].busy in one round", clients("", "for c: client do at[a].busy := at[c].busy; end;")},
		{"all elements read", "reads", clients("", "for c: client do at[c].busy := exists d: client do at[d].busy end; end;")},
		{"row and column", "writes m[c][a]", clients("", "for c: client do m[c][a] := true; m[a][c] := false; end;")},
		{"rows", "", clients("", "for c: client do for d: client do m[c][d] := at[d].busy; end; end;")},
		{"a call for the own element", "", clients("procedure stop(c: client); begin at[c].busy := false; at[c].cost := 0; end;", "for c: client do stop(c); end;")},
		{"a call for another's", "a loop over client writes stop(a) in one round", clients("procedure stop(c: client); begin at[c].busy := some; some := at[c].busy; end;", "for c: client do stop(a); end;")},
		{"a call by reference for the own element", "", clients("procedure off(var b: boolean); begin b := false; end;", "for c: client do off(at[c].busy); end;")},
		{"a function that reads the own element", "", clients("function idle(c: client): boolean; begin return !at[c].busy; end;", "for c: client do at[c].busy := idle(c); end;")},
		{"a function that reads all", "writes at[c].busy in one round and reads none() in another", clients("function none(): boolean; begin return !exists c: client do at[c].busy end; end;", "for c: client do at[c].busy := none(); end;")},
		{"through an alias", "", clients("", "for c: client do alias me: at[c] do me.busy := !me.busy; end; end;")},
		{"the loop variable itself", "changes its own variable", clients("", "for c: client do c := a; at[c].busy := true; end;")},
		{"one assertion", "", clients("", `for c: client do assert at[c].cost < 4 "cheap"; end;`)},
		{"two assertions", "which of several properties is found broken", clients("", `for c: client do assert at[c].cost < 4 "cheap"; assert at[c].busy "busy"; end;`)},
		{"an assertion beside a failure", "whether the property or a failure comes first (at[c].peer may be undefined)", clients("", `for c: client do assert at[c].cost < 4 "cheap"; if at[c].peer = a then some := true; end; end;`)},
		{"assertions in a procedure", "which of several properties is found broken", clients(`procedure look(c: client); begin assert at[c].cost < 4 "cheap"; assert at[c].busy "busy"; end;`, "for c: client do look(c); end;")},
		{"another name for an element", "writes at[c].busy in one round and reads b in another", clients("procedure all_as(var b: boolean); begin for c: client do at[c].busy := b; end; end;", "all_as(at[a].busy);")},
		{"up and down", "writes n in one round", clients("", "for c: client do if at[c].busy then n := n + 1; else n := n - 1; end; end;")},
		{"a conjunction that may fail", "writes all in one round", clients("", "for c: client do all := all & at[c].peer = a; end;")},
		{"a disjunction that leaves out what changes something", "writes some in one round", clients("function mark(c: client): boolean; begin at[c].busy := true; return true; end;", "for c: client do some := some | mark(c); end;")},
		{"a disjunction that always changes something", "", clients("function mark(c: client): boolean; begin at[c].busy := true; return true; end;", "for c: client do some := mark(c) | some; end;")},
		{"a conjunction that fails for all or none", "", clients("", "for c: client do all := owner = c & all; end;")},
		{"a ruleset's parameter as a flag", "writes a in one round", clients("", "for c: client do if at[c].busy then a := c; end; end;")},
		{"a loop over a range keeps its order", "", clients("", "for i := 1 to 3 do n := i; end;")},
	})
}

func TestNothingElseSinglesOutAScalarsetValue(t *testing.T) {
	wantChecks(t, []checkCase{
		{"clear", "clear gives owner the least value of client", clients("", "clear owner;")},
		{"clear of a whole", "clear gives at[a] the least value of client", clients("", "clear at[a];")},
		{"undefine", "", clients("", "undefine owner; undefine at[a];")},
		{"a switch over variables", "", clients("", "if !isundefined(owner) & !isundefined(next) then switch a case owner: n := 1; case next: n := 2; end; end;")},
		{"a quantifier that cannot fail", "", clients("", "some := exists c: client do at[c].busy & at[c].cost = 0 end;")},
		{"a quantifier that may fail at one value", "may fail at one value and be decided by another, so the outcome depends on their order, but they are interchangeable: at[c].peer may be undefined", clients("", "some := exists c: client do at[c].peer = a end;")},
		{"a quantifier over covers", "in seen: it may fail or reach a property", clients("function seen(c: client): boolean; begin cover at[c].busy; return at[c].busy; end;", "some := exists c: client do seen(c) end;")},
		{"a quantifier that changes something", "this quantifier over client calls mark, which changes something", clients("function mark(c: client): boolean; begin at[c].busy := true; return true; end;", "some := exists c: client do mark(c) end;")},
		{"a quantifier that looks first", "", clients("", "some := exists c: client do !isundefined(at[c].peer) & at[c].peer = a end;")},
		{"a quantifier that looks through a function", "", clients("function has(c: client): boolean; begin return !isundefined(at[c].peer); end;", "some := forall c: client do has(c) -> at[c].peer = a end;")},
		{"a quantifier that fails for all or none", "", clients("", "some := exists c: client do owner = c end;")},
		{"a quantifier that fails for some or none", "owner may be undefined", clients("", "some := exists c: client do at[c].busy & owner = c end;")},
		{"no longer known: another undefines it", "owner may be undefined", clients("procedure drop(); begin undefine owner; end;", "if !isundefined(owner) then drop(); some := exists c: client do at[c].busy & owner = c end; end;")},
		{"no longer known: undefined by reference", "at[c].peer may be undefined", clients("var peer: array [client] of client; procedure drop(var p: client); begin undefine p; end;", "if forall c: client do !isundefined(at[c].peer) end then drop(at[a].peer); some := exists c: client do at[c].peer = a end; end;")},
		{"no longer known: the index changed", "at[owner].peer may be undefined", clients("", "if !isundefined(owner) & !isundefined(at[owner].peer) then owner := a; some := exists c: client do at[c].busy & at[owner].peer = c end; end;")},
		{"known after a return", "", clients("", "if isundefined(owner) then return; end; some := exists c: client do at[c].busy & owner = c end;")},
		{"not known after an if that goes on", "owner may be undefined", clients("", "if isundefined(owner) then n := 1; end; some := exists c: client do at[c].busy & owner = c end;")},
		{"known from outside", "", clients("", "if !isundefined(owner) then some := exists c: client do at[c].busy & owner = c end; end;")},
		{"known from the guard", "", clients("", "") + `rule "S" !isundefined(owner) ==> begin some := exists c: client do at[c].busy & owner = c end; end;`},
	})
}

func TestPlainModelsLoseTheSymmetryOfATypeOnly(t *testing.T) {
	text := strings.TrimPrefix(clients("var x: scalarset(2);", "clear owner; for c: client do next := c; end;"), "--! protocol p \"P\"\n")
	m, got := checked(t, text)
	if len(got) != 1 || !strings.Contains(got[0], "warning: symmetry of client is off: clear gives owner the least value") {
		t.Errorf("got %q", got)
	}
	if !m.Scalarsets[0].Asymmetric || m.Scalarsets[1].Asymmetric {
		t.Errorf("asymmetric: client %v, the other %v", m.Scalarsets[0].Asymmetric, m.Scalarsets[1].Asymmetric)
	}
	_, got = checked(t, "type a: scalarset(2); b: scalarset(2); var x: a; startstate begin undefine x; end; ruleset y: b do rule true ==> begin x := y; end; end;")
	if len(got) != 2 || !strings.Contains(got[0], "symmetry of a is off: it is mixed with another scalarset of the same size") {
		t.Errorf("mixed scalarsets: got %q", got)
	}
	m, got = checked(t, clients("", "")+`ruleset c: client do liveness "served" !at[c].busy; end;`)
	if len(got) != 1 || !strings.Contains(got[0], "symmetry of client is off: liveness served speaks of each value by itself") || !m.Scalarsets[0].Asymmetric {
		t.Errorf("liveness: got %q", got)
	}
}

func TestStartStatesThatLeaveSomethingUndefined(t *testing.T) {
	start := func(decls, stmts string) string {
		return `--! protocol p "P"
type client: scalarset(2);
var q: array [client] of 0..3; m: array [client] of array [client] of 0..3; n: 0..3;
` + decls + `
startstate begin n := 0; ` + stmts + ` end;
invariant exists c: client do n = 1 & q[c] = 0 end;
invariant forall c: client do n = 1 -> m[c][c] = 0 end;`
	}
	const rest = " for c: client do for d: client do m[c][d] := 0; end; end;"
	wantChecks(t, []checkCase{
		{"all set", "", start("", "for c: client do q[c] := 0; end;"+rest)},
		{"set by a procedure", "", start("procedure reset(c: client); begin if n = 0 then q[c] := 0; else q[c] := 1; end; end;", "for c: client do reset(c); end;"+rest)},
		{"set by reference", "", start("procedure zero(var v: 0..3); begin v := 0; end;", "for c: client do alias v: q[c] do v := 0; end; end;"+rest)},
		{"cleared", "", start("", "clear q; clear m;")},
		{"not set", "q[c] may be undefined", start("", rest)},
		{"set in one branch", "q[c] may be undefined", start("", "for c: client do if n = 0 then q[c] := 0; end; end;"+rest)},
		{"set after a return", "q[c] may be undefined", start("", strings.TrimSpace(rest)+" if n = 0 then return; end; for c: client do q[c] := 0; end;")},
		{"the diagonal only", "m[c][c] may be undefined", start("", "for c: client do q[c] := 0; m[c][c] := 0; end;")},
		{"the diagonal only, by a procedure", "m[c][c] may be undefined", start("procedure set(c: client; d: client); begin m[c][d] := 0; end;", "for c: client do q[c] := 0; set(c, c); end;")},
		{"set by a procedure with two parameters", "", start("procedure set(c: client; d: client); begin m[c][d] := 0; end;", "for c: client do q[c] := 0; for d: client do set(c, d); end; end;")},
		{"undefined by reference", "q[c] may be undefined", start("procedure drop(var v: 0..3); begin undefine v; end;", "clear q; clear m;") + `ruleset c: client do rule "D" true ==> begin drop(q[c]); end; end;`},
		{"copied from something undefined", "q[c] may be undefined", start("var other: array [client] of 0..3;", "clear q; clear m;") + `rule "D" true ==> begin q := other; end;`},
	})
}
