package ask

import (
	"context"
	"fmt"
	"runtime"
	"slices"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// Compile turns the prepared model into the system that the engine runs.
func (p *Prepared) Compile() error {
	opt := vm.Options{Properties: p.Properties, Bounded: p.Bounded}
	if !p.Symmetry {
		opt.Symmetry = vm.Off
	}
	if !p.Ranks {
		opt.Ranks = vm.Off
	}
	program, err := vm.Compile(p.Model, opt)
	if err != nil {
		return fmt.Errorf("%s: %w", p.Target.Name, err)
	}
	p.System = program
	return nil
}

// Judge judges single runs: it needs no system.
func (p *Prepared) Judge(q *Question) *checker.Judge {
	return checker.NewRunJudge(p.Properties, checker.Options{Tree: p.Model, Ranks: p.Ranks, Deadlock: p.Deadlocks(q)})
}

// Options are those of a search that answers the question.
func (p *Prepared) Options(q *Question, l *Limits, show func(checker.Progress)) checker.Options {
	opt := checker.Options{
		Tree: p.Model, Ranks: p.Ranks,
		First: l.First, Strict: l.Strict, Deadlock: p.Deadlocks(q),
		MaxStates: l.MaxStates, MaxDepth: l.MaxDepth,
		AllShortest: l.AllShortest, Next: int(l.Next),
		Memory: l.Memory, Workers: int(l.Workers), Progress: show,
	}
	if opt.Workers == 0 {
		opt.Workers = runtime.GOMAXPROCS(0)
	}
	return opt
}

// Finish makes a result of what the engine returns.
func (p *Prepared) Finish(res *checker.Result, l *Limits) {
	if res.Limit != nil && res.Limit.Kind == checker.LimitTime {
		res.Limit.Value = l.Timeout.String()
	}
	p.Order(res)
}

// InMemory is the [Searcher] that keeps everything in memory.
type InMemory struct{}

// Search implements [Searcher].
func (InMemory) Search(ctx context.Context, p *Prepared, q *Question, l *Limits, show func(checker.Progress)) (*checker.Result, error) {
	opt := p.Options(q, l, show)
	ctx, cancel := WithTimeout(ctx, l.Timeout)
	defer cancel()
	var res *checker.Result
	var err error
	if p.Bounded {
		res, err = p.SearchTimed(ctx, opt)
	} else {
		res, err = checker.Check(ctx, p.System, opt)
	}
	if err != nil {
		return nil, err
	}
	p.Finish(res, l)
	return res, nil
}

// Deadlocks is what counts as one: in a plain model what Rumur counts, unless
// the question says otherwise.
func (p *Prepared) Deadlocks(q *Question) checker.Deadlock {
	if !q.DeadlockSet && !p.Model.Annotated() && !p.Bounded {
		return checker.DeadlockStuttering
	}
	return q.Deadlock
}

// Order puts the gravest properties first, as they were chosen; those that are
// decided in any case follow.
func (p *Prepared) Order(res *checker.Result) {
	rank := func(q checker.PropertyResult) int {
		if i := slices.Index(p.Properties, q.Name); i >= 0 {
			return i
		}
		return len(p.Properties)
	}
	slices.SortStableFunc(res.Properties, func(x, y checker.PropertyResult) int { return rank(x) - rank(y) })
}
