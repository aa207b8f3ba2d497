package murphi

import "fmt"

// stmts checks code that changes the state. only is set in the branches of an
// if that reads history: there nothing but history may be updated.
func (w *historyWalk) stmts(list []Stmt, only bool) {
	for _, s := range list {
		w.stmt(s, only)
	}
}

func (w *historyWalk) stmt(s Stmt, only bool) {
	const branch = "a branch that history decides may do nothing but update history"
	if only || w.onlyUpdates([]Stmt{s}) && writesSome(s) {
		w.c.historyCode[s] = true
	}
	if _, isIf := s.(*IfStmt); !isIf {
		for _, e := range stmtExprs(s) {
			w.impureCalls(e, only)
		}
	}
	switch s := s.(type) {
	case *Assign:
		w.assign(s, only)
	case *ClearStmt:
		w.write(s, s.X, only)
	case *UndefineStmt:
		w.write(s, s.X, only)
	case *IfStmt:
		w.ifStmt(s, only)
	case *ForStmt:
		for _, e := range s.Var.bounds() {
			w.mustNotRead(e, "here it bounds a loop")
		}
		w.stmts(s.Body, only)
	case *AliasStmt:
		for _, a := range s.Aliases {
			w.alias(a.Value)
		}
		w.stmts(s.Body, only)
	case *CallStmt:
		w.callStmt(s, only)
	case *PropStmt:
		if only && s.Prop == Assume {
			w.c.fail(s, "history", "", "%s: an assume drops the step", branch)
		}
		if w.read(s.Expr) != nil {
			w.c.historyCode[s] = true
		}
	case *SwitchStmt:
		for _, e := range stmtExprs(s) {
			w.mustNotRead(e, "here it decides a switch; an if may read it if its branches only update history")
		}
		for _, cs := range s.Cases {
			w.stmts(cs.Body, only)
		}
	case *WhileStmt:
		w.mustNotRead(s.Cond, "here it decides a loop")
		if only {
			w.c.fail(s, "history", "use for", "%s: a while loop might not end", branch)
		}
		w.stmts(s.Body, only)
	case *ReturnStmt:
		if only {
			w.c.fail(s, "history", "", "%s: a return leaves out what follows", branch)
		}
	case *ErrorStmt:
		if only {
			w.c.fail(s, "history", "use assert", "%s: an error ends the run", branch)
		}
	case *PutStmt:
		if s.X != nil {
			w.mustNotRead(s.X, "put prints it in the middle of a rule")
		}
	}
}

func (w *historyWalk) assign(s *Assign, only bool) {
	if n := w.indexes(s.Dst); n != nil && !w.updates(s.Dst) {
		w.leak(n, "here it decides which element is assigned")
		return
	}
	if w.updates(s.Dst) {
		if !only && w.read(s.Src) == nil {
			w.changesMore(s.Src, "the update of a history variable calls %s, which changes more than history")
		}
		return
	}
	a, isPlace := accessOf(s.Src)
	if keepsApart := isPlace && s.Src.Of() == s.Dst.Of() && !w.isHistory(a) && hasHistory(s.Dst.Of()); keepsApart {
		if n := w.indexes(s.Src); n != nil {
			w.leak(n, "here it decides what is copied")
		}
	} else if n := w.read(s.Src); n != nil {
		w.leak(n, fmt.Sprintf("here it flows to %s, which is not", PrintExpr(s.Dst)))
		return
	}
	if only {
		w.c.fail(s, "history", "", "%s is not history, but history decides whether it is assigned", PrintExpr(s.Dst))
	}
}

// impureCalls refuses functions that change the protocol's state in an
// expression that reads history or is evaluated only if history says so: it
// may decide whether they are called.
func (w *historyWalk) impureCalls(e Expr, only bool) {
	if only || w.read(e) != nil {
		w.changesMore(e, "%s changes more than history, but history may decide whether it is called")
	}
}

// changesMore complains about the calls in e that change the protocol's state.
func (w *historyWalk) changesMore(e Expr, format string) {
	if call := w.impureCall(e); call != nil {
		w.c.fail(call, "history", "call it by itself", format, call.Func.Name)
	}
}

// impureCall returns the first call in e that changes more than history.
func (w *historyWalk) impureCall(e Expr) *Call {
	var first *Call
	inspectExpr(e, func(e Expr) bool {
		if call, ok := e.(*Call); ok && first == nil && !call.Func.Pure && !w.onlyHistory(call.Func) {
			first = call
		}
		return first == nil
	})
	return first
}

// write checks a statement that makes dst undefined or clears it.
func (w *historyWalk) write(s Stmt, dst Expr, only bool) {
	switch n := w.indexes(dst); {
	case w.updates(dst):
	case n != nil:
		w.leak(n, "here it decides which element is changed")
	case only:
		w.c.fail(s, "history", "", "%s is not history, but history decides whether it is changed", PrintExpr(dst))
	}
}

// ifStmt: a branch before the first condition that reads history may do
// anything; from there on all is decided by history.
func (w *historyWalk) ifStmt(s *IfStmt, only bool) {
	for _, cl := range s.Clauses {
		if cl.Cond != nil {
			w.impureCalls(cl.Cond, only)
			only = only || w.read(cl.Cond) != nil
		}
		w.c.historyConds[cl] = only
		w.stmts(cl.Body, only)
	}
}

// writesSome reports whether s, or a statement in it, changes anything.
func writesSome(s Stmt) bool {
	found := false
	inspectStmts([]Stmt{s}, func(s Stmt) {
		switch s.(type) {
		case *Assign, *ClearStmt, *UndefineStmt, *CallStmt:
			found = true
		}
	}, func(Expr) {})
	return found
}

func (w *historyWalk) callStmt(s *CallStmt, only bool) {
	for i, p := range s.Func.Params {
		if !s.Func.Pure {
			continue
		}
		if n := w.arg(s.Args[i], p); n != nil {
			w.leak(n, "a result that is thrown away needs no history")
		}
	}
	if only && !w.onlyHistory(s.Func) {
		w.c.fail(s, "history", "", "%s changes more than history, but history decides whether it is called", s.Name)
	}
}

// onlyHistory reports whether a procedure does nothing but update history.
func (w *historyWalk) onlyHistory(f *Func) bool {
	if w.visiting[f] {
		return true
	}
	if only, ok := w.only[f]; ok {
		return only
	}
	w.visiting[f] = true
	defer delete(w.visiting, f)
	w.only[f] = w.onlyUpdates(f.Body)
	return w.only[f]
}

// onlyUpdates reports whether statements do nothing but update history.
func (w *historyWalk) onlyUpdates(list []Stmt) bool {
	all := true
	inspectStmts(list, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			all = all && w.updates(s.Dst)
		case *ClearStmt:
			all = all && w.updates(s.X)
		case *UndefineStmt:
			all = all && w.updates(s.X)
		case *CallStmt:
			all = all && w.onlyHistory(s.Func)
		case *WhileStmt, *ErrorStmt, *PutStmt:
			all = false
		case *PropStmt:
			all = all && s.Prop != Assume
		}
	}, func(e Expr) {
		all = all && w.impureCall(e) == nil
	})
	return all
}
