package symmetry

import (
	"math/bits"
	"slices"
)

// ranking is the slots of an ordinal type in a packed state.
type ranking struct {
	slots  []int32
	fields []rankField
	masks  []wordMask // all bits of the fields
	small  bool       // all places are below 64
}

// rankField is one of them. The place of a value is its code less the least:
// 0 is undefined, 1 the value 0, 2 the value 1 and so on.
type rankField struct {
	mask  uint64
	least uint64 // place of the code 0
	word  uint8
	shift uint8
}

type wordMask struct {
	word uint8
	mask uint64
}

func (p *Packing) ranking(slots []int32) ranking {
	k := ranking{slots: slots, small: true}
	masks := map[uint8]uint64{}
	for _, i := range slots {
		f := &p.fields[i]
		rf := rankField{mask: f.mask, word: f.word, shift: f.shift}
		if !f.undef {
			rf.least = 1
		}
		k.small = k.small && f.bias == int64(rf.least)-1 && f.mask+rf.least < 64
		k.fields = append(k.fields, rf)
		if masks[f.word] == 0 {
			k.masks = append(k.masks, wordMask{word: f.word})
		}
		masks[f.word] |= f.mask << f.shift
	}
	for i := range k.masks {
		k.masks[i].mask = masks[k.masks[i].word]
	}
	return k
}

// touches reports whether the bits that changed include some of the type's.
func (k *ranking) touches(changed []uint64) bool {
	for i := range k.masks {
		if m := &k.masks[i]; changed[m.word]&m.mask != 0 {
			return true
		}
	}
	return false
}

// rank replaces the distinct values other than 0 that occur in the state by 1,
// 2, 3 and so on, in order. 0 stays 0. The places that are taken are a set of
// bits, and a rank is the number of bits up to it.
func (k *ranking) rank(s []uint64) {
	var taken uint64
	for i := range k.fields {
		f := &k.fields[i]
		taken |= 1 << ((s[f.word]>>(f.shift&63)&f.mask + f.least) & 63)
	}
	taken >>= 2 // of the values from 1 on
	if taken&(taken+1) == 0 {
		return // they are 1..n already
	}
	for i := range k.fields {
		f := &k.fields[i]
		if place := s[f.word]>>(f.shift&63)&f.mask + f.least; place >= 2 {
			code := uint64(bits.OnesCount64(taken&(1<<(place-1)-1))) + 1 - f.least
			s[f.word] = s[f.word]&^(f.mask<<(f.shift&63)) | code<<(f.shift&63)
		}
	}
}

// rankLarge is rank for ordinals of which some may be large.
func (s *Scratch) rankLarge(k *ranking, state []uint64) {
	for _, i := range k.slots {
		s.vals[i] = s.p.fields[i].value(state)
	}
	if !rankSmall(s.vals, k.slots) {
		s.rankAny(s.vals, k.slots)
	}
	for _, i := range k.slots {
		if f := &s.p.fields[i]; s.vals[i] != Undefined {
			f.set(state, uint64(s.vals[i]-f.bias))
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
