package symmetry

import (
	"fmt"
	"math"
)

// Undefined marks a slot that has no value.
const Undefined = math.MinInt64

// Kind says how the values of a slot behave under relabelling.
type Kind uint8

const (
	// Plain values mean themselves and never change.
	Plain Kind = iota
	// Ordinal values matter only by their order; 0 is "none".
	Ordinal
	// Scalar values are values of a scalarset.
	Scalar
)

// String returns the name of k.
func (k Kind) String() string {
	switch k {
	case Plain:
		return "plain"
	case Ordinal:
		return "ordinal"
	case Scalar:
		return "scalar"
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Shape describes the states of a model: which scalarset types are symmetric,
// and what each slot (a simple variable, or a simple part of one) is.
type Shape struct {
	Sizes []int  // number of values of each symmetric scalarset type, 1 to 256
	Slots []Slot // in the order of the codes given to Pack
}

// Slot describes one simple variable.
//
// Slots that differ in nothing but symmetric scalarset indices form a family:
// the slots of `at[c].token` for all c, say. A permutation moves values within
// families. Every family must be complete: one slot for each combination of
// indices, all of the same kind.
type Slot struct {
	Family int     // the same number for all slots of a family and no others
	Path   []Index // symmetric scalarset indices on the way to the slot, outermost first
	Kind   Kind    // what its values are
	Type   int     // Ordinal: the ordinal type, from 0; Scalar: index in Shape.Sizes
	Lo, Hi int64   // Plain: least and greatest value; Lo above Undefined, Hi-Lo below 1<<62
}

// Index is one array index in the path of a slot.
type Index struct {
	Type  int // index in Shape.Sizes
	Value int // from 0
}

// maxSize bounds scalarset types, so that a value fits in a byte.
const maxSize = 256

// check reports the first slot or size that makes no sense.
func (s *Shape) check() error {
	for j, n := range s.Sizes {
		if n < 1 || n > maxSize {
			return fmt.Errorf("symmetry: type %d: size %d is not in 1..%d", j, n, maxSize)
		}
	}
	for i := range s.Slots {
		if err := s.Slots[i].check(s.Sizes); err != nil {
			return fmt.Errorf("symmetry: slot %d: %w", i, err)
		}
	}
	return nil
}

func (s *Slot) check(sizes []int) error {
	for _, x := range s.Path {
		if x.Type < 0 || x.Type >= len(sizes) {
			return fmt.Errorf("path has unknown type %d", x.Type)
		}
		if x.Value < 0 || x.Value >= sizes[x.Type] {
			return fmt.Errorf("index %d is not in 0..%d", x.Value, sizes[x.Type]-1)
		}
	}
	switch s.Kind {
	case Plain:
		if s.Lo == Undefined || s.Lo > s.Hi || uint64(s.Hi)-uint64(s.Lo) >= 1<<62 {
			return fmt.Errorf("bounds %d..%d are empty or too wide", s.Lo, s.Hi)
		}
	case Ordinal:
		if s.Type < 0 || s.Type > 1<<16 {
			return fmt.Errorf("unreasonable ordinal type %d", s.Type)
		}
	case Scalar:
		if s.Type < 0 || s.Type >= len(sizes) {
			return fmt.Errorf("unknown scalarset type %d", s.Type)
		}
	default:
		return fmt.Errorf("unknown kind %v", s.Kind)
	}
	return nil
}

// family is a family of slots, in the order of tuples: the last index varies
// fastest.
type family struct {
	slot  Slot // a representative; its path gives the types
	slots []int32
}

// families sorts the slots into families, in order of first appearance.
func (s *Shape) families() ([]*family, error) {
	byNumber := make(map[int]*family)
	var list []*family
	for i := range s.Slots {
		slot := &s.Slots[i]
		f := byNumber[slot.Family]
		if f == nil {
			if f = s.newFamily(slot); f == nil {
				return nil, fmt.Errorf("symmetry: family %d lacks a slot", slot.Family)
			}
			byNumber[slot.Family] = f
			list = append(list, f)
		}
		if !f.slot.alike(slot) {
			return nil, fmt.Errorf("symmetry: slot %d: not like the others of family %d", i, slot.Family)
		}
		tuple := 0
		for _, x := range slot.Path {
			tuple = tuple*s.Sizes[x.Type] + x.Value
		}
		if f.slots[tuple] >= 0 {
			return nil, fmt.Errorf("symmetry: slot %d: indices occur twice in family %d", i, slot.Family)
		}
		f.slots[tuple] = int32(i)
	}
	for _, f := range list {
		for _, i := range f.slots {
			if i < 0 {
				return nil, fmt.Errorf("symmetry: family %d lacks a slot", f.slot.Family)
			}
		}
	}
	return list, nil
}

// newFamily returns the empty family that slot begins, or nil if it would need
// more slots than there are.
func (s *Shape) newFamily(slot *Slot) *family {
	tuples := 1
	for _, x := range slot.Path {
		if tuples *= s.Sizes[x.Type]; tuples > len(s.Slots) {
			return nil
		}
	}
	f := &family{slot: *slot, slots: make([]int32, tuples)}
	for i := range f.slots {
		f.slots[i] = -1
	}
	return f
}

// alike reports whether two slots can be of one family.
func (s *Slot) alike(t *Slot) bool {
	if s.Kind != t.Kind || len(s.Path) != len(t.Path) {
		return false
	}
	if s.Kind == Plain && (s.Lo != t.Lo || s.Hi != t.Hi) || s.Kind != Plain && s.Type != t.Type {
		return false
	}
	for p := range s.Path {
		if s.Path[p].Type != t.Path[p].Type {
			return false
		}
	}
	return true
}
