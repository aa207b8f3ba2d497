package naive

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"lockcheck/model/murphi"
)

// TickOptions say how to check in bounded time.
type TickOptions struct {
	Ranks      bool     // ordinals stand for their order only
	Properties []string // of the top-level invariants, by title; nil means all
	// Delay gives every rule its bounds in nanoseconds, as
	// [murphi.Settings.Delay] does; a negative earliest bound counts as 0.
	Delay func(*murphi.Rule) murphi.Delay
	// Tick is the unit of time in nanoseconds. Earliest bounds are rounded down
	// to it and latest ones up, so that no violation is lost; without a
	// remainder the answer is that for real-valued time.
	Tick      *big.Rat
	MaxStates int // stop when there are more timed states; 0 means no limit
}

// TickResult is what a search by unit ticks found.
type TickResult struct {
	// Properties are the invariants, in file order, then the assert statements
	// and run-time errors. Depth is the fewest events of a violation: time that
	// passes counts nothing. There are no traces.
	Properties []Property
	// Covers are the top-level ones, then statements; Depth counts events.
	Covers      []Cover
	States      int  // model states with values of their clocks
	ModelStates int  // distinct
	Complete    bool // false if MaxStates stopped the search
	TopBit      bool // as in Outcome; then nothing is proved
	// Unsound is set when the model itself is wrong (see Outcome.Spec): nothing
	// else is of interest then.
	Unsound bool
}

// CheckTicks visits every state of m, a checked model, that unit ticks of time
// reach, and decides its invariants, assert statements, run-time errors and
// covers. Time passes in single ticks; every clock that runs and that a bound
// depends on is part of the state, up to its greatest bound: beyond it, all
// values mean the same. It decides neither liveness nor deadlock. An error is
// about the options.
func CheckTicks(m *murphi.Model, opt TickOptions) (*TickResult, error) {
	return NewTicks(m, opt.Ranks, opt.Properties).Check(opt.Delay, opt.Tick, opt.MaxStates)
}

// Ticks checks one model under many delays. What does not depend on them is
// evaluated once. It is not safe for use by several goroutines.
type Ticks struct {
	graph *timedGraph
}

// NewTicks returns a checker of m, a checked model; see [TickOptions].
func NewTicks(m *murphi.Model, ranks bool, properties []string) *Ticks {
	return &Ticks{newTimedGraph(m, ranks, properties)}
}

// Check does what [CheckTicks] does.
func (t *Ticks) Check(delay func(*murphi.Rule) murphi.Delay, tick *big.Rat, maxStates int) (*TickResult, error) {
	if tick == nil || tick.Sign() <= 0 {
		return nil, errors.New("the tick is not longer than 0")
	}
	s := &tickSearch{timedGraph: t.graph, maxStates: maxStates, seen: map[string]bool{}, result: t.graph.blank()}
	for _, rule := range t.graph.model.Rules {
		b, err := boundsInTicks(rule, delay(rule), tick)
		if err != nil {
			return nil, err
		}
		s.bounds = append(s.bounds, b)
	}
	s.search()
	return s.decided(), nil
}

// ticks are the bounds of a rule's delay. The clocks of the rule matter unless
// both bounds say nothing.
type ticks struct {
	earliest, latest uint32
	forced           bool // there is a latest bound
}

func (b ticks) matter() bool { return b.forced || b.earliest > 0 }

// most is the value from which on nothing changes any more.
func (b ticks) most() uint32 {
	if b.forced {
		return max(b.earliest, b.latest)
	}
	return b.earliest
}

func boundsInTicks(rule *murphi.Rule, d murphi.Delay, tick *big.Rat) (b ticks, err error) {
	round := func(bound *big.Rat, up bool) uint32 {
		q := new(big.Rat).Quo(bound, tick)
		n, rest := new(big.Int).QuoRem(q.Num(), q.Denom(), new(big.Int))
		if up && rest.Sign() > 0 {
			n.Add(n, big.NewInt(1))
		}
		if n.Sign() < 0 {
			return 0
		}
		if n.Cmp(big.NewInt(math.MaxInt32)) > 0 {
			err = fmt.Errorf("rule %s: %s ns are more than %d ticks of %s ns", rule.Title, bound.RatString(), math.MaxInt32, tick.RatString())
			return 0
		}
		return uint32(n.Int64())
	}
	b.earliest = round(d.Earliest, false)
	if d.Latest != nil {
		b.forced, b.latest = true, round(d.Latest, true)
	}
	return b, err
}

// decided completes the result.
func (s *tickSearch) decided() *TickResult {
	r := s.result
	for i := range r.Properties {
		if p := &r.Properties[i]; p.Decision == Undecided && r.Complete && !r.TopBit {
			p.Decision = Holds
		}
	}
	r.Unsound = r.Properties[s.spec].Decision == Violated
	r.Properties = slices.Delete(r.Properties, s.spec, s.spec+1)
	return r
}

// violate notes a violation after a number of events. The search goes by
// events, so that the first one is the one with the fewest.
func (r *TickResult) violate(rows []int, events int) {
	for _, row := range rows {
		if p := &r.Properties[row]; p.Decision == Undecided {
			p.Decision, p.Depth = Violated, events
		}
	}
}

func (r *TickResult) reach(rows []int, events int) {
	for _, row := range rows {
		if c := &r.Covers[row]; !c.Reached || events < c.Depth {
			c.Reached, c.Depth = true, events
		}
	}
}
