package vm

import (
	"fmt"
	"math"
	"math/bits"

	"lockcheck/model/murphi"
)

// family is the leaves that differ in nothing but their lane, in its order; a
// leaf without a lane is a family of its own.
type family struct {
	leaves []int
	width  int // bits of each
}

// strip is a part of a word: for each lane of a type, or for what has no lane,
// the same few leaves.
type strip struct {
	families []family
	width    int // of one lane
}

// wordPlan is the strips of a word, those of lanes in order of their types,
// then that of what has none.
type wordPlan struct {
	strips map[*murphi.Type]*strip
	used   int
}

// place gives every leaf its bits. In every word the leaves of a lane are
// neighbours, and lie as those of the other lanes do: so lanes can be compared
// and exchanged as wholes. What has no lane lies above them, so that it makes
// the high digits of a packed number; it also fills the room that is left.
func (l *layout) place(opt layoutOptions) error {
	families, types, err := l.families(opt)
	if err != nil {
		return err
	}
	var words []*wordPlan
	for _, f := range families {
		size := len(f.leaves) * f.width
		i := 0
		for i < len(words) && words[i].used+size > 64 {
			i++
		}
		if i == maxWords {
			return fmt.Errorf("the state has more than %d bits", MaxBits)
		}
		if i == len(words) {
			words = append(words, &wordPlan{strips: map[*murphi.Type]*strip{}})
		}
		words[i].add(f, l.leaves[f.leaves[0]].lane.typ)
	}
	for w, plan := range words {
		shift := 0
		for _, t := range types {
			if s := plan.strips[t]; s != nil {
				shift += l.placeStrip(s, w, shift)
			}
		}
		l.bits = 64*w + shift
	}
	l.words = max(1, len(words))
	return nil
}

func (p *wordPlan) add(f family, t *murphi.Type) {
	s := p.strips[t]
	if s == nil {
		s = &strip{}
		p.strips[t] = s
	}
	s.families = append(s.families, f)
	s.width += f.width
	p.used += f.width * len(f.leaves)
}

// placeStrip places a strip from bit shift of word w on and returns its width.
func (l *layout) placeStrip(s *strip, w, shift int) int {
	at, lanes := shift, 0
	for _, f := range s.families {
		for lane, i := range f.leaves {
			fd := &l.fields[i]
			fd.word, fd.shift, fd.mask = uint8(w), uint8(at+lane*s.width), math.MaxUint64>>(64-f.width)
		}
		at += f.width
		lanes = max(lanes, len(f.leaves))
	}
	return lanes * s.width
}

// families sorts the leaves that need bits into families, those with a lane
// first, and lists the types of the lanes, nil (none) last.
func (l *layout) families(opt layoutOptions) (list []family, types []*murphi.Type, err error) {
	l.fields = make([]field, len(l.leaves))
	number := map[string]int{}
	var laned, shared []family
	seen := map[*murphi.Type]bool{}
	for i := range l.leaves {
		lf := &l.leaves[i]
		width, err := l.code(i, opt)
		if err != nil {
			return nil, nil, err
		}
		t := lf.lane.typ
		switch {
		case width == 0:
			continue
		case t == nil || int64(width)*t.Size > 64:
			lf.lane = lane{}
			shared = append(shared, family{[]int{i}, width})
			continue
		case !seen[t]:
			seen[t] = true
			types = append(types, t)
		}
		n, ok := number[lf.rest]
		if !ok {
			n = len(laned)
			number[lf.rest] = n
			laned = append(laned, family{width: width})
		}
		laned[n].leaves = append(laned[n].leaves, i)
	}
	return append(laned, shared...), append(types, nil), nil
}

// code decides how the values of a leaf are coded, and returns how many bits
// that takes.
func (l *layout) code(i int, opt layoutOptions) (width int, err error) {
	lf, f := &l.leaves[i], &l.fields[i]
	if k, ok := opt.constant[lf.slot]; ok {
		f.bias, f.undef = k, k == Undefined
		return 0, nil
	}
	lo, hi := lf.typ.Bounds()
	if lf.typ.Ordinal && opt.ranks {
		hi = l.room[lf.typ]
	}
	span := uint64(hi) - uint64(lo) // codes beyond the first
	f.bias = lo
	f.undef = opt.undefined(lf.slot)
	if lo == Undefined || f.undef && span == math.MaxUint64 {
		return 0, fmt.Errorf("the range of %s is too wide", lf.path)
	}
	if f.undef {
		span, f.bias = span+1, lo-1
	}
	return bits.Len64(span), nil
}
