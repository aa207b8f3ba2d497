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
	LimitDisk      = "disk"
	LimitTime      = "time"
	LimitInterrupt = "interrupt"
	LimitTokens    = "tokens"
	LimitCovers    = "never exercised"
)

// passed returns the limit that forbids expanding a level, if any.
func (s *search) passed(depth int) *Limit {
	if n := s.opt.MaxStates; n > 0 && s.space.states() > n {
		return &Limit{Kind: LimitStates, Value: strconv.FormatInt(n, 10), Depth: depth}
	}
	if d := s.opt.MaxDepth; d != nil && depth >= *d {
		return &Limit{Kind: LimitDepth, Value: strconv.Itoa(*d), Depth: depth}
	}
	return nil
}

// interrupted returns the limit that ends the search in the middle of
// expanding a level, if any. That level's own states are all visited, but a
// guard may fail in one that was not expanded: the last complete level is the
// one before.
func (s *search) interrupted(depth int) *Limit {
	if s.ctx.Err() == nil {
		return nil
	}
	return &Limit{Kind: contextLimit(s.ctx), Depth: depth - 1}
}

// overfull reports whether the states take more memory than they may, and
// there are no files.
func (s *search) overfull() bool {
	return s.opt.Memory > 0 && !s.opt.files() && s.space.bytes() > s.opt.Memory
}

func (s *search) stopped() bool { return s.ctx.Err() != nil }

// contextLimit is the kind of limit that a finished context means.
func contextLimit(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return LimitTime
	}
	return LimitInterrupt
}
