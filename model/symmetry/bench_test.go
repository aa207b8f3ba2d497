package symmetry

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// transition is what a checker hands in: a canonical state, and that state after
// one lane and one token have just changed.
type transition struct{ from, to []uint64 }

// transitions has states in a random frame or, if idle, with but one client
// that does something.
func transitions(b *testing.B, shape Shape, idle bool) (*packer, []transition) {
	rng := rand.New(rand.NewPCG(4, 4))
	p := newPacker(b, mustNew(b, shape), shape, 6, rng)
	s := p.scratch()
	var list []transition
	for range 256 {
		vals := randomState(shape, rng)
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
		from := p.pack(vals)
		s.canonise(from, nil)
		p.unpack(from, vals)
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
		list = append(list, transition{from, p.pack(vals)})
	}
	return p, list
}

func benchmark(b *testing.B, shape Shape, idle bool) {
	p, list := transitions(b, shape, idle)
	s := p.scratch()
	state, perm := make([]uint64, p.words), make([]uint8, s.r.PermSize())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		x := &list[i&255]
		copy(state, x.to)
		s.Canonicalise(state, x.from, perm)
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
	p, list := transitions(b, lockShape(4, 15), false)
	state := make([]uint64, p.words)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		copy(state, list[i&255].to)
		for j := range p.ordinals {
			p.ordinals[j].rank(state)
		}
	}
}
