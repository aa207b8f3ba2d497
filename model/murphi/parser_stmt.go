package murphi

import (
	"fmt"
	"strings"
)

// stmts parses statements up to whatever cannot begin one.
func (p *parser) stmts() (list []Stmt) {
	for p.startsStmt() && !p.misspeltEnd() {
		start := p.next
		p.mark(markItem, start)
		ok := p.attempt(func() {
			s := p.stmt()
			list = append(list, s)
			p.checkStmtEnd()
		})
		if !ok {
			if p.next == start {
				p.advance()
			}
			p.skip(nil)
			p.skipMisspelt(start)
		}
		p.terminated()
	}
	return list
}

// misspeltEnd reports an end with a slip in it, and makes it a good one.
func (p *parser) misspeltEnd() bool {
	if p.kind() != tokIdent || p.peek() != tokSemicolon {
		return false
	}
	hint := p.statementHint()
	_, word, _ := strings.Cut(strings.TrimSuffix(hint, "`?"), "`")
	kind := keywords[word]
	if !kind.isEnd() {
		return false
	}
	p.report(p.spanOf(p.next), "unexpected", "expected a statement or `end`, found "+p.found(), hint)
	p.toks[p.next].kind = kind
	return true
}

// skipMisspelt passes over the rest of a statement whose first word, token i,
// was meant to open a block, so that its end closes nothing else.
func (p *parser) skipMisspelt(i int) {
	if p.toks[i].kind != tokIdent || p.toks[i+1].kind == tokAssign {
		return
	}
	word := strings.ToLower(p.text(i))
	if Suggest(word, []string{"if", "for", "while", "switch", "alias"}) == "" && word != "when" && word != "foreach" {
		return
	}
	for open := 0; p.kind() != tokEOF && !startsItem(p.kind()); p.advance() {
		switch k := p.kind(); k {
		case tokIf, tokFor, tokWhile, tokSwitch, tokAlias, tokForall, tokExists:
			open++
		default:
			if !k.isEnd() {
				continue
			}
			if open--; open < 0 {
				p.advance()
				return
			}
		}
	}
}

// startsStmt reports whether a statement, or an attempt at one, begins here.
func (p *parser) startsStmt() bool {
	switch k := p.kind(); {
	case k == tokEOF, k.isEnd(), k == tokElse, k == tokElsif, k == tokCase:
		return false
	case startsItem(k):
		return false
	}
	return true
}

// checkStmtEnd refuses what cannot follow a statement.
func (p *parser) checkStmtEnd() {
	if p.kind() == tokSemicolon || !p.startsStmt() {
		return
	}
	hint := ""
	if p.startsLine(p.next) {
		hint = "the statement before lacks its `;`"
	}
	p.fail("`;` or `end` after the statement", hint)
}

func (p *parser) stmt() Stmt {
	p.enter()
	defer p.leave()
	start := p.here()
	switch k := p.kind(); k {
	case tokAlias:
		return p.aliasStmt()
	case tokError:
		p.advance()
		text := p.stringValue(p.expect(tokString, " after `error`"))
		return &ErrorStmt{Span: p.since(start), Message: text}
	case tokClear:
		p.advance()
		x := p.designator("after `clear`")
		return &ClearStmt{Span: p.since(start), X: x}
	case tokUndefine:
		p.advance()
		x := p.designator("after `undefine`")
		return &UndefineStmt{Span: p.since(start), X: x}
	case tokFor:
		return p.forStmt()
	case tokIf:
		return p.ifStmt()
	case tokPut:
		return p.putStmt()
	case tokReturn:
		p.advance()
		s := &ReturnStmt{}
		if p.startsExpr() {
			s.X = p.expr()
		}
		s.Span = p.since(start)
		return s
	case tokWhile:
		return p.whileStmt()
	case tokSwitch:
		return p.switchStmt()
	default:
		if startsProperty(k) {
			s := &PropStmt{}
			s.Prop, s.Message, s.Expr = p.propertyParts()
			s.Span = p.since(start)
			return s
		}
	}
	return p.assignOrCall()
}

// assignOrCall parses the statements that begin with a name.
func (p *parser) assignOrCall() Stmt {
	start := p.here()
	p.refuseByName()
	if p.kind() == tokSemicolon {
		p.failAt(p.spanOf(p.next), "unexpected", "there is no statement before this `;`", "remove it")
	}
	if p.kind() != tokIdent {
		p.fail("a statement or `end`", "")
	}
	if p.peek() == tokLParen {
		name := constantName(p.text(p.advance()))
		args := p.args()
		return &CallStmt{Span: p.since(start), Name: name, Args: args}
	}
	first := p.next
	x := p.designator("")
	if p.kind() != tokAssign {
		hint := p.expectHint(tokAssign)
		if hint == "" {
			hint = p.keywordHint(first)
		}
		p.fail("`:=`", hint)
	}
	p.advance()
	src := p.expr()
	return &Assign{Span: p.since(start), Dst: x, Src: src}
}

func (p *parser) aliasStmt() Stmt {
	start, first := p.here(), p.advance()
	p.openBlock(tokAlias, first, "alias")
	s := &AliasStmt{}
	p.until(tokDo, " after the aliases", func() { s.Aliases = p.aliases() })
	s.Body = p.stmts()
	p.closeBlock(tokEndAlias)
	s.Span = p.since(start)
	return s
}

func (p *parser) forStmt() Stmt {
	start, first := p.here(), p.advance()
	p.openBlock(tokFor, first, "for")
	s := &ForStmt{}
	p.until(tokDo, " after the range of the loop", func() { s.Var = p.quantifier("loop variable") })
	s.Body = p.stmts()
	p.closeBlock(tokEndFor)
	s.Span = p.since(start)
	return s
}

func (p *parser) whileStmt() Stmt {
	start, first := p.here(), p.advance()
	p.openBlock(tokWhile, first, "while")
	s := &WhileStmt{}
	p.until(tokDo, " after the condition of the loop", func() { s.Cond = p.expr() })
	s.Body = p.stmts()
	p.closeBlock(tokEndWhile)
	s.Span = p.since(start)
	return s
}

func (p *parser) ifStmt() Stmt {
	start, first := p.here(), p.next
	p.openBlock(tokIf, first, "if")
	s := &IfStmt{}
	for {
		c := &IfClause{}
		at := p.here()
		p.advance() // if, elsif
		p.until(tokThen, " after the condition", func() { c.Cond = p.expr() })
		c.Body = p.stmts()
		c.Span = p.since(at)
		s.Clauses = append(s.Clauses, c)
		if p.kind() != tokElsif {
			break
		}
		p.mark(markClose, p.next)
	}
	if p.kind() == tokElse {
		c := &IfClause{}
		at := p.here()
		p.mark(markClose, p.next)
		p.mark(markOpen, p.advance())
		c.Body = p.stmts()
		c.Span = p.since(at)
		s.Clauses = append(s.Clauses, c)
		if k := p.kind(); k == tokElsif || k == tokElse {
			p.fail("`end` of the if", "`"+spelling[k]+"` cannot follow `else`")
		}
	}
	p.closeBlock(tokEndIf)
	s.Span = p.since(start)
	return s
}

func (p *parser) putStmt() Stmt {
	start := p.here()
	p.advance()
	s := &PutStmt{}
	if p.kind() == tokString {
		s.Text = p.stringValue(p.advance())
	} else {
		s.X = p.expr()
	}
	s.Span = p.since(start)
	return s
}

func (p *parser) switchStmt() Stmt {
	start, first := p.here(), p.advance()
	p.openBlock(tokSwitch, first, "switch")
	s := &SwitchStmt{}
	p.attempt(func() { s.X = p.expr() })
	if k := p.kind(); k != tokCase && k != tokElse && !k.isEnd() {
		p.report(p.spanOf(p.next), "unexpected", fmt.Sprintf("expected `case`, `else` or `end`, found %s", p.found()), "")
		p.skip(func(k tokenKind) bool { return k == tokCase || k == tokElse })
	}
	p.mark(markOpen, p.next-1)
	for p.kind() == tokCase {
		c := &SwitchCase{}
		at := p.here()
		p.mark(markItem, p.advance())
		if p.kind() == tokColon {
			p.fail("a label of the case", "a case without labels is written `else`")
		}
		p.until(tokColon, " after the labels", func() { c.Labels = p.exprList(tokColon) })
		c.Body = p.stmts()
		p.mark(markClose, p.next)
		c.Span = p.since(at)
		s.Cases = append(s.Cases, c)
	}
	if p.kind() == tokElse {
		c := &SwitchCase{}
		at := p.here()
		p.mark(markItem, p.next)
		p.mark(markOpen, p.advance())
		c.Body = p.stmts()
		p.mark(markClose, p.next)
		c.Span = p.since(at)
		s.Cases = append(s.Cases, c)
	}
	if k := p.kind(); k == tokElse || k == tokCase || k == tokElsif {
		p.fail("`end` of the switch", "")
	}
	p.closeBlock(tokEndSwitch)
	s.Span = p.since(start)
	return s
}
