package murphi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Precedences, from loosest to tightest. Not is looser than comparisons:
// `!a = b` is `!(a = b)`.
const (
	precCond = 1 + iota
	precImplies
	precOrOr
	precAndAnd
	precOr
	precXor
	precAnd
	precNot
	precCompare
	precShift
	precAdd
	precMul
	precTilde
	precPrimary
)

// binaryOp describes an operator between operands.
type binaryOp struct {
	op     Op
	prec   int
	double bool // && or ||
	alone  bool // does not associate: a < b < c is an error
}

// binaryOps are the operators between operands; others have precedence 0.
var binaryOps = [tokKinds]binaryOp{
	tokImplies: {op: Implies, prec: precImplies, alone: true},
	tokOrOr:    {op: Or, prec: precOrOr, double: true},
	tokAndAnd:  {op: And, prec: precAndAnd, double: true},
	tokOr:      {op: Or, prec: precOr},
	tokXor:     {op: BitXor, prec: precXor},
	tokAnd:     {op: And, prec: precAnd},
	tokLt:      {op: Lt, prec: precCompare, alone: true},
	tokLe:      {op: Le, prec: precCompare, alone: true},
	tokEq:      {op: Eq, prec: precCompare, alone: true},
	tokNe:      {op: Ne, prec: precCompare, alone: true},
	tokGe:      {op: Ge, prec: precCompare, alone: true},
	tokGt:      {op: Gt, prec: precCompare, alone: true},
	tokShl:     {op: Shl, prec: precShift},
	tokShr:     {op: Shr, prec: precShift},
	tokPlus:    {op: Add, prec: precAdd},
	tokMinus:   {op: Sub, prec: precAdd},
	tokStar:    {op: Mul, prec: precMul},
	tokSlash:   {op: Div, prec: precMul},
	tokPercent: {op: Mod, prec: precMul},
}

// expr parses an expression.
func (p *parser) expr() Expr {
	e, _ := p.binary(precCond)
	return e
}

// startsExpr reports whether an expression can begin here.
func (p *parser) startsExpr() bool {
	switch p.kind() {
	case tokIdent, tokNumber, tokLParen, tokNot, tokTilde, tokMinus, tokPlus, tokForall, tokExists, tokIsUndefined:
		return true
	}
	return false
}

// binary parses operators of precedence least and tighter; it also returns
// the height of the tree.
func (p *parser) binary(least int) (Expr, int) {
	p.enter()
	defer p.leave()
	start := p.here()
	x, height := p.prefix()
	for {
		if p.kind() == tokQuestion && least <= precCond {
			x, height = p.cond(start, x, height)
			p.checkHeight(height)
			least = precImplies
			if p.kind() == tokQuestion {
				p.failAt(p.spanOf(p.next), "ambiguous", "`? :` does not chain", "put the inner one in parentheses")
			}
			continue
		}
		b := binaryOps[p.kind()]
		if b.prec < least {
			return x, height
		}
		if b.op == Eq {
			p.noArrow()
		}
		sign := p.advance()
		y, h := p.binary(b.prec + 1)
		x = &Binary{Span: p.since(start), Op: b.op, X: x, Y: y, Double: b.double}
		height = max(height, h) + 1
		p.checkHeight(height)
		if b.alone && binaryOps[p.kind()].prec == b.prec {
			p.noArrow()
			p.failAt(p.spanOf(p.next), "ambiguous", fmt.Sprintf("`%s` after `%s` does not chain", p.text(p.next), p.text(sign)), chainHint(b))
		}
	}
}

// noArrow refuses `=>` in place of an operator.
func (p *parser) noArrow() {
	at, gt := p.toks[p.next], p.toks[min(p.next+1, len(p.toks)-1)]
	if at.kind == tokEq && gt.kind == tokGt && gt.off == at.end {
		p.failAt(p.lex.span(at.off, gt.end), "unexpected", "`=>` is no operator", "a guard ends with `==>`; implication is written `->`")
	}
}

// chainHint says how to write a chain of operators that does not associate.
func chainHint(b binaryOp) string {
	if b.op == Implies {
		return "put one of them in parentheses"
	}
	return "put one of them in parentheses, or write `a < b & b < c`"
}

// cond parses what follows the condition of `c ? x : y`.
func (p *parser) cond(start Pos, c Expr, height int) (Expr, int) {
	p.advance()
	x, h1 := p.binary(precCond)
	p.mark(markColon, p.expect(tokColon, " of the `?`"))
	y, h2 := p.binary(precImplies)
	return &Cond{Span: p.since(start), C: c, X: x, Y: y}, max(height, h1, h2) + 1
}

// checkHeight refuses trees that are too high to walk.
func (p *parser) checkHeight(height int) {
	if height > maxHeight {
		p.tooDeep(fmt.Sprintf("the expression has more than %d levels", maxHeight), "split it with functions")
	}
}

// prefix parses operators before an operand, and the operand.
func (p *parser) prefix() (Expr, int) {
	start := p.here()
	var op Op
	least := precMul + 1
	switch p.kind() {
	case tokNot:
		op, least = Not, precNot
	case tokTilde:
		op, least = BitNot, precTilde
	case tokMinus:
		op = Neg
	case tokPlus:
	default:
		return p.primary()
	}
	p.mark(markUnary, p.advance())
	x, height := p.binary(least)
	if op == NoOp {
		return x, height // +x is x
	}
	return &Unary{Span: p.since(start), Op: op, X: x}, height + 1
}

func (p *parser) primary() (Expr, int) {
	start := p.here()
	switch p.kind() {
	case tokNumber:
		i := p.advance()
		return &Int{Span: p.spanOf(i), Value: p.number(i)}, 1
	case tokLParen:
		open := p.advance()
		e, h := p.binary(precCond)
		if p.kind() != tokRParen {
			p.fail(fmt.Sprintf("`)` for the `(` of column %d", p.spanOf(open).Start.Col), p.operatorHint())
		}
		p.advance()
		return e, h
	case tokForall, tokExists:
		return p.quant()
	case tokIsUndefined:
		p.advance()
		p.expect(tokLParen, " after `isundefined`")
		x := p.designator("in `isundefined`")
		p.expect(tokRParen, " after the variable")
		return &IsUndefined{Span: p.since(start), X: x}, 2
	case tokIdent:
		p.refuseByName()
		if p.peek() != tokLParen {
			return p.designatorHeight()
		}
		name := constantName(p.text(p.advance()))
		args := p.args()
		if k := p.kind(); k == tokDot || k == tokLBracket {
			p.fail("an operator after the call", "a part of a function's result cannot be taken; assign the result to a variable first")
		}
		return &Call{Span: p.since(start), Name: name, Args: args}, 2
	}
	p.refuseByName()
	p.fail("an expression", p.operatorHint())
	return nil, 0
}

// operatorHint guesses operators of other languages.
func (p *parser) operatorHint() string {
	prev := tokEOF
	if p.next > 0 {
		prev = p.toks[p.next-1].kind
	}
	switch {
	case p.kind() == tokBegin && prev == tokImplies:
		return "a guard ends with `==>`"
	case p.kind() == tokAssign && prev != tokAssign:
		return "did you mean `=`?"
	case p.kind() == tokEq && prev == tokEq:
		return "equality is written `=`"
	case p.kind() == tokGt && prev == tokLt:
		return "inequality is written `!=`"
	case p.kind() == tokGt && prev == tokMinus:
		return "implication is written `->`"
	case p.kind() == tokLt && prev == tokEq:
		return "did you mean `<=`?"
	case p.kind() == tokIdent:
		switch strings.ToLower(p.text(p.next)) {
		case "and":
			return "did you mean `&`?"
		case "or":
			return "did you mean `|`?"
		case "mod":
			return "did you mean `%`?"
		}
	case p.kind() == tokString:
		return "a string is no value"
	}
	return ""
}

// args parses the arguments of a call, parentheses included.
func (p *parser) args() []Expr {
	p.expect(tokLParen, "")
	list := p.exprList(tokRParen)
	p.expect(tokRParen, " after the arguments")
	return list
}

// exprList parses expressions up to the closing token; a comma may trail.
func (p *parser) exprList(closer tokenKind) (list []Expr) {
	for p.kind() != closer {
		list = append(list, p.expr())
		if !p.accept(tokComma) {
			break
		}
	}
	return list
}

// quant parses forall and exists.
func (p *parser) quant() (Expr, int) {
	start := p.here()
	first := p.advance()
	q := &Quant{All: p.toks[first].kind == tokForall}
	name, closer := "exists", tokEndExists
	if q.All {
		name, closer = "forall", tokEndForall
	}
	p.openBlock(p.toks[first].kind, first, name)
	q.Var = p.quantifier("variable")
	p.expect(tokDo, " after the range of the "+name)
	body, height := p.binary(precCond)
	q.Body = body
	if k := p.kind(); !k.isEnd() {
		p.fail(fmt.Sprintf("`end` of the %s of line %d", name, p.line(first)), p.operatorHint())
	}
	p.blocks = p.blocks[:len(p.blocks)-1]
	if k := p.kind(); k != tokEnd && k != closer {
		p.report(p.spanOf(p.next), "wrong-end", fmt.Sprintf("`%s` cannot close the %s of line %d", spelling[k], name, p.line(first)),
			"write `end` or `"+spelling[closer]+"`")
	}
	p.advance()
	q.Span = p.since(start)
	return q, height + 1
}

// designator parses `a.b[i]`.
func (p *parser) designator(where string) Expr {
	if p.kind() != tokIdent {
		if where != "" {
			where = " " + where
		}
		p.fail("a variable"+where, "")
	}
	e, _ := p.designatorHeight()
	return e
}

func (p *parser) designatorHeight() (Expr, int) {
	first := p.advance()
	span := p.spanOf(first)
	start := span.Start
	var e Expr = &Ident{Span: span, Name: constantName(p.text(first))}
	height := 1
	for {
		switch {
		case p.accept(tokDot):
			p.reservedField()
			name := p.text(p.expect(tokIdent, " for a field"))
			e = &FieldExpr{Span: p.since(start), X: e, Name: constantName(name)}
		case p.accept(tokLBracket):
			index, h := p.binary(precCond)
			if p.kind() == tokComma {
				p.fail("`]`", "an index of its own is written `a[i][j]`")
			}
			p.expect(tokRBracket, " after the index")
			e = &IndexExpr{Span: p.since(start), X: e, Index: index}
			height = max(height, h)
		default:
			return e, height
		}
		height++
		p.checkHeight(height)
	}
}

// reservedField says so if a keyword stands where a field's name is wanted.
func (p *parser) reservedField() {
	if p.kind().isKeyword() {
		p.fail("the name of a field", fmt.Sprintf("`%s` is a reserved word", p.text(p.next)))
	}
}

// number is the value of number token i: decimal, 0x..., or, as in C, octal
// after a leading 0.
func (p *parser) number(i int) int64 {
	text := p.text(i)
	if strings.Contains(text, ".") {
		return 0 // reported by the lexer
	}
	v, err := strconv.ParseInt(text, 0, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		p.add(Diagnostic{Span: p.spanOf(i), Code: "number",
			Message: fmt.Sprintf("the number %s is too large", shorten(text, 40)), Hint: "the largest is 9223372036854775807"})
	case err != nil:
		p.add(Diagnostic{Span: p.spanOf(i), Code: "number",
			Message: fmt.Sprintf("%s is not a number", shorten(text, 40)), Hint: "a leading 0 makes it octal; write " + strings.TrimLeft(text, "0")})
	case len(text) > 1 && text[0] == '0' && isDigit(text[1]) && v != 0:
		p.add(Diagnostic{Severity: Warning, Span: p.spanOf(i), Code: "octal",
			Message: fmt.Sprintf("%s is octal: its value is %d", shorten(text, 40), v), Hint: fmt.Sprintf("write %d", v)})
	}
	return v
}

// stringValue is the text of string token i without its quotes, its escapes
// resolved.
func (p *parser) stringValue(i int) string {
	s := p.text(i)
	for _, q := range []string{`"`, "“"} {
		s = strings.TrimPrefix(s, q)
	}
	for _, q := range []string{`"`, "”"} {
		if len(s) >= len(q) && strings.HasSuffix(s, q) {
			s = s[:len(s)-len(q)]
			break
		}
	}
	return unescape(s)
}
