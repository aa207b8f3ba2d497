package murphi

import (
	"fmt"
	"maps"
)

// definedness knows which parts of variables may ever be undefined when they
// are read. A part is named by its variable and the fields on the way, with
// [] for any element; it is doubtful when a start state leaves it undefined,
// an undefine reaches it, or something doubtful is copied into it.
type definedness struct {
	doubtful map[string]bool
	copies   []copied
}

// copied says that parts below to may become what the same parts below from
// are.
type copied struct {
	from, to string
	typ      *Type
}

// partName names the variable or part that an access reaches.
func (a access) partName() string {
	name := fmt.Sprintf("%p", a.root)
	for _, s := range a.steps {
		if s.field != nil {
			name += "." + s.field.Name
		} else {
			name += "[]"
		}
	}
	return name
}

// parts calls visit with the name of every single value below a name.
func parts(name string, t *Type, visit func(string)) {
	switch t.Kind {
	case Record:
		for _, f := range t.Fields {
			parts(name+"."+f.Name, f.Type, visit)
		}
	case Array:
		parts(name+"[]", t.Elem, visit)
	default:
		visit(name)
	}
}

// findDefinedness looks at the whole model.
func (c *checker) findDefinedness() *definedness {
	d := &definedness{doubtful: map[string]bool{}}
	for _, r := range c.model.Starts {
		defined := c.initialised(r)
		for _, v := range c.model.Vars {
			parts(fmt.Sprintf("%p", v), v.Type, func(name string) {
				if !defined[name] {
					d.doubtful[name] = true
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
	w := &failWalk{c: c, pass: func(f *Func, args []Expr, facts []Expr) {
		for i, p := range f.Params {
			if a, ok := accessOf(args[i]); ok && !p.Var && p.Type.Simple() && !known(facts, args[i]) {
				d.copies = append(d.copies, copied{a.partName(), access{root: p}.partName(), p.Type})
			}
		}
	}}
	w.model()
	c.mayFails = map[failKey]*doubt{}
	for changed := true; changed; {
		changed = false
		for _, cp := range d.copies {
			parts("", cp.typ, func(part string) {
				if d.doubtful[cp.from+part] && !d.doubtful[cp.to+part] {
					d.doubtful[cp.to+part], changed = true, true
				}
			})
		}
	}
	return d
}

func (d *definedness) code(locals []Item, body []Stmt, exprs []Expr) {
	for _, it := range locals {
		if v, ok := it.(*VarDecl); ok {
			d.taint(access{root: v}, v.Type)
		}
	}
	for _, e := range exprs {
		d.expr(e)
	}
	inspectStmts(body, func(s Stmt) {
		switch s := s.(type) {
		case *UndefineStmt:
			if a, ok := accessOf(s.X); ok {
				d.taint(a, s.X.Of())
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

func (d *definedness) taint(a access, t *Type) {
	parts(a.partName(), t, func(name string) { d.doubtful[name] = true })
}

// copy records that dst becomes src, parts that are undefined included.
func (d *definedness) copy(src, dst Expr) {
	to, _ := accessOf(dst)
	if from, ok := accessOf(src); ok {
		d.copies = append(d.copies, copied{from.partName(), to.partName(), dst.Of()})
	} else {
		d.taint(to, dst.Of())
	}
}

// args links parameters with what is passed, single values by copy apart:
// undefined values go in, and out again through a parameter by reference.
func (d *definedness) args(f *Func, args []Expr) {
	for i, p := range f.Params {
		to := access{root: p}
		from, ok := accessOf(args[i])
		switch {
		case ok && (p.Var || !p.Type.Simple()):
			d.copies = append(d.copies, copied{from.partName(), to.partName(), p.Type})
			if p.Var {
				d.copies = append(d.copies, copied{to.partName(), from.partName(), p.Type})
			}
		case !p.Type.Simple():
			d.taint(to, p.Type)
		}
	}
}

// initialised returns the parts of state variables that start state r surely
// sets.
func (c *checker) initialised(r *Rule) map[string]bool {
	left := maxInitSteps
	w := &initWalk{c: c, done: map[string]bool{}, loops: map[Decl]*Type{}, names: map[Decl]string{}, calls: map[*Func]bool{}, left: &left}
	w.stmts(r.Body)
	return w.done
}

// maxInitSteps bounds how many statements of a start state are followed, as
// calls of calls multiply; a start state needs hundreds.
const maxInitSteps = 100_000

// initWalk follows code that surely runs.
type initWalk struct {
	c       *checker
	done    map[string]bool
	loops   map[Decl]*Type  // variables that take all values of a type
	names   map[Decl]string // what parameters by reference stand for
	calls   map[*Func]bool  // being followed
	stopped bool            // a return may have been passed
	left    *int            // statements that may still be followed
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
		if _, _, by, ok := s.Var.Steps(); ok && (by == 1 || by == -1) && !w.c.assigns(s.Body, s.Var) {
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
	var common map[string]bool
	merge := func(done map[string]bool) {
		if common == nil {
			common = done
			return
		}
		maps.DeleteFunc(common, func(name string, _ bool) bool { return !done[name] })
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
	inner := &initWalk{c: w.c, done: w.done, loops: map[Decl]*Type{}, names: map[Decl]string{}, calls: w.calls, left: w.left}
	given := map[Decl]bool{} // loop variables that a parameter stands for: two of them would run in step
	for i, p := range s.Func.Params {
		if p.Var {
			if name, ok := w.place(s.Args[i], nil); ok {
				inner.names[p] = name
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
	if name, ok := w.place(dst, map[Decl]bool{}); ok {
		parts(name, dst.Of(), func(part string) { w.done[part] = true })
	}
}

// place names all elements at once that e reaches as the loops around run; ok
// is false if it may miss some. Each loop may serve one index only.
func (w *initWalk) place(e Expr, used map[Decl]bool) (string, bool) {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *VarDecl:
			return fmt.Sprintf("%p", d), true
		case *Param:
			name, ok := w.names[d]
			return name, ok
		case *AliasDecl:
			return w.place(d.Value, used)
		}
	case *FieldExpr:
		name, ok := w.place(x.X, used)
		return name + "." + x.Name, ok
	case *IndexExpr:
		name, ok := w.place(x.X, used)
		v := variableOf(x.Index)
		t := x.X.Of().Index
		if !ok || v == nil || used == nil || used[v] || w.loops[v] == nil || !covers(w.loops[v], t) {
			return "", false
		}
		used[v] = true
		return name + "[]", true
	}
	return "", false
}

// covers reports whether the values of a include those of b.
func covers(a, b *Type) bool {
	return a == b || a.Kind == Range && b.Kind == Range && a.Lo <= b.Lo && a.Hi >= b.Hi
}

// assigns reports whether code may change a loop's own variable.
func (c *checker) assigns(list []Stmt, v *Quantifier) bool {
	for _, a := range c.effectOf(list).accesses {
		if a.root == Decl(v) && a.write != noWrite {
			return true
		}
	}
	return false
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
