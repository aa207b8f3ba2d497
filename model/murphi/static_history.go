package murphi

import "fmt"

// History variables watch: a run with them is a run without them. So what
// they hold may reach nothing but other history variables, properties and
// what is shown, and updating them may not fail, which would end the run.

// historyWalk knows where history may be.
type historyWalk struct {
	c        *checker
	params   map[*Param]bool // may hold history: given by some call
	plainRef map[*Param]bool // by reference, and given something else by some call
	reads    map[*Func]Node  // the first place where a function reads history itself
	visiting map[*Func]bool
}

func (c *checker) histories() {
	if !c.hasHistory() {
		return
	}
	w := &historyWalk{c: c, params: map[*Param]bool{}, plainRef: map[*Param]bool{}, visiting: map[*Func]bool{}}
	w.findParams()
	for _, f := range c.model.Funcs {
		w.assumes(f.Body)
		if !f.Pure {
			w.stmts(f.Body, false)
		}
	}
	for _, r := range c.model.allRules() {
		w.rule(r)
	}
	fails := &failWalk{c: c, asserts: true, watch: func(d doubt, inHistory bool) {
		if inHistory {
			c.fail(d.at, "history", "make sure first, with an if around it",
				"an update of history may not fail, or the run would end because it is watched: %s", d.why)
		}
	}}
	if !c.diags.HasErrors() {
		fails.model()
	}
}

func (c *checker) hasHistory() bool {
	for _, v := range c.model.Vars {
		if v.History || hasHistory(v.Type) {
			return true
		}
	}
	return false
}

// hasHistory reports whether values of t have history fields.
func hasHistory(t *Type) bool {
	switch t.Kind {
	case Array:
		return hasHistory(t.Elem)
	case Record:
		for _, f := range t.Fields {
			if f.History || hasHistory(f.Type) {
				return true
			}
		}
	}
	return false
}

// isHistory reports whether the place is in a history variable or field, or
// in a parameter that may hold history.
func (w *historyWalk) isHistory(a access) bool {
	switch d := a.root.(type) {
	case *VarDecl:
		if d.History {
			return true
		}
	case *Param:
		if w.params[d] {
			return true
		}
	}
	for _, s := range a.steps {
		if s.field != nil && s.field.History {
			return true
		}
	}
	return false
}

// updates reports whether writing the place changes nothing but history.
func (w *historyWalk) updates(dst Expr) bool {
	a, ok := accessOf(dst)
	if !ok || !w.isHistory(a) {
		return false
	}
	p, isParam := a.root.(*Param)
	return !isParam || !w.plainRef[p] || fieldHistory(a)
}

func fieldHistory(a access) bool {
	for _, s := range a.steps {
		if s.field != nil && s.field.History {
			return true
		}
	}
	return false
}

// read returns the first place in e that reads history, or nil.
func (w *historyWalk) read(e Expr) Node {
	switch x := e.(type) {
	case *Ident, *FieldExpr, *IndexExpr:
		a, ok := accessOf(e)
		if ok && (w.isHistory(a) || hasHistory(e.Of())) {
			return e
		}
		return w.indexes(e)
	case *Call:
		for i, arg := range x.Args {
			if n := w.arg(arg, x.Func.Params[i]); n != nil {
				return n
			}
		}
		if w.funcReads(x.Func) {
			return e
		}
		return nil
	case *IsUndefined:
		return w.read(x.X)
	}
	for _, sub := range operands(e) {
		if n := w.read(sub); n != nil {
			return n
		}
	}
	return nil
}

// indexes looks for history in the indexes of a designator, or in the value
// that an alias stands for.
func (w *historyWalk) indexes(e Expr) Node {
	switch x := e.(type) {
	case *FieldExpr:
		return w.indexes(x.X)
	case *IndexExpr:
		if n := w.indexes(x.X); n != nil {
			return n
		}
		return w.read(x.Index)
	case *Ident:
		if a, ok := x.Decl.(*AliasDecl); ok {
			if _, place := accessOf(a.Value); place {
				return w.indexes(a.Value)
			}
			return w.read(a.Value)
		}
	}
	return nil
}

// arg looks for history in an argument. A record with history fields keeps
// them apart in a parameter of its own type.
func (w *historyWalk) arg(e Expr, p *Param) Node {
	if a, ok := accessOf(e); ok && e.Of() == p.Type && !w.isHistory(a) {
		return w.indexes(e)
	}
	return w.read(e)
}

// funcReads reports whether a function's result may come from history: in a
// pure function wherever it reads any, in another if a return does.
func (w *historyWalk) funcReads(f *Func) bool {
	if w.visiting[f] {
		return false
	}
	w.visiting[f] = true
	defer delete(w.visiting, f)
	found := false
	look := func(e Expr) {
		found = found || w.read(e) != nil
	}
	inspectStmts(f.Body, func(s Stmt) {
		if r, ok := s.(*ReturnStmt); ok && !f.Pure && r.X != nil {
			look(r.X)
		}
	}, func(e Expr) {
		if f.Pure {
			look(e)
		}
	})
	return found
}

// findParams finds the parameters that may hold history, until no call adds
// one.
func (w *historyWalk) findParams() {
	for before := -1; before != len(w.params)+len(w.plainRef); {
		before = len(w.params) + len(w.plainRef)
		for _, f := range w.c.model.Funcs {
			w.calls(f.Body, nil)
		}
		for _, r := range w.c.model.allRules() {
			w.calls(r.Body, append(ruleExprs(r), r.ruleAliases()...))
		}
	}
}

func (w *historyWalk) calls(list []Stmt, exprs []Expr) {
	visit := func(e Expr) {
		inspectExpr(e, func(e Expr) bool {
			if call, ok := e.(*Call); ok && !call.Func.Pure {
				w.pass(call.Func, call.Args)
			}
			return true
		})
	}
	for _, e := range exprs {
		visit(e)
	}
	inspectStmts(list, func(s Stmt) {
		if call, ok := s.(*CallStmt); ok && !call.Func.Pure {
			w.pass(call.Func, call.Args)
		}
	}, visit)
}

func (w *historyWalk) pass(f *Func, args []Expr) {
	for i, p := range f.Params {
		a, isPlace := accessOf(args[i])
		switch {
		case p.Var && isPlace && w.isHistory(a):
			w.params[p] = true
		case p.Var:
			w.plainRef[p] = true
		case w.arg(args[i], p) != nil:
			w.params[p] = true
		}
	}
}

// leak reports that history flows to where it is not history.
func (w *historyWalk) leak(n Node, what string) {
	text := "this"
	if e, ok := n.(Expr); ok {
		text = PrintExpr(e)
	}
	w.c.fail(n, "history", "use it in properties, observe functions, say, or to update history",
		"%s is history, which only watches, but %s", text, what)
}

// mustNotRead refuses history in e.
func (w *historyWalk) mustNotRead(e Expr, what string) {
	if n := w.read(e); n != nil {
		w.leak(n, what)
	}
}

func (w *historyWalk) rule(r *Rule) {
	for _, e := range r.ruleAliases() {
		w.alias(e)
	}
	if r.Guard != nil {
		w.guard(r, r.Guard)
	}
	if d := r.Ann.Delay; d != nil && d.While != nil {
		w.mustNotRead(d.While, "here it decides when rule "+r.Title+" may happen")
	}
	for _, re := range r.Ann.Restarts {
		for _, e := range re.Args {
			w.mustNotRead(e, "here it decides which clock restarts")
		}
	}
	if r.Kind == Property && r.Prop == Assume {
		w.mustNotRead(r.Expr, "an assume drops states and so changes the runs")
	}
	w.assumes(r.Body)
	w.stmts(r.Body, false)
}

// guard looks at the conjuncts, those apart that are true under ranks.
func (w *historyWalk) guard(r *Rule, e Expr) {
	for _, top := range r.TopConjuncts {
		if e == top {
			return
		}
	}
	if b, ok := e.(*Binary); ok && b.Op == And {
		w.guard(r, b.X)
		w.guard(r, b.Y)
		return
	}
	w.mustNotRead(e, "here it decides whether rule "+r.Title+" may happen")
}

// assumes refuses assume statements about history, wherever they stand.
func (w *historyWalk) assumes(list []Stmt) {
	inspectStmts(list, func(s Stmt) {
		if p, ok := s.(*PropStmt); ok && p.Prop == Assume {
			w.mustNotRead(p.Expr, "an assume drops states and so changes the runs")
		}
	}, func(Expr) {})
}

func (w *historyWalk) alias(e Expr) {
	if _, ok := accessOf(e); !ok {
		w.mustNotRead(e, "an alias takes its value")
	} else if n := w.indexes(e); n != nil {
		w.leak(n, "here it decides which element an alias stands for")
	}
}

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
		w.impureCalls(s.Src)
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

// impureCalls refuses functions that change the protocol's state in the
// update of a history variable: they would have to stay without it.
func (w *historyWalk) impureCalls(e Expr) {
	inspectExpr(e, func(e Expr) bool {
		if call, ok := e.(*Call); ok && !call.Func.Pure && !w.onlyHistory(call.Func) {
			w.c.fail(call, "history", "call it by itself", "the update of a history variable calls %s, which changes more than history", call.Func.Name)
		}
		return true
	})
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
		if cl.Cond != nil && w.read(cl.Cond) != nil {
			only = true
			w.impureCalls(cl.Cond)
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
	w.visiting[f] = true
	defer delete(w.visiting, f)
	return w.onlyUpdates(f.Body)
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
	}, func(Expr) {})
	return all
}
