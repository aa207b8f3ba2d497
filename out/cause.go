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
	before := make([][]bool, n+1) // by step: the turning points that lead to it
	for step := 1; step <= n; step++ {
		before[step] = make([]bool, n+1)
		for _, from := range into[step] {
			for p, on := range before[from] {
				before[step][p] = before[step][p] || on
			}
			before[step][from] = before[step][from] || slices.Contains(c.points, from)
		}
	}
	for _, to := range c.points {
		for _, from := range c.points {
			between := func(p int) bool { return before[to][p] && before[p][from] }
			if before[to][from] && !slices.ContainsFunc(c.points, between) {
				c.links = append(c.links, [2]int{from, to})
			}
		}
	}
	for step := 1; step <= n; step++ {
		c.steps[step] = upstream[step] && (slices.Contains(c.points, step) || slices.Contains(before[step], true))
	}
	for to := range into {
		slices.Sort(into[to])
		for _, from := range into[to] {
			if c.steps[from] && c.steps[to] && !slices.ContainsFunc(into[to], func(via int) bool { return via != from && leads(into, from, via) }) {
				c.flows = append(c.flows, link{from, to})
			}
		}
	}
	return c
}

// leads reports whether a way leads from one step to a later one.
func leads(into [][]int, from, to int) bool {
	return slices.ContainsFunc(into[to], func(via int) bool { return via == from || via > from && leads(into, from, via) })
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
