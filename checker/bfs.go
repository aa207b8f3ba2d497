package checker

import (
	"context"
	"errors"

	"lockcheck/model"
)

// search is one search through the states of a system.
//
// levels[d] holds the states first found after d steps, packed one after the
// other, in no particular order: with several workers it differs from run to
// run. So everything that leaves a search is a set, a sum or a minimum.
type search struct {
	ctx     context.Context
	sys     model.System
	opt     *Options
	name    string // of the model, for reports
	ledger  *ledger
	words   int
	faults  []bool // by rule
	workers []*worker

	visited store
	levels  [][]uint64
	merged  []mergeResult // by part: of the round
	tally
	counted  int64 // states, where a limit on memory ended the search; else 0
	complete bool  // every state was visited and expanded
	limit    *Limit
}

// states is how many distinct states the result counts.
func (s *search) states() int64 {
	if s.counted > 0 {
		return s.counted
	}
	return s.visited.len()
}

// tally is what the workers' counts add up to.
type tally struct {
	found          findings
	transitions    int64
	enabled, taken []uint64 // by rule
	topBit         bool
}

const (
	// chunkStates is what a worker claims at a time, and roundChunks how many
	// chunks lie between two visits to the store: buffers stay small, and
	// limits are looked at in time.
	chunkStates = 64
	roundChunks = 256
)

// errNeedRoom asks for a search with a roomier system.
var errNeedRoom = errors.New("the layout has too little room for ordinals")

func newSearch(ctx context.Context, sys model.System, opt *Options) *search {
	s := &search{
		ctx:     ctx,
		sys:     sys,
		opt:     opt,
		name:    modelName(opt.Tree),
		ledger:  newLedger(sys, opt),
		words:   sys.Words(),
		visited: newStore(sys.Words()),
	}
	for _, r := range sys.Rules() {
		s.faults = append(s.faults, r.Fault)
	}
	s.merged = make([]mergeResult, s.visited.parts())
	for range opt.workers() {
		s.workers = append(s.workers, newWorker(s, len(s.workers)))
	}
	s.add()
	return s
}

// run is the search of the package comment.
func (s *search) run() error {
	if err := s.start(); err != nil {
		return err
	}
	for depth := 0; ; depth++ {
		if len(s.levels[depth]) == 0 {
			s.levels = s.levels[:depth]
			s.complete = true
			return nil
		}
		if s.settled() {
			return nil
		}
		if limit := s.passed(depth); limit != nil {
			if beyond, err := s.look(depth); err != nil || beyond {
				s.limit = limit
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
	s.levels = append(s.levels, nil)
	err := s.parallel(1, nil, func(w *worker, _ int) {
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
		w.send(out.States)
	})
	if err != nil {
		return err
	}
	return s.merge(0)
}

// expand finds level depth+1, in rounds: the workers send the successors of a
// stretch of the level to the parts of the store, then the parts are merged.
func (s *search) expand(depth int) error {
	level := s.levels[depth]
	s.levels = append(s.levels, nil)
	fresh, before := s.visited.len(), s.tally
	round := roundChunks * chunkStates * s.words
	for from := 0; from < len(level); from += round {
		part := level[from:min(from+round, len(level))]
		err := s.parallel(chunks(len(part), s.words), s.stopped, func(w *worker, task int) {
			for st := range states(part, s.words, task) {
				w.expand(st, depth)
			}
		})
		if err == nil {
			err = s.merge(depth + 1)
		}
		if err != nil {
			return err
		}
		left := (len(level) - from - len(part)) / s.words
		s.progress(depth, left, s.visited.len()-fresh, s.transitions-before.transitions)
		if s.limit = s.exhausted(depth); s.limit != nil {
			break
		}
	}
	if s.limit != nil && s.limit.Kind == LimitMemory {
		// Which part of the next level was found depends on the order of this
		// one; that it does not fit does not. So it is as if it had not begun.
		s.tally, s.levels, s.counted = before, s.levels[:depth+1], fresh
		return nil
	}
	if len(s.levels[depth+1]) == 0 && s.limit != nil {
		s.levels = s.levels[:depth+1]
	}
	return nil
}

// merge gives the store what the workers have sent, and appends the states
// that are new to the given level, the last one.
func (s *search) merge(depth int) error {
	err := s.parallel(len(s.merged), nil, func(w *worker, part int) {
		w.merge(part, depth, &s.merged[part])
	})
	if err != nil {
		return err
	}
	for _, w := range s.workers {
		for part := range w.out {
			w.out[part] = w.out[part][:0]
		}
	}
	for i := range s.merged {
		s.levels[depth] = append(s.levels[depth], s.merged[i].fresh...)
	}
	return s.gather(depth)
}

// look notes which states of a level that will not be expanded are wrong in
// themselves (a failing guard, a deadlock), so that what is said about that
// depth is true. It reports whether there is anything beyond.
func (s *search) look(depth int) (bool, error) {
	level := s.levels[depth]
	beyond := make([]bool, len(s.workers))
	err := s.parallel(chunks(len(level), s.words), nil, func(w *worker, task int) {
		for st := range states(level, s.words, task) {
			if w.look(st, depth) {
				beyond[w.id] = true
			}
		}
	})
	if err != nil {
		return false, err
	}
	return anyTrue(beyond), s.gather(depth)
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

// add sums the workers' counts from scratch.
func (s *search) add() {
	rules := len(s.faults)
	t := tally{found: newFindings(s.ledger), enabled: make([]uint64, rules), taken: make([]uint64, rules)}
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

func (s *search) progress(level, frontier int, fresh, transitions int64) {
	if s.opt.Progress == nil {
		return
	}
	p := Progress{
		Phase:       PhaseSearch,
		Level:       level,
		States:      s.visited.len(),
		Transitions: s.transitions,
		Frontier:    int64(frontier),
		Memory:      s.memory(),
	}
	if transitions > 0 {
		p.NewRatio = float64(fresh) / float64(transitions)
	}
	s.opt.Progress(p)
}
