package checker

import (
	"slices"
	"sync/atomic"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// liveness decides, for every state and every instance of a liveness property,
// whether a state in which the predicate holds can be reached by steps that
// are no faults.
//
// One bit per visited state and instance says "it can be reached". The bits of
// the states in which the predicate holds are set first. Then sweeps go over
// the levels, from the last to the first and back, and expand every state with
// a bit still unset: it is set when a successor has it. No edges are kept. A
// bit is only ever set for a reason, so set bits are right at any time and in
// any order of work. When a sweep sets none, every state with an unset bit has
// been expanded against the final bits and has no successor with a set one:
// the set states are closed under predecessors, so the unset ones are right
// too. Steps mostly lead to later levels and the goal mostly lies near, so a
// few sweeps do; each but the last sets a bit, so they end.
type liveness struct {
	*search
	goals []livenessGoal
	bits  []uint32     // bit i*len(goals)+g: state number i, goal g
	done  [][][]uint64 // by level and chunk: bit n is set when all of state n are; nil when all are of all
	open  atomic.Int64 // states with an unset bit
	moved atomic.Bool  // a bit was set in this sweep
	hands []livenessHand
}

// livenessHand is what a worker has for itself.
type livenessHand struct {
	numbers []int64 // of the states of a chunk
	succ    model.Successors
	ev      model.Evaluation // of the goals
	open    []openState      // of the chunks at hand
	ends    []uint64         // where their steps lead that are no faults
	left    []int32          // those in open that are still to be looked at
	wanted  []uint64         // where one step of each leads, and
	to      []int64          // the numbers of these states
}

// openState is a state with an unset bit.
type openState struct {
	number   int64
	chunk, n int32 // where it is in the level
	step     int32 // the step to be looked at next, as a state in ends
	end      int32 // behind its last
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
	if err := s.space.unite(); err != nil {
		return nil, err
	}
	l.bits = make([]uint32, (s.space.slots()*int64(len(l.goals))+31)/32)
	l.hands = make([]livenessHand, len(s.workers))
	for i := range l.hands {
		h := &l.hands[i]
		h.succ = model.Successors{NoFaults: true, CoverStmts: make([]bool, s.sys.CoverStmts())}
		l.settleOthers(&h.ev)
	}
	for d := range s.space.levels() {
		l.done = append(l.done, make([][]uint64, s.space.chunks(d)))
	}
	if err := l.sweep(true, 1, l.evaluate); err != nil {
		return nil, err
	}
	// Not until fewer states are open: one may have got a bit and lack another.
	for backwards := true; l.moved.Swap(false) && s.limit == nil; backwards = !backwards {
		if err := l.sweep(backwards, resolvedTogether, l.resolve); err != nil {
			return nil, err
		}
	}
	if s.limit != nil {
		return nil, nil
	}
	return l, l.note()
}

// resolvedTogether is how many chunks are resolved together at most: of the
// blocks that their successors are looked up in, many are the same.
const resolvedTogether = 16

// endsTogether is how many words of successors are enough for that: a bound on
// memory.
const endsTogether = 1 << 20

// settleOthers notes in ev that nothing but the goals matters.
func (l *liveness) settleOthers(ev *model.Evaluation) {
	n := 0
	for _, p := range l.sys.Properties() {
		for range p.Instances {
			if p.Kind != murphi.Liveness {
				ev.Settle(n)
			}
			n++
		}
	}
}

// sweep runs f on all chunks of every level, a few of them at a time.
func (l *liveness) sweep(backwards bool, few int, f func(w *worker, level, from, to int) error) error {
	last := l.space.levels() - 1
	for i := range last + 1 {
		d := i
		if backwards {
			d = last - i
		}
		chunks := len(l.done[d])
		step := max(1, min(few, chunks/(4*len(l.workers))))
		err := l.parallel((chunks+step-1)/step, l.stopped, func(w *worker, task int) error {
			return f(w, d, task*step, min((task+1)*step, chunks))
		})
		if err != nil {
			return err
		}
		if l.stopped() {
			l.limit = &Limit{Kind: contextLimit(l.ctx), Depth: last}
			return nil
		}
		if l.opt.Progress != nil {
			l.opt.Progress(Progress{
				Phase: PhaseLiveness, Level: d, States: l.space.states(), Transitions: l.transitions,
				Memory: l.space.held() + 4*int64(len(l.bits)), Undecided: l.open.Load(),
			})
		}
	}
	return nil
}

// number returns the states of a chunk and their numbers.
func (l *liveness) number(w *worker, level, chunk int) ([]uint64, []int64, error) {
	all, err := l.space.read(w.id, level, chunk)
	if err != nil {
		return nil, nil, err
	}
	h := &l.hands[w.id]
	n := len(all) / l.words
	h.numbers = slices.Grow(h.numbers[:0], n)[:n]
	return all, h.numbers, l.space.locate(w.id, all, h.numbers)
}

// evaluate sets the bits of the states in which the predicates hold.
func (l *liveness) evaluate(w *worker, level, chunk, _ int) error {
	all, numbers, err := l.number(w, level, chunk)
	if err != nil {
		return err
	}
	ev := &l.hands[w.id].ev
	done, open := make([]uint64, (len(numbers)+63)/64), int64(0)
	for n, i := range numbers {
		w.evaluateInto(ev, all[n*l.words:(n+1)*l.words])
		for g, goal := range l.goals {
			if ev.Values[goal.value] {
				l.set(i, g)
			}
		}
		if l.allSet(i) {
			done[n/64] |= 1 << (n % 64)
		} else {
			open++
		}
	}
	if open > 0 {
		l.done[level][chunk] = done
		l.open.Add(open)
	}
	return nil
}

// resolve expands the states of some chunks that have unset bits, and sets those
// that their successors have. One step of each is looked at, then another of
// those that still have unset bits: mostly the first will do.
func (l *liveness) resolve(w *worker, level, from, to int) error {
	h := &l.hands[w.id]
	for chunk := from; chunk < to; chunk++ {
		if err := l.expandOpen(w, level, chunk); err != nil {
			return err
		}
		if chunk+1 < to && len(h.ends) < endsTogether {
			continue
		}
		for i := range h.open {
			h.left = append(h.left, int32(i))
		}
		for len(h.left) > 0 {
			if err := l.follow(w); err != nil {
				return err
			}
		}
		l.close(h, level)
		h.open, h.ends, h.left = h.open[:0], h.ends[:0], h.left[:0]
	}
	return nil
}

// expandOpen adds the states of a chunk with unset bits, and their steps.
func (l *liveness) expandOpen(w *worker, level, chunk int) error {
	done := l.done[level][chunk]
	if done == nil {
		return nil
	}
	all, numbers, err := l.number(w, level, chunk)
	if err != nil {
		return err
	}
	h := &l.hands[w.id]
	for n, number := range numbers {
		if done[n/64]>>(n%64)&1 != 0 {
			continue
		}
		w.successors(all[n*l.words:(n+1)*l.words], &h.succ)
		s := openState{number: number, chunk: int32(chunk), n: int32(n), step: int32(len(h.ends) / l.words)}
		for k, id := range h.succ.Instances {
			if !l.faults[w.rules.of(id)] {
				h.ends = append(h.ends, h.succ.States[k*l.words:(k+1)*l.words]...)
			}
		}
		s.end = int32(len(h.ends) / l.words)
		h.open = append(h.open, s)
	}
	return nil
}

// follow looks at one step of each state that is left, and leaves those that have
// unset bits and another step.
func (l *liveness) follow(w *worker) error {
	h := &l.hands[w.id]
	h.wanted = h.wanted[:0]
	n := 0
	for _, i := range h.left {
		if s := &h.open[i]; s.step < s.end && !l.allSet(s.number) {
			h.wanted = append(h.wanted, h.ends[int(s.step)*l.words:][:l.words]...)
			h.left[n] = i
			n++
		}
	}
	h.left = h.left[:n]
	h.to = slices.Grow(h.to[:0], n)[:n]
	if err := l.space.locate(w.id, h.wanted, h.to); err != nil {
		return err
	}
	for j, i := range h.left {
		s := &h.open[i]
		s.step++
		for g := range l.goals {
			if l.get(h.to[j], g) {
				l.set(s.number, g)
			}
		}
	}
	return nil
}

// close notes which states have all their bits now, and which chunks.
func (l *liveness) close(h *livenessHand, level int) {
	for i := 0; i < len(h.open); {
		chunk, open := h.open[i].chunk, false
		done := l.done[level][chunk]
		for ; i < len(h.open) && h.open[i].chunk == chunk; i++ {
			if s := &h.open[i]; l.allSet(s.number) {
				done[s.n/64] |= 1 << (s.n % 64)
				l.open.Add(-1)
			} else {
				open = true
			}
		}
		if !open {
			l.done[level][chunk] = nil
		}
	}
}

// allSet reports whether all bits of a state are set.
func (l *liveness) allSet(i int64) bool {
	for g := range l.goals {
		if !l.get(i, g) {
			return false
		}
	}
	return true
}

func (l *liveness) get(i int64, goal int) bool {
	b := uint64(i)*uint64(len(l.goals)) + uint64(goal)
	return atomic.LoadUint32(&l.bits[b/32])>>(b%32)&1 != 0
}

func (l *liveness) set(i int64, goal int) {
	b := uint64(i)*uint64(len(l.goals)) + uint64(goal)
	if word, bit := &l.bits[b/32], uint32(1)<<(b%32); atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
		if !l.moved.Load() {
			l.moved.Store(true)
		}
	}
}

// note enters the claims that are violated, at the least depth of a state from
// which their predicate cannot be reached.
func (l *liveness) note() error {
	w := l.workers[0]
	for d := range l.done {
		for chunk, done := range l.done[d] {
			if done == nil {
				continue
			}
			_, numbers, err := l.number(w, d, chunk)
			if err != nil {
				return err
			}
			for _, i := range numbers {
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

// stuck reports from which of the given states the predicate of a claim cannot
// be reached.
func (l *liveness) stuck(w *worker, row int, states []uint64) ([]bool, error) {
	numbers := make([]int64, len(states)/l.words)
	if err := l.space.locate(w.id, states, numbers); err != nil {
		return nil, err
	}
	stuck := make([]bool, len(numbers))
	for n, i := range numbers {
		for g, goal := range l.goals {
			stuck[n] = stuck[n] || goal.row == row && !l.get(i, g)
		}
	}
	return stuck, nil
}
