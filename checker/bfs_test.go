package checker

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/model"
)

func check(t *testing.T, sys model.System, opt Options) *Result {
	t.Helper()
	r, err := Check(context.Background(), sys, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The counts that independent checkers found.
func TestReferenceCounts(t *testing.T) {
	for _, tt := range []struct {
		clients, rounds     int
		states, transitions int64
		depth               int
	}{
		{2, 1, 100, 264, 8},
		{2, 2, 717, 2_220, 14},
		{3, 1, 1_265, 4_971, 12},
		{3, 2, 29_787, 138_924, 21},
		{3, 3, 235_036, 1_169_100, 30},
	} {
		for _, words := range []int{1, 2, 3} {
			t.Run(fmt.Sprintf("LEASE(%d,%d) in %d words", tt.clients, tt.rounds, words), func(t *testing.T) {
				r := check(t, &lease{clients: tt.clients, rounds: tt.rounds, fencing: true, words: words}, Options{})
				if r.States != tt.states || r.Transitions != tt.transitions || r.Depth != tt.depth {
					t.Errorf("got %d states, %d transitions, depth %d, want %d, %d, %d",
						r.States, r.Transitions, r.Depth, tt.states, tt.transitions, tt.depth)
				}
				if r.Verdict != Safe || r.Limit != nil {
					t.Errorf("got %v, limit %+v, want safe", r.Verdict, r.Limit)
				}
			})
		}
	}
}

// Without fencing the search goes on after the first violation, and visits
// what others visit.
func TestSearchGoesOn(t *testing.T) {
	r := check(t, &lease{clients: 2, rounds: 2}, Options{})
	if r.States != 891 || r.Transitions != 2_664 || r.Verdict != Unsafe {
		t.Errorf("got %v with %d states, %d transitions, want unsafe with 891 and 2664", r.Verdict, r.States, r.Transitions)
	}
	if p := r.Properties[0]; p.Decision != Violated || p.Depth != 7 || len(p.Trace.Instances) != 7 {
		t.Errorf("got %+v, want a violation after 7 steps", p)
	}
}

// There are ten shortest violations of LEASE(2,1), of 7 steps. Of those the
// trace has the fewest changes of actor, then the smallest steps.
func TestSmallestTrace(t *testing.T) {
	sys := &lease{clients: 2, rounds: 1}
	var all [][]uint32
	var walk func(s leaseState, run []uint32)
	walk = func(s leaseState, run []uint32) {
		if s.bad == 1 {
			all = append(all, append([]uint32(nil), run...))
			return
		}
		for rule := range leaseRules {
			for c := range sys.clients {
				if next, ok := sys.fire(s, rule, c); ok && len(run) < 7 && (rule != expire || c == 0) {
					walk(next, append(run, sys.number(rule, c)))
				}
			}
		}
	}
	walk(leaseState{next: 1}, nil)
	if len(all) != 10 {
		t.Fatalf("got %d shortest runs, want 10", len(all))
	}
	best, least := all[0], int(^uint(0)>>1)
	for _, run := range all {
		if c := changes(sys, run); c < least {
			best, least = run, c
		}
	}
	var want []model.Instance
	for _, id := range best {
		want = append(want, sys.Instance(id))
	}
	got := check(t, sys, Options{}).Properties[0].Trace.Instances
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// changes counts the changes of actor in a run.
func changes(sys *lease, run []uint32) int {
	n := 0
	actor := func(i int) int {
		if inst := sys.Instance(run[i]); inst.Rule != expire {
			return int(inst.Args[0])
		}
		return -1
	}
	for i := 1; i < len(run); i++ {
		if actor(i) != actor(i-1) {
			n++
		}
	}
	return n
}

func TestResultDoesNotDependOnWorkers(t *testing.T) {
	for _, fencing := range []bool{true, false} {
		sys := &lease{clients: 3, rounds: 1, fencing: fencing, liveness: true}
		for _, opt := range []Options{
			{},
			{Deadlock: DeadlockStuck},
			{First: true},
			{MaxStates: 500},
			{MaxDepth: ptr(9)},
			{Memory: 40 << 10},
		} {
			opt.Workers = 1
			want := check(t, sys, opt)
			for _, n := range []int{2, 3, 8} {
				opt.Workers = n
				if d := cmp.Diff(want, check(t, sys, opt)); d != "" {
					t.Errorf("%d workers, %+v: %s", n, opt, d)
				}
			}
		}
	}
}

func ptr(n int) *int { return &n }

func TestCoversAndCoverage(t *testing.T) {
	sys := &lease{clients: 2, rounds: 1, fencing: true}
	r := check(t, sys, Options{})
	want := []CoverResult{{"a write is late", true, 6}, {"never", false, 0}}
	if d := cmp.Diff(want, r.Covers); d != "" {
		t.Error(d)
	}
	var sum int64
	for _, rule := range r.Rules {
		if rule.Enabled == 0 || rule.Enabled != rule.Taken {
			t.Errorf("rule %s: enabled %d, taken %d", rule.Name, rule.Enabled, rule.Taken)
		}
		sum += rule.Enabled
	}
	if sum != r.Transitions {
		t.Errorf("the rules were enabled %d times in %d transitions", sum, r.Transitions)
	}
	r = check(t, sys, Options{Strict: true})
	if r.Verdict != Incomplete || r.Limit.Kind != LimitCovers || r.Limit.Value != "never" {
		t.Errorf("strict: got %v, %+v, want incomplete for the cover that is never reached", r.Verdict, r.Limit)
	}
}

func TestDeadlock(t *testing.T) {
	// With rounds used up and every client idle nothing is enabled; a crash
	// helps nobody.
	r := check(t, &lease{clients: 1, rounds: 1, fencing: true}, Options{Deadlock: DeadlockStuck})
	p := r.Properties[len(r.Properties)-1]
	if p.Name != "no-deadlock" || p.Decision != Violated {
		t.Fatalf("got %+v, want a deadlock", p)
	}
	// Acquire, Expire, Crash, in some order.
	if p.Depth != 3 {
		t.Errorf("got a deadlock after %d steps (%v), want 3", p.Depth, p.Trace.Instances)
	}
	if check(t, &lease{clients: 1, rounds: 1}, Options{}).Verdict != Safe {
		t.Error("deadlock detection is off, and yet there is a verdict")
	}
}

func TestPanicNamesTheState(t *testing.T) {
	sys := &lease{clients: 2, rounds: 1, panics: func(s leaseState) bool { return s.pc[1] == sent }}
	for _, n := range []int{1, 3} {
		_, err := Check(context.Background(), sys, Options{Workers: n})
		var internal *InternalError
		if !errors.As(err, &internal) {
			t.Fatalf("got %v, want an internal error", err)
		}
		if len(internal.State) != 1 || internal.Rule == "" || len(internal.Stack) == 0 {
			t.Errorf("got %+v, want the state, a rule and the stack", internal)
		}
	}
}
