package symmetry

// Scratch computes canonical forms of packed states; one per goroutine.
//
// Between the steps, order holds the elements type after type, split into
// cells: runs of elements not yet told apart. The colour of an element is the
// position in order at which its cell begins. Colours depend only on what a
// renaming keeps, so renamed states have renamed colours.
type Scratch struct {
	p      *Packing
	r      *Reducer
	order  []int32
	colour []int32
	cells  int      // number of cells; all elements are told apart when it is r.elems
	key    []uint64 // per element: what splits its cell next

	hashes []uint64 // per longer tuple: its contents in one number
	active []fact   // scalarset values in arrays
	twin   []int32  // per element: the first of its cell that it can be exchanged with
	search search

	perm []uint8
	vals []int64  // the state, unpacked
	was  []uint64 // the state before a change; what a step has changed
	live []int64

	sorts      bool // canonical forms are found by sorting alone
	likenesses []likeness
}

// NewScratch returns scratch space for one goroutine, for states of the given
// number of words.
func (p *Packing) NewScratch(words int) *Scratch {
	r := p.r
	return &Scratch{
		p:      p,
		r:      r,
		order:  make([]int32, r.elems),
		colour: make([]int32, r.elems),
		key:    make([]uint64, r.elems),
		hashes: make([]uint64, r.tuples),
		active: make([]fact, 0, len(r.scalars)),
		twin:   make([]int32, r.elems),
		search: newSearch(r),
		perm:   make([]uint8, r.elems),
		vals:   make([]int64, r.slots),
		was:    make([]uint64, words),
		live:   make([]int64, 0, r.slots),
		sorts:  p.independent(),
	}
}

// Canonicalise replaces a packed state by the canonical form of its class: ranks
// first, then the permutation of all symmetric types that gives the smallest
// form among those that the colours leave open (see the package comment). from,
// unless nil, is a canonical state: ordinals that are as they are there need no
// work. perm receives the renaming from the given state to the canonical one;
// nil means that it is not wanted. It does not allocate.
//
// Scalarset values must lie within the bounds of the shape; ordinals may be any
// numbers from 0. Whoever packs the states sees to it that every slot of an
// ordinal has room for a rank per slot.
func (s *Scratch) Canonicalise(state, from []uint64, perm []uint8) {
	for w := range from {
		s.was[w] = state[w] ^ from[w]
	}
	for i := range s.p.ordinals {
		k := &s.p.ordinals[i]
		switch {
		case from != nil && !k.touches(s.was):
		case k.small:
			k.rank(state)
		default:
			s.rankLarge(k, state)
		}
	}
	if s.sorts {
		s.sortLanes(state, perm)
		return
	}
	if s.inOrder(state) {
		copy(perm, s.r.local)
		return
	}
	s.splitByLanes(state)
	renaming := s.perm
	if s.cells < s.r.elems && s.p.ties && s.undecided(state) {
		s.findSmallest(s.vals)
		renaming = s.search.perm
	} else {
		s.permutation(renaming)
	}
	copy(perm, renaming)
	for e, v := range s.r.local {
		if renaming[e] != v {
			copy(s.was, state)
			s.p.move(state, s.was, renaming)
			return
		}
	}
}

// inOrder leaves the first words of the keys of all lanes in s.key. It reports
// whether they are in order and leave nothing to decide, as in most states that
// come in: they are successors of canonical ones.
func (s *Scratch) inOrder(state []uint64) bool {
	sorted := true
	for j := range s.p.lanes {
		k := &s.p.lanes[j]
		keys := s.key[k.lo:k.hi]
		k.fill(0, state, keys)
		strictly, atLeast := ascending(keys)
		sorted = sorted && (strictly || atLeast && k.words <= 1 && !s.p.ties)
	}
	return sorted
}

// splitByLanes begins with one cell per type and splits it by the lanes of its
// elements, word by word. inOrder has left the first words in s.key.
func (s *Scratch) splitByLanes(state []uint64) {
	s.cells = len(s.r.sizes)
	for j := range s.p.lanes {
		k := &s.p.lanes[j]
		for e := k.lo; e < k.hi; e++ {
			s.order[e], s.colour[e] = int32(e), int32(k.lo)
		}
		cells := s.cells
		for w := range max(k.words, 1) {
			if w > 0 {
				k.fill(w, state, s.key[k.lo:k.hi])
			}
			s.split(k.lo, k.hi)
			if s.cells-cells == k.hi-k.lo-1 {
				break
			}
		}
	}
}

// undecided looks at what ties elements to each other, and reports whether
// the lanes and that leave a choice.
func (s *Scratch) undecided(state []uint64) bool {
	s.gather(state)
	if s.findTwins(state) {
		return false
	}
	s.hash(state)
	s.refine()
	if s.openCell() < 0 {
		return false
	}
	s.p.unpack(state, s.vals)
	return true
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
