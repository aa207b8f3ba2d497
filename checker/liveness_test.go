package checker

import (
	"testing"
)

// slowLiveness decides from which states the predicate can be reached by steps
// that are no faults, with maps and edges.
func slowLiveness(sys *lease, goal func(s leaseState) bool) (least int, stuck int) {
	depth := map[leaseState]int{{next: 1}: 0}
	order := []leaseState{{next: 1}}
	before := map[leaseState][]leaseState{}
	for i := 0; i < len(order); i++ {
		s := order[i]
		for rule := range leaseRules {
			for c := range sys.clients {
				next, ok := sys.fire(s, rule, c)
				if !ok {
					continue
				}
				if _, known := depth[next]; !known {
					depth[next] = depth[s] + 1
					order = append(order, next)
				}
				if rule != crash {
					before[next] = append(before[next], s)
				}
			}
		}
	}
	can := map[leaseState]bool{}
	var mark func(s leaseState)
	mark = func(s leaseState) {
		if !can[s] {
			can[s] = true
			for _, p := range before[s] {
				mark(p)
			}
		}
	}
	for _, s := range order {
		if goal(s) {
			mark(s)
		}
	}
	least = never
	for _, s := range order {
		if !can[s] {
			stuck++
			least = min(least, depth[s])
		}
	}
	return least, stuck
}

func TestLivenessAgainstEdges(t *testing.T) {
	for _, clients := range []int{1, 2, 3} {
		for _, rounds := range []int{1, 2} {
			sys := &lease{clients: clients, rounds: rounds, fencing: true, liveness: true}
			want, stuck := slowLiveness(sys, func(s leaseState) bool {
				for c := range clients {
					if s.owner == 0 && s.pc[c] == idle && s.rounds[c] < rounds {
						return true
					}
				}
				return false
			})
			if stuck == 0 {
				t.Fatal("the test is pointless: every state can reach the goal")
			}
			r := check(t, sys, Options{Workers: 2})
			p := r.Properties[1]
			if p.Decision != Violated || p.Depth != want || len(p.Trace.Instances) != want {
				t.Errorf("LEASE(%d,%d): got %v at depth %d, want a violation at depth %d", clients, rounds, p.Decision, p.Depth, want)
			}
		}
	}
}

func TestLivenessIsUndecidedWhenIncomplete(t *testing.T) {
	r := check(t, &lease{clients: 2, rounds: 2, fencing: true, liveness: true}, Options{MaxDepth: ptr(13)})
	if p := r.Properties[1]; p.Decision != Undecided || r.Verdict != Incomplete {
		t.Errorf("got %v and %v, want undecided and incomplete", p.Decision, r.Verdict)
	}
}
