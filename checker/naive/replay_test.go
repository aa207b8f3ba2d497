package naive

import (
	"fmt"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

const demo = `
--! protocol demo "Demo"
const TOP: 5;
type
  client: scalarset(2);
  node: scalarset(2);        --! names N1 N2
  token: 0..TOP;             --! ordinal
  phase: enum { idle, busy };
var
  owner: client;
  last: token;
  at: array [client] of record phase: phase; token: token; end;
  up: array [node] of boolean;

function believes(c: client): boolean;  --! observe
begin return at[c].phase = busy; end;
function token_of(c: client): token;    --! observe
begin return at[c].token; end;
function free(): boolean;               --! observe
begin return isundefined(owner); end;

startstate "s" begin
  undefine owner; last := 0;
  for c: client do at[c].phase := idle; at[c].token := 0; end;
  for n: node do up[n] := true; end;
end;
ruleset c: client do
  rule "Take"  --! line C1 say "{c} takes it from {old(owner)}: token {old(last)} becomes {last}, {old(at[c].phase)} {at[c].phase}"
    at[c].phase = idle & free() & last < TOP ==>
  begin owner := c; last := last + 1; at[c].phase := busy; at[c].token := last; end;
  rule "Check" --! line C2
    at[c].phase = busy ==>
  begin assert at[c].token = last & last = 0 "low"; end;
end;
rule "Free"    --! line S1
  !free() ==> begin undefine owner; end;
ruleset n: node do rule "Down" --! fault crash
  up[n] ==> begin up[n] := false; end; end;
`

func replay(t *testing.T, m *murphi.Model, steps ...Step) *Run {
	t.Helper()
	run, err := Replay(m, Step{}, steps, true)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestReplayTellsARun(t *testing.T) {
	m := load(t, demo)
	run := replay(t, m, Step{0, []int64{1}}, Step{2, nil}, Step{3, []int64{0}}, Step{0, []int64{0}})
	var b strings.Builder
	for _, s := range run.Steps {
		fmt.Fprintf(&b, "%s %v actor %s fault %q line %q: %s\n", s.Rule, s.Args, s.Actor, s.Fault, s.Line, s.Say)
		for _, c := range s.Changes {
			fmt.Fprintf(&b, "  %s %s -> %s\n", c.Path, orUndefined(c.From), orUndefined(c.To))
		}
	}
	if got, want := b.String(), `Take [{c c2}] actor c2 fault "" line "C1": c2 takes it from undefined: token 0 becomes 1, idle busy
  owner undefined -> c2
  last 0 -> 1
  at[c2].phase idle -> busy
  at[c2].token 0 -> 1
Free [] actor env fault "" line "S1": Free
  owner c2 -> undefined
Down [{n N1}] actor env fault "crash" line "": Down(N1)
  up[N1] true -> false
Take [{c c1}] actor c1 fault "" line "C1": c1 takes it from undefined: token 1 becomes 2, idle busy
  owner undefined -> c1
  last 1 -> 2
  at[c1].phase idle -> busy
  at[c1].token 0 -> 2
`; got != want {
		t.Errorf("got\n%s", got)
	}
	if got, want := fmt.Sprint(run.Steps[0].State), "{[{owner c2 true} {last 1 true} {at[c1].phase idle true} {at[c1].token 0 true}"+
		" {at[c2].phase busy true} {at[c2].token 1 true} {up[N1] true true} {up[N2] true true}]"+
		" [{believes c1 false} {believes c2 true} {token_of c1 0} {token_of c2 1} {free  false}]}"; got != want {
		t.Errorf("got the state\n%s", got)
	}
	if got := run.Start.Vars[0]; got != (Var{Path: "owner"}) {
		t.Errorf("an undefined variable prints as %+v", got)
	}
}

func orUndefined(s *string) string {
	if s == nil {
		return "undefined"
	}
	return *s
}

func TestReplayRefusesWhatIsNoRun(t *testing.T) {
	m := load(t, demo+`
rule "Drop" begin assume false; end;
rule "Fail" begin error "no"; end;
rule "Odd" 1 / (isundefined(owner) ? 0 : 1) = 1 ==> begin end;
`)
	take := Step{0, []int64{0}}
	for _, row := range []struct {
		want  string
		steps []Step
	}{
		{"step 1: there is no rule 9", []Step{{9, nil}}},
		{"step 1: rule Take has no instance [7] here", []Step{{0, []int64{7}}}},
		{"step 1: rule Take has no instance [] here", []Step{{0, nil}}},
		{"step 2: rule Take is not enabled", []Step{take, take}},
		{"step 1: an assume drops the step Drop", []Step{{4, nil}}},
		{"step 2: the step before it failed: no", []Step{{5, nil}, take}},
		{"step 1: the guard of rule Odd fails: 1 / (isundefined(owner) ? 0 : 1) divides by 0", []Step{{6, nil}}},
	} {
		if _, err := Replay(m, Step{}, row.steps, true); fmt.Sprint(err) != row.want {
			t.Errorf("%v: got %v, want %s", row.steps, err, row.want)
		}
	}
	if _, err := Replay(m, Step{Rule: 1}, nil, true); fmt.Sprint(err) != "start state: there is no rule 1" {
		t.Errorf("got %v", err)
	}
}

func TestReplayEndsInAFailure(t *testing.T) {
	m := load(t, demo)
	run := replay(t, m, Step{0, []int64{1}}, Step{1, []int64{1}})
	why, ok := run.WhyFailed(func(f *murphi.Failure) bool { return f.Kind == murphi.AssertFailed })
	if !ok || why.FalseConjunct != "at[c2].token = last & last = 0" ||
		fmt.Sprint(why.Values) != "[{at[c2].token 1 true} {last 1 true}]" {
		t.Errorf("got %+v", why)
	}
	if n := len(run.Steps); n != 2 || len(run.Steps[1].Changes) != 0 {
		t.Errorf("the failed step changes nothing: got %+v", run.Steps)
	}
}

func TestWhy(t *testing.T) {
	for _, row := range []struct{ property, conjunct, values string }{
		{"at[c].phase = idle & c = c", "at[c2].phase = idle", "at[c2].phase=busy"},
		{"isundefined(owner) | owner != c", "isundefined(owner) | owner != c2", "owner=c2"},
		{"!(believes(c) & owner = c)", "!(believes(c2) & owner = c2)", "at[c2].phase=busy owner=c2"},
		{"!believes(c)", "!believes(c2)", "at[c2].phase=busy"},
		{"forall d: client do c != d -> at[d].token > 0 end", "c2 != c1 -> at[c1].token > 0", "at[c1].token=0"},
		{"!exists d: client do d != c & at[d].token = 0 end", "!(c1 != c2 & at[c1].token = 0)", "at[c1].token=0"},
		{"!(free() | at[c].token = last)", "at[c2].token != last", "at[c2].token=1 last=1"},
		{"free()", "isundefined(owner)", "owner=c2"},
		{"same(at[c].token, last)", "same(at[c1].token, last)", "at[c1].token=0 last=1"},
		{"at[c].token = at[owner].token", "at[c1].token = at[owner].token", "at[c1].token=0 owner=c2 at[c2].token=1"},
	} {
		t.Run(row.property, func(t *testing.T) {
			m := load(t, demo+`
function same(a: token; b: token): boolean; begin return a = b; end;
ruleset c: client do invariant "p" `+row.property+`; end;`)
			why, ok := replay(t, m, Step{0, []int64{1}}).Why(m.Properties[0])
			var values []string
			for _, v := range why.Values {
				values = append(values, v.Path+"="+v.Value)
			}
			if got := strings.Join(values, " "); !ok || why.FalseConjunct != row.conjunct || got != row.values {
				t.Errorf("got %q because of %q with %q", why.Expr, why.FalseConjunct, got)
			}
		})
	}
}

// A goal is out of reach only if no steps but faults lead to it.
func TestStuck(t *testing.T) {
	m := load(t, `
var x: 0..9; broken: boolean;
startstate begin x := 0; broken := false; end;
rule "up" !broken & x < 9 ==> begin x := x + 1; end;
rule "break" --! fault crash
  true ==> begin broken := !broken; end;
liveness "nine" x = 9;
`)
	for _, tt := range []struct {
		steps []Step
		most  int
		stuck bool
	}{
		{nil, 10, false},
		{nil, 5, true}, // not decided
		{[]Step{{Rule: 1}}, 10, true},
		{[]Step{{Rule: 1}, {Rule: 1}}, 10, false},
	} {
		if got := replay(t, m, tt.steps...).Stuck(m.Properties[0], tt.most); got != tt.stuck {
			t.Errorf("after %d steps, %d states: stuck %v, want %v", len(tt.steps), tt.most, got, tt.stuck)
		}
	}
}
