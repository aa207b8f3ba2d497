package checker

import (
	"context"
	"testing"
	"time"
)

// With a limit the last complete level is named, and a violation that was
// found before still counts.
func TestLimits(t *testing.T) {
	safe := &lease{clients: 3, rounds: 2, fencing: true}
	for _, tt := range []struct {
		name    string
		sys     *lease
		opt     Options
		verdict Verdict
		limit   *Limit
	}{
		{"depth", safe, Options{MaxDepth: ptr(5)}, Incomplete, &Limit{LimitDepth, "5", 5}},
		{"depth 0 is the start states", safe, Options{MaxDepth: ptr(0)}, Incomplete, &Limit{LimitDepth, "0", 0}},
		{"the last level may be asked for", safe, Options{MaxDepth: ptr(21)}, Safe, nil},
		{"one less is too little", safe, Options{MaxDepth: ptr(20)}, Incomplete, &Limit{LimitDepth, "20", 20}},
		{"states, at the end of a level", safe, Options{MaxStates: 100}, Incomplete, &Limit{LimitStates, "100", 5}},
		{"as many states as there are", safe, Options{MaxStates: 29_787}, Safe, nil},
		{"memory", safe, Options{Memory: 64 << 10}, Incomplete, &Limit{LimitMemory, "65536", 10}},
		{"enough memory", safe, Options{Memory: 8 << 20}, Safe, nil},
		{"unsafe before incomplete", &lease{clients: 3, rounds: 2}, Options{MaxDepth: ptr(7)}, Unsafe, &Limit{LimitDepth, "7", 7}},
		{"not yet unsafe", &lease{clients: 3, rounds: 2}, Options{MaxDepth: ptr(6)}, Incomplete, &Limit{LimitDepth, "6", 6}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := check(t, tt.sys, tt.opt)
			if r.Verdict != tt.verdict {
				t.Errorf("got %v, want %v", r.Verdict, tt.verdict)
			}
			switch {
			case tt.limit == nil && r.Limit != nil, tt.limit != nil && (r.Limit == nil || *r.Limit != *tt.limit):
				t.Errorf("got limit %+v, want %+v", r.Limit, tt.limit)
			}
			for _, p := range r.Properties {
				if p.Decision == Holds && tt.limit != nil {
					t.Errorf("%s is said to hold after an incomplete search", p.Name)
				}
			}
		})
	}
}

func TestFirstLeavesTheRestUndecided(t *testing.T) {
	r := check(t, &lease{clients: 2, rounds: 2, liveness: true}, Options{First: true})
	if r.Verdict != Unsafe || r.Depth != 7 || r.Limit != nil {
		t.Errorf("got %v at depth %d, limit %+v, want unsafe at the end of level 7", r.Verdict, r.Depth, r.Limit)
	}
	for _, p := range r.Properties[1:] {
		if p.Decision != Undecided {
			t.Errorf("%s is %v, want undecided", p.Name, p.Decision)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	sys := &lease{clients: 3, rounds: 3, fencing: true}
	r, err := Check(ctx, sys, Options{Progress: func(p Progress) {
		if p.Level == 9 {
			cancel()
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != Incomplete || r.Limit.Kind != LimitInterrupt || r.Limit.Depth != 9-1 {
		t.Errorf("got %v, %+v, want incomplete, interrupted after level 8", r.Verdict, r.Limit)
	}
	r, err = Check(ctx, sys, Options{})
	if err != nil || r.Limit.Depth != -1 || r.States != 1 {
		t.Errorf("cancelled before it began: got %+v, %v", r, err)
	}
}

// A violation is reported although the time was up in the level that has it.
func TestUnsafeWhenTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	r, err := Check(ctx, &lease{clients: 3, rounds: 3, fencing: true}, Options{})
	if err != nil || r.Verdict != Incomplete || r.Limit.Kind != LimitTime {
		t.Errorf("got %+v, %v, want incomplete for lack of time", r, err)
	}
	stop, cancel := context.WithCancel(context.Background())
	r, err = Check(stop, &lease{clients: 3, rounds: 3}, Options{Progress: func(p Progress) {
		if p.Level == 6 {
			cancel()
		}
	}})
	if err != nil || r.Verdict != Unsafe || r.Limit.Kind != LimitInterrupt || len(r.Properties[0].Trace.Instances) != 7 {
		t.Errorf("got %+v, %v, want the violation of level 7", r, err)
	}
}

func TestProgressCountsUp(t *testing.T) {
	var last Progress
	r := check(t, &lease{clients: 3, rounds: 2, fencing: true}, Options{Progress: func(p Progress) {
		if p.States < last.States || p.Transitions < last.Transitions || p.Level < last.Level || p.Memory == 0 {
			t.Errorf("after %+v: %+v", last, p)
		}
		last = p
	}})
	if last.States != r.States || last.Transitions != r.Transitions || last.Frontier != 0 {
		t.Errorf("the last report is %+v, the result has %d states, %d transitions", last, r.States, r.Transitions)
	}
}
