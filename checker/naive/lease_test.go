package naive

import (
	"fmt"
	"os"
	"testing"

	"lockcheck/model/murphi"
)

// lease returns the reference system with given parameters.
func lease(t *testing.T, clients, rounds int, guard string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Load(os.DirFS("../../specs"), "lease.murphi")
	if !diags.HasErrors() {
		_, more := murphi.Configure(m, murphi.Config{Params: map[string]string{
			"clients": fmt.Sprint(clients), "rounds": fmt.Sprint(rounds), "guard": guard,
		}})
		diags = append(diags, more...)
	}
	if !diags.HasErrors() {
		diags = append(diags, murphi.Check(m, murphi.CheckOptions{})...)
	}
	if diags.HasErrors() {
		t.Fatalf("lease.murphi: %v", diags)
	}
	return m
}

// The numbers of the reference system LEASE(K,R) come from other checkers.
func TestLeaseHasTheKnownCounts(t *testing.T) {
	for _, row := range []struct {
		clients, rounds     int
		symmetry, ranks     bool
		states, transitions int
	}{
		{clients: 2, rounds: 1, states: 100, transitions: 264},
		{clients: 3, rounds: 2, states: 29_787, transitions: 138_924},
		{clients: 2, rounds: 0, ranks: true, states: 142},
		{clients: 2, rounds: 0, ranks: true, symmetry: true, states: 73},
		{clients: 3, rounds: 0, ranks: true, states: 1_519},
		{clients: 3, rounds: 0, ranks: true, symmetry: true, states: 268},
	} {
		t.Run(fmt.Sprintf("%+v", row), func(t *testing.T) {
			o := Check(lease(t, row.clients, row.rounds, "reject-lower"), Options{Symmetry: row.symmetry, Ranks: row.ranks})
			if o.States != row.states || row.transitions != 0 && o.Transitions != row.transitions {
				t.Errorf("got %d states and %d transitions, want %d and %d", o.States, o.Transitions, row.states, row.transitions)
			}
			if !o.Complete || o.TopBit {
				t.Errorf("complete: %v, limited by TOP: %v", o.Complete, o.TopBit)
			}
			for _, p := range o.Properties {
				if p.Decision != Holds {
					t.Errorf("%s does not hold: %+v", p.Name, p)
				}
			}
		})
	}
}
