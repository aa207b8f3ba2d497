package timed

import (
	"slices"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/zone"
	"lockcheck/model/vm"
)

// TestTimeGoesOn: in no protocol do steps that are due at once stop time for
// good, which would make it safe for no reason. From every state that is
// reached, steps that are possible in time lead to one where nothing is due,
// ever.
func TestTimeGoesOn(t *testing.T) {
	for _, s := range setups() {
		q := question(s)
		p := q.load(t, vm.On)
		if stuck, states := stuckIn(t, p); stuck > 0 {
			t.Errorf("%s: time stops for good from %d of %d states on", q, stuck, states)
		}
	}
}

// TestTimeStops: what the test above would see.
func TestTimeStops(t *testing.T) {
	p := loadText(t, `
var x: 0..2;
startstate begin x := 0; end;
--! delay [1s, 2s]
rule "Begin" x = 0 ==> begin x := 1; end;
--! delay [0s, 0s]
rule "There" x = 1 ==> begin x := 2; end;
--! delay [0s, 0s]
rule "Back" x = 2 ==> begin x := 1; end;
`)
	if stuck, states := stuckIn(t, p); stuck != 3 || states != 3 {
		t.Errorf("%d of %d states", stuck, states)
	}
}

// stuckIn counts the states that are reached, and those from which nothing leads
// to a state where nothing is due.
func stuckIn(t *testing.T, p *vm.Program) (stuck, states int) {
	g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true})
	b, err := g.newBounds(p.Settings.Delay)
	if err != nil {
		t.Fatal(err)
	}
	s := g.newSearch(t.Context(), b)
	if err := s.run(func() bool { return false }); err != nil {
		t.Fatal(err)
	}
	back := map[int32][]int32{}
	goesOn := map[int32]bool{}
	var queue []int32
	for n, zones := range s.visited {
		if len(zones) == 0 {
			continue
		}
		states++
		x := &g.nodes[n]
		due := func(r running) bool { return r.enabled && b.upper[r.clock] != zone.NoBound }
		if !slices.ContainsFunc(x.running, due) {
			goesOn[int32(n)] = true
			queue = append(queue, int32(n))
		}
		s.from(x)
		for _, z := range zones {
			for i := range x.edges {
				if e := &x.edges[i]; e.to >= 0 && s.fire(z, e) {
					back[e.to] = append(back[e.to], int32(n))
				}
			}
		}
	}
	for len(queue) > 0 {
		n := queue[0]
		queue = queue[1:]
		for _, from := range back[n] {
			if !goesOn[from] {
				goesOn[from] = true
				queue = append(queue, from)
			}
		}
	}
	return states - len(goesOn), states
}
