package checker

import (
	"math/bits"
	"sync/atomic"
)

// liveness decides, for every state and every instance of a liveness property,
// whether a state in which the predicate holds can be reached by steps that
// are no faults.
//
// One bit per visited state and instance says "it can be reached". The bits of
// the states in which the predicate holds are set first. Then sweeps go over
// the levels from the last to the first and expand every state with a bit
// still unset: it is set when a successor has it. No edges are kept. A bit is
// only ever set for a reason, so set bits are right at any time and in any
// order of work. When a sweep sets none, every state with an unset bit has
// been expanded against the final bits and has no successor with a set one:
// the set states are closed under predecessors, so the unset ones are right
// too. Steps mostly lead to later levels and the goal mostly lies near, so a
// few sweeps do; each but the last sets a bit, so they end.
type liveness struct {
	*search
	goals []livenessGoal
	bits  []uint32 // bit i*len(goals)+g: state number i, goal g
	done  [][]uint64
	open  atomic.Int64 // states with an unset bit
}

// livenessGoal is one instance of a liveness property.
type livenessGoal struct {
	row   int // in the ledger
	value int // in an Evaluation
}

// decideLiveness returns nil when there is nothing to decide, or when the
// search was not complete.
func (s *search) decideLiveness() (*liveness, error) {
	l := &liveness{search: s}
	for row, c := range s.ledger.claims {
		for i := range c.instances {
			if c.kind == kindLiveness {
				l.goals = append(l.goals, livenessGoal{row, c.first + i})
			}
		}
	}
	if len(l.goals) == 0 || !s.complete {
		return nil, nil
	}
	l.bits = make([]uint32, (s.visited.slots()*int64(len(l.goals))+31)/32)
	for _, level := range s.levels {
		l.done = append(l.done, make([]uint64, chunks(len(level), s.words)))
	}
	if err := l.backwards(l.evaluate); err != nil {
		return nil, err
	}
	for before := int64(-1); l.open.Load() != before && s.limit == nil; {
		before = l.open.Load()
		if err := l.backwards(l.sweep); err != nil {
			return nil, err
		}
	}
	if s.limit != nil {
		return nil, nil
	}
	return l, l.note()
}

// backwards runs f on every chunk of every level, the last level first.
func (l *liveness) backwards(f func(w *worker, level, chunk int)) error {
	for d := len(l.levels) - 1; d >= 0; d-- {
		err := l.parallel(len(l.done[d]), l.stopped, func(w *worker, chunk int) { f(w, d, chunk) })
		if err != nil {
			return err
		}
		if l.stopped() {
			l.limit = &Limit{Kind: contextLimit(l.ctx), Depth: len(l.levels) - 1}
			return nil
		}
		if l.opt.Progress != nil {
			l.opt.Progress(Progress{
				Phase: PhaseLiveness, Level: d, States: l.visited.len(), Transitions: l.transitions,
				Memory: l.memory() + 4*int64(len(l.bits)), Undecided: l.open.Load(),
			})
		}
	}
	return nil
}

// evaluate sets the bits of the states in which the predicates hold.
func (l *liveness) evaluate(w *worker, level, chunk int) {
	n := 0
	for st := range states(l.levels[level], l.words, chunk) {
		i, _ := l.visited.index(st)
		w.evaluate(st)
		all := true
		for g, goal := range l.goals {
			if w.ev.Values[goal.value] {
				l.set(i, g)
			} else {
				all = false
			}
		}
		l.mark(level, chunk, n, all)
		if !all {
			l.open.Add(1)
		}
		n++
	}
}

// sweep expands the states of a chunk that have unset bits. A chunk is one
// word of done, so that no other worker writes there.
func (l *liveness) sweep(w *worker, level, chunk int) {
	n := 0
	for st := range states(l.levels[level], l.words, chunk) {
		if l.done[level][chunk]>>n&1 == 0 && l.resolve(w, st) {
			l.mark(level, chunk, n, true)
			l.open.Add(-1)
		}
		n++
	}
}

// resolve sets the bits of st that its successors have, and reports whether
// all are set now.
func (l *liveness) resolve(w *worker, st []uint64) bool {
	i, _ := l.visited.index(st)
	w.successors(st, &w.spare)
	for k, id := range w.spare.Instances {
		if l.faults[w.rules.of(id)] {
			continue
		}
		j, _ := l.visited.index(w.spare.States[k*l.words : (k+1)*l.words])
		for g := range l.goals {
			if l.get(j, g) {
				l.set(i, g)
			}
		}
	}
	for g := range l.goals {
		if !l.get(i, g) {
			return false
		}
	}
	return true
}

func (l *liveness) mark(level, chunk, n int, all bool) {
	if all {
		l.done[level][chunk] |= 1 << n
	}
}

func (l *liveness) get(i int64, goal int) bool {
	b := uint64(i)*uint64(len(l.goals)) + uint64(goal)
	return atomic.LoadUint32(&l.bits[b/32])>>(b%32)&1 != 0
}

func (l *liveness) set(i int64, goal int) {
	b := uint64(i)*uint64(len(l.goals)) + uint64(goal)
	if word, bit := &l.bits[b/32], uint32(1)<<(b%32); atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

// note enters the claims that are violated, at the least depth of a state from
// which their predicate cannot be reached.
func (l *liveness) note() error {
	for d, level := range l.levels {
		for chunk, done := range l.done[d] {
			if bits.OnesCount64(done) == chunkStates {
				continue
			}
			for st := range states(level, l.words, chunk) {
				i, _ := l.visited.index(st)
				for g, goal := range l.goals {
					if !l.get(i, g) {
						l.found.violate(goal.row, d)
					}
				}
			}
		}
	}
	return nil
}

// stuck reports whether the predicate of a claim cannot be reached from st.
func (l *liveness) stuck(row int, st []uint64) bool {
	i, _ := l.visited.index(st)
	for g, goal := range l.goals {
		if goal.row == row && !l.get(i, g) {
			return true
		}
	}
	return false
}
