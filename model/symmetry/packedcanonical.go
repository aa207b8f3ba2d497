package symmetry

// PackedScratch computes canonical forms of packed states; one per goroutine.
type PackedScratch struct {
	*Scratch
	p    *Packing
	vals []int64
	was  []uint64

	sorts      bool // canonical forms are found by sorting alone
	likenesses []likeness
}

// NewScratch returns scratch space for one goroutine, for states of the given
// number of words.
func (p *Packing) NewScratch(words int) *PackedScratch {
	return &PackedScratch{
		Scratch: p.r.NewScratch(), p: p,
		vals: make([]int64, p.r.slots), was: make([]uint64, words), sorts: p.independent(),
	}
}

// Canonicalise replaces a packed state by the canonical form of its class, as
// Scratch.Canonicalise does; the representative may be another. from, unless
// nil, is a canonical state: what is as it is there needs no work. Whoever packs
// the states sees to it that every slot has room for a rank per slot.
func (s *PackedScratch) Canonicalise(state, from []uint64, perm []uint8) {
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
	s.splitByKeys(state)
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
func (s *PackedScratch) inOrder(state []uint64) bool {
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

// splitByKeys is splitByLanes after inOrder.
func (s *PackedScratch) splitByKeys(state []uint64) {
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
func (s *PackedScratch) undecided(state []uint64) bool {
	s.gatherFacts(state)
	if s.findPackedTwins(state) {
		return false
	}
	s.hashTuples(state)
	s.refine()
	if s.openCell() < 0 {
		return false
	}
	s.p.unpack(state, s.vals)
	return true
}

// rankLarge ranks ordinals of which some may be large.
func (s *PackedScratch) rankLarge(k *ranking, state []uint64) {
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
