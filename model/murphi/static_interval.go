package murphi

// interval bounds the value of a number, from the types of what it is made
// of. Where nothing is known it is all of int64.
func (c *checker) interval(e Expr) (lo, hi int64) {
	if known, ok := c.intervals[e]; ok {
		return known[0], known[1]
	}
	lo, hi = c.findInterval(e)
	c.intervals[e] = [2]int64{lo, hi}
	return lo, hi
}

func (c *checker) findInterval(e Expr) (lo, hi int64) {
	if v, err := fold(e); err == nil {
		return v, v
	}
	switch x := e.(type) {
	case *Ident:
		if a, ok := x.Decl.(*AliasDecl); ok {
			return c.interval(a.Value)
		}
		return x.Of().Bounds()
	case *FieldExpr, *IndexExpr, *Call:
		return e.Of().Bounds()
	case *Unary:
		if lo, hi = c.interval(x.X); x.Op == Neg && lo != minInt {
			return -hi, -lo
		}
	case *Cond:
		lo, hi = c.interval(x.X)
		lo2, hi2 := c.interval(x.Y)
		return min(lo, lo2), max(hi, hi2)
	case *Binary:
		if lo, hi, ok := c.binaryInterval(x); ok {
			return lo, hi
		}
	}
	return minInt, maxInt
}

// binaryInterval bounds x op y; ok is false if the operator is not followed
// or the result may leave int64.
func (w *checker) binaryInterval(e *Binary) (lo, hi int64, ok bool) {
	a, b := w.interval(e.X)
	c, d := w.interval(e.Y)
	var corners [4]int64
	switch e.Op {
	case Add, Sub, Mul:
		for i, p := range [4][2]int64{{a, c}, {a, d}, {b, c}, {b, d}} {
			v, problem := arithmetic(e.Op, p[0], p[1])
			if problem != "" {
				return 0, 0, false
			}
			corners[i] = v
		}
		return min(corners[0], corners[1], corners[2], corners[3]), max(corners[0], corners[1], corners[2], corners[3]), true
	case Mod:
		if a >= 0 && c >= 0 && d > 0 {
			return 0, min(b, d-1), true
		}
	case Div:
		if a >= 0 && c >= 0 && d > 0 {
			return a / d, b / max(c, 1), true
		}
	case BitAnd:
		if a >= 0 && c >= 0 {
			return 0, min(b, d), true
		}
	}
	return 0, 0, false
}
