package symmetry

// A permutation is flat: type after type, one byte per value, which is the new
// name of that value within its type. The functions below take the sizes of
// the types as [Reducer.Sizes] gives them.

// Identity makes p the permutation that renames nothing.
func Identity(p []uint8, sizes []int) {
	at := 0
	for _, n := range sizes {
		for v := range n {
			p[at+v] = uint8(v)
		}
		at += n
	}
}

// Compose makes dst the permutation that renames by first and the result by
// then. It may share memory with first, not with then.
func Compose(dst, first, then []uint8, sizes []int) {
	at := 0
	for _, n := range sizes {
		for v := at; v < at+n; v++ {
			dst[v] = then[at+int(first[v])]
		}
		at += n
	}
}

// Invert makes dst the permutation that undoes p. It must not share memory
// with p.
func Invert(dst, p []uint8, sizes []int) {
	at := 0
	for _, n := range sizes {
		for v := range n {
			dst[at+int(p[at+v])] = uint8(v)
		}
		at += n
	}
}

// Apply makes dst the state src with all scalarset values renamed by perm, as
// indices and as contents. It must not share memory with src.
func (r *Reducer) Apply(dst, src []int64, perm []uint8) {
	copy(dst, src)
	for i := range r.groups {
		g := &r.groups[i]
		if g.width == 0 {
			continue
		}
		for t := range g.tuples {
			to := t
			for p, e := range g.elems[t*g.arity : (t+1)*g.arity] {
				to += int(g.stride[p]) * (int(perm[e]) - int(r.local[e]))
			}
			if to == t {
				continue
			}
			from := g.slots[t*g.width : (t+1)*g.width]
			for k, slot := range g.slots[to*g.width : (to+1)*g.width] {
				dst[slot] = src[from[k]]
			}
		}
	}
	for _, ref := range r.scalars {
		if v := dst[ref.slot]; v != Undefined {
			dst[ref.slot] = int64(perm[int(ref.base)+int(v)])
		}
	}
}
