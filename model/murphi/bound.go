package murphi

import "strings"

// Bound is an expression over durations: a bound of a delay, the default of a
// duration, or one side of a requirement. A leaf has no operands; its Text is
// a literal as written ("1h30m", "1%", "2") or the name of a duration. Op of
// any other is Add, Sub, Mul, Div or, with X alone, Neg. Parentheses leave no
// node.
type Bound struct {
	Span
	Op   Op
	Text string
	X, Y *Bound
}

// Name returns the name of the duration that a leaf stands for, or "".
func (b *Bound) Name() string {
	if b.X == nil && !isDigit(b.Text[0]) {
		return b.Text
	}
	return ""
}

// String writes the expression as it is read.
func (b *Bound) String() string {
	var w strings.Builder
	b.write(&w)
	return w.String()
}

// boundHeight says how tightly operators bind.
func (b *Bound) height() int {
	switch {
	case b.X == nil || b.Op == Neg:
		return 2
	case b.Op == Mul || b.Op == Div:
		return 1
	}
	return 0
}

func (b *Bound) write(w *strings.Builder) {
	side := func(x *Bound, least int) {
		if x.height() >= least {
			x.write(w)
			return
		}
		w.WriteByte('(')
		x.write(w)
		w.WriteByte(')')
	}
	switch {
	case b.X == nil:
		w.WriteString(b.Text)
	case b.Op == Neg:
		w.WriteByte('-')
		side(b.X, 2)
	case b.Op == Mul || b.Op == Div:
		side(b.X, 1)
		w.WriteString(opText[b.Op])
		side(b.Y, 2)
	default:
		side(b.X, 0)
		w.WriteString(" " + opText[b.Op] + " ")
		side(b.Y, 1)
	}
}

// each visits the leaves from left to right.
func (b *Bound) each(visit func(*Bound)) {
	if b.X == nil {
		visit(b)
		return
	}
	b.X.each(visit)
	if b.Y != nil {
		b.Y.each(visit)
	}
}
