package checker

import (
	"slices"

	"lockcheck/checker/naive"
)

// mostSpared is up to how many steps a run may have to be looked through step by
// step for those that it can spare.
const mostSpared = 300

// idle finds steps that the run can spare: first all at once that no chain of
// flows leads from to the end, then those that are left one by one, the last
// first. What it says is tried: the other steps are replayed, and must end in a
// violation of the same claim.
func (s *teller) idle(row int, t *Trace) []int {
	n := len(t.Steps)
	var idle []int
	spare := func(steps []int) bool {
		if len(steps) == 0 || !s.violates(row, t, append(slices.Clone(idle), steps...)) {
			return false
		}
		idle = append(idle, steps...)
		return true
	}
	var outside []int
	upstream := Upstream(t)
	for step := 1; step < n; step++ {
		if !upstream[step] {
			outside = append(outside, step)
		}
	}
	spare(outside)
	if n <= mostSpared {
		for step := n - 1; step > 0; step-- {
			if !slices.Contains(idle, step) {
				spare([]int{step})
			}
		}
	}
	slices.Sort(idle)
	return idle
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

// violates reports whether the run without some steps is one, and ends in a
// violation of the claim.
func (s *teller) violates(row int, t *Trace, without []int) bool {
	start, err := naive.StartStep(s.opt.Tree, int(t.StartInstance), s.opt.Ranks)
	if err != nil {
		return false
	}
	var steps []naive.Step
	for i, inst := range t.Instances {
		if !slices.Contains(without, i+1) {
			steps = append(steps, naive.Step(inst))
		}
	}
	run, err := naive.Replay(s.opt.Tree, start, steps, s.opt.Ranks)
	if err != nil {
		return false
	}
	_, bad := s.why(row, run)
	return bad
}
