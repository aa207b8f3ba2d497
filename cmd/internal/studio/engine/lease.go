package engine

import (
	"math/big"
	"slices"
	"strings"

	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// lapses are the rules with which a lease or session ends by itself.
var lapses = []string{"Expire", "EndSession"}

// leases is what is left of each lease, from the clocks of the model, for each
// moment.
func (v *view) leases() [][]Lease {
	all := make([][]Lease, len(v.states))
	if !v.timed() {
		return all
	}
	clocks := v.run.Clocks(v.trace.Times, func(r *murphi.Rule) bool { return slices.Contains(lapses, r.Title) })
	for i, now := range clocks {
		for _, c := range now {
			whole := v.settings.Delay(c.Rule).Earliest
			all[i] = append(all[i], Lease{
				Client: c.Args[0],
				Left:   nanoseconds(new(big.Rat).Sub(new(big.Rat).Add(c.Since, whole), v.at(i))),
				Whole:  nanoseconds(whole),
			})
		}
		slices.SortStableFunc(all[i], func(a, b Lease) int { return strings.Compare(a.Client, b.Client) })
	}
	return all
}

// nanoseconds rounds a time down.
func nanoseconds(t *big.Rat) int64 {
	n := new(big.Int).Div(t.Num(), t.Denom())
	return n.Int64()
}

// clockOf finds the clock of a client's rule.
func clockOf(clocks []naive.Clock, client string) *naive.Clock {
	for i := range clocks {
		if clocks[i].Args[0] == client {
			return &clocks[i]
		}
	}
	return nil
}
