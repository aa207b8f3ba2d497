package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// check answers an exhaustive check.
func (e *Engine) check(ctx context.Context, r *CheckRequest, progress func(any)) (*Check, error) {
	p, report, err := e.report(ctx, r, progress)
	if err != nil {
		return nil, err
	}
	a := &Check{Verdict: report.Result.Verdict.String(), Command: "lockcheck check " + report.Command, Remedies: []Remedy{}}
	a.Says, a.Margin = strings.Join(out.Said(report), " "), out.MarginText(report)
	var text bytes.Buffer
	if err := out.Text(&text, report, out.TextOptions{}); err != nil {
		return nil, err
	}
	a.Text = text.String()
	if a.Result, err = compact(func(w io.Writer) error { return out.JSON(w, report) }); err != nil {
		return nil, err
	}
	for _, m := range report.Remedies {
		a.Remedies = append(a.Remedies, remedyOf(m, ask.FirstViolated(report.Result).Name))
	}
	if q := ask.FirstViolated(report.Result); q != nil && q.Trace != nil {
		a.Run, err = counterexample(p, report, q)
	}
	return a, err
}

// report answers a check as the command line does.
func (e *Engine) report(ctx context.Context, r *CheckRequest, progress func(any)) (*ask.Prepared, *out.Report, error) {
	p, c, err := question(&r.Setup, r.Timing, r.Properties)
	if err != nil {
		return nil, nil, err
	}
	l, err := e.limits(r.MaxStates)
	if err != nil {
		return nil, nil, err
	}
	s := ask.InMemory{}
	res, err := s.Search(ctx, p, c.Question, l, inSearch(progress))
	if err != nil {
		return nil, nil, err
	}
	x := ask.Extras{
		Command:  typed(&r.Setup, r.Timing, r.Properties),
		Warnings: io.Discard, Margin: r.Explain, Remedies: r.Explain,
	}
	report, err := p.Complete(ctx, s, c, l, x, res)
	return p, report, err
}

// remedyOf tells what a change would do.
func remedyOf(m out.Remedy, property string) Remedy {
	r := Remedy{Flags: m.Flags, Title: m.Title, Params: m.Params}
	if m.Params == nil {
		r.Faults, r.Params = "none", map[string]string{}
	}
	stops, says := out.RemedyText(m, property)
	r.Helps, r.Says = stops == out.StopsIt, says
	return r
}

// faults finds the smallest sets of faults that break a protocol.
func (e *Engine) faults(ctx context.Context, r *FaultsRequest, progress func(any)) (json.RawMessage, error) {
	setup := r.Setup
	p, c, err := question(&setup, "any", nil)
	if err != nil {
		return nil, err
	}
	l, err := e.limits(0)
	if err != nil {
		return nil, err
	}
	show := inSearch(progress)
	found, err := p.Explain(ctx, ask.InMemory{}, c, l, setup.Faults != "", func(string) func(checker.Progress) { return show })
	if err != nil {
		return nil, err
	}
	found.Report.Command = typed(&setup, "any", nil)
	bare := setup
	bare.Faults = ""
	for i := range found.Sets.Minimal {
		s := found.Sets.Minimal[i].Report
		s.Command = typed(&bare, "any", nil) + s.Command
	}
	return compact(func(w io.Writer) error { return out.ExplainJSON(w, found) })
}

// compact is a document without the space that is for people.
func compact(write func(io.Writer) error) (json.RawMessage, error) {
	var text, small bytes.Buffer
	if err := write(&text); err != nil {
		return nil, err
	}
	err := json.Compact(&small, text.Bytes())
	return small.Bytes(), err
}
