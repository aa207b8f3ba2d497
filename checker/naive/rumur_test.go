package naive

import "testing"

// Every model here asserts what it shows. The numbers of states and of rules
// fired are those of Rumur 2022.08.20 (no symmetry, no deadlock detection),
// which found no error in any of them.
var asRumur = []struct {
	name                string
	states, transitions int
	text                string
}{
	{"a variable may stay undefined, and that is part of the state", 2, 2, `
var x, y: 0..3;
startstate begin x := 0; assert isundefined(y); end;
rule x = 0 ==> begin x := 1; y := 2; end;
rule x = 1 ==> begin x := 0; undefine y; end;
`},
	{"records are copied and compared with their undefined parts", 2, 1, `
type r: record a: 0..3; b: boolean; end;
var x, y: r; done: boolean;
startstate begin x.a := 1; done := false; y := x; assert x = y & isundefined(y.b); end;
rule !done & x = y ==> begin x.b := true; assert x != y; done := true; end;
`},
	{"an undefined argument makes an undefined parameter", 2, 1, `
type e: enum { p, q };
var x, y: 0..3; z: e;
function f(a: 0..5): boolean; begin return isundefined(a); end;
function g(a: e): boolean; begin return isundefined(a); end;
startstate begin x := 1; end;
rule x = 1 & f(y) & g(z) & !f(x) ==> begin alias w: y do assert f(w); end; x := 2; end;
`},
	{"an argument by value is a copy, a var argument is the variable", 1, 0, `
var x, y: 0..9; a: array [0..1] of 0..9; i: 0..1;
procedure both(var p: 0..9; q: 0..9); begin p := 7; y := q; end;
procedure copied(p: 0..12); begin x := 3; y := p; end;
procedure twice(var p: 0..9; var q: 0..9); begin p := 7; q := p + 1; y := p; end;
procedure element(var p: 0..9); begin i := 1; p := 5; end;
startstate begin
  x := 1; both(x, x);   assert x = 7 & y = 1;
  x := 1; copied(x);    assert x = 3 & y = 1;
  x := 1; twice(x, x);  assert x = 8 & y = 8;
  i := 0; a[0] := 0; a[1] := 0; element(a[i]); assert a[0] = 5 & a[1] = 0;
end;
`},
	{"a record argument by value is a copy", 1, 0, `
type r: record a: 0..9; b: 0..9; end;
var x: r; y: 0..9;
procedure f(p: r); begin x.a := 7; y := p.a; end;
function swapped(p: r): r; var q: r; begin q.a := p.b; q.b := p.a; return q; end;
startstate begin x.a := 1; x.b := 2; f(x); assert x.a = 7 & y = 1; x := swapped(x); assert x.a = 2 & x.b = 7; end;
`},
	{"locals are fresh in every call and every firing", 4, 3, `
var x: 0..9;
procedure f(); var i: 0..3; begin assert isundefined(i); i := 2; end;
startstate begin x := 0; f(); f(); end;
rule x < 3 ==> var l: 0..9; begin assert isundefined(l); l := x + 1; x := l; end;
`},
	{"functions call themselves", 1, 0, `
var x: 0..100;
function sum(n: 0..10): 0..100; begin if n = 0 then return 0; end; return n + sum(n - 1); end;
startstate begin x := sum(10); assert x = 55; end;
`},
	{"return leaves loops and rules", 2, 1, `
var x: 0..9;
function first(): 0..3; begin for i: 0..3 do if i = 2 then return i; end; end; end;
function third(): 0..9; var i: 0..9; begin i := 0; while true do i := i + 1; if i = 3 then return i; end; end; end;
procedure upto(); begin for i: 0..3 do x := i; if i = 2 then return; end; end; end;
startstate begin assert first() = 2 & third() = 3; upto(); assert x = 2; end;
rule x = 2 ==> begin x := 4; return; x := 5; end;
`},
	{"the result of a called function may be thrown away", 1, 0, `
var x: 0..3;
function f(): 0..3; begin x := 2; return 1; end;
startstate begin x := 1; f(); assert x = 2; end;
`},
	{"an alias for a designator keeps its place, an alias for a value its value", 1, 0, `
type r: record a, b: 0..9; end;
var i: 0..1; a: array [0..1] of 0..9; x: array [0..1] of r;
startstate begin
  clear a; clear x; i := 0;
  alias z: a[i]; w: i + 3; v: x[i]; u: v.a do
    i := 1; z := 5; assert a[0] = 5 & a[1] = 0 & w = 3;
    u := 7; v.b := 8; assert x[0].a = 7 & x[0].b = 8 & x[1].a = 0;
  end;
end;
`},
	{"an alias may name what is undefined", 1, 0, `
var x, y: 0..9;
startstate begin y := 0; alias z: x do assert isundefined(z); z := 3; end; assert x = 3; end;
`},
	{"aliases around rules are bound before the guard and again before the body", 2, 1, `
var x, y: 0..9; a: array [0..3] of 0..9;
startstate begin x := 1; y := 0; for i: 0..3 do a[i] := i; end; end;
alias z: a[x]; w: z + 1 do
  rule z = 1 ==> begin x := 2; y := z; assert z = 1 & w = 2; end;
  invariant w <= 4;
end;
`},
	{"a loop evaluates its bounds once", 1, 0, `
var n: 0..10; x: 0..30;
startstate begin
  n := 3; x := 0; for i := 0 to n do n := 5; x := x + 1; end; assert x = 4;
  n := 1; x := 0; for i := 0 to 8 by n do n := n + 1; x := x + 1; end; assert x = 9 & n = 10;
end;
`},
	{"a loop without a step counts towards its end", 1, 0, `
var n: 0..10; x: 0..30;
startstate begin
  n := 1; x := 0; for i := n + 4 to n do x := x + i; end; assert x = 15;
  x := 0; for i := 5 to 1 by -2 do x := x + i; end; assert x = 9;
  x := 0; for i := n to n by -1 do x := x + i; end; assert x = 1;
  x := 0; for i := 7 to 9 by 10 do x := x + i; end; assert x = 7;
  assert !(forall i := n + 3 to n do i > 1 end) & (forall i := n + 3 to n by -1 do i >= 1 end);
end;
`},
	{"a quantifier ends at the ends of 64 bits", 1, 0, `
var x: 0..3;
startstate begin x := 1; assert !exists i := 9223372036854775806 to 9223372036854775807 do i = 3 end; end;
`},
	{"a loop variable may be changed, but the loop goes its way", 1, 0, `
type e: enum { p, q };
var x: 0..30;
startstate begin
  x := 0; for i := 7 to 9 do i := 9; x := x + i; end; assert x = 27;
  x := 0; for i: e do i := q; assert i = q; x := x + 1; end; assert x = 2;
  x := 0; for i: 0..2 do undefine i; assert isundefined(i); x := x + 1; end; assert x = 3;
end;
`},
	{"a ruleset parameter may be changed", 2, 4, `
var x: 0..3;
startstate begin x := 1; end;
ruleset i: 0..3 do rule x = 1 ==> begin i := 2; x := i; end; end;
`},
	{"loops over enums, booleans and scalarsets visit every value", 1, 0, `
type e: enum { p, q, r }; s: scalarset(4);
var x: 0..30;
startstate begin
  x := 0; for i: e do for j: boolean do for k: s do x := x + 1; end; end; end; assert x = 24;
end;
`},
	{"switch takes the first label that is equal, and evaluates no more", 1, 0, `
var x, y, z: 0..9;
function f(): 0..9; begin y := y + 1; return 5; end;
startstate begin
  x := 1; y := 0;
  switch x case 0: x := 2; case 3: x := 4; end;                    assert x = 1;
  switch x case 1: x := 2; case 1: x := 4; end;                    assert x = 2;
  switch x case 3, x, 1: x := 5; else x := 6; end;                 assert x = 5;
  switch x case 5: x := 2; case z: x := 3; else x := 4; end;       assert x = 2;
  switch f() case 1: x := 1; case 2: x := 2; case 5: x := 3; end;  assert x = 3 & y = 1;
end;
`},
	{"if takes the first condition that is true, and evaluates no more", 1, 0, `
var x, y: 0..9;
startstate begin x := 0; if x = 0 then x := 1; elsif y = 1 then x := 2; else x := 3; end; assert x = 1; end;
`},
	{"clear gives the least value, undefine none", 1, 0, `
type s: scalarset(3); e: enum { p, q }; r: record a: 2..5; b: e; c: s; d: array [s] of boolean; end;
var x: array [s] of r; y: -3..3; first: boolean;
startstate begin
  clear x; clear y; assert y = -3;
  assert forall i: s do x[i].a = 2 & x[i].b = p & !isundefined(x[i].c) & x[i].d[i] = false end;
  assert forall i: s do forall j: s do x[i].c = x[j].c end end;
  undefine x; assert forall i: s do isundefined(x[i].a) & isundefined(x[i].d[i]) end;
end;
`},
	{"operators stop when the value is known", 1, 0, `
var x, y: 0..3;
startstate begin
  x := 3;
  assert x = 3 | y = 1; assert !(x = 1 & y = 1); assert x = 1 -> y = 1; assert x = 3 ? true : y = 1;
  assert exists i: 0..3 do i = 0 | y = i end; assert !forall i: 0..3 do i = 3 & y = i end;
  assert x = 3 || y = 1; assert !(x = 1 && y = 1);
end;
`},
	{"arithmetic truncates towards zero", 1, 0, `
var x, y: -100..100;
startstate begin
  x := -7; y := 2;
  assert x / y = -3 & x % y = -1 & -x / -y = -3 & 7 % -2 = 1 & -7 % 2 = -1 & -7 / 2 = -3;
end;
`},
	{"shifts go both ways and never fail", 1, 0, `
var x: -9223372036854775800..9223372036854775800; y: -100..100;
startstate begin
  x := -7; y := 2;
  assert x << y = -28 & x >> y = -2 & 1 << -1 = 0 & x << -y = -2 & x >> -y = -28 & 1 << (y + 62) = 0 & x >> (y + 70) = 0;
  assert 1 << (y + 58) = 1152921504606846976;
  assert (x ^ y) = -5 & (x & y) = 0 & (x | y) = -5 & (12 & 10) = 8 & (12 | 10) = 14 & (12 ^ 10) = 6;
end;
`},
	{"not binds looser than comparison", 1, 0, `
var x: 0..3; b: boolean;
startstate begin x := 1; b := false; assert !x = 2; assert !b = true; assert !x = 2 & x = 1; end;
`},
	{"a number outside a range may be compared with it", 2, 1, `
var x: 0..3;
startstate begin x := 3; end;
rule x < 200 & x = 3 ==> begin x := 1; end;
rule x = 200 ==> begin x := 2; end;
`},
	{"a conditional chooses records and arrays too", 1, 0, `
type r: array [0..1] of 0..3;
var x, y: r; b: boolean;
startstate begin x[0] := 1; y[0] := 2; b := true; x := (b ? y : x); assert x = y & x[0] = 2 & isundefined(x[1]); end;
`},
	{"arrays have any simple index", 1, 0, `
type s: scalarset(2); e: enum { p, q };
var a: array [-2..2] of -5..5; b: array [boolean] of 0..2; c: array [e] of array [s] of boolean;
startstate begin
  for i: -2..2 do a[i] := i * 2; end; assert a[-2] = -4 & a[2] = 4;
  b[true] := 0; b[false] := 1; b[b[true] = 0] := 2; assert b[true] = 2 & b[false] = 1;
  clear c; for i: s do c[q][i] := true; end; assert forall i: s do c[q][i] & !c[p][i] end;
end;
`},
	{"equal start states count once", 12, 9, `
type s: scalarset(3);
var x: s; y: 0..3;
ruleset i: s; j: 0..3 do startstate begin x := i; y := j; end; end;
ruleset i: s do startstate begin x := i; y := 3; end; end;
rule y < 3 ==> begin y := y + 1; end;
`},
	{"rules without guard, without body, and two of one name", 5, 11, `
var x: 0..9;
startstate begin x := 1; end;
rule "a" begin if x < 5 then x := x + 1; end; end;
rule "a" x = 2 ==> begin end;
rule begin end;
`},
	{"a top-level assume drops states, and the steps to them count", 3, 3, `
var x: 0..9;
startstate begin x := 1; end;
rule x < 5 ==> begin x := x + 1; end;
assume x < 4;
invariant x != 4;
`},
	{"an assume statement in a guard makes it false", 5, 6, `
var x: 0..9;
function f(): boolean; begin assume x < 3; return true; end;
startstate begin x := 1; end;
rule f() & x < 5 ==> begin x := x + 1; end;
rule x < 5 ==> begin x := x + 1; end;
`},
	{"covers count in guards, in dropped steps, and for one value of a ruleset", 16, 24, `
var x: array [0..2] of 0..9;
function f(): boolean; begin cover x[0] = 2 "in a guard"; return true; end;
startstate begin clear x; cover x[1] = 0 "in a start state"; end;
ruleset i: 0..2 do
  rule i != 1 & f() & x[i] < 3 ==> begin x[i] := x[i] + 1; cover x[i] = 3 "in a step"; end;
  cover "at top level" x[i] = 3;
end;
`},
	{"liveness in a ruleset", 64, 144, `
var x: array [0..2] of 0..9;
startstate begin for i: 0..2 do x[i] := 0; end; end;
ruleset i: 0..2 do
  rule x[i] < 3 ==> begin x[i] := x[i] + 1; end;
  liveness "full" x[i] = 3;
end;
`},
	{"put changes nothing and reads no designator", 2, 1, `
var x, y: 0..3;
startstate begin x := 1; put y; put x + 1; put "hi"; end;
rule x = 1 ==> begin put y; x := 2; end;
`},
	{"names may be hidden, keywords are written in any case, ends are optional words", 3, 2, `
CONST N: 2; TYPE T: 0..N; VAR x: T;
FUNCTION f(x: T): T; BEGIN RETURN x; ENDFUNCTION;
STARTSTATE BEGIN x := 0; END;
RULE x < N ==> VAR N: T; BEGIN N := 2; IF x = 0 THEN x := f(1); ELSE x := N; ENDIF; ENDRULE;
`},
}

func TestAgreesWithRumur(t *testing.T) {
	for _, row := range asRumur {
		t.Run(row.name, func(t *testing.T) {
			o := Check(load(t, row.text), Options{})
			if o.States != row.states || o.Transitions != row.transitions {
				t.Errorf("got %d states and %d transitions, Rumur has %d and %d", o.States, o.Transitions, row.states, row.transitions)
			}
			for _, p := range o.Properties {
				if p.Decision != Holds {
					t.Errorf("%s: %v", p.Name, p.Trace)
				}
			}
			for _, c := range o.Covers {
				if !c.Reached {
					t.Errorf("cover %s is not reached", c.Name)
				}
			}
		})
	}
}
