package zone

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var (
	seed  = flag.Uint64("zone.seed", 1, "seed of the random cases")
	cases = flag.Int("zone.n", 0, "number of random cases; 0 means as many as the test needs")
)

// random runs a test on n random cases, each with a generator of its own, so
// that a failure can be repeated alone.
func random(t *testing.T, n int, f func(t *testing.T, r *rand.Rand)) {
	t.Helper()
	if *cases > 0 {
		n = *cases
	}
	t.Logf("%d cases from -zone.seed=%d", n, *seed)
	for i := range uint64(n) {
		f(t, rand.New(rand.NewPCG(*seed+i, 0)))
		if t.Failed() {
			t.Fatalf("repeat with -zone.seed=%d -zone.n=1", *seed+i)
		}
	}
}

// check is the strict mode: every invariant of a canonical matrix.
func (d *DBM) check() error {
	if d.Empty() {
		return nil
	}
	if len(d.b) != d.dim*d.dim {
		return fmt.Errorf("%d entries for dimension %d", len(d.b), d.dim)
	}
	for i := range d.dim {
		if d.At(i, i) != leZero {
			return fmt.Errorf("(%d,%d) is %s, not <=0", i, i, d.At(i, i))
		}
		if d.At(0, i) > leZero {
			return fmt.Errorf("(0,%d) is %s: clock %d may be negative", i, d.At(0, i), i)
		}
		for j := range d.dim {
			b := d.At(i, j)
			if b != Inf && (b < leastFinite || b > greatestFinite) {
				return fmt.Errorf("(%d,%d) is %s: out of range", i, j, b)
			}
			for k := range d.dim {
				x, y := d.At(i, k), d.At(k, j)
				if x != Inf && y != Inf && x.plus(y) < b {
					return fmt.Errorf("(%d,%d) is %s, but %s and %s over %d", i, j, b, x, y, k)
				}
			}
		}
	}
	return nil
}

func valid(t *testing.T, d *DBM, after string) {
	t.Helper()
	if err := d.check(); err != nil {
		t.Errorf("after %s: %v", after, err)
	}
	if err := d.Err(); err != nil {
		t.Errorf("after %s: %v", after, err)
	}
}

// constraint is clock i minus clock j within b.
type constraint struct {
	i, j int
	b    Bound
}

func (c constraint) String() string { return fmt.Sprintf("x%d-x%d%s", c.i, c.j, c.b) }

// zoneOf is the zone of n clocks under constraints, made one by one.
func zoneOf(n int, cs ...constraint) *DBM {
	d := New(0, n)
	d.SetUniverse(n)
	for _, c := range cs {
		d.Constrain(c.i, c.j, c.b)
	}
	return d
}

// randomConstraints are some over n clocks with constants from -most to most;
// lower and upper bounds of a clock are likelier than differences.
func randomConstraints(r *rand.Rand, n, count, most int, strict bool) []constraint {
	var cs []constraint
	for range count {
		i, j := r.IntN(n+1), r.IntN(n+1)
		if i != 0 && j != 0 && r.IntN(2) == 0 {
			j = 0
		}
		if i == j {
			continue
		}
		v := int64(r.IntN(2*most+1) - most)
		if i == 0 || j == 0 && r.IntN(4) > 0 {
			v = max(v, -v)
			if i == 0 {
				v = -v
			}
		}
		b := LE(v)
		if strict && r.IntN(2) == 0 {
			b = LT(v)
		}
		cs = append(cs, constraint{i, j, b})
	}
	return cs
}
