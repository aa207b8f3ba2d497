package symmetry

// Where nothing ties elements to each other and the key of a lane is one word,
// a canonical form is found type by type: the lanes are sorted, and lanes that
// are equal can be exchanged.

// independent reports whether that is so.
func (p *Packing) independent() bool {
	for i := range p.lanes {
		if p.lanes[i].words > 1 {
			return false
		}
	}
	return !p.ties
}

// sortLanes brings the lanes of all types in order.
func (s *Scratch) sortLanes(state []uint64, perm []uint8) {
	copy(perm, s.r.local)
	for j := range s.p.lanes {
		k := &s.p.lanes[j]
		if k.words == 0 {
			continue
		}
		keys := s.key[k.lo:k.hi]
		k.fill(0, state, keys)
		if _, atLeast := ascending(keys); atLeast {
			continue
		}
		order := s.order[k.lo:k.hi]
		sortOrder(order, keys)
		renaming := s.perm[k.lo:k.hi]
		for at, e := range order {
			renaming[e] = uint8(at)
		}
		if perm != nil {
			copy(perm[k.lo:k.hi], renaming)
		}
		k.rearrange(state, s.was, order, renaming)
	}
}

// sortOrder sorts keys, and notes where each came from.
func sortOrder(order []int32, keys []uint64) {
	for i := range order {
		order[i] = int32(i)
		k := keys[i]
		at := i
		for at > 0 && keys[at-1] > k {
			keys[at], order[at] = keys[at-1], order[at-1]
			at--
		}
		keys[at], order[at] = k, int32(i)
	}
}

// rearrange puts the lane order[i] in place i, for all i, and renames what
// refers to them. was is scratch space.
func (k *laneKeys) rearrange(state, was []uint64, order []int32, renaming []uint8) {
	for w := range was {
		was[w] = state[w]
	}
	for i := range k.pieces {
		c := &k.pieces[i]
		for to, from := range order {
			if to == int(from) {
				continue
			}
			x, y := c.at[from], c.at[to]
			bits := was[x.word] >> (x.shift & 63) & c.mask
			state[y.word] = state[y.word]&^(c.mask<<(y.shift&63)) | bits<<(y.shift&63)
		}
	}
	for i := range k.globals {
		g := &k.globals[i]
		if v := g.value(state); v != Undefined {
			g.set(state, uint64(int64(renaming[v])-g.bias))
		}
	}
}
