package naive

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// spec returns a protocol with given parameters.
func spec(t *testing.T, file, faults string, params map[string]string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Load(os.DirFS("../../specs"), file)
	set, err := murphi.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	if !diags.HasErrors() {
		_, more := murphi.Configure(m, murphi.Config{Params: params, Faults: set})
		diags = append(diags, more...)
	}
	if !diags.HasErrors() {
		diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
	}
	if diags.HasErrors() {
		t.Fatalf("%s: %v", file, diags)
	}
	return m
}

// schedule reads "Ask(A) Expire(A) Free".
func schedule(text string) []Planned {
	var all []Planned
	for _, word := range strings.Fields(text) {
		name, args, _ := strings.Cut(strings.TrimSuffix(word, ")"), "(")
		p := Planned{Rule: name}
		if args != "" {
			for _, a := range strings.Split(args, ",") {
				p.Args = append(p.Args, Arg{Value: a})
			}
		}
		all = append(all, p)
	}
	return all
}

func follow(t *testing.T, m *murphi.Model, plan []Planned, ranks bool) *Followed {
	t.Helper()
	f, err := Follow(m, Step{}, plan, ranks)
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Became) != len(plan) || len(f.Index) != len(f.Run.Steps) {
		t.Fatalf("%d steps became %d; %d steps have %d places in the schedule", len(plan), len(f.Became), len(f.Run.Steps), len(f.Index))
	}
	for i, b := range f.Became {
		if b.Fate == Skipped != (b.Step < 0) || b.Fate != Skipped && f.Index[b.Step] != i {
			t.Errorf("step %d became %+v, but the run says %v", i+1, b, f.Index)
		}
	}
	return f
}

// fates tells what became of the steps that were not simply taken.
func (f *Followed) fates(plan []Planned) string {
	var lines []string
	for i, b := range f.Became {
		switch b.Fate {
		case TakenOtherwise:
			lines = append(lines, fmt.Sprintf("%d %s becomes %s: %s", i+1, plan[i], f.Run.Steps[b.Step], b.Reason))
		case Skipped:
			lines = append(lines, fmt.Sprintf("%d %s: %s", i+1, plan[i], b.Reason))
		}
	}
	return strings.Join(lines, "\n")
}

// The race of a lock with a lease, as `lockcheck check ttl` finds it.
const ttlRace = "Ask(A) Ask(B) Grant(A) Pause(A) Expire(A) Grant(B) Resume(A) Learn(A) Write(A) Learn(B) Write(B) Apply(B) Apply(A)"

func TestAScheduleIsFollowedWithAGuardOn(t *testing.T) {
	plan := schedule(ttlRace)
	for _, row := range []struct {
		name, faults string
		params       map[string]string
		ranks        bool
		want         string
	}{
		{"the same protocol takes every step", "pause", nil, true, ""},
		{"without ranks too", "pause", nil, false, ""},
		{"the guard refuses the late write", "pause", map[string]string{"guard": "reject-lower"}, true,
			"13 Apply(A) becomes Refuse(A): accepts(A, token_of(A), stamp_of(A), work[A].sent) is false: shown[A].token = 1, at[A].value = 1, work[A].sent = 1, mark[1] = 2"},
		{"without the fault the lease lasts", "none", nil, true, `4 Pause(A): the fault pause is switched off
5 Expire(A): TIMED | may_lapse(A) is false: at[A].value = 1, lease = 1, body[A] = well, at[A].phase = granted
6 Grant(B) becomes Deny(B): isundefined(owner) is false: owner = A
7 Resume(A): body[A] = paused is false: body[A] = well
10 Learn(B): at[B].phase = granted is false: at[B].phase = idle
11 Write(B): at[B].phase = holding is false: at[B].phase = idle
12 Apply(B): work[B].step = writing is false: work[B].step = ready`},
	} {
		t.Run(row.name, func(t *testing.T) {
			f := follow(t, spec(t, "ttl.murphi", row.faults, row.params), plan, row.ranks)
			if got := f.fates(plan); got != row.want {
				t.Errorf("got\n%s\nwant\n%s", got, row.want)
			}
		})
	}
}

func TestWhatKeepsAPlannedStepFromBeingTaken(t *testing.T) {
	m := load(t, demo+`
ruleset c: client do
  rule "Two" false ==> begin end;
  rule "Two" at[c].phase = busy & last > 0 ==> begin end;
  rule "Two" last > 0 ==> begin end;
end;
rule "Drop" begin assume false; end;
rule "Odd" 1 / (isundefined(owner) ? 0 : 1) = 1 ==> begin end;
rule "Fail" begin error "no"; end;
rule "Reset" --! line S1
  free() ==> begin last := 0; end;
`)
	for _, row := range []struct{ plan, want string }{
		{"Take(c1) Free Down(N1) Take(c2)", ""},
		{"Free", "1 Free becomes Reset: !free() is false: owner = undefined"},
		{"Steal", "1 Steal: there is no rule Steal"},
		{"Take", "1 Take: Take takes another number of arguments than 0"},
		{"Take(c3)", "1 Take(c3): c3 is no client: c of Take"},
		{"Take(c1) Take(c2)", "2 Take(c2): isundefined(owner) is false: owner = c1"},
		{"Two(c1)", "1 Two(c1): at[c1].phase = busy is false: at[c1].phase = idle"},
		{"Drop", "1 Drop: an assume drops the step Drop"},
		{"Odd", "1 Odd: 1 / (isundefined(owner) ? 0 : 1) = 1 fails: 1 / (isundefined(owner) ? 0 : 1) divides by 0"},
		{"Fail Take(c1)", "2 Take(c1): the run has failed: no"},
	} {
		plan := schedule(row.plan)
		f := follow(t, m, plan, true)
		if got := f.fates(plan); got != row.want {
			t.Errorf("%s: got\n%s\nwant\n%s", row.plan, got, row.want)
		}
	}
	named := []Planned{{Rule: "Take", Args: []Arg{{"d", "c1"}}}}
	if got := follow(t, m, named, true).fates(named); got != "1 Take(c1): parameter 1 of Take is c, not d" {
		t.Errorf("an argument of another name: got %q", got)
	}
	if _, err := Follow(m, Step{Rule: 7}, nil, true); fmt.Sprint(err) != "start state: there is no rule 7" {
		t.Errorf("got %v", err)
	}
}

// A plan keeps the order of the ordinals that a run chose, also where one of
// them is no longer known to the run that follows.
func TestAPlanKeepsTheOrderOfChosenOrdinals(t *testing.T) {
	const text = `
const FORGETS: %s;
type token: 0..9;  --! ordinal
var x, y, z: token;
startstate begin x := 0; y := 0; z := 0; end;
rule "Mint" x = 0 ==> begin x := x + 1; end;
ruleset t: token do
  rule "Below" t < x & t > 0 ==> begin if !FORGETS then y := t; end; end;
  rule "Use" t > 0 ==> begin z := t; end;
end;`
	run := replay(t, load(t, fmt.Sprintf(text, "false")), Step{0, nil}, Step{1, []int64{1}}, Step{2, []int64{2}}, Step{2, []int64{5}})
	plan := run.Plan()
	for _, forgets := range []string{"false", "true"} {
		f := follow(t, load(t, fmt.Sprintf(text, forgets)), plan, true)
		if got := fmt.Sprint(f.Run.Plan(), f.fates(plan)); got != "[Mint Below(1) Use(1) Use(3)]" {
			t.Errorf("forgets %s: got %v", forgets, got)
		}
	}
}
