package zone

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

// schedule puts a walk through an automaton as bounds between events: the start
// is event 0, edge k is event k.
func (a *automaton) schedule(walk []transition) *Schedule {
	s, reset, at := &Schedule{}, [tested + 1]int{}, 0
	stay := func(event int) {
		for x := 1; x <= a.clocks; x++ {
			if b := a.invariant[at][x]; b >= 0 {
				s.AtMost(reset[x], event, b)
			}
		}
	}
	stay(0)
	for _, e := range walk {
		event := s.Event()
		stay(event)
		for x := 1; x <= a.clocks; x++ {
			if e.low[x] >= 0 {
				s.AtLeast(reset[x], event, e.low[x])
			}
			if e.high[x] >= 0 {
				s.AtMost(reset[x], event, e.high[x])
			}
			if e.reset[x] {
				reset[x] = event
			}
		}
		at = e.to
		stay(event)
	}
	return s
}

// least tries all integer waits of a walk, and returns the least time of each
// event over all runs; nil if there is no run.
func (a *automaton) least(p point, walk []transition, now int64) []int64 {
	if !a.allowed(p) {
		return nil
	}
	if len(walk) == 0 {
		return []int64{now}
	}
	var least []int64
	for wait := int64(0); wait <= a.most; wait++ {
		later, ok := a.wait(p, wait)
		if !ok {
			break
		}
		to, ok := a.fire(later, walk[0])
		if !ok {
			continue
		}
		rest := a.least(to, walk[1:], now+wait)
		if least == nil {
			least = rest
		}
		for i, t := range rest {
			least[i] = min(least[i], t)
		}
	}
	if least == nil {
		return nil
	}
	return append([]int64{now}, least...)
}

// TestSchedule: every walk through a random automaton has the least times of all
// its runs in integer time, which are themselves a run; or there is none, and
// then zones find none either.
func TestSchedule(t *testing.T) {
	possible, impossible := 0, 0
	random(t, 3000, func(t *testing.T, r *rand.Rand) {
		a := randomAutomaton(r)
		var walk []transition
		s := search{a: a}
		n := node{0, New(a.clocks, a.clocks)}
		found := s.settle(0, n.zone)
		for range r.IntN(6) {
			e := a.edges[n.at][r.IntN(len(a.edges[n.at]))]
			walk = append(walk, e)
			if n.at = e.to; !found {
				continue
			}
			from := node{n.at, n.zone}
			n.zone = s.follow(from, e)
			found = n.zone != nil && s.settle(n.at, n.zone)
		}
		want := a.least(point{}, walk, 0)
		have, err := a.schedule(walk).Earliest()
		if want == nil {
			impossible++
			if !errors.Is(err, ErrNoTimes) || found {
				t.Errorf("walk %v: times %v, %v, zones find a run: %v; there is none in\n%s", walk, have, err, found, a)
			}
			return
		}
		possible++
		if err != nil || !slices.Equal(have, want) || !found {
			t.Errorf("walk %v: times %v, %v, want %v, zones find a run: %v; in\n%s", walk, have, err, want, found, a)
			return
		}
		p, ok := point{}, true
		for i, e := range walk {
			p, ok = a.wait(p, have[i+1]-have[i])
			if ok {
				p, ok = a.fire(p, e)
			}
			if !ok {
				t.Errorf("walk %v: the times %v are no run, at edge %d of\n%s", walk, have, i, a)
				return
			}
		}
	})
	if *cases == 0 && (possible < 500 || impossible < 500) {
		t.Errorf("%d walks have times, %d have none: the cases are too much alike", possible, impossible)
	}
}

func TestScheduleErrors(t *testing.T) {
	var before Schedule
	before.AtLeast(before.Event(), 0, 1)
	if _, err := before.Earliest(); !errors.Is(err, ErrNoTimes) {
		t.Error("event 1 is before the start:", err)
	}
	var long Schedule
	for range 3 {
		e := long.Event()
		long.AtLeast(e-1, e, MaxValue/2)
	}
	if _, err := long.Earliest(); !errors.Is(err, ErrTimes) {
		t.Error("three halves of the greatest value:", err)
	}
	var none Schedule
	if at, err := none.Earliest(); err != nil || !slices.Equal(at, []int64{0}) {
		t.Error(at, err)
	}
}
