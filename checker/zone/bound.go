package zone

import (
	"math"
	"strconv"
)

// Bound is one entry of a matrix: "<= v", "< v", or no bound at all. It is
// encoded as twice the value, plus one if closed; so a smaller Bound is a
// tighter constraint, and bounds are compared as the integers that they are.
type Bound int64

// Inf is no bound. It is greater than all others.
const Inf Bound = math.MaxInt64

// MaxConstant is the greatest constant that [Scale] lets into a model.
const MaxConstant = 1 << 50

// MaxValue is the greatest absolute value of a finite bound. Three such bounds
// add up without wrapping around, which is all that an operation adds before it
// looks at the range.
const MaxValue = 1 << 60

// MaxClocks is the greatest number of clocks of a matrix.
const MaxClocks = 255

const (
	leastFinite    = Bound(-MaxValue) * 2
	greatestFinite = Bound(MaxValue)*2 + 1
	leZero         = Bound(1)
)

// LE is the closed bound "<= v". It panics beyond [MaxValue].
func LE(v int64) Bound { return LT(v) + 1 }

// LT is the strict bound "< v". It panics beyond [MaxValue].
func LT(v int64) Bound {
	if v > MaxValue || v < -MaxValue {
		panic("zone: a bound beyond MaxValue")
	}
	return Bound(v * 2)
}

// Value is the v of "<= v" and "< v". Inf has none: the result says nothing.
func (b Bound) Value() int64 { return int64(b) >> 1 }

// Closed tells "<= v" from "< v". Inf is not closed.
func (b Bound) Closed() bool { return b&1 == 1 && b != Inf }

// plus adds two finite bounds, or the sum of two and a third: closed if all
// are. The range is up to the caller.
func (b Bound) plus(c Bound) Bound { return b + c - (b|c)&1 }

// String is "<=5", "<5" or "<inf".
func (b Bound) String() string {
	switch {
	case b == Inf:
		return "<inf"
	case b.Closed():
		return "<=" + strconv.FormatInt(b.Value(), 10)
	}
	return "<" + strconv.FormatInt(b.Value(), 10)
}
