package symmetry

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestPermutations: composing and inverting permutations means the same as
// applying them one after the other and undoing that.
func TestPermutations(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 8))
		shape := randomShape(rng)
		o, r := newOracle(shape), mustNew(t, shape)
		vals := o.rank(randomState(shape, rng))
		p, q := flatten(o.random(rng)), flatten(o.random(rng))
		sizes := r.Sizes()

		once, twice := make([]int64, len(vals)), make([]int64, len(vals))
		r.Apply(once, vals, p)
		r.Apply(twice, once, q)
		if want := o.apply(vals, o.renaming(unflatten(p, sizes))); !slices.Equal(once, want) {
			t.Fatalf("%v applied to %v: %v, want %v", p, vals, once, want)
		}

		both, direct := make([]uint8, r.PermSize()), make([]int64, len(vals))
		Compose(both, p, q, sizes)
		r.Apply(direct, vals, both)
		if !slices.Equal(direct, twice) {
			t.Fatalf("%v then %v: %v, composed: %v", p, q, twice, direct)
		}

		back, identity := make([]uint8, r.PermSize()), make([]uint8, r.PermSize())
		Invert(back, p, sizes)
		Identity(identity, sizes)
		Compose(back, back, p, sizes)
		if !slices.Equal(back, identity) {
			t.Fatalf("%v undone, then done: %v", p, back)
		}
	}
}

// flatten is the inverse of unflatten.
func flatten(p renaming) []uint8 {
	var flat []uint8
	for _, values := range p.values {
		for _, v := range values {
			flat = append(flat, uint8(v))
		}
	}
	return flat
}
