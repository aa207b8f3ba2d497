package symmetry

// Scratch computes canonical forms; one per goroutine.
//
// Between the steps, order holds the elements type after type, split into
// cells: runs of elements not yet told apart. The colour of an element is the
// position in order at which its cell begins. Colours depend only on what a
// renaming keeps, so renamed states have renamed colours.
type Scratch struct {
	r      *Reducer
	order  []int32
	colour []int32
	cells  int      // number of cells; all elements are told apart when it is r.elems
	key    []uint64 // per element: what splits its cell next

	labels []uint64 // words of the longer tuples
	hashes []uint64 // per longer tuple: the same in one number
	active []fact   // scalarset values in arrays
	twin   []int32  // per element: the first of its cell that it can be exchanged with
	search search

	perm  []uint8
	moved []int64
	live  []int64
}

// NewScratch returns scratch space for one goroutine.
func (r *Reducer) NewScratch() *Scratch {
	return &Scratch{
		r:      r,
		order:  make([]int32, r.elems),
		colour: make([]int32, r.elems),
		key:    make([]uint64, r.elems),
		labels: make([]uint64, r.labels),
		hashes: make([]uint64, r.tuples),
		active: make([]fact, 0, len(r.scalars)),
		twin:   make([]int32, r.elems),
		search: newSearch(r),
		perm:   make([]uint8, r.elems),
		moved:  make([]int64, r.slots),
		live:   make([]int64, 0, r.slots),
	}
}

// Canonicalise replaces a state by the canonical form of its class: ranks
// first, then the permutation of all symmetric types that gives the smallest
// form among those that the colours leave open (see the package comment). perm
// receives the renaming from the given state to the canonical one; nil means
// that it is not wanted. It does not allocate.
//
// The values must lie within the bounds of the shape; ordinals may be any
// numbers from 0.
func (s *Scratch) Canonicalise(vals []int64, perm []uint8) {
	s.Rank(vals)
	s.splitByLanes(vals)
	if s.cells < s.r.elems && s.gather(vals) && !s.findTwins(vals) {
		s.hash()
		s.refine()
		if s.openCell() >= 0 {
			s.findSmallest(vals)
			copy(vals, s.search.best)
			copy(perm, s.search.perm)
			return
		}
	}
	s.permutation(s.perm)
	s.rename(vals)
	copy(perm, s.perm)
}

// splitByLanes begins with one cell per type and splits it by the lanes of its
// elements, word by word.
func (s *Scratch) splitByLanes(vals []int64) {
	r := s.r
	s.cells = len(r.sizes)
	for j := range r.sizes {
		lo, hi := int(r.base[j]), int(r.base[j+1])
		for e := lo; e < hi; e++ {
			s.order[e], s.colour[e] = int32(e), int32(lo)
		}
		cells := s.cells
		g := &r.groups[j]
		for i := range g.words {
			g.fill(i, vals, s.key[lo:hi], 1)
			s.split(lo, hi)
			if s.cells-cells == hi-lo-1 {
				break
			}
		}
	}
}

// split splits the cells between two positions by key, smaller keys first.
func (s *Scratch) split(lo, hi int) {
	for lo < hi {
		end := lo + 1
		for end < hi && s.colour[s.order[end]] == int32(lo) {
			end++
		}
		if end-lo > 1 {
			s.splitCell(lo, end)
		}
		lo = end
	}
}

// splitCell sorts one cell by key. Cells are small, and mostly sorted already:
// the states that come in are successors of canonical ones.
func (s *Scratch) splitCell(lo, hi int) {
	cell := s.order[lo:hi]
	for i := 1; i < len(cell); i++ {
		e, k := cell[i], s.key[cell[i]]
		at := i
		for at > 0 && s.key[cell[at-1]] > k {
			cell[at] = cell[at-1]
			at--
		}
		cell[at] = e
	}
	colour, last := int32(lo), s.key[cell[0]]
	for i, e := range cell {
		if k := s.key[e]; k != last {
			colour, last = int32(lo+i), k
			s.cells++
		}
		s.colour[e] = colour
	}
}

// permutation writes the renaming that takes each element to its place in
// order.
func (s *Scratch) permutation(perm []uint8) {
	local := s.r.local
	for at, e := range s.order {
		perm[e] = local[at]
	}
}

// rename renames vals in place by s.perm, which is often the identity.
func (s *Scratch) rename(vals []int64) {
	for e, v := range s.r.local {
		if s.perm[e] != v {
			copy(s.moved, vals)
			s.r.move(vals, s.moved, s.perm)
			return
		}
	}
}
