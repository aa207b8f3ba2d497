package checker

import (
	"math/rand/v2"
	"testing"
)

func TestRecentForgetsButNeverErrs(t *testing.T) {
	r := newRecent[[2]uint64](usual.recentBytes)
	known := map[[2]uint64]bool{}
	rnd := rand.New(rand.NewPCG(2, 3))
	for range 20_000 {
		s := [2]uint64{rnd.Uint64N(200), rnd.Uint64N(100)}
		if r.seen(&s) && !known[s] {
			t.Fatalf("%v was never sent", s)
		}
		known[s] = true
	}
}
