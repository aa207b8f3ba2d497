package zone

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBound(t *testing.T) {
	in := []Bound{LE(-MaxValue), LT(-1), LE(-1), LT(0), LE(0), LT(1), LE(1), LE(MaxValue), Inf}
	if !slices.IsSorted(in) {
		t.Error("tighter is not smaller")
	}
	text := []string{"<=-1152921504606846976", "<-1", "<=-1", "<0", "<=0", "<1", "<=1", "<=1152921504606846976", "<inf"}
	for i, b := range in {
		if b.String() != text[i] {
			t.Errorf("%s, want %s", b, text[i])
		}
	}
	for _, c := range []struct{ a, b, sum Bound }{
		{LE(2), LE(-5), LE(-3)}, {LE(2), LT(-5), LT(-3)}, {LT(2), LE(-5), LT(-3)}, {LT(2), LT(-5), LT(-3)}, {LE(MaxValue), LE(MaxValue), LE(MaxValue).plus(LE(MaxValue))},
	} {
		if c.a.plus(c.b) != c.sum {
			t.Errorf("%s and %s: %s, want %s", c.a, c.b, c.a.plus(c.b), c.sum)
		}
	}
	if three := LE(MaxValue).plus(LE(MaxValue)).plus(LE(MaxValue)); three < 0 || LE(-MaxValue).plus(LE(-MaxValue)).plus(LE(-MaxValue)) > 0 {
		t.Error("three bounds wrap around")
	}
	defer func() {
		if recover() == nil {
			t.Error("a bound beyond MaxValue is accepted")
		}
	}()
	LE(MaxValue + 1)
}

// TestOperations follows one zone by hand: a lease (clock 1) was granted 2 to 5
// units ago, the work of its holder (clock 2) began since then.
func TestOperations(t *testing.T) {
	d := New(1, 2)
	follow := func(operation, want string) {
		t.Helper()
		valid(t, d, operation)
		if d.String() != want {
			t.Errorf("%s: %s, want %s", operation, d, want)
		}
	}
	follow("the start", "{x1<=0}")
	d.Up()
	follow("up", "{}")
	d.Constrain(0, 1, LE(-2))
	d.Constrain(1, 0, LE(5))
	follow("constrain", "{-x1<=-2 x1<=5}")
	d.Insert(2)
	follow("insert", "{-x1<=-2 x1<=5 x1-x2<=5 x2<=0 x2-x1<=-2}")
	d.Up()
	follow("up", "{-x1<=-2 x1-x2<=5 x2-x1<=-2}")
	d.Constrain(1, 0, LE(8))
	follow("constrain", "{-x1<=-2 x1<=8 x1-x2<=5 x2<=6 x2-x1<=-2}")
	e := New(0, 2)
	e.Select(d, []int{0, 2, 1})
	d.Reset(1)
	follow("reset", "{x1<=0 x1-x2<=0 x2<=6 x2-x1<=6}")
	d.Copy(e)
	follow("select", "{-x2<=-2 x1<=6 x1-x2<=-2 x2<=8 x2-x1<=5}")
	if least, ok := d.Earliest(nil); !ok || !slices.Equal(least, []int64{0, 2}) {
		t.Errorf("earliest: %v, %v", least, ok)
	}
	d.Remove(1)
	follow("remove", "{-x1<=-2 x1<=8}")
	d.Constrain(1, 0, LT(2))
	follow("constrain", "empty")
	d.Up()
	d.Reset(1)
	d.Free(1)
	d.Insert(1)
	d.Extrapolate(make([]int64, 3), make([]int64, 3))
	d.Remove(2)
	e.Select(d, []int{0, 1})
	if !d.Empty() || !e.Empty() || d.Constrain(1, 0, Inf) || d.Close() || d.Allows(1, 0, Inf) || d.Clocks() != 1 {
		t.Errorf("an empty zone becomes %s", d)
	}
}

// TestCloseEmpty: what is already empty stays so, with any number of clocks.
func TestCloseEmpty(t *testing.T) {
	for n := range 3 {
		for i := range n + 1 {
			d := zoneOf(n)
			d.Narrow(i, i, LT(0))
			if d.Close() || !d.Empty() {
				t.Errorf("clock %d of %d minus itself is less than 0: %s", i, n, d)
			}
		}
	}
}

// TestRange: sums out of range make a zone larger, never smaller, and are known
// from then on.
func TestRange(t *testing.T) {
	d, e := New(0, 3), New(0, 3)
	d.SetUniverse(3)
	d.Constrain(0, 1, LE(-MaxValue))
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	d.Constrain(1, 2, LE(-MaxValue)) // clock 2 is at least 2^61
	if !errors.Is(d.Err(), ErrRange) || d.At(0, 2) != leastFinite {
		t.Errorf("%s: %v", d, d.Err())
	}
	e.Copy(d)
	if e.Err() == nil {
		t.Error("a copy does not know")
	}
	e.SetZero(1)
	if e.Err() != nil {
		t.Error("a new zone knows what it should not")
	}
	e.Select(d, []int{0, 3, 2, 1})
	if e.Err() == nil {
		t.Error("a selection does not know")
	}
	e.Select(New(1, 1), []int{0, 1})
	if e.Err() != nil {
		t.Error("a new selection knows what it should not")
	}
	d.SetUniverse(3)
	d.Narrow(1, 2, LE(MaxValue))
	d.Narrow(2, 3, LE(MaxValue))
	if !d.Close() || d.Err() == nil || d.At(1, 3) != Inf {
		t.Errorf("%s: %v", d, d.Err())
	}
}

// TestRangeIsWeaker compares zones at the end of the range with the same zones
// in small: what is possible there is possible here.
func TestRangeIsWeaker(t *testing.T) {
	ranges := 0
	random(t, 5000, func(t *testing.T, r *rand.Rand) {
		const large = MaxValue / 4
		n := 1 + r.IntN(3)
		cs := randomConstraints(r, n, 1+r.IntN(8), 4, true)
		small, big := zoneOf(n, cs...), New(n, n)
		big.SetUniverse(n)
		for _, c := range cs {
			b := LT(c.b.Value() * large)
			if c.b.Closed() {
				b++
			}
			big.Constrain(c.i, c.j, b)
		}
		if big.Err() != nil {
			ranges++
		}
		if big.Empty() && !small.Empty() || big.Err() == nil && big.Empty() != small.Empty() {
			t.Errorf("%v: %s, at the end of the range %s", cs, small, big)
		}
		for i := range small.dim {
			for j := range small.dim {
				if b := big.At(i, j); !small.Empty() && !big.Empty() && b != Inf &&
					(small.At(i, j) == Inf || float64(b.Value()) < float64(small.At(i, j).Value())*large) {
					t.Errorf("%v: %s, at the end of the range %s is tighter", cs, small, big)
				}
			}
		}
	})
	if *cases == 0 && ranges < 100 {
		t.Errorf("only %d cases leave the range", ranges)
	}
}

func TestTooManyClocks(t *testing.T) {
	for name, f := range map[string]func(){
		"New":    func() { New(MaxClocks+1, 0) },
		"Insert": func() { New(MaxClocks, 0).Insert(1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: %d clocks are accepted", name, MaxClocks+1)
				}
			}()
			f()
		}()
	}
}
