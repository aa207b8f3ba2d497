package vm

import (
	"strings"
	"testing"
)

// models are small models, one behaviour each. The machine must agree with
// the naive interpreter on each (see agree).
var models = map[string]string{
	"lease": strings.Replace(lease, "R: 2", "R: 1", 1),

	"a start state may leave variables undefined": `
var x: 0..3; y: boolean;
startstate begin x := 1; end;
rule isundefined(y) ==> begin y := x = 1; end;
rule !isundefined(y) & y ==> begin undefine x; y := false; end;`,

	"the least value of a range may be negative": `
var x: -3..3;
startstate begin x := -3; end;
rule x < 3 ==> begin x := x + 1; end;
rule x > 1 ==> begin x := -x; end;`,

	"an undefined read fails at the designator": `
var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule "Read" x = 0 ==> begin y := 1; undefine x; end;
rule "Fail" true ==> begin y := x; end;`,

	"a guard that fails disables its rule": `
var a: array [0..2] of 0..3; i: 0..3;
startstate begin for j: 0..2 do a[j] := j; end; i := 0; end;
rule "Next" i < 3 ==> begin i := i + 1; end;
rule "Look" a[i] = 2 ==> begin a[0] := 3; end;`,

	"a condition fails before another one is found to be false": `
var x: 0..3; u: 0..3;
startstate begin x := 0; undefine u; end;
rule "Set" x < 3 ==> begin x := x + 1; if x = 2 then u := 1; end; end;
rule "Fail" u = 1 & x = 3 ==> begin u := 2; end;
rule "Late" x = 3 & u = 2 ==> begin undefine u; end;`,

	"a condition keeps another one from failing": `
var x: 0..3; u: 0..3;
startstate begin x := 0; undefine u; end;
rule "Set" x < 3 ==> begin x := x + 1; if x = 2 then u := 1; end; end;
rule "Safe" !isundefined(u) & u = 1 & x = 3 ==> begin undefine u; x := 0; end;
rule "Other" isundefined(u) | u = 2 ==> begin x := 1; end;`,

	"a step of many bits": `
var a: array [0..3] of 0..3; b: 0..4; i: 0..3;
startstate begin for j: 0..3 do a[j] := j; end; b := 0; i := 0; end;
rule "Turn" true ==> var k: 0..3; begin k := a[0]; for j: 0..2 do a[j] := a[j + 1]; end; a[3] := k; end;
rule "Swap" a[0] > a[1] ==> var k: 0..3; begin k := a[1]; a[1] := a[0]; a[0] := k; cover k = 3; end;
rule "Point" i < 3 ==> begin i := i + 1; b := a[i] + a[i - 1] / 2; end;
rule "Back" a[i] = 1 & i > 0 ==> begin i := 0; a[a[1]] := 2; assert a[3] < 3 "three"; b := b % 3; end;`,

	"a remembered step may mint only where nothing is above": `
const TOP: 4;
type
  t: 0..TOP; --! ordinal
var n: t; other: t; hold: t; done: boolean;
startstate begin n := 0; other := 0; hold := 0; done := false; end;
rule "Mint" n < TOP ==> begin n := n + 1; end;
rule "Keep" true ==> begin hold := n; end;
rule "Follow" true ==> begin other := n; end;
rule "Back" hold != 0 & !done ==> begin n := hold; done := true; end;`,

	"a value out of range fails at the right-hand side": `
var x: 0..3;
startstate begin x := 0; end;
rule x < 4 ==> begin x := x + 1; end;`,

	"an index out of range fails at the index": `
var a: array [1..3] of 0..1; i: 0..4;
startstate begin for j: 1..3 do a[j] := 0; end; i := 0; end;
rule i < 4 ==> begin i := i + 1; end;
rule true ==> begin a[i] := 1; end;`,

	"division by zero, overflow, and shifts": `
var x: -4..8; y: -9..9;
startstate begin x := -4; y := 0; end;
rule x < 8 ==> begin x := x + 1; end;
rule "Div" true ==> begin y := 8 / x; end;
rule "Mod" x > 0 ==> begin y := (-7) % x; end;
rule "Shift" true ==> begin y := (1 << x) & 7; end;
rule "Shift back" true ==> begin y := (64 >> x) & 7; end;
rule "Overflow" x = 8 ==> begin y := (1 << 62) * x; end;
rule "Negative" x = 3 ==> begin y := -(1 << 63); end;
rule "Bits" true ==> begin y := ((x ^ 5) | 2) & 7; end;
rule "Product" x < 4 ==> begin y := x * 2; end;`,

	"conditions stop early": `
var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule x = 0 | y = 1 ==> begin x := 1; end;
rule x = 0 & y = 1 ==> begin x := 2; end;
rule x = 1 -> y = 1 ==> begin x := 3; end;
rule x != 0 ? true : y = 0 ==> begin y := 0; end;`,

	"quantifiers stop at the first decisive value": `
type ix: 0..3;
var a: array [ix] of 0..2; n: 0..3;
startstate begin a[0] := 0; a[1] := 1; n := 0; end;
rule "Some" exists i: ix do a[i] = 1 end ==> begin n := 1; end;
rule "All" forall i: ix do a[i] = 0 end ==> begin n := 2; end;
rule "Undefined" exists i: ix do a[i] = 2 end ==> begin n := 3; end;
rule "Range" exists i := 3 to 0 by -1 do isundefined(a[i]) & i = 2 end & n < 3 ==> begin n := n + 1; a[2] := 0; a[3] := 0; end;`,

	"loops step as they say": `
var sum: 0..100; k: 0..3; step: -2..3;
startstate begin sum := 0; k := 0; step := -2; end;
rule k < 3 ==> begin k := k + 1; end;
rule step < 3 ==> begin step := step + 1; end;
rule "Sum" sum = 0 ==> begin for i := k to 7 by step do sum := sum + i; end; end;
rule "Down" sum = 0 ==> begin for i := k to 1 do sum := (sum + 2 * i) % 50; end; end;
rule "Reset" sum > 0 ==> begin sum := 0; end;`,

	"while, switch and early return": `
var x: 0..9; y: 0..9;
startstate begin x := 0; y := 0; end;
rule x < 9 ==> begin x := x + 1; end;
rule "Collatz" true ==> var n: 0..100; steps: 0..9;
begin
  n := x; steps := 0;
  while n != 1 do
    if n % 2 = 0 then n := n / 2; else n := 3 * n + 1; end;
    steps := steps + 1;
  end;
  y := steps;
end;
rule "Switch" true ==> begin
  switch x
  case 0, 1: y := 1;
  case y + 1: y := 2; return;
  case 5: y := 9;
  else y := 3;
  end;
  if y = 9 then return; end;
  y := 4;
end;`,

	"records and arrays are copied and compared whole": `
type pair: record a: 0..2; b: array [0..1] of boolean; end;
var p: pair; q: pair; n: 0..2;
startstate begin p.a := 0; clear q; n := 0; end;
rule "Copy" true ==> begin q := p; end;
rule "Back" n = 2 ==> begin p := q; end;
rule "Set" p.a < 2 ==> begin p.a := p.a + 1; p.b[p.a % 2] := true; end;
rule "Same" p = q ==> begin n := 1; end;
rule "Differ" p != q ==> begin n := 2; end;
rule "Clear" n = 1 ==> begin clear p; end;
rule "Undefine" n = 1 ==> begin undefine p.b; end;`,

	"functions see and change what they are given": `
type ix: 0..2; pair: record a: 0..3; b: 0..3; end;
var a: array [ix] of pair; i: ix; n: 0..9;
function sum(p: pair): 0..6; begin return p.a + p.b; end;
function swapped(p: pair): pair; var q: pair; begin q.a := p.b; q.b := p.a; return q; end;
procedure bump(var x: 0..3; d: 0..3); begin x := (x + d) % 4; end;
procedure both(var p: pair; var q: pair); begin bump(p.a, 1); q.b := p.a; end;
function larger(p: pair; q: pair): pair; begin if sum(p) > sum(q) then return p; end; return q; end;
startstate begin for j: ix do a[j].a := j; a[j].b := 3 - j; end; i := 0; n := 0; end;
rule "Move" i < 2 ==> begin i := i + 1; end;
rule "Bump" a[i].a < 2 ==> begin bump(a[i].a, a[0].b); end;
rule "Swap" i = 1 ==> begin a[i] := swapped(a[2 - i]); end;
rule "Both" i = 2 & a[1].a = 1 ==> begin both(a[i], a[1]); end;
rule "Sum" true ==> begin n := sum(larger(a[i], a[0])); end;
rule "Whole" i = 0 ==> begin a[0] := sum(a[1]) > sum(a[2]) ? a[1] : a[2]; end;`,

	"arguments may be undefined, results may not": `
var x: 0..3; y: 0..3; z: boolean;
function absent(p: 0..3): boolean; begin return isundefined(p); end;
function twice(p: 0..1): 0..1; begin return p + p; end;
function none(p: 0..3): 0..3; begin if p = 3 then return 0; end; end;
startstate begin y := 0; z := false; end;
rule "Absent" true ==> begin z := absent(x); end;
rule "Give" isundefined(x) ==> begin x := y; end;
rule "Take" !isundefined(x) ==> begin undefine x; end;
rule "Count" y < 3 ==> begin y := y + 1; end;
rule "Argument" true ==> begin y := twice(y); end;
rule "Undefined" true ==> begin y := twice(x); end;
rule "None" true ==> begin y := none(y); end;`,

	"recursion": `
var x: 0..9; f: 0..100;
function fib(n: 0..9): 0..100; begin if n < 2 then return n; end; return fib(n - 1) + fib(n - 2); end;
procedure fill(var a: 0..100; n: 0..9); var local: 0..9;
begin local := n; if local > 0 then fill(a, n - 1); a := a + local; end; end;
startstate begin x := 0; f := 0; end;
rule x < 9 ==> begin x := x + 1; end;
rule "Fib" true ==> begin f := fib(x); end;
rule "Fill" f < 40 ==> begin fill(f, x); end;`,

	"calls nest a thousand deep and no deeper": `
var x: 998..1002; ok: boolean;
function down(n: 0..2000): boolean; begin if n <= 1 then return true; end; return down(n - 1); end;
function outer(n: 0..2000): boolean; begin return down(n); end;
startstate begin x := 998; ok := false; end;
rule x < 1002 ==> begin x := x + 1; ok := false; end;
rule "Direct" true ==> begin ok := down(x); end;
rule "Within" true ==> begin ok := outer(x); end;`,

	"a million instructions and no more": `
var x: 0..3; ok: boolean;
startstate begin x := 0; ok := false; end;
rule x < 3 ==> begin x := x + 1; ok := false; end;
rule "Loop" true ==> begin
  for i := 1 to 333333 do for j := 1 to 2 do ok := false; end; end;
  for i := 0 to x do ok := true; end;
end;
rule "Forever" x = 3 ==> begin while true do ok := false; end; end;`,

	"instructions are counted for each evaluation": `
var x: 0..1;
function slow(n: 0..1): 0..1; begin for i := 1 to 300000 do if i = 300000 then return n; end; end; end;
startstate begin x := 0; end;
rule slow(x) = 0 ==> begin x := slow(1); end;
rule slow(x) = 1 ==> begin x := slow(0); end;
rule slow(x) = 1 & slow(1) = 1 & slow(x) = 1 ==> begin x := 1; end;
rule slow(x) = 1 & slow(1) = 1 & slow(x) = 1 & slow(x) = 0 ==> begin x := 1; end;`,

	"aliases are bound once": `
type ix: 0..2;
var a: array [ix] of 0..5; i: ix;
startstate begin for j: ix do a[j] := j; end; i := 0; end;
rule "Fixed" i < 2 ==> begin alias z: a[i]; w: i + 1 do i := w; z := w; end; end;
alias first: a[0]; limit: i * 2 do
  rule "Outer" first <= limit ==> begin i := 0; first := limit; end;
  ruleset k: ix do alias mine: a[k] do
    rule "Mine" mine < 2 ==> begin mine := mine + 1; end;
  end; end;
end;
rule "Unused" a[2] = 2 ==> begin alias bad: a[i + a[1]] do i := 0; end; end;`,

	"loop variables and parameters can be assigned": `
type ix: 0..3;
var a: array [ix] of 0..3; n: 0..9;
startstate begin for j: ix do a[j] := 0; end; n := 0; end;
ruleset k: ix do
  rule "Assign" a[k] < 2 ==> begin k := (k + 1) % 4; a[k] := 2; end;
end;
rule "Loop" n = 0 ==> begin for i: ix do n := n + 1; i := 3; a[i] := a[i] % 2 + 1; end; end;`,

	"asserts, errors, assumes and covers as statements": `
var x: 0..5;
startstate begin x := 0; end;
rule "Step" x < 5 ==> begin x := x + 1; cover x = 3; assert x != 4 "not four"; end;
rule "Drop" true ==> begin assume x < 2; cover x = 0; cover x = 5; x := (x + 3) % 6; end;
rule "Stop" x = 2 ==> begin error "two"; end;
assume "not five" x != 5;
cover "two" x = 2;
cover "five" x = 5;
invariant "below three" x < 3;
invariant "fails" 6 / (x - 3) != 9;
invariant "after" x != 1;`,

	"an assume in a guard makes it false": `
var x: 0..3;
function small(n: 0..3): boolean; begin assume n != 1; cover n = 2; assert n != 3; return true; end;
startstate begin x := 0; end;
rule "Step" x < 3 ==> begin x := x + 1; end;
rule "Jump" small(x) ==> begin x := 2; end;`,

	"start states come in rulesets and may fail": `
var x: 0..3; y: 0..3;
ruleset i: 0..3 do
  startstate begin x := i; y := 6 / i - 1; end;
end;
startstate begin x := 3; end;
rule x > 0 ==> begin x := x - 1; end;`,

	"a start state that breaks an assume is an error": `
var x: 0..3;
ruleset i: 0..3 do startstate begin assume i != 3; x := i; end; end;
rule x > 0 ==> begin x := x - 1; end;
assume x < 2;`,

	"properties in rulesets": `
type c: scalarset(3);
var at: array [c] of 0..2;
startstate begin for i: c do at[i] := 0; end; end;
ruleset i: c do
  rule at[i] < 2 ==> begin at[i] := at[i] + 1; end;
  invariant "one" at[i] < 2;
  cover "both" at[i] = 2;
  assume "not all" exists j: c do at[j] = 0 end;
end;
ruleset i: c; j: c do invariant "pair" i = j | at[i] + at[j] < 4; end;`,

	"two scalarsets, one inside the other": `
type c: scalarset(2); n: scalarset(3);
var home: array [c] of n; votes: array [n] of array [c] of boolean; last: n; who: c;
startstate begin for i: n do for j: c do votes[i][j] := false; end; end; end;
ruleset i: n; j: c do
  rule "Vote" !votes[i][j] ==> begin votes[i][j] := true; home[j] := i; end;
  rule "Last" votes[i][j] & isundefined(last) ==> begin last := i; who := j; end;
  rule "Move" !isundefined(last) & !isundefined(home[j]) & home[j] = i & last != i ==> begin last := home[j]; undefine who; end;
end;`,

	"a state of several words": `
type ix: 0..40;
var a: array [ix] of 0..1000000; n: ix;
startstate begin for i: ix do a[i] := i * 1000; end; n := 0; end;
rule n < 40 ==> begin n := n + 1; a[n] := a[n - 1] + 7; end;
rule n > 0 & n % 7 = 0 ==> begin undefine a[n]; n := 0; end;
invariant "small" forall i: ix do isundefined(a[i]) | a[i] < 40000 end;`,
}

func TestMachineAgreesWithTheInterpreter(t *testing.T) {
	for name, text := range models {
		t.Run(name, func(t *testing.T) { agree(t, text) })
	}
	for name, text := range ordinals {
		t.Run(name, func(t *testing.T) { agree(t, text) })
	}
}

// ordinals are models of tokens.
var ordinals = map[string]string{
	"a counter without bound": `
--! protocol counter "counter"
const TOP: 6;
type client: scalarset(2);
--! ordinal
  token: 0..TOP;
var minted: token;
  highest: token;
  owner: client;
  at: array [client] of record busy: boolean; token: token; end;
startstate begin minted := 0; highest := 0; undefine owner;
  for c: client do at[c].busy := false; at[c].token := 0; end; end;
ruleset c: client do
  rule "Take" !at[c].busy & isundefined(owner) & minted < TOP ==>
  begin minted := minted + 1; at[c].token := minted; at[c].busy := true; owner := c; end;
  rule "Write" at[c].busy & at[c].token >= highest ==> begin highest := at[c].token; end;
  rule "Stop" at[c].busy ==> begin at[c].busy := false; at[c].token := 0; end;
end;
rule "Expire" !isundefined(owner) ==> begin undefine owner; end;
invariant "ordered" forall c: client do at[c].token <= minted end;`,

	"several mints in one rule need room": `
--! protocol mints "mints"
const TOP: 40;
type
  --! ordinal
  token: 0..TOP;
var last: token;
  a: token;
  b: token;
startstate begin last := 0; a := 0; b := 0; end;
rule "Many" last < TOP ==> begin
  for i := 1 to 6 do a := last; last := last + 1; b := last; end; end;
rule "Forget" true ==> begin a := 0; end;`,

	"chosen tokens": `
--! protocol chosen "chosen"
const TOP: 3;
type
  --! ordinal
  token: 0..TOP;
var a: token;
  b: token;
  n: 0..3;
startstate begin a := 0; b := 0; n := 0; end;
ruleset t: token do
  rule "Choose" n < 3 & t != 0 ==> begin a := t; n := n + 1; end;
  rule "Swap" t = a & b < a ==> begin b := t; a := 0; end;
end;
ruleset s: token; i: 0..1; t: token do
  rule "Two" n = i & s < t & t != a ==> begin a := s; b := t; n := 3; end;
end;
invariant "below" a < b | a >= b;`,

	"minting below a live value": `
--! protocol below "below"
const TOP: 5;
type
  --! ordinal
  token: 0..TOP;
var a: token;
  b: token;
startstate begin a := 0; b := 0; end;
rule "A" a < TOP ==> begin a := a + 1; end;
rule "B" true ==> begin b := a; end;
rule "Local" true ==> var x: token; begin x := a + 1; a := 0; b := 0; a := a + 1; end;`,
}
