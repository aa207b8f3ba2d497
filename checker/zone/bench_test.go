package zone

import (
	"fmt"
	"testing"
)

// work is what a search does with one zone of n clocks, piece by piece.
func work(tb testing.TB, n int) (pieces []struct {
	name string
	f    func()
}) {
	d, e, f := New(0, n+1), New(0, n+1), New(0, n+1)
	d.SetZero(n)
	for x := 1; x <= n; x++ { // clock x runs for about 10 x units
		d.Up()
		d.Constrain(0, n, LE(int64(-10*x)))
		d.Constrain(n, 0, LE(int64(10*x+3)))
		for y := 1; y <= n-x; y++ {
			d.Reset(y)
		}
	}
	d.Up()
	if !d.Allows(1, 0, LE(20)) || d.At(1, 0) <= LE(20) {
		tb.Fatal("the constraint that is measured does nothing")
	}
	swapped, lower, upper := make([]int, n+1), make([]int64, n+1), make([]int64, n+1)
	for i := range swapped {
		swapped[i], lower[i], upper[i] = i, int64(5*i), int64(3*i)
	}
	swapped[1], swapped[n] = n, 1
	key := d.AppendKey(nil)
	words, point := make([]uint64, 0, len(key)), make([]int64, 0, n)
	add := func(name string, g func()) {
		pieces = append(pieces, struct {
			name string
			f    func()
		}{name, g})
	}
	add("Copy", func() { e.Copy(d) })
	add("Copy, Constrain", func() { e.Copy(d); e.Constrain(1, 0, LE(20)) })
	add("Copy, Up", func() { e.Copy(d); e.Up() })
	add("Copy, Reset", func() { e.Copy(d); e.Reset(1) })
	add("Copy, Free", func() { e.Copy(d); e.Free(1) })
	add("Copy, Close", func() { e.Copy(d); e.Narrow(1, 0, LE(20)); e.Close() })
	add("Copy, Extrapolate", func() { e.Copy(d); e.Extrapolate(lower, upper) })
	add("Copy, Insert, Remove", func() { e.Copy(d); e.Insert(1); e.Remove(n + 1) })
	add("Select", func() { f.Select(d, swapped) })
	add("Includes", func() { d.Includes(d) })
	add("Allows", func() { d.Allows(1, 0, LE(20)) })
	add("AppendKey", func() { words = d.AppendKey(words[:0]) })
	add("SetKey", func() { _, _ = f.SetKey(key) })
	add("Earliest", func() { point, _ = d.Earliest(point[:0]) })
	return pieces
}

func BenchmarkZone(b *testing.B) {
	for _, n := range []int{4, 12} {
		for _, piece := range work(b, n) {
			b.Run(fmt.Sprintf("%s, %d clocks", piece.name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					piece.f()
				}
			})
		}
	}
}

// TestAllocations: nothing that a search does with a zone allocates.
func TestAllocations(t *testing.T) {
	for _, piece := range work(t, 5) {
		if n := testing.AllocsPerRun(20, piece.f); n > 0 {
			t.Errorf("%s: %v allocations", piece.name, n)
		}
	}
}
