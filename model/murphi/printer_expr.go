package murphi

import (
	"strconv"
	"strings"
)

// PrintExpr returns the expression on one line, with the parentheses that it
// needs and no others. Its text parses to the same tree.
func PrintExpr(e Expr) string {
	var b strings.Builder
	writeExpr(&b, e, precCond)
	return b.String()
}

// opSpelling says how operators are written.
var opSpelling = map[Op]string{
	Not: "!", Neg: "-", BitNot: "~", Implies: "->", Or: "|", And: "&", Lt: "<", Le: "<=", Eq: "=", Ne: "!=",
	Ge: ">=", Gt: ">", Add: "+", Sub: "-", Mul: "*", Div: "/", Mod: "%", Shl: "<<", Shr: ">>",
	BitOr: "|", BitAnd: "&", BitXor: "^",
}

// precOf is the precedence of an operator between operands.
func (b *Binary) precOf() int {
	switch b.Op {
	case Implies:
		return precImplies
	case Or, BitOr:
		if b.Double {
			return precOrOr
		}
		return precOr
	case And, BitAnd:
		if b.Double {
			return precAndAnd
		}
		return precAnd
	case BitXor:
		return precXor
	case Lt, Le, Eq, Ne, Ge, Gt:
		return precCompare
	case Shl, Shr:
		return precShift
	case Add, Sub:
		return precAdd
	}
	return precMul
}

// String returns the operator as it is written.
func (o Op) String() string { return opSpelling[o] }

// writeExpr writes e where only operators of precedence least and tighter may
// stand without parentheses.
func writeExpr(b *strings.Builder, e Expr, least int) {
	switch e := e.(type) {
	case nil:
		b.WriteString("undefined")
	case *Int:
		writeInt(b, e.Value, least)
	case *Ident:
		b.WriteString(e.Name)
	case *FieldExpr:
		writeExpr(b, e.X, precPrimary)
		b.WriteString("." + e.Name)
	case *IndexExpr:
		writeExpr(b, e.X, precPrimary)
		b.WriteByte('[')
		writeExpr(b, e.Index, precCond)
		b.WriteByte(']')
	case *Unary:
		writeUnary(b, e, least)
	case *Binary:
		writeBinary(b, e, least)
	case *Cond:
		parens(b, least > precCond, func() {
			writeExpr(b, e.C, precImplies)
			b.WriteString(" ? ")
			writeExpr(b, e.X, precCond)
			b.WriteString(" : ")
			writeExpr(b, e.Y, precImplies)
		})
	case *Quant:
		word := "exists "
		if e.All {
			word = "forall "
		}
		b.WriteString(word)
		writeQuantifier(b, e.Var)
		b.WriteString(" do ")
		writeExpr(b, e.Body, precCond)
		b.WriteString(" end")
	case *Call:
		b.WriteString(e.Name)
		writeArgs(b, e.Args)
	case *IsUndefined:
		b.WriteString("isundefined(")
		writeExpr(b, e.X, precPrimary)
		b.WriteByte(')')
	}
}

// parens puts parentheses around what write writes, if needed.
func parens(b *strings.Builder, needed bool, write func()) {
	if needed {
		b.WriteByte('(')
	}
	write()
	if needed {
		b.WriteByte(')')
	}
}

// writeInt writes a number. The parser makes none below 0; a program may.
func writeInt(b *strings.Builder, v int64, least int) {
	switch {
	case v == -1<<63: // has no literal
		b.WriteString("(-9223372036854775807 - 1)")
	case v < 0:
		parens(b, least > precMul, func() { b.WriteString(strconv.FormatInt(v, 10)) })
	default:
		b.WriteString(strconv.FormatInt(v, 10))
	}
}

// writeUnary writes an operator before its operand. An operator that is
// looser than its surroundings is set in parentheses, although the grammar
// could do without them on the right of an operator: `a = (!b)`. Two minus
// signs may not touch, because they begin a comment.
func writeUnary(b *strings.Builder, e *Unary, least int) {
	own, operand := precMul, precMul+1
	switch e.Op {
	case Not:
		own, operand = precNot, precNot
	case BitNot:
		own, operand = precTilde, precTilde
	}
	parens(b, least > own, func() {
		b.WriteString(e.Op.String())
		if inner, ok := e.X.(*Unary); ok && inner.Op == Neg && e.Op == Neg {
			operand = precPrimary
		}
		writeExpr(b, e.X, operand)
	})
}

// writeBinary writes an operator between operands.
func writeBinary(b *strings.Builder, e *Binary, least int) {
	own := e.precOf()
	left := own
	if e.Op == Implies || own == precCompare {
		left++ // does not chain
	}
	parens(b, least > own, func() {
		writeExpr(b, e.X, left)
		b.WriteByte(' ')
		op := e.Op.String()
		if e.Double {
			op += op
		}
		b.WriteString(op)
		b.WriteByte(' ')
		writeExpr(b, e.Y, own+1)
	})
}

// writeArgs writes the arguments of a call in parentheses.
func writeArgs(b *strings.Builder, args []Expr) {
	b.WriteByte('(')
	for i, a := range args {
		if i > 0 {
			b.WriteString(", ")
		}
		writeExpr(b, a, precCond)
	}
	b.WriteByte(')')
}

// writeQuantifier writes `v: T` or `v := a to b by c`.
func writeQuantifier(b *strings.Builder, q *Quantifier) {
	b.WriteString(q.Name)
	if q.TypeExpr != nil {
		b.WriteString(": " + printType(q.TypeExpr, "", true))
		return
	}
	b.WriteString(" := ")
	writeExpr(b, q.From, precCond)
	b.WriteString(" to ")
	writeExpr(b, q.To, precCond)
	if q.By != nil {
		b.WriteString(" by ")
		writeExpr(b, q.By, precCond)
	}
}
