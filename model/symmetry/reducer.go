package symmetry

import "slices"

// Reducer knows what the permutations of the states of one shape are. It is
// immutable and safe for concurrent use.
//
// Inside, the values of all types are numbered in one row, type after type:
// these numbers are called elements. A tuple is a sequence of elements that
// indexes slots.
type Reducer struct {
	sizes    []int
	base     []int32 // first element of each type, and the number of elements
	local    []uint8 // per element: the value within its type
	elems    int
	slots    int
	ordinals [][]int32 // slots of each ordinal type
	scalars  []scalar  // slots that hold scalarset values
	groups   []group   // group j is the lanes of type j; then those of longer tuples
	tuples   int       // number of tuples of the longer groups together

	// incident lists, per element, the longer tuples that it occurs in.
	incident [][]incident
}

// scalar is a slot that holds a value of the type whose elements begin at base.
type scalar struct{ slot, base int32 }

// incident is a tuple of a group.
type incident struct{ group, tuple int32 }

// group is the families whose paths have the same types. A tuple of it names
// one slot of each of them: for the single type client, the lane of a client.
type group struct {
	types   []int
	arity   int
	tuples  int
	elems   []int32  // arity elements per tuple, all tuples in order
	stride  []int32  // per position: how far tuples lie apart that differ there by one
	width   int      // number of families
	slots   []int32  // width slots per tuple
	refs    []ref    // families that hold scalarset values
	globals []int32  // lanes: slots outside all arrays that hold a value of the type
	first   int      // longer groups: where its tuples begin in Scratch.hashes
	same    []uint64 // per tuple: a number that tells which positions are equal, and the group
}

// ref is a family of slots that hold scalarset values.
type ref struct {
	family int   // position in the group
	base   int32 // first element of the type of the values
	salt   uint64
	own    bool // the group is the lanes of that very type
}

// New returns a reducer for the states of a shape. An error means that the
// shape contradicts itself: a mistake of the caller.
func New(shape Shape) (*Reducer, error) {
	if err := shape.check(); err != nil {
		return nil, err
	}
	families, err := shape.families()
	if err != nil {
		return nil, err
	}
	r := &Reducer{sizes: slices.Clone(shape.Sizes), slots: len(shape.Slots)}
	for j, n := range r.sizes {
		r.base = append(r.base, int32(r.elems))
		r.elems += n
		for v := range n {
			r.local = append(r.local, uint8(v))
		}
		r.groups = append(r.groups, group{types: []int{j}})
	}
	r.base = append(r.base, int32(r.elems))
	r.addSlots(shape.Slots)
	members := r.addFamilies(families)
	for i := range r.groups {
		r.groups[i].number(r)
		r.groups[i].fill(r, members[i], i)
	}
	r.addGlobals(families)
	r.addIncidents()
	return r, nil
}

// Sizes returns the sizes of the symmetric types; do not change it.
func (r *Reducer) Sizes() []int { return r.sizes }

// PermSize returns the length of a permutation.
func (r *Reducer) PermSize() int { return r.elems }

// addSlots lists the slots with ordinals and with scalarset values.
func (r *Reducer) addSlots(slots []Slot) {
	for i, s := range slots {
		switch s.Kind {
		case Ordinal:
			for len(r.ordinals) <= s.Type {
				r.ordinals = append(r.ordinals, nil)
			}
			r.ordinals[s.Type] = append(r.ordinals[s.Type], int32(i))
		case Scalar:
			r.scalars = append(r.scalars, scalar{int32(i), r.base[s.Type]})
		}
	}
}

// addFamilies sorts families with a path into groups and returns the families
// of each group.
func (r *Reducer) addFamilies(families []*family) [][]*family {
	members := make([][]*family, len(r.groups))
	for _, f := range families {
		if len(f.slot.Path) == 0 {
			continue
		}
		var types []int
		for _, x := range f.slot.Path {
			types = append(types, x.Type)
		}
		i := slices.IndexFunc(r.groups, func(g group) bool { return slices.Equal(g.types, types) })
		if i < 0 {
			i = len(r.groups)
			r.groups = append(r.groups, group{types: types})
			members = append(members, nil)
		}
		members[i] = append(members[i], f)
	}
	return members
}

// number lists the tuples of g.
func (g *group) number(r *Reducer) {
	g.arity, g.tuples = len(g.types), 1
	g.stride = make([]int32, g.arity)
	for p := g.arity - 1; p >= 0; p-- {
		g.stride[p] = int32(g.tuples)
		g.tuples *= r.sizes[g.types[p]]
	}
	for t := range g.tuples {
		for p, j := range g.types {
			g.elems = append(g.elems, r.base[j]+int32(t/int(g.stride[p])%r.sizes[j]))
		}
	}
}

// fill lists the slots of g, which is the group of that number, and says which
// families hold scalarset values.
func (g *group) fill(r *Reducer, families []*family, number int) {
	g.width = len(families)
	for t := range g.tuples {
		for _, f := range families {
			g.slots = append(g.slots, f.slots[t])
		}
	}
	for k, f := range families {
		if f.slot.Kind != Scalar {
			continue
		}
		own := g.arity == 1 && g.types[0] == f.slot.Type
		salt := mix(uint64(number)<<32 + uint64(k) + 1)
		g.refs = append(g.refs, ref{family: k, base: r.base[f.slot.Type], own: own, salt: salt})
	}
	for t := range g.tuples {
		g.same = append(g.same, mix(uint64(number+1)<<32+equalities(g.elems[t*g.arity:(t+1)*g.arity])))
	}
}

// equalities describes which positions of a tuple hold equal elements.
func equalities(elems []int32) uint64 {
	h := uint64(0)
	for p, e := range elems {
		h = h*31 + uint64(slices.Index(elems[:p], e)+1)
	}
	return h
}

// addGlobals makes each slot that stands in no array and holds a scalarset
// value a part of the lanes of that type: whether it holds this one.
func (r *Reducer) addGlobals(families []*family) {
	for _, f := range families {
		if len(f.slot.Path) > 0 || f.slot.Kind != Scalar {
			continue
		}
		g := &r.groups[f.slot.Type]
		g.globals = append(g.globals, f.slots[0])
	}
}

// addIncidents lists the longer tuples of each element and gives their groups
// a place in the scratch space.
func (r *Reducer) addIncidents() {
	r.incident = make([][]incident, r.elems)
	for i := len(r.sizes); i < len(r.groups); i++ {
		g := &r.groups[i]
		g.first = r.tuples
		r.tuples += g.tuples
		for t := range g.tuples {
			elems := g.elems[t*g.arity : (t+1)*g.arity]
			for p, e := range elems {
				if !slices.Contains(elems[:p], e) {
					r.incident[e] = append(r.incident[e], incident{int32(i), int32(t)})
				}
			}
		}
	}
}
