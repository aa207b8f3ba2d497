package symmetry

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// packer packs the states of a shape, for tests.
type packer struct {
	*Packing
	words int
}

// newPacker lays out the slots of a shape in a random order, so that lanes lie
// alike or not; or, tidily, family by family. Every slot may be undefined.
// Ordinals get the given number of bits.
func newPacker(t testing.TB, r *Reducer, shape Shape, ordinalBits int, rng *rand.Rand) *packer {
	codes := make([]Code, len(shape.Slots))
	order := rng.Perm(len(codes))
	if rng.IntN(2) == 0 { // lane by lane
		slices.SortStableFunc(order, func(a, b int) int {
			x, y := shape.Slots[a], shape.Slots[b]
			if len(x.Path) != len(y.Path) || len(x.Path) == 0 || x.Path[0] == y.Path[0] {
				return 10*(len(x.Path)-len(y.Path)) + x.Family - y.Family
			}
			return 10*(x.Path[0].Type-y.Path[0].Type) + x.Path[0].Value - y.Path[0].Value
		})
	}
	word, used := 0, 0
	for _, i := range order {
		s := shape.Slots[i]
		n, bias := 0, int64(-1)
		switch s.Kind {
		case Ordinal:
			n = ordinalBits
		case Scalar:
			n = bits.Len(uint(shape.Sizes[s.Type]))
		default:
			n, bias = bits.Len64(uint64(s.Hi-s.Lo+1)), s.Lo-1
		}
		if used+n > 64 || rng.IntN(20) == 0 {
			word, used = word+1, 0
		}
		codes[i] = Code{Word: uint8(word), Shift: uint8(used), Width: uint8(n), Bias: bias, Undefined: true}
		used += n
	}
	p, err := r.Pack(codes)
	if err != nil {
		t.Fatal(err)
	}
	return &packer{p, word + 1}
}

func (p *packer) pack(vals []int64) []uint64 {
	state := make([]uint64, p.words)
	for i, v := range vals {
		if v != Undefined {
			p.fields[i].set(state, uint64(v-p.fields[i].bias))
		}
	}
	return state
}

func (p *packer) scratch() *Scratch { return p.NewScratch(p.words) }

// canoniser makes one of a step on packed states.
func (p *packer) canoniser(step func(state []uint64, perm []uint8)) canoniser {
	return func(vals []int64, perm []uint8) {
		state := p.pack(vals)
		step(state, perm)
		p.unpack(state, vals)
	}
}

// canonise is Canonicalise of a state from nowhere.
func (s *Scratch) canonise(state []uint64, perm []uint8) { s.Canonicalise(state, nil, perm) }

// TestLawsOnRandomShapes: the laws hold wherever slots lie.
func TestLawsOnRandomShapes(t *testing.T) {
	shapes := 500
	if testing.Short() {
		shapes = 80
	}
	for seed := range uint64(shapes) {
		rng := rand.New(rand.NewPCG(seed, 4))
		o := newOracle(randomShape(rng))
		r := mustNew(t, o.shape)
		p := newPacker(t, r, o.shape, 50, rng)
		if err := checkLaws(o, r, p.canoniser(p.scratch().canonise), rng, 25); err != nil {
			t.Fatalf("seed %d, large ordinals: sizes %v, slots %+v: %v", seed, o.shape.Sizes, o.shape.Slots, err)
		}
		p = newPacker(t, r, o.shape, 5, rng)
		inner := p.canoniser(p.scratch().canonise)
		small := func(vals []int64, perm []uint8) {
			ranked := o.rank(vals)
			copy(vals, ranked)
			for i, slot := range o.shape.Slots {
				if slot.Kind == Ordinal && vals[i] > 0 && vals[i] < 14 {
					vals[i] = 2*vals[i] + vals[i]%2 // leaves gaps
				}
			}
			inner(vals, perm)
		}
		if err := checkLaws(o, r, small, rng, 25); err != nil {
			t.Fatalf("seed %d, small ordinals: sizes %v, slots %+v: %v", seed, o.shape.Sizes, o.shape.Slots, err)
		}
	}
}

// TestCanonicalFromACanonicalState: what is known of the state before a step
// saves work and changes nothing.
func TestCanonicalFromACanonicalState(t *testing.T) {
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 6))
		shape := randomShape(rng)
		r := mustNew(t, shape)
		p := newPacker(t, r, shape, 6, rng)
		s := p.scratch()
		for range 50 {
			from := p.pack(randomState(shape, rng))
			s.Canonicalise(from, nil, nil)
			vals := make([]int64, len(shape.Slots))
			p.unpack(from, vals)
			next := randomState(shape, rng)
			for range 1 + rng.IntN(2) {
				i := rng.IntN(len(vals))
				vals[i] = next[i]
			}
			want, got := p.pack(vals), p.pack(vals)
			s.Canonicalise(want, nil, nil)
			s.Canonicalise(got, from, nil)
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: %v after %v gives %x, without that %x", seed, vals, from, got, want)
			}
		}
	}
}

// TestRanksInFields has fields with and without a code for undefined.
func TestRanksInFields(t *testing.T) {
	shape := shapeOf(nil, array{kind: Ordinal}, array{kind: Ordinal}, array{kind: Ordinal}, array{hi: 9})
	p, err := mustNew(t, shape).Pack([]Code{
		{Shift: 0, Width: 4},
		{Shift: 4, Width: 4, Bias: -1, Undefined: true},
		{Shift: 8, Width: 6},
		{Shift: 16, Width: 4},
	})
	if err != nil {
		t.Fatal(err)
	}
	s := p.NewScratch(1)
	for _, tt := range []struct{ give, want uint64 }{
		{0x7_07_9_5, 0x7_02_4_1}, // 5, 8, 7
		{0x7_00_0_9, 0x7_00_0_1}, // 9, undefined, 0
		{0x7_3d_1_1, 0x7_02_1_1}, // 1, 0, 61
		{0x7_02_2_3, 0x7_02_2_3}, // 3, 1, 2
	} {
		state := []uint64{tt.give}
		s.Canonicalise(state, nil, nil)
		if state[0] != tt.want {
			t.Errorf("%x becomes %x, want %x", tt.give, state[0], tt.want)
		}
	}
}

func TestPackRefusesOtherShapes(t *testing.T) {
	if _, err := mustNew(t, shapeOf(nil, array{hi: 1})).Pack(nil); err == nil {
		t.Error("no error for codes of another shape")
	}
}
