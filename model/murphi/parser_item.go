package murphi

import "fmt"

// topLevel parses a section of declarations, a function or a rule.
func (p *parser) topLevel() (items []Item) {
	start := p.next
	ok := p.attempt(func() {
		switch k := p.kind(); {
		case k == tokConst || k == tokType || k == tokVar:
			items = p.section(stateScope)
		case k == tokFunction || k == tokProcedure:
			items = append(items, p.function())
		case p.startsRule():
			items = p.ruleItem()
		default:
			p.strayTopLevel()
		}
	})
	if !ok {
		p.toNextItem(start)
	}
	return items
}

// strayTopLevel reports a token that begins nothing at top level.
func (p *parser) strayTopLevel() {
	if p.kind().isEnd() {
		// After an error an end often lost its beginning: no news.
		if p.failed < 0 {
			p.report(p.spanOf(p.next), "stray-end", fmt.Sprintf("`%s` closes nothing", p.text(p.next)), "")
		}
		p.advance()
		p.semicolons()
		return
	}
	if p.kind() == tokSemicolon {
		p.report(p.spanOf(p.next), "unexpected", "there is nothing before this `;`", "remove it")
		p.semicolons()
		return
	}
	if p.kind() == tokBegin && p.failed >= 0 {
		panic(syntaxError{}) // it lost its heading
	}
	p.refuseByName()
	hint := p.operatorHint()
	if hint == "" {
		hint = p.statementHint()
	}
	p.fail("a declaration, a function or a rule", hint)
}

// toNextItem skips to the next word that begins a top-level item.
func (p *parser) toNextItem(start int) {
	if p.next == start {
		p.advance()
	}
	for p.kind() != tokEOF && !startsItem(p.kind()) {
		// A property or an alias begins an item only after a complete one;
		// within a broken one these words may as well begin statements.
		if p.toks[p.next-1].kind == tokSemicolon && p.startsLine(p.next) && p.startsRule() {
			return
		}
		p.advance()
	}
}

// startsRule reports whether a rule, property, ruleset or alias begins here.
func (p *parser) startsRule() bool {
	switch k := p.kind(); k {
	case tokRule, tokRuleset, tokStartState, tokAlias:
		return true
	default:
		return startsProperty(k)
	}
}

// semicolons takes any number of semicolons.
func (p *parser) semicolons() {
	for p.accept(tokSemicolon) {
	}
}

// terminated ends an item: it notes for the formatter that a semicolon
// belongs behind the last token, and takes those that are there.
func (p *parser) terminated() {
	p.mark(markTerminate, p.next-1)
	p.semicolons()
}

// declScope says what a variable declaration declares.
type declScope uint8

const (
	stateScope declScope = iota
	localScope
	fieldScope
)

// sections parses any number of const, type and var sections.
func (p *parser) sections() (items []Item) {
	p.inner++
	defer func() { p.inner-- }()
	for p.kind() == tokConst || p.kind() == tokType || p.kind() == tokVar {
		items = append(items, p.section(localScope)...)
	}
	return items
}

// section parses `const`, `type` or `var` and its declarations.
func (p *parser) section(in declScope) (items []Item) {
	if in == stateScope {
		p.mark(markItem, p.next)
	}
	keyword := p.advance()
	p.mark(markOpen, keyword)
	first := true
	for p.kind() == tokIdent || p.kind() == tokColon || p.kind().isKeyword() && p.peek() == tokColon || first && !p.endsSection() {
		first = false
		start := p.next
		p.mark(markItem, start)
		ok := p.attempt(func() {
			switch p.toks[keyword].kind {
			case tokConst:
				items = append(items, p.constDecls(in)...)
			case tokType:
				items = append(items, p.typeDecls(in)...)
			default:
				for _, d := range p.varDecls(in) {
					items = append(items, d)
				}
			}
			p.checkDeclEnd(spelling[p.toks[keyword].kind])
		})
		if !ok {
			if p.next == start {
				p.advance()
			}
			p.toNextDecl()
		}
		p.terminated()
	}
	p.mark(markClose, p.next)
	return items
}

// endsSection reports whether what follows a section, or nothing, stands here.
func (p *parser) endsSection() bool {
	k := p.kind()
	return k == tokEOF || k == tokBegin || k.isEnd() || startsItem(k) || startsStatement(k)
}

// checkDeclEnd refuses what cannot follow a declaration.
func (p *parser) checkDeclEnd(section string) {
	if p.kind() == tokSemicolon || p.kind() == tokIdent || p.endsSection() {
		return
	}
	p.fail("`;` after the "+section+" declaration", "")
}

// toNextDecl skips to the next declaration of the section, or its end.
func (p *parser) toNextDecl() {
	records := 0
	for p.kind() != tokEOF {
		switch k := p.kind(); {
		case k == tokRecord:
			records++
		case k.isEnd() && records > 0:
			records--
		case k == tokSemicolon && records == 0:
			return
		case k == tokIdent && p.peek() == tokColon && p.startsLine(p.next) && records == 0:
			return
		case records == 0 && p.endsSection(), startsItem(k):
			return
		}
		p.advance()
	}
}

// names parses `a, b` before a colon; a trailing comma is allowed where
// trailing says so.
func (p *parser) names(what string, trailing bool) []int {
	if p.kind() == tokColon {
		p.fail("a name for the "+what, "")
	}
	p.reservedName(what)
	names := []int{p.expect(tokIdent, " for the "+what)}
	for p.accept(tokComma) {
		if trailing && p.kind() != tokIdent {
			break
		}
		p.reservedName(what)
		names = append(names, p.expect(tokIdent, " for the "+what))
	}
	return names
}

// colon takes the colon behind the names of a declaration, of which token
// first is the first.
func (p *parser) colon(first int, where string) {
	if p.kind() != tokColon {
		hint := p.expectHint(tokColon)
		if hint == "" && p.startsLine(first) {
			hint = p.keywordHint(first)
		}
		p.fail(tokColon.String()+where, hint)
	}
	p.advance()
}

// reservedName says so if a keyword stands where a name is wanted.
func (p *parser) reservedName(what string) {
	if k := p.kind(); k.isKeyword() && (p.peek() == tokColon || p.peek() == tokComma || p.peek() == tokLParen) {
		p.failAt(p.spanOf(p.next), "reserved", fmt.Sprintf("`%s` is a reserved word and cannot name the %s", p.text(p.next), what), "")
	}
}

func (p *parser) constDecls(in declScope) (items []Item) {
	names := p.names("constant", true)
	p.colon(names[0], " and the constant's value")
	value := p.expr()
	t := p.target(in.of(constTarget), names[0])
	for _, i := range names {
		d := &ConstDecl{Span: p.since(p.spanOf(i).Start), Name: constantName(p.text(i)), Value: value}
		items, t.consts = append(items, d), append(t.consts, d)
	}
	return items
}

func (p *parser) typeDecls(in declScope) (items []Item) {
	names := p.names("type", true)
	t := p.target(in.of(typeTarget), names[0])
	p.colon(names[0], " and the type")
	typ := p.typeExpr()
	for _, i := range names {
		d := &TypeDecl{Span: p.since(p.spanOf(i).Start), Name: constantName(p.text(i)), Expr: typ}
		items, t.types = append(items, d), append(t.types, d)
	}
	t.span = p.since(t.at)
	return items
}

// varDecls parses `a, b: T`, of variables or of record fields.
func (p *parser) varDecls(in declScope) (decls []*VarDecl) {
	what := "variable"
	if in == fieldScope {
		what = "field"
	}
	names := p.names(what, true)
	kind := in.of(varTarget)
	if p.inner > 0 {
		kind = localTarget
	}
	t := p.target(kind, names[0])
	p.colon(names[0], " and the type")
	typ := p.typeExpr()
	for n, i := range names {
		d := &VarDecl{Span: p.since(p.spanOf(i).Start), Name: constantName(p.text(i)), TypeExpr: typ, Last: n == len(names)-1}
		decls, t.vars = append(decls, d), append(t.vars, d)
	}
	t.span = p.since(t.at)
	return decls
}

// function parses a function or a procedure.
func (p *parser) function() *Func {
	p.mark(markItem, p.next)
	first := p.next
	f := &Func{}
	word := p.text(p.advance())
	p.reservedName(word)
	name := p.expect(tokIdent, " for the "+word)
	f.Name = constantName(p.text(name))
	p.openBlock(tokFunction, first, word+" `"+shorten(f.Name, 40)+"`")
	t := p.target(funcTarget, first)
	t.fn = f
	p.expect(tokLParen, " before the parameters")
	if !p.attempt(func() {
		for p.kind() != tokRParen {
			f.Params = append(f.Params, p.params()...)
		}
	}) {
		p.skip(func(k tokenKind) bool { return k == tokRParen })
	}
	p.expect(tokRParen, " after the parameters")
	if p.accept(tokColon) {
		f.Result = p.innerType()
	}
	p.terminated()
	f.Locals = p.sections()
	if p.kind() == tokBegin {
		p.mark(markOpen, p.advance())
	} else {
		p.mark(markOpen, p.next-1)
	}
	f.Body = p.stmts()
	p.closeBlock(tokEndFunction, tokEndProcedure)
	f.Span = p.since(p.spanOf(first).Start)
	t.span = f.Span
	p.terminated()
	return f
}

// params parses `var a, b: T` among the parameters of a function.
func (p *parser) params() (params []*Param) {
	start := p.here()
	byRef := p.accept(tokVar)
	names := p.names("parameter", false)
	p.expect(tokColon, " and the parameter's type")
	typ := p.innerType()
	for n, i := range names {
		d := &Param{Span: p.since(p.spanOf(i).Start), Name: constantName(p.text(i)), TypeExpr: typ, Var: byRef, Last: n == len(names)-1}
		if n == 0 {
			d.Start = start
		}
		params = append(params, d)
	}
	if k := p.kind(); k != tokSemicolon && k != tokRParen && k != tokVar && k != tokIdent {
		hint := ""
		if k == tokComma {
			hint = "parameters of different types are separated by `;`"
		}
		p.fail("`;` or `)` after the parameter", hint)
	}
	p.semicolons()
	return params
}
