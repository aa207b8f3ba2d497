package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// Search makes a search, in memory or, where that is full, in files.
func (a *app) Search(ctx context.Context, p *ask.Prepared, q *ask.Question, l *ask.Limits, show func(checker.Progress)) (*checker.Result, error) {
	return a.check(ctx, p, q, &limits{Limits: *l}, show)
}

// check runs the engine on a prepared question.
func (a *app) check(ctx context.Context, p *ask.Prepared, q *ask.Question, l *limits, show func(checker.Progress)) (*checker.Result, error) {
	opt := p.Options(q, &l.Limits, show)
	if opt.Memory == 0 {
		opt.Memory = memoryShare()
	} else if !l.share {
		defer limitMemory(opt.Memory)()
	}
	ctx, cancel := ask.WithTimeout(ctx, l.Timeout)
	defer cancel()
	var res *checker.Result
	var err error
	if p.Bounded {
		res, err = p.SearchTimed(ctx, opt)
	} else {
		res, err = a.search(ctx, p, q, l, opt)
	}
	if err != nil {
		return nil, err
	}
	p.Finish(res, &l.Limits)
	return res, nil
}

// search checks for any timing.
func (a *app) search(ctx context.Context, p *ask.Prepared, q *ask.Question, l *limits, opt checker.Options) (*checker.Result, error) {
	done, err := a.files(&opt, p, q, &l.runs)
	if err != nil {
		return nil, err
	}
	defer done()
	cache := newBlockCache(opt.Memory)
	defer cache.close()
	opt.Cache = cache
	res, err := checker.Check(ctx, p.System, opt)
	if err != nil {
		return nil, l.runs.named(err)
	}
	if text := cache.String(); l.stats && text != "" {
		fmt.Fprintln(a.env.Err, text)
	}
	return res, nil
}

// Of a check that is interrupted, an answer is left.
const stopping, stoppingWithAnswer = "stopping", "stopping with what is known"

// interruptible returns a context that the first Ctrl-C ends, with these words;
// the second one ends the program, after cleanup.
func (a *app) interruptible(words string, cleanup func()) (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	var stopped sync.WaitGroup
	stop := func() {}
	if a.env.Interrupts != nil {
		var presses <-chan struct{}
		presses, stop = a.env.Interrupts()
		stopped.Go(func() {
			for pressed := false; ; pressed = true {
				select {
				case <-done:
					return
				case <-presses:
				}
				if pressed {
					cleanup()
					a.env.Kill(ExitKilled)
					return
				}
				fmt.Fprintf(a.env.Err, "\nlockcheck: %s; Ctrl-C again to leave at once\n", words)
				cancel()
			}
		})
	}
	return ctx, func() {
		close(done)
		stop()
		stopped.Wait()
		cancel()
	}
}

// reporter returns the progress callback and what ends it.
func (a *app) reporter(quiet bool) (func(checker.Progress), func()) {
	if quiet {
		return nil, func() {}
	}
	p := newProgress(a.env.Err, a.env.ErrTerminal, time.Now)
	return p.show, p.done
}

// specError shows a model that is wrong in itself: how it came about, then
// what is wrong.
func (a *app) specError(p *ask.Prepared, err error) error {
	var spec *checker.SpecError
	if !errors.As(err, &spec) {
		return err
	}
	if spec.Trace != nil {
		r := p.Report()
		if err := out.Steps(a.env.Err, r, spec.Trace); err != nil {
			return err
		}
	}
	what := strings.TrimSpace(spec.Error())
	if !strings.HasPrefix(what, p.Target.Name+":") {
		what = p.Target.Name + ": " + what
	}
	return fmt.Errorf("%s\nthis is a mistake of the model, so nothing is said about its properties", what)
}
