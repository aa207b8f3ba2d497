package naive

import (
	"fmt"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// excerpt returns the text at a span.
func excerpt(text string, at murphi.Span) string {
	if at.Start.Line == 0 {
		return ""
	}
	lines := strings.SplitAfter(text, "\n")
	offset := func(p murphi.Pos) int { return len(strings.Join(lines[:p.Line-1], "")) + p.Col - 1 }
	return text[offset(at.Start):offset(at.End)]
}

const failing = `
type e: enum { p, q }; r: record a: 0..3; b: boolean; end;
var x, y: 0..9; u: 0..9; a: array [0..3] of 0..9; big: -9223372036854775807..9223372036854775807; rec: r;
function narrow(n: 0..3): boolean; begin return true; end;
function wide(): 0..3; begin return x + 3; end;
function lazy(n: 0..9): 0..9; begin return n; end;
function nothing(): 0..9; begin if x = 9 then return 1; end; end;
function again(n: 0..9): 0..9; begin return again(n); end;
procedure change(var v: 0..9); begin v := v + 7; end;
startstate begin x := 3; y := 0; for i: 0..3 do a[i] := 0; end; big := 9223372036854775807; end;
`

func TestRunTimeFailures(t *testing.T) {
	for _, row := range []struct {
		body string
		kind murphi.FailureKind
		at   string
	}{
		{"x := u;", murphi.UndefinedRead, "u"},
		{"x := y + u;", murphi.UndefinedRead, "u"},
		{"x := a[u];", murphi.UndefinedRead, "u"},
		{"a[u] := 1;", murphi.UndefinedRead, "u"},
		{"undefine a[u];", murphi.UndefinedRead, "u"},
		{"if isundefined(a[u]) then end;", murphi.UndefinedRead, "u"},
		{"if u = 1 | true then end;", murphi.UndefinedRead, "u"},
		{"if rec.b then end;", murphi.UndefinedRead, "rec.b"},
		{"switch u end;", murphi.UndefinedRead, "u"},
		{"switch x case 1: case u: end;", murphi.UndefinedRead, "u"},
		{"for i := 0 to u do end;", murphi.UndefinedRead, "u"},
		{"x := lazy(u);", murphi.UndefinedRead, "n"},
		{"x := lazy(x = 3 ? u : x);", murphi.UndefinedRead, "u"},
		{"put u + 1;", murphi.UndefinedRead, "u"},
		{"alias z: u + 1 do end;", murphi.UndefinedRead, "u"},
		{"alias z: a[u] do end;", murphi.UndefinedRead, "u"},
		{"a[u] := y / y;", murphi.UndefinedRead, "u"}, // the left side first
		{"x := x * 4;", murphi.ValueOutOfRange, "x * 4"},
		{"a[2] := -x;", murphi.ValueOutOfRange, "-x"},
		{"if narrow(x + 1) then end;", murphi.ValueOutOfRange, "x + 1"},
		{"x := 5; if narrow(x) then end;", murphi.ValueOutOfRange, "x"},
		{"x := wide();", murphi.ValueOutOfRange, "x + 3"},
		{"change(x);", murphi.ValueOutOfRange, "v + 7"},
		{"for i: 1..3 do i := i + 1; end;", murphi.ValueOutOfRange, "i + 1"},
		{"x := a[x + 1];", murphi.IndexOutOfRange, "x + 1"},
		{"a[x + 1] := u;", murphi.IndexOutOfRange, "x + 1"},
		{"put a[x + 1];", murphi.IndexOutOfRange, "x + 1"},
		{"x := 1 / y;", murphi.DivisionByZero, "1 / y"},
		{"x := 1 % y;", murphi.DivisionByZero, "1 % y"},
		{"if big + 1 > 0 then end;", murphi.Overflow, "big + 1"},
		{"if -big - 2 < 0 then end;", murphi.Overflow, "-big - 2"},
		{"if big * 2 > 0 then end;", murphi.Overflow, "big * 2"},
		{"if -(-big - 1) > 0 then end;", murphi.Overflow, "-(-big - 1)"},
		{"if (-big - 1) / -1 > 0 then end;", murphi.Overflow, "(-big - 1) / -1"},
		{"if (-big - 1) % (y - 1) > 0 then end;", murphi.Overflow, "(-big - 1) % (y - 1)"},
		{"for i := 0 to 3 by y do end;", murphi.BadStep, "for i := 0 to 3 by y do end"},
		{"for i := x to y by x do end;", murphi.BadStep, "for i := x to y by x do end"},
		{"for i := x to x by y do end;", murphi.BadStep, "for i := x to x by y do end"},
		{"if exists i := y to x by -x do true end then end;", murphi.BadStep, "exists i := y to x by -x do true end"},
		{"x := nothing();", murphi.NoResult, "function nothing"},
		{`error "no";`, murphi.ErrorRaised, `error "no"`},
		{`assert x = 4 "no";`, murphi.AssertFailed, `assert x = 4 "no"`},
		{"while true do end;", murphi.TooLong, ""},
		{"for i: 0..999 do for j: 0..999 do end; end;", murphi.TooLong, ""},
		{"x := again(1);", murphi.TooDeep, ""},
	} {
		t.Run(row.body, func(t *testing.T) {
			text := failing + "rule \"bad\" begin " + row.body + " end;"
			m := load(t, text)
			o := Check(m, Options{})
			for _, p := range o.Properties {
				if p.Decision != Violated {
					continue
				}
				f := p.Trace.Failure
				if f.Kind != row.kind || !strings.HasPrefix(excerpt(text, f.At), row.at) || row.at == "" && f.At != (murphi.Span{}) {
					t.Errorf("got kind %d at %q (%s)", f.Kind, excerpt(text, f.At), f.Detail)
				}
				if p.Depth != 1 || (p.Kind == "assert") != (row.kind == murphi.AssertFailed) {
					t.Errorf("the failure counts as %+v", p)
				}
				return
			}
			t.Error("no failure")
		})
	}
}

func TestJustInsideTheLimitsNothingFails(t *testing.T) {
	m := load(t, `
var x: 0..1000;
function down(n: 0..1000): 0..1000; begin if n = 1 then return 0; end; return down(n - 1); end;
startstate begin
  for i: 0..998 do for j: 0..999 do end; end; -- 999 rounds with 1000 rounds each
  x := 0;
end;
rule "deep" x = 0 ==> begin x := down(1000); end;
`)
	if p := Check(m, Options{}).property(t, "no-run-time-error"); p.Decision != Holds {
		t.Errorf("got %+v", p.Trace.Failure)
	}
}

// A failing guard or property belongs to its state, a failing effect to the
// state after it; the search goes on.
func TestWhereFailuresBelong(t *testing.T) {
	for _, row := range []struct {
		name, text, property string
		depth, states        int
	}{
		{"in an effect", "rule x = 2 ==> begin x := x / y; end;", "no-run-time-error", 3, 5},
		{"in a guard", "rule x = 2 & 1 / y = 1 ==> begin end;", "no-run-time-error", 2, 5},
		{"in an invariant", "invariant x = 2 -> 1 / y = 1;", "no-run-time-error", 2, 5},
		{"in a cover", "cover x = 2 & 1 / y = 1;", "no-run-time-error", 2, 5},
		{"in an alias that nobody uses", "alias z: 5 / (x - 2) do rule false ==> begin end; end;", "no-run-time-error", 2, 5},
		{"in an assume: the step fails", "assume x = 2 -> 1 / y = 1;", "no-run-time-error", 2, 2},
		{"in a start state", "startstate begin x := x; end;", "no-run-time-error", 0, 5},
		{"an assert in a guard", "function f(): boolean; begin assert x < 3 \"low\"; return false; end; rule f() ==> begin end;", "low", 3, 5},
		{"an assert in an invariant", "function f(): boolean; begin assert x < 3 \"low\"; return true; end; invariant f();", "low", 3, 5},
		{"an assert in an effect", "rule x < 5 ==> begin assert x < 3 \"low\"; end;", "low", 4, 5},
		{"an assert by its place", "\nrule x < 5 ==> begin assert x < 3; end;", "assert at model:4", 4, 5},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := load(t, "\nvar x, y: 0..9;\nstartstate begin x := 0; y := 0; end; rule x < 4 ==> begin x := x + 1; end; invariant \"open\" x != 99;"+row.text)
			o := Check(m, Options{})
			p := o.property(t, row.property)
			if p.Decision != Violated || p.Depth != row.depth || o.States != row.states {
				t.Errorf("got %+v with %d states, want depth %d and %d states", p, o.States, row.depth, row.states)
			}
			run, err := Replay(m, p.Trace.Start, p.Trace.Steps, false)
			if err != nil {
				t.Fatal(err)
			}
			why, ok := run.WhyFailed(func(f *murphi.Failure) bool { return f.Kind == p.Trace.Failure.Kind && f.At == p.Trace.Failure.At })
			if !ok {
				t.Errorf("the failure does not come back in the replay: %+v", why)
			}
		})
	}
}

// A property that fails at run time is neither false nor reached; the others
// are evaluated all the same.
func TestEachPropertyIsEvaluatedByItself(t *testing.T) {
	m := load(t, `
var x, y: 0..9;
startstate begin x := 0; y := 0; end;
invariant "failing" 1 / y = 1;
cover "failing" 1 / y = 1;
invariant "false" x = 1;
cover "reached" x = 0;
`)
	o := Check(m, Options{})
	var got []string
	for _, p := range o.Properties {
		got = append(got, fmt.Sprint(p.Name, " ", p.Decision == Violated))
	}
	if got, want := fmt.Sprint(got, o.Covers), "[failing false false true no-run-time-error true] [{failing false 0} {reached true 0}]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAnAssumeThatBreaksAStartStateIsAnErrorOfTheModel(t *testing.T) {
	for _, text := range []string{
		"startstate begin x := 9; end; assume x < 9;",
		"startstate begin assume 9 < 9; end;",
	} {
		o := Check(load(t, "var x: 0..9; startstate begin x := 0; end; "+text), Options{})
		if o.Spec == nil || o.Spec.Failure.Kind != murphi.AssumeFailedAtStart || o.Spec.Start.Rule != 1 {
			t.Errorf("%s: got %+v", text, o.Spec)
		}
	}
}
