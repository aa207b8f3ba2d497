package naive

import (
	"math"
	"math/bits"

	"lockcheck/model/murphi"
)

// truth evaluates a boolean expression.
func (r *run) truth(e murphi.Expr) bool { return r.value(e) != 0 }

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// place evaluates e: a designator to the variable that it names, which need
// not be defined, any other expression to a variable that holds its value.
func (r *run) place(e murphi.Expr) place {
	switch e := e.(type) {
	case *murphi.Ident:
		switch d := e.Decl.(type) {
		case *murphi.ConstDecl:
			return holding(d.Type, d.Val)
		case *murphi.EnumMember:
			return holding(d.Type, d.Index)
		case *murphi.VarDecl:
			if !d.Local {
				return place{d.Type, r.state[r.offset[d.Slot]:][:size(d.Type)]}
			}
		}
		return r.vars().of(e.Decl)
	case *murphi.FieldExpr:
		return r.place(e.X).field(e.Field)
	case *murphi.IndexExpr:
		array := r.place(e.X)
		index, n := array.typ.Index, r.value(e.Index)
		lo, hi := index.Bounds()
		if n < lo || n > hi {
			r.fail(murphi.IndexOutOfRange, e.Index, "%d is outside %s", n, index)
		}
		return array.element(int(n - lo))
	case *murphi.Call:
		return r.call(e.Func, e.Args)
	case *murphi.Cond:
		if !e.Of().Simple() {
			if r.truth(e.C) {
				return r.place(e.X)
			}
			return r.place(e.Y)
		}
	}
	return holding(e.Of(), r.value(e))
}

// value evaluates an expression of a simple type.
func (r *run) value(e murphi.Expr) int64 {
	switch e := e.(type) {
	case *murphi.Int:
		return e.Value
	case *murphi.Ident:
		switch d := e.Decl.(type) {
		case *murphi.ConstDecl:
			return d.Val
		case *murphi.EnumMember:
			return d.Index
		}
	case *murphi.Unary:
		return r.unary(e)
	case *murphi.Binary:
		return r.binary(e)
	case *murphi.Cond:
		if r.truth(e.C) {
			return r.value(e.X)
		}
		return r.value(e.Y)
	case *murphi.Quant:
		found := false // a value that decides
		r.rounds(e.Var, e, func() bool {
			found = r.truth(e.Body) != e.All
			return !found
		})
		return number(found != e.All)
	case *murphi.IsUndefined:
		p := r.place(e.X)
		r.note(p)
		return number(!p.cells[0].defined)
	}
	p := r.place(e)
	r.note(p)
	if !p.cells[0].defined {
		r.fail(murphi.UndefinedRead, e, "%s is undefined", murphi.PrintExpr(e))
	}
	return p.cells[0].n
}

// note tells who is listening that a variable is read.
func (r *run) note(p place) {
	if r.read != nil {
		r.read(p)
	}
}

func (r *run) unary(e *murphi.Unary) int64 {
	x := r.value(e.X)
	switch e.Op {
	case murphi.Not:
		return 1 - x
	case murphi.BitNot:
		return ^x
	}
	if x == math.MinInt64 {
		r.overflow(e)
	}
	return -x
}

func (r *run) overflow(e murphi.Expr) {
	r.fail(murphi.Overflow, e, "%s is outside 64 bits", murphi.PrintExpr(e))
}

func (r *run) binary(e *murphi.Binary) int64 {
	if r.top[e] && (r.ranks || r.pastTop) {
		return 1
	}
	switch e.Op {
	case murphi.And:
		return number(r.truth(e.X) && r.truth(e.Y))
	case murphi.Or:
		return number(r.truth(e.X) || r.truth(e.Y))
	case murphi.Implies:
		return number(!r.truth(e.X) || r.truth(e.Y))
	case murphi.Eq, murphi.Ne:
		return number(r.same(e) == (e.Op == murphi.Eq))
	}
	if e.Op == murphi.Add && e.Of().Ordinal {
		return r.mint(e)
	}
	x, y := r.value(e.X), r.value(e.Y)
	switch e.Op {
	case murphi.Lt:
		return number(x < y)
	case murphi.Le:
		return number(x <= y)
	case murphi.Ge:
		return number(x >= y)
	case murphi.Gt:
		return number(x > y)
	}
	return r.arithmetic(e, x, y)
}

// same compares two values of any one type.
func (r *run) same(e *murphi.Binary) bool {
	if e.X.Of().Simple() {
		x := r.value(e.X)
		return x == r.value(e.Y)
	}
	x, y := r.place(e.X), r.place(e.Y)
	if r.read != nil {
		x.leaves(r.read)
		y.leaves(r.read)
	}
	return x.equal(y)
}

func (r *run) arithmetic(e *murphi.Binary, x, y int64) int64 {
	switch e.Op {
	case murphi.Add:
		if y > 0 && x > math.MaxInt64-y || y < 0 && x < math.MinInt64-y {
			r.overflow(e)
		}
		return x + y
	case murphi.Sub:
		if y < 0 && x > math.MaxInt64+y || y > 0 && x < math.MinInt64+y {
			r.overflow(e)
		}
		return x - y
	case murphi.Mul:
		high, low := bits.Mul64(magnitude(x), magnitude(y))
		negative := (x < 0) != (y < 0)
		if high != 0 || low > math.MaxInt64 && !(negative && low == 1<<63) {
			r.overflow(e)
		}
		return x * y
	case murphi.Div, murphi.Mod:
		if y == 0 {
			r.fail(murphi.DivisionByZero, e, "%s divides by 0", murphi.PrintExpr(e))
		}
		if x == math.MinInt64 && y == -1 {
			r.overflow(e)
		}
		if e.Op == murphi.Div {
			return x / y
		}
		return x % y
	case murphi.Shl:
		return shift(x, y)
	case murphi.Shr:
		if y == math.MinInt64 {
			return 0
		}
		return shift(x, -y)
	case murphi.BitOr:
		return x | y
	case murphi.BitAnd:
		return x & y
	}
	return x ^ y
}

func magnitude(x int64) uint64 {
	if x < 0 {
		return -uint64(x)
	}
	return uint64(x)
}

// shift shifts left by y, or right if y is negative; 64 places or more leave
// nothing, not even a sign.
func shift(x, y int64) int64 {
	switch {
	case y >= 64 || y <= -64:
		return 0
	case y >= 0:
		return x << y
	}
	return x >> -y
}
