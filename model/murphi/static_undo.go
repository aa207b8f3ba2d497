package murphi

import "maps"

// undone says of which variables code writes something. That ends what is
// known of places with an index that depends on them, and of their own places
// if it may leave them undefined.
type undone struct {
	roots map[Decl]bool // true: may be left undefined, or copied over as a whole
	some  bool          // that may happen to one of them
	any   bool          // one is a parameter by reference: it may be any variable
}

// undoes returns what a statement undoes. Every walk asks for every statement,
// and then for the one around it.
func (c *checker) undoes(s Stmt) *undone {
	if known := c.undone[s]; known != nil {
		return known
	}
	w := newUndoWalk(c)
	w.stmts([]Stmt{s})
	u := &undone{roots: w.found}
	for d, whole := range w.found {
		u.some = u.some || whole
		u.any = u.any || byReference(d)
	}
	c.undone[s] = u
	return u
}

// ends reports whether what was known of a designator is known no longer.
func (u *undone) ends(fact Expr) bool {
	_, root := rootOf(fact)
	return u.any || u.roots[root] || u.some && byReference(root) || u.moves(fact)
}

// moves reports whether an index in a designator may have changed.
func (u *undone) moves(e Expr) bool {
	found := false
	inspectExpr(e, func(sub Expr) bool {
		if x, ok := sub.(*IndexExpr); ok {
			inspectExpr(x.Index, func(i Expr) bool {
				if _, root := rootOf(i); root != nil {
					_, written := u.roots[root]
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
	found   map[Decl]bool
	aliases map[*AliasDecl]bool
}

func newUndoWalk(c *checker) *undoWalk {
	return &undoWalk{c: c, found: map[Decl]bool{}}
}

// funcUndoes returns the state variables and parameters by reference that a
// call of f writes to.
func (c *checker) funcUndoes(f *Func) map[Decl]bool {
	if known, ok := c.funcUndone[f]; ok {
		return known
	}
	// A recursive call adds what is known so far, until nothing is new.
	for before := map[Decl]bool(nil); ; before = c.funcUndone[f] {
		c.funcUndone[f] = before
		w := newUndoWalk(c)
		w.stmts(f.Body)
		maps.DeleteFunc(w.found, func(d Decl, _ bool) bool {
			v, ok := d.(*VarDecl)
			return !(ok && !v.Local || byReference(d))
		})
		c.funcUndone[f] = w.found
		if maps.Equal(w.found, before) {
			return w.found
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
		w.found[root] = w.found[root] || whole
	}
}

// call adds what the function does, in terms of the arguments.
func (w *undoWalk) call(f *Func, args []Expr) {
	for d, whole := range w.c.funcUndoes(f) {
		if !byReference(d) {
			w.found[d] = w.found[d] || whole
			continue
		}
		for i, p := range f.Params {
			if Decl(p) == d {
				w.write(args[i], whole)
			}
		}
	}
}
