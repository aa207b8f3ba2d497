package naive

import (
	"fmt"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// record writes a run down as a file would.
func record(run *Run) (start Recorded, steps []Recorded) {
	state := func(s State) map[string]*string {
		m := map[string]*string{}
		for _, v := range s.Vars {
			m[v.Path] = nil
			if v.Defined {
				m[v.Path] = &v.Value
			}
		}
		return m
	}
	for _, s := range run.Steps {
		rec := Recorded{Rule: s.Rule, Args: map[string]string{}, Actor: s.Actor, State: state(s.State)}
		for _, a := range s.Args {
			rec.Args[a.Name] = a.Value
		}
		steps = append(steps, rec)
	}
	return Recorded{State: state(run.Start)}, steps
}

// chosen has tokens between others, and two rules of one name.
const chosen = `
type token: 0..9;  --! ordinal
  client: scalarset(2);
var x, y, z: token; at: array [client] of boolean;
startstate begin x := 0; y := 0; z := 0; for c: client do at[c] := false; end; end;
rule "Mint" x = 0 ==> begin x := x + 1; end;
ruleset t: token do
  rule "Choose" t != 0 & y = 0 ==> begin y := t; end;
  rule "Choose" t != 0 & y != 0 & t != y ==> begin z := t; end;
end;
ruleset c: client do
  rule "Go" --! line C1
    !at[c] ==> begin at[c] := true; end;
  rule "Back" --! line C2
    at[c] ==> begin at[c] := false; end;
end;
`

func TestARecordedRunIsFoundAgain(t *testing.T) {
	for _, row := range []struct {
		name, text string
		steps      []Step
	}{
		{"a run", demo, []Step{{0, []int64{1}}, {2, nil}, {3, []int64{0}}, {0, []int64{0}}}},
		{"a run that fails", demo, []Step{{0, []int64{1}}, {1, []int64{1}}}},
		{"chosen tokens, printed as they are in the end", chosen,
			[]Step{{0, nil}, {3, []int64{0}}, {1, []int64{1}}, {2, []int64{3}}, {2, []int64{5}}, {2, []int64{5}}}},
		{"below everything", chosen, []Step{{0, nil}, {1, []int64{1}}, {2, []int64{1}}, {2, []int64{1}}}},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := load(t, row.text)
			want := replay(t, m, row.steps...)
			start, steps := record(want)
			named, misfit := Retrace(m, start, steps, true)
			if misfit != nil {
				t.Fatalf("got %+v", misfit)
			}
			for i := range steps {
				steps[i] = Recorded{State: steps[i].State}
			}
			states, misfit := Retrace(m, start, steps, true)
			if misfit != nil {
				t.Fatalf("from states alone: got %+v", misfit)
			}
			for _, got := range []*Run{named, states} {
				if fmt.Sprint(got.Taken()) != fmt.Sprint(want.Taken()) || !sameSteps(got, want) {
					t.Errorf("got %v, want %v", got.Steps, want.Steps)
				}
				if (got.Failure == nil) != (want.Failure == nil) || got.StartNumber() != 0 {
					t.Errorf("got the failure %v and start state %d", got.Failure, got.StartNumber())
				}
			}
		})
	}
}

func sameSteps(a, b *Run) bool {
	text := func(run *Run) string {
		var lines []string
		for _, s := range run.Steps {
			lines = append(lines, s.String()+s.Say+fmt.Sprint(s.State))
		}
		return strings.Join(lines, "\n")
	}
	return text(a) == text(b)
}

func TestARecordingThatDoesNotFit(t *testing.T) {
	m := load(t, demo)
	plain := replay(t, m, Step{0, []int64{1}}, Step{2, nil}, Step{0, []int64{0}})
	for _, row := range []struct {
		name   string
		change func(start *Recorded, steps []Recorded)
		want   string
	}{
		{"a rule that does not exist", func(_ *Recorded, s []Recorded) { s[1].Rule = "Free2" },
			"2: there is no rule Free2 near Check(c2); Free; Down(N1); Down(N2)"},
		{"not enabled", func(_ *Recorded, s []Recorded) { s[0].Rule, s[0].Args = "Free", nil }, "1: !free() is false: owner = undefined near Take(c2)"},
		{"of another client", func(_ *Recorded, s []Recorded) { s[1] = s[2] }, "2: isundefined(owner) is false: owner = c2 near Check(c2); Free; Down(N1); Down(N2)"},
		{"another argument", func(_ *Recorded, s []Recorded) { s[2].Args = map[string]string{"d": "c1"} }, "3: parameter 1 of Take is c, not d near Take(c1)"},
		{"not enabled, though its name is", func(_ *Recorded, s []Recorded) { s[2].Args = map[string]string{"c": "c2"} }, "3: at[c2].phase = idle is false: at[c2].phase = busy near Take(c1); Check(c2)"},
		{"leads elsewhere", func(_ *Recorded, s []Recorded) { s[1].State = s[2].State }, "2: Free leads to another state near  after 2"},
		{"leads elsewhere, and further on it is not possible", func(_ *Recorded, s []Recorded) {
			s[1].State = s[2].State
			s[2].Rule = "Check"
		}, "2: Free leads to another state near  after 2, then 3: at[c1].phase = busy is false: at[c1].phase = idle"},
		{"a state that no step reaches", func(_ *Recorded, s []Recorded) { s[1] = Recorded{State: s[2].State} }, "2: no step leads to this state near Check(c2), but for owner, last, at[c1].phase, 1 more; Free, but for owner, last, at[c1].phase, 1 more; " +
			"Down(N1), but for owner, last, at[c1].phase, 2 more; Down(N2), but for owner, last, at[c1].phase, 2 more"},
		{"another start", func(start *Recorded, _ []Recorded) { start.State = map[string]*string{} }, "0: no start state of the model is the recorded one near  after 0"},
		{"another start state by name", func(start *Recorded, _ []Recorded) { *start = Recorded{Rule: "t"} }, "0: there is no start state t near "},
	} {
		start, steps := record(plain)
		row.change(&start, steps)
		run, misfit := Retrace(m, start, steps, true)
		if run != nil || misfit == nil {
			t.Errorf("%s: accepted", row.name)
			continue
		}
		got := fmt.Sprintf("%d: %s near %s", misfit.Step, misfit.Reason, strings.Join(misfit.Nearest, "; "))
		if misfit.Run != nil {
			got += fmt.Sprintf(" after %d", len(misfit.Run.Steps))
			if then := misfit.Then; then != nil {
				got += fmt.Sprintf(", then %d: %s", then.Step, then.Reason)
			}
		}
		if got != row.want {
			t.Errorf("%s: got\n%s", row.name, got)
		}
	}
}

func TestAWalk(t *testing.T) {
	w, err := NewWalk(load(t, chosen), Step{}, true)
	if err != nil {
		t.Fatal(err)
	}
	names := func() string {
		var all []string
		for _, s := range w.Enabled() {
			all = append(all, w.Name(s))
		}
		return strings.Join(all, ", ")
	}
	take := func(title string, values ...string) {
		t.Helper()
		found := w.Find(title, values)
		if len(found) == 0 {
			t.Fatalf("there is no %s %v among %s", title, values, names())
		}
		if err := w.Take(found[0]); err != nil {
			t.Fatal(err)
		}
	}
	take("mint")
	take("Choose", "between 0 and 1")
	if got := names(); got != "Choose(between 0 and 1), Choose(between 1 and 2), Choose(2), Choose(above 2), Go(c1), Go(c2)" {
		t.Errorf("enabled: %s", got)
	}
	var why []string
	for _, r := range w.run.machine.model.Rules {
		for _, o := range w.Obstacles(r) {
			why = append(why, o.Name+": "+o.Reason)
		}
	}
	if got := strings.Join(why, "\n"); got != `Mint: x = 0 is false: x = 2
Choose(0): 0 != 0 is false
Choose(between 0 and 1): y = 0 is false: y = 1
Choose(1): y = 0 is false: y = 1
Choose(between 1 and 2): y = 0 is false: y = 1
Choose(2): y = 0 is false: y = 1
Choose(above 2): y = 0 is false: y = 1
Choose(0): 0 != 0 is false
Choose(1): 1 != y is false: y = 1
Back(c1): at[c1] is false: at[c1] = false
Back(c2): at[c2] is false: at[c2] = false` {
		t.Errorf("not enabled:\n%s", got)
	}
	if s, err := w.Outlook(w.Find("Go", []string{"c2"})[0]); err != nil || s.String() != "Go(c2)" || len(s.Changes) != 1 {
		t.Errorf("got %+v, %v", s, err)
	}
	w.Back(1)
	take("Go", "c2")
	if run := w.Run(); fmt.Sprint(run.Plan()) != "[Mint Go(c2)]" || len(w.Steps()) != 2 {
		t.Errorf("got %v", run.Plan())
	}
	if err := w.Take(Step{3, []int64{1}}); err == nil {
		t.Error("a step was taken that is not enabled")
	}
}

// After a failure a walk is over, until it is taken back.
func TestAWalkThatFails(t *testing.T) {
	m := load(t, demo)
	w, _ := NewWalk(m, Step{}, true)
	for _, s := range []Step{{0, []int64{1}}, {1, []int64{1}}} {
		if err := w.Take(s); err != nil {
			t.Fatal(err)
		}
	}
	if f := w.Failed(); f == nil || f.Kind != murphi.AssertFailed || len(w.Enabled()) != 0 {
		t.Errorf("got %v", f)
	}
	if w.Take(Step{2, nil}) == nil {
		t.Error("a step was taken after the failure")
	}
	if o := w.Obstacles(m.Rules[2]); len(o) != 1 || o[0].Reason != "the run has failed: low" {
		t.Errorf("got %+v", o)
	}
	w.Back(1)
	if w.Failed() != nil || len(w.Enabled()) == 0 {
		t.Error("the failure was not taken back")
	}
}
