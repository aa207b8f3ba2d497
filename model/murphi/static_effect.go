package murphi

import "fmt"

// These stand for "undefined" and for the least value of a type among the
// constants that are written.
const (
	undefinedValue = minInt
	clearedValue   = minInt + 1
)

// effectWalk collects the effect of code.
type effectWalk struct {
	c       *checker
	x       *effect
	aliases map[*AliasDecl]bool
}

// effectOf returns what statements do, local variables included.
func (c *checker) effectOf(list []Stmt) *effect {
	w := &effectWalk{c, newEffect(), map[*AliasDecl]bool{}}
	w.stmts(list)
	return w.x
}

// funcEffect returns what a call of f does, in terms of state variables and
// f's parameters.
func (c *checker) funcEffect(f *Func) *effect {
	if x := c.funcEffects[f]; x != nil {
		x.asked = true
		return x
	}
	x := newEffect()
	c.funcEffects[f] = x
	// A recursive call adds the effect known so far, until nothing is new.
	for again := true; again; {
		before := len(x.accesses)
		x.asked = false
		inner := c.effectOf(f.Body)
		x.mints, x.puts, x.errors, x.aborts = inner.mints, inner.puts, inner.errors, inner.aborts
		for _, a := range inner.accesses {
			if v, ok := a.root.(*VarDecl); ok && !v.Local || byReference(a.root) {
				x.add(a.withoutLocals())
			}
		}
		again = x.asked && len(x.accesses) != before
	}
	return x
}

// withoutLocals forgets indexes that mean nothing outside a function.
func (a access) withoutLocals() access {
	steps := make([]step, len(a.steps))
	for i, s := range a.steps {
		if p, ok := s.index.(*Param); !ok || p.Var {
			s.index = nil
		}
		steps[i] = s
	}
	a.steps = steps
	return a
}

func (w *effectWalk) stmts(list []Stmt) {
	for _, s := range list {
		w.stmt(s)
	}
}

func (w *effectWalk) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		w.assign(s)
		return
	case *ClearStmt:
		w.write(s.X, writeConstant, clearedValue, NoOp)
		return
	case *UndefineStmt:
		w.write(s.X, writeConstant, undefinedValue, NoOp)
		return
	case *CallStmt:
		w.call(s, s.Func, s.Args)
		return
	case *PutStmt:
		note(&w.x.puts, s)
	case *ErrorStmt:
		note(&w.x.errors, s)
	case *ReturnStmt:
		note(&w.x.returns, s)
	case *PropStmt:
		key := map[PropKind]string{Assume: "assume", Cover: "cover"}[s.Prop]
		if key == "" {
			key = fmt.Sprintf("assert %d", s.Index)
		}
		w.x.aborts[key] = s
	case *AliasStmt:
		for _, a := range s.Aliases {
			w.indexes(a.Value)
		}
		w.stmts(s.Body)
		return
	case *IfStmt:
		if dst, e, op := greatest(s); dst != nil {
			w.expr(e)
			w.write(dst, writeAccumulate, 0, op)
			return
		}
	}
	for _, e := range stmtExprs(s) {
		w.expr(e)
	}
	for _, b := range bodies(s) {
		w.stmts(b)
	}
}

func (w *effectWalk) assign(s *Assign) {
	if v, err := fold(s.Src); err == nil {
		w.write(s.Dst, writeConstant, v, NoOp)
		return
	}
	if op, sign, rest := w.c.accumulates(s); rest != nil {
		w.expr(rest)
		w.write(s.Dst, writeAccumulate, sign, op)
		return
	}
	w.expr(s.Src)
	w.write(s.Dst, writePlain, 0, NoOp)
}

// accumulates recognises x := x op e whose order among others of its kind
// does not matter, and returns e. Sums must only grow or only shrink, or
// whether an intermediate sum leaves the range would depend on the order.
func (c *checker) accumulates(s *Assign) (op Op, sign int64, rest Expr) {
	b, ok := s.Src.(*Binary)
	if !ok || b.Of().Ordinal {
		return NoOp, 0, nil
	}
	rest = b.Y
	if !sameExpr(s.Dst, b.X) {
		if rest = b.X; b.Op == Sub || !sameExpr(s.Dst, b.Y) {
			return NoOp, 0, nil
		}
	}
	lo, hi := c.interval(rest)
	switch b.Op {
	case And, Or:
		// x & e looks at e only if x is true.
		if rest == b.Y && (c.mayFail(rest, nil) != nil || changes(rest) != nil) {
			return NoOp, 0, nil
		}
		return b.Op, 0, rest
	case Add, Sub:
		if b.Op == Sub {
			lo, hi = -hi, -lo
		}
		if lo >= 0 {
			return Add, 1, rest
		} else if hi <= 0 && hi != minInt {
			return Add, -1, rest
		}
	case BitAnd, BitOr:
		if from, _ := s.Dst.Of().Bounds(); lo >= 0 && from >= 0 {
			return b.Op, 0, rest
		}
	}
	return NoOp, 0, nil
}

// changes returns the first call in e that may change something, or nil.
func changes(e Expr) *Call {
	var first *Call
	inspectExpr(e, func(e Expr) bool {
		if call, ok := e.(*Call); ok && first == nil && !call.Func.Pure {
			first = call
		}
		return first == nil
	})
	return first
}

// greatest recognises `if e > x then x := e; end`, which keeps the greatest
// (or the least) of all e in x, in whatever order they come.
func greatest(s *IfStmt) (x, e Expr, op Op) {
	if len(s.Clauses) != 1 || len(s.Clauses[0].Body) != 1 {
		return nil, nil, NoOp
	}
	a, isAssign := s.Clauses[0].Body[0].(*Assign)
	b, isBinary := s.Clauses[0].Cond.(*Binary)
	if !isAssign || !isBinary {
		return nil, nil, NoOp
	}
	e, x, op = b.X, b.Y, b.Op
	if !sameExpr(a.Dst, x) {
		e, x, op = x, e, map[Op]Op{Lt: Gt, Le: Ge, Gt: Lt, Ge: Le}[op]
	}
	if !sameExpr(a.Dst, x) || !sameExpr(a.Src, e) {
		return nil, nil, NoOp
	}
	switch op {
	case Gt, Ge:
		return x, e, Gt
	case Lt, Le:
		return x, e, Lt
	}
	return nil, nil, NoOp
}

func (w *effectWalk) write(dst Expr, kind writeKind, value int64, op Op) {
	w.indexes(dst)
	if a, ok := accessOf(dst); ok {
		a.write, a.value, a.op = kind, value, op
		w.x.add(a)
	}
}

// indexes reads what is needed to find the place that e names; if e names
// none it is read.
func (w *effectWalk) indexes(e Expr) {
	switch x := e.(type) {
	case *FieldExpr:
		w.indexes(x.X)
	case *IndexExpr:
		w.indexes(x.X)
		w.expr(x.Index)
	case *Ident:
		if a, ok := x.Decl.(*AliasDecl); ok && !w.aliases[a] {
			w.aliases[a] = true
			w.indexes(a.Value)
		}
	default:
		w.expr(e)
	}
}

func (w *effectWalk) expr(e Expr) {
	switch x := e.(type) {
	case *Ident, *FieldExpr, *IndexExpr:
		if a, ok := accessOf(e); ok {
			w.x.add(a)
		}
		w.indexes(e)
		return
	case *Call:
		w.call(e, x.Func, x.Args)
		return
	case *Binary:
		if x.Op == Add && x.Of().Ordinal {
			note(&w.x.mints, x)
		}
	}
	for _, sub := range operands(e) {
		w.expr(sub)
	}
}

// call adds what the function does, in terms of the arguments.
func (w *effectWalk) call(at Node, f *Func, args []Expr) {
	for i, p := range f.Params {
		if p.Var {
			w.indexes(args[i])
		} else {
			w.expr(args[i])
		}
	}
	x := w.c.funcEffect(f)
	for _, n := range []struct {
		inner Node
		outer *Node
	}{{x.mints, &w.x.mints}, {x.puts, &w.x.puts}, {x.errors, &w.x.errors}} {
		if n.inner != nil {
			note(n.outer, at)
		}
	}
	for key := range x.aborts {
		w.x.aborts[key] = at
	}
	for _, a := range x.accesses {
		if b, ok := a.atCall(f, args); ok {
			b.at = at
			w.x.add(b)
		}
	}
}

// atCall translates an access from f's parameters to the arguments of a call.
func (a access) atCall(f *Func, args []Expr) (access, bool) {
	var prefix []step
	for i, p := range f.Params {
		if a.root == Decl(p) {
			arg, ok := accessOf(args[i])
			if !ok {
				return a, false
			}
			a.root, prefix = arg.root, arg.steps
			break
		}
	}
	steps := append([]step(nil), prefix...)
	for _, s := range a.steps {
		if p, ok := s.index.(*Param); ok {
			s.index = nil
			for i, q := range f.Params {
				if p == q {
					s.index = variableOf(args[i])
				}
			}
		}
		steps = append(steps, s)
	}
	a.steps = steps
	return a, true
}

// withoutAlias returns the designator that an alias stands for.
func withoutAlias(e Expr) Expr {
	for {
		id, ok := e.(*Ident)
		if !ok {
			return e
		}
		a, ok := id.Decl.(*AliasDecl)
		if !ok {
			return e
		}
		if !isPlace(a.Value) {
			return e
		}
		e = a.Value
	}
}

// sameExpr reports whether two expressions are the same operations on the
// same declarations, so that, evaluated together, they have one value.
func sameExpr(x, y Expr) bool {
	x, y = withoutAlias(x), withoutAlias(y)
	switch a := x.(type) {
	case *Int:
		b, ok := y.(*Int)
		return ok && a.Value == b.Value
	case *Ident:
		b, ok := y.(*Ident)
		return ok && a.Decl == b.Decl
	case *FieldExpr:
		b, ok := y.(*FieldExpr)
		return ok && a.Field == b.Field && sameExpr(a.X, b.X)
	case *IndexExpr:
		b, ok := y.(*IndexExpr)
		return ok && sameExpr(a.X, b.X) && sameExpr(a.Index, b.Index)
	case *Call:
		b, ok := y.(*Call)
		if !ok || a.Func != b.Func || !a.Func.Pure {
			return false
		}
		for i := range a.Args {
			if !sameExpr(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	}
	return false
}
