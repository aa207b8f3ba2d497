package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
)

// array declares the family of slots v[i][j].. whose indices are of the types
// over; over is empty for a simple variable.
type array struct {
	over []int
	kind Kind
	of   int   // type of ordinals and scalars
	hi   int64 // plain values are 0..hi
}

// shapeOf lays the arrays out one after the other.
func shapeOf(sizes []int, arrays ...array) Shape {
	shape := Shape{Sizes: sizes}
	for f, a := range arrays {
		eachTuple(sizes, a.over, nil, func(path []Index) {
			shape.Slots = append(shape.Slots, Slot{
				Family: f, Path: slices.Clone(path), Kind: a.kind, Type: a.of, Hi: a.hi,
			})
		})
	}
	return shape
}

// eachTuple calls f with every path over the given types.
func eachTuple(sizes, over []int, path []Index, f func(path []Index)) {
	if len(path) == len(over) {
		f(path)
		return
	}
	j := over[len(path)]
	for v := range sizes[j] {
		eachTuple(sizes, over, append(path, Index{j, v}), f)
	}
}

// oracle is the definition of symmetry, written down without a thought for
// speed: it tries all permutations. It shares no code with the Reducer.
type oracle struct {
	shape Shape
	slots map[string]int // family and path to slot
	perms []renaming     // all of them
}

// renaming is a permutation per type, and what it does with slots.
type renaming struct {
	values [][]int // per type: old value to new
	slots  []int   // old slot to new
}

func newOracle(shape Shape) *oracle {
	o := &oracle{shape: shape, slots: map[string]int{}}
	for i, s := range shape.Slots {
		o.slots[fmt.Sprint(s.Family, s.Path)] = i
	}
	all := [][][]int{nil}
	for _, n := range shape.Sizes {
		var longer [][][]int
		for _, p := range all {
			for _, q := range permutations(n) {
				longer = append(longer, append(slices.Clone(p), q))
			}
		}
		all = longer
	}
	for _, p := range all {
		o.perms = append(o.perms, o.renaming(p))
	}
	return o
}

// renaming works out where a permutation takes the slots.
func (o *oracle) renaming(values [][]int) renaming {
	p := renaming{values: values}
	for _, s := range o.shape.Slots {
		path := slices.Clone(s.Path)
		for k, x := range path {
			path[k].Value = values[x.Type][x.Value]
		}
		p.slots = append(p.slots, o.slots[fmt.Sprint(s.Family, path)])
	}
	return p
}

// permutations returns all permutations of 0..n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}

// apply renames a state by p.
func (o *oracle) apply(vals []int64, p renaming) []int64 {
	out := make([]int64, len(vals))
	for i, s := range o.shape.Slots {
		v := vals[i]
		if s.Kind == Scalar && v != Undefined {
			v = int64(p.values[s.Type][v])
		}
		out[p.slots[i]] = v
	}
	return out
}

// rank replaces ordinals by ranks.
func (o *oracle) rank(vals []int64) []int64 {
	live := map[int]map[int64]bool{}
	for i, s := range o.shape.Slots {
		if s.Kind == Ordinal && vals[i] > 0 {
			if live[s.Type] == nil {
				live[s.Type] = map[int64]bool{}
			}
			live[s.Type][vals[i]] = true
		}
	}
	out := slices.Clone(vals)
	for i, s := range o.shape.Slots {
		if s.Kind == Ordinal && vals[i] > 0 {
			var sorted []int64
			for v := range live[s.Type] {
				sorted = append(sorted, v)
			}
			sort.Slice(sorted, func(a, b int) bool { return sorted[a] < sorted[b] })
			out[i] = int64(slices.Index(sorted, vals[i])) + 1
		}
	}
	return out
}

// canonical returns the least of all renamed forms: two states are the same up
// to symmetry exactly if theirs are equal.
func (o *oracle) canonical(vals []int64) string {
	ranked := o.rank(vals)
	var least []int64
	for _, p := range o.perms {
		if form := o.apply(ranked, p); least == nil || slices.Compare(form, least) < 0 {
			least = form
		}
	}
	return fmt.Sprint(least)
}

// random returns a random permutation.
func (o *oracle) random(rng *rand.Rand) renaming { return o.perms[rng.IntN(len(o.perms))] }

// stretch replaces ordinals by others in the same order, up to very large
// ones.
func (o *oracle) stretch(vals []int64, rng *rand.Rand) []int64 {
	ranked := o.rank(vals)
	step := int64(1) << rng.IntN(40)
	values := map[int][]int64{}
	out := slices.Clone(ranked)
	for i, s := range o.shape.Slots {
		if s.Kind != Ordinal || ranked[i] <= 0 {
			continue
		}
		for len(values[s.Type]) < int(ranked[i]) {
			last := int64(0)
			if n := len(values[s.Type]); n > 0 {
				last = values[s.Type][n-1]
			}
			values[s.Type] = append(values[s.Type], last+1+rng.Int64N(step))
		}
		out[i] = values[s.Type][ranked[i]-1]
	}
	return out
}

// randomState returns a state with few different values, so that much of it is
// alike.
func randomState(shape Shape, rng *rand.Rand) []int64 {
	undefined, spread := rng.IntN(4), 1+rng.IntN(3)
	vals := make([]int64, len(shape.Slots))
	for i, s := range shape.Slots {
		switch {
		case rng.IntN(4) < undefined:
			vals[i] = Undefined
		case s.Kind == Scalar:
			vals[i] = rng.Int64N(int64(shape.Sizes[s.Type]))
		case s.Kind == Ordinal:
			vals[i] = rng.Int64N(int64(1 + spread))
		default:
			vals[i] = s.Lo + rng.Int64N(min(int64(spread), s.Hi-s.Lo+1))
		}
	}
	if rng.IntN(4) == 0 {
		interlink(shape, vals, rng)
	}
	return vals
}

// interlink makes each array of scalarset values a one-to-one reference where
// it can: cycles are what colours cannot tell apart.
func interlink(shape Shape, vals []int64, rng *rand.Rand) {
	targets := map[int][]int{}
	for i, s := range shape.Slots {
		if s.Kind != Scalar || len(s.Path) != 1 || shape.Sizes[s.Type] != shape.Sizes[s.Path[0].Type] {
			continue
		}
		if targets[s.Family] == nil {
			targets[s.Family] = rng.Perm(shape.Sizes[s.Type])
		}
		vals[i] = int64(targets[s.Family][s.Path[0].Value])
	}
}

// randomShape returns a shape with one to three types and a few arrays over
// them, its slots in no order.
func randomShape(rng *rand.Rand) Shape {
	sizes := [][]int{{2}, {3}, {4}, {5}, {2, 2}, {3, 2}, {3, 3}, {4, 2}, {1, 3}, {2, 3, 2}}[rng.IntN(10)]
	var arrays []array
	for range 1 + rng.IntN(4) {
		a := array{kind: Kind(rng.IntN(3)), hi: 2}
		if rng.IntN(8) == 0 {
			a.hi = 1<<61 - 1 // does not share a word
		}
		for range []int{0, 1, 1, 1, 2, 2}[rng.IntN(6)] {
			a.over = append(a.over, rng.IntN(len(sizes)))
		}
		if a.kind == Scalar {
			a.of = rng.IntN(len(sizes))
		} else if a.kind == Ordinal {
			a.of = rng.IntN(2)
		}
		arrays = append(arrays, a)
	}
	if rng.IntN(6) == 0 {
		arrays = append(arrays, array{over: []int{0, len(sizes) - 1, 0}, kind: Plain, hi: 1})
	}
	shape := shapeOf(sizes, arrays...)
	rng.Shuffle(len(shape.Slots), func(i, j int) {
		shape.Slots[i], shape.Slots[j] = shape.Slots[j], shape.Slots[i]
	})
	return shape
}
