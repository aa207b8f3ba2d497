package zone

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// points is the oracle: the integer points of a zone within [0, side). A closed
// zone with integer bounds is determined by them: every bound of its canonical
// matrix is attained by one.
type points struct {
	n, side int
	in      map[[4]int64]bool // clock i at index i; index 0 is the reference
}

func allPoints(n, side int) points {
	p := points{n, side, map[[4]int64]bool{{}: true}}
	for x := 1; x <= n; x++ {
		p = p.each(func(v [4]int64, add func([4]int64)) {
			for c := range side {
				v[x] = int64(c)
				add(v)
			}
		})
	}
	return p
}

// each is the set of all that f adds for the points of p.
func (p points) each(f func(v [4]int64, add func([4]int64))) points {
	to := map[[4]int64]bool{}
	for v := range p.in {
		f(v, func(w [4]int64) { to[w] = true })
	}
	return points{p.n, p.side, to}
}

func (p points) constrain(c constraint) points {
	return p.each(func(v [4]int64, add func([4]int64)) {
		if d := v[c.i] - v[c.j]; d < c.b.Value() || d == c.b.Value() && c.b.Closed() {
			add(v)
		}
	})
}

func (p points) up() points {
	return p.each(func(v [4]int64, add func([4]int64)) {
		for slices.Max(v[:]) < int64(p.side) {
			add(v)
			for x := 1; x <= p.n; x++ {
				v[x]++
			}
			if p.n == 0 {
				return
			}
		}
	})
}

func (p points) reset(x int) points {
	return p.each(func(v [4]int64, add func([4]int64)) { v[x] = 0; add(v) })
}

func (p points) free(x int) points {
	return p.each(func(v [4]int64, add func([4]int64)) {
		for c := range p.side {
			v[x] = int64(c)
			add(v)
		}
	})
}

func (p points) choose(clocks []int) points {
	q := p.each(func(v [4]int64, add func([4]int64)) {
		var w [4]int64
		for to, from := range clocks {
			w[to] = v[from]
		}
		add(w)
	})
	q.n = len(clocks) - 1
	return q
}

func (p points) insert(x int) points {
	q := p.each(func(v [4]int64, add func([4]int64)) {
		copy(v[x+1:], v[x:3])
		v[x] = 0
		add(v)
	})
	q.n++
	return q
}

// zone is the canonical matrix, read off the points.
func (p points) zone() *DBM {
	d := New(p.n, p.n)
	if len(p.in) == 0 {
		d.setEmpty()
		return d
	}
	for i := range d.dim {
		for j := range d.dim {
			most := int64(-1 << 40)
			for v := range p.in {
				most = max(most, v[i]-v[j])
			}
			d.b[i*d.dim+j] = LE(most)
		}
	}
	return d
}

// within keeps a zone in the box of the oracle.
func within(d *DBM, side int) {
	for x := 1; x <= d.Clocks(); x++ {
		d.Constrain(x, 0, LE(int64(side-1)))
	}
}

// twins are a zone and its points, put through the same operations.
type twins struct {
	d *DBM
	p points
}

// step applies the operation that a, b and c choose, names it, and says whether
// its answer was right.
func (w *twins) step(a, b, c int) (string, bool) {
	n, d := w.d.Clocks(), w.d
	name := ""
	switch {
	case a == 0 && n < 3:
		x := 1 + b%(n+1)
		d.Insert(x)
		w.p, name = w.p.insert(x), fmt.Sprint("insert ", x)
	case n == 0:
	case a == 1:
		x := 1 + b%n
		d.Remove(x)
		w.p, name = w.p.choose(slices.Delete([]int{0, 1, 2, 3}[:n+1], x, x+1)), fmt.Sprint("remove ", x)
	case a == 2:
		x := 1 + b%n
		d.Reset(x)
		w.p, name = w.p.reset(x), fmt.Sprint("reset ", x)
	case a == 3:
		x := 1 + b%n
		d.Free(x)
		w.p, name = w.p.free(x), fmt.Sprint("free ", x)
	case a == 4:
		d.Up()
		w.p, name = w.p.up(), "up"
	case a == 5:
		p := [][]int{{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 2, 1}, {0, 2, 1, 3}}[b%4]
		p = slices.DeleteFunc(slices.Clone(p), func(i int) bool { return i > n })
		w.d = New(0, 3)
		w.d.Select(d, p)
		w.p, name = w.p.choose(p), fmt.Sprint("select ", p)
	default:
		i, j := b%(n+1), (b/4)%(n+1)
		k := constraint{i, j, LE(int64(c%13 - 5))}
		allowed := d.Allows(k.i, k.j, k.b)
		w.p, name = w.p.constrain(k), fmt.Sprint("constrain ", k)
		left := d.Constrain(k.i, k.j, k.b)
		return name, left == allowed && left == (len(w.p.in) > 0)
	}
	within(w.d, w.p.side)
	return name, true
}

// differ says how zone and points differ.
func (w *twins) differ() error {
	want := w.p.zone()
	if w.d.dim != want.dim || !w.d.Equal(want) || w.d.Empty() != want.Empty() {
		return fmt.Errorf("have %s of %d clocks, the points say %s of %d", w.d, w.d.Clocks(), want, want.Clocks())
	}
	if !w.d.Empty() && !slices.Equal(w.d.b, want.b) {
		return fmt.Errorf("have %v, the points say %v", w.d.b, want.b)
	}
	least, ok := w.d.Earliest(nil)
	if ok != !want.Empty() {
		return fmt.Errorf("%s: earliest point found: %v", w.d, ok)
	}
	var v [4]int64
	copy(v[1:], least)
	if ok && !w.p.in[v] {
		return fmt.Errorf("%s: the earliest point %v is outside", w.d, least)
	}
	return w.d.check()
}

// TestPoints puts zones and sets of points through the same operations: after
// each, every bound is the one that the points attain.
func TestPoints(t *testing.T) {
	empty := 0
	random(t, 1500, func(t *testing.T, r *rand.Rand) {
		n := 1 + r.IntN(3)
		w := &twins{New(0, 3), allPoints(n, 7)}
		w.d.SetUniverse(n)
		within(w.d, 7)
		trail := []string{}
		for range 10 {
			name, right := w.step(r.IntN(11), r.IntN(16), r.IntN(13))
			trail = append(trail, name)
			if err := w.differ(); err != nil || !right {
				t.Errorf("%d clocks, %q: answer right: %v, %v", n, trail, right, err)
				return
			}
		}
		if w.d.Empty() {
			empty++
		}
	})
	if *cases == 0 && (empty < 100 || empty > 1400) {
		t.Errorf("%d zones end empty: the cases are too much alike", empty)
	}
}

// TestInclusion compares inclusion and equality with those of the points.
func TestInclusion(t *testing.T) {
	answers := map[string]int{}
	random(t, 3000, func(t *testing.T, r *rand.Rand) {
		n := 1 + r.IntN(2)
		first := randomConstraints(r, n, r.IntN(4), 4, false)
		second := append(slices.Clone(first), randomConstraints(r, n, r.IntN(3), 4, false)...)
		if r.IntN(2) == 0 {
			second = second[min(1, len(second)):]
		}
		d, p := zoneOf(n, first...), allPoints(n, 7)
		e, q := zoneOf(n, second...), allPoints(n, 7)
		within(d, 7)
		within(e, 7)
		for _, c := range first {
			p = p.constrain(c)
		}
		for _, c := range second {
			q = q.constrain(c)
		}
		includes, equal := true, len(p.in) == len(q.in)
		for v := range q.in {
			includes = includes && p.in[v]
		}
		equal = equal && includes
		if d.Includes(e) != includes || d.Equal(e) != equal {
			t.Errorf("%s and %s: includes %v, equal %v; points say %v, %v", d, e, d.Includes(e), d.Equal(e), includes, equal)
		}
		answers[fmt.Sprint(includes, equal)]++
	})
	if *cases == 0 && (answers["true true"] < 300 || answers["true false"] < 300 || answers["false false"] < 300) {
		t.Errorf("the cases are too much alike: %v", answers)
	}
}

// FuzzPoints is TestPoints with steps from the fuzzer: three bytes each.
func FuzzPoints(f *testing.F) {
	f.Add([]byte{4, 0, 0, 6, 1, 9, 2, 1, 0})
	f.Add([]byte{0, 0, 0, 4, 0, 0, 8, 6, 3, 1, 1, 0, 5, 1, 0})
	f.Fuzz(func(t *testing.T, steps []byte) {
		w := &twins{New(2, 3), allPoints(2, 5).reset(1).reset(2)}
		for len(steps) >= 3 && len(w.p.in) > 0 {
			name, right := w.step(int(steps[0]%11), int(steps[1]), int(steps[2]))
			if err := w.differ(); err != nil || !right {
				t.Fatalf("%s: answer right: %v, %v", name, right, err)
			}
			key := w.d.AppendKey(nil)
			var back DBM
			if rest, err := back.SetKey(key); err != nil || len(rest) > 0 || !back.Equal(w.d) {
				t.Fatalf("%s: key %x gives %s, %v", w.d, key, &back, err)
			}
			steps = steps[3:]
		}
	})
}
