package naive

import "testing"

func TestTheOrderOfTraces(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"the shortest", `
var x: 0..9;
startstate begin x := 0; end;
rule "one" x < 9 ==> begin x := x + 1; end;
rule "two" x < 8 ==> begin x := x + 2; end;
invariant "goal" x < 4;`, "two two"},
		{"fewest faults before fewest changes of actor", `
type c: scalarset(2);
var x: 0..9;
startstate begin x := 0; end;
ruleset i: c do
  rule "lose" --! fault loss line C1
    x < 2 ==> begin x := x + 1; end;
  rule "step" --! line C2
    x < 2 ==> begin x := x + 1; end;
end;
rule "tick" x = 1 ==> begin x := 2; end;
--! protocol p "p"
invariant "goal" x < 2;`, "step(c1) step(c1)"},
		{"a fault where there is no other way, as late as the order of rules says", `
var x: 0..9; broken: boolean;
startstate begin x := 0; broken := false; end;
rule "step" x < 2 ==> begin x := x + 1; end;
rule "break" --! fault crash
  !broken ==> begin broken := true; end;
invariant "goal" x < 2 | !broken;`, "step step break"},
		{"fewest changes of actor", `
type c: scalarset(2);
var at: array [c] of 0..2;
startstate begin for i: c do at[i] := 0; end; end;
ruleset i: c do
  rule "a" at[i] = 0 ==> begin at[i] := 1; end;
  rule "b" at[i] = 1 ==> begin at[i] := 2; end;
end;
invariant "goal" exists i: c do at[i] < 2 end;`, "a(c1) b(c1) a(c2) b(c2)"},
		{"the first step changes nothing", `
type c: scalarset(2);
var done: array [c] of boolean; ticks: 0..2;
startstate begin for i: c do done[i] := false; end; ticks := 0; end;
ruleset i: c do rule "a" !done[i] & ticks = 1 ==> begin done[i] := true; end; end;
rule "tick" ticks < 2 ==> begin ticks := ticks + 1; end;
invariant "goal" exists i: c do !done[i] end;`, "tick a(c1) a(c2)"},
		{"a change later for a smaller step now is no bargain", `
type c: scalarset(2);
var x: 0..9; who: c;
startstate begin x := 0; undefine who; end;
ruleset i: c do
  rule "a" x = 0 ==> begin x := 1; who := i; end;
  rule "b" x = 1 & i != who ==> begin x := 2; end;
  rule "c" x = 0 ==> begin x := 3; who := i; end;
  rule "d" x = 3 & i = who ==> begin x := 2; end;
end;
invariant "goal" x != 2;`, "c(c1) d(c1)"},
		{"among equals, the smallest arguments", `
var x: 0..9;
startstate begin x := 0; end;
ruleset i: 0..3; j: 0..3 do rule "r" i + j = 3 ==> begin x := i; end; end;
invariant "goal" x = 0;`, "r(1, 2)"},
		{"a smaller start state wins before a smaller step", `
var x: 0..9;
ruleset i: 1..3 do startstate "s" begin x := i; end; end;
ruleset j: 0..3 do rule "r" x + j = 4 & j > 0 ==> begin x := 9; end; end;
invariant "goal" x != 9;`, "r(3)"},
		{"the step that fails belongs to the trace", `
type c: scalarset(2);
var x: 0..9;
startstate begin x := 0; end;
ruleset i: c do
  rule "a" x < 2 ==> begin x := x + 1; end;
  rule "b" x = 2 ==> begin assert false "goal"; end;
end;`, "a(c1) a(c1) b(c1)"},
		{"several violations of one level", `
type c: scalarset(2);
var x: 0..9;
startstate begin x := 0; end;
rule "late" x = 0 ==> begin x := 2; end;
ruleset i: c do
  rule "a" x = 0 ==> begin x := 1; end;
  rule "b" x = 1 ==> begin x := 3; end;
end;
ruleset i: c do rule "d" x = 2 ==> begin x := 3; end; end;
invariant "goal" x != 3;`, "a(c1) b(c1)"},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := load(t, row.text)
			p := Check(m, Options{}).property(t, "goal")
			if got := told(t, m, p.Trace, false); got != row.want {
				t.Errorf("got %q, want %q", got, row.want)
			}
			if q := Check(m, Options{Symmetry: true}).property(t, "goal"); told(t, m, q.Trace, false) != row.want {
				t.Errorf("with symmetry the trace is %q", told(t, m, q.Trace, false))
			}
		})
	}
}

// Without fencing there are ten shortest violations of the reference system;
// the first by the order of traces is shown.
func TestTheLeaseRace(t *testing.T) {
	m := lease(t, 2, 1, "none")
	p := Check(m, Options{}).property(t, "no-stale-write")
	if got := told(t, m, p.Trace, false); got != "Acquire(A) Send(A) Expire Acquire(B) Send(B) Deliver(B) Deliver(A)" {
		t.Errorf("got %s", got)
	}
	m = lease(t, 2, 0, "none")
	p = Check(m, Options{Ranks: true}).property(t, "no-stale-write")
	if got := told(t, m, p.Trace, true); got != "Acquire(A) Send(A) Expire Acquire(B) Send(B) Deliver(B) Deliver(A)" {
		t.Errorf("with ranks: got %s", got)
	}
}
