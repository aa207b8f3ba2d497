package naive

import "lockcheck/model/murphi"

// Observer asks the observe functions about single states.
type Observer struct {
	printer *printer
	cells   []cell
	funcs   []string
}

// NewObserver returns an observer of states of m, a checked model, that asks
// the functions of the given names, or all.
func NewObserver(m *murphi.Model, ranks bool, funcs ...string) *Observer {
	x := newMachine(m, ranks)
	return &Observer{newPrinter(x, nil), make([]cell, x.cells), funcs}
}

// Set makes the i-th simple variable, in the order of declaration, what it is
// in the state to be observed. n is a number, or the index of an enum member or
// scalarset value; an ordinal is its rank, if ranks are on.
func (o *Observer) Set(i int, n int64, defined bool) {
	if o.printer.types[i].Ordinal && o.printer.ranks {
		n *= stride
	}
	o.cells[i] = cell{n: n, defined: defined}
	if !defined {
		o.cells[i] = cell{}
	}
}

// Observe returns what the observe functions say.
func (o *Observer) Observe() []Observation { return o.printer.observe(o.cells, o.funcs...) }

// Name prints a value of a simple type.
func (o *Observer) Name(t *murphi.Type, n int64) string { return o.printer.value(t, n) }
