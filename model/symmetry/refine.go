package symmetry

// fact is a scalarset value that stands in an array: tuple, then value, with
// the family saying what it means. It ties elements to each other, as the
// longer tuples do.
type fact struct {
	group, tuple int32
	ref          int32 // index in the group's refs
	elem         int32 // the value
}

// gather collects the facts.
func (s *Scratch) gather(state []uint64) {
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

// hash makes one number of the contents of each longer tuple. References count
// as what they are without names: there or not.
func (s *Scratch) hash(state []uint64) {
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

// refine splits cells by the colours of the elements that theirs are tied to,
// until that splits nothing more or there is nothing left to split.
func (s *Scratch) refine() {
	for cells := -1; s.cells != cells && s.openCell() >= 0; {
		cells = s.cells
		s.collect()
		s.split(0, s.r.elems)
	}
}

// collect computes for each element a number that depends only on the colours
// and contents of the tuples and facts around it, in whatever order. Two
// elements may get the same number by chance; that costs time, never
// correctness.
func (s *Scratch) collect() {
	r := s.r
	clear(s.key)
	for i := len(r.sizes); i < len(r.groups); i++ {
		g := &r.groups[i]
		elems := g.elems
		for _, h := range s.hashes[g.first : g.first+g.tuples] {
			tuple := elems[:g.arity]
			elems = elems[g.arity:]
			s.spread(mix(s.gatherColours(h, tuple)), tuple)
		}
	}
	for i := range s.active {
		f := &s.active[i]
		g := &r.groups[f.group]
		tuple := g.elems[int(f.tuple)*g.arity : (int(f.tuple)+1)*g.arity]
		h := s.gatherColours(g.refs[f.ref].salt, tuple)
		for p, e := range tuple {
			if e == f.elem {
				h += uint64(p+1) * oddB
			}
		}
		h = mix(h ^ uint64(s.colour[f.elem]+1)*oddC)
		s.spread(h, tuple)
		s.key[f.elem] += h * oddC
	}
}

// gatherColours adds the colours of a tuple's elements to h, each by position.
func (s *Scratch) gatherColours(h uint64, tuple []int32) uint64 {
	m := uint64(oddA)
	for _, e := range tuple {
		h += uint64(s.colour[e]+1) * m
		m *= oddB
	}
	return h
}

// spread adds h to the key of each element of a tuple, by position.
func (s *Scratch) spread(h uint64, tuple []int32) {
	for _, e := range tuple {
		h *= oddB
		s.key[e] += h
	}
}

// Odd constants without structure, for mixing.
const (
	oddA = 0x9e3779b97f4a7c15
	oddB = 0xd6e8feb86659fd93
	oddC = 0xca5a826395121157
)

// mix scrambles a number; different numbers stay different.
func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= oddB
	x ^= x >> 29
	x *= oddA
	return x ^ x>>32
}
