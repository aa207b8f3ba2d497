package checker

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"

	"lockcheck/model"
	"lockcheck/model/sum"
)

// WalkOptions say which random walks to make.
type WalkOptions struct {
	Seed  uint64
	Runs  int
	Steps int // the most that a run takes
}

// Walks are what random walks have met.
type Walks struct {
	Seed     uint64
	Runs     int // that were made
	Steps    int // the most that a run takes
	Ended    int // runs in which nothing was possible before that, or a step failed
	Distinct int // different runs, by their steps
	Violated []Hit
	Covered  []Hit
}

// Hit says in how many runs something happened.
type Hit struct {
	Name  string
	Runs  int
	First int // the least number of steps after which it did, if it did
}

// Simulate makes random walks through sys, which must be compiled without
// symmetry. A walk begins in a start state, and goes on by one of the steps that
// are possible, each equally likely, until none is or there were enough of
// them. What it meets depends on the seed alone. Each property that was violated
// gets the trace of the shortest walk that did so, up to there, replayed by the
// interpreter. The verdict is Unsafe or Incomplete: walks prove nothing.
//
// Liveness properties stay undecided, since a walk does not show what could
// have followed. A finished ctx ends the walks early.
func Simulate(ctx context.Context, sys model.System, opt Options, walks WalkOptions) (r *Result, w *Walks, err error) {
	defer func() {
		if p := recover(); p != nil {
			r, w, err = nil, nil, &InternalError{Model: modelName(opt.Tree), Reason: fmt.Sprint(p), Stack: debug.Stack()}
		}
	}()
	for range mostRestarts {
		s := newSimulation(ctx, sys, &opt, walks)
		if s.walk() {
			return s.result()
		}
		roomier, ok := sys.(model.Roomier)
		if !ok {
			break
		}
		sys = roomier.WithRoom()
	}
	return nil, nil, &InternalError{Model: modelName(opt.Tree), Reason: errNeedRoom.Error()}
}

// simulation is a number of walks.
type simulation struct {
	*worker
	opt      WalkOptions
	random   *rand.Rand
	walks    Walks
	violated []Hit // by row
	covered  []Hit
	shortest []*path // by row
	distinct map[[sum.Size]byte]bool
}

func newSimulation(ctx context.Context, sys model.System, opt *Options, walks WalkOptions) *simulation {
	s := &search{teller: newTeller(sys, opt), ctx: ctx, words: sys.Words()}
	for _, r := range sys.Rules() {
		s.faults = append(s.faults, r.Fault)
	}
	x := &simulation{worker: newWorker(s, 0), opt: walks, distinct: map[[sum.Size]byte]bool{}}
	x.walks = Walks{Seed: walks.Seed, Steps: walks.Steps}
	for _, c := range s.ledger.claims {
		x.violated = append(x.violated, Hit{Name: c.name, First: never})
	}
	for _, c := range s.ledger.covers {
		x.covered = append(x.covered, Hit{Name: c.name, First: never})
	}
	x.shortest = make([]*path, len(x.violated))
	if sys.CoverStmts() > 0 {
		// A machine that counts has a short cut that does not say which step
		// a cover statement held in.
		x.spare.WantCoverings, x.spare.Enabled, x.spare.Taken = true, nil, nil
	}
	return x
}

// walk makes all walks. It reports false if a state needs more room.
func (x *simulation) walk() bool {
	for run := range x.opt.Runs {
		if x.ctx.Err() != nil {
			break
		}
		x.random = rand.New(rand.NewPCG(x.opt.Seed, uint64(run)))
		x.found = newFindings(x.ledger)
		p, ok := x.one()
		if !ok {
			return false
		}
		x.note(p)
	}
	return true
}

// one makes one walk.
func (x *simulation) one() (*path, bool) {
	out := &x.spare
	out.Reset()
	x.machine.Starts(out)
	if out.NeedRoom {
		return nil, false
	}
	p := &path{}
	id, state := x.choose(0)
	p.start = id
	for depth := 0; state != nil; depth++ {
		x.evaluate(state)
		x.ledger.evaluated(&x.ev, depth, &x.found)
		x.look(state, depth)
		if out.NeedRoom {
			return nil, false
		}
		if depth == x.opt.Steps {
			return p, true
		}
		if id, state = x.choose(depth + 1); id == noStep {
			break
		}
		p.steps = append(p.steps, id)
	}
	x.walks.Ended++
	return p, true
}

// noStep is no number of an instance.
const noStep = ^uint32(0)

// choose takes one of the steps in spare, to the given depth. The state is nil
// if the step fails, or if there is none to take.
func (x *simulation) choose(depth int) (uint32, []uint64) {
	out := &x.spare
	ids := slices.Clone(out.Instances)
	for i := range out.Failures {
		if f := &out.Failures[i]; !f.InGuard {
			ids = append(ids, f.Instance)
		}
	}
	if len(ids) == 0 {
		return noStep, nil
	}
	i := x.random.IntN(len(ids))
	for _, c := range out.Coverings {
		if c.Instance == ids[i] {
			x.found.reach(x.ledger.coverStmts+c.Statement, depth)
		}
	}
	if i < len(out.Instances) {
		return ids[i], slices.Clone(out.States[i*x.words : (i+1)*x.words])
	}
	for j := range out.Failures {
		if f := &out.Failures[j]; !f.InGuard && f.Instance == ids[i] {
			x.found.violate(x.ledger.failure(&f.Failure), depth)
			break
		}
	}
	return ids[i], nil
}

// note counts what a walk has met.
func (x *simulation) note(p *path) {
	x.walks.Runs++
	bytes := binary.LittleEndian.AppendUint32(nil, p.start)
	for _, id := range p.steps {
		bytes = binary.LittleEndian.AppendUint32(bytes, id)
	}
	x.distinct[sum.Of(bytes)] = true
	for row, depth := range x.found.violated {
		if x.violated[row].met(depth) {
			x.shortest[row] = &path{p.start, slices.Clone(p.steps[:min(depth, len(p.steps))])}
		}
	}
	for i, depth := range x.found.reached {
		x.covered[i].met(depth)
	}
}

// met counts a run, and reports whether it is the shortest one yet.
func (h *Hit) met(depth int) bool {
	if depth == never {
		return false
	}
	h.Runs++
	shorter := depth < h.First
	h.First = min(h.First, depth)
	return shorter
}

func (x *simulation) result() (*Result, *Walks, error) {
	if p := x.shortest[x.ledger.spec]; p != nil {
		t, err := x.replay(x.ledger.spec, p)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, newSpecError(t)
	}
	r := &Result{Verdict: Incomplete, Limit: &Limit{Kind: LimitWalks, Depth: -1}}
	for row, c := range x.ledger.claims[:x.ledger.spec] {
		p := PropertyResult{Name: c.name, Kind: c.kind}
		if walk := x.shortest[row]; walk != nil {
			t, err := x.replay(row, walk)
			if err != nil {
				return nil, nil, err
			}
			t.Idle = x.idle(row, t)
			p.Decision, p.Depth, p.Trace = Violated, len(walk.steps), t
			r.Verdict = Unsafe
		}
		r.Properties = append(r.Properties, p)
		if c.kind != kindLiveness {
			x.walks.Violated = append(x.walks.Violated, x.violated[row])
		}
	}
	for i := range x.covered {
		c := CoverResult{Name: x.covered[i].Name, Reached: x.covered[i].Runs > 0}
		if c.Reached {
			c.Depth = x.covered[i].First
		}
		r.Covers = append(r.Covers, c)
	}
	x.walks.Covered, x.walks.Distinct = x.covered, len(x.distinct)
	return r, &x.walks, nil
}
