package ask

import (
	"context"
	"fmt"
	"io"
	"time"

	"lockcheck/checker"
	"lockcheck/out"
)

// Explain answers the question itself and all that goes with it. limits are those
// of each search, and the timeout that of all together. chosen is whether somebody
// has chosen the faults. about is told what is checked, and returns what is told
// how far that is; nil: nobody is.
func (p *Prepared) Explain(ctx context.Context, s Searcher, c Choices, l *Limits, chosen bool, about func(string) func(checker.Progress)) (*out.Explanation, error) {
	k := &rechecker{Searcher: s, ctx: ctx, limits: *l, timeout: l.Timeout, about: about}
	k.limits.Timeout = 0 // ctx bounds all searches together
	res, err := k.check(p, c, "the question", false)
	if err != nil {
		return nil, err
	}
	e := &out.Explanation{Report: p.Report()}
	e.Report.Result = res
	if e.Sets, err = k.faultSets(p.Target, c, chosen); err != nil {
		return nil, err
	}
	if res.Verdict == checker.Unsafe {
		e.Repairs, err = k.repairs(p, c, res)
	}
	return e, err
}

// rechecker answers the questions that an explanation consists of.
type rechecker struct {
	Searcher
	ctx     context.Context
	limits  Limits // of each search
	timeout time.Duration
	about   func(what string) func(checker.Progress) // nil: quiet
}

// ask prepares a question and answers it.
func (k *rechecker) ask(t *Target, c Choices, about string, first bool) (*Prepared, *checker.Result, error) {
	p, err := Prepare(t, c, io.Discard, false)
	if err != nil {
		return nil, nil, fmt.Errorf("checking %s: %w", about, err)
	}
	res, err := k.check(p, c, about, first)
	return p, res, err
}

// check answers a prepared question; with first, up to the first violation.
func (k *rechecker) check(p *Prepared, c Choices, about string, first bool) (*checker.Result, error) {
	l := k.limits
	l.First = first
	var show func(checker.Progress)
	if k.about != nil {
		show = k.about(about)
	}
	res, err := k.Search(k.ctx, p, c.Question, &l, show)
	if err != nil {
		return nil, err
	}
	if res.Limit != nil && res.Limit.Kind == checker.LimitTime {
		res.Limit.Value = k.timeout.String()
	}
	return res, nil
}

// interrupted is the limit that keeps the rest from being asked.
func (k *rechecker) interrupted() *checker.Limit {
	l := interruptedBy(k.ctx)
	if l.Kind == checker.LimitTime {
		l.Value = k.timeout.String()
	}
	return l
}
