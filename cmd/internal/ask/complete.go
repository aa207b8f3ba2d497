package ask

import (
	"context"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// Searcher makes the search that answers a prepared question, in files or in
// memory. show, if not nil, is told how far it is.
type Searcher interface {
	Search(ctx context.Context, p *Prepared, q *Question, l *Limits, show func(checker.Progress)) (*checker.Result, error)
}

// Extras are what is found out besides the verdict.
type Extras struct {
	Command  string    // that asks for it, as one would type it
	Warnings io.Writer // for what is wrong with a model
	Margin   bool      // in real time: how far off the other verdict is
	Remedies bool      // what would stop a violation
	Branches bool      // what else could have happened
	Show     func(checker.Progress)
}

// Complete finds out what goes with a result.
func (p *Prepared) Complete(ctx context.Context, s Searcher, c Choices, l *Limits, x Extras, res *checker.Result) (*out.Report, error) {
	r := p.Report()
	r.Command, r.Result = x.Command, res
	r.AllShortest, r.Next = l.AllShortest, int(l.Next)
	var err error
	if p.Bounded && ctx.Err() == nil && x.Margin {
		if r.Margin, err = p.margin(ctx, res, l); err != nil {
			return nil, err
		}
	}
	if res.Verdict == checker.Unsafe && ctx.Err() == nil && x.Remedies {
		if r.Remedies, err = p.Remedies(ctx, s, c, res); err != nil {
			return nil, err
		}
		if r.Counterfactual, err = p.Counterfactual(c, r.Remedies, FirstViolated(res)); err != nil {
			return nil, err
		}
	}
	if q := FirstViolated(res); x.Branches && q != nil && q.Trace != nil {
		return r, p.WithBranches(r, q.Trace)
	}
	return r, nil
}

// WithNumbers adds to an answer for any timing what the durations say that
// were given: with an UNSAFE the second answer, else that they play no part.
func (p *Prepared) WithNumbers(ctx context.Context, s Searcher, c Choices, l *Limits, x Extras, r *out.Report) error {
	if p.Bounded || len(p.durations) == 0 {
		return nil
	}
	if r.Result.Verdict != checker.Unsafe {
		r.Notes = append(r.Notes, "--"+strings.Join(p.durations, ", --")+": durations play no part under --timing any; --timing bounded checks with them")
		return nil
	}
	q := *c.Question
	q.Timing, q.DeadlockSet, q.Deadlock = "bounded", false, checker.DeadlockOff
	q.Properties = slices.DeleteFunc(slices.Clone(q.Properties), p.isLiveness)
	if len(c.Question.Properties) > 0 && len(q.Properties) == 0 {
		r.Notes = append(r.Notes, "durations play no part: what is asked for is not checked in bounded time")
		return nil
	}
	choice := Choices{&q, c.Params}
	second, err := Prepare(p.Target, choice, x.Warnings, false)
	if err != nil { // such as that the model has no bounds
		r.Notes = append(r.Notes, "durations play no part: "+err.Error())
		return nil
	}
	res, err := s.Search(ctx, second, &q, l, x.Show)
	if err != nil {
		return err
	}
	x.Command = strings.ReplaceAll(r.Command, " --timing any", "") + " --timing bounded"
	r.Bounded, err = second.Complete(ctx, s, choice, l, x, res)
	return err
}

// isLiveness reports whether a property is one of liveness.
func (p *Prepared) isLiveness(name string) bool {
	return slices.ContainsFunc(p.Model.Properties, func(r *murphi.Rule) bool { return r.Prop == murphi.Liveness && r.Title == name })
}

// WithBranches finds what else could have happened on the way.
func (p *Prepared) WithBranches(r *out.Report, t *checker.Trace) error {
	var others [][]naive.RunStep
	run, err := t.Replay(p.Model, p.Ranks)
	if err == nil {
		others, err = naive.Branches(p.Model, int(t.StartInstance), run.Taken(), p.Ranks)
	}
	if err != nil {
		return &checker.InternalError{Model: p.Target.Name, Reason: err.Error()}
	}
	r.Branches = make(out.Branches, len(others))
	for i, list := range others {
		for _, s := range list {
			r.Branches[i] = append(r.Branches[i], s.String())
		}
	}
	return nil
}
