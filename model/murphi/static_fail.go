package murphi

import "slices"

// doubt is a place where code may fail at run time.
type doubt struct {
	at     Node
	why    string
	always bool // evaluated whenever the expression asked about is
}

// failWalk looks for the places where code may fail. facts are designators
// known to be defined.
type failWalk struct {
	c         *checker
	asserts   bool // assert statements do not count
	onlyFacts bool // nobody asks for doubts, but for what is known where
	found     []doubt
	// watch, if set, is told of every doubt; inHistory says that it stands in
	// code that updates history.
	watch     func(d doubt, inHistory bool)
	inHistory bool
	// quant, if set, is told of every quantifier over a scalarset with what
	// is known to be defined there.
	quant func(q *Quant, facts []Expr)
	// pass, if set, is told of every call with what is known there.
	pass func(f *Func, args []Expr, facts []Expr)
}

// mayFail returns the first place where evaluating e may fail, or nil.
func (c *checker) mayFail(e Expr, facts []Expr) *doubt {
	w := &failWalk{c: c}
	w.expr(e, facts, true)
	return w.first()
}

func (w *failWalk) first() *doubt {
	if len(w.found) == 0 {
		return nil
	}
	return &w.found[0]
}

func (w *failWalk) doubt(at Node, always bool, why string) {
	d := doubt{at, why, always}
	w.found = append(w.found, d)
	if w.watch != nil {
		w.watch(d, w.inHistory)
	}
}

func (w *failWalk) expr(e Expr, facts []Expr, always bool) {
	switch x := e.(type) {
	case *Int:
	case *Ident, *FieldExpr, *IndexExpr:
		p, ok := partOf(e)
		if !ok {
			return // an alias for a value, a constant
		}
		w.indexes(e, facts, always)
		if !w.onlyFacts && e.Of().Simple() && w.c.defined.doubtful[p] && !known(facts, e) {
			w.doubt(e, always, PrintExpr(e)+" may be undefined")
		}
	case *IsUndefined:
		w.indexes(x.X, facts, always)
	case *Unary:
		w.expr(x.X, facts, always)
		if x.Op != Neg || w.onlyFacts {
			return
		}
		if lo, _ := w.c.interval(x.X); lo == minInt {
			w.doubt(e, always, "the result may not fit in 64 bits")
		}
	case *Binary:
		w.binary(x, facts, always)
	case *Cond:
		w.expr(x.C, facts, always)
		w.expr(x.X, w.learn(facts, x.C, true), false)
		w.expr(x.Y, w.learn(facts, x.C, false), false)
	case *Quant:
		w.bounds(x.Var, x, facts, always)
		if w.quant != nil && x.Var.Type.Kind == Scalarset {
			w.quant(x, facts)
		}
		w.expr(x.Body, facts, false)
	case *Call:
		w.call(x, x.Func, x.Args, facts, always)
	}
}

// learn adds what is known once e had the given value; facts stay as they are.
func (w *failWalk) learn(facts []Expr, e Expr, value bool) []Expr {
	more := w.c.factsOf(e, value)
	if len(more) == 0 {
		return facts
	}
	return append(more, facts...)
}

func known(facts []Expr, e Expr) bool {
	return slices.ContainsFunc(facts, func(f Expr) bool { return sameExpr(f, e) })
}

// indexes looks at what is needed to find the place that e names.
func (w *failWalk) indexes(e Expr, facts []Expr, always bool) {
	switch x := e.(type) {
	case *FieldExpr:
		w.indexes(x.X, facts, always)
	case *IndexExpr:
		w.indexes(x.X, facts, always)
		w.expr(x.Index, facts, always)
		w.within(x.Index, x.X.Of().Index, "the index", always)
	case *Ident:
	default:
		w.expr(e, facts, always)
	}
}

// within looks whether a number fits in its place.
func (w *failWalk) within(e Expr, t *Type, what string, always bool) {
	if t.Kind != Range || t.Ordinal || w.onlyFacts {
		return
	}
	if lo, hi := w.c.interval(e); lo < t.Lo || hi > t.Hi {
		w.doubt(e, always, what+" may be outside "+t.String())
	}
}

func (w *failWalk) binary(e *Binary, facts []Expr, always bool) {
	w.expr(e.X, facts, always)
	switch e.Op {
	case And:
		w.expr(e.Y, w.learn(facts, e.X, true), false)
		return
	case Or:
		w.expr(e.Y, w.learn(facts, e.X, false), false)
		return
	case Implies:
		w.expr(e.Y, w.learn(facts, e.X, true), false)
		return
	}
	w.expr(e.Y, facts, always)
	if e.Of().Ordinal || w.onlyFacts {
		return // minting is checked by itself
	}
	switch e.Op {
	case Add, Sub, Mul:
		if _, _, ok := w.c.binaryInterval(e); !ok {
			w.doubt(e, always, "the result may not fit in 64 bits")
		}
	case Div, Mod:
		if lo, hi := w.c.interval(e.Y); lo <= 0 && hi >= 0 || lo <= -1 && hi >= -1 {
			w.doubt(e, always, "the divisor may be zero")
		}
	}
}

// bounds looks at a loop's bounds and step.
func (w *failWalk) bounds(q *Quantifier, loop Node, facts []Expr, always bool) {
	for _, e := range q.bounds() {
		w.expr(e, facts, always)
	}
	if q.TypeExpr == nil && q.By != nil {
		if _, _, _, ok := q.Steps(); !ok {
			w.doubt(loop, always, "the step may be 0 or lead away from the end")
		}
	}
}

func (w *failWalk) call(at Node, f *Func, args []Expr, facts []Expr, always bool) {
	if w.pass != nil {
		w.pass(f, args, facts)
	}
	for i, p := range f.Params {
		if isPlace(args[i]) {
			w.indexes(args[i], facts, always)
		} else {
			w.expr(args[i], facts, always)
		}
		if !p.Var {
			w.within(args[i], p.Type, "the argument", always)
		}
	}
	if w.onlyFacts {
		return
	}
	if d := w.c.funcMayFail(f, w.asserts); d != nil {
		if w.watch != nil && !f.Pure && d.at != Node(f) {
			return // its own statements are watched
		}
		w.doubt(at, always, "in "+f.Name+": "+d.why)
	}
}
