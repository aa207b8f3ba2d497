package zone

import "errors"

// Schedule finds the times of a run's steps: a list of events, numbered from 0,
// in the order in which they happen, the first at time 0, and bounds on the
// time between two of them. A clock that was last reset at event r reads, at
// event k, the time from r to k; so guards, invariants (checked at the event
// that ends the wait) and waiting not at all are such bounds. All are closed.
//
// The zero value has the event 0 alone.
type Schedule struct {
	last  int // the last event
	edges []edge
}

// edge says that event to is at least wait after event from; it may be negative.
type edge struct {
	from, to int
	wait     int64
}

var (
	// ErrNoTimes is the answer where no times satisfy all bounds.
	ErrNoTimes = errors.New("no times satisfy the bounds of the run")
	// ErrTimes is the answer where times are beyond 2^60 units.
	ErrTimes = errors.New("the times of the run are more than 2^60 units")
)

// Event adds an event, which is not before the last one, and returns its number.
func (s *Schedule) Event() int {
	s.last++
	s.AtLeast(s.last-1, s.last, 0)
	return s.last
}

// AtLeast demands that event to is at least wait after event from. It panics
// beyond [MaxValue].
func (s *Schedule) AtLeast(from, to int, wait int64) {
	if wait > MaxValue || wait < -MaxValue {
		panic("zone: a bound beyond MaxValue")
	}
	s.edges = append(s.edges, edge{from, to, wait})
}

// AtMost demands that event to is at most wait after event from. It panics
// beyond [MaxValue].
func (s *Schedule) AtMost(from, to int, wait int64) { s.AtLeast(to, from, -wait) }

// Earliest returns the time of every event: the least solution, in which every
// event happens as early as it can in any solution. There is one, because the
// smaller times of two solutions are a solution too. Times are whole units, as
// the bounds are. (Longest paths from event 0; Bellman, Ford.)
func (s *Schedule) Earliest() ([]int64, error) {
	at := make([]int64, s.last+1)
	for range len(at) {
		changed := false
		for _, e := range s.edges {
			t := at[e.from] + e.wait
			if t <= at[e.to] {
				continue
			}
			if t > MaxValue {
				return nil, ErrTimes
			}
			at[e.to], changed = t, true
		}
		if !changed {
			return at, nil
		}
	}
	return nil, ErrNoTimes
}
