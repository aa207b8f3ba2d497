package naive

import (
	"fmt"
	"slices"

	"lockcheck/model/murphi"
)

// stride is the distance of two tokens that are minted one after the other.
// Under ranks it leaves room for tokens that are chosen between them; without
// ranks tokens are the plain numbers 0..TOP.
const stride = 1 << 20

// mint evaluates v + 1 for an ordinal v.
func (r *run) mint(e *murphi.Binary) int64 {
	v, t := r.value(e.X), e.Of()
	for _, n := range r.live(t) {
		if n > v {
			r.fail(murphi.MintBelowLive, e, "%s mints from %s, but %s is a live value of %s",
				murphi.PrintExpr(e), r.token(v), r.token(n), t)
		}
	}
	if r.ranks {
		return v + stride
	}
	return v + 1
}

// token prints an ordinal of one state.
func (m *machine) token(n int64) string {
	if m.ranks {
		return fmt.Sprint(float64(n) / stride)
	}
	return fmt.Sprint(n)
}

// live returns the distinct values of an ordinal type other than 0, ascending:
// those of the state, and of the variables of all running calls.
func (r *run) live(t *murphi.Type) []int64 {
	var values []int64
	note := func(c cell) {
		if c.defined && c.n != 0 {
			values = append(values, c.n)
		}
	}
	for _, i := range r.places[t] {
		note(r.state[i])
	}
	for _, f := range r.frames {
		for _, p := range f.vars {
			p.leaves(func(p place) {
				if p.typ == t {
					note(p.cells[0])
				}
			})
		}
	}
	slices.Sort(values)
	return slices.Compact(values)
}

func (r *run) variable(v *murphi.VarDecl) place {
	return place{v.Type, r.state[r.offset[v.Slot]:][:size(v.Type)]}
}

// reduce replaces, in place, the live values of every ordinal type by their
// ranks: only their order is left.
func (m *machine) reduce(state []cell) {
	if !m.ranks {
		return
	}
	r := m.run(state)
	for _, t := range m.model.Ordinals {
		live := r.live(t)
		for _, i := range m.places[t] {
			if c := &state[i]; c.defined && c.n != 0 {
				rank, _ := slices.BinarySearch(live, c.n)
				c.n = int64(rank+1) * stride
			}
		}
	}
}

// chooses reports whether q chooses an ordinal by its position.
func (m *machine) chooses(q *murphi.Quantifier) bool { return m.ranks && q.Type.Ordinal }

// at returns the ordinal at a position: 2i is the i-th live value, where 0 is
// the first, and odd positions lie between two of them or beyond the last.
func (r *run) at(t *murphi.Type, position int64) (n int64, ok bool) {
	live := append([]int64{0}, r.live(t)...)
	i := int(position / 2)
	switch {
	case position < 0 || i >= len(live):
		return 0, false
	case position%2 == 0:
		return live[i], true
	case i+1 == len(live):
		return live[i] + stride, true
	}
	between := (live[i] + live[i+1]) / 2
	return between, between > live[i]
}
