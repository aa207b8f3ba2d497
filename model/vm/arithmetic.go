package vm

import (
	"math"
	"math/bits"

	"lockcheck/model/murphi"
)

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// compare applies a boolean operator to two values.
func compare(o murphi.Op, x, y int64) bool {
	switch o {
	case murphi.Implies:
		return x == 0 || y != 0
	case murphi.Or:
		return x != 0 || y != 0
	case murphi.And:
		return x != 0 && y != 0
	case murphi.Lt:
		return x < y
	case murphi.Le:
		return x <= y
	case murphi.Eq:
		return x == y
	case murphi.Ne:
		return x != y
	case murphi.Ge:
		return x >= y
	}
	return x > y
}

// calculate applies an arithmetic operator. The failure is 0 if there is none.
func calculate(o murphi.Op, x, y int64) (int64, murphi.FailureKind) {
	ok, v := true, int64(0)
	switch o {
	case murphi.Add:
		v, ok = addInt(x, y)
	case murphi.Sub:
		v, ok = subInt(x, y)
	case murphi.Mul:
		v, ok = mulInt(x, y)
	case murphi.Div, murphi.Mod:
		return divide(o, x, y)
	case murphi.Shl, murphi.Shr:
		return shift(o, x, y), 0
	case murphi.BitOr:
		v = x | y
	case murphi.BitAnd:
		v = x & y
	case murphi.BitXor:
		v = x ^ y
	}
	if !ok {
		return 0, murphi.Overflow
	}
	return v, 0
}

func divide(o murphi.Op, x, y int64) (int64, murphi.FailureKind) {
	switch {
	case y == 0:
		return 0, murphi.DivisionByZero
	case y == -1 && x == math.MinInt64:
		return 0, murphi.Overflow
	case o == murphi.Div:
		return x / y, 0
	}
	return x % y, 0
}

// shift drops the bits that leave the 64; a negative amount shifts the other
// way; shifted all the way, every value is 0.
func shift(o murphi.Op, x, y int64) int64 {
	left := (o == murphi.Shl) == (y >= 0)
	n := magnitude(y)
	switch {
	case n >= 64:
		return 0
	case left:
		return x << n
	}
	return x >> n
}

func addInt(x, y int64) (int64, bool) {
	v := x + y
	return v, (v > x) == (y > 0)
}

func subInt(x, y int64) (int64, bool) {
	v := x - y
	return v, (v < x) == (y > 0)
}

func mulInt(x, y int64) (int64, bool) {
	neg := (x < 0) != (y < 0)
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	switch {
	case hi != 0:
		return 0, false
	case neg:
		return -int64(lo), lo <= 1<<63
	}
	return int64(lo), lo <= math.MaxInt64
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}
