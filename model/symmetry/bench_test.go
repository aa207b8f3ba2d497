package symmetry

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// successors returns what a checker hands in: canonical states in which one
// lane and one token have just changed, in a random frame or not.
func successors(b *testing.B, shape Shape, idle bool) [][]int64 {
	rng := rand.New(rand.NewPCG(4, 4))
	s := mustNew(b, shape).NewScratch()
	states := someStates(shape, 256)
	for _, vals := range states {
		if idle {
			for i, slot := range shape.Slots {
				if len(slot.Path) > 0 && slot.Path[0].Value > 0 {
					vals[i] = 0
					if slot.Kind == Scalar {
						vals[i] = Undefined
					}
				}
			}
		}
		s.Canonicalise(vals, nil)
		for range 2 {
			i := rng.IntN(len(vals))
			switch slot := shape.Slots[i]; slot.Kind {
			case Plain:
				vals[i] = rng.Int64N(slot.Hi + 1)
			case Ordinal:
				vals[i] = rng.Int64N(8)
			case Scalar:
				vals[i] = rng.Int64N(int64(shape.Sizes[slot.Type]))
			}
		}
	}
	return states
}

func benchmark(b *testing.B, shape Shape, idle bool) {
	states := successors(b, shape, idle)
	s := mustNew(b, shape).NewScratch()
	vals, perm := make([]int64, len(shape.Slots)), make([]uint8, s.r.PermSize())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		copy(vals, states[i&255])
		s.Canonicalise(vals, perm)
	}
	b.ReportMetric(float64(len(shape.Slots)), "slots")
}

func BenchmarkCanonicalise(b *testing.B) {
	shapes := []struct {
		name  string
		shape func(clients int) Shape
	}{
		{"lock", func(n int) Shape { return lockShape(n, 15) }},
		{"queue", queueShape},
		{"quorum", func(n int) Shape { return quorumShape(n, 3) }},
		{"session", sessionShape},
	}
	for _, s := range shapes {
		for _, n := range []int{2, 3, 4, 6, 8} {
			b.Run(fmt.Sprintf("%s/clients=%d", s.name, n), func(b *testing.B) { benchmark(b, s.shape(n), false) })
		}
	}
	for _, s := range shapes {
		b.Run(fmt.Sprintf("%s/clients=8,7 idle", s.name), func(b *testing.B) { benchmark(b, s.shape(8), true) })
	}
}

func BenchmarkRank(b *testing.B) {
	shape := lockShape(4, 15)
	states := successors(b, shape, false)
	s := mustNew(b, shape).NewScratch()
	vals := make([]int64, len(shape.Slots))
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		copy(vals, states[i&255])
		s.Rank(vals)
	}
}
