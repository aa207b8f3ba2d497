package vm

import (
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/model/symmetry"
)

const wordMask = maxWords - 1

// mode is what a machine is doing: it decides what fire and fail mean.
type mode uint8

const (
	expanding mode = iota
	starting
	probing // looking at start states, to learn which leaves may be undefined
	evaluating
	assuming
)

// Machine runs a Program. Between calls it holds nothing that matters.
type Machine struct {
	p          *Program
	src        [maxWords]uint64 // the state at hand
	work       [maxWords]uint64 // the copy that effects change
	stack      []int64          // registers
	frames     []callFrame
	ticks      int
	mode       mode
	needRoom   bool
	rejected   *trap // the assume that is broken, or what failed in one
	out        *model.Successors
	ev         *model.Evaluation
	reduce     *symmetry.Scratch // nil: states are stored as they are
	chosen     bool              // src is no canonical state, but one with room made in it
	choices    []choice
	vals       []int64
	perm       []uint8
	seen       []map[int64]bool // probing: the values of each leaf in the start states
	moved      *bool            // see Moves
	places     [chainNumbers]chainPlace
	evaluated  *model.Evaluation // last
	settled    *model.Evaluation // places[propertyChain].off is for it
	changes    int               // as it was
	plain      bool              // Expand hands states of one word out as they are
	remembered []remembered      // of the blocks of the rules
	extras     []extras          // in outcomes
	tracer     tracer
	covered    []int // statements that held in the instance at work, if they are wanted
}

// chain runs a chain on m.work.
func (m *Machine) chain(b *bytecode, number chainNumber, base int) {
	at := &m.places[number]
	at.group, at.left = 0, 0
	if pc := m.nextBlock(b, number); pc >= 0 {
		m.run(b, pc, base)
	}
}

func newMachine(p *Program) *Machine {
	m := &Machine{p: p}
	n := 0
	for _, b := range []*bytecode{p.start, p.main} {
		if b != nil {
			n = max(n, len(b.layout.leaves))
			m.window(0, 2*b.frame)
		}
	}
	m.vals = make([]int64, n)
	if p.main != nil {
		m.remembered = make([]remembered, p.main.chains[ruleChain].remembered)
		m.extras = make([]extras, 1)
		m.tracer = newTracer(p.main)
	}
	if p.packing != nil {
		m.reduce = p.packing.NewScratch(p.main.layout.words)
		m.perm = make([]uint8, p.reducer.PermSize())
	}
	return m
}

// window returns registers from base on, at least n.
func (m *Machine) window(base, n int) []int64 {
	if base+n > len(m.stack) {
		m.stack = append(m.stack, make([]int64, base+n)...)
	}
	return m.stack[base:]
}

// Starts implements [model.Machine].
func (m *Machine) Starts(out *model.Successors) {
	m.mode, m.out = starting, out
	m.runStarts()
}

// runStarts runs the start states, each from a state that is all undefined.
func (m *Machine) runStarts() {
	m.src = [maxWords]uint64{}
	m.work = m.src
	m.places[ruleChain].off = nil
	m.chain(m.p.start, ruleChain, 0)
	m.noteRoom()
}

// Expand implements [model.Machine].
func (m *Machine) Expand(s []uint64, out *model.Successors) {
	m.mode, m.out = expanding, out
	m.plain = m.reduce == nil && !m.p.hasAssumes && m.moved == nil && len(s) == 1 && out.Enabled != nil && out.Taken != nil
	m.places[ruleChain].off = nil
	if out.NoFaults {
		m.places[ruleChain].off = m.p.faultBlocks
	}
	m.set(s)
	m.chain(m.p.main, ruleChain, 0)
	m.noteRoom()
}

// Moves implements [model.Mover].
func (m *Machine) Moves(s []uint64) bool {
	var out model.Successors
	out.CoverStmts = make([]bool, m.p.CoverStmts())
	moved := false
	m.moved = &moved
	m.Expand(s, &out)
	m.moved = nil
	return moved
}

// Evaluate implements [model.Machine].
func (m *Machine) Evaluate(s []uint64, ev *model.Evaluation) {
	m.mode, m.ev = evaluating, ev
	if !ev.Quiet || m.evaluated != ev { // else its values are as they were
		ev.Values = append(ev.Values[:0], m.p.verdicts...)
	}
	ev.Failures, ev.Quiet = ev.Failures[:0], true
	m.evaluated = ev
	m.set(s)
	m.settle(ev)
	m.chain(m.p.main, propertyChain, 0)
}

// settle switches the blocks off whose values do not matter, unless they can
// fail.
func (m *Machine) settle(ev *model.Evaluation) {
	if m.settled == ev && m.changes == ev.Changes() {
		return
	}
	m.settled, m.changes = ev, ev.Changes()
	off := &m.places[propertyChain].off
	*off = (*off)[:0]
	ch := &m.p.main.chains[propertyChain]
	for i := range ch.groups {
		off64 := uint64(0)
		for j, bl := range ch.blocks[64*i : min(64*i+64, len(ch.blocks))] {
			if bl.instance >= 0 && ev.Settled(bl.instance) && !m.p.main.canFail(bl.entry, bl.to) {
				off64 |= 1 << j
			}
		}
		*off = append(*off, off64)
	}
}

func (m *Machine) set(s []uint64) {
	if len(s) == 1 {
		m.src[0], m.work[0] = s[0], s[0]
		return
	}
	copy(m.src[:], s)
	copy(m.work[:], s)
}

// restore undoes an effect.
func (m *Machine) restore(b *bytecode) {
	for w := range b.layout.words { // few: faster than copy
		m.work[w&wordMask] = m.src[w&wordMask]
	}
}

func (m *Machine) noteRoom() {
	if m.needRoom {
		m.out.NeedRoom = true
		m.needRoom = false
	}
}

// fire hands out the state that an effect has made and takes the effect back.
func (m *Machine) fire(b *bytecode, rule int, instance uint32, base int) {
	switch {
	case m.mode == probing:
		m.probe(b)
	case m.mode == starting:
		m.fireStart(b, instance, base)
	case !m.needRoom:
		m.fireRule(b, rule, instance, base)
	}
	m.restore(b)
}

// probe notes which values the leaves have in a start state.
func (m *Machine) probe(b *bytecode) {
	for i := range b.layout.leaves {
		if m.seen[i] == nil {
			m.seen[i] = map[int64]bool{}
		}
		m.seen[i][b.layout.fields[i].load(&m.work)] = true
	}
}

func (m *Machine) fireRule(b *bytecode, rule int, instance uint32, base int) {
	out := m.out
	if out.Enabled != nil {
		out.Enabled[rule]++
	}
	if m.moved != nil && m.p.Tree.Rules[rule].Ann.Fault == nil && m.work != m.src {
		*m.moved = true
	}
	if m.p.hasAssumes && !m.assumed(base+b.frame) {
		if m.rejected.kind != murphi.AssumeFailedAtStart {
			m.report(instance, false, *m.rejected)
		}
		m.coverings(instance)
		return
	}
	if m.reduce != nil {
		from := m.src[:b.layout.words]
		if m.chosen {
			from = nil
		}
		m.canonicalise(from)
	}
	if out.Taken != nil {
		out.Taken[rule]++
	}
	m.hand(instance)
}

// hand appends m.work, a finished state, to the successors.
func (m *Machine) hand(instance uint32) {
	out := m.out
	for w := range m.p.main.layout.words { // few: faster than as one
		out.States = append(out.States, m.work[w&wordMask])
	}
	out.Instances = append(out.Instances, instance)
	if out.WantPerms {
		out.Perms = append(out.Perms, m.perm...)
	}
	if len(m.covered) > 0 {
		m.coverings(instance)
	}
}

// coverings says of which instance the cover statements are that held.
func (m *Machine) coverings(instance uint32) {
	for _, c := range m.covered {
		m.out.Coverings = append(m.out.Coverings, model.Covering{Instance: instance, Statement: c})
	}
	m.covered = m.covered[:0]
}

// canonicalise brings m.work into canonical form. from is a canonical state
// that it was made from, or nil.
func (m *Machine) canonicalise(from []uint64) {
	var perm []uint8
	if m.out.WantPerms {
		perm = m.perm
	}
	m.reduce.Canonicalise(m.work[:m.p.main.layout.words], from, perm)
}

// fireStart hands out a start state. Its layout may be another one.
func (m *Machine) fireStart(b *bytecode, instance uint32, base int) {
	b.layout.unpack(&m.work, m.vals)
	if !m.p.main.layout.pack(m.vals, &m.work) {
		m.needRoom = true
		return
	}
	if m.reduce != nil {
		m.canonicalise(nil)
	}
	if m.p.hasAssumes && !m.assumed(base+b.frame) {
		m.report(instance, false, *m.rejected)
	} else {
		m.hand(instance)
	}
}

// assumed evaluates the assumes on m.work.
func (m *Machine) assumed(base int) bool {
	before := m.mode
	m.mode, m.rejected = assuming, nil
	m.chain(m.p.main, assumeChain, base)
	m.mode = before
	return m.rejected == nil
}

// cover notes that a cover statement held.
func (m *Machine) cover(i int) {
	if m.mode != evaluating && m.mode != probing {
		m.out.CoverStmts[i] = true
		if m.out.WantCoverings {
			m.covered = append(m.covered, i)
		}
	}
}

// get reads what a reference means.
func (m *Machine) get(b *bytecode, ref int64) int64 {
	if n := int64(len(b.layout.leaves)); ref >= n {
		return m.stack[ref-n]
	}
	return b.layout.fields[ref].load(&m.work)
}

// put writes what a reference means.
func (m *Machine) put(b *bytecode, ref, v int64) {
	if n := int64(len(b.layout.leaves)); ref >= n {
		m.stack[ref-n] = v
		return
	}
	f := &b.layout.fields[ref]
	if f.code(v) > f.mask {
		m.needRoom = true
		return
	}
	f.store(&m.work, v)
}

// copy copies n parts. Only registers can overlap: from a function's
// parameter to its result.
func (m *Machine) copy(b *bytecode, dst, src, n int64) {
	if dst > src {
		for i := n - 1; i >= 0; i-- {
			m.put(b, dst+i, m.get(b, src+i))
		}
		return
	}
	for i := range n {
		m.put(b, dst+i, m.get(b, src+i))
	}
}

func (m *Machine) same(b *bytecode, x, y, n int64) bool {
	for i := range n {
		if m.get(b, x+i) != m.get(b, y+i) {
			return false
		}
	}
	return true
}

// enter begins a call. It reports false if there are too many in progress.
func (m *Machine) enter(b *bytecode, in *instr, pc, base, bottom int) bool {
	depth := int(in.c)
	if len(m.frames) > bottom {
		depth += m.frames[len(m.frames)-1].depth
	}
	if depth > murphi.MaxCalls {
		return false
	}
	if in.y != 0 {
		m.ticks = 0
	}
	m.frames = append(m.frames, callFrame{ret: pc, base: base, depth: depth, lives: in.x})
	return true
}

// belowAny reports whether an ordinal is below a live value of its type: in
// the state, or in a variable of the running rule and its calls.
func (m *Machine) belowAny(b *bytecode, typ int, v, lives int64, base, bottom int) bool {
	for _, n := range b.ordinals[typ] {
		if b.layout.fields[n].load(&m.work) > v {
			return true
		}
	}
	above := func(list []live, base int) bool {
		for _, l := range list {
			if l.typ == typ && m.stack[base+int(l.reg)] > v {
				return true
			}
		}
		return false
	}
	if above(b.lives[lives], base) {
		return true
	}
	for _, f := range m.frames[bottom:] {
		if above(b.lives[f.lives], f.base) {
			return true
		}
	}
	return false
}
