package checker

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// conform checks that a store is an exact set. It returns the first breach.
func conform(newStore func(w int) store, w int) error {
	for _, scenario := range []struct {
		name string
		gen  func(r *rand.Rand, i int) uint64 // one word of state number i
		n    int
	}{
		{"nothing but zeros and ones", func(r *rand.Rand, _ int) uint64 { return r.Uint64N(2) }, 300},
		{"small numbers, many repeated", func(r *rand.Rand, _ int) uint64 { return r.Uint64N(40) }, 5_000},
		{"neighbours", func(_ *rand.Rand, i int) uint64 { return uint64(i) }, 5_000},
		{"high bits only", func(_ *rand.Rand, i int) uint64 { return uint64(i) << 52 }, 4_096},
		{"all bits", func(r *rand.Rand, _ int) uint64 { return r.Uint64() }, 5_000},
		{"the ends", func(r *rand.Rand, _ int) uint64 { return r.Uint64N(4) - 2 }, 500},
	} {
		r := rand.New(rand.NewPCG(1, uint64(w)))
		var input [][]uint64
		for i := range scenario.n {
			s := make([]uint64, w)
			for k := range s {
				s[k] = scenario.gen(r, i)
			}
			input = append(input, s)
		}
		if err := sameAsMap(newStore(w), w, input); err != nil {
			return fmt.Errorf("%d words, %s: %w", w, scenario.name, err)
		}
	}
	return nil
}

// sameAsMap feeds input to the store, in batches, and compares it with a map.
func sameAsMap(st store, w int, input [][]uint64) error {
	known := map[string]bool{}
	for batch := range slices.Chunk(input, 257) {
		byPart := make([][]uint64, st.parts())
		for _, s := range batch {
			part, seen := st.probe(s, hash(s))
			if seen && !known[fmt.Sprint(s)] {
				return fmt.Errorf("probe claims to have seen %x", s)
			}
			byPart[part] = append(byPart[part], s...)
		}
		for part, candidates := range byPart {
			before := []uint64{7, 7, 7}[:w%3] // merge appends
			fresh := st.merge(part, candidates, slices.Clone(before))
			if !slices.Equal(fresh[:len(before)], before) {
				return fmt.Errorf("merge overwrites what it should append to")
			}
			for s := range slices.Chunk(fresh[len(before):], w) {
				if known[fmt.Sprint(s)] {
					return fmt.Errorf("%x is new twice", s)
				}
				known[fmt.Sprint(s)] = true
			}
		}
		for _, s := range batch {
			if !known[fmt.Sprint(s)] {
				return fmt.Errorf("%x was never new", s)
			}
		}
		if st.len() != int64(len(known)) {
			return fmt.Errorf("len is %d, want %d", st.len(), len(known))
		}
	}
	return sameIndex(st, w, input, len(known))
}

// sameIndex checks that states have numbers of their own.
func sameIndex(st store, w int, input [][]uint64, distinct int) error {
	numbers := map[int64]string{}
	for _, s := range input {
		i, ok := st.index(s)
		if !ok || i < 0 || i >= st.slots() {
			return fmt.Errorf("%x has index %d, %v, of %d", s, i, ok, st.slots())
		}
		if other, taken := numbers[i]; taken && other != fmt.Sprint(s) {
			return fmt.Errorf("%x and %s share the index %d", s, other, i)
		}
		numbers[i] = fmt.Sprint(s)
	}
	if len(numbers) != distinct {
		return fmt.Errorf("%d indexes for %d states", len(numbers), distinct)
	}
	absent := make([]uint64, w)
	absent[0] = 0xdeadbeefdeadbeef
	if _, ok := st.index(absent); ok {
		return fmt.Errorf("a state that was never added has an index")
	}
	if st.bytes() < 8*int64(w)*st.len()-8*int64(w) {
		return fmt.Errorf("%d bytes for %d states", st.bytes(), st.len())
	}
	return nil
}

// stores are all implementations.
var stores = map[string]struct {
	words []int
	make  func(w int) store
}{
	"word table": {[]int{1}, func(int) store { return newWordTable() }},
	"wide table": {[]int{1, 2, 3, 64}, func(w int) store { return newWideTable(w) }},
	"chosen":     {[]int{1, 2}, newStore},
}

func TestStoresConform(t *testing.T) {
	for name, impl := range stores {
		t.Run(name, func(t *testing.T) {
			for _, w := range impl.words {
				if err := conform(impl.make, w); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// lossy takes states with the same low bits of the hash for one: what a store
// of fingerprints does.
type lossy struct {
	store
	seen map[uint64]bool
}

func (l *lossy) merge(part int, candidates, fresh []uint64) []uint64 {
	for _, x := range candidates {
		if h := mix(x) & 0xfffff; !l.seen[h] {
			l.seen[h] = true
			fresh = l.store.merge(part, []uint64{x}, fresh)
		}
	}
	return fresh
}

// forgetful finds a state new again after a while: what a cache does.
type forgetful struct {
	store
	n int
}

func (f *forgetful) merge(part int, candidates, fresh []uint64) []uint64 {
	if f.n++; f.n == 60 {
		f.store = newWordTable()
	}
	return f.store.merge(part, candidates, fresh)
}

func TestSuiteFindsBadStores(t *testing.T) {
	bad := map[string]func(w int) store{
		"lossy":     func(int) store { return &lossy{newWordTable(), map[uint64]bool{}} },
		"forgetful": func(int) store { return &forgetful{store: newWordTable()} },
	}
	for name, impl := range bad {
		if err := conform(impl, 1); err == nil {
			t.Errorf("the suite takes the %s store for a good one", name)
		}
	}
}

func TestRecentForgetsButNeverErrs(t *testing.T) {
	r := newRecent(2)
	known := map[[2]uint64]bool{}
	rnd := rand.New(rand.NewPCG(2, 3))
	for range 20_000 {
		s := [2]uint64{rnd.Uint64N(200), rnd.Uint64N(100)}
		if r.seen(s[:], hash(s[:])) && !known[s] {
			t.Fatalf("%v was never sent", s)
		}
		known[s] = true
	}
}
