package murphi

import "slices"

// funcMayFail returns a place where a call of f may fail, whatever its
// arguments, or nil.
func (c *checker) funcMayFail(f *Func, asserts bool) *doubt {
	key := failKey{f, asserts}
	if d, ok := c.mayFails[key]; ok {
		return d
	}
	c.mayFails[key] = &doubt{at: f, why: "it calls itself, and may do so too often"}
	w := &failWalk{c: c, asserts: asserts}
	w.stmts(f.Body, nil)
	if f.Result != nil && !alwaysReturns(f.Body) {
		w.doubt(f, false, "it may end without a result")
	}
	c.mayFails[key] = w.first()
	return w.first()
}

type failKey struct {
	f       *Func
	asserts bool
}

// stmtsMayFail returns a place where statements may fail, or nil.
func (c *checker) stmtsMayFail(list []Stmt, facts []Expr, asserts bool) *doubt {
	w := &failWalk{c: c, asserts: asserts}
	w.stmts(list, facts)
	return w.first()
}

// stmts looks at statements in order and returns what is known after them.
func (w *failWalk) stmts(list []Stmt, facts []Expr) []Expr {
	for _, s := range list {
		facts = w.stmt(s, facts[:min(len(facts), maxFacts):min(len(facts), maxFacts)])
	}
	return facts
}

func (w *failWalk) stmt(s Stmt, facts []Expr) []Expr {
	if outside := w.inHistory; !outside && w.c.historyCode[s] {
		w.inHistory = true
		defer func() { w.inHistory = false }()
	}
	switch s := s.(type) {
	case *Assign:
		return w.assign(s, facts)
	case *IfStmt:
		return w.ifStmt(s, facts)
	case *ForStmt:
		w.bounds(s.Var, s, facts, false)
		facts = w.after(s, facts)
		w.stmts(s.Body, facts)
		return facts
	case *WhileStmt:
		w.doubt(s, false, "a while loop may go on for too long")
		w.expr(s.Cond, nil, false)
		w.stmts(s.Body, nil)
		return nil
	case *SwitchStmt:
		w.expr(s.X, facts, false)
		for _, cs := range s.Cases {
			for _, l := range cs.Labels {
				w.expr(l, facts, false)
			}
			w.stmts(cs.Body, facts)
		}
	case *AliasStmt:
		for _, a := range s.Aliases {
			w.indexes(a.Value, facts, false)
		}
		return w.stmts(s.Body, facts)
	case *ReturnStmt:
		if s.X != nil {
			w.expr(s.X, facts, false)
			w.result(s)
		}
	case *PropStmt:
		w.expr(s.Expr, facts, false)
		if s.Prop == Assume || !w.asserts {
			w.doubt(s, false, "it may fail or reach a property")
		}
	case *ErrorStmt:
		w.doubt(s, false, "it may come to an error statement")
	case *ClearStmt:
		w.indexes(s.X, facts, false)
	case *UndefineStmt:
		w.indexes(s.X, facts, false)
	case *PutStmt:
		if s.X != nil && !isPlace(s.X) {
			w.expr(s.X, facts, false)
		}
	case *CallStmt:
		w.call(s, s.Func, s.Args, facts, false)
	}
	return w.after(s, facts)
}

func (w *failWalk) assign(s *Assign, facts []Expr) []Expr {
	w.indexes(s.Dst, facts, false)
	w.expr(s.Src, facts, false)
	w.within(s.Src, s.Dst.Of(), "the value", false)
	after := slices.Concat([]Expr{s.Dst}, w.c.factsOf(s.Src, true), facts)
	u := w.c.undoes(s)
	after = after[:1+len(slices.DeleteFunc(after[1:], u.ends))]
	if !s.Dst.Of().Simple() || u.moves(s.Dst) { // it may name another place then
		return after[1:]
	}
	return after
}

// result looks whether a returned number fits; which function it belongs to
// is told by its place in the tree.
func (w *failWalk) result(s *ReturnStmt) {
	if f := w.c.returnsOf[s]; f != nil {
		w.within(s.X, f.ResultType, "the result", false)
	}
}

func (w *failWalk) ifStmt(s *IfStmt, facts []Expr) []Expr {
	after := facts
	for _, cl := range s.Clauses {
		inner := facts
		if cl.Cond != nil {
			outside := w.inHistory
			w.inHistory = outside || w.c.historyConds[cl]
			w.expr(cl.Cond, facts, false)
			w.inHistory = outside
			inner = w.learn(facts, cl.Cond, true)
			facts = w.learn(facts, cl.Cond, false)
		}
		w.stmts(cl.Body, inner)
	}
	// What all conditions left known holds after branches that leave.
	if len(s.Clauses) > 0 && leaves(s) {
		after = facts
	}
	return w.after(s, after)
}

// leaves reports whether every branch with a condition ends in a return.
func leaves(s *IfStmt) bool {
	for _, cl := range s.Clauses {
		if cl.Cond != nil && !alwaysReturns(cl.Body) {
			return false
		}
	}
	return true
}

// after drops the facts that s may undo.
func (w *failWalk) after(s Stmt, facts []Expr) []Expr {
	if len(facts) == 0 {
		return nil
	}
	u := w.c.undoes(s)
	if !slices.ContainsFunc(facts, u.ends) {
		return facts
	}
	return slices.DeleteFunc(slices.Clone(facts), u.ends)
}

// alwaysReturns reports whether code surely comes to a return or an error.
func alwaysReturns(list []Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *ReturnStmt, *ErrorStmt:
			return true
		case *AliasStmt:
			if alwaysReturns(s.Body) {
				return true
			}
		case *IfStmt:
			all, hasElse := true, false
			for _, cl := range s.Clauses {
				all = all && alwaysReturns(cl.Body)
				hasElse = hasElse || cl.Cond == nil
			}
			if all && hasElse {
				return true
			}
		case *SwitchStmt:
			all, hasElse := true, false
			for _, cs := range s.Cases {
				all = all && alwaysReturns(cs.Body)
				hasElse = hasElse || len(cs.Labels) == 0
			}
			if all && hasElse {
				return true
			}
		}
	}
	return false
}
