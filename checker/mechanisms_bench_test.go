package checker

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// clustered returns keys as a level has them: many close to each other.
func clustered[K key](n int) []K {
	r := rand.New(rand.NewPCG(1, 2))
	keys := make([]K, n)
	for i := range keys {
		keys[i][0] = r.Uint64N(1<<12)<<24 | r.Uint64N(1<<4)<<12 | r.Uint64N(1<<7)
		keys[i][len(keys[i])-1] |= r.Uint64N(1<<5) << 40
	}
	return keys
}

func perKey(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/key")
	b.ReportMetric(0, "ns/op")
}

// The mechanisms of a runSpace, one by one.
func BenchmarkMechanisms(b *testing.B) {
	b.Run("1 word", mechanisms[[1]uint64])
	b.Run("2 words", mechanisms[[2]uint64])
}

func mechanisms[K key](b *testing.B) {
	const n = 1 << 17
	keys := clustered[K](n)
	tmp := make([]K, n)
	states := appendWords(nil, keys, len(keys[0]))
	sorted := slices.Clone(sortKeys(slices.Clone(keys), tmp))
	opt := storeOptions{tuning: usual, blobs: newBlobs(0, nil, nil)}
	b.Run("filter", func(b *testing.B) {
		r := newRecent[K](usual.recentBytes)
		for b.Loop() {
			r.filter(tmp[:0], states, len(keys[0]))
		}
		perKey(b, n)
	})
	b.Run("sort", func(b *testing.B) {
		work := make([]K, n)
		for b.Loop() {
			copy(work, keys)
			sortKeys(work, tmp)
		}
		perKey(b, n)
	})
	var w runWriter[K]
	b.Run("encode", func(b *testing.B) {
		for b.Loop() {
			w.begin(&opt, "x")
			if err := w.add(sorted); err != nil {
				b.Fatal(err)
			}
		}
		perKey(b, len(sorted))
		b.ReportMetric(float64(len(w.buf))/float64(len(sorted)), "B/key")
	})
	w.begin(&opt, "x")
	_ = w.add(sorted)
	parts, _ := w.end()
	var c cursor[K]
	b.Run("decode", func(b *testing.B) {
		for b.Loop() {
			for c.open(join(parts), opt.blobs); !c.done(); c.advance() {
				if _, err := c.block(); err != nil {
					b.Fatal(err)
				}
			}
		}
		perKey(b, len(sorted))
	})
	half := make([]K, 0, n)
	for i := range sorted {
		if hash(&sorted[i])&1 == 0 {
			half = append(half, sorted[i])
		}
	}
	b.Run("merge", func(b *testing.B) {
		out := make([]K, 2*n)
		for b.Loop() {
			mergeKeys(out, sorted, half)
		}
		perKey(b, len(sorted)+len(half))
	})
	b.Run("subtract", func(b *testing.B) {
		work := make([]K, n)
		for b.Loop() {
			copy(work, sorted)
			subtract(work, work[:len(sorted)], half)
		}
		perKey(b, len(sorted)+len(half))
	})
}
