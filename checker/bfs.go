package checker

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"time"

	"lockcheck/model"
)

// search is one search through the states of a system.
//
// Level d of the space holds the states first found after d steps, in no
// particular order: with several workers it may differ from run to run. So
// everything that leaves a search is a set, a sum or a minimum.
type search struct {
	teller
	ctx     context.Context
	words   int
	faults  []bool // by rule
	workers []*worker

	space space
	tally
	counted int64  // states, where a limit on memory ended the search; else 0
	base    *tally // of a search that was taken up; nil: none

	restarts  int // with a roomier layout
	committed time.Time
	complete  bool // every state was visited and expanded
	limit     *Limit
}

// states is how many distinct states the result counts.
func (s *search) states() int64 {
	if s.counted > 0 {
		return s.counted
	}
	return s.space.states()
}

// tally is what the workers' counts add up to.
type tally struct {
	found          findings
	transitions    int64
	enabled, taken []uint64 // by rule
	topBit         bool
}

// errNeedRoom asks for a search with a roomier system.
var errNeedRoom = errors.New("the layout has too little room for ordinals")

func newSearch(ctx context.Context, sys model.System, opt *Options) *search {
	s := &search{
		teller: newTeller(sys, opt),
		ctx:    ctx,
		words:  sys.Words(),
	}
	for _, r := range sys.Rules() {
		s.faults = append(s.faults, r.Fault)
	}
	for range opt.workers() {
		s.workers = append(s.workers, newWorker(s, len(s.workers)))
	}
	s.space = newSpace(s.words, s.crew(), opt.store(s.words))
	s.add()
	return s
}

// crew is the workers as the space sees them.
func (s *search) crew() crew {
	return crew{len(s.workers), func(n int, f func(worker, task int) error) error {
		return s.parallel(n, nil, func(w *worker, task int) error { return f(w.id, task) })
	}}
}

// run is the search of the package comment, from a level on that is complete;
// -1 is from the start.
func (s *search) run(from int) error {
	if from < 0 {
		from = 0
		if err := s.start(); err != nil {
			return err
		}
	}
	for depth := from; ; depth++ {
		if depth > from {
			if err := s.commit(depth, false); err != nil {
				return s.gaveUp(depth, s.space.states(), s.tally, err)
			}
		}
		if s.space.size(depth) == 0 {
			s.complete = true
			err := s.commit(depth, true)
			s.space.cut(depth)
			return err
		}
		if s.settled() {
			return s.commit(depth, true)
		}
		if limit := s.passed(depth); limit != nil {
			if beyond, err := s.look(depth); err != nil || beyond {
				s.limit = limit
				if err == nil {
					err = s.commit(depth, true)
				}
				return err
			}
		}
		if err := s.expand(depth); err != nil || s.limit != nil {
			return err
		}
	}
}

// start makes level 0 of the start states.
func (s *search) start() error {
	s.space.begin()
	err := s.parallel(1, nil, func(w *worker, _ int) error {
		var out model.Successors
		out.CoverStmts = make([]bool, s.sys.CoverStmts())
		w.machine.Starts(&out)
		for i := range out.Failures {
			w.found.violate(s.ledger.failure(&out.Failures[i].Failure), 0)
		}
		for i, held := range out.CoverStmts {
			if held {
				w.found.reach(s.ledger.coverStmts+i, 0)
			}
		}
		w.succ.NeedRoom = out.NeedRoom
		return s.space.send(w.id, out.States)
	})
	if err != nil {
		return err
	}
	return s.settle(0, true)
}

// expand finds level depth+1, in rounds: the workers send the successors of a
// stretch of the level to the space, then those that are new are settled.
func (s *search) expand(depth int) error {
	fresh, before := s.space.states(), s.tally
	s.space.begin()
	for done, last := 0, false; !last; {
		from, to := done, min(done+s.space.round(), s.space.chunks(depth))
		err := s.parallel(to-from, s.stopped, func(w *worker, task int) error {
			return w.expandChunk(depth, from+task)
		})
		s.limit = s.interrupted(depth)
		last = to == s.space.chunks(depth) || s.limit != nil
		if err == nil {
			err = s.settle(depth+1, last)
		}
		if err == nil {
			done, err = s.grow(depth, to)
		}
		if err != nil {
			return s.gaveUp(depth, fresh, before, err)
		}
		s.progress(depth, s.left(depth, done), s.space.states()-fresh, s.transitions-before.transitions)
		if s.overfull() {
			// Which part of the next level was found depends on the order of
			// this one; that it does not fit does not.
			s.limit = &Limit{Kind: LimitMemory, Value: strconv.FormatInt(s.opt.Memory, 10), Depth: depth - 1}
			s.forget(depth, fresh, before)
			return nil
		}
	}
	if s.limit == nil {
		s.limit = s.interrupted(depth)
	}
	if s.limit != nil && s.space.size(depth+1) == 0 {
		s.space.cut(depth + 1)
	}
	return nil
}

// grow goes on with the space that suits the number of states, when done
// chunks of a level have been expanded.
func (s *search) grow(depth, done int) (int, error) {
	space, done, err := s.space.grown(depth, done)
	if err == nil {
		s.space = space
	}
	return done, err
}

// left is about how many states of a level are not expanded, when done of its
// chunks are.
func (s *search) left(depth, done int) int64 {
	all := s.space.chunks(depth)
	return s.space.size(depth) * int64(all-done) / int64(max(all, 1))
}

// forget makes it as if the expansion of a level had not begun.
func (s *search) forget(depth int, fresh int64, before tally) {
	s.tally, s.counted = before, fresh
	s.space.cut(depth + 1)
}

// gaveUp turns the error of an expansion into a limit, where it is one.
func (s *search) gaveUp(depth int, fresh int64, before tally, err error) error {
	if !errors.Is(err, ErrFull) {
		return err
	}
	s.limit = &Limit{Kind: LimitDisk, Depth: depth - 1}
	s.forget(depth, fresh, before)
	return nil
}

// settle has the space find out which of the states that were sent are new;
// the properties are evaluated on those.
func (s *search) settle(depth int, last bool) error {
	err := s.space.settle(last, func(worker int, states []uint64) {
		s.workers[worker].evaluateNew(states, depth)
	})
	if err != nil {
		return err
	}
	return s.gather(depth)
}

// look notes which states of a level that will not be expanded are wrong in
// themselves (a failing guard, a deadlock), so that what is said about that
// depth is true. It reports whether there is anything beyond.
func (s *search) look(depth int) (bool, error) {
	failing := make([]bool, len(s.workers))
	err := s.parallel(s.space.chunks(depth), nil, func(w *worker, chunk int) error {
		level, err := s.space.read(w.id, depth, chunk)
		if err != nil {
			return err
		}
		for st := range slices.Chunk(level, s.words) {
			if w.look(st, depth) {
				failing[w.id] = true
			}
			if err := s.space.send(w.id, w.spare.States); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	beyond, err := s.space.beyond()
	if err != nil {
		return false, err
	}
	return beyond || slices.Contains(failing, true), s.gather(depth)
}

// gather adds up the findings and counts of the workers; cover statements that
// held did so in steps to the given level.
func (s *search) gather(depth int) error {
	for _, w := range s.workers {
		if w.succ.NeedRoom || w.spare.NeedRoom {
			return errNeedRoom
		}
		for i, held := range w.succ.CoverStmts {
			if held {
				w.found.reach(s.ledger.coverStmts+i, depth)
			}
		}
	}
	s.add()
	return nil
}

func (s *search) emptyTally() tally {
	rules := len(s.faults)
	return tally{found: newFindings(s.ledger), enabled: make([]uint64, rules), taken: make([]uint64, rules)}
}

// resume takes up the search of a manifest.
func (s *search) resume(m *manifest) error {
	if m.Words != s.words {
		return &FileError{manifestName, "does not fit the model"}
	}
	base := s.emptyTally()
	if err := m.Tally.restore(&base); err != nil {
		return err
	}
	for _, n := range base.enabled {
		base.transitions += int64(n)
	}
	t, ok := s.space.(resumable)
	if !ok {
		return &FileError{manifestName, "cannot be taken up"}
	}
	space, err := t.resume(m)
	if err != nil {
		return err
	}
	s.space, s.base = space, &base
	s.add()
	return nil
}

// add sums the workers' counts from scratch.
func (s *search) add() {
	rules := len(s.faults)
	t := s.emptyTally()
	if b := s.base; b != nil {
		t.found.add(&b.found)
		copy(t.enabled, b.enabled)
		copy(t.taken, b.taken)
		t.topBit, t.transitions = b.topBit, b.transitions
	}
	for _, w := range s.workers {
		t.found.add(&w.found)
		t.topBit = t.topBit || w.succ.TopBit
		for i := range rules {
			t.enabled[i] += w.succ.Enabled[i]
			t.taken[i] += w.succ.Taken[i]
			t.transitions += int64(w.succ.Enabled[i])
		}
	}
	s.tally = t
}

// settled reports whether nothing is left to find out: everything is violated,
// the model itself is wrong, or the first violation was all that was asked.
func (s *search) settled() bool {
	return s.opt.First && s.found.any() || s.found.violated[s.ledger.spec] != never ||
		s.ledger.decided(&s.found)
}

func (s *search) progress(level int, frontier, fresh, transitions int64) {
	if s.opt.Progress == nil {
		return
	}
	p := Progress{
		Phase:       PhaseSearch,
		Level:       level,
		States:      s.space.states(),
		Transitions: s.transitions,
		Frontier:    frontier,
		Memory:      s.space.held(),
		Stored:      s.space.stored(),
	}
	if transitions > 0 {
		p.NewRatio = float64(fresh) / float64(transitions)
	}
	s.opt.Progress(p)
}
