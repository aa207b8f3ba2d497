package checker

import (
	"errors"
	"slices"

	"lockcheck/model"
	"lockcheck/model/symmetry"
)

// path is a run by instance numbers, concrete: as the model's own values are
// named, not those of canonical states.
type path struct {
	start uint32
	steps []uint32
}

var errLost = errors.New("the walk back from a violation does not reach a start state")

// frame is the renaming from concrete states to the canonical state at hand.
type frame struct {
	sys     model.System
	sizes   []int
	perm    []uint8
	inverse []uint8
}

func newFrame(sys model.System, perm []uint8) *frame {
	f := &frame{sys: sys, sizes: sys.PermBlocks(), perm: slices.Clone(perm), inverse: make([]uint8, len(perm))}
	symmetry.Invert(f.inverse, f.perm, f.sizes)
	return f
}

// concrete is the instance that looks like id from the canonical state.
func (f *frame) concrete(id uint32) uint32 {
	if len(f.perm) == 0 {
		return id
	}
	return f.sys.MapInstance(id, f.inverse)
}

// then goes on to the frame of a successor.
func (f *frame) then(perm []uint8) {
	symmetry.Compose(f.perm, f.perm, perm, f.sizes)
	symmetry.Invert(f.inverse, f.perm, f.sizes)
}

// path walks forwards through the planes, the cheapest way, and among equals
// the one with the smallest start state and then the smallest steps. Every
// concrete step of a concrete state is a step of its canonical state seen
// through the frame, so choosing the smallest concrete number at each step
// gives the smallest run of all.
func (x *walk) path() (*path, error) {
	w := x.workers[0]
	out := &model.Successors{WantPerms: true, CoverStmts: make([]bool, x.sys.CoverStmts())}
	w.machine.Starts(out)
	first, rest, ok := x.firstState(out)
	if !ok {
		return nil, errLost
	}
	p := &path{}
	if first < 0 {
		p.start = out.Failures[-1-first].Instance
		return p, nil
	}
	p.start = out.Instances[first]
	size := x.sys.PermSize()
	f := newFrame(x.sys, out.Perms[first*size:(first+1)*size])
	st := slices.Clone(out.States[first*x.words : (first+1)*x.words])
	last := nobody
	for d := range x.depth {
		out.Reset()
		w.machine.Expand(st, out)
		choice, id, there := -1, ^uint32(0), nobody
		var left cost
		x.ways(out, x.planes[d+1], d, func(i int, inst uint32, who actor, c cost) {
			if c+change(last, who) != rest || f.concrete(inst) >= id {
				return
			}
			choice, id, left = i, f.concrete(inst), c
			var perm []uint8
			if i >= 0 {
				perm = out.Perms[i*size : (i+1)*size]
			}
			_, there, _ = x.step(inst, perm)
			if x.faults[x.sys.Instance(inst).Rule] {
				left -= oneFault
			}
		})
		if there == nobody {
			return nil, errLost
		}
		p.steps = append(p.steps, id)
		if choice < 0 {
			break
		}
		rest, last = left, there
		st = append(st[:0], out.States[choice*x.words:(choice+1)*x.words]...)
		f.then(out.Perms[choice*size : (choice+1)*size])
	}
	return p, nil
}

// firstState chooses the start: the number of a start state in out, or -1-i
// for the i-th failure. rest is what the run costs.
func (x *walk) firstState(out *model.Successors) (choice int, rest cost, ok bool) {
	rest = endless
	least := ^uint32(0)
	take := func(i int, id uint32, c cost) {
		if c < rest || c == rest && id < least {
			choice, rest, least, ok = i, c, id, true
		}
	}
	for i, id := range out.Instances {
		if c, on := x.planes[0].cost(out.States[i*x.words:(i+1)*x.words], nobody); on {
			take(i, id, c)
		}
	}
	for i := range out.Failures {
		if f := &out.Failures[i]; x.depth == 0 && x.ledger.failure(&f.Failure) == x.row {
			take(-1-i, f.Instance, 0)
		}
	}
	return choice, rest, ok
}
