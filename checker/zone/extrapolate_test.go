package zone

import (
	"math/rand/v2"
	"testing"
)

// TestExtrapolateExamples works single zones out by hand.
func TestExtrapolateExamples(t *testing.T) {
	const no = NoBound
	list := func(cs ...constraint) []constraint { return cs }
	for _, c := range []struct {
		name         string
		cs           []constraint
		n            int
		lower, upper []int64
		want         string
	}{
		{"within the limits nothing changes", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, 5}, []int64{0, 5}, "{-x1<=-2 x1<=4}"},
		{"an upper bound beyond L goes", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, 3}, []int64{0, 5}, "{-x1<=-2}"},
		{"an upper bound at L stays", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, 4}, []int64{0, 5}, "{-x1<=-2 x1<=4}"},
		{"a lower bound beyond U becomes > U", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, 5}, []int64{0, 1}, "{-x1<-1 x1<=4}"},
		{"a lower bound at U stays", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, 5}, []int64{0, 2}, "{-x1<=-2 x1<=4}"},
		{"a clock that no guard looks at is free", list(constraint{0, 1, LE(-2)}, constraint{1, 0, LE(4)}), 1,
			[]int64{0, no}, []int64{0, no}, "{}"},
		{"a lower bound beyond L frees what is above", list(constraint{0, 1, LE(-6)}, constraint{1, 2, LE(3)}, constraint{2, 1, LE(1)}), 2,
			[]int64{0, 5, 9}, []int64{0, 9, 9}, "{-x1<=-6 -x2<=-3 x2-x1<=1}"},
		{"a lower bound beyond U frees what is below", list(constraint{0, 1, LE(-6)}, constraint{1, 2, LE(3)}, constraint{2, 1, LE(1)}), 2,
			[]int64{0, 9, 9}, []int64{0, 5, 9}, "{-x1<-5 -x2<=-3 x1-x2<=3}"},
		{"closing again carries the weaker bound on", list(constraint{0, 1, LE(-6)}, constraint{1, 2, LE(3)}), 2,
			[]int64{0, 9, 9}, []int64{0, 5, 1}, "{-x1<-5 -x2<-1}"},
	} {
		d := zoneOf(c.n, c.cs...)
		d.Extrapolate(c.lower, c.upper)
		valid(t, d, c.name)
		if d.String() != c.want {
			t.Errorf("%s: %s, want %s", c.name, d, c.want)
		}
	}
}

// simulated tells whether a valuation of the zone simulates the point: clock by
// clock its value is v, or in (L, v) where v > L, or beyond v where v > U.
func simulated(d *DBM, v, lower, upper []int64) bool {
	fine := New(0, d.Clocks()) // in quarters, as the point
	fine.SetUniverse(d.Clocks())
	for i := range d.dim {
		for j := range d.dim {
			if b := d.At(i, j); b != Inf {
				fine.Narrow(i, j, Bound(quarters*2*b.Value())|b&1)
			}
		}
	}
	for x := 1; x < d.dim; x++ {
		switch {
		case lower[x] < 0: // any smaller value
		case v[x] > quarters*lower[x]:
			fine.Narrow(0, x, LT(-quarters*lower[x]))
		default:
			fine.Narrow(0, x, LE(-v[x]))
		}
		if upper[x] >= 0 && v[x] <= quarters*upper[x] {
			fine.Narrow(x, 0, LE(v[x]))
		}
	}
	return fine.Close()
}

// TestExtrapolate: the result includes the zone, each of its points is simulated
// by one of the zone, and bounds are as small as the documentation says.
func TestExtrapolate(t *testing.T) {
	grown, outside := 0, 0
	random(t, 4000, func(t *testing.T, r *rand.Rand) {
		n := 1 + r.IntN(3)
		cs := randomConstraints(r, n, 1+r.IntN(5), 7, r.IntN(3) == 0)
		d, e := zoneOf(n, cs...), New(n, n)
		if r.IntN(2) == 0 {
			d.Up()
		}
		e.Copy(d)
		lower, upper := make([]int64, n+1), make([]int64, n+1)
		for x := range lower {
			lower[x], upper[x] = r.Int64N(8)-1, r.Int64N(8)-1
		}
		e.Extrapolate(lower, upper)
		valid(t, e, "Extrapolate")
		if !e.Includes(d) || e.Empty() != d.Empty() {
			t.Errorf("%s becomes %s with L %v, U %v", d, e, lower[1:], upper[1:])
		}
		if d.Empty() {
			return
		}
		if !d.Includes(e) {
			grown++
		}
		for i := range e.dim {
			for j := range e.dim {
				if b := e.At(i, j); b != Inf && (b.Value() > int64(7*n) || b.Value() < -7) {
					t.Errorf("%s becomes %s: a bound beyond all limits", d, e)
				}
			}
		}
		for range 40 {
			v := make([]int64, n+1)
			for x := 1; x <= n; x++ {
				v[x] = int64(r.IntN(10 * quarters))
			}
			if !e.has(v) {
				continue
			}
			if !d.has(v) {
				outside++
			}
			if !simulated(d, v, lower, upper) {
				t.Errorf("%s becomes %s with L %v, U %v: nothing simulates %v quarters", d, e, lower[1:], upper[1:], v[1:])
			}
		}
	})
	if *cases == 0 && (grown < 1000 || outside < 5000) {
		t.Errorf("%d zones grown, %d points added: the cases are too much alike", grown, outside)
	}
}
