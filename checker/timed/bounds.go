package timed

import (
	"fmt"
	"math/big"

	"lockcheck/checker/zone"
)

// bounds are the delays of a check in whole units, by number of the clock.
type bounds struct {
	scale zone.Scale
	// lower is the earliest, upper the latest bound; upper is NoBound if there
	// is none.
	lower, upper []int64
	// counts tells of which clocks the value matters: neither of those that may
	// have any, nor of those whose instances are due as soon as enabled.
	counts []bool
}

func (g *Graph) newBounds(delays Delays) (*bounds, error) {
	earliest, latest := make([]zone.Rat, len(g.clocks)), make([]*zone.Rat, len(g.clocks))
	var all []zone.Rat
	for i, c := range g.clocks {
		r := g.opt.Tree.Rules[c.Rule]
		d := delays(r)
		a, err := exact(d.Earliest)
		if err != nil {
			return nil, fmt.Errorf("rule %s: the earliest delay %w", r.Title, err)
		}
		if a.Sign() < 0 {
			a = zone.Rat{}
		}
		earliest[i] = a
		all = append(all, a)
		if d.Latest == nil {
			continue
		}
		b, err := exact(d.Latest)
		if err != nil {
			return nil, fmt.Errorf("rule %s: the latest delay %w", r.Title, err)
		}
		latest[i] = &b
		all = append(all, b)
	}
	b := &bounds{}
	var err error
	if b.scale, err = zone.NewScale(all...); err != nil {
		return nil, fmt.Errorf("the delays, in ns, have no unit in which all are numbers small enough: %w", err)
	}
	for i := range g.clocks {
		low, err := b.scale.Int(earliest[i])
		if err != nil {
			return nil, err
		}
		up := int64(zone.NoBound)
		if latest[i] != nil {
			if up, err = b.scale.Int(*latest[i]); err != nil {
				return nil, err
			}
		}
		b.lower, b.upper = append(b.lower, low), append(b.upper, up)
		b.counts = append(b.counts, low > 0 || up > 0)
	}
	return b, nil
}

// exact is r as a fraction of 64 bits.
func exact(r *big.Rat) (zone.Rat, error) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return zone.Rat{}, fmt.Errorf("is %s ns, a fraction beyond 64 bits", r.RatString())
	}
	return zone.Fraction(r.Num().Int64(), r.Denom().Int64())
}
