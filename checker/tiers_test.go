package checker

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/model"
)

// tiny makes a model of a few hundred states meet every mechanism: the
// switch-over in the middle of a level, segments, ranges, merges of runs.
var tiny = tuning{
	tableLeast: 30, tableMost: 30, tableChunk: 3, tableRound: 1, recentBytes: 64, leastBuffer: 24, mostBuffer: 24,
	blockKeys: 5, partBlocks: 3, leastTask: 2, taskBlocks: 3, mostRuns: 2, leastMerged: 2,
	strict: true,
}

// Tiers are the ways to keep states: every result is the same in all of them.
var Tiers = []string{"table", "blocks", "files", "cache", "flat"}

// InTier returns the options with a way to keep states.
func InTier(o Options, tier string) Options {
	switch tier {
	case "cache":
		o.Cache = &forgetfulCache{}
		fallthrough
	case "files":
		o.Spill = func() (Directory, error) { return &MemDir{}, nil }
		o.Memory = 3000
		fallthrough
	case "blocks":
		o.tuning = &tiny
	case "flat":
		flat := tiny
		flat.flat = true
		o.tuning = &flat
	}
	return o
}

// forgetfulCache is a cache in a map that drops every third block that it is
// given, and everything now and then.
type forgetfulCache struct {
	mu         sync.Mutex
	blocks     map[uint64]any
	sets, hits int
}

func (c *forgetfulCache) Get(block uint64) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	keys, ok := c.blocks[block]
	if ok {
		c.hits++
	}
	return keys, ok
}

func (c *forgetfulCache) Set(block uint64, keys any, _ int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.sets++; c.sets%3 == 0 {
		return false
	}
	if c.blocks == nil || c.sets%40 == 0 {
		c.blocks = map[uint64]any{}
	}
	c.blocks[block] = keys
	return true
}

func TestEveryTierHasTheSameResult(t *testing.T) {
	workers := []int{1, 2, 3, 8}
	for i, sys := range []*lease{
		{clients: 2, rounds: 2, liveness: true, words: 1},
		{clients: 2, rounds: 2, fencing: true, liveness: true, words: 2},
		{clients: 3, rounds: 1, fencing: true, liveness: true, words: 3},
		{clients: 3, rounds: 1, liveness: true, words: 5},
	} {
		for j, opt := range []Options{
			{},
			{Deadlock: DeadlockStuck},
			{First: true},
			{MaxStates: 500},
			{MaxDepth: ptr(9)},
			{MaxDepth: ptr(12)},
		} {
			opt.Workers = 1
			want := check(t, sys, opt)
			for k, tier := range Tiers {
				opt.Workers = workers[(i+j+k)%len(workers)]
				if d := cmp.Diff(want, check(t, sys, InTier(opt, tier))); d != "" {
					t.Errorf("%+v, %s, %+v: %s", *sys, tier, opt, d)
				}
			}
		}
	}
}

// The reference counts, with blocks of the usual size from early on.
func TestReferenceCountsInBlocks(t *testing.T) {
	most := usual
	most.tableLeast, most.mostBuffer = 1000, 1<<12
	for _, words := range []int{1, 2, 3} {
		for _, workers := range []int{1, 3} {
			r := check(t, &lease{clients: 3, rounds: 2, fencing: true, words: words}, Options{Workers: workers, tuning: &most})
			if r.Verdict != Safe || r.States != 29_787 || r.Transitions != 138_924 || r.Depth != 21 {
				t.Errorf("%d words, %d workers: got %v, %d states, %d transitions, depth %d", words, workers, r.Verdict, r.States, r.Transitions, r.Depth)
			}
		}
	}
}

// Every mechanism is met by the tests above, or they are worthless.
func TestTinySizesMeetEveryMechanism(t *testing.T) {
	var dir MemDir
	opt := InTier(Options{Workers: 2}, "files")
	opt.Spill = func() (Directory, error) { return &dir, nil }
	s := newSearch(context.Background(), &lease{clients: 3, rounds: 1, fencing: true}, &opt)
	pieces := 0
	if err := s.run(-1); err != nil {
		t.Fatal(err)
	}
	runs, ok := s.space.(*runSpace[[1]uint64])
	if !ok {
		t.Fatal("the states are still in tables")
	}
	for _, l := range runs.all {
		for i := 1; i < len(l.parts); i++ {
			if less(&l.parts[i].blocks[0].first, &l.parts[i-1].last) {
				pieces++
			}
		}
	}
	if pieces == 0 {
		t.Error("the switch-over did not happen in the middle of a level")
	}
	cache := &forgetfulCache{}
	opt = InTier(Options{Workers: 2, Cache: cache}, "blocks")
	check(t, &lease{clients: 3, rounds: 1, fencing: true, liveness: true}, opt)
	if cache.hits < 100 {
		t.Errorf("%d hits of the cache", cache.hits)
	}
	if dir.writes < 50 || runs.serial < 20 || len(runs.visited) == 0 {
		t.Errorf("%d files, %d runs", dir.writes, runs.serial)
	}
}

// What the states are said to take is what is kept of them.
func TestStored(t *testing.T) {
	for _, workers := range []int{1, 3} {
		opt := InTier(Options{Workers: workers}, "blocks")
		var last Progress
		opt.Progress = func(p Progress) { last = p }
		s := newSearch(context.Background(), &lease{clients: 3, rounds: 1, fencing: true}, &opt)
		if err := s.run(-1); err != nil {
			t.Fatal(err)
		}
		if kept := s.space.(*runSpace[[1]uint64]).opt.blobs.held.Load(); last.Stored != kept || kept == 0 {
			t.Errorf("%d workers: %d bytes are stored, %d kept", workers, last.Stored, kept)
		}
	}
}

var _ model.System = (*lease)(nil)
