package checker

import (
	"slices"
	"strings"

	"lockcheck/checker/naive"
)

// mostSpared is up to how many steps a run may have to be looked through for
// those that it can spare, and mostTries how often shorter runs are tried.
const (
	mostSpared = 300
	mostTries  = 3000
)

// thrift looks for steps that a run can spare. What it says is tried: the other
// steps are replayed, and must end in a violation of the same claim. Of a
// shortest run there is nothing to ask.
type thrift struct {
	*teller
	row   int
	trace *Trace
	spare []bool // by step, from 1
	tries int
}

// idle finds steps that the run can spare, in three ways: all that no chain of
// flows leads from to the end; what a client did between two moments at which it
// was in the same state; and single steps, the last first. It does not ask where
// time counts, since other steps would be late then, nor of a deadlock and of a
// goal out of reach, which are no single step's doing.
func (s *teller) idle(row int, t *Trace) []int {
	n := len(t.Steps)
	if c := &s.ledger.claims[row]; t.Times != nil || s.opt.Tree == nil || c.kind == kindLiveness || c.kind == kindDeadlock {
		return nil
	}
	x := &thrift{teller: s, row: row, trace: t, spare: make([]bool, n+1)}
	var outside []int
	for step, in := range Upstream(t) {
		if step > 0 && !in {
			outside = append(outside, step)
		}
	}
	x.try(outside)
	if n <= mostSpared {
		for _, name := range actors(t) {
			x.rounds(name)
		}
		for step := n - 1; step > 0; step-- {
			x.try([]int{step})
		}
	}
	var idle []int
	for step, is := range x.spare {
		if is {
			idle = append(idle, step)
		}
	}
	return idle
}

// actors are those who take steps, in order of their first one.
func actors(t *Trace) []string {
	var names []string
	for i := range t.Steps {
		if a := t.Steps[i].Actor; a != "env" && !slices.Contains(names, a) {
			names = append(names, a)
		}
	}
	return names
}

// rounds tries to spare what has to do with a client from a step on to the last
// one after which the client is again as it was before.
func (x *thrift) rounds(name string) {
	var mine []int
	states := []string{x.stateOf(name, 0)}
	for i := range x.trace.Steps {
		if slices.ContainsFunc(x.trace.Steps[i].Args, func(a Arg) bool { return a.Value == name }) {
			mine = append(mine, i+1)
		}
		states = append(states, x.stateOf(name, i+1))
	}
	for i := 0; i < len(mine); i++ {
		for j := len(mine) - 1; j > i; j-- {
			if states[mine[i]-1] == states[mine[j]] && x.try(mine[i:j+1]) {
				i = j
				break
			}
		}
	}
}

// stateOf is what the variables of a client say after a step, numbers aside:
// they count up from round to round.
func (x *thrift) stateOf(name string, step int) string {
	vars := x.trace.Start.Vars
	if step > 0 {
		vars = x.trace.Steps[step-1].State.Vars
	}
	var b strings.Builder
	for _, v := range vars {
		if strings.Contains(v.Path, "["+name+"]") && strings.Trim(v.Value, "0123456789") != "" {
			b.WriteString(v.Value + " ")
		}
	}
	return b.String()
}

// try spares steps, if the rest is a run that does as much harm. The last step
// is the harm itself.
func (x *thrift) try(steps []int) bool {
	steps = slices.DeleteFunc(slices.Clone(steps), func(step int) bool { return x.spare[step] })
	if len(steps) == 0 || slices.Contains(steps, len(x.trace.Steps)) || x.tries >= mostTries {
		return false
	}
	x.tries++
	for _, step := range steps {
		x.spare[step] = true
	}
	if x.violates() {
		return true
	}
	for _, step := range steps {
		x.spare[step] = false
	}
	return false
}

// violates reports whether the run without what is spared is one, and ends in a
// violation of the claim.
func (x *thrift) violates() bool {
	t := x.trace
	start, err := naive.StartStep(x.opt.Tree, int(t.StartInstance), x.opt.Ranks)
	if err != nil {
		return false
	}
	var steps []naive.Step
	for i, inst := range t.Instances {
		if !x.spare[i+1] {
			steps = append(steps, naive.Step(inst))
		}
	}
	run, err := naive.Rerun(x.opt.Tree, start, steps, x.opt.Ranks)
	if err != nil {
		return false
	}
	_, bad := x.why(x.row, run)
	return bad
}

// Upstream says which steps, counted from 1, a chain of flows leads from to the
// last one, which is upstream itself.
func Upstream(t *Trace) []bool {
	n := len(t.Steps)
	in := make([]bool, n+1)
	if n == 0 {
		return in
	}
	in[n] = true
	for _, step := range t.Decisive {
		in[step] = true
	}
	for i := len(t.Flows) - 1; i >= 0; i-- {
		if f := t.Flows[i]; in[f.To] {
			in[f.From] = true
		}
	}
	return in
}
