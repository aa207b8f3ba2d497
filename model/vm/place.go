package vm

import (
	"slices"

	"lockcheck/model/murphi"
)

// placeKind says how a variable, or a part of one, is reached.
type placeKind uint8

const (
	inState     placeKind = iota // leaves from number n on
	inRegister                   // registers from number n on
	byReference                  // register n holds a reference
)

// place is where a designator's value lives.
type place struct {
	kind  placeKind
	n     int
	typ   *murphi.Type
	local bool // may be undefined although it is in a register
	// slots is the part of the state that a reference stands for, indices left
	// out (see leaf.slot); "" if nothing is known.
	slots string
}

// inRegisters is the slots of a reference to registers.
const inRegisters = "-"

// place compiles a designator, or a record or array that is computed: it
// evaluates the indices that are not known and returns where the value is.
func (c *compiler) place(e murphi.Expr) place {
	switch e := e.(type) {
	case *murphi.Ident:
		return c.boundTo(e.Decl).place
	case *murphi.FieldExpr:
		return c.field(c.place(e.X), e.Field)
	case *murphi.IndexExpr:
		return c.index(c.place(e.X), e)
	case *murphi.Cond:
		return c.chooseOne(e)
	case *murphi.Call:
		result := c.temporary(e.Func.ResultType)
		c.callInto(result, e.Func, e.Args, e)
		return result
	}
	c.fail("%T is no designator", e)
	return place{typ: e.Of()}
}

// chooseOne compiles C ? X : Y of a record or array type.
func (c *compiler) chooseOne(e *murphi.Cond) place {
	r := c.reg(1)
	no, end := c.newLabel(), c.newLabel()
	c.branch(e.C, false, no)
	x := c.place(e.X)
	c.emit(instr{op: opMove, a: r, b: c.reference(x)})
	c.goTo(end)
	c.here(no)
	y := c.place(e.Y)
	c.emit(instr{op: opMove, a: r, b: c.reference(y)})
	c.here(end)
	p := place{kind: byReference, n: int(r), typ: e.Of()}
	if x.part() == y.part() {
		p.slots = x.part()
	}
	return p
}

// part returns the slots of what p is or stands for.
func (p place) part() string {
	if p.kind == inRegister {
		return inRegisters
	}
	return p.slots
}

// field moves a place to field i of the record that it is.
func (c *compiler) field(p place, i int) place {
	f := p.typ.Fields[i]
	p = c.step(p, c.layout.sizes.fieldOffset(p.typ, i), f.Type)
	if p.slots != "" && p.slots != inRegisters {
		p.slots += "." + f.Name
	}
	return p
}

// step moves a place by a known number of leaves.
func (c *compiler) step(p place, offset int, t *murphi.Type) place {
	p.typ = t
	if p.kind != byReference {
		p.n += offset
		return p
	}
	if offset != 0 {
		r := c.reg(1)
		c.emit(instr{op: opAddK, a: r, b: uint16(p.n), x: int64(offset)})
		p.n = int(r)
	}
	return p
}

// index moves a place to an element of the array that it is.
func (c *compiler) index(p place, e *murphi.IndexExpr) place {
	typ := p.typ
	stride := c.layout.sizes.of(typ.Elem)
	lo, _ := typ.Index.Bounds()
	i := c.checked(c.expr(e.Index), typ.Index, murphi.IndexOutOfRange, e.Index)
	if i.constant {
		return c.step(p, int(i.k-lo)*stride, typ.Elem)
	}
	r := c.reg(1)
	in := instr{op: opRefStep, a: r, b: i.reg, x: int64(stride), y: -lo * int64(stride)}
	if p.kind == inState {
		in.y += int64(p.n)
	} else {
		in.op, in.c = opRefAdd, c.reference(p)
	}
	c.emit(in)
	return place{kind: byReference, n: int(r), typ: typ.Elem, slots: p.part()}
}

// reference returns a register with a reference to p.
func (c *compiler) reference(p place) uint16 {
	if p.kind == byReference {
		return uint16(p.n)
	}
	r := c.reg(1)
	if p.kind == inState {
		c.emit(instr{op: opSet, a: r, x: int64(p.n)})
	} else {
		c.emit(instr{op: opRefLocal, a: r, b: uint16(p.n)})
	}
	return r
}

// load reads a simple variable that must be defined.
func (c *compiler) load(p place, at murphi.Node) operand {
	lo, hi := c.bounds(p.typ)
	r := c.reg(1)
	switch p.kind {
	case inState:
		in := c.leafInstr(opLoad, p.n)
		in.a = r
		if !c.layout.fields[p.n].undef {
			c.emit(in)
			break
		}
		in.op = opLoadDef
		c.emitTrap(in, murphi.UndefinedRead, at)
	case inRegister:
		if p.local {
			c.emitTrap(instr{op: opDefined, a: uint16(p.n)}, murphi.UndefinedRead, at)
			c.emit(instr{op: opMove, a: r, b: uint16(p.n)})
			break
		}
		c.next-- // r is not needed: nothing alters the register
		r = uint16(p.n)
	case byReference:
		c.emitTrap(instr{op: opGet, a: r, b: uint16(p.n), t: c.slots(p)}, murphi.UndefinedRead, at)
	}
	return inReg(r, lo, hi)
}

// slots returns the number of the slots that a reference to p stands for.
func (c *compiler) slots(p place) int32 {
	part := p.part()
	if part == "" {
		return slotsUnknown
	}
	n := slices.Index(c.parts, part)
	if n < 0 {
		n = len(c.parts)
		c.parts = append(c.parts, part)
	}
	return int32(n)
}

// leafInstr returns an instruction on a leaf of the state.
func (c *compiler) leafInstr(o opcode, n int) instr {
	f := &c.layout.fields[n]
	return instr{op: o, w: f.word, shift: f.shift, x: int64(f.mask), y: f.bias}
}

// store writes a simple variable; v is within its type.
func (c *compiler) store(p place, v operand) {
	if p.kind == inState && !c.unranked(p.typ) && !v.constant {
		f := &c.layout.fields[p.n]
		c.emit(instr{op: opRoom, a: v.reg, x: int64(f.mask) + f.bias})
	}
	switch p.kind {
	case inState:
		if v.constant {
			c.storeCode(p.n, c.layout.fields[p.n].code(v.k))
			return
		}
		if in := c.leafInstr(opStore, p.n); in.x != 0 {
			in.a = v.reg
			c.emit(in)
		}
	case inRegister:
		c.into(uint16(p.n), v)
	case byReference:
		c.emit(instr{op: opPut, a: c.register(v), b: uint16(p.n), t: c.slots(p)})
	}
}

// storeCode writes a code to a leaf of the state. Neighbouring writes of
// constants to one word become one instruction.
func (c *compiler) storeCode(n int, code uint64) {
	f := &c.layout.fields[n]
	if f.mask == 0 {
		return // it has that value
	}
	mask, code := f.mask<<f.shift, code<<f.shift
	if last := len(c.code) - 1; last >= c.barrier {
		if in := &c.code[last]; in.op == opStoreBits && in.w == f.word {
			in.x |= int64(mask)
			in.y = int64(uint64(in.y)&^mask | code)
			return
		}
	}
	c.emit(instr{op: opStoreBits, w: f.word, x: int64(mask), y: int64(code)})
}

// fill makes all of p undefined, or gives it the least values of its types.
func (c *compiler) fill(p place, least bool) {
	n := c.layout.sizes.of(p.typ)
	if p.kind == inState && n <= 16 {
		for i := p.n; i < p.n+n; i++ {
			code := uint64(0)
			if least {
				lo, _ := c.layout.leaves[i].typ.Bounds()
				code = c.layout.fields[i].code(lo)
			}
			c.storeCode(i, code)
		}
		return
	}
	if p.kind == inRegister && !least {
		c.emit(instr{op: opUndef, a: uint16(p.n), x: int64(n)})
		return
	}
	if !least {
		c.emit(instr{op: opFill, a: c.reference(p), x: int64(n), t: c.slots(p)})
		return
	}
	c.clear(p)
}

// clear gives every leaf of a part that is not at a known place in the state
// the least value of its type.
func (c *compiler) clear(p place) {
	switch p.typ.Kind {
	case murphi.Record:
		for i := range p.typ.Fields {
			c.clear(c.field(p, i))
		}
	case murphi.Array:
		lo, hi := p.typ.Index.Bounds()
		stride := c.layout.sizes.of(p.typ.Elem)
		for i := 0; int64(i) <= hi-lo; i++ {
			c.clear(c.step(p, i*stride, p.typ.Elem))
		}
	default:
		lo, _ := p.typ.Bounds()
		c.store(p, constant(lo))
	}
}

// temporary gives a value that no name stands for registers of its own.
func (c *compiler) temporary(t *murphi.Type) place {
	return place{kind: inRegister, n: int(c.reg(c.layout.sizes.of(t))), typ: t, local: true}
}

// copy copies a variable, undefined parts included. The parts of dst and src
// are of the same types.
func (c *compiler) copy(dst, src place) {
	n := c.layout.sizes.of(dst.typ)
	if n == 1 && dst.kind == inRegister && src.kind == inRegister {
		c.emit(instr{op: opMove, a: uint16(dst.n), b: uint16(src.n)})
		return
	}
	c.emit(instr{op: opCopy, a: c.reference(dst), b: c.reference(src), x: int64(n), t: c.slots(dst), y: int64(c.slots(src))})
}

// loadAny reads a simple variable into a register of its own, undefined or not.
func (c *compiler) loadAny(p place) uint16 {
	r := c.reg(1)
	if p.kind == inRegister {
		c.emit(instr{op: opMove, a: r, b: uint16(p.n)})
	} else {
		c.emit(instr{op: opGetAny, a: r, b: c.reference(p), t: c.slots(p)})
	}
	return r
}

func (c *compiler) mayBeUndefined(p place) bool {
	switch p.kind {
	case inState:
		return c.layout.fields[p.n].undef
	case inRegister:
		return p.local
	}
	return true
}
