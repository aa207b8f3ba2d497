package zone

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

func rat(t testing.TB, n, d int64) Rat {
	t.Helper()
	r, err := Fraction(n, d)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestRat compares the arithmetic with that of math/big, and refusals with what
// does not fit.
func TestRat(t *testing.T) {
	refused := 0
	random(t, 5000, func(t *testing.T, r *rand.Rand) {
		number := func() Rat {
			return rat(t, int64(r.Uint64())>>r.IntN(60), 1+r.Int64()>>(1+r.IntN(60)))
		}
		a, b := number(), number()
		for _, c := range []struct {
			name string
			have func(Rat) (Rat, error)
			want func(x, y *big.Rat) *big.Rat
		}{
			{"+", a.Add, new(big.Rat).Add}, {"-", a.Sub, new(big.Rat).Sub}, {"*", a.Mul, new(big.Rat).Mul}, {"/", a.Quo, new(big.Rat).Quo},
		} {
			if c.name == "/" && b.num == 0 {
				continue
			}
			have, err := c.have(b)
			want := c.want(big.NewRat(a.Num(), a.Den()), big.NewRat(b.Num(), b.Den()))
			fits := want.Num().IsInt64() && want.Denom().IsInt64()
			if fits != (err == nil) || fits && (have.Num() != want.Num().Int64() || have.Den() != want.Denom().Int64()) {
				t.Errorf("%s %s %s: %s, %v; want %s", a, c.name, b, have, err, want)
			}
			if !fits {
				refused++
			}
		}
		floor := new(big.Int).Div(big.NewInt(a.Num()), big.NewInt(a.Den())).Int64()
		ceil := floor
		if a.Den() != 1 {
			ceil++
		}
		if a.Floor() != floor || a.Ceil() != ceil {
			t.Errorf("%s: floor %d, ceil %d; want %d, %d", a, a.Floor(), a.Ceil(), floor, ceil)
		}
		if a.Cmp(b) != big.NewRat(a.Num(), a.Den()).Cmp(big.NewRat(b.Num(), b.Den())) || a.Sign() != big.NewInt(a.Num()).Sign() {
			t.Errorf("%s against %s: %d, sign %d", a, b, a.Cmp(b), a.Sign())
		}
	})
	if *cases == 0 && refused < 500 {
		t.Errorf("%d refused: the numbers are too small", refused)
	}
}

func TestRatErrors(t *testing.T) {
	if _, err := Fraction(3, 0); err == nil || err.Error() != "3 / 0: division by zero" {
		t.Error(err)
	}
	_, err := Whole(math.MaxInt64).Mul(rat(t, 2, 3))
	if err == nil || err.Error() != "9223372036854775807 * 2/3 does not fit into 64 bits" {
		t.Error(err)
	}
	if (Rat{}) != rat(t, 0, 5) || rat(t, 2, -4) != rat(t, -1, 2) {
		t.Error("equal fractions differ")
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]Rat{
		"30s": Whole(30e9), "1h30m": Whole(5400e9), "1.5s": Whole(15e8), ".5ms": Whole(5e5), "-2us": Whole(-2000), "3µs": Whole(3000),
		"0": Whole(0), "0s": Whole(0), "0.5ns": rat(t, 1, 2), "1m1ms": Whole(60_001_000_000), "19.602s": Whole(19_602_000_000), "1ns": Whole(1),
	} {
		if have, err := ParseDuration(text); err != nil || have != want {
			t.Errorf("%s: %s, %v; want %s", text, have, err, want)
		}
		if d, err := time.ParseDuration(text); text != "0.5ns" && (err != nil || Duration(d) != want) {
			t.Errorf("%s: Go says %v, %v", text, d, err)
		}
	}
	for _, text := range []string{"", "-", "30", "s", "1x", "1.2.3s", ".s", "1 s", "1s2", "1e3s", "1_0s", "--1s", "30%", "inf"} {
		have, err := ParseDuration(text)
		if err == nil {
			t.Errorf("%q is accepted: %s", text, have)
		}
		if _, err := time.ParseDuration(text); err == nil {
			t.Errorf("Go accepts %q", text)
		}
	}
	for text, want := range map[string]Rat{"1%": rat(t, 1, 100), "0.05%": rat(t, 1, 2000), "0%": Whole(0), "100%": Whole(1), "-1%": rat(t, -1, 100)} {
		if have, err := ParsePercent(text); err != nil || have != want {
			t.Errorf("%s: %s, %v; want %s", text, have, err, want)
		}
	}
	for _, text := range []string{"", "%", "1", "1%%", "1 %", "x%", "1s", ".%"} {
		if have, err := ParsePercent(text); err == nil {
			t.Errorf("%q is accepted: %s", text, have)
		}
	}
	for _, text := range []string{"9999999999h", "0.000000000000000000000000000001s"} {
		if _, err := ParseDuration(text); err == nil || err.Error() != text+" does not fit into 64 bits" {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestScale: the unit is the greatest in which all bounds are whole.
func TestScale(t *testing.T) {
	for _, c := range []struct {
		bounds []Rat
		unit   Rat
	}{
		{nil, Whole(1)},
		{[]Rat{Whole(0)}, Whole(1)},
		{[]Rat{Whole(30), Whole(10), Whole(12)}, Whole(2)},
		{[]Rat{rat(t, 297, 10), rat(t, 303, 10), rat(t, 99, 10), rat(t, 101, 10)}, rat(t, 1, 10)}, // drift 1 % of 30 and 10
		{[]Rat{rat(t, 3000, 101), rat(t, 1000, 99)}, rat(t, 1000, 9999)},
		{[]Rat{rat(t, -3, 2), Whole(0), rat(t, 9, 4)}, rat(t, 3, 4)},
	} {
		s, err := NewScale(c.bounds...)
		if err != nil || s.Unit() != c.unit {
			t.Errorf("%v: unit %s, %v; want %s", c.bounds, s.Unit(), err, c.unit)
		}
		common := int64(0)
		for _, b := range c.bounds {
			n, err := s.Int(b)
			back, err2 := s.Rat(n)
			if err != nil || err2 != nil || back != b {
				t.Errorf("%v: %s is %d units, which is %s; %v, %v", c.bounds, b, n, back, err, err2)
			}
			common = gcd(common, max(n, -n))
		}
		if common > 1 {
			t.Errorf("%v: all are multiples of %d units", c.bounds, common)
		}
	}
}

func TestScaleErrors(t *testing.T) {
	for _, c := range []struct {
		want   string
		bounds []Rat
	}{
		{"the bound -9223372036854775808 is too large", []Rat{Whole(math.MinInt64)}},
		{"the bound 9007199254740992 is 9007199254740992 units of 1: more than 2^50", []Rat{Whole(1 << 53), Whole(1)}},
		{"no unit of time fits all bounds: with 1/1000000009 its denominator is beyond 64 bits",
			[]Rat{rat(t, 1, 1_000_000_007), rat(t, 1, 998_244_353), rat(t, 1, 1_000_000_009)}},
	} {
		if _, err := NewScale(c.bounds...); err == nil || err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.bounds, err, c.want)
		}
	}
	s, err := NewScale(Whole(6), Whole(4))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Int(Whole(3)); err == nil || err.Error() != "the bound 3 is no multiple of the unit 2" {
		t.Error(err)
	}
	if _, err := (Scale{}).Int(Whole(3)); err == nil {
		t.Error("a scale without a unit is accepted")
	}
}
