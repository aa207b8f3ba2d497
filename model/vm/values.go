package vm

import (
	"math/bits"

	"lockcheck/model/murphi"
)

// A slot that has the same value in every reachable state needs no bits, and
// one that is never undefined needs no code for that. Which these are is found
// out by running the compiled rules on sets of values: a set for each slot, of
// what it may ever hold, that begins with the start states and grows until
// nothing is added. Code is followed as far as it can be reached when a branch
// on a slot may only go the ways that its set allows; registers are known where
// they hold a constant or what a slot holds.
//
// Invariant: the sets hold every value of every reachable state, and more.

// valueSet is a set of the codes of a slot. all stands for every code from 64
// on, and every smaller one that is not fixed: whatever may be renamed, or any
// code at all where nothing is.
type valueSet struct {
	codes uint64
	all   bool
}

func (v *valueSet) add(o valueSet) (grew bool) {
	was := *v
	v.codes |= o.codes
	v.all = v.all || o.all
	return *v != was
}

func oneCode(code uint64) valueSet {
	if code >= 64 {
		return valueSet{all: true}
	}
	return valueSet{codes: 1 << code}
}

// known is what is known of a register: a constant, that it is the defined
// value of a leaf of a slot, that it is an ordinal other than 0, or nothing.
type known struct {
	kind knownKind
	k    int64
	slot int
}

type knownKind uint8

const (
	anything knownKind = iota
	aConstant
	ofSlot
	minted
)

// slotValues finds the sets.
type slotValues struct {
	b      *bytecode
	number map[string]int // of slots
	slots  []string
	fields []*field          // one of each slot's, for the code
	leaf   []int             // slot of each leaf
	at     map[[2]uint64]int // leaf by word and bits
	sets   []valueSet
	// renamed says of a slot that its values may change without a step; those
	// with the codes in fixed do not.
	renamed []bool
	fixed   []uint64
	loops   []bool           // places to which code jumps back
	jumped  map[int]snapshot // places to which the block at hand jumps
	room    snapshot         // for all of these
	chosen  []bool           // choosers that may be run
	regs    []known          // and, behind them, what is known of leaves in the block at hand
	grew    bool
	lost    bool // something cannot be followed
}

// findValues returns the sets of a compiled model, or nil if they cannot be
// found. start has a set for each slot's values in the start states; renamed
// says of a type that its values, other than undefined and 0 of an ordinal, may
// change without a step.
func findValues(b *bytecode, start map[string]valueSet, renamed func(*murphi.Type) bool) *slotValues {
	if len(b.funcs) > 0 {
		return nil
	}
	v := &slotValues{b: b, number: map[string]int{}, at: map[[2]uint64]int{}, jumped: map[int]snapshot{}}
	v.begin(start, renamed)
	v.loops = make([]bool, len(b.code))
	for pc, in := range b.code {
		if (in.op == opNext || in.op >= opJump && in.op <= opJumpIsnt) && int(in.t) <= pc {
			v.loops[in.t] = true
		}
	}
	v.regs = make([]known, b.frame+len(b.layout.leaves))
	v.chosen = make([]bool, len(b.choosers))
	for v.grew = true; v.grew && !v.lost; {
		v.grew = false
		for _, bl := range b.chains[ruleChain].blocks {
			v.follow(bl.entry)
		}
		for i, ch := range b.choosers {
			if v.chosen[i] {
				v.follow(ch.entry)
			}
		}
	}
	if v.lost {
		return nil
	}
	return v
}

// begin numbers the slots and begins with their values in the start states.
func (v *slotValues) begin(start map[string]valueSet, renamed func(*murphi.Type) bool) {
	l := v.b.layout
	for i := range l.leaves {
		lf, f := &l.leaves[i], &l.fields[i]
		n, ok := v.number[lf.slot]
		if !ok {
			n = len(v.slots)
			v.number[lf.slot] = n
			v.slots = append(v.slots, lf.slot)
			v.fields = append(v.fields, f)
			v.sets = append(v.sets, valueSet{})
			v.renamed = append(v.renamed, renamed(lf.typ))
			v.fixed = append(v.fixed, fixedCodes(lf.typ, f))
			v.add(n, start[lf.slot])
		}
		v.leaf = append(v.leaf, n)
		if f.mask != 0 {
			v.at[[2]uint64{uint64(f.word), f.mask << f.shift}] = i
		}
	}
}

// fixedCodes returns the codes of values that are never renamed.
func fixedCodes(t *murphi.Type, f *field) (codes uint64) {
	if f.undef {
		codes |= oneCode(f.code(Undefined)).codes
	}
	if t.Ordinal {
		codes |= oneCode(f.code(0)).codes
	}
	return codes
}

// has reports whether a slot may have the value with the given code.
func (v *slotValues) has(slot int, code uint64) bool {
	one := oneCode(code).codes
	if v.sets[slot].all && (!v.renamed[slot] || v.fixed[slot]&one == 0) {
		return true
	}
	return v.sets[slot].codes&one != 0
}

// compare tells whether a slot may have a certain value, and whether it must.
func (v *slotValues) compare(slot int, code uint64) (may, must bool) {
	set := v.sets[slot]
	return v.has(slot, code), !set.all && set.codes == oneCode(code).codes
}

// here is what is known of a leaf in the block at hand, beyond its set.
func (v *slotValues) here(leaf int) *known { return &v.regs[v.b.frame+leaf] }

// constant is the knowledge that a leaf has the value with the given code.
func (f *field) constant(code uint64) known {
	if code == 0 && f.undef {
		return known{kind: aConstant, k: Undefined}
	}
	return known{kind: aConstant, k: int64(code) + f.bias}
}

// step looks at an instruction that is no jump.
func (v *slotValues) step(in *instr) {
	switch in.op {
	case opSet:
		v.regs[in.a] = known{kind: aConstant, k: in.x}
	case opMove:
		v.regs[in.a] = v.regs[in.b]
	case opUndef:
		for i := range in.x {
			v.regs[int64(in.a)+i] = known{kind: aConstant, k: Undefined}
		}
	case opLoad, opLoadDef:
		v.regs[in.a] = known{}
		if leaf, ok := v.at[[2]uint64{uint64(in.w), uint64(in.x) << in.shift}]; ok {
			v.regs[in.a] = *v.here(leaf)
			if v.regs[in.a].kind == anything {
				v.regs[in.a] = known{kind: ofSlot, slot: v.leaf[leaf]}
			}
		}
	case opGet:
		v.regs[in.a] = known{}
		if slots := v.part(in.t); len(slots) == 1 && v.slots[slots[0]] == v.b.parts[in.t] {
			v.regs[in.a] = known{kind: ofSlot, slot: slots[0]}
		}
	case opStore:
		if leaf, ok := v.at[[2]uint64{uint64(in.w), uint64(in.x) << in.shift}]; ok {
			v.store(v.leaf[leaf], v.regs[in.a])
			*v.here(leaf) = v.regs[in.a]
		} else {
			v.lost = true
		}
	case opStoreBits:
		v.storeBits(in)
	case opPut, opFill, opCopy:
		v.throughReference(in)
	case opDefined, opRange, opRoom, opTick, opSteps, opReset, opCover, opFire, opTopBit, opVerdict:
		// Nothing is written.
	case opChoose:
		v.chosen[in.x] = true
	case opCall, opReturn, opReject:
		v.lost = true
	case opMint:
		v.regs[in.a] = known{kind: minted}
	default:
		v.regs[in.a] = known{}
	}
}

// add adds values to those of a slot. Of one that may be renamed all others may
// come.
func (v *slotValues) add(slot int, set valueSet) {
	if v.renamed[slot] && set.codes&^v.fixed[slot] != 0 {
		set.codes &= v.fixed[slot]
		set.all = true
	}
	if v.sets[slot].add(set) {
		v.grew = true
	}
}

// addAny notes that a slot may take any value.
func (v *slotValues) addAny(slot int) { v.add(slot, valueSet{codes: v.fixed[slot], all: true}) }

// store notes that a slot takes the value of a register.
func (v *slotValues) store(slot int, r known) {
	switch r.kind {
	case aConstant:
		v.add(slot, oneCode(v.fields[slot].code(r.k)))
	case ofSlot:
		v.copySlot(slot, r.slot, false)
	case minted:
		v.add(slot, valueSet{all: true})
	default:
		v.addAny(slot)
	}
}

// copySlot notes that a slot takes the value of another: where that is
// undefined, only if the whole is copied.
func (v *slotValues) copySlot(to, from int, whole bool) {
	set, f := v.sets[from], v.fields[from]
	if set.all && !(v.renamed[from] && v.renamed[to]) {
		v.addAny(to)
		return
	}
	out := valueSet{all: set.all}
	for code := range uint64(64) {
		switch {
		case set.codes>>code&1 == 0:
		case code > 0 || !f.undef:
			out.add(oneCode(v.fields[to].code(int64(code) + f.bias)))
		case whole:
			out.add(oneCode(0))
		}
	}
	v.add(to, out)
}

// storeBits notes constants, of one or several leaves.
func (v *slotValues) storeBits(in *instr) {
	for i := range v.b.layout.fields {
		f := &v.b.layout.fields[i]
		if f.word == in.w && f.mask != 0 && uint64(in.x)&(f.mask<<f.shift) != 0 {
			code := uint64(in.y) >> f.shift & f.mask
			v.add(v.leaf[i], oneCode(code))
			*v.here(i) = f.constant(code)
		}
	}
}

// part lists the slots of a part.
func (v *slotValues) part(n int32) (slots []int) {
	if n == slotsUnknown || v.b.parts[n] == inRegisters {
		return nil
	}
	for i, s := range v.slots {
		if _, ok := within(s, v.b.parts[n]); ok {
			slots = append(slots, i)
		}
	}
	return slots
}

// throughReference notes what is written by way of a reference.
func (v *slotValues) throughReference(in *instr) {
	if in.t == slotsUnknown {
		v.lost = true
		return
	}
	if v.b.parts[in.t] == inRegisters {
		v.forget()
		return
	}
	clear(v.regs[v.b.frame:])
	for _, n := range v.part(in.t) {
		switch in.op {
		case opPut:
			v.store(n, v.regs[in.a])
		case opFill:
			v.add(n, oneCode(0))
		case opCopy:
			var from int
			var ok bool
			if in.y != slotsUnknown && v.b.parts[in.y] != inRegisters {
				rest, _ := within(v.slots[n], v.b.parts[in.t])
				from, ok = v.number[v.b.parts[in.y]+rest]
			}
			if ok {
				v.copySlot(n, from, true)
			} else {
				v.addAny(n)
			}
		}
	}
}

// constants returns the values of the slots that always have the same.
func (v *slotValues) constants() map[string]int64 {
	found := map[string]int64{}
	for n, set := range v.sets {
		if set.all || bits.OnesCount64(set.codes) != 1 {
			continue
		}
		f := v.fields[n]
		found[v.slots[n]] = int64(bits.TrailingZeros64(set.codes)) + f.bias
		if set.codes == 1 && f.undef {
			found[v.slots[n]] = Undefined
		}
	}
	return found
}

// undefined reports whether a slot may be undefined.
func (v *slotValues) undefined(slot string) bool {
	n := v.number[slot]
	return v.fields[n].undef && v.has(n, 0)
}
