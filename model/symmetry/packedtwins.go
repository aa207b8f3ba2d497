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

// gatherFacts is the part of gather that looks at references.
func (s *PackedScratch) gatherFacts(state []uint64) {
	r := s.r
	s.active = s.active[:0]
	for i := range r.groups {
		g := &r.groups[i]
		for n := range g.refs {
			x := &g.refs[n]
			for t := range g.tuples {
				v := s.p.fields[g.slots[t*g.width+x.family]].value(state)
				if v == Undefined || x.own && v == int64(t) {
					continue
				}
				s.active = append(s.active, fact{int32(i), int32(t), int32(n), x.base + int32(v)})
			}
		}
	}
}

// findPackedTwins is findTwins for a packed state.
func (s *PackedScratch) findPackedTwins(state []uint64) bool {
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

// alike is exchangeable for a packed state.
func (s *PackedScratch) alike(state []uint64, a, b int32) bool {
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

// hashTuples is hash for a packed state. References count as what they are
// without names: there or not.
func (s *PackedScratch) hashTuples(state []uint64) {
	r := s.r
	for i := len(r.sizes); i < len(r.groups); i++ {
		m := &s.p.moves[i]
		g := m.group
		for t, h := range g.same {
			for j := range m.pieces {
				if c := &m.pieces[j]; c.compare != 0 {
					h = mix(h + state[c.at[t].word]>>(c.at[t].shift&63)&c.compare)
				}
			}
			for n := range g.refs {
				if s.p.fields[g.slots[t*g.width+g.refs[n].family]].value(state) != Undefined {
					h = mix(h + uint64(n) + 1)
				}
			}
			s.hashes[g.first+t] = h
		}
	}
}
