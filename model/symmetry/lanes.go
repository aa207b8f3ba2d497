package symmetry

import "math/bits"

// laneKeys computes numbers from the lanes of a type, several words of them:
// two lanes are equal exactly if all their words are.
type laneKeys struct {
	lo, hi  int // elements
	pieces  []keyPiece
	globals []keyGlobal
	refs    []keyRef
	words   int
}

// keyPiece puts a piece of each lane into a word of its key.
type keyPiece struct {
	at        []position
	mask      uint64
	word, bit uint8
}

// keyGlobal sets a bit in the key of the lane that a slot without indices
// names.
type keyGlobal struct {
	bitField
	at, bit uint8
}

// keyRef sets bits that say what a slot of the lane refers to, as far as that
// is said without names: to something, to the lane itself.
type keyRef struct {
	fields    []bitField // by lane
	own       bool
	word, bit uint8
}

func (p *Packing) laneKeys(typ int, pieces []piece) laneKeys {
	r := p.r
	k := laneKeys{lo: int(r.base[typ]), hi: int(r.base[typ+1])}
	var used []int
	room := func(n int) (word, bit uint8) {
		i := 0
		for i < len(used) && used[i]+n > 64 {
			i++
		}
		if i == len(used) {
			used = append(used, 0)
		}
		used[i] += n
		return uint8(i), uint8(used[i] - n)
	}
	for _, c := range pieces {
		if c.compare != 0 {
			w, b := room(bits.Len64(c.compare))
			k.pieces = append(k.pieces, keyPiece{c.at, c.compare, w, b})
		}
	}
	g := &r.groups[typ]
	for i := range g.refs {
		x := keyRef{own: g.refs[i].own}
		for t := range g.tuples {
			x.fields = append(x.fields, p.fields[g.slots[t*g.width+g.refs[i].family]])
		}
		x.word, x.bit = room(2)
		k.refs = append(k.refs, x)
	}
	for _, slot := range g.globals {
		w, b := room(1)
		k.globals = append(k.globals, keyGlobal{p.fields[slot], w, b})
	}
	k.words = len(used)
	return k
}

// fill computes one word of the key of each lane.
func (k *laneKeys) fill(word int, s []uint64, keys []uint64) {
	clear(keys)
	for i := range k.pieces {
		c := &k.pieces[i]
		if int(c.word) != word {
			continue
		}
		for e, at := range c.at[:len(keys)] {
			keys[e] |= s[at.word] >> (at.shift & 63) & c.mask << (c.bit & 63)
		}
	}
	for i := range k.globals {
		if g := &k.globals[i]; int(g.at) == word {
			if v := g.value(s); v != Undefined {
				keys[v] |= 1 << (g.bit & 63)
			}
		}
	}
	for i := range k.refs {
		x := &k.refs[i]
		if int(x.word) != word {
			continue
		}
		for e := range keys {
			switch v := x.fields[e].value(s); {
			case v == Undefined:
			case x.own && v == int64(e):
				keys[e] |= 2 << (x.bit & 63)
			default:
				keys[e] |= 1 << (x.bit & 63)
			}
		}
	}
}

// ascending reports whether each key is greater than the one before it, or at
// least not smaller.
func ascending(keys []uint64) (strictly, atLeast bool) {
	strictly = true
	for i := 1; i < len(keys); i++ {
		if keys[i] <= keys[i-1] {
			if keys[i] < keys[i-1] {
				return false, false
			}
			strictly = false
		}
	}
	return strictly, true
}

// move is the pieces of a group, to be moved with its tuples.
type move struct {
	group  *group
	pieces []piece
}

// move makes s, which is equal to from, the state renamed by perm.
func (p *Packing) move(s, from []uint64, perm []uint8) {
	for i := range p.moves {
		m := &p.moves[i]
		g := m.group
		for t := range g.tuples {
			to := t
			for q, e := range g.elems[t*g.arity : (t+1)*g.arity] {
				to += int(g.stride[q]) * (int(perm[e]) - int(p.r.local[e]))
			}
			if to == t {
				continue
			}
			for j := range m.pieces {
				c := &m.pieces[j]
				x, y := c.at[t], c.at[to]
				bits := from[x.word] >> (x.shift & 63) & c.mask
				s[y.word] = s[y.word]&^(c.mask<<(y.shift&63)) | bits<<(y.shift&63)
			}
		}
	}
	for _, x := range p.r.scalars {
		f := &p.fields[x.slot]
		if v := f.value(s); v != Undefined {
			f.set(s, uint64(int64(perm[int(x.base)+int(v)])-f.bias))
		}
	}
}
