package murphi

import "testing"

// annotated wraps constants, types and rules in a protocol.
func annotated(head, decls, rules string) string {
	return "--! protocol p \"P\"\n" + head + "\ntype client: scalarset(2);\n" + decls + `
var x: 0..3; at: array [client] of boolean;
startstate begin x := 0; for c: client do at[c] := false; end; end;
` + rules
}

func TestParameterAnnotations(t *testing.T) {
	wantChecks(t, []checkCase{
		{"a number needs a range", "a parameter that is a number needs a range (write param n 1..6)", annotated("", "const N: 2; --! param n \"n\"", "")},
		{"an enum has none", "the values of --level are the members of e", annotated("", "type e: enum {low, high};\nconst L: low; --! param level 1..2 \"l\"", "")},
		{"outside its range", "N is 7, outside the range 1..6 of --n", annotated("", "const N: 7; --! param n 1..6 \"n\"", "")},
		{"a flag of lockcheck", "--faults is a flag of lockcheck itself", annotated("", "const N: 2; --! param faults 1..6 \"n\"", "")},
		{"twice", "there is already a parameter --n", annotated("", "const N: 2; --! param n 1..6 \"n\"\nconst M: 2; --! param n 1..6 \"n\"", "")},
		{"a duration of the same name", "there is already a parameter --n", annotated("--! duration N 1s \"n\"", "const N: 2; --! param n 1..6 \"n\"", "")},
		{"a variant of no parameter", "variant v: there is no parameter --m (one of n)", annotated("--! variant v m=1 \"v\"", "const N: 2; --! param n 1..6 \"n\"", "")},
		{"a variant with a wrong value", "variant v: --n must be a number from 1 to 6, not \"9\"", annotated("--! variant v n=9 \"v\"", "const N: 2; --! param n 1..6 \"n\"", "")},
		{"a variant that chooses twice", "variant v chooses n twice", annotated("--! variant v n=1,n=2 \"v\"", "const N: 2; --! param n 1..6 \"n\"", "")},
		{"two variants of a name", "there is already a variant v", annotated("--! variant v n=1 \"v\"\n--! variant v n=2 \"v\"", "const N: 2; --! param n 1..6 \"n\"", "")},
		{"timing of a number", "annotation timing belongs on a boolean constant", annotated("", "const T: 0; --! timing", "")},
		{"timing twice", "T already carries annotation timing", annotated("", "const T: false; --! timing\nconst U: false; --! timing", "")},
		{"too few names", "annotation names gives 1 names for the 3 values of node", annotated("", "type node: scalarset(3); --! names A", "")},
	})
}

func TestFaultAnnotations(t *testing.T) {
	rules := func(fault, until string) string {
		return "ruleset c: client do\nrule \"Ask\" true ==> begin at[c] := true; end;\nrule \"F\" --! fault " + fault + "\n true ==> begin at[c] := false; end;\nend;\n" + until
	}
	wantChecks(t, []checkCase{
		{"per client", "", annotated("", "", rules("crash per c until \"Ask\"", ""))},
		{"an unknown kind", "unknown kind of fault crsh (did you mean crash?)", annotated("", "", rules("crsh", ""))},
		{"an unknown parameter", "d is no parameter of rule F", annotated("", "", rules("crash per d until \"Ask\"", ""))},
		{"an unknown rule", "there is no rule named \"Aks\" (did you mean Ask?)", annotated("", "", rules("crash per c until \"Aks\"", ""))},
		{"a rule without that parameter", "rule Go has no parameter of type client", annotated("", "", rules("crash per c until \"Go\"", "rule \"Go\" true ==> begin x := 1; end;"))},
		{"two rules of that name", "there are two rules named \"Ask\"", annotated("", "", rules("crash per c until \"Ask\"", "ruleset c: client do rule \"Ask\" true ==> begin x := 1; end; end;"))},
		{"counted in two ways", "rule F counts crash in another way (repeat its `per` and `until`)", annotated("", "", rules("crash per c until \"Ask\"", "rule \"G\" --! fault crash\n true ==> begin x := 1; end;"))},
		{"a default that is none", "default-faults names loss, but no rule is a fault of that kind", annotated("--! default-faults loss", "", rules("crash", ""))},
		{"restarts", "", annotated("", "", "ruleset c: client do\nrule \"Wait\" --! delay [0, 1s]\n at[c] ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"(c)\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts without arguments", "rule Wait has 1 parameter, not 0", annotated("", "", "ruleset c: client do\nrule \"Wait\" --! delay [0, 1s]\n at[c] ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"()\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts by a constant", "", annotated("", "const N: 1;", "ruleset c: client; n: 0..1 do\nrule \"Wait\" --! delay [0, 1s]\n at[c] & n = 0 ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"(c, 2 - N)\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts by a parameter", "", annotated("", "", "ruleset c: client; n: 0..1 do\nrule \"Wait\" --! delay [0, 1s]\n at[c] & n = 0 ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"(c, n)\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts by the state", "an argument of restarts is a parameter of rule Go or a constant", annotated("", "", "ruleset c: client; n: 0..1 do\nrule \"Wait\" --! delay [0, 1s]\n at[c] & n = 0 ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"(c, x)\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts by what depends on a parameter", "an argument of restarts is a parameter of rule Go or a constant", annotated("", "", "ruleset c: client; n: 0..1 do\nrule \"Wait\" --! delay [0, 1s]\n at[c] & n = 0 ==> begin at[c] := false; end;\nrule \"Go\" --! restarts \"Wait\"(c, 1 - n)\n true ==> begin at[c] := true; end;\nend;")},
		{"restarts a rule without clock", "rule Wait has no delay, so there is no clock to restart", annotated("", "", "rule \"Wait\" true ==> begin x := 1; end;\nrule \"Go\" --! restarts \"Wait\"()\n true ==> begin x := 0; end;")},
		{"two properties of a name", "there is already a property \"safe\"", annotated("", "", "invariant \"safe\" true; invariant \"safe\" x = 0;")},
	})
}

func TestObserveFunctions(t *testing.T) {
	f := func(text string) string { return annotated("", "", text) }
	wantChecks(t, []checkCase{
		{"all of them", "", f("function believes(c: client): boolean; --! observe\nbegin return at[c]; end;\nfunction holds(c: client): boolean; --! observe\nbegin return at[c]; end;\nfunction token_of(c: client): 0..3; --! observe\nbegin return x; end;\nfunction highest(): 0..3; --! observe\nbegin return x; end;\nfunction free(): boolean; --! observe\nbegin return x = 0; end;")},
		{"another name", "beleives is no observe function (did you mean believes?)", f("function beleives(c: client): boolean; --! observe\nbegin return at[c]; end;")},
		{"other parameters", "observe function free must be declared as free(): boolean", f("function free(c: client): boolean; --! observe\nbegin return at[c]; end;")},
		{"another result", "observe function holds must be declared as holds(c): boolean", f("function holds(c: client): 0..3; --! observe\nbegin return x; end;")},
		{"one that changes the state", "observe function free changes x", f("function free(): boolean; --! observe\nbegin x := 1; return true; end;")},
	})
}
