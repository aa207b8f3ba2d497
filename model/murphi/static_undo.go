package murphi

import "slices"

// undone says of which variables code writes something. That ends what is
// known of places with an index that depends on them, and of their own places
// if it may leave them undefined.
type undone struct {
	roots written
	some  bool // that may happen to one of them
	any   bool // one is a parameter by reference: it may be any variable
}

// written lists a few variables, each once, in the order in which they are found.
type written []aWrite

// aWrite says that a variable is written. whole: it may be left undefined, or copied
// over as a whole.
type aWrite struct {
	root  Decl
	whole bool
}

// has reports whether a variable is in the list, and whether as a whole.
func (w written) has(d Decl) (whole, found bool) {
	for i := range w {
		if w[i].root == d {
			return w[i].whole, true
		}
	}
	return false, false
}

// add adds a variable.
func (w *written) add(d Decl, whole bool) {
	for i := range *w {
		if x := &(*w)[i]; x.root == d {
			x.whole = x.whole || whole
			return
		}
	}
	*w = append(*w, aWrite{d, whole})
}

// same reports whether two lists say the same, in whatever order.
func (w written) same(o written) bool {
	for _, x := range w {
		if whole, found := o.has(x.root); !found || whole != x.whole {
			return false
		}
	}
	return len(w) == len(o)
}

// undoes returns what a statement undoes. Every walk asks for every statement,
// and then for the one around it.
func (c *checker) undoes(s Stmt) *undone {
	if known := c.undone[s]; known != nil {
		return known
	}
	w := undoWalk{c: c}
	w.stmts([]Stmt{s})
	u := &undone{roots: w.found}
	for _, x := range w.found {
		u.some = u.some || x.whole
		u.any = u.any || byReference(x.root)
	}
	c.undone[s] = u
	return u
}

// ends reports whether what was known of a designator is known no longer.
func (u *undone) ends(fact Expr) bool {
	if len(u.roots) == 0 {
		return false
	}
	_, root := rootOf(fact)
	whole, _ := u.roots.has(root)
	return u.any || whole || u.some && byReference(root) || u.moves(fact)
}

// moves reports whether an index in a designator may have changed.
func (u *undone) moves(e Expr) bool {
	found := false
	inspectExpr(e, func(sub Expr) bool {
		if x, ok := sub.(*IndexExpr); ok {
			inspectExpr(x.Index, func(i Expr) bool {
				if _, root := rootOf(i); root != nil {
					_, written := u.roots.has(root)
					found = found || written
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// undoWalk collects the variables that code writes to.
type undoWalk struct {
	c       *checker
	found   written
	aliases map[*AliasDecl]bool
}

// funcUndoes returns the state variables and parameters by reference that a
// call of f writes to.
func (c *checker) funcUndoes(f *Func) written {
	if known, ok := c.funcUndone[f]; ok {
		return known
	}
	// A recursive call adds what is known so far, until nothing is new.
	for before := written(nil); ; before = c.funcUndone[f] {
		c.funcUndone[f] = before
		w := undoWalk{c: c}
		w.stmts(f.Body)
		c.funcUndone[f] = slices.DeleteFunc(w.found, func(x aWrite) bool {
			v, ok := x.root.(*VarDecl)
			return !(ok && !v.Local || byReference(x.root))
		})
		if c.funcUndone[f].same(before) {
			return before
		}
	}
}

func (w *undoWalk) stmts(list []Stmt) {
	inspectStmts(list, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			w.write(s.Dst, !s.Dst.Of().Simple())
		case *ClearStmt:
			w.write(s.X, !s.X.Of().Simple())
		case *UndefineStmt:
			w.write(s.X, true)
		case *CallStmt:
			w.call(s.Func, s.Args)
		}
	}, w.expr)
}

// expr looks for calls, also in what aliases stand for.
func (w *undoWalk) expr(e Expr) {
	inspectExpr(e, func(e Expr) bool {
		switch x := e.(type) {
		case *Ident:
			if a, ok := x.Decl.(*AliasDecl); ok && !w.aliases[a] {
				if w.aliases == nil {
					w.aliases = map[*AliasDecl]bool{}
				}
				w.aliases[a] = true
				w.expr(a.Value)
			}
		case *Call:
			w.call(x.Func, x.Args)
		}
		return true
	})
}

func (w *undoWalk) write(dst Expr, whole bool) {
	if _, root := rootOf(dst); root != nil {
		w.found.add(root, whole)
	}
}

// call adds what the function does, in terms of the arguments.
func (w *undoWalk) call(f *Func, args []Expr) {
	for _, x := range w.c.funcUndoes(f) {
		if !byReference(x.root) {
			w.found.add(x.root, x.whole)
			continue
		}
		for i, p := range f.Params {
			if Decl(p) == x.root {
				w.write(args[i], x.whole)
			}
		}
	}
}
