package vm

import (
	"fmt"
	"strings"

	"lockcheck/model/murphi"
)

// op is an operation. In the comments r is the register window of the running
// function, s the packed state, and "ref" a reference: the number of a leaf of
// the state, or, from codeRefs on, of a register counted from the bottom of
// the stack. "fails" means: as the trap of this instruction says.
type opcode uint8

const (
	opEnd opcode = iota // stop

	// Moves.
	opSet     // r[a] = x
	opMove    // r[a] = r[b]
	opUndef   // r[a .. a+x) = Undefined
	opDefined // fails if r[a] is Undefined

	// Leaves at a place known to the compiler: word w, shift, mask x, bias y.
	opLoad      // r[a] = leaf
	opLoadDef   // r[a] = leaf; fails if it is undefined
	opStore     // leaf = r[a]
	opStoreBits // s[w] = s[w] &^ x | y: one or several constants

	// Leaves and registers behind references.
	opRefLocal // r[a] = the reference to r[b]
	opRefStep  // r[a] = r[b]*x + y
	opRefAdd   // r[a] = r[c] + r[b]*x + y
	// What a reference stands for is in parts[t], and for the source of opCopy
	// in parts[y]; or it is not known.
	opGet    // r[a] = *r[b]; fails if it is Undefined
	opGetAny // r[a] = *r[b]
	opPut    // *r[b] = r[a]
	opCopy   // copy x leaves from r[b] to r[a]; the parts are of one type
	opFill   // *r[a], x leaves = undefined
	opSame   // r[a] = whether the x leaves behind r[b] and r[c] are equal

	// Checks.
	opRange // fails unless x <= r[a] <= y
	opRoom  // asks for more room unless r[a] <= x or undefined
	opTick  // counts an instruction of the model; fails above the maximum
	opFail  // fails

	// Arithmetic. The plain forms fail on overflow.
	opAdd
	opSub
	opMul
	opAddFast // r[a] = r[b] + r[c], which the compiler knows not to overflow
	opAddK    // r[a] = r[b] + x, likewise
	opDiv     // fails on 0
	opMod     // fails on 0
	opNeg
	opBitNot
	opBitAnd
	opBitOr
	opBitXor
	opShl
	opShr
	opMint // r[a] = r[b] + 1 of ordinal type t; fails below a live value, variables x in scope included

	// Loops from r[a] to r[b] by r[c].
	opSteps // fails if the step is 0 or leads away from the end
	opNext  // steps r[a] and jumps to t, unless it was the last value

	// Jumps to t.
	opJump
	opJumpEq   // if r[a] == r[b]
	opJumpNe   // if r[a] != r[b]
	opJumpLt   // if r[a] < r[b]
	opJumpLe   // if r[a] <= r[b]
	opJumpEqK  // if r[a] == x
	opJumpNeK  // if r[a] != x
	opJumpLtK  // if r[a] < x
	opJumpGtK  // if r[a] > x
	opJumpIs   // if s[w]&x == y
	opJumpIsnt // if s[w]&x != y

	// Calls. A callee's window begins at the caller's r[a]: its arguments lie
	// in place, and it leaves its result in its r[0].
	opCall   // of function t, c calls of the model deeper, variables x in scope; resets the count if y; fails if too deep
	opReturn // to the caller

	// The system.
	opBlock   // goes on to the next block of chain a that may have anything to do, or stops
	opReset   // starts the count of the model's instructions anew
	opCover   // cover statement x held
	opPrune   // an assume statement is false: the step is dropped
	opFire    // the effect is complete: the successor by rule t, instance x + r[a] (r[0] is 0)
	opTopBit  // a conjunct v < TOP alone disabled a rule
	opChoose  // tries the instances of chooser x
	opVerdict // property instance x + r[a] is y
	opReject  // an assume is false: stop
)

// String returns the name of o.
func (o opcode) String() string { return opNames[o] }

var opNames = [...]string{
	opSet:       "set",
	opMove:      "move",
	opUndef:     "undef",
	opDefined:   "defined",
	opLoad:      "load",
	opLoadDef:   "load def",
	opStore:     "store",
	opStoreBits: "store bits",
	opRefLocal:  "ref local",
	opRefStep:   "ref step",
	opRefAdd:    "ref add",
	opGet:       "get",
	opGetAny:    "get any",
	opPut:       "put",
	opCopy:      "copy",
	opFill:      "fill",
	opSame:      "same",
	opRange:     "range",
	opRoom:      "room",
	opTick:      "tick",
	opFail:      "fail",
	opAdd:       "add",
	opSub:       "sub",
	opMul:       "mul",
	opAddFast:   "add fast",
	opAddK:      "add k",
	opDiv:       "div",
	opMod:       "mod",
	opNeg:       "neg",
	opBitNot:    "bit not",
	opBitAnd:    "bit and",
	opBitOr:     "bit or",
	opBitXor:    "bit xor",
	opShl:       "shl",
	opShr:       "shr",
	opMint:      "mint",
	opSteps:     "steps",
	opNext:      "next",
	opJump:      "jump",
	opJumpEq:    "jump eq",
	opJumpNe:    "jump ne",
	opJumpLt:    "jump lt",
	opJumpLe:    "jump le",
	opJumpEqK:   "jump eq k",
	opJumpNeK:   "jump ne k",
	opJumpLtK:   "jump lt k",
	opJumpGtK:   "jump gt k",
	opJumpIs:    "jump is",
	opJumpIsnt:  "jump isnt",
	opCall:      "call",
	opReturn:    "return",
	opBlock:     "block",
	opReset:     "reset",
	opCover:     "cover",
	opPrune:     "prune",
	opFire:      "fire",
	opTopBit:    "top bit",
	opChoose:    "choose",
	opVerdict:   "verdict",
	opReject:    "reject",
}

// instr is one instruction.
type instr struct {
	op      opcode
	w       uint8  // word of the state
	shift   uint8  // of a leaf
	a, b, c uint16 // registers
	t       int32  // jump target, function, rule or ordinal type
	x, y    int64
}

// trap says what fails at an instruction.
type trap struct {
	pc     int
	kind   murphi.FailureKind
	at     murphi.Node
	assert int
}

// function is compiled once for all its real calls.
type function struct {
	entry int
	frame int // registers
}

// bytecode is a compiled model or part of one. It is immutable.
type bytecode struct {
	layout    *layout
	code      []instr
	traps     []trap    // ascending
	stretches []stretch // ascending
	chains    [chainNumbers]chain
	choosers  []chooser
	funcs     []function
	ordinals  [][]int32 // per ordinal type of the model: its leaves
	lives     [][]live  // lists named by opMint and opCall
	frame     int       // registers of the rules
	parts     []string  // slots of what references stand for, or inRegisters
}

// slotsUnknown is the number of a part that is not known.
const slotsUnknown = -1

// live is a register that holds a value of ordinal type number typ.
type live struct {
	reg uint16
	typ int
}

// String lists the code, for tests and for the curious.
func (b *bytecode) String() string {
	var out strings.Builder
	for pc, in := range b.code {
		fmt.Fprintf(&out, "%4d %-10s a=%d b=%d c=%d t=%d w=%d<<%d x=%d y=%d\n",
			pc, in.op, in.a, in.b, in.c, in.t, in.w, in.shift, in.x, in.y)
	}
	return out.String()
}
