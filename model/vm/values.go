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

// valueSet is a set of the codes of a slot. Codes from 64 on make it everything.
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

// known is what is known of a register: a constant, the value of a leaf of a
// slot, or nothing.
type known struct {
	kind knownKind
	k    int64
	slot int
}

type knownKind uint8

const (
	anything knownKind = iota
	aConstant
	ofSlot // and defined
)

// slotValues finds the sets.
type slotValues struct {
	b      *bytecode
	number map[string]int // of slots
	slots  []string
	fields []*field // one of each slot's, for the code
	leaf   []int    // slot of each leaf
	at     map[[2]uint64]int
	sets   []valueSet
	fixed  []uint64 // codes of values that are never renamed
	reach  []bool
	joins  []bool
	chosen []bool // choosers that may be run
	regs   []known
	grew   bool
	lost   bool // something cannot be followed
}

// findValues returns the sets of a compiled model, or nil if they cannot be
// found. start has a set for each slot's values in the start states; renamed
// says of a type that its values, other than undefined and 0 of an ordinal, may
// change without a step.
func findValues(b *bytecode, start map[string]valueSet, renamed func(*murphi.Type) bool) *slotValues {
	if len(b.funcs) > 0 {
		return nil
	}
	v := &slotValues{b: b, number: map[string]int{}, at: map[[2]uint64]int{}}
	v.begin(start, renamed)
	v.joins = make([]bool, len(b.code))
	for _, in := range b.code {
		if in.op == opNext || in.op >= opJump && in.op <= opJumpIsnt {
			v.joins[in.t] = true
		}
	}
	v.regs = make([]known, b.frame)
	v.chosen = make([]bool, len(b.choosers))
	for v.grew = true; v.grew && !v.lost; {
		v.grew = false
		v.reach = make([]bool, len(b.code))
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
			v.fixed = append(v.fixed, ^uint64(0))
			if renamed(lf.typ) {
				v.fixed[n] = 0
				if f.undef {
					v.fixed[n] |= oneCode(f.code(Undefined)).codes
				}
				if lf.typ.Ordinal {
					v.fixed[n] |= oneCode(f.code(0)).codes
				}
			}
			v.add(n, start[lf.slot])
		}
		v.leaf = append(v.leaf, n)
		if f.mask != 0 {
			v.at[[2]uint64{uint64(f.word), f.mask << f.shift}] = n
		}
	}
}

// follow looks at a block. Its code only jumps forward, except for loops, so
// one pass finds all that can be reached.
func (v *slotValues) follow(entry int) {
	v.forget()
	v.reach[entry] = true
	for pc := entry; pc < len(v.b.code) && !v.lost; pc++ {
		if v.joins[pc] {
			v.forget()
		}
		if !v.reach[pc] {
			if v.ends(pc) {
				return
			}
			continue
		}
		in := &v.b.code[pc]
		switch {
		case in.op == opBlock || in.op == opEnd:
			return
		case in.op == opFail || in.op == opPrune:
		case in.op == opNext:
			v.regs[in.a] = known{}
			v.reach[pc+1] = true
		case in.op >= opJump && in.op <= opJumpIsnt:
			jumps, goesOn := v.ways(in)
			v.reach[in.t] = v.reach[in.t] || jumps
			v.reach[pc+1] = v.reach[pc+1] || goesOn
		default:
			v.step(in)
			v.reach[pc+1] = true
		}
	}
}

// ends reports whether the instruction at pc ends a block.
func (v *slotValues) ends(pc int) bool {
	o := v.b.code[pc].op
	return o == opBlock || o == opEnd
}

// forget gives up what is known of the registers.
func (v *slotValues) forget() { clear(v.regs) }

// ways tells which ways a jump may go.
func (v *slotValues) ways(in *instr) (jumps, goesOn bool) {
	switch in.op {
	case opJump:
		return true, false
	case opJumpIs, opJumpIsnt:
		n, ok := v.at[[2]uint64{uint64(in.w), uint64(in.x)}]
		if !ok {
			return true, true
		}
		f := v.fields[n]
		may, must := v.compare(n, oneCode(uint64(in.y)>>bits.TrailingZeros64(uint64(in.x))&f.mask))
		if in.op == opJumpIsnt {
			may, must = !must, !may
		}
		return may, !must
	case opJumpEqK, opJumpNeK:
		may, must := true, false
		switch r := v.regs[in.a]; r.kind {
		case aConstant:
			may, must = r.k == in.x, r.k == in.x
		case ofSlot:
			if in.x != Undefined {
				may, must = v.compare(r.slot, oneCode(v.fields[r.slot].code(in.x)))
			}
		}
		if in.op == opJumpNeK {
			may, must = !must, !may
		}
		return may, !must
	}
	return true, true
}

// compare tells whether a slot may have a certain value, and whether it must.
func (v *slotValues) compare(slot int, value valueSet) (may, must bool) {
	set := v.sets[slot]
	if set.all || value.all {
		return true, false
	}
	return set.codes&value.codes != 0, set.codes == value.codes
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
		if n, ok := v.at[[2]uint64{uint64(in.w), uint64(in.x) << in.shift}]; ok {
			v.regs[in.a] = known{kind: ofSlot, slot: n}
		}
	case opGet:
		v.regs[in.a] = known{}
		if slots := v.part(in.t); len(slots) == 1 && v.slots[slots[0]] == v.b.parts[in.t] {
			v.regs[in.a] = known{kind: ofSlot, slot: slots[0]}
		}
	case opStore:
		if n, ok := v.at[[2]uint64{uint64(in.w), uint64(in.x) << in.shift}]; ok {
			v.store(n, v.regs[in.a])
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
	default:
		v.regs[in.a] = known{}
	}
}

// add adds values to those of a slot. If one of them may be renamed, others
// may come of it: then the slot may hold everything.
func (v *slotValues) add(slot int, set valueSet) {
	set.all = set.all || set.codes&^v.fixed[slot] != 0
	if v.sets[slot].add(set) {
		v.grew = true
	}
}

// store notes that a slot takes the value of a register.
func (v *slotValues) store(slot int, r known) {
	switch r.kind {
	case aConstant:
		v.add(slot, oneCode(v.fields[slot].code(r.k)))
	case ofSlot:
		v.add(slot, v.translate(r.slot, slot, false))
	default:
		v.add(slot, valueSet{all: true})
	}
}

// translate returns the values of one slot in the codes of another.
func (v *slotValues) translate(from, to int, undefined bool) valueSet {
	set := v.sets[from]
	if set.all {
		return set
	}
	var out valueSet
	f, t := v.fields[from], v.fields[to]
	for code := range uint64(64) {
		switch {
		case set.codes>>code&1 == 0:
		case code == 0 && f.undef && !undefined:
		case code == 0 && f.undef:
			out.add(oneCode(0))
		default:
			out.add(oneCode(t.code(int64(code) + f.bias)))
		}
	}
	return out
}

// storeBits notes constants, of one or several leaves.
func (v *slotValues) storeBits(in *instr) {
	for i := range v.b.layout.fields {
		f := &v.b.layout.fields[i]
		if f.word == in.w && f.mask != 0 && uint64(in.x)&(f.mask<<f.shift) != 0 {
			v.add(v.leaf[i], oneCode(uint64(in.y)>>f.shift&f.mask))
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
				v.add(n, v.translate(from, n, true))
			} else {
				v.add(n, valueSet{all: true})
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
	return v.fields[n].undef && (v.sets[n].all || v.sets[n].codes&1 != 0)
}
