package murphi

import "fmt"

// ruleItem parses a rule, property, ruleset or alias around rules.
func (p *parser) ruleItem() []Item {
	p.enter()
	defer p.leave()
	p.mark(markItem, p.next)
	var item Item
	switch k := p.kind(); k {
	case tokRule:
		item = p.simpleRule()
	case tokStartState:
		item = p.startState()
	case tokRuleset:
		item = p.ruleset()
	case tokAlias:
		item = p.aliasRule()
	default:
		item = p.property()
	}
	p.terminated()
	return []Item{item}
}

// ruleItems parses the rules inside a ruleset or alias.
func (p *parser) ruleItems(outer string) (items []Item) {
	for {
		start := p.next
		switch {
		case p.startsRule():
			if !p.attempt(func() { items = append(items, p.ruleItem()...) }) {
				p.toNextRule(start)
			}
		case p.kind() == tokEOF, p.kind().isEnd(), startsItem(p.kind()):
			return items
		default:
			p.attempt(func() {
				p.refuseByName()
				p.fail("a rule or the `end` of the "+outer, p.statementHint())
			})
			p.toNextRule(start)
		}
	}
}

// toNextRule skips what is left of a broken rule.
func (p *parser) toNextRule(start int) {
	if p.next == start {
		p.advance()
	}
	for k := p.kind(); k != tokEOF && !startsItem(k); k = p.kind() {
		if k.isEnd() {
			// The end of the broken rule, if it stands where the rule began
			// or deeper; that of the ruleset otherwise.
			if p.spanOf(p.next).Start.Col >= p.spanOf(start).Start.Col {
				p.advance()
				p.semicolons()
			}
			return
		}
		p.advance()
	}
}

// title parses the optional string after a keyword, and describes the rule.
func (p *parser) title(word string) (name, describe string) {
	if p.kind() != tokString {
		return "", word
	}
	name = p.stringValue(p.advance())
	return name, word + " " + quote(shorten(name, 40))
}

func (p *parser) simpleRule() *Rule {
	first := p.advance()
	r := &Rule{Kind: SimpleRule}
	t := p.target(ruleTarget, first)
	t.rule = r
	var describe string
	r.Name, describe = p.title("rule")
	p.openBlock(tokRule, first, describe)
	if !p.endsGuard() {
		p.guard(r)
	}
	p.ruleBody(r, tokEndRule)
	r.Span = p.since(p.spanOf(first).Start)
	t.span = r.Span
	return r
}

// endsGuard reports whether the rule has no guard.
func (p *parser) endsGuard() bool {
	k := p.kind()
	return k == tokBegin || k == tokConst || k == tokType || k == tokVar || k.isEnd() || startsStatement(k)
}

// guard parses `expression ==>`; after a broken one it goes on behind the
// arrow, or at begin.
func (p *parser) guard(r *Rule) {
	p.mark(markGuard, p.next)
	if p.attempt(func() {
		r.Guard = p.expr()
		if p.kind() == tokAssign {
			p.failAt(p.spanOf(p.next), "unexpected", "expected `==>` after the guard, found `:=`", "a rule without a guard needs `begin` before its statements")
		}
		p.expect(tokArrow, " after the guard")
	}) {
		return
	}
	p.skip(func(k tokenKind) bool {
		return k == tokArrow || k == tokBegin || k == tokDo || k == tokThen || k == tokImplies
	})
	if p.kind() != tokBegin {
		p.advance()
	}
}

// ruleBody parses declarations, statements and the end of a rule.
func (p *parser) ruleBody(r *Rule, closer tokenKind) {
	r.Locals = p.sections()
	if p.kind() == tokBegin {
		p.mark(markOpen, p.advance())
	} else {
		if len(r.Locals) > 0 {
			p.report(p.spanOf(p.next), "unexpected", "expected `begin` after the declarations, found "+p.found(), "")
		}
		p.mark(markOpen, p.next-1)
	}
	r.Body = p.stmts()
	p.closeBlock(closer)
}

func (p *parser) startState() *Rule {
	first := p.advance()
	r := &Rule{Kind: StartState}
	t := p.target(ruleTarget, first)
	t.rule = r
	var describe string
	r.Name, describe = p.title("startstate")
	p.openBlock(tokStartState, first, describe)
	p.ruleBody(r, tokEndStartState)
	r.Span = p.since(p.spanOf(first).Start)
	t.span = r.Span
	return r
}

func (p *parser) property() *Rule {
	first := p.next
	r := &Rule{Kind: Property}
	t := p.target(ruleTarget, first)
	t.rule = r
	r.Prop, r.Name, r.Expr = p.propertyParts()
	r.Span = p.since(p.spanOf(first).Start)
	t.span = r.Span
	return r
}

// propertyParts parses a property's keyword and expression, with its string
// before or after.
func (p *parser) propertyParts() (kind PropKind, name string, e Expr) {
	switch p.toks[p.advance()].kind {
	case tokAssume:
		kind = Assume
	case tokCover:
		kind = Cover
	case tokLiveness:
		kind = Liveness
	}
	if p.kind() == tokString {
		name = p.stringValue(p.advance())
		p.mark(markGuard, p.next)
		e = p.expr()
		if p.kind() == tokString {
			p.report(p.spanOf(p.next), "unexpected", "the property has two names", "it stands before or after the expression")
			p.advance()
		}
		return kind, name, e
	}
	e = p.expr()
	if p.kind() == tokString {
		name = p.stringValue(p.advance())
	}
	return kind, name, e
}

func (p *parser) ruleset() *Ruleset {
	first := p.advance()
	p.openBlock(tokRuleset, first, "ruleset")
	s := &Ruleset{}
	p.until(tokDo, " after the ruleset's parameters", func() {
		s.Params = append(s.Params, p.quantifier("parameter"))
		for p.kind() == tokSemicolon {
			p.semicolons()
			if p.kind() == tokDo {
				p.failAt(p.spanOf(p.next-1), "unexpected", "there is no parameter after this `;`", "remove it")
			}
			s.Params = append(s.Params, p.quantifier("parameter"))
		}
	})
	s.Items = p.ruleItems(fmt.Sprintf("ruleset of line %d", p.line(first)))
	p.closeBlock(tokEndRuleset)
	s.Span = p.since(p.spanOf(first).Start)
	return s
}

func (p *parser) aliasRule() *AliasRule {
	first := p.advance()
	p.openBlock(tokAlias, first, "alias")
	a := &AliasRule{}
	p.until(tokDo, " after the aliases", func() { a.Aliases = p.aliases() })
	a.Items = p.ruleItems(fmt.Sprintf("alias of line %d", p.line(first)))
	p.closeBlock(tokEndAlias)
	a.Span = p.since(p.spanOf(first).Start)
	return a
}

// aliases parses `a: e; b, c: f` up to do.
func (p *parser) aliases() (as []*AliasDecl) {
	for p.kind() != tokDo {
		names := p.names("alias", true)
		p.expect(tokColon, " and what the alias stands for")
		value := p.expr()
		for _, i := range names {
			as = append(as, &AliasDecl{Span: p.since(p.spanOf(i).Start), Name: constantName(p.text(i)), Value: value})
		}
		p.semicolons()
	}
	return as
}

// quantifier parses `v: T` or `v := a to b by c`.
func (p *parser) quantifier(what string) *Quantifier {
	start := p.here()
	p.reservedName(what)
	q := &Quantifier{Name: constantName(p.text(p.expect(tokIdent, " for the "+what)))}
	switch {
	case p.accept(tokColon):
		q.TypeExpr = p.innerType()
	case p.accept(tokAssign):
		q.From = p.expr()
		p.expect(tokTo, " and the last value")
		q.To = p.expr()
		if p.accept(tokBy) {
			q.By = p.expr()
		}
	default:
		hint := ""
		switch p.kind() {
		case tokEq:
			hint = "did you mean `:=`?"
		case tokIdent:
			if p.text(p.next) == "in" {
				hint = "did you mean `:`?"
			}
		}
		p.fail("`:` and a type, or `:=` and a range", hint)
	}
	q.Span = p.since(start)
	return q
}
