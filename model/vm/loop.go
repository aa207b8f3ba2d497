package vm

import "lockcheck/model/murphi"

// tick counts an iteration or a call, where the model could exceed the maximum.
func (c *compiler) tick(at murphi.Node) {
	if c.counting {
		c.emitTrap(instr{op: opTick}, murphi.TooLong, at)
	}
}

// loop compiles a loop or quantifier. Short ones over known values are
// unrolled, so that indices in them are known too.
func (c *compiler) loop(q *murphi.Quantifier, at murphi.Node, body cost, round func()) {
	from, to, by, n := c.knownRounds(q)
	if n > 0 && n*(body.nodes+1) <= c.limits.unroll && int64(len(c.code)-c.from) <= c.limits.code {
		for v, more := from, true; more; v, more = nextValue(v, to, by) {
			c.tick(at)
			c.scratch(func() {
				c.bindVariable(q, constant(v))
				round()
			})
		}
		return
	}
	c.scratch(func() {
		v, to, by := c.reg(1), c.reg(1), c.reg(1)
		lo, hi := c.loopBounds(q, at, v, to, by)
		top := c.top()
		c.tick(at)
		c.scratch(func() {
			c.bindVariable(q, inReg(v, lo, hi))
			round()
		})
		c.jump(instr{op: opNext, a: v, b: to, c: by}, top)
	})
}

// bindVariable gives a loop variable or rule parameter its value for a round.
// If the round assigns it, that changes a copy.
func (c *compiler) bindVariable(q *murphi.Quantifier, v operand) {
	switch {
	case c.mutable[q]:
		p := c.declare(q.Type)
		c.into(uint16(p.n), v)
		c.bind(q, binding{place: p})
	case v.constant:
		c.bind(q, binding{constant: true, k: v.k})
	default:
		c.bind(q, binding{place: place{kind: inRegister, n: int(v.reg), typ: q.Type}})
	}
}

// knownRounds returns the bounds and the step of a quantifier, and how many values
// it runs through: 0 if these are not known, or many.
func (c *compiler) knownRounds(q *murphi.Quantifier) (from, to, by, n int64) {
	from, to, by, ok := c.knownBounds(q)
	if !ok || by == 0 || from != to && (by > 0) != (from < to) {
		return 0, 0, 0, 0
	}
	for v, more := from, true; more; v, more = nextValue(v, to, by) {
		if n > c.limits.unroll {
			return 0, 0, 0, 0
		}
		n++
	}
	return from, to, by, n
}

func (c *compiler) knownBounds(q *murphi.Quantifier) (from, to, by int64, ok bool) {
	if q.TypeExpr != nil {
		from, to = q.Type.Bounds()
		return from, to, 1, true
	}
	from, ok1 := c.fold(q.From)
	to, ok2 := c.fold(q.To)
	by, ok3 := int64(1), true
	if q.By != nil {
		by, ok3 = c.fold(q.By)
	} else if from > to {
		by = -1
	}
	return from, to, by, ok1 && ok2 && ok3
}

// nextValue returns the value after v in a loop, unless v is the last.
func nextValue(v, to, by int64) (int64, bool) {
	next, ok := addInt(v, by)
	return next, ok && (by > 0 && next <= to || by < 0 && next >= to)
}

// loopBounds evaluates the bounds of a loop into registers, checks the step,
// and returns bounds of the loop variable.
func (c *compiler) loopBounds(q *murphi.Quantifier, at murphi.Node, v, to, by uint16) (lo, hi int64) {
	if q.TypeExpr != nil {
		lo, hi = q.Type.Bounds()
		c.into(v, constant(lo))
		c.into(to, constant(hi))
		c.into(by, constant(1))
		return lo, hi
	}
	first := c.expr(q.From)
	c.into(v, first)
	last := c.expr(q.To)
	c.into(to, last)
	if q.By != nil {
		c.into(by, c.expr(q.By))
		c.emitTrap(instr{op: opSteps, a: v, b: to, c: by}, murphi.BadStep, at)
	} else {
		up := c.newLabel()
		c.into(by, constant(1))
		c.jump(instr{op: opJumpLe, a: v, b: to}, up)
		c.into(by, constant(-1))
		c.here(up)
	}
	return min(first.lo, last.lo), max(first.hi, last.hi)
}

// branchQuant compiles forall and exists as a condition. The first value that
// decides the answer ends it.
func (c *compiler) branchQuant(e *murphi.Quant, want bool, l *label) {
	decided, skip := l, c.newLabel()
	if e.All == want {
		decided = skip
	}
	c.loop(e.Var, e, c.costs.expr(e.Body), func() { c.branch(e.Body, !e.All, decided) })
	if e.All == want {
		c.goTo(l)
	}
	c.here(skip)
}

// assigned finds the loop variables and rule parameters that are assigned,
// cleared, undefined or passed by reference somewhere.
func assigned(m *murphi.Model) map[murphi.Decl]bool {
	found := map[murphi.Decl]bool{}
	pass := func(f *murphi.Func, args []murphi.Expr) {
		for i, p := range f.Params {
			if p.Var {
				found[root(args[i])] = true
			}
		}
	}
	expr := func(e murphi.Expr) {
		murphi.InspectExpr(e, func(e murphi.Expr) bool {
			if e, ok := e.(*murphi.Call); ok {
				pass(e.Func, e.Args)
			}
			return true
		})
	}
	stmt := func(s murphi.Stmt) {
		switch s := s.(type) {
		case *murphi.Assign:
			found[root(s.Dst)] = true
		case *murphi.ClearStmt:
			found[root(s.X)] = true
		case *murphi.UndefineStmt:
			found[root(s.X)] = true
		case *murphi.CallStmt:
			pass(s.Func, s.Args)
		case *murphi.AliasStmt:
			for _, a := range s.Aliases {
				expr(a.Value)
			}
		}
	}
	for _, f := range m.Funcs {
		murphi.InspectStmts(f.Body, stmt, expr)
	}
	for _, rules := range [][]*murphi.Rule{m.Starts, m.Rules} {
		for _, r := range rules {
			murphi.InspectStmts(r.Body, stmt, expr)
		}
	}
	return found
}

// root returns what the innermost name of a designator refers to, looking
// through aliases; nil if e is no designator.
func root(e murphi.Expr) murphi.Decl {
	switch e := e.(type) {
	case *murphi.FieldExpr:
		return root(e.X)
	case *murphi.IndexExpr:
		return root(e.X)
	case *murphi.Ident:
		switch d := e.Decl.(type) {
		case *murphi.AliasDecl:
			return root(d.Value)
		case *murphi.VarDecl, *murphi.Param, *murphi.Quantifier:
			return d
		}
	}
	return nil
}

// isDesignator reports whether e names a variable or a part of one.
func isDesignator(e murphi.Expr) bool { return root(e) != nil }
