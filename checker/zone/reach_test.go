package zone

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// search explores an automaton by zones, level by level, each location with the
// zones that no other includes.
type search struct {
	a            *automaton
	lower, upper [][]int64 // by location; nil is no extrapolation
	active       bool      // only clocks that are looked at before their next reset
	passed       [][]*DBM  // by location
	zones        int
}

type node struct {
	at   int
	zone *DBM
}

// clocks are the clocks that a zone of the location has, in order, after the
// reference.
func (s *search) clocks(at int) []int {
	list := []int{0}
	for x := 1; x <= s.a.clocks; x++ {
		if !s.active || s.lower[at][x] >= 0 || s.upper[at][x] >= 0 {
			list = append(list, x)
		}
	}
	return list
}

// settle lets time pass in a location and extrapolates; false if nothing is left.
func (s *search) settle(at int, d *DBM) bool {
	list := s.clocks(at)
	stay := func() bool {
		for i, x := range list {
			if b := s.a.invariant[at][x]; i > 0 && b >= 0 && !d.Constrain(i, 0, LE(b)) {
				return false
			}
		}
		return true
	}
	if !stay() {
		return false
	}
	d.Up()
	stay()
	if s.lower != nil {
		var lower, upper []int64
		for _, x := range list {
			lower, upper = append(lower, s.lower[at][x]), append(upper, s.upper[at][x])
		}
		d.Extrapolate(lower, upper)
	}
	return true
}

// follow is the zone behind an edge of n, before time passes there; nil if the
// edge cannot be taken.
func (s *search) follow(n node, e transition) *DBM {
	d := &DBM{}
	d.Copy(n.zone)
	list := s.clocks(n.at)
	for i, x := range list {
		if i > 0 && e.low[x] >= 0 && !d.Constrain(0, i, LE(-e.low[x])) ||
			i > 0 && e.high[x] >= 0 && !d.Constrain(i, 0, LE(e.high[x])) {
			return nil
		}
	}
	for i, x := range list {
		if i > 0 && e.reset[x] {
			d.Reset(i)
		}
	}
	to := s.clocks(e.to)
	for i := len(list) - 1; i > 0; i-- {
		if !slices.Contains(to, list[i]) {
			d.Remove(i)
		}
	}
	for i, x := range to {
		if !slices.Contains(list, x) {
			d.Insert(i) // it is reset: else it would be active before
		}
	}
	return d
}

// add keeps a zone unless another includes it.
func (s *search) add(n node) bool {
	for _, old := range s.passed[n.at] {
		if old.Includes(n.zone) {
			return false
		}
	}
	s.passed[n.at] = append(slices.DeleteFunc(s.passed[n.at], n.zone.Includes), n.zone)
	s.zones++
	return true
}

// run returns the fewest edges to each location, -1 for those not found, and
// whether all zones were visited, of which there may be infinitely many.
func (s *search) run(t *testing.T, mostZones int) (fewest []int, complete bool) {
	fewest = make([]int, len(s.a.edges))
	for l := range fewest {
		fewest[l] = -1
	}
	s.passed = make([][]*DBM, len(s.a.edges))
	first := node{0, New(len(s.clocks(0))-1, s.a.clocks)}
	s.settle(0, first.zone)
	s.add(first)
	for level, depth := []node{first}, 0; len(level) > 0; depth++ {
		var next []node
		for _, n := range level {
			if fewest[n.at] < 0 {
				fewest[n.at] = depth
			}
			for _, e := range s.a.edges[n.at] {
				to := s.follow(n, e)
				if to == nil || !s.settle(e.to, to) {
					continue
				}
				valid(t, to, fmt.Sprintf("an edge to %d", e.to))
				if s.add(node{e.to, to}) {
					next = append(next, node{e.to, to})
				}
			}
		}
		if s.zones > mostZones {
			return fewest, false
		}
		level = next
	}
	return fewest, true
}

// everywhere gives all locations the greatest limits of any.
func everywhere(limits [][]int64) [][]int64 {
	most := slices.Clone(limits[0])
	for _, l := range limits {
		for x, v := range l {
			most[x] = max(most[x], v)
		}
	}
	return slices.Repeat([][]int64{most}, len(limits))
}

// TestReachability compares zones with integer time on random automata: the
// same locations are reached, after as few edges, without extrapolation, with
// it, with limits of each location, and with active clocks only.
func TestReachability(t *testing.T) {
	stopped, unreached, deep, zones := 0, 0, 0, map[string]int{}
	random(t, 3000, func(t *testing.T, r *rand.Rand) {
		a := randomAutomaton(r)
		want := a.ticks()
		for _, d := range want {
			if d < 0 {
				unreached++
			}
			if d > 3 {
				deep++
			}
		}
		lower, upper := a.limits()
		for name, s := range map[string]*search{
			"no extrapolation": {a: a},
			"Extra-LU+":        {a: a, lower: everywhere(lower), upper: everywhere(upper)},
			"by location":      {a: a, lower: lower, upper: upper},
			"active clocks":    {a: a, lower: lower, upper: upper, active: true},
		} {
			most := 20_000
			if name == "no extrapolation" {
				most = 100
			}
			have, complete := s.run(t, most)
			if !complete && name == "no extrapolation" {
				stopped++
				for l := range have {
					if have[l] < 0 {
						have[l] = want[l] // not found yet
					}
				}
			} else if !complete {
				t.Errorf("%s: more than %d zones of\n%s", name, most, a)
			}
			if !slices.Equal(have, want) {
				t.Errorf("%s: edges to each location %v, in integer time %v, of\n%s", name, have, want, a)
			}
			zones[name] += s.zones
		}
	})
	t.Logf("%d locations not reached, %d after more than 3 edges; zones %v; without extrapolation %d have too many", unreached, deep, zones, stopped)
	if *cases == 0 && (stopped == 0 || unreached < 300 || deep < 300 || zones["by location"] >= zones["Extra-LU+"]) {
		t.Error("the cases are too much alike")
	}
}
