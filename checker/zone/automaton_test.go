package zone

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const tested = 3 // the most clocks of a random automaton

// automaton is a small closed timed automaton without guards on differences.
// Bounds of -1 are none.
type automaton struct {
	clocks    int
	most      int64               // the greatest constant
	invariant [][tested + 1]int64 // by location: clock x is at most this
	edges     [][]transition      // by location
}

type transition struct {
	to        int
	low, high [tested + 1]int64
	reset     [tested + 1]bool
}

func (a *automaton) String() string {
	var b strings.Builder
	for l, edges := range a.edges {
		fmt.Fprintf(&b, "location %d, invariant %v\n", l, a.invariant[l][1:a.clocks+1])
		for _, e := range edges {
			fmt.Fprintf(&b, "  to %d, from %v to %v, resets %v\n", e.to, e.low[1:a.clocks+1], e.high[1:a.clocks+1], e.reset[1:a.clocks+1])
		}
	}
	return b.String()
}

func randomAutomaton(r *rand.Rand) *automaton {
	a := &automaton{clocks: 1 + r.IntN(tested), most: 1 + r.Int64N(5)}
	locations := 3 + r.IntN(6)
	rare := 3 + r.IntN(8) // how rare upper bounds are
	bound := func(oneIn int) int64 {
		if r.IntN(oneIn) > 0 {
			return -1
		}
		return r.Int64N(a.most + 1)
	}
	for l := range locations {
		var invariant [tested + 1]int64
		for x := range invariant {
			invariant[x] = bound(rare + 2)
		}
		var edges []transition
		for range 1 + r.IntN(4) {
			e := transition{to: l + 1}
			if l == locations-1 || r.IntN(2) == 0 {
				e.to = r.IntN(l + 1)
			}
			for x := range e.low {
				e.low[x], e.high[x], e.reset[x] = bound(2), bound(rare), r.IntN(4) == 0
				if e.high[x] >= 0 && r.IntN(8) > 0 {
					e.low[x] = min(e.low[x], e.high[x])
				}
			}
			edges = append(edges, e)
		}
		a.invariant, a.edges = append(a.invariant, invariant), append(a.edges, edges)
	}
	return a
}

// point is a location and the values of the clocks.
type point struct {
	at int
	v  [tested + 1]int64
}

// allowed tells whether the invariant of p's location holds.
func (a *automaton) allowed(p point) bool {
	for x := 1; x <= a.clocks; x++ {
		if b := a.invariant[p.at][x]; b >= 0 && p.v[x] > b {
			return false
		}
	}
	return true
}

// fire is the point behind an edge, if it may be taken.
func (a *automaton) fire(p point, e transition) (point, bool) {
	to := point{e.to, p.v}
	for x := 1; x <= a.clocks; x++ {
		if p.v[x] < e.low[x] || e.high[x] >= 0 && p.v[x] > e.high[x] {
			return to, false
		}
		if e.reset[x] {
			to.v[x] = 0
		}
	}
	return to, a.allowed(to)
}

// wait lets time pass, if it may.
func (a *automaton) wait(p point, t int64) (point, bool) {
	for x := 1; x <= a.clocks; x++ {
		p.v[x] += t
	}
	return p, a.allowed(p)
}

// ticks is the oracle: for every location the fewest edges to it in integer
// time, -1 if it cannot be reached. Values beyond the greatest constant are all
// the same. Integer time is enough: Henzinger, Manna, Pnueli 1992.
func (a *automaton) ticks() []int {
	fewest := make([]int, len(a.edges))
	for l := range fewest {
		fewest[l] = -1
	}
	seen := map[point]bool{{}: true}
	for level, depth := []point{{}}, 0; len(level) > 0; depth++ {
		var next []point
		for i := 0; i < len(level); i++ {
			p := level[i]
			if fewest[p.at] < 0 {
				fewest[p.at] = depth
			}
			later, ok := a.wait(p, 1)
			for x := range later.v {
				later.v[x] = min(later.v[x], a.most+1)
			}
			if ok && !seen[later] {
				seen[later] = true
				level = append(level, later)
			}
		}
		for _, p := range level {
			for _, e := range a.edges[p.at] {
				if to, ok := a.fire(p, e); ok && !seen[to] {
					seen[to] = true
					next = append(next, to)
				}
			}
		}
		level = next
	}
	return fewest
}

// limits are L and U of every location: the greatest constants that the clock
// can be compared with before its next reset (the static analysis of guards by
// Behrmann, Bouyer, Fleury and Larsen, 2003).
func (a *automaton) limits() (lower, upper [][]int64) {
	for range a.edges {
		lower, upper = append(lower, make([]int64, a.clocks+1)), append(upper, make([]int64, a.clocks+1))
	}
	for l := range a.edges {
		for x := range lower[l] {
			lower[l][x], upper[l][x] = NoBound, a.invariant[l][x]
		}
	}
	for range len(a.edges) * a.clocks * 2 * int(a.most+2) { // each round raises one at least
		for l, edges := range a.edges {
			for _, e := range edges {
				for x := 1; x <= a.clocks; x++ {
					low, up := e.low[x], e.high[x]
					if !e.reset[x] {
						low, up = max(low, lower[e.to][x]), max(up, upper[e.to][x])
					}
					lower[l][x], upper[l][x] = max(lower[l][x], low), max(upper[l][x], up)
				}
			}
		}
	}
	return lower, upper
}
