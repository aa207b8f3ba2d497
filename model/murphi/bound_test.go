package murphi

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// parseBound reads the latest bound of a delay.
func parseBound(t *testing.T, text string) (*Bound, Diagnostics) {
	t.Helper()
	m, ds := Parse(&Source{Text: "rule --! delay [0, " + text + "]\nbegin end"})
	if ds.HasErrors() {
		return nil, ds
	}
	return m.Items[0].(*Rule).Ann.Delay.Latest, nil
}

func TestBounds(t *testing.T) {
	for text, want := range map[string]bool{
		"0": true, "inf": true, "TTL": true, "30s": true, "1h30m": true, "1.5ms": true, "10µs": true, "1%": true, "TTL/3": true,
		"-(A + B) * 2 - C": true, "MAX_1": true, "--A": true, strings.Repeat("A+", 99) + "A": true, strings.Repeat("(", 99) + "A" + strings.Repeat(")", 99): true,
		"": false, "ttl": false, "1x": false, "1.": false, "1.2.3s": false, "A B": false, "A +": false, "(A": false, "A)": false, "A % B": false,
		"1 s": false, "inf + 1": false, "1%1s": false, "1s2": false, "1s2%": false, "*A": false, "()": false,
		strings.Repeat("A+", 100) + "A": false, strings.Repeat("-", 100) + "A": false, strings.Repeat("(", 1e6): false,
	} {
		if _, ds := parseBound(t, text); ds.HasErrors() == want {
			t.Errorf("bound %q: accepted %v, want %v %v", text, !want, want, ds)
		}
	}
}

// TestBoundPrinting: what is written is read as the same tree, and parentheses
// stand only where they are needed.
func TestBoundPrinting(t *testing.T) {
	for text, want := range map[string]string{
		"A-B-C":           "A - B - C",
		"A-(B-C)":         "A - (B - C)",
		"(A*B)/C":         "A*B/C",
		"A*(B/C)":         "A*(B/C)",
		"-A*B":            "-A*B",
		"-(A*B)":          "-(A*B)",
		"-(-(A))":         "--A",
		"TTL*(1 + DRIFT)": "TTL*(1 + DRIFT)",
		"((1h30m))+1.50s": "1h30m + 1.50s",
	} {
		b, ds := parseBound(t, text)
		if ds.HasErrors() || b.String() != want {
			t.Errorf("%s is printed as %v, want %s %v", text, b, want, ds)
			continue
		}
		again, _ := parseBound(t, want)
		if diff := cmp.Diff(b, again, sameTree); diff != "" {
			t.Error(diff)
		}
	}
}

// TestBoundPlaces: a part of an expression knows where it stands.
func TestBoundPlaces(t *testing.T) {
	const text = "rule --! delay [0, -(AB + 1s) * C]\nbegin end"
	m := mustParse(t, "places", text)
	b := m.Items[0].(*Rule).Ann.Delay.Latest
	for want, at := range map[string]*Bound{"-(AB + 1s": b.X, "AB + 1s": b.X.X, "1s": b.X.X.Y, "C": b.Y} {
		if got := text[at.Start.Col-1 : at.End.Col-1]; got != want {
			t.Errorf("the place of %s is that of %q", at, got)
		}
	}
}

func TestLiterals(t *testing.T) {
	for text, want := range map[string]string{
		"30s": "30000000000", "1.5ms": "1500000", "1h30m": "5400000000000", "10µs": "10000", "3ns": "3", "010s": "10000000000", "0.000000001s": "1",
		"1%": "1/100", "0.5%": "1/200", "2": "2", "1.25": "5/4", "0": "0", "2562047h": "9223369200000000000",
	} {
		v, err := literalValue(text)
		if err != nil || v.RatString() != want {
			t.Errorf("%s is %v, want %s %v", text, v, want, err)
		}
	}
	for text, want := range map[string]string{
		"2562048h":                     "is too long: the longest duration is 2562047h47m16.854775807s",
		"99999999999999999999":         "is too large",
		"0.1ns":                        "is finer than a nanosecond",
		"1.0000000001s":                "is finer than a nanosecond",
		"0.1234567890123":              "has more than 12 digits after the point",
		strings.Repeat("9", 99) + "ns": "has too many digits",
	} {
		if v, err := literalValue(text); err == nil || err.Error() != want {
			t.Errorf("%s is %v, error %v, want %s", text, v, err, want)
		}
	}
}

func TestQuantityText(t *testing.T) {
	ns := func(n, d int64) string { return quantityText(big.NewRat(n, d), TimeSpan) }
	rate := func(n, d int64) string { return quantityText(big.NewRat(n, d), Percentage) }
	got := []string{
		ns(30e9, 1), ns(5400e9, 1), ns(3600e9, 1), ns(7205e9, 1), ns(600e9, 1), ns(1500e3, 1), ns(0, 1), ns(-5e9, 1), ns(10e9, 3), ns(19_602_000_000, 1),
		rate(1, 100), rate(1, 3), rate(5, 4000), rate(0, 1),
	}
	want := []string{
		"30s", "1h30m", "1h", "2h0m5s", "10m", "1.5ms", "0s", "-5s", "about 3.333333333s", "19.602s",
		"1%", "about 33.333333333333%", "0.125%", "0%",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// fraction is a rational number in arithmetic of its own, never reduced.
type fraction struct{ n, d *big.Int }

// randomBound makes the text of an expression over A, B and R and computes its
// value on the way; den 0 stands for a division by zero.
func randomBound(r *rand.Rand, depth int, names map[string]fraction) (string, fraction) {
	if depth == 0 || r.IntN(6) == 0 {
		switch n := r.Int64N(20); r.IntN(4) {
		case 0:
			return fmt.Sprintf("%dms", n), fraction{big.NewInt(n * 1e6), big.NewInt(1)}
		case 1:
			return fmt.Sprintf("%d.5%%", n), fraction{big.NewInt(10*n + 5), big.NewInt(1000)}
		case 2:
			return fmt.Sprint(n), fraction{big.NewInt(n), big.NewInt(1)}
		}
		name := []string{"A", "B", "R"}[r.IntN(3)]
		return name, names[name]
	}
	x, p := randomBound(r, depth-1, names)
	if r.IntN(8) == 0 {
		return "-(" + x + ")", fraction{new(big.Int).Neg(p.n), p.d}
	}
	y, q := randomBound(r, depth-1, names)
	mul := func(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }
	op := r.IntN(4)
	v := [...]fraction{
		{new(big.Int).Add(mul(p.n, q.d), mul(q.n, p.d)), mul(p.d, q.d)},
		{new(big.Int).Sub(mul(p.n, q.d), mul(q.n, p.d)), mul(p.d, q.d)},
		{mul(p.n, q.n), mul(p.d, q.d)},
		{mul(p.n, q.d), mul(p.d, q.n)},
	}[op]
	if p.d.Sign() == 0 || q.d.Sign() == 0 {
		v.d = new(big.Int)
	}
	return "(" + x + ")" + "+-*/"[op:op+1] + "(" + y + ")", v
}

// TestValueOfRandomExpressions compares evaluation, of the text and of what it
// is printed as, with arithmetic done beside it.
func TestValueOfRandomExpressions(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 19602))
	values := map[string]*big.Rat{"A": big.NewRat(30e9, 1), "B": big.NewRat(10e9, 3), "R": big.NewRat(1, 100)}
	names := map[string]fraction{}
	for name, v := range values {
		names[name] = fraction{v.Num(), v.Denom()}
	}
	divided := 0
	for range 3000 {
		text, want := randomBound(r, 4, names)
		b, ds := parseBound(t, text)
		if ds.HasErrors() {
			t.Fatal(text, ds)
		}
		again, ds := parseBound(t, b.String())
		if ds.HasErrors() {
			t.Fatal(text, ds)
		}
		for _, b := range []*Bound{b, again} {
			got, err := b.value(values)
			switch {
			case want.d.Sign() == 0:
				if divided++; err == nil || !strings.Contains(err.message, "divides by zero") {
					t.Fatalf("%s is %v, but divides by zero", b, got)
				}
			case err != nil:
				t.Fatalf("%s: %s", b, err.message)
			case new(big.Int).Mul(got.Num(), want.d).Cmp(new(big.Int).Mul(want.n, got.Denom())) != 0:
				t.Fatalf("%s is %v, want %v/%v", b, got, want.n, want.d)
			}
		}
	}
	if divided == 0 {
		t.Error("no expression divides by zero")
	}
}
