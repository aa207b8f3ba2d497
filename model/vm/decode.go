package vm

import (
	"strconv"

	"lockcheck/model/murphi"
)

// Value is the value of a simple variable, or a simple part of one.
type Value struct {
	Path    string // "at[0].phase"; scalarset indices count from 0
	Type    *murphi.Type
	N       int64 // a number, or the index of an enum member or scalarset value
	Defined bool
}

// Decode lists the values of a packed state, in order of declaration. States
// are canonical: under symmetry and ranks, names and tokens are those of the
// class, not of a run (traces are replayed for that).
func (p *Program) Decode(s []uint64) []Value {
	l := p.main.layout
	var work [maxWords]uint64
	copy(work[:], s)
	var values []Value
	for i, lf := range l.leaves {
		n := l.fields[i].load(&work)
		values = append(values, Value{Path: lf.path, Type: lf.typ, N: n, Defined: n != Undefined})
	}
	return values
}

// String prints v as "at[0].phase=idle".
func (v Value) String() string {
	text := strconv.FormatInt(v.N, 10)
	switch {
	case !v.Defined:
		text = "undefined"
	case v.Type.Kind == murphi.Enum:
		text = v.Type.Members[v.N].Name
	}
	return v.Path + "=" + text
}
