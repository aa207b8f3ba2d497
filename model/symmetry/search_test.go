package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// partitions returns the ways to write n as a sum, largest part at most limit.
func partitions(n, limit int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for part := min(n, limit); part > 0; part-- {
		for _, rest := range partitions(n-part, part) {
			all = append(all, append([]int{part}, rest...))
		}
	}
	return all
}

// TestCycles: a one-to-one reference from a type to itself consists of cycles,
// and is known by their lengths. Colours tell nothing but the cycles of length
// 1 apart: this is the hard case of the search.
func TestCycles(t *testing.T) {
	const n = 8
	s := mustNew(t, shapeOf([]int{n}, array{over: []int{0}, kind: Scalar})).NewScratch()
	rng := rand.New(rand.NewPCG(5, 5))
	known := map[string]string{}
	for _, lengths := range partitions(n, n) {
		var want string
		for range 40 {
			names := rng.Perm(n)
			vals := make([]int64, n)
			at := 0
			for _, length := range lengths {
				for i := range length {
					vals[names[at+i]] = int64(names[at+(i+1)%length])
				}
				at += length
			}
			before := s.search.leaves
			s.Canonicalise(vals, nil)
			if leaves := s.search.leaves - before; leaves > n*n {
				t.Errorf("cycles %v: %d forms tried", lengths, leaves)
			}
			got := fmt.Sprint(vals)
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("cycles %v: forms %s and %s", lengths, got, want)
			}
		}
		if other, ok := known[want]; ok {
			t.Errorf("cycles %v and %s have the same form", lengths, other)
		}
		known[want] = fmt.Sprint(lengths)
	}
}

// TestInterchangeableCostNothing: clients that can be exchanged need no search,
// whatever the shape.
func TestInterchangeableCostNothing(t *testing.T) {
	for name, shape := range map[string]Shape{
		"lock": lockShape(8, 15), "quorum": quorumShape(8, 5), "queue": queueShape(8), "session": sessionShape(8),
	} {
		t.Run(name, func(t *testing.T) {
			s := mustNew(t, shape).NewScratch()
			vals := make([]int64, len(shape.Slots))
			for i, slot := range shape.Slots {
				if slot.Kind == Scalar {
					vals[i] = Undefined
				}
			}
			s.Canonicalise(vals, nil)
			if s.search.leaves > 0 {
				t.Errorf("%d forms tried for an initial state", s.search.leaves)
			}
		})
	}
}

// TestPairs: eight clients paired with eight sessions admit 8! renamings that
// change nothing, and none of them is the exchange of two values. The search
// must not try them all.
func TestPairs(t *testing.T) {
	const n = 8
	shape := sessionShape(n)
	s := mustNew(t, shape).NewScratch()
	rng := rand.New(rand.NewPCG(2, 2))
	var want []int64
	for range 20 {
		vals := make([]int64, len(shape.Slots))
		for client, session := range rng.Perm(n) {
			vals[client], vals[n+session] = int64(session), int64(client)
		}
		before := s.search.leaves
		s.Canonicalise(vals, nil)
		if leaves := s.search.leaves - before; leaves > n*(n-1)/2+1 {
			t.Errorf("%d forms tried, want one per pair of clients and one more at most", leaves)
		}
		if want == nil {
			want = vals
		}
		if !slices.Equal(vals, want) {
			t.Errorf("forms %v and %v", vals, want)
		}
	}
}

func TestCanonicaliseDoesNotAllocate(t *testing.T) {
	for name, shape := range map[string]Shape{
		"lock": lockShape(8, 15), "quorum": quorumShape(4, 3), "queue": queueShape(6), "session": sessionShape(6),
	} {
		t.Run(name, func(t *testing.T) {
			s := mustNew(t, shape).NewScratch()
			states := someStates(shape, 64)
			vals, perm := make([]int64, len(shape.Slots)), make([]uint8, s.r.PermSize())
			run := func() {
				for _, state := range states {
					copy(vals, state)
					s.Canonicalise(vals, perm)
				}
			}
			if n := testing.AllocsPerRun(3, run); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// someStates returns random states of a shape.
func someStates(shape Shape, n int) [][]int64 {
	rng := rand.New(rand.NewPCG(9, 9))
	var states [][]int64
	for range n {
		states = append(states, randomState(shape, rng))
	}
	return states
}

// TestScratchesShareAReducer gives the race detector something to look at.
func TestScratchesShareAReducer(t *testing.T) {
	shape := quorumShape(4, 3)
	r := mustNew(t, shape)
	var forms [2][][]int64
	var workers sync.WaitGroup
	for i := range forms {
		workers.Go(func() {
			s := r.NewScratch()
			forms[i] = someStates(shape, 200)
			for _, vals := range forms[i] {
				s.Canonicalise(vals, nil)
			}
		})
	}
	workers.Wait()
	for n := range forms[0] {
		if !slices.Equal(forms[0][n], forms[1][n]) {
			t.Fatalf("state %d: forms %v and %v", n, forms[0][n], forms[1][n])
		}
	}
}
