package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"lockcheck/checker"
	"lockcheck/model/vm"
	"lockcheck/out"
)

// compile turns the prepared model into the system that the engine runs.
func (p *prepared) compile() error {
	opt := vm.Options{Properties: p.properties, Bounded: p.bounded}
	if !p.symmetry {
		opt.Symmetry = vm.Off
	}
	if !p.ranks {
		opt.Ranks = vm.Off
	}
	program, err := vm.Compile(p.model, opt)
	if err != nil {
		return fmt.Errorf("%s: %w", p.target.name, err)
	}
	p.system = program
	return nil
}

// check runs the engine on a prepared question.
func (a *app) check(ctx context.Context, p *prepared, q *question, l *limits, show func(checker.Progress)) (*checker.Result, error) {
	opt := checker.Options{
		Tree: p.model, Ranks: p.ranks,
		First: l.first, Strict: l.strict, Deadlock: p.deadlocks(q),
		MaxStates: l.maxStates, MaxDepth: l.maxDepth,
		AllShortest: l.allShortest, Next: int(l.next),
		Memory: l.memory, Workers: int(l.workers), Progress: show,
	}
	if opt.Workers == 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	if opt.Memory == 0 {
		opt.Memory = memoryShare()
	} else if !l.share {
		defer limitMemory(opt.Memory)()
	}
	ctx, cancel := withTimeout(ctx, l.timeout)
	defer cancel()
	var res *checker.Result
	var err error
	if p.bounded {
		res, err = p.search(ctx, opt)
	} else {
		res, err = a.search(ctx, p, q, l, opt)
	}
	if err != nil {
		return nil, err
	}
	if res.Limit != nil && res.Limit.Kind == checker.LimitTime {
		res.Limit.Value = l.timeout.String()
	}
	p.order(res)
	return res, nil
}

// deadlocks is what counts as one: in a plain model what Rumur counts, unless
// the question says otherwise.
func (p *prepared) deadlocks(q *question) checker.Deadlock {
	if !q.deadlockSet && !p.model.Annotated() && !p.bounded {
		return checker.DeadlockStuttering
	}
	return q.deadlock
}

// search checks for any timing.
func (a *app) search(ctx context.Context, p *prepared, q *question, l *limits, opt checker.Options) (*checker.Result, error) {
	done, err := a.files(&opt, p, q, &l.runs)
	if err != nil {
		return nil, err
	}
	defer done()
	cache := newBlockCache(opt.Memory)
	defer cache.close()
	opt.Cache = cache
	res, err := checker.Check(ctx, p.system, opt)
	if err != nil {
		return nil, l.runs.named(err)
	}
	if text := cache.String(); l.stats && text != "" {
		fmt.Fprintln(a.env.Err, text)
	}
	return res, nil
}

// order puts the gravest properties first, as they were chosen; those that are
// decided in any case follow.
func (p *prepared) order(res *checker.Result) {
	rank := func(q checker.PropertyResult) int {
		if i := slices.Index(p.properties, q.Name); i >= 0 {
			return i
		}
		return len(p.properties)
	}
	slices.SortStableFunc(res.Properties, func(x, y checker.PropertyResult) int { return rank(x) - rank(y) })
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
func (a *app) specError(p *prepared, err error) error {
	var spec *checker.SpecError
	if !errors.As(err, &spec) {
		return err
	}
	if spec.Trace != nil {
		r := p.reportOf()
		if err := out.Steps(a.env.Err, r, spec.Trace); err != nil {
			return err
		}
	}
	what := strings.TrimSpace(spec.Error())
	if !strings.HasPrefix(what, p.target.name+":") {
		what = p.target.name + ": " + what
	}
	return fmt.Errorf("%s\nthis is a mistake of the model, so nothing is said about its properties", what)
}
