package out

import (
	"slices"

	"lockcheck/checker"
)

// cause is why a run ends as it does: the turning points, and which of them led
// to which. Steps count from 1.
type cause struct {
	points []int    // the turning points that the end depends on, in order
	links  [][2]int // between them, without shortcuts
	steps  []bool   // by step: it lies on the way from one of the points to the end
	flows  []link   // between such steps, without shortcuts
}

// link is a flow from one step to another.
type link struct{ from, to int }

// causeOf contracts the flows of a trace to its turning points. The last step
// depends on those that made it possible and on those that made it harmful.
func causeOf(t *checker.Trace) *cause {
	n := len(t.Steps)
	c := &cause{steps: make([]bool, n+1)}
	upstream := checker.Upstream(t)
	into := make([][]int, n+1) // by step: those that it depends on
	for _, f := range t.Flows {
		into[f.To] = append(into[f.To], f.From)
	}
	for _, step := range t.Decisive {
		if !slices.Contains(into[n], step) {
			into[n] = append(into[n], step)
		}
	}
	for _, i := range turning(t) {
		if upstream[i+1] {
			c.points = append(c.points, i+1)
		}
	}
	leads := reach(into)
	isPoint := func(step int) bool { return slices.Contains(c.points, step) }
	for step := 1; step <= n; step++ {
		c.steps[step] = upstream[step] && (isPoint(step) || slices.ContainsFunc(c.points, func(p int) bool { return leads[step][p] }))
	}
	for to := 1; to <= n; to++ {
		if isPoint(to) {
			for _, from := range direct(leads, to, c.points) {
				c.links = append(c.links, [2]int{from, to})
			}
		}
		if c.steps[to] {
			for _, from := range direct(leads, to, into[to]) {
				if c.steps[from] {
					c.flows = append(c.flows, link{from, to})
				}
			}
		}
	}
	return c
}

// reach says, by step, which earlier ones lead to it.
func reach(into [][]int) [][]bool {
	all := make([][]bool, len(into))
	for step := range into {
		all[step] = make([]bool, len(into))
		for _, from := range into[step] {
			unite(all[step], all[from])
			all[step][from] = true
		}
	}
	return all
}

func unite(set, more []bool) {
	for i, on := range more {
		set[i] = set[i] || on
	}
}

// direct returns, in order, those of some steps that lead to a step by no other
// of them.
func direct(leads [][]bool, to int, from []int) []int {
	from = slices.Clone(from)
	slices.Sort(from)
	covered := make([]bool, len(leads))
	var all []int
	for _, step := range slices.Backward(from) {
		if leads[to][step] && !covered[step] {
			all = append(all, step)
			unite(covered, leads[step])
		}
	}
	slices.Reverse(all)
	return all
}

// chains writes the links as chains, each link in one of them: the one that
// begins first and goes on longest, then what is left.
func (c *cause) chains() [][]int {
	open := slices.Clone(c.links)
	var all [][]int
	for len(open) > 0 {
		best := map[int][]int{} // by point: the longest chain of open links to the end
		for _, p := range slices.Backward(c.points) {
			for _, l := range open {
				if l[0] == p && len(best[l[1]])+1 > len(best[p]) {
					best[p] = append([]int{p}, or(best[l[1]], []int{l[1]})...)
				}
			}
		}
		var chain []int
		for _, p := range c.points {
			if len(best[p]) > len(chain) {
				chain = best[p]
			}
		}
		for i := 1; i < len(chain); i++ {
			open = slices.DeleteFunc(open, func(l [2]int) bool { return l == [2]int{chain[i-1], chain[i]} })
		}
		all = append(all, chain)
	}
	return all
}

func or(a, b []int) []int {
	if len(a) > 0 {
		return a
	}
	return b
}
