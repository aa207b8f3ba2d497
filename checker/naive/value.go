package naive

import (
	"encoding/binary"

	"lockcheck/model/murphi"
)

// cell is a variable of a simple type: a number, or undefined. Enum members
// and scalarset values count from 0.
type cell struct {
	n       int64
	defined bool
}

// place is a variable of any type: the cells of its parts, in order. Places
// that share cells are the same variable, so a field, an element, an alias and
// a var parameter are all slices of what they are part of.
type place struct {
	typ   *murphi.Type
	cells []cell
}

// fresh returns a new, undefined variable.
func fresh(t *murphi.Type) place { return place{t, make([]cell, size(t))} }

// holding returns a new variable of a simple type with a value.
func holding(t *murphi.Type, n int64) place { return place{t, []cell{{n, true}}} }

// size is the number of simple variables in a value of type t.
func size(t *murphi.Type) int {
	switch t.Kind {
	case murphi.Record:
		n := 0
		for _, f := range t.Fields {
			n += size(f.Type)
		}
		return n
	case murphi.Array:
		return count(t.Index) * size(t.Elem)
	}
	return 1
}

// count is the number of values of a simple type.
func count(t *murphi.Type) int {
	lo, hi := t.Bounds()
	return int(hi - lo + 1)
}

// field returns the i-th field of a record.
func (p place) field(i int) place {
	at := 0
	for _, f := range p.typ.Fields[:i] {
		at += size(f.Type)
	}
	t := p.typ.Fields[i].Type
	return place{t, p.cells[at:][:size(t)]}
}

// element returns the i-th element of an array, counted from 0.
func (p place) element(i int) place {
	n := size(p.typ.Elem)
	return place{p.typ.Elem, p.cells[i*n:][:n]}
}

// leaves calls visit for every simple variable in p, in order.
func (p place) leaves(visit func(place)) {
	switch p.typ.Kind {
	case murphi.Record:
		for i := range p.typ.Fields {
			p.field(i).leaves(visit)
		}
	case murphi.Array:
		for i := range count(p.typ.Index) {
			p.element(i).leaves(visit)
		}
	default:
		visit(p)
	}
}

// equal compares two values of one type; undefined equals undefined.
func (p place) equal(q place) bool {
	for i, c := range p.cells {
		if d := q.cells[i]; c.defined != d.defined || c.defined && c.n != d.n {
			return false
		}
	}
	return true
}

// key returns a text that is the same for equal states and no others.
func key(state []cell) string {
	b := make([]byte, 0, 2*len(state))
	for _, c := range state {
		if c.defined {
			b = binary.AppendVarint(append(b, 1), c.n)
		} else {
			b = append(b, 0)
		}
	}
	return string(b)
}
