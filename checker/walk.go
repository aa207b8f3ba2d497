package checker

import (
	"math"
	"slices"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// A trace is found without parent pointers. From the states and steps that
// break a claim at its least depth, the stored levels are walked backwards:
// each is expanded again, and the states with a step into the later plane make
// the earlier one. The planes together are the graph of shortest violating
// runs; each state in it carries what the cheapest way on costs, by who takes
// the next step. A second walk, forwards, then takes the cheapest way, and
// among equals the smallest concrete step.

// cost counts faults, and below them changes of actor.
type cost uint64

const (
	oneFault  cost = 1 << 32
	oneChange cost = 1
	endless   cost = math.MaxUint64
)

// actor is who takes a step: a value of a scalarset type, or the environment.
type actor int32

const (
	environment actor = -1
	nobody      actor = -2 // before the first step
	typeShift         = 20 // an actor is type<<typeShift + value
)

// move is the cheapest way on from a state by a step of an actor.
type move struct {
	actor actor
	cost  cost
}

// plane is one level of the graph of shortest violating runs.
type plane struct {
	states dictionary
	moves  [][]move // by number; empty where the run ends
}

func newPlane(w int, found []planeState) *plane {
	p := &plane{states: newDictionary(w), moves: make([][]move, len(found))}
	for _, f := range found {
		p.moves[p.states.add(f.state)] = f.moves
	}
	return p
}

// planeState is a state of a plane, as a worker finds it.
type planeState struct {
	state []uint64
	moves []move
}

// cost returns what the cheapest way on from s costs after a step of last. ok
// is false when s is on no shortest violating run.
func (p *plane) cost(s []uint64, last actor) (c cost, ok bool) {
	i, ok := p.states.index(s)
	if !ok {
		return 0, false
	}
	if len(p.moves[i]) == 0 {
		return 0, true
	}
	c = endless
	for _, m := range p.moves[i] {
		c = min(c, m.cost+change(last, m.actor))
	}
	return c, true
}

func change(last, next actor) cost {
	if last == next || last == nobody {
		return 0
	}
	return oneChange
}

// walk finds the trace of one claim.
type walk struct {
	*search
	row    int
	depth  int
	live   *liveness
	actors []ruleActor
	planes []*plane // by level, 0 to depth
}

// ruleActor says where a rule's actor is found.
type ruleActor struct {
	arg    int // -1: the environment
	typ    int // numbers the actor types
	offset int // in a permutation, -1: not permuted
}

// newRuleActors numbers the types of actors; without a tree, those that are
// permuted by their place in the permutation, the others as one.
func newRuleActors(sys model.System, tree *murphi.Model) []ruleActor {
	var types []*murphi.Type
	var actors []ruleActor
	for i, r := range sys.Rules() {
		a := ruleActor{arg: r.Actor, typ: r.ActorOffset + 1, offset: r.ActorOffset}
		if tree != nil && r.Actor >= 0 {
			t := tree.Rules[i].Params[r.Actor].Type
			a.typ = slices.Index(types, t)
			if a.typ < 0 {
				a.typ = len(types)
				types = append(types, t)
			}
		}
		actors = append(actors, a)
	}
	return actors
}

// step describes an instance, and the actor as the frame of the successor
// names it; perm is nil when that is the same frame.
func (x *walk) step(id uint32, perm []uint8) (here, there actor, fault cost) {
	inst := x.sys.Instance(id)
	if x.faults[inst.Rule] {
		fault = oneFault
	}
	a := x.actors[inst.Rule]
	if a.arg < 0 {
		return environment, environment, fault
	}
	v := inst.Args[a.arg]
	here = actor(a.typ<<typeShift) + actor(v)
	if a.offset < 0 || len(perm) == 0 {
		return here, here, fault
	}
	return here, actor(a.typ<<typeShift) + actor(perm[a.offset+int(v)]), fault
}

// backwards builds the planes.
func (x *walk) backwards() error {
	x.planes = make([]*plane, x.depth+1)
	var err error
	x.planes[x.depth], err = x.plane(x.depth, x.final)
	for d := x.depth - 1; d >= 0 && err == nil; d-- {
		x.planes[d], err = x.plane(d, x.through)
	}
	return err
}

// plane collects the states of a level that pick takes.
func (x *walk) plane(d int, pick picker) (*plane, error) {
	if d >= x.space.levels() {
		return newPlane(x.words, nil), nil
	}
	found := make([][]planeState, len(x.workers))
	err := x.parallel(x.space.chunks(d), nil, func(w *worker, chunk int) error {
		all, err := x.space.read(w.id, d, chunk)
		if err != nil {
			return err
		}
		return pick(w, all, d, func(st []uint64, moves []move) {
			found[w.id] = append(found[w.id], planeState{slices.Clone(st), moves})
		})
	})
	if x.opt.Progress != nil {
		x.opt.Progress(Progress{
			Phase: PhaseTrace, Level: d, States: x.space.states(),
			Transitions: x.transitions, Memory: x.space.held(),
		})
	}
	return newPlane(x.words, slices.Concat(found...)), err
}

// picker takes states of a chunk, all of whose states it is given.
type picker func(w *worker, all []uint64, level int, take func(st []uint64, moves []move)) error

// final picks the states in which the claim is broken.
func (x *walk) final(w *worker, all []uint64, _ int, take func(st []uint64, moves []move)) error {
	if x.ledger.claims[x.row].kind == kindLiveness {
		stuck, err := x.live.stuck(w, x.row, all)
		for n, is := range stuck {
			if is {
				take(all[n*x.words:(n+1)*x.words], nil)
			}
		}
		return err
	}
	for st := range slices.Chunk(all, x.words) {
		if x.broken(w, st) {
			take(st, nil)
		}
	}
	return nil
}

// broken reports whether the claim is broken in st.
func (x *walk) broken(w *worker, st []uint64) bool {
	c := &x.ledger.claims[x.row]
	switch c.kind {
	case kindInvariant:
		w.evaluate(st)
		return !allTrue(w.ev.Values[c.first : c.first+c.instances])
	case kindDeadlock:
		w.successors(st, &w.spare)
		return w.deadlocked(st, &w.spare)
	}
	w.evaluate(st)
	if slices.ContainsFunc(w.ev.Failures, func(f murphi.Failure) bool { return x.ledger.failure(&f) == x.row }) {
		return true
	}
	w.successors(st, &w.spare)
	return slices.ContainsFunc(w.spare.Failures, func(f model.InstanceFailure) bool {
		return f.InGuard && x.ledger.failure(&f.Failure) == x.row
	})
}

// ends reports whether a failed instance of a state at depth d ends a run.
func (x *walk) ends(f *model.InstanceFailure, d int) bool {
	return d == x.depth-1 && !f.InGuard && x.ledger.failure(&f.Failure) == x.row
}

// through picks the states with a step into the next plane, or with one that
// breaks the claim by failing.
func (x *walk) through(w *worker, all []uint64, d int, take func(st []uint64, moves []move)) error {
	next := x.planes[d+1]
	for st := range slices.Chunk(all, x.words) {
		w.successors(st, &w.spare)
		if !x.onTheWay(&w.spare, next, d) {
			continue
		}
		w.spare.WantPerms = true
		w.successors(st, &w.spare)
		w.spare.WantPerms = false
		var moves []move
		x.ways(&w.spare, next, d, func(_ int, _ uint32, who actor, c cost) {
			for i := range moves {
				if moves[i].actor == who {
					moves[i].cost = min(moves[i].cost, c)
					return
				}
			}
			moves = append(moves, move{who, c})
		})
		take(st, moves)
	}
	return nil
}

// onTheWay is a quick look, before permutations are asked for.
func (x *walk) onTheWay(out *model.Successors, next *plane, d int) bool {
	for i := range out.Failures {
		if x.ends(&out.Failures[i], d) {
			return true
		}
	}
	for t := range slices.Chunk(out.States, x.words) {
		if _, ok := next.states.index(t); ok {
			return true
		}
	}
	return false
}

// ways calls f for every step of a state at depth d that lies on a shortest
// violating run, with its cost and all that follows. i is the successor's
// number, or -1 when the step fails.
func (x *walk) ways(out *model.Successors, next *plane, d int, f func(i int, id uint32, who actor, c cost)) {
	size := x.sys.PermSize()
	for i, id := range out.Instances {
		t := out.States[i*x.words : (i+1)*x.words]
		if _, ok := next.states.index(t); !ok {
			continue
		}
		here, there, fault := x.step(id, out.Perms[i*size:(i+1)*size])
		c, _ := next.cost(t, there)
		f(i, id, here, fault+c)
	}
	for i := range out.Failures {
		if fail := &out.Failures[i]; x.ends(fail, d) {
			here, _, fault := x.step(fail.Instance, nil)
			f(-1, fail.Instance, here, fault)
		}
	}
}
