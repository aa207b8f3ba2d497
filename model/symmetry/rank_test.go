package symmetry

import (
	"math"
	"slices"
	"testing"
)

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
			got := slices.Clone(tt.give)
			mustNew(t, shape).NewScratch().Rank(got)
			if !slices.Equal(got, tt.want) {
				t.Errorf("ranks of %v: %v, want %v", tt.give, got, tt.want)
			}
		})
	}
}

func TestRankKeepsTypesApart(t *testing.T) {
	s := mustNew(t, shapeOf(nil, array{kind: Ordinal}, array{kind: Ordinal, of: 1}, array{hi: 9})).NewScratch()
	vals := []int64{8, 5, 9}
	s.Rank(vals)
	if want := []int64{1, 1, 9}; !slices.Equal(vals, want) {
		t.Errorf("got %v, want %v", vals, want)
	}
}
