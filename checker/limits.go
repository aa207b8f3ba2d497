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
// fail in one that was not expanded: the last complete level is the one before.
func (s *search) exhausted(depth int) *Limit {
	if s.ctx.Err() != nil {
		return &Limit{Kind: contextLimit(s.ctx), Depth: depth - 1}
	}
	if n := s.opt.Memory; n > 0 && s.memory() > n {
		return &Limit{Kind: LimitMemory, Value: strconv.FormatInt(n, 10), Depth: depth - 1}
	}
	return nil
}

func (s *search) stopped() bool { return s.ctx.Err() != nil }

// contextLimit is the kind of limit that a finished context means.
func contextLimit(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return LimitTime
	}
	return LimitInterrupt
}

// memory is what the visited states and the levels occupy at most: a table
// that has just grown has four slots for a state, and a level holds it again.
// It depends on the number of states alone, so that a limit on it ends every
// search of a model at the same level.
func (s *search) memory() int64 { return s.visited.len() * 8 * int64(5*s.words) }
