package symmetry

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// The tests of this file break the canoniser on purpose, one idea at a time,
// and expect the laws to notice.

// begin takes the first steps: ranks and lanes.
func (s *Scratch) begin(state []uint64) {
	s.rankAll(state)
	s.inOrder(state)
	s.splitByLanes(state)
}

func (s *Scratch) rankAll(state []uint64) {
	for i := range s.p.ordinals {
		s.rankLarge(&s.p.ordinals[i], state)
	}
}

// tied reports whether something ties elements so that not all elements of a
// cell can be exchanged.
func (s *Scratch) tied(state []uint64) bool {
	s.gather(state)
	return s.p.ties && !s.findTwins(state)
}

// finish ends a canonicalisation with the order at hand.
func (s *Scratch) finish(state []uint64, perm []uint8) {
	s.permutation(s.perm)
	s.p.move(state, slices.Clone(state), s.perm)
	copy(perm, s.perm)
}

var broken = map[string]func(s *Scratch, state []uint64, perm []uint8){
	"no search among ties": func(s *Scratch, state []uint64, perm []uint8) {
		s.begin(state)
		if s.tied(state) {
			s.hash(state)
			s.refine()
		}
		s.finish(state, perm)
	},
	"lanes only": func(s *Scratch, state []uint64, perm []uint8) {
		s.begin(state)
		s.finish(state, perm)
	},
	"all ties taken for twins": func(s *Scratch, state []uint64, perm []uint8) {
		s.begin(state)
		if s.tied(state) {
			clear(s.twin)
		}
		s.finish(state, perm)
	},
	"first branch only": func(s *Scratch, state []uint64, perm []uint8) {
		s.begin(state)
		if s.tied(state) {
			s.hash(state)
			s.refine()
			for lo := s.openCell(); lo >= 0; lo = s.openCell() {
				s.choose(lo, s.cellEnd(lo), lo)
				s.refine()
			}
		}
		s.finish(state, perm)
	},
	"no ranks": func(s *Scratch, state []uint64, perm []uint8) {
		s.inOrder(state)
		s.splitByLanes(state)
		s.finish(state, perm)
	},
	"ranks count 0": func(s *Scratch, state []uint64, perm []uint8) {
		s.canonise(state, perm)
		for i := range s.p.ordinals {
			for _, slot := range s.p.ordinals[i].slots {
				f := &s.p.fields[slot]
				if v := f.value(state); v >= 0 {
					f.set(state, uint64(v+1-f.bias))
				}
			}
		}
		s.rankAll(state)
	},
	"permutation inverted": func(s *Scratch, state []uint64, perm []uint8) {
		s.canonise(state, perm)
		if perm != nil {
			Invert(perm, slices.Clone(perm), s.r.sizes)
		}
	},
	"order of values instead of contents": func(s *Scratch, state []uint64, perm []uint8) {
		s.rankAll(state)
		copy(perm, s.r.local)
	},
}

func TestLawsNoticeBrokenCanonisers(t *testing.T) {
	for name, breakIt := range broken {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(200) {
				rng := rand.New(rand.NewPCG(seed, 3))
				o := newOracle(randomShape(rng))
				r := mustNew(t, o.shape)
				p := newPacker(t, r, o.shape, 50, rng)
				s := p.scratch()
				step := func(state []uint64, perm []uint8) { breakIt(s, state, perm) }
				if checkLaws(o, r, p.canoniser(step), rng, 25) != nil {
					return
				}
			}
			t.Error("no law was broken")
		})
	}
}
