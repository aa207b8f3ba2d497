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
	rng := rand.New(rand.NewPCG(5, 5))
	shape := shapeOf([]int{n}, array{over: []int{0}, kind: Scalar})
	p := newPacker(t, mustNew(t, shape), shape, 0, rng)
	s := p.scratch()
	canonicalise := p.canoniser(s.canonise)
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
			canonicalise(vals, nil)
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
			p := newPacker(t, mustNew(t, shape), shape, 8, rand.New(rand.NewPCG(3, 3)))
			s := p.scratch()
			vals := make([]int64, len(shape.Slots))
			for i, slot := range shape.Slots {
				if slot.Kind == Scalar {
					vals[i] = Undefined
				}
			}
			s.canonise(p.pack(vals), nil)
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
	rng := rand.New(rand.NewPCG(2, 2))
	p := newPacker(t, mustNew(t, shape), shape, 0, rng)
	s := p.scratch()
	canonicalise := p.canoniser(s.canonise)
	var want []int64
	for range 20 {
		vals := make([]int64, len(shape.Slots))
		for client, session := range rng.Perm(n) {
			vals[client], vals[n+session] = int64(session), int64(client)
		}
		before := s.search.leaves
		canonicalise(vals, nil)
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
			p := newPacker(t, mustNew(t, shape), shape, 8, rand.New(rand.NewPCG(6, 6)))
			s, states := p.scratch(), p.someStates(shape, 64)
			work, perm := make([]uint64, p.words), make([]uint8, s.r.PermSize())
			run := func() {
				for _, state := range states {
					copy(work, state)
					s.Canonicalise(work, nil, perm)
				}
			}
			if n := testing.AllocsPerRun(3, run); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

// someStates returns random states of a shape.
func (p *packer) someStates(shape Shape, n int) [][]uint64 {
	rng := rand.New(rand.NewPCG(9, 9))
	var states [][]uint64
	for range n {
		states = append(states, p.pack(randomState(shape, rng)))
	}
	return states
}

// TestScratchesShareAPacking gives the race detector something to look at.
func TestScratchesShareAPacking(t *testing.T) {
	shape := quorumShape(4, 3)
	p := newPacker(t, mustNew(t, shape), shape, 8, rand.New(rand.NewPCG(8, 8)))
	var forms [2][][]uint64
	var workers sync.WaitGroup
	for i := range forms {
		workers.Go(func() {
			s := p.scratch()
			forms[i] = p.someStates(shape, 200)
			for _, state := range forms[i] {
				s.Canonicalise(state, nil, nil)
			}
		})
	}
	workers.Wait()
	for n := range forms[0] {
		if !slices.Equal(forms[0][n], forms[1][n]) {
			t.Fatalf("state %d: forms %x and %x", n, forms[0][n], forms[1][n])
		}
	}
}
