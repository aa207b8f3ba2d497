package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Flow says that a later step depends on an earlier one. Steps count from 1.
type Flow struct {
	From, To int
	// Paths are the variables that the guard of the later step reads and that
	// nothing has changed in between, in order of declaration; Taken says that
	// the later step changes one of them: it takes a message, say. Without paths
	// the later step would only have had another effect.
	Paths []string
	Taken bool
}

// Flows returns the flows of a run, by later step and then by earlier one. There
// is one if the later step would not have been enabled, or would have given
// another value to a variable that it changed, had the variables that the
// earlier one changed kept their values. Of effects, history does not count, and
// neither does how high an ordinal is.
//
// Several steps of one rule may stand in for each other, as four answers do
// where three are enough: what they changed is taken back together, and if the
// later step is not enabled then, there is a flow from each of them that its
// guard reads. A step that fails has flows to it as any other. A fault depends on
// what it takes in any case: it could have struck something else, but has not.
func (run *Run) Flows() []Flow {
	var all []Flow
	last := make([]int, len(run.last)) // by cell: the step that changed it last
	for to := 1; to < len(run.path); to++ {
		flows := run.enabling(to, last)
		for _, from := range run.shaping(to, last) {
			if !slices.ContainsFunc(flows, func(f Flow) bool { return f.From == from }) {
				flows = append(flows, Flow{From: from, To: to})
			}
		}
		slices.SortFunc(flows, func(a, b Flow) int { return a.From - b.From })
		all = append(all, flows...)
		f := &run.path[to]
		for i := range last {
			if f.before[i] != f.after[i] {
				last[i] = to
			}
		}
	}
	return all
}

// enabling returns the flows by which a step is enabled.
func (run *Run) enabling(to int, last []int) []Flow {
	f := &run.path[to]
	read := run.guardReads(f)
	groups := map[*murphi.Rule][]int{}
	var order []*murphi.Rule
	for _, from := range sources(read, last) {
		rule := run.path[from].rule
		if groups[rule] == nil {
			order = append(order, rule)
		}
		groups[rule] = append(groups[rule], from)
	}
	var flows []Flow
	for _, rule := range order {
		needed := !run.machine.enabled(f.rule, f.values, run.machine.look(run.without(f.before, last, groups[rule])))
		for _, from := range groups[rule] {
			if w := run.flow(from, to, read, last); needed || w.Taken && f.rule.Ann.Fault != nil {
				flows = append(flows, w)
			}
		}
	}
	return flows
}

// shaping returns the steps without which a step would have had another effect.
func (run *Run) shaping(to int, last []int) []int {
	f := &run.path[to]
	r := run.machine.run(slices.Clone(f.before))
	seen := &reads{}
	r.read = seen.note(r)
	if attempt(func() { r.enter(f.rule, f.values); r.body(f.rule.Body) }) != nil {
		return nil
	}
	var steps []int
	for _, from := range sources(seen.at, last) {
		next, early := run.machine.fire(f.rule, f.values, run.machine.look(run.without(f.before, last, []int{from})))
		differs := early != nil
		for i := 0; !differs && i < len(next); i++ {
			differs = f.before[i] != f.after[i] && next[i] != f.after[i] && !run.printer.types[i].Ordinal && !run.printer.history[i]
		}
		if differs {
			steps = append(steps, from)
		}
	}
	return steps
}

// sources returns the steps that changed some of the cells last, in order.
func sources(cells, last []int) []int {
	var steps []int
	for _, i := range cells {
		if last[i] > 0 {
			steps = append(steps, last[i])
		}
	}
	slices.Sort(steps)
	return slices.Compact(steps)
}

func (run *Run) flow(from, to int, read, last []int) Flow {
	w := Flow{From: from, To: to}
	f := &run.path[to]
	for _, i := range read {
		if last[i] == from {
			w.Paths = append(w.Paths, run.printer.paths[i])
			w.Taken = w.Taken || f.before[i] != f.after[i]
		}
	}
	return w
}

// guardReads returns the cells of the state that the guard of a step reads, in
// order.
func (run *Run) guardReads(f *fired) []int {
	if f.rule.Guard == nil {
		return nil
	}
	r := run.machine.run(slices.Clone(f.before))
	seen := &reads{}
	r.read = seen.note(r)
	attempt(func() {
		r.enter(f.rule, f.values)
		r.truth(f.rule.Guard)
	})
	slices.Sort(seen.at)
	return seen.at
}

// without returns a state in which what some steps changed last has the value
// that it had before them.
func (run *Run) without(state []cell, last, steps []int) []cell {
	state = slices.Clone(state)
	for i, step := range last {
		if slices.Contains(steps, step) {
			state[i] = run.path[step].before[i]
		}
	}
	return state
}

// Decisive returns the steps without which the last one would have done no
// harm: had the variables that such a step changed kept their values, and the
// last step been taken all the same, harm would not see what it sees now. Steps
// count from 1; the last one is not among them.
func (run *Run) Decisive(harm func(*Run) bool) []int {
	n := len(run.path) - 1
	if n < 1 || !harm(run) {
		return nil
	}
	last := make([]int, len(run.last))
	for step := 1; step < n; step++ {
		for i := range last {
			if run.path[step].before[i] != run.path[step].after[i] {
				last[i] = step
			}
		}
	}
	var steps []int
	f := run.path[n]
	for step := 1; step < n; step++ {
		if !slices.Contains(last, step) {
			continue
		}
		other := *run
		other.Failure = nil
		look := run.machine.look(run.without(f.before, last, []int{step}))
		look.reads = &reads{}
		next, early := run.machine.fire(f.rule, f.values, look)
		other.last = next
		if early != nil {
			other.Failure, other.last = early.failure, look.state
			other.failed, other.trail = f, nil
		}
		if !harm(&other) {
			steps = append(steps, step)
		}
	}
	return steps
}
