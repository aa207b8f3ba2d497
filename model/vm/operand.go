package vm

import (
	"math"

	"lockcheck/model/murphi"
)

// operand is the value of an expression: a constant or a register. Its bounds
// are what the compiler knows about it; checks that they make needless are
// left out.
type operand struct {
	constant bool
	k        int64
	reg      uint16
	lo, hi   int64
}

func constant(k int64) operand { return operand{constant: true, k: k, lo: k, hi: k} }

func inReg(reg uint16, lo, hi int64) operand { return operand{reg: reg, lo: lo, hi: hi} }

// bounds returns the least and greatest value of a variable of type t. Under
// ranks an ordinal has no upper bound.
func (c *compiler) bounds(t *murphi.Type) (lo, hi int64) {
	if c.ranks && t.Ordinal {
		return 0, math.MaxInt32
	}
	return t.Bounds()
}

// unranked reports whether values of t are checked against its bounds.
func (c *compiler) unranked(t *murphi.Type) bool { return !c.ranks || !t.Ordinal }

// register returns a register that holds o.
func (c *compiler) register(o operand) uint16 {
	if !o.constant {
		return o.reg
	}
	r := c.reg(1)
	c.emit(instr{op: opSet, a: r, x: o.k})
	return r
}

// into makes register r hold o.
func (c *compiler) into(r uint16, o operand) {
	switch {
	case o.constant:
		c.emit(instr{op: opSet, a: r, x: o.k})
	case o.reg != r:
		c.emit(instr{op: opMove, a: r, b: o.reg})
	}
}

// checked makes sure that o is within type t, else fails at the given node.
func (c *compiler) checked(o operand, t *murphi.Type, kind murphi.FailureKind, at murphi.Node) operand {
	if !c.unranked(t) {
		return o
	}
	lo, hi := t.Bounds()
	switch {
	case o.lo >= lo && o.hi <= hi:
		return o
	case o.hi < lo || o.lo > hi:
		c.emitTrap(instr{op: opFail}, kind, at)
		return inReg(0, lo, hi) // never reached
	}
	c.emitTrap(instr{op: opRange, a: o.reg, x: lo, y: hi}, kind, at)
	o.lo, o.hi = max(o.lo, lo), min(o.hi, hi)
	return o
}
