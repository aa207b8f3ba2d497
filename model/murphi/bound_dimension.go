package murphi

import "fmt"

// Dimension is what an expression over durations measures.
type Dimension uint8

const (
	PlainNumber Dimension = iota
	Percentage
	TimeSpan
	nothing // the literal 0, which needs no unit
)

func (d Dimension) String() string {
	return [...]string{"a number", "a percentage", "a duration", "a number"}[d]
}

// boundError is what is wrong with an expression over durations.
type boundError struct {
	at            Span
	message, hint string
}

func (e *boundError) diagnostic() Diagnostic {
	return Diagnostic{Span: e.at, Message: e.message, Hint: e.hint, Code: "duration"}
}

// dimension finds what the expression measures; names says it of durations.
func (b *Bound) dimension(names func(*Bound) (Dimension, *boundError)) (Dimension, *boundError) {
	if b.X == nil {
		if b.Name() != "" {
			return names(b)
		}
		return literalDimension(b.Text), nil
	}
	x, err := b.X.dimension(names)
	if err != nil || b.Op == Neg {
		return x, err
	}
	y, err := b.Y.dimension(names)
	if err != nil {
		return y, err
	}
	d, ok := combined(b.Op, x, y)
	if !ok {
		verb := map[Op]string{Add: "added to", Sub: "subtracted from", Mul: "multiplied by", Div: "divided by"}[b.Op]
		p, q := b.X, b.Y
		if b.Op == Add || b.Op == Sub {
			p, q, x, y = q, p, y, x
		}
		return d, &boundError{at: b.Span, message: fmt.Sprintf("%s, %s, cannot be %s %s, %s", p, x, verb, q, y)}
	}
	return d, nil
}

// combined is the dimension of x op y.
func combined(op Op, x, y Dimension) (Dimension, bool) {
	switch op {
	case Add, Sub:
		switch {
		case x == y || y == nothing:
			return x, true
		case x == nothing:
			return y, true
		}
		return PlainNumber, x != TimeSpan && y != TimeSpan
	case Mul:
		switch {
		case x == TimeSpan || y == TimeSpan:
			return TimeSpan, x != y
		case x == Percentage || y == Percentage:
			return Percentage, true
		}
		return PlainNumber, true
	}
	switch {
	case y == TimeSpan || x == y:
		return PlainNumber, x == y
	case x == nothing:
		return PlainNumber, true
	}
	return x, true
}

// literalDimension tells from its last character what a literal measures.
func literalDimension(text string) Dimension {
	switch c := text[len(text)-1]; {
	case c == '%':
		return Percentage
	case !isDigit(c):
		return TimeSpan
	}
	if v, err := literalValue(text); err == nil && v.Sign() == 0 {
		return nothing
	}
	return PlainNumber
}
