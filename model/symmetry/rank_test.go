package symmetry

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// checkRanks compares the ranks of a state with the wanted ones, in fields just
// wide enough and in very wide ones.
func checkRanks(t *testing.T, shape Shape, give, want []int64) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 3))
	for _, width := range []int{bits.Len64(uint64(slices.Max(give)) + 1), 64} {
		p := newPacker(t, mustNew(t, shape), shape, width, rng)
		got := slices.Clone(give)
		p.canoniser(p.scratch().canonise)(got, nil)
		if !slices.Equal(got, want) {
			t.Errorf("ranks of %v in %d bits: %v, want %v", give, width, got, want)
		}
	}
}

func TestRank(t *testing.T) {
	const none = Undefined
	tests := []struct {
		name string
		give []int64
		want []int64
	}{
		{"nothing", []int64{none, 0, none}, []int64{none, 0, none}},
		{"ranks already", []int64{2, 0, 1, 2}, []int64{2, 0, 1, 2}},
		{"gap at the bottom", []int64{3, 0, 2, 3}, []int64{2, 0, 1, 2}},
		{"gap in the middle", []int64{1, 5, none, 3}, []int64{1, 3, none, 2}},
		{"gap without 0", []int64{7, 7, 7}, []int64{1, 1, 1}},
		{"largest of the small codes", []int64{62, 1, 0}, []int64{2, 1, 0}},
		{"largest of the small ones", []int64{63, 1, 0}, []int64{2, 1, 0}},
		{"smallest of the large ones", []int64{64, 1, 0}, []int64{2, 1, 0}},
		{"large ones", []int64{1 << 40, 64, none, 0, 1 << 40, math.MaxInt64}, []int64{2, 1, none, 0, 2, 3}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var shape Shape
			for i := range tt.give {
				shape.Slots = append(shape.Slots, Slot{Family: i, Kind: Ordinal})
			}
			checkRanks(t, shape, tt.give, tt.want)
		})
	}
}

func TestRankKeepsTypesApart(t *testing.T) {
	shape := shapeOf(nil, array{kind: Ordinal}, array{kind: Ordinal, of: 1}, array{hi: 9})
	checkRanks(t, shape, []int64{8, 5, 9}, []int64{1, 1, 9})
}
