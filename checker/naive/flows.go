package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Flow says that a step made a later one possible: had the variables that it
// changed kept their values, the later step would not have been enabled. Steps
// count from 1.
type Flow struct {
	From, To int
	// Paths are the variables that the guard of the later step reads and that
	// nothing has changed in between, in order of declaration; Taken says that
	// the later step changes one of them: it takes a message, say.
	Paths []string
	Taken bool
}

// Flows returns the flows of a run, by later step and then by earlier one.
//
// Several steps of one rule may stand in for each other, as four answers do
// where three are enough: what they changed is taken back together, and if the
// later step is not enabled then, there is a flow from each of them that its
// guard reads. A step that fails has flows to it as any other.
func (run *Run) Flows() []Flow {
	var all []Flow
	last := make([]int, len(run.last)) // by cell: the step that changed it last
	for to := 1; to < len(run.path); to++ {
		f := &run.path[to]
		read := run.guardReads(f)
		groups := map[*murphi.Rule][]int{}
		var order []*murphi.Rule
		for from := 1; from < to; from++ {
			if !slices.ContainsFunc(read, func(i int) bool { return last[i] == from }) {
				continue
			}
			rule := run.path[from].rule
			if groups[rule] == nil {
				order = append(order, rule)
			}
			groups[rule] = append(groups[rule], from)
		}
		var flows []Flow
		for _, rule := range order {
			if run.machine.enabled(f.rule, f.values, run.machine.look(run.without(f.before, last, groups[rule]))) {
				continue
			}
			for _, from := range groups[rule] {
				flows = append(flows, run.flow(from, to, read, last))
			}
		}
		slices.SortFunc(flows, func(a, b Flow) int { return a.From - b.From })
		all = append(all, flows...)
		for i := range last {
			if f.before[i] != f.after[i] {
				last[i] = to
			}
		}
	}
	return all
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
