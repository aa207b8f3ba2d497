package checker

import (
	"context"
	"errors"
	"strconv"
)

// Kinds of a Limit.
const (
	LimitStates    = "states"
	LimitDepth     = "depth"
	LimitMemory    = "memory"
	LimitTime      = "time"
	LimitInterrupt = "interrupt"
	LimitTokens    = "tokens"
	LimitCovers    = "never exercised"
)

// passed returns the limit that forbids expanding a level, if any.
func (s *search) passed(depth int) *Limit {
	if n := s.opt.MaxStates; n > 0 && s.visited.len() > n {
		return &Limit{Kind: LimitStates, Value: strconv.FormatInt(n, 10), Depth: depth}
	}
	if d := s.opt.MaxDepth; d != nil && depth >= *d {
		return &Limit{Kind: LimitDepth, Value: strconv.Itoa(*d), Depth: depth}
	}
	return nil
}

// exhausted returns the limit that ends the search in the middle of expanding
// a level, if any. That level's own states are all visited, but a guard may
// fail in one that was not expanded: unless none is left, the last complete
// level is the one before.
func (s *search) exhausted(depth, left int) *Limit {
	if s.ctx.Err() != nil {
		return &Limit{Kind: contextLimit(s.ctx), Depth: depth - 1}
	}
	n := s.opt.Memory
	switch {
	case n == 0 || s.memory() <= n:
		return nil
	case left > 0:
		return &Limit{Kind: LimitMemory, Value: strconv.FormatInt(n, 10), Depth: depth - 1}
	case len(s.levels[depth+1]) == 0:
		return nil // and nothing remains to be done
	}
	return &Limit{Kind: LimitMemory, Value: strconv.FormatInt(n, 10), Depth: depth}
}

func (s *search) stopped() bool { return s.ctx.Err() != nil }

// contextLimit is the kind of limit that a finished context means.
func contextLimit(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return LimitTime
	}
	return LimitInterrupt
}

// memory is what the visited states and the levels occupy.
func (s *search) memory() int64 {
	n := s.visited.bytes()
	for _, level := range s.levels {
		n += 8 * int64(cap(level))
	}
	return n
}
