package murphi

import "testing"

// watched wraps a rule in a model with history: variables, and a field in a
// record of the protocol.
func watched(decls, guard, stmts string) string {
	return `type client: scalarset(2);
type order: 0..7; --! ordinal
var n: 0..9;
owner: client;
at: array [client] of record
  busy: boolean;
  grant: order; --! history
end;
grants: order; --! history
applied: order; --! history
stale: boolean; --! history
count: 0..9; --! history
last: client; --! history
` + decls + `
startstate begin n := 0; undefine owner; undefine last; grants := 0; applied := 0; stale := false; count := 0;
for c: client do at[c].busy := false; at[c].grant := 0; end; end;
ruleset c: client do rule "R" ` + guard + ` ==> begin ` + stmts + ` end; end;
`
}

func TestHistoryOnlyWatches(t *testing.T) {
	wantChecks(t, []checkCase{
		{"history to history", "", watched("", "true", "grants := 0; at[c].grant := grants; if at[c].grant < applied then stale := true; end; last := c;")},
		{"minting, and the conjunct for other checkers", "", watched("const TOP: 7;", "grants < TOP & n = 0", "grants := grants + 1; at[c].grant := grants;")},
		{"in a guard", "stale is history, which only watches, but here it decides whether rule R may happen", watched("", "n = 0 & !stale", "n := 1;")},
		{"to the protocol", "count is history, which only watches, but here it flows to n, which is not", watched("", "true", "n := count;")},
		{"in an index", "last is history, which only watches, but here it decides which element is assigned", watched("", "true", "at[last].busy := true;")},
		{"read through an index", "last is history", watched("", "at[last].busy", "")},
		{"in an if", "n is not history, but history decides whether it is assigned", watched("", "true", "if stale then n := 1; end;")},
		{"in an if with else", "n is not history, but history decides whether it is assigned", watched("", "true", "if stale then count := 0; else n := 1; end;")},
		{"after an if that decided already", "", watched("", "true", "if n = 0 then n := 1; elsif stale then count := 0; end;")},
		{"return decided by history", "a return leaves out what follows", watched("", "true", "if stale then return; end; n := 1;")},
		{"error decided by history", "an error ends the run", watched("", "true", `if stale then error "stale"; end;`)},
		{"assert may speak of it", "", watched("", "true", `if stale then assert count = 0 "late"; end; assert !stale "stale"; n := 1;`)},
		{"assume may not", "an assume drops states", watched("", "true", "assume !stale; n := 1;")},
		{"assume at top level may not", "an assume drops states", watched("", "true", "") + "assume !stale;"},
		{"a switch", "here it decides a switch", watched("", "true", "switch count case 0: stale := true; end;")},
		{"a loop", "here it bounds a loop", watched("", "true", "for i := 0 to count do n := 0; end;")},
		{"a condition in an expression", "count is history", watched("", "true", "n := (count = 0) ? 1 : 2;")},
		{"isundefined", "last is history", watched("", "isundefined(last)", "")},
		{"properties and say", "", watched("", "true", "n := 1;") + `invariant "no-stale" !stale; cover "late" stale;
rule "Say" --! say "{grants} after {old(applied)}"
  true ==> begin n := 0; end;`},
		{"a delay", "here it decides when rule Wait may happen", watched("", "true", "n := 1;") + `
rule "Wait" --! delay [0, 1s] while stale
  true ==> begin n := 0; end;`},
	})
}

// grab is a function that changes the protocol's state.
const grab = "var next: client; function grab(): client; begin n := 1; return next; end;"

func TestHistoryDoesNotEscapeThroughCalls(t *testing.T) {
	wantChecks(t, []checkCase{
		{"through a function's result", "late() is history, which only watches, but here it decides whether rule R may happen", watched("function late(): boolean; begin return stale; end;", "!late()", "n := 1;")},
		{"through a function's if", "late() is history", watched("function late(): boolean; begin if stale then return true; end; return false; end;", "true", "at[c].busy := late();")},
		{"through a function of a function", "later() is history", watched("function late(): boolean; begin return stale; end; function later(): boolean; begin return late(); end;", "later()", "n := 1;")},
		{"a function may read it for history", "", watched("function late(): boolean; begin return stale; end;", "true", "if late() then count := 0; end;")},
		{"as an argument", "stale is history", watched("function not_(b: boolean): boolean; begin return !b; end;", "not_(stale)", "n := 1;")},
		{"as an argument for history", "", watched("function not_(b: boolean): boolean; begin return !b; end;", "true", "stale := not_(stale);")},
		{"a procedure that leaks its argument", "b is history, which only watches, but here it flows to at[c].busy", watched("procedure set(c: client; b: boolean); begin at[c].busy := b; end;", "true", "set(c, stale);")},
		{"a procedure that notes its argument", "", watched("procedure note(g: order); begin applied := g; end;", "true", "note(at[c].grant);")},
		{"a procedure that history decides to call", "finish changes more than history, but history decides whether it is called", watched("procedure finish(); begin n := 0; end;", "true", "if stale then finish(); end;")},
		{"a procedure that only notes", "", watched("procedure note(c: client); begin at[c].grant := grants; stale := false; end;", "true", "if stale then note(c); end; n := 1;")},
		{"by reference into a leak", "b is history", watched("procedure copy(var b: boolean; c: client); begin at[c].busy := b; end;", "true", "copy(stale, c);")},
		{"by reference, updated", "", watched("procedure raise(var b: boolean); begin b := true; end;", "true", "raise(stale); if stale then raise(stale); end;")},
		{"a function that does more", "the update of a history variable calls grab, which changes more than history", watched("function grab(): boolean; begin n := 1; return true; end;", "true", "stale := grab();")},
		{"by reference, used for both", "raise changes more than history", watched("procedure raise(var b: boolean); begin b := true; end;", "true", "raise(at[c].busy); if stale then raise(stale); end;")},
		{"a call that history decides, in an index", "grab changes more than history, but history may decide whether it is called", watched(grab, "true", "if stale then at[grab()].grant := grants; end;")},
		{"in the index of an undefine", "grab changes more", watched(grab, "true", "if stale then undefine at[grab()].grant; end;")},
		{"in an inner condition", "grab changes more", watched(grab, "true", "if stale then if grab() = c then count := 0; end; end;")},
		{"in a later condition", "grab changes more", watched(grab, "true", "if stale then count := 0; elsif grab() = c then count := 1; end;")},
		{"in an alias", "grab changes more", watched(grab, "true", "if stale then alias g: grab() do count := 0; end; end;")},
		{"in an argument", "grab changes more", watched(grab+" procedure note(c: client); begin last := c; end;", "true", "if stale then note(grab()); end;")},
		{"in an argument that history decides", "grab changes more", watched(grab+" procedure note(c: client); begin last := c; end;", "true", "note(stale ? grab() : c);")},
		{"in an index that history decides", "grab changes more", watched(grab, "true", "at[stale ? grab() : c].grant := 0;")},
		{"in a procedure that only notes otherwise", "note changes more than history, but history decides", watched(grab+" procedure note(); begin if grab() = owner then count := 0; end; end;", "!isundefined(owner)", "if stale then note(); end;")},
		{"called first, then noted", "", watched(grab+" procedure note(c: client); begin last := c; end;", "true", "note(grab());")},
		{"through an alias", "s is history", watched("", "true", "alias s: stale do if n = 0 then at[c].busy := s; end; end;")},
		{"a whole record", "at[d] is history", watched("", "exists d: client do at[d] = at[c] & at[d].busy end", "n := 1;")},
		{"a whole record copied", "", watched("", "true", "for d: client do n := 0; end; at[c] := at[c];")},
	})
}

func TestHistoryDoesNotEndRuns(t *testing.T) {
	wantChecks(t, []checkCase{
		{"an assignment out of range", "an update of history may not fail, or the run would end because it is watched: the value may be outside range 0..9", watched("", "true", "count := count + 1;")},
		{"a value in range", "", watched("", "true", "if count < 9 then count := 9; end; count := (count + n) % 10;")},
		{"an undefined read", "owner may be undefined", watched("", "true", "last := owner;")},
		{"an undefined read made sure of", "", watched("", "true", "if !isundefined(owner) then last := owner; end;")},
		{"made sure of by the guard", "", watched("function taken(): boolean; begin return !isundefined(owner); end;", "taken()", "last := owner;")},
		{"no longer sure", "owner may be undefined", watched("", "!isundefined(owner)", "undefine owner; last := owner;")},
		{"an element that moves its own index", "peer[peer[c]] may be undefined", watched("var peer: array[client] of client;", "!isundefined(peer[c])", "peer[peer[c]] := c; last := peer[peer[c]];")},
		{"a condition for history only", "owner may be undefined", watched("", "true", "if owner = c then stale := true; end;")},
		{"a condition that history reads", "last may be undefined", watched("", "true", "if last = c then stale := true; end;")},
		{"an assertion about something undefined", "last may be undefined", watched("", "true", "assert last = c;")},
		{"division", "the divisor may be zero", watched("", "true", "count := 9 / n;")},
		{"an index", "the index may be outside range 0..3", watched("var seen: array [0..3] of boolean; --! history\n", "true", "seen[n] := true;")},
		{"in a procedure", "the value may be outside range 0..9", watched("procedure tick(); begin count := count + 1; end;", "true", "tick();")},
		{"in a function", "the index may be outside", watched("var few: array [0..3] of 0..9;\nfunction at_n(): 0..9; begin return few[n]; end;", "true", "count := at_n();")},
	})
}
