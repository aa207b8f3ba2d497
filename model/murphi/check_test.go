package murphi

import (
	"fmt"
	"strings"
	"testing"
)

// checked parses and checks a model and returns it with what was complained
// about, one line each.
func checked(t *testing.T, text string) (*Model, []string) {
	t.Helper()
	m, diags := Parse(&Source{Name: "m", Text: text})
	if !diags.HasErrors() {
		diags = Check(m, CheckOptions{Symmetry: true})
	}
	var lines []string
	for _, d := range diags {
		lines = append(lines, d.String())
	}
	return m, lines
}

// wantChecks checks each model: what is asserted is a part of the one
// complaint, or "" when there must be none.
func wantChecks(t *testing.T, cases []checkCase) {
	t.Helper()
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			_, got := checked(t, tc.model)
			switch {
			case tc.want == "" && len(got) > 0:
				t.Errorf("want no complaint, got\n%s\nmodel:\n%s", strings.Join(got, "\n"), tc.model)
			case tc.want != "" && (len(got) != 1 || !strings.Contains(got[0], tc.want)):
				t.Errorf("want one complaint with %q, got\n%s\nmodel:\n%s", tc.want, strings.Join(got, "\n"), tc.model)
			}
		})
	}
}

type checkCase struct{ name, want, model string }

// plain wraps declarations and statements in a model with one variable.
func plain(decls, stmts string) string {
	return decls + "\nvar x: 0..3;\nstartstate begin x := 0; end;\nrule \"r\" true ==> begin " + stmts + " end;\n"
}

func TestNames(t *testing.T) {
	wantChecks(t, []checkCase{
		{"unknown value", "unknown value ownr (did you mean owner?)", plain("var owner: 0..1;", "ownr := 1;")},
		{"unknown type", "unknown type clinet (did you mean client?)", plain("type client: 0..3; var longer: clinet;", "")},
		{"unknown function", "unknown function colect (did you mean collect?)", plain("procedure collect(); begin end;", "colect();")},
		{"a name is known from its declaration on", "y is not declared yet; its declaration comes later, in line 1", plain("procedure p(); begin y := 1; end; var y: 0..1;", "")},
		{"a type is no value", "client is a type (line 1), not a value", plain("type client: 0..3;", "x := client;")},
		{"redeclared", "N is already declared: it is a constant (line 1)", plain("const N: 1; N: 2;", "")},
		{"enum members are global constants", "a is already declared: it is a member of e (line 1)", plain("type e: enum {a, b}; var a: 0..1;", "")},
		{"an inner scope hides", "", plain("function f(x: 0..1): 0..1; begin return x; end;", "for x := 0 to 1 do x := f(0); end;")},
		{"true is built in", "true is built in", plain("", "for true := 0 to 1 do end;")},
		{"field", "r has no field nme (did you mean name?)", plain("type r: record name: 0..1; end; var v: r;", "v.nme := 1;")},
		{"double field", "the record already has a field a", plain("type r: record a: 0..1; a: 0..1; end;", "")},
		{"names declared together share an enum", "", plain("var p, q: enum {on, off};", "p := q; q := on;")},
		{"a function may call itself", "", plain("function f(n: 0..3): 0..3; begin if n = 0 then return 0; end; return f(n - 1); end;", "x := f(2);")},
	})
}

func TestTypes(t *testing.T) {
	const ss = "type s: scalarset(2); t: scalarset(3); e: enum {a, b};\nvar p: s; q: t; v: e;"
	wantChecks(t, []checkCase{
		{"range and number", "", plain("var y: 5..9;", "x := y; y := x + 1; x := 3;")},
		{"a constant that never fits is a warning", "warning: the value 9 is outside 0..3", plain("", "x := 9;")},
		{"boolean is no number", "x is a range 0..3; this is a boolean", plain("", "x := true;")},
		{"guard", "the guard of rule r must be a boolean, not a range 0..3", "var x: 0..3; startstate begin x := 0; end; rule \"r\" x ==> begin end;"},
		{"& of booleans and numbers", "", plain("type small: 0..3; var b: boolean; y: small;", "b := b & true | b; x := y & 1 | 2; x := x ^ 1;")},
		{"& of a boolean and a number", "the right operand must be a boolean", plain("var b: boolean;", "b := b & x;")},
		{"enums have no order", "only numbers are ordered; here a e stands beside a e", plain(ss, "x := (v < a) ? 0 : 1;")},
		{"enums have no arithmetic", "arithmetic needs numbers", plain(ss, "v := v + 1;")},
		{"a scalarset has no literals", "p is a s; this is a number (values of a scalarset are interchangeable and have no numbers", plain(ss, "p := 0;")},
		{"a scalarset has no order", "only numbers are ordered; here a s stands beside a s (values of a scalarset are interchangeable", plain(ss, "x := (p < p) ? 0 : 1;")},
		{"a scalarset has no arithmetic", "arithmetic needs numbers; here a s stands beside a number (values of a scalarset", plain(ss, "x := p + 1;")},
		{"scalarsets do not mix", "a s cannot be compared with a t (each scalarset declaration is a type of its own)", plain(ss, "x := (p = q) ? 0 : 1;")},
		{"records of one shape", "", plain("var f: record n: 0..1; end; g: record n: 0..1; end;", "f := g; x := (f = g) ? 0 : 1;")},
		{"records of two shapes", "f is a record; this is a record", plain("var f: record n: 0..1; end; g: record m: 0..1; end;", "f := g;")},
		{"array index", "arr is indexed by e, not by a number", plain(ss+" var arr: array [e] of 0..3;", "x := arr[0];")},
		{"array of records as index", "an array cannot be indexed by a record", plain("var arr: array [record n: 0..1; end] of 0..3;", "")},
		{"branches differ", "the branches of ? : differ: a number and a boolean", plain("", "x := (x = 0) ? 1 : false;")},
		{"empty range", "the range 3..0 is empty", plain("var y: 3..0;", "")},
		{"empty scalarset", "a scalarset needs at least one value, not 0", plain("type s: scalarset(0);", "")},
		{"bounds are constant", "the upper bound of a range must be constant", "var x: 0..3; y: 0..x; startstate begin x := 0; end;"},
		{"isundefined of a record", "isundefined asks about a single value", plain("var f: record n: 0..1; end;", "x := isundefined(f) ? 0 : 1;")},
		{"isundefined of a constant", "isundefined asks about a variable", plain("const N: 1;", "x := isundefined(N) ? 0 : 1;")},
		{"a switch label", "the switch is over a range 0..3; this label is a boolean", plain("", "switch x case 0, true: x := 1; end;")},
		{"a quantified body", "what is quantified must be a boolean", plain("", "x := (forall i := 0 to 2 do i end) ? 0 : 1;")},
		{"a loop over a record", "i cannot run over a r", plain("type r: record n: 0..1; end;", "for i: r do end;")},
	})
}

func TestStatements(t *testing.T) {
	wantChecks(t, []checkCase{
		{"a constant cannot be assigned", "N cannot be assigned to: this is not a variable", plain("const N: 1;", "N := 2;")},
		{"a parameter is read-only", "n cannot be assigned to: parameter n is read-only", plain("procedure p(n: 0..1); begin n := 0; end;", "")},
		{"a var parameter is not", "", plain("procedure p(var n: 0..3); begin n := 0; end;", "p(x);")},
		{"an alias for a variable can be assigned", "", plain("", "alias y: x do y := 1; end;")},
		{"an alias for a value cannot", "y cannot be assigned to", plain("", "alias y: x + 1 do y := 1; end;")},
		{"a loop variable can be assigned", "", plain("", "for i := 0 to 2 do i := 0; end;")},
		{"a literal for a var parameter", "p may change its parameter n, but this is not a variable", plain("procedure p(var n: 0..3); begin n := 0; end;", "p(1);")},
		{"another range for a var parameter", "parameter n of p is changed in place and is a range 0..4", plain("procedure p(var n: 0..4); begin n := 0; end;", "p(x);")},
		{"too few arguments", "p takes 1 argument, not 0", plain("procedure p(n: 0..4); begin end;", "p();")},
		{"argument type", "parameter n of p is a range 0..4; this is a boolean", plain("procedure p(n: 0..4); begin end;", "p(true);")},
		{"a procedure has no value", "p is a procedure and has no value", plain("procedure p(); begin end;", "x := p();")},
		{"a function's value can be ignored", "", plain("function f(): 0..1; begin return 1; end;", "f();")},
		{"return type", "function f returns a range 0..1; this is a boolean", plain("function f(): 0..1; begin return true; end;", "")},
		{"return without a value", "function f must return a range 0..1", plain("function f(): 0..1; begin return; end;", "")},
		{"a procedure returns nothing", "procedure p returns no value", plain("procedure p(); begin return 1; end;", "")},
		{"a rule returns nothing", "a rule returns no value", plain("", "return 1;")},
		{"liveness is no statement", "liveness speaks of whole runs", plain("", "liveness x = 0;")},
		{"step 0", "with step 0 the loop never ends", plain("", "for i := 0 to 2 by 0 do end;")},
		{"a step away from the end", "from 0 by -1 never comes to 2", plain("", "for i := 0 to 2 by -1 do end;")},
		{"bounds of a ruleset", "the bounds of a ruleset's parameter must be constant", "var x: 0..3; startstate begin x := 0; end; ruleset i := 0 to x do rule true ==> begin end; end;"},
		{"a guard that changes the state", "the guard of rule r changes variable x through a function", "var x: 0..3; function f(): boolean; begin x := 1; return true; end; startstate begin x := 0; end; rule \"r\" f() ==> begin end;"},
		{"a property that changes the state", "a property changes variable x through a function", "var x: 0..3; procedure g(var n: 0..3); begin n := 1; end; function f(): boolean; begin g(x); return true; end; startstate begin x := 0; end; rule true ==> begin end; invariant f();"},
		{"no start state", "the model has no start state", "var x: 0..3; rule true ==> begin x := 0; end;"},
	})
}

func TestConstants(t *testing.T) {
	wantChecks(t, []checkCase{
		{"division by zero", "constant N: division by zero", plain("const N: 1 / 0;", "")},
		{"a branch not taken may divide by zero", "", plain("const N: 0; M: N = 0 ? 1 : 1 / N;", "")},
		{"overflow", "constant N: the result of 9223372036854775807 + 1 is not within 64 bits", plain("const N: 9223372036854775807 + 1;", "")},
		{"overflow of a product", "not within 64 bits", plain("const N: 4294967296 * 2147483648;", "")},
		{"a product that just fits", "", plain("const N: -4294967296 * 2147483648;", "")},
		{"a variable", "constant N must be constant", "var x: 0..3; const N: x; startstate begin x := 0; end;"},
		{"aliases that multiply do not hang", "alias a12 stands for more than 10000 pieces", plain("", doubling(20))},
	})
	m, got := checked(t, plain("const A: -7 / 2; B: -7 % 2; C: 1 << 3; D: -8 >> 1; E: 1 << 64; F: (3 & 5) | 8; G: ~0; H: 5 >= 3; I: A = -3 ? 10 : 20;", ""))
	if len(got) > 0 {
		t.Fatal(got)
	}
	want := []int64{-3, -1, 8, -4, 0, 9, -1, 1, 10}
	for i, d := range m.Consts {
		if d.Val != want[i] {
			t.Errorf("%s = %d, want %d", d.Name, d.Val, want[i])
		}
	}
}

// doubling nests aliases each of which uses the one before twice.
func doubling(n int) string {
	var b strings.Builder
	b.WriteString("alias a0: x; ")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "a%d: a%d + a%d; ", i, i-1, i-1)
	}
	return b.String() + "do end;"
}

func TestLimits(t *testing.T) {
	wantChecks(t, []checkCase{
		{"a big state", "a state of this model takes 4362 bits; at most 4096 are supported (big takes 4200, mid takes 160, x takes 2)", "var x: 0..2; big: array [1..1400] of 0..6; mid: array [1..80] of 0..2; startstate begin x := 0; end;"},
		{"a big array", "holds more than 65536 values", plain("procedure p(); var big: array [0..99999999] of boolean; begin end;", "")},
		{"an array of nothing", "holds more than 65536 values", plain("var big: array [0..99999999] of record end;", "")},
		{"many instances", "wide has more than 1048576 instances", "var x: 0..3; startstate begin x := 0; end; ruleset i: 0..2000; j: 0..2000 do rule \"wide\" true ==> begin end; end;"},
	})
}

func TestCheckFillsTheTree(t *testing.T) {
	m, got := checked(t, `
type client: scalarset(2);
var owner: client; n: 0..3;
procedure take(c: client); begin owner := c; end;
function free(): boolean; begin return isundefined(owner); end;
startstate begin undefine owner; n := 0; end;
alias limit: 3 do
ruleset c: client; i := 0 to 4 by 2 do
  rule "Take" free() ==> var k: 0..1; l: 0..1; begin take(c); end;
  rule n < limit ==> begin n := n + 1; end;
end;
end;
invariant n <= 3;
cover "full" n = 3;
cover n = 2;`)
	if len(got) > 0 {
		t.Fatal(got)
	}
	r := m.Rules[0]
	if len(r.Params) != 2 || len(r.Scope) != 3 || r.Params[0].Name != "c" {
		t.Errorf("rule Take has params %v in scope %v", r.Params, r.Scope)
	}
	if from, to, by, ok := r.Params[1].Steps(); !ok || from != 0 || to != 4 || by != 2 || r.Params[1].Count() != 3 {
		t.Errorf("i runs from %d to %d by %d: %d values", from, to, by, r.Params[1].Count())
	}
	if r.ActorParam() != 0 {
		t.Errorf("the actor of Take is parameter %d, want 0", r.ActorParam())
	}
	if l := r.Locals[1].(*VarDecl); !l.Local || l.Slot != 1 {
		t.Errorf("l is local %v in slot %d", l.Local, l.Slot)
	}
	if m.Funcs[0].Pure || !m.Funcs[1].Pure {
		t.Errorf("pure: take %v, free %v", m.Funcs[0].Pure, m.Funcs[1].Pure)
	}
	var titles []string
	for _, p := range append(m.Rules, m.Properties...) {
		titles = append(titles, p.Title)
	}
	if got := strings.Join(titles, ", "); got != "Take, rule 2, invariant 1, full, cover 2" {
		t.Errorf("titles: %s", got)
	}
	if len(m.Scalarsets) != 1 || m.Scalarsets[0].String() != "client" || m.Vars[1].Slot != 1 {
		t.Errorf("scalarsets %v, slot of n %d", m.Scalarsets, m.Vars[1].Slot)
	}
}
