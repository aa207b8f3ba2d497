package vm

import (
	"math"

	"lockcheck/model/murphi"
)

// expr compiles an expression of a simple type and returns its value.
func (c *compiler) expr(e murphi.Expr) operand {
	if k, ok := c.fold(e); ok {
		return constant(k)
	}
	switch e := e.(type) {
	case *murphi.Ident, *murphi.FieldExpr, *murphi.IndexExpr:
		return c.load(c.place(e), e)
	case *murphi.Unary:
		if e.Op == murphi.Not {
			return c.boolean(e)
		}
		return c.unary(e)
	case *murphi.Binary:
		if e.Op <= murphi.Gt {
			return c.boolean(e)
		}
		return c.binary(e)
	case *murphi.Cond:
		return c.conditional(e)
	case *murphi.Quant, *murphi.IsUndefined:
		return c.boolean(e)
	case *murphi.Call:
		return c.call(e.Func, e.Args, e)
	}
	c.fail("%T is no expression of a simple type", e)
	return constant(0)
}

// boolean turns a condition into a value.
func (c *compiler) boolean(e murphi.Expr) operand {
	r := c.reg(1)
	no, end := c.newLabel(), c.newLabel()
	c.branch(e, false, no)
	c.emit(instr{op: opSet, a: r, x: 1})
	c.goTo(end)
	c.here(no)
	c.emit(instr{op: opSet, a: r, x: 0})
	c.here(end)
	return inReg(r, 0, 1)
}

// conditional compiles C ? X : Y.
func (c *compiler) conditional(e *murphi.Cond) operand {
	if k, ok := c.fold(e.C); ok {
		if k != 0 {
			return c.expr(e.X)
		}
		return c.expr(e.Y)
	}
	r := c.reg(1)
	no, end := c.newLabel(), c.newLabel()
	c.branch(e.C, false, no)
	x := c.expr(e.X)
	c.into(r, x)
	c.goTo(end)
	c.here(no)
	y := c.expr(e.Y)
	c.into(r, y)
	c.here(end)
	return inReg(r, min(x.lo, y.lo), max(x.hi, y.hi))
}

func (c *compiler) unary(e *murphi.Unary) operand {
	x := c.expr(e.X)
	r := c.reg(1)
	if e.Op == murphi.BitNot {
		c.emit(instr{op: opBitNot, a: r, b: c.register(x)})
		return inReg(r, ^x.hi, ^x.lo)
	}
	c.emitTrap(instr{op: opNeg, a: r, b: c.register(x)}, murphi.Overflow, e)
	if x.lo == math.MinInt64 {
		return inReg(r, math.MinInt64, math.MaxInt64)
	}
	return inReg(r, -x.hi, -x.lo)
}

var arithmetic = map[murphi.Op]opcode{
	murphi.Add: opAdd, murphi.Sub: opSub, murphi.Mul: opMul, murphi.Div: opDiv, murphi.Mod: opMod,
	murphi.Shl: opShl, murphi.Shr: opShr,
	murphi.BitOr: opBitOr, murphi.BitAnd: opBitAnd, murphi.BitXor: opBitXor,
}

func (c *compiler) binary(e *murphi.Binary) operand {
	if e.Op == murphi.Add && e.Of().Ordinal {
		return c.mint(e)
	}
	x := c.expr(e.X)
	y := c.expr(e.Y)
	r := c.reg(1)
	lo, hi := arithmeticBounds(e.Op, x, y)
	in := instr{op: arithmetic[e.Op], a: r}
	exact := lo > math.MinInt64 && hi < math.MaxInt64
	switch {
	case exact && y.constant && (e.Op == murphi.Add || e.Op == murphi.Sub):
		in.op, in.b, in.x = opAddK, x.reg, y.k
		if e.Op == murphi.Sub {
			in.x = -y.k
		}
		c.emit(in)
		return inReg(r, lo, hi)
	case exact && e.Op == murphi.Add:
		in.op = opAddFast
	}
	in.b, in.c = c.register(x), c.register(y)
	c.emitTrap(in, murphi.Overflow, e)
	return inReg(r, lo, hi)
}

// arithmeticBounds returns bounds of a sum or difference; where they might
// overflow, and for all other operators, those of int64.
func arithmeticBounds(o murphi.Op, x, y operand) (lo, hi int64) {
	var ok1, ok2 bool
	switch o {
	case murphi.Add:
		lo, ok1 = addInt(x.lo, y.lo)
		hi, ok2 = addInt(x.hi, y.hi)
	case murphi.Sub:
		lo, ok1 = subInt(x.lo, y.hi)
		hi, ok2 = subInt(x.hi, y.lo)
	}
	if ok1 && ok2 {
		return lo, hi
	}
	return math.MinInt64, math.MaxInt64
}

// mint compiles v + 1 of an ordinal type.
func (c *compiler) mint(e *murphi.Binary) operand {
	v := c.register(c.expr(e.X))
	r := c.reg(1)
	typ := e.Of()
	c.emitTrap(instr{op: opMint, a: r, b: v, t: int32(c.ordinal[typ]), x: c.liveList()}, murphi.MintBelowLive, e)
	lo, hi := c.bounds(typ)
	return inReg(r, lo, hi+1)
}

// liveList notes the variables in scope that may hold ordinals and returns
// the number of the list.
func (c *compiler) liveList() int64 {
	if len(c.scoped) == 0 {
		return 0
	}
	c.lives = append(c.lives, append([]live(nil), c.scoped...))
	return int64(len(c.lives) - 1)
}

// fold returns the value of an expression that is known and cannot fail.
func (c *compiler) fold(e murphi.Expr) (int64, bool) {
	switch e := e.(type) {
	case *murphi.Int:
		return e.Value, true
	case *murphi.Ident:
		switch d := e.Decl.(type) {
		case *murphi.ConstDecl:
			return d.Val, true
		case *murphi.EnumMember:
			return d.Index, true
		}
		if b := c.boundTo(e.Decl); b.constant {
			return b.k, true
		}
		return c.constantLeaf(e)
	case *murphi.FieldExpr, *murphi.IndexExpr:
		return c.constantLeaf(e)
	case *murphi.Unary:
		if x, ok := c.fold(e.X); ok {
			return foldUnary(e.Op, x)
		}
	case *murphi.Binary:
		return c.foldBinary(e)
	case *murphi.Cond:
		if k, ok := c.fold(e.C); ok && k != 0 {
			return c.fold(e.X)
		} else if ok {
			return c.fold(e.Y)
		}
	}
	return 0, false
}

// constantLeaf returns the value of a leaf that always has the same.
func (c *compiler) constantLeaf(e murphi.Expr) (int64, bool) {
	n, ok := c.knownLeaf(e)
	if !ok {
		return 0, false
	}
	f := &c.layout.fields[n]
	return f.bias, f.mask == 0 && !f.undef
}

func (c *compiler) foldBinary(e *murphi.Binary) (int64, bool) {
	x, ok := c.fold(e.X)
	if !ok {
		return 0, false
	}
	switch {
	case e.Op == murphi.And && x == 0:
		return 0, true
	case e.Op == murphi.Or && x != 0, e.Op == murphi.Implies && x == 0:
		return 1, true
	}
	y, ok := c.fold(e.Y)
	if !ok || e.Op == murphi.Add && e.Of().Ordinal {
		return 0, false
	}
	if e.Op <= murphi.Gt {
		return truth(compare(e.Op, x, y)), true
	}
	v, kind := calculate(e.Op, x, y)
	return v, kind == 0
}

func foldUnary(o murphi.Op, x int64) (int64, bool) {
	switch o {
	case murphi.Not:
		return 1 - x, true
	case murphi.BitNot:
		return ^x, true
	}
	return -x, x != math.MinInt64
}
