package symmetry

import (
	"math/bits"
	"slices"
)

// Rank replaces, for each ordinal type, the distinct values other than 0 that
// occur in the state by 1, 2, 3 and so on, in order. 0 stays 0.
func (s *Scratch) Rank(vals []int64) {
	for _, slots := range s.r.ordinals {
		if !rankSmall(vals, slots) {
			s.rankAny(vals, slots)
		}
	}
}

// rankSmall does the work when all values are below 64, as they are when a
// rule has just run on a ranked state: the values present are a set of bits,
// and a rank is the number of bits up to the value. Otherwise it reports false
// and changes nothing.
func rankSmall(vals []int64, slots []int32) bool {
	var present uint64
	for _, i := range slots {
		v := vals[i]
		if uint64(v) < 64 {
			present |= 1 << uint64(v)
		} else if v != Undefined {
			return false
		}
	}
	present &^= 1
	if run := present >> 1; run&(run+1) == 0 {
		return true // already 1..n
	}
	for _, i := range slots {
		if v := uint64(vals[i]); v < 64 {
			vals[i] = int64(bits.OnesCount64(present & (2<<v - 1)))
		}
	}
	return true
}

// rankAny does the work for values of any size: it keeps the distinct ones in
// order in a small list.
func (s *Scratch) rankAny(vals []int64, slots []int32) {
	live := s.live[:0]
	for _, i := range slots {
		v := vals[i]
		if v == 0 || v == Undefined {
			continue
		}
		if at, found := slices.BinarySearch(live, v); !found {
			live = slices.Insert(live, at, v)
		}
	}
	for _, i := range slots {
		if v := vals[i]; v != 0 && v != Undefined {
			at, _ := slices.BinarySearch(live, v)
			vals[i] = int64(at) + 1
		}
	}
}
