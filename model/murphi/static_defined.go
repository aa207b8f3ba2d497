package murphi

import "maps"

// definedness knows which parts of variables may ever be undefined when they
// are read. A part is doubtful when a start state leaves it undefined, an
// undefine reaches it, or something doubtful is copied into it.
type definedness struct {
	doubtful map[part]bool
	copies   []copied
}

// part is a variable, or what is found in it by a path of fields (".f") and
// elements ("[]", any of them).
type part struct {
	root Decl
	path string
}

// copied says that parts below to may become what the same parts below from
// are.
type copied struct {
	from, to part
	typ      *Type
}

// partOf returns what designator e reaches, looking through aliases; ok is
// false if e is no designator.
func partOf(e Expr) (p part, ok bool) {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *AliasDecl:
			return partOf(d.Value)
		case *VarDecl, *Param, *Quantifier:
			return part{root: d}, true
		}
	case *FieldExpr:
		p, ok = partOf(x.X)
		p.path += "." + x.Name
	case *IndexExpr:
		p, ok = partOf(x.X)
		p.path += "[]"
	}
	return p, ok
}

// below calls visit with every single value in p.
func (p part) below(t *Type, visit func(part)) {
	switch t.Kind {
	case Record:
		for _, f := range t.Fields {
			part{p.root, p.path + "." + f.Name}.below(f.Type, visit)
		}
	case Array:
		part{p.root, p.path + "[]"}.below(t.Elem, visit)
	default:
		visit(p)
	}
}

// findDefinedness looks at the whole model.
func (c *checker) findDefinedness() *definedness {
	d := &definedness{doubtful: map[part]bool{}}
	for _, r := range c.model.Starts {
		defined := c.initialised(r)
		for _, v := range c.model.Vars {
			part{root: v}.below(v.Type, func(p part) {
				if !defined[p] {
					d.doubtful[p] = true
				}
			})
		}
	}
	for _, f := range c.model.Funcs {
		d.code(f.Locals, f.Body, nil)
	}
	for _, rules := range [][]*Rule{c.model.Starts, c.model.Rules, c.model.Properties} {
		for _, r := range rules {
			d.code(r.Locals, r.Body, ruleExprs(r))
		}
	}
	// A value that is known to be defined where it is passed leaves the
	// parameter defined.
	c.defined = d
	w := &failWalk{c: c, onlyFacts: true, pass: func(f *Func, args []Expr, facts []Expr) {
		for i, p := range f.Params {
			if from, ok := partOf(args[i]); ok && !p.Var && p.Type.Simple() && !known(facts, args[i]) {
				d.copies = append(d.copies, copied{from, part{root: p}, p.Type})
			}
		}
	}}
	w.model()
	c.mayFails = map[failKey]*doubt{}
	for changed := true; changed; {
		changed = false
		for _, cp := range d.copies {
			cp.from.below(cp.typ, func(p part) {
				to := part{cp.to.root, cp.to.path + p.path[len(cp.from.path):]}
				if d.doubtful[p] && !d.doubtful[to] {
					d.doubtful[to], changed = true, true
				}
			})
		}
	}
	return d
}

func (d *definedness) code(locals []Item, body []Stmt, exprs []Expr) {
	for _, it := range locals {
		if v, ok := it.(*VarDecl); ok {
			d.taint(part{root: v}, v.Type)
		}
	}
	for _, e := range exprs {
		d.expr(e)
	}
	inspectStmts(body, func(s Stmt) {
		switch s := s.(type) {
		case *UndefineStmt:
			if p, ok := partOf(s.X); ok {
				d.taint(p, s.X.Of())
			}
		case *Assign:
			if !s.Dst.Of().Simple() {
				d.copy(s.Src, s.Dst)
			}
		case *CallStmt:
			d.args(s.Func, s.Args)
		}
	}, d.expr)
}

func (d *definedness) expr(e Expr) {
	inspectExpr(e, func(e Expr) bool {
		if call, ok := e.(*Call); ok {
			d.args(call.Func, call.Args)
		}
		return true
	})
}

func (d *definedness) taint(p part, t *Type) {
	p.below(t, func(p part) { d.doubtful[p] = true })
}

// copy records that dst becomes src, parts that are undefined included.
func (d *definedness) copy(src, dst Expr) {
	to, _ := partOf(dst)
	if from, ok := partOf(src); ok {
		d.copies = append(d.copies, copied{from, to, dst.Of()})
	} else {
		d.taint(to, dst.Of())
	}
}

// args links parameters with what is passed, single values by copy apart:
// undefined values go in, and out again through a parameter by reference.
func (d *definedness) args(f *Func, args []Expr) {
	for i, p := range f.Params {
		to := part{root: p}
		from, ok := partOf(args[i])
		switch {
		case ok && (p.Var || !p.Type.Simple()):
			d.copies = append(d.copies, copied{from, to, p.Type})
			if p.Var {
				d.copies = append(d.copies, copied{to, from, p.Type})
			}
		case !p.Type.Simple():
			d.taint(to, p.Type)
		}
	}
}

// initialised returns the parts of state variables that start state r surely
// sets.
func (c *checker) initialised(r *Rule) map[part]bool {
	left := maxInitSteps
	w := &initWalk{c: c, done: map[part]bool{}, loops: map[Decl]*Type{}, names: map[Decl]part{}, calls: map[*Func]bool{}, left: &left}
	w.stmts(r.Body)
	return w.done
}

// maxInitSteps bounds how many statements of a start state are followed, as
// calls of calls multiply; a start state needs hundreds.
const maxInitSteps = 100_000

// initWalk follows code that surely runs.
type initWalk struct {
	c       *checker
	done    map[part]bool
	loops   map[Decl]*Type // variables that take all values of a type
	names   map[Decl]part  // what parameters by reference stand for
	calls   map[*Func]bool // being followed
	stopped bool           // a return may have been passed
	left    *int           // statements that may still be followed
}

func (w *initWalk) stmts(list []Stmt) {
	for _, s := range list {
		if *w.left--; !w.stopped && *w.left > 0 {
			w.stmt(s)
		}
	}
}

func (w *initWalk) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		w.set(s.Dst)
	case *ClearStmt:
		w.set(s.X)
	case *ReturnStmt:
		w.stopped = true
	case *AliasStmt:
		w.stmts(s.Body)
	case *ForStmt:
		if _, _, by, ok := s.Var.Steps(); ok && (by == 1 || by == -1) && !w.c.assigns(s) {
			w.loops[s.Var] = s.Var.Type
		}
		w.stmts(s.Body)
		delete(w.loops, s.Var)
		w.stopped = w.stopped || returns(s.Body)
	case *IfStmt:
		w.branches(s)
	case *CallStmt:
		w.call(s)
	}
}

// branches keeps what every branch sets.
func (w *initWalk) branches(s *IfStmt) {
	before := w.done
	var common map[part]bool
	merge := func(done map[part]bool) {
		if common == nil {
			common = done
			return
		}
		maps.DeleteFunc(common, func(p part, _ bool) bool { return !done[p] })
	}
	open := true // whether control may still pass all conditions so far
	for _, cl := range s.Clauses {
		if cl.Cond != nil {
			if v, err := fold(cl.Cond); err == nil && v == 0 {
				continue
			} else if err == nil {
				open = false
			}
		} else {
			open = false
		}
		w.done = maps.Clone(before)
		w.stmts(cl.Body)
		merge(w.done)
		w.stopped = w.stopped || returns(cl.Body)
		if !open {
			break
		}
	}
	if open {
		merge(before)
	}
	w.done = common
}

func (w *initWalk) call(s *CallStmt) {
	if w.calls[s.Func] {
		return
	}
	w.calls[s.Func] = true
	inner := &initWalk{c: w.c, done: w.done, loops: map[Decl]*Type{}, names: map[Decl]part{}, calls: w.calls, left: w.left}
	given := map[Decl]bool{} // loop variables that a parameter stands for: two of them would run in step
	for i, p := range s.Func.Params {
		if p.Var {
			if place, ok := w.place(s.Args[i], nil); ok {
				inner.names[p] = place
			}
		} else if v := variableOf(s.Args[i]); v != nil && w.loops[v] != nil && !given[v] {
			inner.loops[p], given[v] = w.loops[v], true
		}
	}
	inner.stmts(s.Func.Body)
	w.done = inner.done
	delete(w.calls, s.Func)
}

func (w *initWalk) set(dst Expr) {
	if place, ok := w.place(dst, map[Decl]bool{}); ok {
		place.below(dst.Of(), func(p part) { w.done[p] = true })
	}
}

// place names all elements at once that e reaches as the loops around run; ok
// is false if it may miss some. Each loop may serve one index only.
func (w *initWalk) place(e Expr, used map[Decl]bool) (part, bool) {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *VarDecl:
			return part{root: d}, true
		case *Param:
			p, ok := w.names[d]
			return p, ok
		case *AliasDecl:
			return w.place(d.Value, used)
		}
	case *FieldExpr:
		p, ok := w.place(x.X, used)
		return part{p.root, p.path + "." + x.Name}, ok
	case *IndexExpr:
		p, ok := w.place(x.X, used)
		v := variableOf(x.Index)
		t := x.X.Of().Index
		if !ok || v == nil || used == nil || used[v] || w.loops[v] == nil || !covers(w.loops[v], t) {
			return part{}, false
		}
		used[v] = true
		return part{p.root, p.path + "[]"}, true
	}
	return part{}, false
}

// covers reports whether the values of a include those of b.
func covers(a, b *Type) bool {
	return a == b || a.Kind == Range && b.Kind == Range && a.Lo <= b.Lo && a.Hi >= b.Hi
}

// assigns reports whether a loop may change its own variable.
func (c *checker) assigns(s *ForStmt) bool {
	_, written := c.undoes(s).roots.has(s.Var)
	return written
}

// returns reports whether code has a return statement.
func returns(list []Stmt) bool {
	found := false
	inspectStmts(list, func(s Stmt) {
		if _, ok := s.(*ReturnStmt); ok {
			found = true
		}
	}, func(Expr) {})
	return found
}
