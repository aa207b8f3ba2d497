package zone

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"time"
)

// Rat is an exact fraction: a duration in nanoseconds, or a rate. Values are in
// lowest terms, so == is equality; the zero value is 0. Results that do not fit
// into 64 bits above and below the line are errors, never rounded.
type Rat struct {
	num  int64
	less int64 // the denominator less one, never negative
}

// Whole is the fraction n / 1.
func Whole(n int64) Rat { return Rat{num: n} }

// Duration is d in nanoseconds.
func Duration(d time.Duration) Rat { return Rat{num: int64(d)} }

// Fraction is n / d.
func Fraction(n, d int64) (Rat, error) { return Whole(n).Quo(Whole(d)) }

// Num is the number above the line.
func (a Rat) Num() int64 { return a.num }

// Den is the number below the line, at least 1.
func (a Rat) Den() int64 { return a.less + 1 }

func (a Rat) big() *big.Rat { return big.NewRat(a.num, a.Den()) }

// exact turns a result back into a Rat.
func exact(r *big.Rat, a Rat, op string, b Rat) (Rat, error) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Rat{}, fmt.Errorf("%s %s %s does not fit into 64 bits", a, op, b)
	}
	return Rat{r.Num().Int64(), r.Denom().Int64() - 1}, nil
}

// Add is a + b.
func (a Rat) Add(b Rat) (Rat, error) { return exact(new(big.Rat).Add(a.big(), b.big()), a, "+", b) }

// Sub is a - b.
func (a Rat) Sub(b Rat) (Rat, error) { return exact(new(big.Rat).Sub(a.big(), b.big()), a, "-", b) }

// Mul is a * b.
func (a Rat) Mul(b Rat) (Rat, error) { return exact(new(big.Rat).Mul(a.big(), b.big()), a, "*", b) }

// Quo is a / b. Division by zero is an error.
func (a Rat) Quo(b Rat) (Rat, error) {
	if b.num == 0 {
		return Rat{}, fmt.Errorf("%s / %s: division by zero", a, b)
	}
	return exact(new(big.Rat).Quo(a.big(), b.big()), a, "/", b)
}

// Cmp is -1, 0 or 1 as a is less than b, equal or greater.
func (a Rat) Cmp(b Rat) int { return a.big().Cmp(b.big()) }

// Sign is -1, 0 or 1.
func (a Rat) Sign() int { return cmp.Compare(a.num, 0) }

// Floor is the greatest integer that is at most a.
func (a Rat) Floor() int64 {
	q := a.num / a.Den()
	if a.num%a.Den() < 0 {
		q--
	}
	return q
}

// Ceil is the least integer that is at least a.
func (a Rat) Ceil() int64 {
	q := a.num / a.Den()
	if a.num%a.Den() > 0 {
		q++
	}
	return q
}

// String is "3" or "2/3".
func (a Rat) String() string {
	if a.less == 0 {
		return fmt.Sprint(a.num)
	}
	return fmt.Sprintf("%d/%d", a.num, a.Den())
}

// Scale is a unit in which every bound of a model is an integer.
type Scale struct{ unit Rat }

// NewScale finds the greatest such unit: the greatest common divisor of the
// numbers above the lines over the least common multiple of those below.
func NewScale(bounds ...Rat) (Scale, error) {
	num, den := int64(0), int64(1)
	for _, b := range bounds {
		if b.num == math.MinInt64 {
			return Scale{}, fmt.Errorf("the bound %s is too large", b)
		}
		num = gcd(num, max(b.num, -b.num))
		if b.num == 0 {
			continue
		}
		more := b.Den() / gcd(den, b.Den())
		if den > math.MaxInt64/more {
			return Scale{}, fmt.Errorf("no unit of time fits all bounds: with %s its denominator is beyond 64 bits", b)
		}
		den *= more
	}
	if num == 0 {
		num = 1
	}
	s := Scale{Rat{num, den - 1}}
	for _, b := range bounds {
		if _, err := s.Int(b); err != nil {
			return Scale{}, err
		}
	}
	return s, nil
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

var errNoScale = errors.New("a scale without a unit")

// Unit is the length of one unit.
func (s Scale) Unit() Rat { return s.unit }

// Int is r in units, an error if that is not whole or beyond [MaxConstant].
func (s Scale) Int(r Rat) (int64, error) {
	if s.unit.num == 0 {
		return 0, errNoScale
	}
	q := new(big.Rat).Quo(r.big(), s.unit.big())
	if !q.IsInt() {
		return 0, fmt.Errorf("the bound %s is no multiple of the unit %s", r, s.unit)
	}
	if n := q.Num(); n.IsInt64() && -MaxConstant <= n.Int64() && n.Int64() <= MaxConstant {
		return n.Int64(), nil
	}
	return 0, fmt.Errorf("the bound %s is %s units of %s: more than 2^50", r, q.Num(), s.unit)
}

// Rat is n units.
func (s Scale) Rat(n int64) (Rat, error) { return Whole(n).Mul(s.unit) }
