package vm

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"lockcheck/model/murphi"
)

// limits steer how much the compiler specialises. Tests lower them to run
// both ways.
type limits struct {
	instances int   // most instances of a rule that get code of their own
	unroll    int64 // most tree nodes that an unrolled loop may amount to
	inline    int   // deepest nesting of calls compiled in place
	code      int64 // most tree nodes that a rule's special code may amount to
	total     int64 // most tree nodes that all special code may amount to
	blocks    int   // most blocks of a chain that tests choose among
}

var defaultLimits = limits{instances: 1024, unroll: 2000, inline: 12, code: 40_000, total: 1_000_000, blocks: 1 << 14}

// compiler turns trees into instructions. It walks the tree once per
// evaluation context: parameters, quantifiers and loop variables whose values
// are known are bound to constants, so one rule yields code per instance.
type compiler struct {
	*bytecode
	model    *murphi.Model
	ranks    bool
	limits   limits
	costs    *costs
	bound    []binding            // by number (see murphi.NumberOf)
	mutable  map[murphi.Decl]bool // loop variables and parameters that are assigned
	funcsOf  map[*murphi.Func]int // index in bytecode.funcs
	pending  []*murphi.Func       // functions called but not compiled yet
	ordinal  map[*murphi.Type]int // index in bytecode.ordinals
	fn       *callContext         // the function being compiled, in place or not
	depth    int                  // nesting of calls compiled in place
	counting bool                 // count the model's instructions
	from     int                  // where the code of the rule or function at hand begins
	spent    int64                // tree nodes specialised so far
	next     int                  // first free register
	used     int                  // registers used so far
	block    *block               // being compiled
	number   chainNumber          // of the chain being compiled
	barrier  int                  // a place that may be jumped to: no instruction before it may be altered
	scoped   []live               // what holds ordinals in the scope
	labels   []label              // made at once, for those to come
	args     []binding            // of the calls whose arguments are being compiled
	contexts []*callContext       // no longer needed, to be used again
	err      error                // first thing that cannot be compiled
}

// binding is what a name stands for: a constant or a place. The zero binding is that
// of a name that stands for nothing yet.
type binding struct {
	constant bool
	k        int64
	place    place
}

// bind makes a name stand for something.
func (c *compiler) bind(d murphi.Decl, b binding) {
	n := murphi.NumberOf(d)
	if n == 0 {
		c.fail("a name has no number")
		return
	}
	c.bound[n] = b
}

// boundTo is what a name stands for.
func (c *compiler) boundTo(d murphi.Decl) *binding { return &c.bound[murphi.NumberOf(d)] }

// label is a place in the code that jumps may name before it is known. Until then
// each of these jumps has in its t the place of the one before.
type label struct {
	pc   int // -1: not known yet
	last int // of these jumps, or -1
}

func (p *Program) newCompiler(l *layout) *compiler {
	m := p.Tree
	c := &compiler{
		bytecode: &bytecode{layout: l, lives: [][]live{nil}},
		model:    m, ranks: p.ranked(), limits: p.opt.limits,
		costs: p.costs, mutable: p.mutable,
		bound:   make([]binding, m.Numbers),
		funcsOf: map[*murphi.Func]int{}, ordinal: map[*murphi.Type]int{},
		next: 1, used: 1,
	}
	for i, v := range m.Vars {
		c.bind(v, binding{place: place{kind: inState, n: int(l.base[i]), typ: v.Type, slots: strconv.Itoa(i)}})
	}
	for i, t := range m.Ordinals {
		c.ordinal[t] = i
		c.ordinals = append(c.ordinals, l.ordinals[t])
	}
	return c
}

// fail records what cannot be compiled.
func (c *compiler) fail(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// emit appends an instruction and returns its pc.
func (c *compiler) emit(in instr) int {
	n := len(c.code)
	if n == cap(c.code) {
		c.code = slices.Grow(c.code, max(n, 256)) // doubled: append alone would copy more often
	}
	c.code = append(c.code, in)
	return n
}

// emitTrap appends an instruction that may fail.
func (c *compiler) emitTrap(in instr, kind murphi.FailureKind, at murphi.Node) {
	c.traps = append(c.traps, trap{pc: c.emit(in), kind: kind, at: at, assert: -1})
}

// reg takes n registers in a row and returns the first.
func (c *compiler) reg(n int) uint16 {
	first := c.next
	c.next += n
	c.used = max(c.used, c.next)
	if c.next > math.MaxUint16 {
		c.fail("local variables and parameters take more than %d values", math.MaxUint16)
		c.next = first
	}
	return uint16(first)
}

func (c *compiler) newLabel() *label {
	if len(c.labels) == cap(c.labels) {
		c.labels = make([]label, 0, 256)
	}
	c.labels = append(c.labels, label{pc: -1, last: -1})
	return &c.labels[len(c.labels)-1]
}

// jump appends a jump instruction to l.
func (c *compiler) jump(in instr, l *label) {
	if l.pc >= 0 {
		in.t = int32(l.pc)
		c.emit(in)
		return
	}
	in.t = int32(l.last)
	l.last = c.emit(in)
}

// goTo appends a jump to l, unless nothing leads there.
func (c *compiler) goTo(l *label) {
	if c.reachable() {
		c.jump(instr{op: opJump}, l)
	}
}

// reachable reports whether the next instruction can be reached.
func (c *compiler) reachable() bool {
	n := len(c.code)
	if n == c.barrier {
		return true
	}
	last := c.code[n-1].op
	return last != opJump && last != opFail && last != opReturn
}

// top places a label to which the code that follows jumps back.
func (c *compiler) top() *label {
	c.barrier = len(c.code)
	return &label{pc: c.barrier}
}

// here places l at the next instruction. A jump that would lead just there is
// taken back.
func (c *compiler) here(l *label) {
	n := len(c.code)
	if l.last >= 0 && l.last == n-1 && c.barrier < n && c.code[n-1].op == opJump {
		l.last, c.code, n = int(c.code[n-1].t), c.code[:n-1], n-1
	}
	l.pc = n
	if l.last >= 0 {
		c.barrier = n
	}
	for pc := l.last; pc >= 0; {
		use := &c.code[pc]
		pc, use.t = int(use.t), int32(n)
	}
}

// scratch compiles body and frees the registers that it took.
func (c *compiler) scratch(body func()) {
	next, scoped := c.next, len(c.scoped)
	body()
	c.next, c.scoped = next, c.scoped[:scoped]
}

// refuseWide refuses variables of a type that contains [Undefined].
func (c *compiler) refuseWide(name string, t *murphi.Type) {
	switch t.Kind {
	case murphi.Record:
		for _, f := range t.Fields {
			c.refuseWide(name+"."+f.Name, f.Type)
		}
	case murphi.Array:
		c.refuseWide(name, t.Elem)
	case murphi.Range:
		if t.Lo == Undefined {
			c.fail("the range of %s is too wide", name)
		}
	}
}

// declare gives a variable of type t registers of its own.
func (c *compiler) declare(t *murphi.Type) place {
	p := place{kind: inRegister, n: int(c.reg(c.layout.sizes.of(t))), typ: t, local: true}
	c.track(p)
	return p
}

// track notes that registers are in scope that may hold ordinals: minting
// looks at them.
func (c *compiler) track(p place) {
	if len(c.ordinals) > 0 {
		c.trackPart(p.typ, p.n)
	}
}

// trackPart returns the first register after a part of type t.
func (c *compiler) trackPart(t *murphi.Type, reg int) int {
	switch {
	case t.Kind == murphi.Array:
		lo, hi := t.Index.Bounds()
		for ; lo <= hi; lo++ {
			reg = c.trackPart(t.Elem, reg)
		}
		return reg
	case t.Kind == murphi.Record:
		for _, f := range t.Fields {
			reg = c.trackPart(f.Type, reg)
		}
		return reg
	case t.Ordinal:
		c.scoped = append(c.scoped, live{uint16(reg), c.ordinal[t]})
	}
	return reg + 1
}

// finish compiles the functions that are really called and fixes the number
// of registers.
func (c *compiler) finish() {
	c.frame = c.used
	c.compileFunctions()
	c.dropProven()
	for i := range c.chains {
		if c.chains[i].groups != nil && c.err == nil {
			c.chains[i].index(c.bytecode, c.limits.blocks)
		}
	}
}
