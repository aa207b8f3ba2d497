package vm

import "slices"

// snapshot is what is known of registers at a jump, in their order.
type snapshot []knownRegister

type knownRegister struct {
	reg int
	known
}

// follow looks at a block. Its code only jumps forward, except for loops, so
// one pass finds all that can be reached.
func (v *slotValues) follow(entry int) {
	v.forget()
	clear(v.jumped)
	v.room = v.room[:0]
	flows := true // from the instruction before
	for pc := entry; !v.lost; pc++ {
		from, jumped := v.jumped[pc]
		switch {
		case v.loops[pc]:
			v.forget()
		case jumped && !flows:
			v.recall(from)
		case jumped:
			v.meet(from)
		}
		flows = flows || jumped
		in := &v.b.code[pc]
		if in.op == opBlock || in.op == opEnd {
			return
		}
		if !flows {
			continue
		}
		switch {
		case in.op == opFail || in.op == opPrune:
			flows = false
		case in.op == opNext:
			v.regs[in.a] = known{}
		case in.op >= opJump && in.op <= opJumpIsnt:
			flows = v.branch(in)
		default:
			v.step(in)
		}
	}
}

// forget gives up what is known of the registers.
func (v *slotValues) forget() { clear(v.regs) }

// recall makes known what was known at a jump, and meet what was known there
// too.
func (v *slotValues) recall(from snapshot) {
	v.forget()
	for _, r := range from {
		v.regs[r.reg] = r.known
	}
}

func (v *slotValues) meet(from snapshot) {
	for i := range v.regs {
		was := known{}
		if len(from) > 0 && from[0].reg == i {
			was, from = from[0].known, from[1:]
		}
		if v.regs[i] != was {
			v.regs[i] = known{}
		}
	}
}

// jump notes a jump from here.
func (v *slotValues) jump(to int) {
	if was, again := v.jumped[to]; again {
		v.jumped[to] = slices.DeleteFunc(was, func(r knownRegister) bool { return v.regs[r.reg] != r.known })
		return
	}
	from := len(v.room)
	for i, k := range v.regs {
		if k.kind != anything {
			v.room = append(v.room, knownRegister{i, k})
		}
	}
	v.jumped[to] = v.room[from:len(v.room):len(v.room)]
}

// branch follows a jump where it may lead, and reports whether it may be not
// taken. Where a leaf is compared with a constant, it is known on the way on
// which it is equal.
func (v *slotValues) branch(in *instr) (flows bool) {
	leaf, ok := -1, false
	if in.op == opJumpIs || in.op == opJumpIsnt {
		leaf, ok = v.at[[2]uint64{uint64(in.w), uint64(in.x)}]
	}
	if !ok {
		jumps, flows := v.ways(in)
		if jumps {
			v.jump(int(in.t))
		}
		return flows
	}
	f := &v.b.layout.fields[leaf]
	code := uint64(in.y) >> f.shift & f.mask
	may, must := v.compare(v.leaf[leaf], code)
	was := *v.here(leaf)
	equal := f.constant(code)
	switch {
	case was.kind == aConstant:
		may, must = was == equal, was == equal
	case was.kind == minted && equal.k == 0:
		may = false
	}
	if in.op == opJumpIs {
		if may {
			*v.here(leaf) = equal
			v.jump(int(in.t))
			*v.here(leaf) = was
		}
		return !must
	}
	if !must {
		v.jump(int(in.t))
	}
	*v.here(leaf) = equal
	return may
}

// ways tells which ways another jump may go.
func (v *slotValues) ways(in *instr) (jumps, goesOn bool) {
	switch in.op {
	case opJump:
		return true, false
	case opJumpEqK, opJumpNeK:
		may, must := true, false
		switch r := v.regs[in.a]; r.kind {
		case aConstant:
			may, must = r.k == in.x, r.k == in.x
		case ofSlot:
			if in.x != Undefined {
				may, must = v.compare(r.slot, v.fields[r.slot].code(in.x))
			}
		case minted:
			may = in.x != 0
		}
		if in.op == opJumpNeK {
			may, must = !must, !may
		}
		return may, !must
	}
	return true, true
}
