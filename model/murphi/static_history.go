package murphi

// History variables watch: a run with them is a run without them. So what
// they hold may reach nothing but other history variables, properties and
// what is shown, and updating them may not fail, which would end the run.

// historyWalk knows where history may be.
type historyWalk struct {
	c        *checker
	params   map[*Param]bool // may hold history: given by some call
	plainRef map[*Param]bool // by reference, and given something else by some call
	visiting map[*Func]bool
	reads    map[*Func]bool // what funcReads found, as far as params are known
	only     map[*Func]bool // what onlyHistory found, likewise
}

func (c *checker) histories() {
	if !c.hasHistory() {
		return
	}
	w := &historyWalk{c: c, params: map[*Param]bool{}, plainRef: map[*Param]bool{}, visiting: map[*Func]bool{}}
	w.forget()
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

// forget drops what was found about functions.
func (w *historyWalk) forget() {
	w.reads, w.only = map[*Func]bool{}, map[*Func]bool{}
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
	case *Binary: // as operands, without making a list
		if n := w.read(x.X); n != nil {
			return n
		}
		return w.read(x.Y)
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
			if isPlace(a.Value) {
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
	if found, ok := w.reads[f]; ok {
		return found
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
	w.reads[f] = found
	return found
}

// findParams finds the parameters that may hold history, until no call adds
// one.
func (w *historyWalk) findParams() {
	for before := -1; before != len(w.params)+len(w.plainRef); {
		before = len(w.params) + len(w.plainRef)
		w.forget()
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
		w.mustNotRead(d.While, "here it decides when "+r.described()+" may happen")
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
	w.mustNotRead(e, "here it decides whether "+r.described()+" may happen")
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
	if !isPlace(e) {
		w.mustNotRead(e, "an alias takes its value")
	} else if n := w.indexes(e); n != nil {
		w.leak(n, "here it decides which element an alias stands for")
	}
}
