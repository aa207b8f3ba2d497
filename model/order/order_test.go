package order_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"

	"lockcheck/model/order"
)

func TestByIsAStableSort(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		x := make([][2]int, n)
		for i := range x {
			x[i] = [2]int{rnd.IntN(1 + n/3), i}
		}
		want := slices.Clone(x)
		compare := func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) }
		slices.SortStableFunc(want, compare)
		order.By(x, compare)
		if !slices.Equal(x, want) {
			t.Fatalf("%v, want %v", x, want)
		}
	}
}
