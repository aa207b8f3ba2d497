package symmetry

import (
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNewRefuses(t *testing.T) {
	at := func(j, v int) []Index { return []Index{{j, v}} }
	tests := []struct {
		name  string
		shape Shape
		want  string
	}{
		{"empty type", Shape{Sizes: []int{0}}, "type 0: size 0 is not in 1..256"},
		{"large type", Shape{Sizes: []int{2, 257}}, "type 1: size 257 is not in 1..256"},
		{"unknown index type", Shape{Slots: []Slot{{Path: at(0, 0)}}}, "slot 0: path has unknown type 0"},
		{"index out of range", Shape{Sizes: []int{2}, Slots: []Slot{{Path: at(0, 2)}}}, "index 2 is not in 0..1"},
		{"empty bounds", Shape{Slots: []Slot{{Lo: 1, Hi: 0}}}, "bounds 1..0 are empty"},
		{"wide bounds", Shape{Slots: []Slot{{Lo: -1, Hi: 1 << 62}}}, "too wide"},
		{"bounds with the mark", Shape{Slots: []Slot{{Lo: Undefined, Hi: Undefined}}}, "bounds"},
		{"ordinal type", Shape{Slots: []Slot{{Kind: Ordinal, Type: -1}}}, "unreasonable ordinal type -1"},
		{"scalarset type", Shape{Slots: []Slot{{Kind: Scalar}}}, "unknown scalarset type 0"},
		{"kind", Shape{Slots: []Slot{{Kind: 3}}}, "unknown kind Kind(3)"},
		{"slot missing", Shape{Sizes: []int{2}, Slots: []Slot{{Path: at(0, 0)}, {Family: 1}}}, "family 0 lacks a slot"},
		{"slots too few", Shape{Sizes: []int{2}, Slots: []Slot{{Path: at(0, 0)}}}, "family 0 lacks a slot"},
		{"slot twice", Shape{Sizes: []int{2}, Slots: []Slot{{Path: at(0, 0)}, {Path: at(0, 0)}}}, "indices occur twice"},
		{"unlike slots", Shape{Sizes: []int{2}, Slots: []Slot{{Path: at(0, 0)}, {Path: at(0, 1), Hi: 1}}}, "not like the others"},
		{"unlike paths", Shape{Sizes: []int{1, 1}, Slots: []Slot{{Path: at(0, 0)}, {Path: at(1, 0)}}}, "not like the others"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := New(tt.shape)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want one that says %q", err, tt.want)
			}
		})
	}
}

func TestNoSymmetry(t *testing.T) {
	shape := shapeOf(nil, array{kind: Ordinal}, array{kind: Ordinal}, array{hi: 9})
	p := newPacker(t, mustNew(t, shape), shape, 6, rand.New(rand.NewPCG(1, 1)))
	vals := []int64{40, 7, 5}
	p.canoniser(p.scratch().canonise)(vals, nil)
	if vals[0] != 2 || vals[1] != 1 || vals[2] != 5 {
		t.Errorf("got %v, want [2 1 5]", vals)
	}
}

func TestNoSlots(t *testing.T) {
	p, err := mustNew(t, Shape{Sizes: []int{3}}).Pack(nil)
	if err != nil {
		t.Fatal(err)
	}
	perm := []uint8{9, 9, 9}
	p.NewScratch(0).Canonicalise(nil, nil, perm)
	if perm[0] != 0 || perm[1] != 1 || perm[2] != 2 {
		t.Errorf("permutation %v, want the identity", perm)
	}
}
