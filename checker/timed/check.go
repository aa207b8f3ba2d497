package timed

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime/debug"
	"slices"

	"lockcheck/checker"
	"lockcheck/checker/zone"
	"lockcheck/model"
)

// Check decides every invariant, assert statement and run-time error in real
// time. Traces have times, and have been replayed by the interpreter, times
// included. Liveness properties are left out.
//
// Result.States counts canonical states, Zones their zones, Transitions the
// steps that are possible in time from the zones. A finished ctx ends the search
// with an incomplete result. Errors are those of checker.Check, or say that
// durations are too large or too fine for 64 bits.
func (g *Graph) Check(ctx context.Context, delays Delays) (*checker.Result, error) {
	var r *checker.Result
	err := g.guarded(func() (err error) {
		r, err = g.check(ctx, delays)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Unsafe reports whether one of the named properties can be violated; without
// names, any. It ends with the first violation and makes no trace. A limit that
// came before the answer is returned.
func (g *Graph) Unsafe(ctx context.Context, delays Delays, properties ...string) (unsafe bool, limit *checker.Limit, err error) {
	err = g.guarded(func() error {
		unsafe, limit = false, nil
		b, err := g.newBounds(delays)
		if err != nil {
			return err
		}
		s := g.newSearch(ctx, b)
		if err := s.run(func() bool { return s.breaks(properties) }); err != nil {
			return err
		}
		// Also a step that fails and leads nowhere can be the last of all.
		if unsafe = s.breaks(properties); !unsafe {
			limit = s.result.Limit
		}
		return nil
	})
	return unsafe, limit, err
}

// breaks reports whether one of the named properties, or any, is violated.
func (s *search) breaks(properties []string) bool {
	if s.broken[s.g.judge.SpecRow()] >= 0 { // a mistake of the model
		return true
	}
	for _, name := range properties {
		if row := s.g.judge.Row(name); row >= 0 && s.broken[row] >= 0 {
			return true
		}
	}
	if len(properties) > 0 {
		return false
	}
	for _, d := range s.broken {
		if d >= 0 {
			return true
		}
	}
	return false
}

// mostRestarts bounds the searches that ask for a roomier layout.
const mostRestarts = 16

// guarded runs f, again with a roomier layout if it asks for one, and makes
// panics errors.
func (g *Graph) guarded(f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &checker.InternalError{Reason: fmt.Sprint(p), Stack: debug.Stack()}
		}
	}()
	for range mostRestarts {
		if err = f(); err != errNeedRoom {
			return err
		}
		roomier, ok := g.sys.(model.Roomier)
		if !ok {
			break
		}
		g.begin(roomier.WithRoom().(model.Timed))
	}
	return &checker.InternalError{Reason: err.Error()}
}

func (g *Graph) check(ctx context.Context, delays Delays) (*checker.Result, error) {
	b, err := g.newBounds(delays)
	if err != nil {
		return nil, err
	}
	s := g.newSearch(ctx, b)
	if err := s.run(s.enough); err != nil {
		return nil, err
	}
	traces, err := s.traces(delays)
	if err != nil {
		return nil, err
	}
	if t := traces[g.judge.SpecRow()]; t != nil {
		return nil, g.judge.SpecError(t)
	}
	r := &s.result
	for i, rule := range g.rules {
		r.Rules = append(r.Rules, checker.RuleCount{Name: rule.Name, Off: rule.Off, Enabled: s.rules[i], Taken: s.rules[i] - s.failed[i]})
	}
	g.judge.Fill(r, s.broken, s.reached, s.complete)
	for i := range r.Properties {
		if p := &r.Properties[i]; p.Decision == checker.Violated {
			p.Trace = traces[g.judge.Row(p.Name)]
		}
	}
	return r, nil
}

// traces finds a run for each row that is broken; of a model that is wrong in
// itself, only the one that shows that. Where a limit ends it before, the row is
// left open: nothing is called violated that cannot be shown, and what is claimed
// ends before it.
func (s *search) traces(delays Delays) (map[int]*checker.Trace, error) {
	all := map[int]*checker.Trace{}
	spec := s.g.judge.SpecRow() // the last one
	for row, depth := range slices.Backward(s.broken) {
		if depth < 0 || all[spec] != nil {
			continue
		}
		t, err := s.trace(row, delays)
		if errors.Is(err, errEnded) {
			if l := s.interrupted(depth); s.result.Limit == nil || l.Depth < s.result.Limit.Depth {
				s.result.Limit = l
			}
			s.broken[row] = -1
			continue
		}
		if err != nil {
			return nil, err
		}
		all[row] = t
	}
	return all, nil
}

// enough reports whether nothing is left to be decided, or one violation is
// enough.
func (s *search) enough() bool {
	if s.broken[s.g.judge.SpecRow()] >= 0 {
		return true
	}
	return s.g.opt.First && s.breaks(nil)
}

// trace finds the run that shows a violation best, with its times.
func (s *search) trace(row int, delays Delays) (*checker.Trace, error) {
	w := newWalk(s, int32(row))
	last, err := w.run(s.broken[row])
	if err != nil {
		return nil, err
	}
	start, steps := w.steps(last)
	times, err := w.times(last)
	if err != nil {
		return nil, err
	}
	return s.g.judge.Replay(row, start, steps, times, delays)
}

// nanoseconds turns times in units into nanoseconds.
func nanoseconds(scale zone.Scale, at []int64) []*big.Rat {
	unit := scale.Unit()
	var all []*big.Rat
	for _, t := range at {
		r := big.NewRat(unit.Num(), unit.Den())
		all = append(all, r.Mul(r, new(big.Rat).SetInt64(t)))
	}
	return all
}
