package zone

import (
	"math/rand/v2"
	"testing"
)

// side is one end of an interval of quarters, beyond which nothing is.
type side struct {
	at     int64
	strict bool
}

// interval is a set of quarters between two ends; an oracle for operations on
// zones that are unbounded or have strict bounds, point by point: which v, put
// for a clock or let pass as time, lead into the zone?
type interval struct{ low, high side }

func (s *interval) atLeast(v int64, strict bool) {
	if v > s.low.at || v == s.low.at && strict {
		s.low = side{v, strict}
	}
}

func (s *interval) atMost(v int64, strict bool) {
	if v < s.high.at || v == s.high.at && strict {
		s.high = side{v, strict}
	}
}

// some tells whether a real number is in the interval.
func (s *interval) some() bool {
	return s.low.at < s.high.at || s.low.at == s.high.at && !s.low.strict && !s.high.strict
}

const quarters = 4

// holds tells whether a point, in quarters, satisfies the constraint.
func (c constraint) holds(v []int64) bool {
	have, most := v[c.i]-v[c.j], quarters*c.b.Value()
	return have < most || have == most && c.b.Closed()
}

// mayBe tells whether some value of clock x makes all constraints hold.
func mayBe(cs []constraint, v []int64, x int) bool {
	s := interval{side{0, false}, side{1 << 40, false}}
	for _, c := range cs {
		most := quarters * c.b.Value()
		switch x {
		case c.i:
			s.atMost(v[c.j]+most, !c.b.Closed())
		case c.j:
			s.atLeast(v[c.i]-most, !c.b.Closed())
		default:
			if !c.holds(v) {
				return false
			}
		}
	}
	return s.some()
}

// mayHavePassed tells whether some time ago all constraints held.
func mayHavePassed(cs []constraint, v []int64) bool {
	s := interval{side{0, false}, side{1 << 40, false}}
	for x := 1; x < len(v); x++ {
		s.atMost(v[x], false)
	}
	for _, c := range cs {
		most := quarters * c.b.Value()
		switch {
		case c.j == 0:
			s.atLeast(v[c.i]-most, !c.b.Closed())
		case c.i == 0:
			s.atMost(v[c.j]+most, !c.b.Closed())
		case !c.holds(v):
			return false
		}
	}
	return s.some()
}

func hold(cs []constraint, v []int64) bool {
	for _, c := range cs {
		if !c.holds(v) {
			return false
		}
	}
	return true
}

// has tells whether a point, in quarters, is in the zone.
func (d *DBM) has(v []int64) bool {
	if d.Empty() {
		return false
	}
	for i := range d.dim {
		for j := range d.dim {
			if b := d.At(i, j); b != Inf && !(constraint{i, j, b}).holds(v) {
				return false
			}
		}
	}
	return true
}

// TestStrict compares single operations on zones with strict and missing bounds
// with the intervals, at many points.
func TestStrict(t *testing.T) {
	in, out := 0, 0
	random(t, 3000, func(t *testing.T, r *rand.Rand) {
		n := 1 + r.IntN(3)
		cs := randomConstraints(r, n, r.IntN(6), 4, true)
		d := zoneOf(n, cs...)
		valid(t, d, "constraints")
		all := New(n, n)
		all.SetUniverse(n)
		for _, c := range cs {
			all.Narrow(c.i, c.j, c.b)
		}
		if all.Close() == d.Empty() || !all.Equal(d) {
			t.Errorf("%v: one by one %s, together %s", cs, d, all)
		}
		checkEarliest(t, d)
		x := 1 + r.IntN(n)
		up, reset, free, more := New(n, n), New(n, n), New(n, n), New(n, n)
		up.Copy(d)
		up.Up()
		valid(t, up, "up")
		reset.Copy(d)
		reset.Reset(x)
		valid(t, reset, "reset")
		free.Copy(d)
		free.Free(x)
		valid(t, free, "free")
		and := randomConstraints(r, n, 1, 4, true)
		more.Copy(d)
		for _, c := range and {
			more.Constrain(c.i, c.j, c.b)
		}
		for range 60 {
			v := make([]int64, n+1)
			for i := 1; i <= n; i++ {
				v[i] = int64(r.IntN(6*quarters)) >> r.IntN(2) << 1
			}
			for name, c := range map[string]struct{ have, want bool }{
				"constraints": {d.has(v), hold(cs, v)},
				"up":          {up.has(v), mayHavePassed(cs, v)},
				"reset":       {reset.has(v), v[x] == 0 && mayBe(cs, v, x)},
				"free":        {free.has(v), mayBe(cs, v, x)},
				"constrain":   {more.has(v), hold(cs, v) && hold(and, v)},
			} {
				if c.have != c.want {
					t.Errorf("%v, %s of clock %d: point %v: %v, want %v", cs, name, x, v, c.have, c.want)
				}
				if c.want {
					in++
				} else {
					out++
				}
			}
		}
	})
	if *cases == 0 && (in < 100_000 || out < 100_000) {
		t.Errorf("points inside %d, outside %d: the cases are too much alike", in, out)
	}
}

// checkEarliest: the earliest point is in the zone and has the least value of
// each clock; there is none if one of these is not attained.
func checkEarliest(t *testing.T, d *DBM) {
	t.Helper()
	least, ok := d.Earliest([]int64{0})
	attained := !d.Empty()
	for x := 1; x <= d.Clocks() && attained; x++ {
		attained = d.At(0, x).Closed()
	}
	if ok != attained {
		t.Errorf("%s: earliest %v, %v", d, least, ok)
	}
	if !ok {
		return
	}
	for x := 1; x <= d.Clocks(); x++ {
		if d.Allows(x, 0, LT(least[x])) {
			t.Errorf("%s: earliest %v, but clock %d may be less", d, least, x)
		}
		least[x] *= quarters
	}
	if !d.has(least) {
		t.Errorf("%s: earliest %v quarters, which is outside", d, least)
	}
}

// TestStrictEmptiness: beside closed bounds, the strict ones decide.
func TestStrictEmptiness(t *testing.T) {
	for _, c := range []struct {
		lower, upper Bound
		empty        bool
	}{
		{LE(-3), LE(3), false}, {LT(-3), LE(3), true}, {LE(-3), LT(3), true}, {LT(-3), LT(4), false}, {LE(-4), LE(3), true},
	} {
		d := New(1, 1)
		d.SetUniverse(1)
		d.Constrain(0, 1, c.lower)
		if left := d.Constrain(1, 0, c.upper); left == c.empty || d.Empty() != c.empty {
			t.Errorf("-x%s and x%s: %s", c.lower, c.upper, d)
		}
	}
}
