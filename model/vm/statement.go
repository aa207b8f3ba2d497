package vm

import "lockcheck/model/murphi"

// stmts compiles statements.
func (c *compiler) stmts(list []murphi.Stmt) {
	for _, s := range list {
		c.scratch(func() { c.stmt(s) })
	}
}

func (c *compiler) stmt(s murphi.Stmt) {
	switch s := s.(type) {
	case *murphi.Assign:
		c.assign(s)
	case *murphi.PropStmt:
		c.propStmt(s)
	case *murphi.AliasStmt:
		for _, a := range s.Aliases {
			c.bindAlias(a)
		}
		c.stmts(s.Body)
	case *murphi.ErrorStmt:
		c.emitTrap(instr{op: opFail}, murphi.ErrorRaised, s)
	case *murphi.ClearStmt:
		c.fill(c.place(s.X), true)
	case *murphi.UndefineStmt:
		c.fill(c.place(s.X), false)
	case *murphi.ForStmt:
		c.loop(s.Var, s, c.costs.stmts(s.Body), func() { c.stmts(s.Body) })
	case *murphi.IfStmt:
		c.ifStmt(s)
	case *murphi.PutStmt:
		c.put(s)
	case *murphi.ReturnStmt:
		c.returns(s)
	case *murphi.CallStmt:
		c.callStmt(s)
	case *murphi.WhileStmt:
		c.while(s)
	case *murphi.SwitchStmt:
		c.switchStmt(s)
	default:
		c.fail("%T cannot be compiled", s)
	}
}

// bindAlias fixes the place that an alias names, or computes its value.
func (c *compiler) bindAlias(a *murphi.AliasDecl) {
	_, leaf := c.constantLeaf(a.Value) // it may be assigned all the same
	if k, ok := c.fold(a.Value); ok && !leaf {
		c.bind(a, binding{constant: true, k: k})
		return
	}
	if isDesignator(a.Value) {
		c.bind(a, binding{place: c.place(a.Value)})
		return
	}
	t := a.Value.Of()
	p := place{kind: inRegister, typ: t}
	if t.Simple() {
		p.n = int(c.register(c.expr(a.Value)))
	} else {
		p = c.temporary(t)
		c.copy(p, c.place(a.Value))
	}
	c.track(p)
	c.bind(a, binding{place: p})
}

func (c *compiler) assign(s *murphi.Assign) {
	dst := c.place(s.Dst)
	if !dst.typ.Simple() {
		c.copy(dst, c.place(s.Src))
		return
	}
	c.store(dst, c.checked(c.expr(s.Src), dst.typ, murphi.ValueOutOfRange, s.Src))
}

func (c *compiler) propStmt(s *murphi.PropStmt) {
	end := c.newLabel()
	switch s.Prop {
	case murphi.Invariant:
		c.branch(s.Expr, true, end)
		c.emitTrap(instr{op: opFail}, murphi.AssertFailed, s)
		c.traps[len(c.traps)-1].assert = s.Index
	case murphi.Assume:
		c.branch(s.Expr, true, end)
		c.emitTrap(instr{op: opPrune}, murphi.AssumeFailedAtStart, s.Expr)
	case murphi.Cover:
		c.branch(s.Expr, false, end)
		c.emit(instr{op: opCover, x: int64(s.Index)})
	}
	c.here(end)
}

func (c *compiler) ifStmt(s *murphi.IfStmt) {
	end := c.newLabel()
	for i, cl := range s.Clauses {
		next := c.newLabel()
		if cl.Cond != nil {
			if k, ok := c.fold(cl.Cond); ok && k == 0 {
				continue
			} else if !ok {
				c.branch(cl.Cond, false, next)
			} else {
				c.stmts(cl.Body)
				c.here(end)
				return
			}
		}
		c.stmts(cl.Body)
		if i < len(s.Clauses)-1 {
			c.goTo(end)
		}
		c.here(next)
	}
	c.here(end)
}

func (c *compiler) put(s *murphi.PutStmt) {
	switch {
	case s.X == nil:
	case isDesignator(s.X) || !s.X.Of().Simple():
		c.place(s.X)
	default:
		c.expr(s.X)
	}
}

func (c *compiler) callStmt(s *murphi.CallStmt) {
	var result place
	if t := s.Func.ResultType; t != nil {
		result = c.temporary(t)
	}
	c.callInto(result, s.Func, s.Args, s)
}

func (c *compiler) while(s *murphi.WhileStmt) {
	top, end := c.top(), c.newLabel()
	c.branch(s.Cond, false, end)
	c.tick(s)
	c.stmts(s.Body)
	c.goTo(top)
	c.here(end)
}

func (c *compiler) switchStmt(s *murphi.SwitchStmt) {
	x := c.expr(s.X)
	end := c.newLabel()
	var otherwise *murphi.SwitchCase
	for _, cs := range s.Cases {
		if len(cs.Labels) == 0 {
			otherwise = cs
			continue
		}
		found, next := c.newLabel(), c.newLabel()
		for _, lab := range cs.Labels {
			c.scratch(func() { c.branchEqual(x, c.expr(lab), found) })
		}
		c.goTo(next)
		c.here(found)
		c.stmts(cs.Body)
		c.goTo(end)
		c.here(next)
	}
	if otherwise != nil {
		c.stmts(otherwise.Body)
	}
	c.here(end)
}

// branchEqual jumps to l if two values are equal.
func (c *compiler) branchEqual(x, y operand, l *label) {
	switch {
	case x.constant && y.constant:
		if x.k == y.k {
			c.goTo(l)
		}
	case y.constant:
		c.jump(instr{op: opJumpEqK, a: x.reg, x: y.k}, l)
	case x.constant:
		c.jump(instr{op: opJumpEqK, a: y.reg, x: x.k}, l)
	default:
		c.jump(instr{op: opJumpEq, a: x.reg, b: y.reg}, l)
	}
}
