package checker

import (
	"cmp"
	"container/heap"
	"math/big"
	"slices"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// The shortest runs in order, one of each that are the same up to names: the
// beginnings of runs wait in a heap, by what the cheapest run with that
// beginning costs, and then by their steps. The planes know what the rest of a
// run costs at least, so a beginning that is taken out leads to a run that
// comes next: as many are taken out as the runs that are shown have steps.
//
// Of the runs that are the same up to names the smallest comes first in the
// order, and in it the values of a type occur in their own order: the first
// one to occur is the least, the second the next. So a beginning in which they
// do not is dropped. Renaming changes no costs, so what is left out makes no
// other beginning dearer.

// beginning is the first steps of a run.
type beginning struct {
	cheapest cost // of the runs that begin like this
	spent    cost
	steps    []uint32 // the start state's number, then instances
	ended    bool     // it is a whole run
	state    []uint64
	last     actor
	frame    *frame
	used     []int64 // by type: how many of its values have occurred
}

// beginnings is a heap.
type beginnings []*beginning

func (h beginnings) Len() int { return len(h) }
func (h beginnings) Less(i, j int) bool {
	if c := cmp.Compare(h[i].cheapest, h[j].cheapest); c != 0 {
		return c < 0
	}
	return slices.Compare(h[i].steps, h[j].steps) < 0
}
func (h beginnings) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push and Pop implement [heap.Interface].
func (h *beginnings) Push(b any) { *h = append(*h, b.(*beginning)) }
func (h *beginnings) Pop() any {
	last := len(*h) - 1
	b := (*h)[last]
	(*h)[last] = nil
	*h = (*h)[:last]
	return b
}

// shortest counts the runs and finds the one that was asked for; nil if there
// is none, or if the search is interrupted.
func (x *walk) shortest(r *PropertyResult) (*path, error) {
	var p *path
	err := x.parallel(1, x.stopped, func(w *worker, _ int) error {
		n := newNames(x.sys, x.opt.Tree)
		s, err := x.count(w, n)
		if err != nil || s == nil {
			return err
		}
		r.Shortest = s
		if x.opt.Next == 0 || s.Classes.Cmp(big.NewInt(int64(x.opt.Next))) <= 0 {
			return nil
		}
		l := &lister{walk: x, w: w, names: n, out: &model.Successors{WantPerms: true, CoverStmts: make([]bool, x.sys.CoverStmts())}}
		if p, err = l.at(x.opt.Next); p != nil {
			s.Shown = x.opt.Next
		}
		return err
	})
	return p, err
}

// lister lists runs in order.
type lister struct {
	*walk
	w     *worker
	names *names
	out   *model.Successors
	heap  beginnings
}

// at returns the n-th run, from 0.
func (l *lister) at(n int) (*path, error) {
	if err := l.start(); err != nil {
		return nil, err
	}
	for l.heap.Len() > 0 {
		if l.stopped() {
			return nil, nil
		}
		b := heap.Pop(&l.heap).(*beginning)
		switch {
		case !b.ended:
			l.expand(b)
		case n == 0:
			return &path{start: b.steps[0], steps: b.steps[1:]}, nil
		default:
			n--
		}
	}
	return nil, l.internal("fewer shortest runs are found than there are")
}

// note returns how many values of each type have occurred after an instance
// with concrete arguments; false if they do not occur in order.
func (l *lister) note(used []int64, rules []*murphi.Rule, inst model.Instance) ([]int64, bool) {
	used = slices.Clone(used)
	if len(used) == 0 {
		return used, true
	}
	for i, q := range rules[inst.Rule].Params {
		t := slices.Index(l.names.types, q.Type)
		if t < 0 {
			continue
		}
		switch v := inst.Args[i]; {
		case v > used[t]:
			return nil, false
		case v == used[t]:
			used[t]++
		}
	}
	return used, true
}

// start puts the start states into the heap.
func (l *lister) start() error {
	l.w.machine.Starts(l.out)
	none, size := make([]int64, len(l.names.types)), l.sys.PermSize()
	for i, id := range l.out.Instances {
		st := l.out.States[i*l.words : (i+1)*l.words]
		c, ok := l.planes[0].cost(st, nobody)
		if !ok {
			continue
		}
		inst, err := l.startInstance(id)
		if err != nil {
			return err
		}
		if used, ok := l.note(none, l.names.starts, inst); ok {
			l.heap = append(l.heap, &beginning{
				cheapest: c, steps: []uint32{id}, ended: l.depth == 0, state: slices.Clone(st), last: nobody,
				frame: newFrame(l.sys, l.out.Perms[i*size:(i+1)*size]), used: used,
			})
		}
	}
	for i := range l.out.Failures {
		f := &l.out.Failures[i]
		if l.depth > 0 || l.ledger.failure(&f.Failure) != l.row {
			continue
		}
		inst, err := l.startInstance(f.Instance)
		if err != nil {
			return err
		}
		if _, ok := l.note(none, l.names.starts, inst); ok {
			l.heap = append(l.heap, &beginning{steps: []uint32{f.Instance}, ended: true})
		}
	}
	heap.Init(&l.heap)
	return nil
}

// expand puts into the heap what is one step longer.
func (l *lister) expand(b *beginning) {
	d := len(b.steps) - 1
	l.out.Reset()
	l.w.machine.Expand(b.state, l.out)
	size := l.sys.PermSize()
	l.ways(l.out, l.planes[d+1], d, func(i int, id uint32, who actor, rest cost) {
		concrete := b.frame.concrete(id)
		used, ok := l.note(b.used, l.names.rules, l.sys.Instance(concrete))
		if !ok {
			return
		}
		change := change(b.last, who)
		next := &beginning{
			cheapest: b.spent + change + rest,
			steps:    append(slices.Clone(b.steps), concrete),
			ended:    d+1 == l.depth,
			used:     used,
		}
		if i >= 0 && !next.ended {
			perm := l.out.Perms[i*size : (i+1)*size]
			var fault cost
			_, next.last, fault = l.step(id, perm)
			next.spent = b.spent + change + fault
			next.state = slices.Clone(l.out.States[i*l.words : (i+1)*l.words])
			next.frame = newFrame(l.sys, b.frame.perm)
			next.frame.then(perm)
		}
		heap.Push(&l.heap, next)
	})
}
