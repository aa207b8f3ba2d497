package vm

import (
	"slices"
	"sort"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// failure makes the failure that a trap describes. What takes too long or
// nests too deep fails nowhere in particular.
func (t trap) failure() murphi.Failure {
	f := murphi.Failure{Kind: t.kind, Assert: t.assert}
	if t.at != nil && t.kind != murphi.TooLong && t.kind != murphi.TooDeep {
		f.At = t.at.Place()
	}
	return f
}

// fail deals with the failure of the instruction at pc and returns where to
// go on, or -1 to stop. kind, unless 0, replaces the trap's kind.
func (m *Machine) fail(b *bytecode, pc, bottom int, kind murphi.FailureKind) int {
	t := b.trapOf(pc)
	if kind != 0 {
		t.kind = kind
	}
	switch m.mode {
	case evaluating:
		m.ev.Failures, m.ev.Quiet = append(m.ev.Failures, t.failure()), false
		m.restore(b)
		return b.stretchAt(m.outermost(pc, bottom)).next
	case assuming:
		m.reject(t)
		return -1
	}
	outer := m.outermost(pc, bottom)
	st := b.stretchAt(outer)
	if m.mode != probing && !st.quiet {
		if outer >= st.body {
			m.countEnabled(st)
		}
		m.report(st.first+uint32(m.stack[st.counter]), outer < st.body, t)
	}
	m.restore(b)
	return st.next
}

// drop deals with an assume statement at pc that is false: a guard is false
// then, an effect is undone, a start state is an error of the model.
func (m *Machine) drop(b *bytecode, pc, bottom int) int {
	if m.mode == starting {
		return m.fail(b, pc, bottom, 0)
	}
	outer := m.outermost(pc, bottom)
	st := b.stretchAt(outer)
	if outer >= st.body && !st.quiet && m.mode == expanding {
		m.countEnabled(st)
		m.coverings(st.first + uint32(m.stack[st.counter]))
	}
	m.restore(b)
	m.covered = m.covered[:0]
	return st.next
}

// reject notes that an assume is broken or could not be evaluated.
func (m *Machine) reject(t trap) { m.rejected = &t }

// outermost returns where in a rule's own code the machine is.
func (m *Machine) outermost(pc, bottom int) int {
	if len(m.frames) > bottom {
		return m.frames[bottom].ret - 1
	}
	return pc
}

func (m *Machine) countEnabled(st *stretch) {
	if m.mode == expanding && m.out.Enabled != nil {
		m.out.Enabled[st.table.index]++
	}
}

// report appends a failure to the successors.
func (m *Machine) report(instance uint32, inGuard bool, t trap) {
	m.out.Failures = append(m.out.Failures, model.InstanceFailure{
		Instance: instance, InGuard: inGuard, Failure: t.failure(),
	})
	m.coverings(instance)
}

// stretchAt returns the stretch of rule code in which pc lies.
func (b *bytecode) stretchAt(pc int) *stretch {
	i := sort.Search(len(b.stretches), func(i int) bool { return b.stretches[i].to > pc })
	return &b.stretches[i]
}

// canFail reports whether instructions [from, to) include one that may fail.
func (b *bytecode) canFail(from, to int) bool {
	i, _ := b.trapAt(from)
	return i < len(b.traps) && b.traps[i].pc < to
}

// trapOf returns the trap of the instruction at pc.
func (b *bytecode) trapOf(pc int) trap {
	if i, found := b.trapAt(pc); found {
		return b.traps[i]
	}
	return trap{assert: -1}
}

// trapAt returns the number of the trap of the instruction at pc, or of the next
// one behind it.
func (b *bytecode) trapAt(pc int) (i int, found bool) {
	return slices.BinarySearchFunc(b.traps, pc, func(t trap, pc int) int { return t.pc - pc })
}
