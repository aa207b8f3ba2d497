package naive

import (
	"maps"
	"slices"

	"lockcheck/model/murphi"
)

// Why says why something is wrong in the last state of a run.
type Why struct {
	Expr          string // the expression, with the values of its parameters
	FalseConjunct string // the part to blame, likewise
	Values        []Var  // the variables that this part reads
	Failure       *murphi.Failure
}

// Why says why a top-level property is false in the last state: for the first
// values of its parameters for which it is. It reports false if the property
// holds there.
func (run *Run) Why(p *murphi.Rule) (Why, bool) {
	x := run.machine
	for _, args := range x.instances(p, run.last) {
		if holds, early := x.property(p, args, run.last, x.look(run.last)); holds || early != nil {
			continue
		}
		b := run.blamer(p, args)
		why := Why{Expr: b.text(p.Expr)}
		attempt(func() {
			b.enter(p, args)
			b.blame(p.Expr)
		})
		why.FalseConjunct, why.Values = b.conjunct, b.values
		return why, true
	}
	return Why{}, false
}

// WhyFailed says how a failure came about for which wanted answers true: that
// of the last step, or the first one in the last state, when its guards, then
// its properties and then the conditions of its clocks are evaluated.
func (run *Run) WhyFailed(wanted func(*murphi.Failure) bool) (Why, bool) {
	if f := run.Failure; f != nil {
		why := Why{Failure: f, Values: run.trail}
		if f.Kind == murphi.AssertFailed {
			b := run.blamer(run.failed.rule, run.failed.values)
			why.Expr = b.text(run.machine.model.Asserts[f.Assert].Expr)
			why.FalseConjunct = why.Expr
		}
		return why, wanted(f)
	}
	x := run.machine
	try := func(rule *murphi.Rule, args []int64, e murphi.Expr) (Why, bool) {
		values, ok := x.resolve(rule, args, run.last)
		if e == nil || !ok {
			return Why{}, false
		}
		b := run.blamer(rule, values)
		early := attempt(func() {
			b.enter(rule, values)
			b.leaf(e)
		})
		if early == nil || early.failure == nil || !wanted(early.failure) {
			return Why{}, false
		}
		return Why{Expr: b.conjunct, FalseConjunct: b.conjunct, Values: b.values, Failure: early.failure}, true
	}
	first := func(rules []*murphi.Rule, of func(*murphi.Rule) murphi.Expr) (Why, bool) {
		for _, rule := range rules {
			if rule.Off || rule.Prop == murphi.Assume {
				continue
			}
			for _, args := range x.instances(rule, run.last) {
				if why, found := try(rule, args, of(rule)); found {
					return why, true
				}
			}
		}
		return Why{}, false
	}
	why, found := first(x.model.Rules, func(r *murphi.Rule) murphi.Expr { return r.Guard })
	if !found {
		why, found = first(x.model.Properties, func(r *murphi.Rule) murphi.Expr { return r.Expr })
	}
	if !found {
		why, found = first(x.model.Rules, while)
	}
	return why, found
}

// blamer looks for the part of an expression that makes it false.
type blamer struct {
	*run
	printer  *printer
	names    map[murphi.Decl]string // what parameters are printed as
	conjunct string
	values   []Var
}

func (run *Run) blamer(rule *murphi.Rule, values []int64) *blamer {
	b := &blamer{run: run.machine.run(slices.Clone(run.last)), printer: run.printer, names: map[murphi.Decl]string{}}
	for i, q := range rule.Params {
		b.names[q] = b.printer.value(q.Type, values[i])
	}
	return b
}

// blame descends from e, which is false, through conjunctions, quantifiers,
// aliases and functions that are a single expression.
func (b *blamer) blame(e murphi.Expr) {
	switch e := e.(type) {
	case *murphi.Binary:
		if e.Op == murphi.And {
			if b.truth(e.X) {
				b.blame(e.Y)
			} else {
				b.blame(e.X)
			}
			return
		}
	case *murphi.Quant:
		if e.All {
			b.witness(e, func() bool { return b.truth(e.Body) }, e.Body)
			return
		}
	case *murphi.Unary:
		if e.Op == murphi.Not && b.blameNot(e.X) {
			return
		}
	case *murphi.Ident:
		if a, ok := e.Decl.(*murphi.AliasDecl); ok {
			b.blame(a.Value)
			return
		}
	case *murphi.Call:
		if b.blameCall(e) {
			return
		}
	}
	b.leaf(e)
}

// blameNot descends into !e.
func (b *blamer) blameNot(e murphi.Expr) bool {
	switch e := e.(type) {
	case *murphi.Unary:
		if e.Op == murphi.Not {
			b.blame(e.X)
			return true
		}
	case *murphi.Binary:
		if e.Op == murphi.Or {
			if b.truth(e.X) {
				b.blame(not(e.X))
			} else {
				b.blame(not(e.Y))
			}
			return true
		}
	case *murphi.Quant:
		if !e.All {
			b.witness(e, func() bool { return !b.truth(e.Body) }, not(e.Body))
			return true
		}
	}
	return false
}

// opposite turns a comparison into its denial.
var opposite = map[murphi.Op]murphi.Op{
	murphi.Eq: murphi.Ne, murphi.Ne: murphi.Eq,
	murphi.Lt: murphi.Ge, murphi.Ge: murphi.Lt,
	murphi.Le: murphi.Gt, murphi.Gt: murphi.Le,
}

// not denies e, without a sign of negation where there is a way.
func not(e murphi.Expr) murphi.Expr {
	if b, ok := e.(*murphi.Binary); ok && opposite[b.Op] != murphi.NoOp {
		denied := &murphi.Binary{Span: b.Span, Op: opposite[b.Op], X: b.X, Y: b.Y}
		denied.SetType(murphi.Boolean)
		return denied
	}
	n := &murphi.Unary{Span: e.Place(), Op: murphi.Not, X: e}
	n.SetType(murphi.Boolean)
	return n
}

// witness blames the body of a quantifier for the first value that is not good.
func (b *blamer) witness(e *murphi.Quant, good func() bool, body murphi.Expr) {
	b.rounds(e.Var, e, func() bool {
		if good() {
			return true
		}
		b.names[e.Var] = b.printer.value(e.Var.Type, b.vars().of(e.Var).cells[0].n)
		b.blame(body)
		return false
	})
}

// blameCall descends into a function that only returns an expression. Its
// arguments must be names and constants: what is put in for the parameters is
// to be readable.
func (b *blamer) blameCall(e *murphi.Call) bool {
	f := e.Func
	if len(f.Body) != 1 || len(f.Locals) > 0 {
		return false
	}
	ret, ok := f.Body[0].(*murphi.ReturnStmt)
	if !ok {
		return false
	}
	inner := &frame{vars: make(scope, 0, len(f.Params)+len(f.Locals)), fn: f}
	for i, p := range f.Params {
		if p.Var || !p.Type.Simple() || !b.readable(e.Args[i]) {
			return false
		}
		inner.vars.set(p, b.argument(e.Args[i], p.Type))
		b.names[p] = b.printer.value(p.Type, inner.vars.of(p).cells[0].n)
	}
	b.frames = append(b.frames, inner)
	b.blame(ret.X)
	b.frames = b.frames[:len(b.frames)-1]
	return true
}

// readable reports whether e is a constant, or a name that stands for a value.
func (b *blamer) readable(e murphi.Expr) bool {
	id, ok := e.(*murphi.Ident)
	if !ok {
		_, ok = e.(*murphi.Int)
		return ok
	}
	_, named := b.names[id.Decl]
	return named || !designator(e)
}

// leaf notes an expression and the variables that it reads.
func (b *blamer) leaf(e murphi.Expr) {
	b.conjunct = b.text(e)
	reads := &reads{}
	b.read = reads.note(b.run)
	early := attempt(func() { b.truth(e) })
	b.read = nil
	b.values = b.printer.reads(reads)
	if early != nil {
		panic(early)
	}
}

// index returns which simple variable of the state p is. All places in a state
// are slices of it that reach to the end of its capacity, so their own tells
// where they begin.
func (r *run) index(p place) (int, bool) {
	state, part := r.state[:cap(r.state)], p.cells[:cap(p.cells)]
	if len(state) == 0 || len(part) > len(state) || &part[len(part)-1] != &state[len(state)-1] {
		return 0, false
	}
	return len(state) - len(part), true
}

// text prints an expression with parameters replaced by their values.
func (b *blamer) text(e murphi.Expr) string {
	return murphi.PrintExpr(named(e, maps.Clone(b.names)))
}

// named returns a copy of e in which names stand for values.
func named(e murphi.Expr, names map[murphi.Decl]string) murphi.Expr {
	switch e := e.(type) {
	case *murphi.Ident:
		if name, ok := names[e.Decl]; ok {
			return &murphi.Ident{Span: e.Span, Name: name}
		}
	case *murphi.FieldExpr:
		return &murphi.FieldExpr{Span: e.Span, X: named(e.X, names), Name: e.Name}
	case *murphi.IndexExpr:
		return &murphi.IndexExpr{Span: e.Span, X: named(e.X, names), Index: named(e.Index, names)}
	case *murphi.Unary:
		return &murphi.Unary{Span: e.Span, Op: e.Op, X: named(e.X, names)}
	case *murphi.Binary:
		return &murphi.Binary{Span: e.Span, Op: e.Op, X: named(e.X, names), Y: named(e.Y, names), Double: e.Double}
	case *murphi.Cond:
		return &murphi.Cond{Span: e.Span, C: named(e.C, names), X: named(e.X, names), Y: named(e.Y, names)}
	case *murphi.Quant:
		return &murphi.Quant{Span: e.Span, All: e.All, Var: e.Var, Body: named(e.Body, names)}
	case *murphi.Call:
		c := &murphi.Call{Span: e.Span, Name: e.Name}
		for _, a := range e.Args {
			c.Args = append(c.Args, named(a, names))
		}
		return c
	case *murphi.IsUndefined:
		return &murphi.IsUndefined{Span: e.Span, X: named(e.X, names)}
	}
	return e
}
