package symmetry

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func mustNew(t testing.TB, shape Shape) *Reducer {
	t.Helper()
	r, err := New(shape)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// every calls f with every state of the shape; undefined says whether slots
// can be so. Of a wide range it takes the ends only, of ordinals as many values
// as there are slots.
func every(shape Shape, undefined bool, f func(vals []int64)) {
	ordinals := int64(0)
	for _, s := range shape.Slots {
		if s.Kind == Ordinal {
			ordinals++
		}
	}
	vals := make([]int64, len(shape.Slots))
	var from func(i int)
	from = func(i int) {
		if i == len(vals) {
			f(vals)
			return
		}
		s, hi, step := shape.Slots[i], shape.Slots[i].Hi, int64(1)
		switch {
		case s.Kind == Scalar:
			hi = int64(shape.Sizes[s.Type]) - 1
		case s.Kind == Ordinal:
			hi = ordinals
		case hi > 20:
			step = hi
		}
		if undefined {
			vals[i] = Undefined
			from(i + 1)
		}
		for v := int64(0); v <= hi; v += step {
			vals[i] = v
			from(i + 1)
		}
	}
	from(0)
}

// TestPatternCounts counts the canonical forms of all states of shapes whose
// numbers of classes are known in print.
func TestPatternCounts(t *testing.T) {
	relation := array{over: []int{0, 0}, kind: Plain, hi: 1}
	matrix := array{over: []int{0, 1}, kind: Plain, hi: 1}
	function := array{over: []int{0}, kind: Scalar}
	tests := []struct {
		name      string
		sizes     []int
		array     array
		undefined bool
		want      int
	}{
		{"binary relations on 2, A000595", []int{2}, relation, false, 10},
		{"binary relations on 3, A000595", []int{3}, relation, false, 104},
		{"binary relations on 4, A000595", []int{4}, relation, false, 3044},
		{"binary matrices 2x2, A002724", []int{2, 2}, matrix, false, 7},
		{"binary matrices 3x3, A002724", []int{3, 3}, matrix, false, 36},
		{"binary matrices 4x4, A002724", []int{4, 4}, matrix, false, 317},
		{"functions on 3, A001372", []int{3}, function, false, 7},
		{"functions on 4, A001372", []int{4}, function, false, 19},
		{"functions on 5, A001372", []int{5}, function, false, 47},
		{"functions on 6, A001372", []int{6}, function, false, 130},
		{"partial functions on 3, A126285", []int{3}, function, true, 16},
		{"partial functions on 4, A126285", []int{4}, function, true, 45},
		{"partial functions on 5, A126285", []int{5}, function, true, 121},
		{"multisets of 5 from 4", []int{5}, array{over: []int{0}, kind: Plain, hi: 3}, false, 56},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shape := shapeOf(tt.sizes, tt.array)
			p := newPacker(t, mustNew(t, shape), shape, 0, rand.New(rand.NewPCG(1, 1)))
			canonicalise := p.canoniser(p.scratch().canonise)
			forms := map[string]bool{}
			form := make([]int64, len(shape.Slots))
			every(shape, tt.undefined, func(vals []int64) {
				copy(form, vals)
				canonicalise(form, nil)
				forms[fmt.Sprint(form)] = true
			})
			if len(forms) != tt.want {
				t.Errorf("%d classes, want %d", len(forms), tt.want)
			}
		})
	}
}

// TestEveryState compares the classes of all states of small shapes with those
// of the oracle.
func TestEveryState(t *testing.T) {
	lane, pair := []int{0}, []int{0, 1}
	wide := array{over: lane, hi: 1<<61 - 1}
	tests := []struct {
		name   string
		sizes  []int
		arrays []array
	}{
		{"tokens and phases", []int{3}, []array{{over: lane, kind: Ordinal}, {over: lane, hi: 1}}},
		{"tokens and owner", []int{3}, []array{{over: lane, kind: Ordinal}, {kind: Ordinal}, {kind: Scalar}}},
		{"lanes of two words", []int{2}, []array{wide, {over: lane, hi: 6}}},
		{"lanes of three words", []int{2}, []array{wide, {over: lane, hi: 2}, wide, {kind: Scalar}}},
		{"references to itself", []int{4}, []array{{over: lane, kind: Scalar}, {over: lane, hi: 0}}},
		{"references between types", []int{3, 2}, []array{
			{over: lane, kind: Scalar, of: 1}, {over: []int{1}, kind: Scalar, of: 0}}},
		{"references in pairs", []int{2, 2}, []array{{over: pair, kind: Scalar, of: 0}, {over: pair, hi: 0}}},
		{"tokens in pairs", []int{2, 2}, []array{{over: pair, kind: Ordinal}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			shape := shapeOf(tt.sizes, tt.arrays...)
			o, p := newOracle(shape), newPacker(t, mustNew(t, shape), shape, 4, rand.New(rand.NewPCG(1, 2)))
			canonicalise := p.canoniser(p.scratch().canonise)
			forms := map[string]string{}
			classes := map[string]bool{}
			form := make([]int64, len(shape.Slots))
			every(shape, true, func(vals []int64) {
				copy(form, vals)
				canonicalise(form, nil)
				got, want := fmt.Sprint(form), o.canonical(vals)
				if w, ok := forms[got]; ok && w != want {
					t.Fatalf("different classes, same form: %s and %s give %s", w, want, got)
				}
				forms[got] = want
				classes[want] = true
			})
			if len(forms) != len(classes) {
				t.Errorf("%d forms for %d classes", len(forms), len(classes))
			}
		})
	}
}

// canoniser is what the laws are about.
type canoniser func(vals []int64, perm []uint8)

// checkLaws returns the first breach of a law by the canoniser of a shape, on
// a number of random states and their neighbours.
func checkLaws(o *oracle, r *Reducer, canonicalise canoniser, rng *rand.Rand, states int) error {
	perm := make([]uint8, r.PermSize())
	canon := func(vals []int64) string {
		form := slices.Clone(vals)
		canonicalise(form, nil)
		return fmt.Sprint(form)
	}
	known := map[string]string{} // our form to the oracle's
	back := map[string]string{}  // and the other way
	for range states {
		vals := randomState(o.shape, rng)
		form := slices.Clone(vals)
		canonicalise(form, perm)
		got, want := fmt.Sprint(form), o.canonical(vals)

		if w, ok := known[got]; ok && w != want {
			return fmt.Errorf("different classes, same form %s: %v, and one like %s", got, vals, w)
		}
		if g, ok := back[want]; ok && g != got {
			return fmt.Errorf("same class, different forms: %v gives %s, another state %s", vals, got, g)
		}
		known[got], back[want] = want, got
		if again := canon(form); again != got {
			return fmt.Errorf("not idempotent: %v gives %s gives %s", vals, got, again)
		}
		applied := fmt.Sprint(o.apply(o.rank(vals), o.renaming(unflatten(perm, r.Sizes()))))
		if applied != got {
			return fmt.Errorf("permutation %v does not take %v to %s but to %s", perm, vals, got, applied)
		}
		other := o.stretch(o.apply(vals, o.random(rng)), rng)
		if g := canon(other); g != got {
			return fmt.Errorf("not invariant: %v gives %s, renamed as %v it gives %s", vals, got, other, g)
		}
	}
	return nil
}

// unflatten turns a flat permutation into one per type.
func unflatten(perm []uint8, sizes []int) [][]int {
	var all [][]int
	for _, n := range sizes {
		var p []int
		for _, v := range perm[:n] {
			p = append(p, int(v))
		}
		all, perm = append(all, p), perm[n:]
	}
	return all
}

func TestLawsOnProtocols(t *testing.T) {
	shapes := map[string]Shape{
		"lock":    lockShape(4, 12),
		"quorum":  quorumShape(3, 3),
		"queue":   queueShape(5),
		"session": sessionShape(4),
	}
	for name, shape := range shapes {
		t.Run(name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(7, 7))
			r := mustNew(t, shape)
			p := newPacker(t, r, shape, 50, rng)
			if err := checkLaws(newOracle(shape), r, p.canoniser(p.scratch().canonise), rng, 300); err != nil {
				t.Error(err)
			}
		})
	}
}
