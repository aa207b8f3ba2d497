package murphi

import "slices"

// topConjuncts finds the conjuncts `v < TOP` of a guard: v is minted by the
// rule, and TOP is a constant with the type's upper bound. Under ranks they
// are true: there are always more tokens.
func (c *checker) topConjuncts(r *Rule, tops map[Expr]bool) {
	var minted []Expr
	known := false
	var visit func(e Expr)
	visit = func(e Expr) {
		b, ok := e.(*Binary)
		if !ok {
			return
		}
		if b.Op == And {
			visit(b.X)
			visit(b.Y)
			return
		}
		id, ok := b.Y.(*Ident)
		if !ok || b.Op != Lt || !b.X.Of().Ordinal {
			return
		}
		if _, isConst := id.Decl.(*ConstDecl); !isConst {
			return
		}
		if v, err := fold(id); err != nil || v != b.X.Of().Hi {
			return
		}
		if !known {
			minted, known = c.mintedBy(r.Body), true
		}
		for _, m := range minted {
			if sameExpr(m, b.X) {
				tops[b] = true
				r.TopConjuncts = append(r.TopConjuncts, b)
				return
			}
		}
	}
	if r.Guard != nil {
		visit(r.Guard)
	}
}

// topsCannotFail refuses conjuncts `v < TOP` that may fail: under ranks they
// are true and v is not read.
func (c *checker) topsCannotFail(r *Rule) {
	var facts []Expr
	var visit func(e Expr)
	visit = func(e Expr) {
		b, ok := e.(*Binary)
		if ok && b.Op == And {
			visit(b.X)
			visit(b.Y)
			return
		}
		if ok && slices.Contains(r.TopConjuncts, Expr(b)) {
			if d := c.mayFail(b.X, facts); d != nil {
				c.fail(d.at, "ordinal", "make sure first: `!isundefined(x) & ...`",
					"%s is true where tokens have no bound, whatever %s is, but elsewhere reading it may fail: %s", PrintExpr(b), PrintExpr(b.X), d.why)
			}
		}
		facts = append(c.factsOf(e, true), facts...)
	}
	if len(r.TopConjuncts) > 0 {
		visit(r.Guard)
	}
}

// mintedBy returns the operands v of the v + 1 in statements, calls included.
func (c *checker) mintedBy(list []Stmt) []Expr {
	var minted []Expr
	add := func(more ...Expr) {
		for _, e := range more {
			if !known(minted, e) {
				minted = append(minted, e)
			}
		}
	}
	visit := func(e Expr) {
		inspectExpr(e, func(e Expr) bool {
			switch x := e.(type) {
			case *Binary:
				if x.Op == Add && x.Of().Ordinal {
					add(x.X)
				}
			case *Call:
				add(c.mintedByCall(x.Func, x.Args)...)
			}
			return true
		})
	}
	inspectStmts(list, func(s Stmt) {
		if call, ok := s.(*CallStmt); ok {
			add(c.mintedByCall(call.Func, call.Args)...)
		}
	}, visit)
	return minted
}

func (c *checker) mintedByCall(f *Func, args []Expr) []Expr {
	inner, ok := c.minters[f]
	if !ok {
		c.minters[f] = nil // a recursive call mints nothing else
		inner = c.mintedBy(f.Body)
		c.minters[f] = inner
	}
	var minted []Expr
	for _, e := range inner {
		if e := substitute(e, f, args); e != nil {
			minted = append(minted, e)
		}
	}
	return minted
}

// substitute writes an expression of f's body in terms of a call's arguments;
// nil if it depends on anything else of f.
func substitute(e Expr, f *Func, args []Expr) Expr {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *Param:
			for i, p := range f.Params {
				if p == d {
					return args[i]
				}
			}
			return nil
		case *AliasDecl:
			return substitute(d.Value, f, args)
		case *Quantifier:
			return nil
		case *VarDecl:
			if d.Local {
				return nil
			}
		}
		return x
	case *FieldExpr:
		if inner := substitute(x.X, f, args); inner != nil {
			y := *x
			y.X = inner
			return &y
		}
	case *IndexExpr:
		inner, index := substitute(x.X, f, args), substitute(x.Index, f, args)
		if inner != nil && index != nil {
			y := *x
			y.X, y.Index = inner, index
			return &y
		}
	}
	return nil
}
