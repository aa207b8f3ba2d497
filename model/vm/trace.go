package vm

// opcodeSet is a set of operations.
type opcodeSet [64]bool

func opcodes(list ...opcode) (s opcodeSet) {
	for _, o := range list {
		s[o] = true
	}
	return s
}

// with returns s and more.
func (s opcodeSet) with(list ...opcode) opcodeSet {
	for _, o := range list {
		s[o] = true
	}
	return s
}

var (
	// readOnly operations read the state at places known to the compiler,
	// calculate and jump.
	readOnly = opcodes(opSet, opMove, opLoad, opLoadDef, opRange, opAddFast, opAddK, opReset,
		opJump, opJumpEq, opJumpNe, opJumpLt, opJumpLe, opJumpEqK, opJumpNeK, opJumpLtK, opJumpGtK, opJumpIs, opJumpIsnt)
	// traceable operations are those that a tracer knows.
	traceable = readOnly.with(opUndef, opDefined, opStore, opStoreBits, opRoom, opFail, opMint, opTopBit, opCover,
		opRefLocal, opRefStep, opRefAdd, opGet, opGetAny, opPut,
		opAdd, opSub, opMul, opDiv, opMod, opBitAnd, opBitOr, opBitXor, opShl, opShr, opFire, opBlock)
)

// plain reports whether instructions [from, to) are in a set of operations.
func (b *bytecode) plain(from, to int, set opcodeSet) bool {
	for i := from; i < to; i++ {
		if o := b.code[i].op; int(o) >= len(set) || !set[o] {
			return false
		}
	}
	return true
}

// tracer executes code that consists of traceable operations on a state of its
// own, and notes what it does. It is for questions about code, not for speed;
// what it does with an operation is what Machine.run does.
type tracer struct {
	code    *bytecode
	regs    []int64
	state   [maxWords]uint64
	written [maxWords]uint64 // masks of the bits written
	minted  []minting
	covers  []int
}

// minting is an execution of opMint: it fails if an ordinal of the type in the
// state is greater than v.
type minting struct {
	typ int
	v   int64
}

// ending says how a trace came to its end.
type ending uint8

const (
	arrived ending = iota // at the one place given
	refused               // at the other
	fired                 // at opFire
	idle                  // at opBlock
	odd                   // it failed, or cannot be followed
)

// mostTraced bounds a trace.
const mostTraced = 10_000

func newTracer(b *bytecode) tracer { return tracer{code: b, regs: make([]int64, b.frame)} }

// trace executes code from pc on until it comes to one of two places, or ends.
func (r *tracer) trace(pc, to, no int) ending {
	for range mostTraced {
		switch pc {
		case to:
			return arrived
		case no:
			return refused
		}
		in := &r.code.code[pc]
		pc++
		switch in.op {
		case opFire:
			return fired
		case opBlock:
			return idle
		case opReset:
		default:
			if in.op >= opJump && in.op <= opJumpIsnt {
				if r.jumps(in) {
					pc = int(in.t)
				}
			} else if !r.step(in) {
				return odd
			}
		}
	}
	return odd
}

// jumps reports whether a jump is taken.
func (r *tracer) jumps(in *instr) bool {
	v := r.regs
	switch in.op {
	case opJumpEq:
		return v[in.a] == v[in.b]
	case opJumpNe:
		return v[in.a] != v[in.b]
	case opJumpLt:
		return v[in.a] < v[in.b]
	case opJumpLe:
		return v[in.a] <= v[in.b]
	case opJumpEqK:
		return v[in.a] == in.x
	case opJumpNeK:
		return v[in.a] != in.x
	case opJumpLtK:
		return v[in.a] < in.x
	case opJumpGtK:
		return v[in.a] > in.x
	case opJumpIs:
		return r.state[in.w]&uint64(in.x) == uint64(in.y)
	case opJumpIsnt:
		return r.state[in.w]&uint64(in.x) != uint64(in.y)
	}
	return true
}

// step executes any other operation. It reports false if that fails.
func (r *tracer) step(in *instr) bool {
	s, v := &r.state, r.regs
	switch in.op {
	case opSet:
		v[in.a] = in.x
	case opMove:
		v[in.a] = v[in.b]
	case opAddFast:
		v[in.a] = v[in.b] + v[in.c]
	case opAddK:
		v[in.a] = v[in.b] + in.x
	case opUndef:
		for i := range v[in.a : int64(in.a)+in.x] {
			v[int(in.a)+i] = Undefined
		}
	case opDefined:
		return v[in.a] != Undefined
	case opLoad, opLoadDef:
		code := s[in.w] >> in.shift & uint64(in.x)
		v[in.a] = int64(code) + in.y
		return in.op == opLoad || code != 0
	case opStore:
		r.write(in.w, uint64(in.x)<<in.shift, uint64(v[in.a]-in.y)<<in.shift)
	case opStoreBits:
		r.write(in.w, uint64(in.x), uint64(in.y))
	case opRange:
		return v[in.a] >= in.x && v[in.a] <= in.y
	case opRoom:
		return v[in.a] <= in.x
	case opMint:
		return r.mint(in)
	case opCover:
		r.covers = append(r.covers, int(in.x))
	case opAdd, opSub, opMul, opDiv, opMod, opBitAnd, opBitOr, opBitXor, opShl, opShr:
		x, kind := calculate(operators[in.op], v[in.b], v[in.c])
		v[in.a] = x
		return kind == 0
	default:
		return r.reference(in)
	}
	return true
}

// reference executes an operation with references; the window of a rule begins
// at the bottom of the stack.
func (r *tracer) reference(in *instr) bool {
	v, leaves := r.regs, int64(len(r.code.layout.leaves))
	switch in.op {
	case opRefLocal:
		v[in.a] = leaves + int64(in.b)
	case opRefStep:
		v[in.a] = v[in.b]*in.x + in.y
	case opRefAdd:
		v[in.a] = v[in.c] + v[in.b]*in.x + in.y
	case opGet, opGetAny:
		if ref := v[in.b]; ref >= leaves {
			v[in.a] = v[ref-leaves]
		} else {
			v[in.a] = r.code.layout.fields[ref].load(&r.state)
		}
		return in.op == opGetAny || v[in.a] != Undefined
	case opPut:
		ref, x := v[in.b], v[in.a]
		if ref >= leaves {
			v[ref-leaves] = x
			return true
		}
		f := &r.code.layout.fields[ref]
		if f.code(x) > f.mask {
			return false
		}
		r.write(f.word, f.mask<<f.shift, f.code(x)<<f.shift)
	default:
		return false
	}
	return true
}

// uses returns the bits of the state that traceable code may read and write.
func (b *bytecode) uses(from, to int) (reads, writes [maxWords]uint64, ok bool) {
	if !b.plain(from, to, traceable) {
		return reads, writes, false
	}
	for _, in := range b.code[from:to] {
		switch in.op {
		case opLoad, opLoadDef:
			reads[in.w] |= uint64(in.x) << in.shift
		case opJumpIs, opJumpIsnt:
			reads[in.w] |= uint64(in.x)
		case opStore:
			writes[in.w] |= uint64(in.x) << in.shift
		case opStoreBits:
			writes[in.w] |= uint64(in.x)
		case opGet, opGetAny, opPut:
			if in.t == slotsUnknown {
				return reads, writes, false
			}
			set := &reads
			if in.op == opPut {
				set = &writes
			}
			for i := range b.layout.leaves {
				if _, ok := within(b.layout.leaves[i].slot, b.parts[in.t]); ok {
					f := &b.layout.fields[i]
					set[f.word] |= f.mask << f.shift
				}
			}
		}
	}
	return reads, writes, true
}

func (r *tracer) write(word uint8, mask, bits uint64) {
	r.state[word] = r.state[word]&^mask | bits
	r.written[word] |= mask
}

// mint follows opMint where nothing has changed an ordinal of its type in the
// state, and variables do not stand in the way.
func (r *tracer) mint(in *instr) bool {
	m := minting{int(in.t), r.regs[in.b]}
	for _, n := range r.code.ordinals[m.typ] {
		if f := &r.code.layout.fields[n]; r.written[f.word]&(f.mask<<f.shift) != 0 {
			return false
		}
	}
	for _, l := range r.code.lives[in.x] {
		if l.typ == m.typ && r.regs[l.reg] > m.v {
			return false
		}
	}
	r.minted = append(r.minted, m)
	r.regs[in.a] = m.v + 1
	return true
}
