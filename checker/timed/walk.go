package timed

import (
	"cmp"
	"errors"
	"math/big"
	"slices"

	"lockcheck/checker/zone"
	"lockcheck/model/murphi"
	"lockcheck/model/symmetry"
)

// walk finds, among the shortest runs that break a claim, the one with fewest
// faults, then fewest changes of actor, then the smallest sequence of concrete
// instances. It goes through the levels once more, from the start, with what
// each way has cost so far, and with zones that are not extrapolated.
//
// A way is left out if another one of the same length to the same node, with the
// same last actor, has cost no more and all of its clock values: whatever goes
// on from it goes on from the other, at the same price. Ways that are too far
// from a violation by steps alone are left out, too.
type walk struct {
	passage
	ended func(more int64) bool // whether a limit leaves no time, or no memory for more bytes
	bytes int64                 // of the ways of the levels before
	row   int32
	far   []int32 // by node: steps to a violation, time left out; tooFar: none
	types []*murphi.Type
	sizes []int
}

// way is a run with what it has cost, at one of the zones that it leads to.
type way struct {
	before  *way
	edge    *edge // nil at the start
	start   *start
	node    int32     // -1: the last step has failed
	zone    *zone.DBM // nil then
	waits   bool      // time passes here before the next step
	id      uint32    // concrete instance of the step or start state
	faults  int
	changes int
	rank    int // among the sequences of its level; that of before until best has seen it
	last    actor
	frame   []uint8 // from concrete states to the canonical one
}

// actor is who takes a step: one more than the number of the type of the
// parameter, and the value.
type actor struct{ typ, value int }

var nobody = actor{-1, 0} // before the first step; the zero actor is the environment

const tooFar = int32(1) << 30

// errEnded says that a limit was reached before a run was found.
var errEnded = errors.New("a limit was reached before the run was found")

var errLost = errors.New("no run leads to the violation again")

func newWalk(s *search, row int32) *walk {
	w := &walk{passage: passage{g: s.g, bounds: s.bounds}, ended: s.ended, row: row, sizes: s.g.sys.PermBlocks()}
	w.measure()
	return w
}

// measure fills far.
func (w *walk) measure() {
	nodes := w.g.nodes
	w.far = slices.Repeat([]int32{tooFar}, len(nodes))
	back := make([][]int32, len(nodes))
	var queue []int32
	reach := func(n, d int32) {
		if d < w.far[n] {
			w.far[n] = d
			queue = append(queue, n)
		}
	}
	for n := range nodes {
		for i := range nodes[n].edges {
			if to := nodes[n].edges[i].to; to >= 0 {
				back[to] = append(back[to], int32(n))
			}
		}
		if slices.Contains(nodes[n].broken, w.row) {
			reach(int32(n), 0)
		}
	}
	for n := range nodes {
		if slices.ContainsFunc(nodes[n].edges, func(e edge) bool { return e.to < 0 && e.row == w.row }) {
			reach(int32(n), 1)
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, from := range back[n] {
			reach(from, w.far[n]+1)
		}
	}
}

// run returns the best run of so many steps that breaks the claim, or errEnded.
func (w *walk) run(depth int) (*way, error) {
	level, err := w.best(w.beginning(depth))
	for d := 0; d < depth && err == nil; d++ {
		var next []*way
		for i, y := range level {
			if i%64 == 0 && w.ended(w.bytes+bytesOf(next)) {
				return nil, errEnded
			}
			if y.node < 0 {
				continue
			}
			if err := w.expand(y, int32(depth-d-1), &next); err != nil {
				return nil, err
			}
		}
		level, err = w.best(next)
		w.bytes += bytesOf(level)
	}
	if err != nil {
		return nil, err
	}
	for _, y := range level { // the cheapest first
		if y.node < 0 || slices.Contains(w.g.nodes[y.node].broken, w.row) {
			return y, nil
		}
	}
	return nil, errLost
}

// bytesOf is about what ways take in memory: their zones, most of all.
func bytesOf(all []*way) int64 {
	if len(all) == 0 {
		return 0
	}
	n := int64(1)
	if z := all[len(all)-1].zone; z != nil {
		n += int64(z.Clocks())
	}
	return int64(len(all)) * (8*n*n + 256)
}

func (w *walk) beginning(depth int) []*way {
	var all []*way
	for i := range w.g.starts {
		st := &w.g.starts[i]
		y := way{start: st, id: st.instance, node: st.to, last: nobody, rank: i, frame: st.perm}
		if st.to < 0 {
			if depth == 0 && st.row == w.row {
				all = append(all, &y)
			}
			continue
		}
		if w.far[st.to] > int32(depth) {
			continue
		}
		to := &w.g.nodes[st.to]
		w.begin(to)
		w.stay(to, func(z *zone.DBM, waits bool) {
			here := y
			here.keep(z, waits)
			all = append(all, &here)
		})
	}
	return all
}

func (y *way) keep(z *zone.DBM, waits bool) {
	y.zone, y.waits = zone.New(0, z.Clocks()), waits
	y.zone.Copy(z)
}

// expand appends to next the ways that go on from y and have a violation in
// reach of left more steps.
func (w *walk) expand(y *way, left int32, next *[]*way) error {
	x, err := w.g.node(y.node)
	if err != nil {
		return err
	}
	w.from(x)
	edges := x.edges
	for i := range edges {
		e := &edges[i]
		switch {
		case e.to < 0 && (left > 0 || e.row != w.row), e.to >= 0 && w.distance(e.to) > left:
			continue
		case !w.fire(y.zone, e):
			continue
		}
		on := w.step(y, e)
		if e.to < 0 {
			*next = append(*next, &on)
			continue
		}
		to, err := w.g.follow(y.node, i)
		if err != nil {
			return err
		}
		w.enter(e, to)
		w.stay(to, func(z *zone.DBM, waits bool) {
			here := on
			here.keep(z, waits)
			*next = append(*next, &here)
		})
	}
	return nil
}

// distance is far, also of nodes that the search saw as the last ones.
func (w *walk) distance(n int32) int32 {
	if int(n) < len(w.far) {
		return w.far[n]
	}
	return tooFar
}

// step is the way from y over an edge, without a zone.
func (w *walk) step(y *way, e *edge) way {
	on := way{before: y, edge: e, start: y.start, node: e.to, faults: y.faults, changes: y.changes, rank: y.rank, id: e.instance}
	if len(y.frame) > 0 {
		inverse := make([]uint8, len(y.frame))
		symmetry.Invert(inverse, y.frame, w.sizes)
		on.id = w.g.sys.MapInstance(e.instance, inverse)
	}
	if e.fault {
		on.faults++
	}
	here, there := w.actor(e)
	if y.last != nobody && here != y.last {
		on.changes++
	}
	on.last = there
	if e.to >= 0 && len(y.frame) > 0 {
		on.frame = make([]uint8, len(y.frame))
		symmetry.Compose(on.frame, y.frame, e.perm, w.sizes)
	}
	return on
}

// actor returns who takes an edge, as its node and as its successor name it.
func (w *walk) actor(e *edge) (here, there actor) {
	inst := w.g.sys.Instance(e.instance)
	r := w.g.rules[inst.Rule]
	if r.Actor < 0 {
		return actor{}, actor{}
	}
	t := w.g.opt.Tree.Rules[inst.Rule].Params[r.Actor].Type
	at := slices.Index(w.types, t)
	if at < 0 {
		at = len(w.types)
		w.types = append(w.types, t)
	}
	here = actor{at + 1, int(inst.Args[r.Actor])}
	there = here
	if r.ActorOffset >= 0 && len(e.perm) > 0 {
		there.value = int(e.perm[r.ActorOffset+here.value])
	}
	return here, there
}

// best sorts ways of one length, the cheapest first, and leaves out those that
// another one makes needless.
func (w *walk) best(all []*way) ([]*way, error) {
	slices.SortFunc(all, func(a, b *way) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.id, b.id)) })
	before, id, rank := -1, uint32(0), -1
	for _, y := range all {
		if y.rank != before || y.id != id {
			before, id = y.rank, y.id
			rank++
		}
		y.rank = rank
	}
	slices.SortStableFunc(all, func(a, b *way) int {
		return cmp.Or(cmp.Compare(a.faults, b.faults), cmp.Compare(a.changes, b.changes), cmp.Compare(a.rank, b.rank))
	})
	type place struct {
		node int32
		last actor
	}
	seen := map[place][]*zone.DBM{}
	var kept []*way
	for i, y := range all {
		if i%64 == 0 && w.ended(w.bytes+bytesOf(all)) {
			return nil, errEnded
		}
		if y.node < 0 {
			kept = append(kept, y)
			continue
		}
		at := place{y.node, y.last}
		if !within(y.zone, seen[at]) {
			seen[at] = append(seen[at], y.zone)
			kept = append(kept, y)
		}
	}
	return kept, nil
}

// steps returns the run in concrete instances.
func (w *walk) steps(y *way) (start uint32, steps []uint32) {
	for ; y.before != nil; y = y.before {
		steps = append(steps, y.id)
	}
	slices.Reverse(steps)
	return y.id, steps
}

// times returns when each step of a run is taken, as early as can be.
func (w *walk) times(last *way) ([]*big.Rat, error) {
	var run []*way
	for y := last; y != nil; y = y.before {
		run = append(run, y)
	}
	slices.Reverse(run)
	var s zone.Schedule
	since := map[int32]int{} // by clock of the node at hand: the event that set it to 0
	if run[0].node >= 0 {
		for _, r := range w.g.nodes[run[0].node].running {
			since[r.clock] = 0
		}
	}
	for k, y := range run[1:] {
		from, e := &w.g.nodes[run[k].node], y.edge
		event := s.Event()
		if !run[k].waits {
			s.AtMost(event-1, event, 0)
		} else {
			for _, r := range from.running {
				if up := w.upper[r.clock]; r.enabled && up != zone.NoBound {
					s.AtMost(since[r.clock], event, up)
				}
			}
		}
		if e.clock >= 0 && w.lower[e.clock] > 0 {
			s.AtLeast(since[e.clock], event, w.lower[e.clock])
		}
		if y.node < 0 {
			break
		}
		now := map[int32]int{}
		for i, r := range w.g.nodes[y.node].running {
			now[r.clock] = event
			if k := e.keep[i]; k >= 0 {
				now[r.clock] = since[from.running[k].clock]
			}
		}
		since = now
	}
	at, err := s.Earliest()
	if err != nil {
		return nil, err
	}
	return nanoseconds(w.scale, at[1:]), nil
}
