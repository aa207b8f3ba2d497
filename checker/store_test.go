package checker

import (
	"fmt"
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

// A flat set numbers states as the dictionaries of other builds do.
func TestFlatSetIsADictionary(t *testing.T) {
	rnd := rand.New(rand.NewPCG(4, 5))
	for _, w := range []int{1, 2, 5, 130} {
		set, known := newFlatSet(w), map[string]int{}
		for range 3000 {
			state := make([]uint64, w)
			state[0], state[w-1] = rnd.Uint64N(30), rnd.Uint64N(40)
			text := fmt.Sprint(state)
			want, old := known[text]
			if n, ok := set.index(state); ok != old || ok && n != want {
				t.Fatalf("%v has the number %d, %t, want %d, %t", state, n, ok, want, old)
			}
			if !old {
				want = len(known)
				known[text] = want
			}
			if n := set.add(state); n != want {
				t.Fatalf("%v is added as %d, want %d", state, n, want)
			}
		}
	}
}
