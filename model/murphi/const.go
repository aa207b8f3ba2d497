package murphi

import (
	"fmt"
	"math/bits"
)

// ConstValue evaluates an expression of a checked model that is constant: made
// of numbers, constants, enum members and operators. ok is false for any other
// and for one whose evaluation fails.
func ConstValue(e Expr) (value int64, ok bool) {
	v, err := fold(e)
	return v, err == nil
}

// notConstant is the error of an expression that is no constant, or whose
// value does not exist.
type notConstant struct {
	at      Node
	problem string // "" when it is simply not constant
}

func (e *notConstant) Error() string { return e.problem }

func (c *checker) foldError(err error, what string) {
	e := err.(*notConstant)
	if e.problem == "" {
		c.fail(e.at, "const", "only numbers, constants and enum members", "%s must be constant", what)
		return
	}
	c.fail(e.at, "const", "", "%s: %s", what, e.problem)
}

// fold evaluates a constant expression. Named constants are read from their
// declaration, so the work is linear in the expression.
func fold(e Expr) (int64, error) {
	switch e := e.(type) {
	case *Int:
		return e.Value, nil
	case *Ident:
		switch d := e.Decl.(type) {
		case *ConstDecl:
			return d.Val, nil
		case *EnumMember:
			return d.Index, nil
		case *AliasDecl:
			return fold(d.Value)
		}
	case *Unary:
		x, err := fold(e.X)
		if err != nil {
			return 0, err
		}
		return foldUnary(e, x)
	case *Binary:
		return foldBinary(e)
	case *Cond:
		v, err := fold(e.C)
		if err != nil {
			return 0, err
		}
		x, err := fold(e.X)
		y, err2 := fold(e.Y)
		if v == 0 {
			x, err, err2 = y, err2, err
		}
		// The operand that is not taken must be constant, but need not have
		// a value.
		if n, ok := err2.(*notConstant); ok && n.problem == "" {
			return 0, err2
		}
		return x, err
	}
	return 0, &notConstant{at: e}
}

func foldUnary(e *Unary, x int64) (int64, error) {
	switch e.Op {
	case Not:
		return truth(x == 0), nil
	case BitNot:
		return ^x, nil
	}
	if x == minInt {
		return 0, &notConstant{e, fmt.Sprintf("-(%d) is not within 64 bits", x)}
	}
	return -x, nil
}

func foldBinary(e *Binary) (int64, error) {
	x, errX := fold(e.X)
	y, errY := fold(e.Y)
	// -> | and & do not look at the second operand when the first decides.
	if errX == nil && (e.Op == And && x == 0 || e.Op == Implies && x == 0 || e.Op == Or && x != 0) {
		if n, ok := errY.(*notConstant); ok && n.problem == "" {
			return 0, errY
		}
		return truth(e.Op != And), nil
	}
	if errX != nil {
		return 0, errX
	}
	if errY != nil {
		return 0, errY
	}
	switch e.Op {
	case Implies, Or, And:
		return truth(y != 0), nil
	case Lt:
		return truth(x < y), nil
	case Le:
		return truth(x <= y), nil
	case Eq:
		return truth(x == y), nil
	case Ne:
		return truth(x != y), nil
	case Ge:
		return truth(x >= y), nil
	case Gt:
		return truth(x > y), nil
	case BitOr:
		return x | y, nil
	case BitAnd:
		return x & y, nil
	case BitXor:
		return x ^ y, nil
	}
	v, problem := arithmetic(e.Op, x, y)
	if problem != "" {
		return 0, &notConstant{e, problem}
	}
	return v, nil
}

// arithmetic computes x op y; problem says why there is no result.
func arithmetic(op Op, x, y int64) (v int64, problem string) {
	overflow := false
	switch op {
	case Add:
		v = x + y
		overflow = x > 0 && y > 0 && v <= 0 || x < 0 && y < 0 && v >= 0
	case Sub:
		v = x - y
		overflow = x >= 0 && y < 0 && v < 0 || x < 0 && y > 0 && v >= 0
	case Mul:
		v, overflow = multiply(x, y)
	case Div, Mod:
		if y == 0 {
			return 0, "division by zero"
		}
		if overflow = x == minInt && y == -1; overflow {
			break
		}
		if v = x % y; op == Div {
			v = x / y
		}
	case Shl:
		return shift(x, y), ""
	case Shr:
		return shift(x, -max(y, -maxInt)), ""
	}
	if overflow {
		return 0, fmt.Sprintf("the result of %d %s %d is not within 64 bits", x, opText[op], y)
	}
	return v, ""
}

var opText = map[Op]string{Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", Lt: "<", Le: "<=", Gt: ">", Ge: ">="}

func multiply(x, y int64) (v int64, overflow bool) {
	hi, lo := bits.Mul64(magnitude(x), magnitude(y))
	if negative := (x < 0) != (y < 0); negative {
		return -int64(lo), hi != 0 || lo > 1<<63
	}
	return int64(lo), hi != 0 || lo >= 1<<63
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// shift shifts x to the left by n, or to the right by -n, keeping the sign.
func shift(x, n int64) int64 {
	switch {
	case n <= -64 || n >= 64:
		return 0
	case n < 0:
		return x >> uint(-n)
	}
	return x << uint(n)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
