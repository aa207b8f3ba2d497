package engine

import (
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// played is the run of a script, judged.
type played struct {
	report     *out.Report
	view       *view
	violations []Violation
	story      string
}

// run plays a script.
func (e *Engine) run(r *RunRequest) (*Run, error) {
	p, err := perform(&r.Setup, &r.Script)
	if err != nil {
		return nil, err
	}
	return told(p.report, p.view, p.violations, p.story)
}

// perform plays a script. The run ends with the step that breaks the gravest
// property that it breaks: what a picture says of a violation, it says of the last
// step. A herd ends no run: one wants to see it come again.
func perform(setup *Setup, s *Script) (*played, error) {
	what, err := scriptOf(*s)
	if err != nil {
		return nil, err
	}
	t, err := target(setup)
	if err != nil {
		return nil, err
	}
	asked := askedBy(t, setup, s)
	p, c, err := ready(t, asked, "bounded", nil, ask.Configure)
	if err != nil {
		return nil, err
	}
	judge := p.Judge(c.Question)
	v, err := play(p.Model, p.Settings, p.Ranks, judge, what)
	if err != nil {
		return nil, refuse("script", "%s", ask.OneLine(err.Error()))
	}
	row, story := -1, v.story(*s)
	violations := v.violations(judge)
	var rows []int
	for _, x := range violations {
		if x.Property != "no-herd" {
			rows = append(rows, judge.Row(x.Property))
		}
	}
	if rows != nil {
		row = p.GravestRow(judge, rows)
		end := violations[slices.IndexFunc(violations, func(x Violation) bool { return judge.Row(x.Property) == row })].Step
		run, err := upTo(p, v.run, end)
		if err != nil {
			return nil, err
		}
		cut := judge.Tell(run, v.trace.Times[:end])
		judge.Judge(row, run, cut)
		name, _ := judge.Claim(row)
		violations = slices.DeleteFunc(violations, func(x Violation) bool { return x.Step > end })
		v = newView(p.Model, p.Settings, run, cut)
		v.ends = name + " is violated: the run is shown up to here."
	}
	report := p.OneRun(judge, v.trace, row, out.Simulated)
	report.Command = typed(asked, "bounded", nil)
	return &played{report, v, violations, story}, nil
}

// upTo is a run up to one of its steps.
func upTo(p *ask.Prepared, run *naive.Run, n int) (*naive.Run, error) {
	start, err := naive.StartStep(p.Model, run.StartNumber(), p.Ranks)
	if err != nil {
		return nil, err
	}
	return naive.Replay(p.Model, start, run.Taken()[:n], p.Ranks)
}

// askedBy is the setup of a check, of t, whose runs include the scripted one.
func askedBy(t *ask.Target, setup *Setup, s *Script) *Setup {
	asked := *setup
	asked.Params, asked.Faults = forScript(t.Peek(), setup.Params, *s)
	return &asked
}

// told tells a run for the page; story is "" for that of its turning points.
func told(report *out.Report, v *view, violations []Violation, story string) (*Run, error) {
	shown, err := out.Show(report)
	if err != nil {
		return nil, err
	}
	if story == "" {
		story = shown.Story
	}
	r := &Run{
		Command: "lockcheck check " + report.Command, Story: story, View: shown.View, SVG: shown.SVG,
		Alt:     strings.TrimSpace(story + " " + v.summary(violations)),
		Moments: v.moments(), Writes: v.writes, Violations: violations, Ends: v.ends,
	}
	if r.Writes == nil {
		r.Writes = []Write{}
	}
	if r.Violations == nil {
		r.Violations = []Violation{}
	}
	return r, nil
}

// counterexample tells the run of a check that is violated.
func counterexample(p *ask.Prepared, report *out.Report, q *checker.PropertyResult) (*Run, error) {
	v, err := viewOfTrace(p.Model, p.Settings, p.Ranks, q.Trace)
	if err != nil {
		return nil, err
	}
	v.ends = q.Name + " is violated."
	n := len(q.Trace.Steps)
	why := v.why(q.Name, n, q.Trace)
	return told(report, v, []Violation{{Property: q.Name, Step: n, Says: report.Meanings[q.Name].Says, Why: why}}, "")
}
