package checker

import (
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"

	"lockcheck/model"
)

// worker is one goroutine's share of a search: a machine, and buffers and
// findings of its own, so that workers meet only in the store.
type worker struct {
	*search
	id      int
	machine model.Machine
	succ    model.Successors // counts coverage
	spare   model.Successors // for looks that count nothing
	ev      model.Evaluation
	fresh   model.Evaluation // of states that are new: what is decided is settled
	found   findings
	failed  int64 // effects that failed
	rules   ruleIndex

	state []uint64 // at work, for the report of a panic
	taken int      // steps in succ that are of states before it
	task  uint8    // what is done with it
}

// Tasks of a worker, for the report of a panic.
const (
	expanding uint8 = iota + 1
	evaluating
)

func newWorker(s *search, id int) *worker {
	rules := len(s.sys.Rules())
	return &worker{
		search:  s,
		id:      id,
		machine: s.sys.NewMachine(),
		succ: model.Successors{
			Enabled:    make([]uint64, rules),
			Taken:      make([]uint64, rules),
			CoverStmts: make([]bool, s.sys.CoverStmts()),
		},
		spare: model.Successors{
			Enabled:    make([]uint64, rules),
			Taken:      make([]uint64, rules),
			CoverStmts: make([]bool, s.sys.CoverStmts()),
		},
		found: newFindings(s.ledger),
		rules: ruleIndex{sys: s.sys},
	}
}

// sentTogether is how many successors, or some more, are sent to the space at
// once.
const sentTogether = 256

// expandChunk expands the states of a chunk of a level.
func (w *worker) expandChunk(level, chunk int) error {
	all, err := w.space.read(w.id, level, chunk)
	if err != nil {
		return err
	}
	out := &w.succ
	out.Reset()
	w.task = expanding
	for ; len(all) > 0; all = all[w.words:] {
		st := all[:w.words]
		w.state, w.taken = st, len(out.Instances)
		w.machine.Expand(st, out)
		if out.NeedRoom {
			return nil
		}
		if w.opt.Deadlock != DeadlockOff {
			if w.deadlocked(st, out) {
				w.found.violate(w.ledger.deadlock, level)
			}
		} else if len(out.Instances) < sentTogether && len(all) > w.words {
			continue
		}
		w.noteFailures(out, level)
		if err := w.space.send(w.id, out.States); err != nil {
			return err
		}
		out.Reset()
	}
	return nil
}

// look notes what is wrong with st itself, and reports whether a step from it
// fails. Its successors are in w.spare.
func (w *worker) look(st []uint64, depth int) (failing bool) {
	out := &w.spare
	w.successors(st, out)
	for i := range out.Failures {
		if f := &out.Failures[i]; f.InGuard {
			w.found.violate(w.ledger.failure(&f.Failure), depth)
		} else {
			failing = true
		}
	}
	if w.opt.Deadlock != DeadlockOff && w.deadlocked(st, out) {
		w.found.violate(w.ledger.deadlock, depth)
	}
	return failing
}

// successors expands st into out.
func (w *worker) successors(st []uint64, out *model.Successors) {
	w.state, w.task = st, expanding
	out.Reset()
	w.machine.Expand(st, out)
}

func (w *worker) noteFailures(out *model.Successors, depth int) {
	for i := range out.Failures {
		f := &out.Failures[i]
		at := depth + 1
		if f.InGuard {
			at = depth
		} else {
			w.failed++
		}
		w.found.violate(w.ledger.failure(&f.Failure), at)
	}
}

// evaluateNew evaluates the properties on states that are new.
func (w *worker) evaluateNew(states []uint64, depth int) {
	w.ledger.settle(&w.fresh, depth, &w.found)
	for ; len(states) > 0; states = states[w.words:] {
		if w.evaluateInto(&w.fresh, states[:w.words]); !w.fresh.Quiet {
			w.ledger.evaluated(&w.fresh, depth, &w.found)
		}
	}
}

// evaluate fills w.ev.
func (w *worker) evaluate(st []uint64) { w.evaluateInto(&w.ev, st) }

func (w *worker) evaluateInto(ev *model.Evaluation, st []uint64) {
	w.state, w.task = st, evaluating
	ev.Failures = ev.Failures[:0]
	w.machine.Evaluate(st, ev)
}

// deadlocked reports whether st is a deadlock; out is its expansion.
func (w *worker) deadlocked(st []uint64, out *model.Successors) bool {
	still := 0 // steps that are no faults and lead nowhere
	for i, id := range out.Instances {
		if w.faults[w.rules.of(id)] {
			continue
		}
		if w.opt.Deadlock == DeadlockStuck || !slices.Equal(st, out.States[i*w.words:(i+1)*w.words]) {
			return false
		}
		still++
	}
	if w.enabledSteps(st) != still {
		return false
	}
	m, ok := w.machine.(model.Mover)
	return !ok || still == 0 || !m.Moves(st)
}

// enabledSteps counts the enabled instances of st that are no faults, those
// too that fail or that an assume cuts off.
func (w *worker) enabledSteps(st []uint64) int {
	var out model.Successors
	out.Enabled = make([]uint64, len(w.faults))
	out.CoverStmts = make([]bool, w.sys.CoverStmts())
	w.machine.Expand(st, &out)
	n := 0
	for i, count := range out.Enabled {
		if !w.faults[i] {
			n += int(count)
		}
	}
	return n
}

// parallel runs f for every task below n, claimed one by one by the workers.
// It stops early when one fails or panics, or when stop answers true.
func (s *search) parallel(n int, stop func() bool, f func(w *worker, task int) error) error {
	var next atomic.Int64
	var failure atomic.Pointer[error]
	run := func(w *worker) {
		defer func() {
			if p := recover(); p != nil {
				err := error(w.panicked(p))
				failure.CompareAndSwap(nil, &err)
			}
		}()
		for failure.Load() == nil && (stop == nil || !stop()) {
			task := int(next.Add(1)) - 1
			if task >= n {
				return
			}
			if err := f(w, task); err != nil {
				failure.CompareAndSwap(nil, &err)
			}
		}
	}
	var wg sync.WaitGroup
	for _, w := range s.workers[1:min(len(s.workers), max(n, 1))] {
		wg.Go(func() { run(w) })
	}
	run(s.workers[0])
	wg.Wait()
	if e := failure.Load(); e != nil {
		return *e
	}
	return nil
}

// panicked describes a panic of the code that w was running.
func (w *worker) panicked(p any) *InternalError {
	e := &InternalError{
		Model:  w.name,
		State:  slices.Clone(w.state),
		Reason: fmt.Sprint(p),
		Stack:  debug.Stack(),
	}
	if ids := w.succ.Instances; w.task == expanding && len(ids) > w.taken {
		e.Rule = w.sys.Rules()[w.sys.Instance(ids[len(ids)-1]).Rule].Name
	}
	return e
}
