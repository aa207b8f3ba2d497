package vm

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"lockcheck/model/murphi"
	"lockcheck/model/symmetry"
)

// Undefined is the mark of an undefined value among unpacked values and in
// registers. No type of a model contains it: newLayout refuses such a range.
const Undefined int64 = math.MinInt64

const (
	// MaxBits is the largest packed state.
	MaxBits = 4096
	// maxWords leaves room for start states, in which every leaf may be
	// undefined and so may need one bit more.
	maxWords  = 2 * MaxBits / 64
	maxLeaves = 1 << 16
)

// field says where a leaf lies in a packed state and how its value is coded:
// value = code + bias, and code 0 is "undefined" if undef is set.
type field struct {
	mask  uint64 // of the code, not shifted
	bias  int64
	word  uint8
	shift uint8
	undef bool
}

// load reads the leaf; Undefined if it is.
func (f *field) load(s *[maxWords]uint64) int64 {
	code := s[f.word&(maxWords-1)] >> (f.shift & 63) & f.mask
	if code == 0 && f.undef {
		return Undefined
	}
	return int64(code) + f.bias
}

// store writes a value that the leaf has room for.
func (f *field) store(s *[maxWords]uint64, v int64) {
	w, sh := f.word&(maxWords-1), f.shift&63
	s[w] = s[w]&^(f.mask<<sh) | f.code(v)<<sh
}

// code is the code of a value.
func (f *field) code(v int64) uint64 {
	if v == Undefined {
		return 0
	}
	return uint64(v - f.bias)
}

// leaf is one simple variable of the state: a variable of a simple type, or a
// simple part of one of a record or array type.
type leaf struct {
	typ   *murphi.Type
	path  string // "at[0].phase"
	slot  string // the path without indices, "0.phase": what analyses tell apart
	lane  lane
	rest  string // the path without the index that is the lane
	steps []step
}

// step is a step of a leaf's path: a name, or an index of an array.
type step struct {
	text  string
	typ   *murphi.Type // of the index, or nil
	value int64        // of the index, from 0
}

// lane groups the leaves that belong to one value of a scalarset.
type lane struct {
	typ   *murphi.Type // nil: none
	value int64
}

// layout maps the state variables to leaves, in order of declaration, and the
// leaves to bits. Invariants: no leaf straddles a word; bits that belong to no
// leaf are 0; see place for more.
type layout struct {
	leaves []leaf
	fields []field // of the leaves
	base   []int32 // first leaf of each variable
	words  int
	bits   int
	sizes  sizes
	// ordinals holds the leaves of each ordinal type in turn, and room the
	// greatest value that they can hold (meaningful under ranks).
	ordinals map[*murphi.Type][]int32
	room     map[*murphi.Type]int64
}

// layoutOptions are the choices that a layout depends on.
type layoutOptions struct {
	undefined func(slot string) bool // may it ever be undefined?
	constant  map[string]int64       // slots that always have the same value
	ranks     bool
	extra     map[*murphi.Type]int64 // room beyond one rank per leaf
}

// unfold finds the leaves of a checked model; they have no bits yet.
func unfold(m *murphi.Model) (*layout, error) {
	l := &layout{sizes: sizes{}}
	total := 0
	for _, v := range m.Vars {
		if total += l.sizes.of(v.Type); total > maxLeaves {
			return nil, fmt.Errorf("the state has more than %d simple variables", maxLeaves)
		}
	}
	for i, v := range m.Vars {
		l.base = append(l.base, int32(len(l.leaves)))
		l.add(v.Type, strconv.Itoa(i), []step{{text: v.Name}})
	}
	return l, nil
}

// newLayout lays out the leaves that unfold has found.
func newLayout(leaves *layout, opt layoutOptions) (*layout, error) {
	l := &layout{
		leaves: slices.Clone(leaves.leaves), base: leaves.base, sizes: leaves.sizes,
		ordinals: map[*murphi.Type][]int32{}, room: map[*murphi.Type]int64{},
	}
	for i := range l.leaves {
		if t := l.leaves[i].typ; t.Ordinal {
			if _, ok := opt.constant[l.leaves[i].slot]; ok {
				continue // 0 or undefined
			}
			l.ordinals[t] = append(l.ordinals[t], int32(i))
		}
	}
	for t, leaves := range l.ordinals {
		l.room[t] = t.Hi
		if opt.ranks {
			l.room[t] = int64(len(leaves)) + opt.extra[t]
		}
	}
	if err := l.place(opt); err != nil {
		return nil, err
	}
	return l, nil
}

// add appends the leaves of a variable or part of one.
func (l *layout) add(t *murphi.Type, slot string, path []step) {
	path = path[:len(path):len(path)]
	switch t.Kind {
	case murphi.Record:
		for _, f := range t.Fields {
			l.add(f.Type, slot+"."+f.Name, append(path, step{text: "." + f.Name}))
		}
	case murphi.Array:
		lo, hi := t.Index.Bounds()
		for v := lo; v <= hi; v++ {
			l.add(t.Elem, slot, append(path, step{"[" + strconv.FormatInt(v, 10) + "]", t.Index, v - lo}))
		}
	default:
		lf := leaf{typ: t, slot: slot, steps: path}
		for _, st := range path {
			lf.path += st.text
			if lf.lane.typ == nil && st.typ != nil && st.typ.Kind == murphi.Scalarset {
				lf.lane = lane{st.typ, st.value}
				lf.rest += "[*]"
				continue
			}
			lf.rest += st.text
		}
		l.leaves = append(l.leaves, lf)
	}
}

// unpack writes the value of every leaf to vals.
func (l *layout) unpack(s *[maxWords]uint64, vals []int64) {
	for i := range l.fields {
		vals[i] = l.fields[i].load(s)
	}
}

// pack writes every leaf. It reports whether all values have room; only ranks
// and undefined values may lack it.
func (l *layout) pack(vals []int64, s *[maxWords]uint64) bool {
	for w := range l.words {
		s[w] = 0
	}
	fits := true
	for i := range l.fields {
		f := &l.fields[i]
		code := f.code(vals[i])
		if code > f.mask || vals[i] == Undefined && !f.undef {
			fits = false
			continue
		}
		s[f.word] |= code << f.shift
	}
	return fits
}

// codes describes the fields to package symmetry.
func (l *layout) codes() []symmetry.Code {
	var codes []symmetry.Code
	for _, f := range l.fields {
		if f.mask == 0 {
			continue
		}
		codes = append(codes, symmetry.Code{
			Word: f.word, Shift: f.shift, Width: uint8(bits.Len64(f.mask)), Bias: f.bias, Undefined: f.undef,
		})
	}
	return codes
}

// sizes counts the leaves of types; the count is capped above maxLeaves.
type sizes map[*murphi.Type]int

func (s sizes) of(t *murphi.Type) int {
	if t.Simple() {
		return 1
	}
	if n, ok := s[t]; ok {
		return n
	}
	n := 0
	if t.Kind == murphi.Array {
		lo, hi := t.Index.Bounds()
		if count := uint64(hi) - uint64(lo); count >= maxLeaves {
			n = maxLeaves + 1
		} else {
			n = min(int(count+1)*s.of(t.Elem), maxLeaves+1)
		}
	} else {
		for _, f := range t.Fields {
			n = min(n+s.of(f.Type), maxLeaves+1)
		}
	}
	s[t] = n
	return n
}

// fieldOffset is the number of leaves before field i of a record.
func (s sizes) fieldOffset(t *murphi.Type, i int) int {
	n := 0
	for _, f := range t.Fields[:i] {
		n += s.of(f.Type)
	}
	return n
}
