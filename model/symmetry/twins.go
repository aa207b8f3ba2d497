package symmetry

// likeness says that two places must hold the same for two elements to be
// exchangeable.
type likeness struct {
	x, y position
	mask uint64
}

// mostPrepared is the number of elements up to which likenesses are listed once
// for all.
const mostPrepared = 32

// prepare lists the likenesses of all pairs of elements of a type.
func (p *Packing) prepare() {
	n := p.r.elems
	if n > mostPrepared || !p.ties {
		return
	}
	p.alike = make([][]likeness, n*n)
	for j := range p.r.sizes {
		for a := p.r.base[j]; a < p.r.base[j+1]; a++ {
			for b := p.r.base[j]; b < p.r.base[j+1]; b++ {
				if a != b {
					p.alike[int(a)*n+int(b)] = p.likenesses(nil, a, b)
				}
			}
		}
	}
}

// likenesses appends what must be alike for a and b to be exchangeable, besides
// their lanes and the references.
func (p *Packing) likenesses(list []likeness, a, b int32) []likeness {
	for _, in := range p.r.incident[a] {
		m := &p.moves[in.group]
		to := m.group.exchange(in.tuple, a, b)
		for i := range m.pieces {
			c := &m.pieces[i]
			if c.compare != 0 && to != in.tuple {
				list = append(list, likeness{c.at[in.tuple], c.at[to], c.compare})
			}
		}
	}
	return list
}

// findTwins finds the elements that can be exchanged without changing the
// state, and reports whether all elements of each cell can.
func (s *Scratch) findTwins(state []uint64) bool {
	pure := true
	for lo := 0; lo < len(s.order); {
		end := s.cellEnd(lo)
		for i := lo; i < end; i++ {
			e := s.order[i]
			s.twin[e] = e
			for _, first := range s.order[lo:i] {
				if s.twin[first] == first && s.alike(state, first, e) {
					s.twin[e] = first
					break
				}
			}
			pure = pure && (i == lo || s.twin[e] != e)
		}
		lo = end
	}
	return pure
}

// alike reports whether the state stays the same when elements a and b of one
// cell are exchanged. Their lanes are equal, as they are in one cell, so only
// what ties elements to each other needs a look. Facts are compared one way
// only: an exchange that takes every fact to a fact permutes them.
func (s *Scratch) alike(state []uint64, a, b int32) bool {
	var list []likeness
	if s.p.alike != nil {
		list = s.p.alike[int(a)*s.r.elems+int(b)]
	} else {
		s.likenesses = s.p.likenesses(s.likenesses[:0], a, b)
		list = s.likenesses
	}
	for i := range list {
		k := &list[i]
		if (state[k.x.word]>>(k.x.shift&63)^state[k.y.word]>>(k.y.shift&63))&k.mask != 0 {
			return false
		}
	}
	for i := range s.active {
		f := &s.active[i]
		g := &s.r.groups[f.group]
		tuple, elem := g.exchange(f.tuple, a, b), exchanged(f.elem, a, b)
		if tuple == f.tuple && elem == f.elem {
			continue
		}
		x := &g.refs[f.ref]
		if s.p.fields[g.slots[int(tuple)*g.width+x.family]].value(state) != int64(elem-x.base) {
			return false
		}
	}
	return true
}

// exchange returns the tuple that a tuple becomes when a and b are exchanged.
func (g *group) exchange(tuple, a, b int32) int32 {
	to := tuple
	for p, e := range g.elems[int(tuple)*g.arity : (int(tuple)+1)*g.arity] {
		to += g.stride[p] * (exchanged(e, a, b) - e)
	}
	return to
}

// exchanged returns what e becomes when a and b are exchanged.
func exchanged(e, a, b int32) int32 {
	switch e {
	case a:
		return b
	case b:
		return a
	}
	return e
}
