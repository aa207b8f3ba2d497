package vm

import "lockcheck/model/murphi"

// frame is a call in progress.
type callFrame struct {
	ret   int   // where the caller goes on
	base  int   // the caller's window
	depth int   // calls of the model around the callee
	lives int64 // list of the caller's live ordinals
}

// run executes code from pc to opEnd. Registers below base are in use by
// others. The switch is the table of operations: see opcode for what each
// does.
func (m *Machine) run(b *bytecode, pc, base int) {
	var (
		s      = &m.work
		r      = m.window(base, b.frame)
		bottom = len(m.frames)
		kind   murphi.FailureKind // of a failure, unless the trap says it
	)
	for {
		in := &b.code[pc]
		pc++
		switch in.op {
		case opEnd:
			return

		case opSet:
			r[in.a] = in.x
		case opMove:
			r[in.a] = r[in.b]
		case opUndef:
			for i := range r[in.a : int64(in.a)+in.x] {
				r[int(in.a)+i] = Undefined
			}
		case opDefined:
			if r[in.a] == Undefined {
				goto failed
			}

		case opLoad:
			r[in.a] = int64(s[in.w&wordMask]>>(in.shift&63)&uint64(in.x)) + in.y
		case opLoadDef:
			code := s[in.w&wordMask] >> (in.shift & 63) & uint64(in.x)
			if code == 0 {
				goto failed
			}
			r[in.a] = int64(code) + in.y
		case opStore:
			w, sh := in.w&wordMask, in.shift&63
			s[w] = s[w]&^(uint64(in.x)<<sh) | uint64(r[in.a]-in.y)<<sh
		case opStoreBits:
			s[in.w&wordMask] = s[in.w&wordMask]&^uint64(in.x) | uint64(in.y)

		case opRefLocal:
			r[in.a] = int64(len(b.layout.leaves) + base + int(in.b))
		case opRefStep:
			r[in.a] = r[in.b]*in.x + in.y
		case opRefAdd:
			r[in.a] = r[in.c] + r[in.b]*in.x + in.y
		case opGet:
			v := m.get(b, r[in.b])
			if v == Undefined {
				goto failed
			}
			r[in.a] = v
		case opGetAny:
			r[in.a] = m.get(b, r[in.b])
		case opPut:
			m.put(b, r[in.b], r[in.a])
		case opCopy:
			m.copy(b, r[in.a], r[in.b], in.x)
		case opFill:
			for i := range in.x {
				m.put(b, r[in.a]+i, Undefined)
			}
		case opSame:
			r[in.a] = truth(m.same(b, r[in.b], r[in.c], in.x))

		case opRange:
			if r[in.a] < in.x || r[in.a] > in.y {
				goto failed
			}
		case opRoom:
			if r[in.a] > in.x {
				m.needRoom = true
			}
		case opTick:
			if m.ticks++; m.ticks > murphi.MaxInstructions {
				goto failed
			}
		case opFail:
			goto failed

		case opAddFast:
			r[in.a] = r[in.b] + r[in.c]
		case opAddK:
			r[in.a] = r[in.b] + in.x
		case opAdd, opSub, opMul, opDiv, opMod, opBitAnd, opBitOr, opBitXor, opShl, opShr:
			var v int64
			if v, kind = calculate(operators[in.op], r[in.b], r[in.c]); kind != 0 {
				goto failed
			}
			r[in.a] = v
		case opNeg:
			if r[in.b] == Undefined { // the one number without a negative
				goto failed
			}
			r[in.a] = -r[in.b]
		case opBitNot:
			r[in.a] = ^r[in.b]
		case opMint:
			if m.belowAny(b, int(in.t), r[in.b], in.x, base, bottom) {
				goto failed
			}
			r[in.a] = r[in.b] + 1

		case opSteps:
			from, to, by := r[in.a], r[in.b], r[in.c]
			if by == 0 || from < to && by < 0 || from > to && by > 0 {
				goto failed
			}
		case opNext:
			if v, more := nextValue(r[in.a], r[in.b], r[in.c]); more {
				r[in.a] = v
				pc = int(in.t)
			}

		case opJump:
			pc = int(in.t)
		case opJumpEq:
			if r[in.a] == r[in.b] {
				pc = int(in.t)
			}
		case opJumpNe:
			if r[in.a] != r[in.b] {
				pc = int(in.t)
			}
		case opJumpLt:
			if r[in.a] < r[in.b] {
				pc = int(in.t)
			}
		case opJumpLe:
			if r[in.a] <= r[in.b] {
				pc = int(in.t)
			}
		case opJumpEqK:
			if r[in.a] == in.x {
				pc = int(in.t)
			}
		case opJumpNeK:
			if r[in.a] != in.x {
				pc = int(in.t)
			}
		case opJumpLtK:
			if r[in.a] < in.x {
				pc = int(in.t)
			}
		case opJumpGtK:
			if r[in.a] > in.x {
				pc = int(in.t)
			}
		case opJumpIs:
			if s[in.w&wordMask]&uint64(in.x) == uint64(in.y) {
				pc = int(in.t)
			}
		case opJumpIsnt:
			if s[in.w&wordMask]&uint64(in.x) != uint64(in.y) {
				pc = int(in.t)
			}

		case opCall:
			if !m.enter(b, in, pc, base, bottom) {
				goto failed
			}
			f := &b.funcs[in.t]
			base += int(in.a)
			r = m.window(base, f.frame)
			pc = f.entry
		case opReturn:
			top := m.frames[len(m.frames)-1]
			m.frames = m.frames[:len(m.frames)-1]
			pc, base = top.ret, top.base
			r = m.stack[base:]

		case opBlock:
			if pc = m.nextBlock(b, chainNumber(in.a)); pc < 0 {
				return
			}

		case opReset:
			m.ticks = 0
		case opCover:
			m.cover(int(in.x))
		case opPrune:
			pc = m.drop(b, pc-1, bottom)
			goto stopped
		case opFire:
			m.fire(b, int(in.t), uint32(in.x)+uint32(r[in.a]), base)
		case opTopBit:
			m.out.TopBit = true
		case opChoose:
			m.choose(b, &b.choosers[in.x])
			r = m.stack[base:]
		case opVerdict:
			m.ev.Values[in.x+r[in.a]], m.ev.Quiet = in.y != 0, false
		case opReject:
			m.reject(b.trapOf(pc - 1))
			return
		}
		continue

	failed:
		pc = m.fail(b, pc-1, bottom, kind)
		kind = 0
	stopped:
		if pc < 0 {
			return
		}
		if len(m.frames) > bottom {
			base = m.frames[bottom].base
			m.frames = m.frames[:bottom]
		}
		r = m.stack[base:]
	}
}

// operators maps arithmetic instructions to the operators of the language.
var operators = [...]murphi.Op{
	opAdd: murphi.Add, opSub: murphi.Sub, opMul: murphi.Mul, opDiv: murphi.Div, opMod: murphi.Mod,
	opBitAnd: murphi.BitAnd, opBitOr: murphi.BitOr, opBitXor: murphi.BitXor, opShl: murphi.Shl, opShr: murphi.Shr,
}
