package checker_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

// The library's specs, small enough for the interpreter: with symmetry and
// ranks the engine finds classes of states, and still prints the very run that
// the interpreter finds among all concrete ones. That holds only if the
// renaming from concrete to canonical states is carried along rightly.
func TestSpecsThroughBothEngines(t *testing.T) {
	none, fenced := map[string]string{"guard": "none"}, map[string]string{"guard": "reject-lower"}
	for _, tt := range []struct {
		spec     string
		params   map[string]string
		more     map[string]string
		faults   string
		violated bool
	}{
		{"lease.murphi", none, map[string]string{"clients": "3", "rounds": "1"}, "default", true},
		{"lease.murphi", fenced, map[string]string{"clients": "3", "rounds": "1"}, "default", false},
		{"lease.murphi", none, map[string]string{"clients": "3", "rounds": "0"}, "default", true},
		{"lease.murphi", fenced, map[string]string{"clients": "3", "rounds": "0"}, "default", false},
		{"ttl.murphi", none, nil, "none", false},
		{"ttl.murphi", none, nil, "pause", true},
		{"ttl.murphi", fenced, nil, "pause=1,crash=1", true}, // mutual exclusion is a property too
		{"ttl.murphi", fenced, map[string]string{"workload": "rmw"}, "pause=1", true},
	} {
		for _, reduced := range []bool{true, false} {
			if !reduced && tt.more["rounds"] != "1" {
				continue // tokens without end
			}
			t.Run(fmt.Sprintf("%s %v %v faults %s reduced %v", tt.spec, tt.params, tt.more, tt.faults, reduced), func(t *testing.T) {
				faults, err := murphi.ParseFaults(tt.faults)
				if err != nil {
					t.Fatal(err)
				}
				opt := vm.Options{Params: maps.Clone(tt.params), Faults: faults}
				maps.Copy(opt.Params, tt.more)
				r := compareEngines(t, os.DirFS("../specs"), tt.spec, opt, reduced, limits{})
				if r == nil {
					t.Fatal("the spec is refused")
				}
				if r.Violated != tt.violated || !r.Complete {
					t.Errorf("violated: %v, complete: %v, want %v, true", r.Violated, r.Complete, tt.violated)
				}
			})
		}
	}
}

// The reference system from its spec, in all four ways of counting.
func TestReferenceSpec(t *testing.T) {
	for _, tt := range []struct {
		clients, rounds     int
		symmetry, ranks     vm.Switch
		states, transitions int64
	}{
		{3, 2, vm.Off, vm.Off, 29_787, 138_924},
		{3, 2, vm.On, vm.Off, 5_122, 0},
		{3, 3, vm.On, vm.Off, 39_695, 0},
		{4, 1, vm.On, vm.Off, 1_036, 0},
		{3, 0, vm.Off, vm.On, 1_519, 0},
		{3, 0, vm.On, vm.On, 268, 0},
		{4, 0, vm.Off, vm.On, 20_076, 0},
		{4, 0, vm.On, vm.On, 901, 0},
		{5, 0, vm.On, vm.On, 2_896, 0},
	} {
		t.Run(fmt.Sprintf("%+v", tt), func(t *testing.T) {
			program, diags := vm.Load(os.DirFS("../specs"), "lease.murphi", vm.Options{
				Params:   map[string]string{"clients": fmt.Sprint(tt.clients), "rounds": fmt.Sprint(tt.rounds), "guard": "reject-lower"},
				Symmetry: tt.symmetry, Ranks: tt.ranks,
			})
			if err := diags.Err(); err != nil {
				t.Fatal(err)
			}
			r, err := checker.Check(context.Background(), program, checker.Options{Tree: program.Tree, Ranks: tt.ranks == vm.On})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != checker.Safe || r.States != tt.states || tt.transitions != 0 && r.Transitions != tt.transitions {
				t.Errorf("got %v, %d states, %d transitions, want safe, %d, %d", r.Verdict, r.States, r.Transitions, tt.states, tt.transitions)
			}
		})
	}
}
