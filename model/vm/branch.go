package vm

import "lockcheck/model/murphi"

// branch compiles a condition for its effect on control: it jumps to l if e
// has the value want, and goes on otherwise. Operands are evaluated from left
// to right, and only as far as needed.
func (c *compiler) branch(e murphi.Expr, want bool, l *label) {
	if k, ok := c.fold(e); ok {
		if (k != 0) == want {
			c.goTo(l)
		}
		return
	}
	switch e := e.(type) {
	case *murphi.Unary:
		if e.Op == murphi.Not {
			c.branch(e.X, !want, l)
			return
		}
	case *murphi.Binary:
		if e.Op <= murphi.Gt {
			c.branchBinary(e, want, l)
			return
		}
	case *murphi.Cond:
		c.branchCond(e, want, l)
		return
	case *murphi.Quant:
		c.branchQuant(e, want, l)
		return
	case *murphi.Call:
		c.branchCall(e, want, l)
		return
	case *murphi.IsUndefined:
		c.branchUndefined(e, want, l)
		return
	}
	c.scratch(func() { c.branchValue(e, 1, want, l) })
}

func (c *compiler) branchBinary(e *murphi.Binary, want bool, l *label) {
	switch e.Op {
	case murphi.And:
		c.both(e.X, true, e.Y, true, want, l)
	case murphi.Or:
		c.both(e.X, false, e.Y, false, !want, l)
	case murphi.Implies:
		c.both(e.X, true, e.Y, false, !want, l)
	default:
		c.scratch(func() { c.branchCompare(e, want, l) })
	}
}

// both jumps to l if "x is vx, and then y is vy" has the value want.
func (c *compiler) both(x murphi.Expr, vx bool, y murphi.Expr, vy bool, want bool, l *label) {
	if !want {
		c.branch(x, !vx, l)
		c.branch(y, !vy, l)
		return
	}
	skip := c.newLabel()
	c.branch(x, !vx, skip)
	c.branch(y, vy, l)
	c.here(skip)
}

func (c *compiler) branchCond(e *murphi.Cond, want bool, l *label) {
	no, end := c.newLabel(), c.newLabel()
	c.branch(e.C, false, no)
	c.branch(e.X, want, l)
	c.goTo(end)
	c.here(no)
	c.branch(e.Y, want, l)
	c.here(end)
}

// branchCompare compiles a comparison.
func (c *compiler) branchCompare(e *murphi.Binary, want bool, l *label) {
	if !e.X.Of().Simple() {
		c.branchSame(e, (e.Op == murphi.Eq) == want, l)
		return
	}
	op := e.Op
	if !want {
		op = negated[op]
	}
	if k, ok := c.fold(e.Y); ok {
		c.branchConstant(e.X, op, k, l)
		return
	}
	if k, ok := c.fold(e.X); ok {
		c.branchConstant(e.Y, mirrored[op], k, l)
		return
	}
	x := c.register(c.expr(e.X))
	y := c.register(c.expr(e.Y))
	in := instr{a: x, b: y}
	if op == murphi.Gt || op == murphi.Ge {
		op, in.a, in.b = mirrored[op], y, x
	}
	in.op = map[murphi.Op]opcode{murphi.Eq: opJumpEq, murphi.Ne: opJumpNe, murphi.Lt: opJumpLt, murphi.Le: opJumpLe}[op]
	c.jump(in, l)
}

var (
	negated = map[murphi.Op]murphi.Op{
		murphi.Lt: murphi.Ge, murphi.Ge: murphi.Lt, murphi.Le: murphi.Gt, murphi.Gt: murphi.Le,
		murphi.Eq: murphi.Ne, murphi.Ne: murphi.Eq,
	}
	mirrored = map[murphi.Op]murphi.Op{
		murphi.Lt: murphi.Gt, murphi.Gt: murphi.Lt, murphi.Le: murphi.Ge, murphi.Ge: murphi.Le,
		murphi.Eq: murphi.Eq, murphi.Ne: murphi.Ne,
	}
)

// branchConstant jumps to l if "e op k".
func (c *compiler) branchConstant(e murphi.Expr, op murphi.Op, k int64, l *label) {
	switch op {
	case murphi.Eq, murphi.Ne:
		c.branchValue(e, k, op == murphi.Eq, l)
		return
	}
	x := c.expr(e)
	r := c.register(x)
	// x <= k is x < k+1 unless k is the greatest number, which only makes the
	// comparison always true; likewise x >= k.
	switch op {
	case murphi.Lt:
		c.jump(instr{op: opJumpLtK, a: r, x: k}, l)
	case murphi.Gt:
		c.jump(instr{op: opJumpGtK, a: r, x: k}, l)
	case murphi.Le:
		if k >= x.hi {
			c.goTo(l)
			return
		}
		c.jump(instr{op: opJumpLtK, a: r, x: k + 1}, l)
	case murphi.Ge:
		if k <= x.lo {
			c.goTo(l)
			return
		}
		c.jump(instr{op: opJumpGtK, a: r, x: k - 1}, l)
	}
}

// branchValue jumps to l if e has the value k (or has not, if want is false).
// A leaf at a known place that is never undefined is compared as it is packed.
func (c *compiler) branchValue(e murphi.Expr, k int64, want bool, l *label) {
	var x operand
	if n, ok := c.knownLeaf(e); ok && !c.layout.fields[n].undef {
		f := &c.layout.fields[n]
		lo, hi := c.bounds(c.layout.leaves[n].typ)
		if k < lo || k > hi {
			if !want {
				c.goTo(l)
			}
			return
		}
		c.branchBits(f, f.code(k), want, l)
		return
	}
	x = c.expr(e)
	in := instr{op: opJumpNeK, a: c.register(x), x: k}
	if want {
		in.op = opJumpEqK
	}
	c.jump(in, l)
}

func (c *compiler) branchBits(f *field, code uint64, want bool, l *label) {
	in := instr{op: opJumpIsnt, w: f.word, x: int64(f.mask << f.shift), y: int64(code << f.shift)}
	if want {
		in.op = opJumpIs
	}
	c.jump(in, l)
}

// knownLeaf returns the leaf that a designator means, if all its indices are
// known and within range.
func (c *compiler) knownLeaf(e murphi.Expr) (int, bool) {
	p, ok := c.knownPlace(e)
	return p.n, ok && p.kind == inState && p.typ.Simple()
}

func (c *compiler) knownPlace(e murphi.Expr) (place, bool) {
	switch e := e.(type) {
	case *murphi.Ident:
		b := c.boundTo(e.Decl)
		return b.place, !b.constant && b.place.typ != nil && b.place.kind != byReference
	case *murphi.FieldExpr:
		p, ok := c.knownPlace(e.X)
		if !ok {
			return p, false
		}
		return c.step(p, c.layout.sizes.fieldOffset(p.typ, e.Field), p.typ.Fields[e.Field].Type), true
	case *murphi.IndexExpr:
		p, ok := c.knownPlace(e.X)
		i, known := c.fold(e.Index)
		if !ok || !known {
			return p, false
		}
		lo, hi := p.typ.Index.Bounds()
		if i < lo || i > hi {
			return p, false
		}
		return c.step(p, int(i-lo)*c.layout.sizes.of(p.typ.Elem), p.typ.Elem), true
	}
	return place{}, false
}

func (c *compiler) branchUndefined(e *murphi.IsUndefined, want bool, l *label) {
	if n, ok := c.knownLeaf(e.X); ok {
		f := &c.layout.fields[n]
		if f.undef && f.mask == 0 {
			if want {
				c.goTo(l)
			}
		} else if f.undef {
			c.branchBits(f, 0, want, l)
		} else if !want {
			c.goTo(l)
		}
		return
	}
	c.scratch(func() {
		if _, ok := c.fold(e.X); ok {
			if !want {
				c.goTo(l)
			}
			return
		}
		p := c.place(e.X)
		r := uint16(p.n)
		if p.kind != inRegister {
			r = c.reg(1)
			c.emit(instr{op: opGetAny, a: r, b: c.reference(p), t: c.slots(p)})
		}
		in := instr{op: opJumpNeK, a: r, x: Undefined}
		if want {
			in.op = opJumpEqK
		}
		c.jump(in, l)
	})
}

// branchSame compares records or arrays leaf by leaf.
func (c *compiler) branchSame(e *murphi.Binary, want bool, l *label) {
	x := c.reference(c.place(e.X))
	y := c.reference(c.place(e.Y))
	r := c.reg(1)
	c.emit(instr{op: opSame, a: r, b: x, c: y, x: int64(c.layout.sizes.of(e.X.Of()))})
	in := instr{op: opJumpEqK, a: r, x: truth(want)}
	c.jump(in, l)
}
