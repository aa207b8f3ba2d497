package murphi

import "slices"

// maxFacts bounds what is remembered to be defined, and the work to find it.
const maxFacts = 200

// factsOf returns designators that are surely defined once e was evaluated and
// had the given value. Appending to them copies.
func (c *checker) factsOf(e Expr, value bool) []Expr {
	if _, ok := e.(*Int); ok {
		return nil
	}
	key := factKey{e, value}
	facts, ok := c.facts[key]
	if !ok {
		f := &c.finder
		f.facts, f.left = f.facts[:0], 10*maxFacts
		f.find(e, value, func(d Expr) Expr { return d })
		facts = slices.Clip(slices.Clone(f.facts))
		c.facts[key] = facts
	}
	return facts
}

type factKey struct {
	e     Expr
	value bool
}

// factFinder collects facts until there is nothing left to spend.
type factFinder struct {
	facts []Expr
	left  int
}

// find looks at e. as translates a designator to where factsOf was asked; it
// gives nil if it means nothing there.
func (f *factFinder) find(e Expr, value bool, as func(Expr) Expr) {
	if f.left--; f.left < 0 || len(f.facts) >= maxFacts {
		return
	}
	switch x := e.(type) {
	case *IsUndefined:
		if !value {
			f.add(as(x.X))
		}
	case *Unary:
		if x.Op == Not {
			f.find(x.X, !value, as)
		}
	case *Binary:
		switch {
		case x.Op == And && value, x.Op == Or && !value:
			f.find(x.X, value, as)
			f.find(x.Y, value, as)
		case x.Op == Implies && !value:
			f.find(x.X, true, as)
			f.find(x.Y, false, as)
		case x.Op != And && x.Op != Or && x.Op != Implies:
			f.find(x.X, value, as)
			f.find(x.Y, value, as)
		}
	case *Ident, *FieldExpr, *IndexExpr:
		f.add(as(e)) // it was read
	case *Call:
		f.call(x, value, as)
	}
}

func (f *factFinder) add(d Expr) {
	if d != nil {
		f.facts = append(f.facts, d)
	}
}

// call looks into functions that only return an expression.
func (f *factFinder) call(x *Call, value bool, as func(Expr) Expr) {
	if len(x.Func.Body) != 1 || !x.Func.Pure {
		return
	}
	ret, ok := x.Func.Body[0].(*ReturnStmt)
	if !ok || ret.X == nil {
		return
	}
	f.find(ret.X, value, func(d Expr) Expr {
		if d = substitute(d, x.Func, x.Args); d == nil {
			return nil
		}
		return as(d)
	})
}
