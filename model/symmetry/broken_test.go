package symmetry

import (
	"math/rand/v2"
	"testing"
)

// The tests of this file break the canoniser on purpose, one idea at a time,
// and expect the laws to notice.

// finish ends a canonicalisation with the order at hand.
func (s *Scratch) finish(vals []int64, perm []uint8) {
	s.permutation(s.perm)
	s.rename(vals)
	copy(perm, s.perm)
}

var broken = map[string]func(s *Scratch) canoniser{
	"no search among ties": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Rank(vals)
			s.splitByLanes(vals)
			if s.gather(vals) && !s.findTwins(vals) {
				s.hash()
				s.refine()
			}
			s.finish(vals, perm)
		}
	},
	"lanes only": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Rank(vals)
			s.splitByLanes(vals)
			s.finish(vals, perm)
		}
	},
	"all ties taken for twins": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Rank(vals)
			s.splitByLanes(vals)
			if s.gather(vals) && !s.findTwins(vals) {
				clear(s.twin)
			}
			s.finish(vals, perm)
		}
	},
	"first branch only": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Rank(vals)
			s.splitByLanes(vals)
			if s.gather(vals) && !s.findTwins(vals) {
				s.hash()
				s.refine()
				for lo := s.openCell(); lo >= 0; lo = s.openCell() {
					s.choose(lo, s.cellEnd(lo), lo)
					s.refine()
				}
			}
			s.finish(vals, perm)
		}
	},
	"no ranks": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.splitByLanes(vals)
			s.finish(vals, perm)
		}
	},
	"ranks count 0": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Canonicalise(vals, perm)
			for _, slots := range s.r.ordinals {
				for _, i := range slots {
					if vals[i] >= 0 {
						vals[i]++
					}
				}
				s.Rank(vals)
			}
		}
	},
	"permutation inverted": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Canonicalise(vals, nil)
			if perm != nil {
				Invert(perm, s.perm, s.r.sizes)
			}
		}
	},
	"order of values instead of contents": func(s *Scratch) canoniser {
		return func(vals []int64, perm []uint8) {
			s.Rank(vals)
			Identity(perm, s.r.sizes[:min(len(perm), len(s.r.sizes))])
		}
	},
}

func TestLawsNoticeBrokenCanonisers(t *testing.T) {
	for name, breakIt := range broken {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(200) {
				rng := rand.New(rand.NewPCG(seed, 3))
				o := newOracle(randomShape(rng))
				r := mustNew(t, o.shape)
				if checkLaws(o, r, breakIt(r.NewScratch()), rng, 25) != nil {
					return
				}
			}
			t.Error("no law was broken")
		})
	}
}
