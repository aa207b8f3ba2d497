package murphi

// typeExpr parses a type.
func (p *parser) typeExpr() TypeExpr {
	p.enter()
	defer p.leave()
	start := p.here()
	switch p.kind() {
	case tokBoolean:
		p.advance()
		return &TypeName{Span: p.since(start), Name: "boolean"}
	case tokEnum:
		return p.enum()
	case tokRecord:
		return p.record()
	case tokArray:
		return p.array()
	case tokScalarset:
		p.advance()
		p.expect(tokLParen, " and the scalarset's size")
		size := p.expr()
		p.expect(tokRParen, " after the scalarset's size")
		return &ScalarsetExpr{Span: p.since(start), Size: size}
	}
	p.refuseByName()
	if !p.startsExpr() {
		p.fail("a type", p.typeHint())
	}
	return p.rangeOrName()
}

// innerType parses a type in a place where its fields, if it is a record, can
// carry no annotations: those belong to state variables.
func (p *parser) innerType() TypeExpr {
	p.inner++
	t := p.typeExpr()
	p.inner--
	return t
}

// rangeOrName parses `lo..hi` or the name of a type.
func (p *parser) rangeOrName() TypeExpr {
	start, first := p.here(), p.next
	lo := p.expr()
	if p.accept(tokDotDot) {
		hi := p.expr()
		return &RangeExpr{Span: p.since(start), Lo: lo, Hi: hi}
	}
	if name, ok := lo.(*Ident); ok && p.next == first+1 {
		return &TypeName{Span: name.Span, Name: name.Name}
	}
	if p.next == first+1 {
		p.fail("`..` and the end of the range", "a type is a name, `lo..hi`, `enum`, `record`, `array` or `scalarset`")
	}
	p.fail("`..` and the end of the range", "")
	return nil
}

// typeHint guesses the keyword of a type.
func (p *parser) typeHint() string {
	switch p.kind() {
	case tokLBrace:
		return "did you mean `enum {`?"
	case tokLBracket:
		return "a range is written without brackets, `0..9`; an array begins with `array`"
	}
	return ""
}

func (p *parser) enum() TypeExpr {
	start := p.here()
	p.advance()
	e := &EnumExpr{}
	p.expect(tokLBrace, " after `enum`")
	for p.kind() != tokRBrace {
		i := p.expect(tokIdent, " for a member, or `}`")
		e.Members = append(e.Members, &EnumMember{Span: p.spanOf(i), Name: constantName(p.text(i)), Index: int64(len(e.Members))})
		if !p.accept(tokComma) && p.kind() != tokRBrace {
			p.fail("`,` or `}` after the member", "")
		}
	}
	p.advance()
	e.Span = p.since(start)
	return e
}

func (p *parser) record() TypeExpr {
	start, first := p.here(), p.advance()
	p.openBlock(tokRecord, first, "record")
	p.mark(markOpen, first)
	r := &RecordExpr{}
	for p.kind() != tokEOF && !p.kind().isEnd() && (!startsItem(p.kind()) || p.peek() == tokColon) && p.kind() != tokBegin {
		start := p.next
		p.mark(markItem, start)
		if !p.attempt(func() {
			r.Fields = append(r.Fields, p.varDecls(fieldScope)...)
			if k := p.kind(); k != tokSemicolon && k != tokIdent && !k.isEnd() {
				p.fail("`;` or `end` after the field", "")
			}
		}) {
			if p.next == start {
				p.advance()
			}
			p.toNextDecl()
		}
		p.terminated()
	}
	p.closeBlock(tokEndRecord)
	r.Span = p.since(start)
	return r
}

func (p *parser) array() TypeExpr {
	start := p.here()
	p.advance()
	p.expect(tokLBracket, " and the index type")
	index := p.typeExpr()
	if p.kind() == tokComma {
		p.fail("`]`", "an array has one index; write `array [a] of array [b] of`")
	}
	p.expect(tokRBracket, " after the index type")
	p.expect(tokOf, " and the element type")
	elem := p.typeExpr()
	return &ArrayExpr{Span: p.since(start), Index: index, Elem: elem}
}

// refuseByName reports parts of other dialects where they are used: as words
// they are reserved only if Rumur reserves them.
func (p *parser) refuseByName() {
	word := ""
	switch {
	case p.kind() == tokReal:
		word = "real numbers"
	case p.kind() == tokUnion:
		word = "union types"
	case p.kind() == tokIdent && p.text(p.next) == "multiset" && (p.peek() == tokLBracket || p.peek() == tokLBrace):
		word = "multisets"
	case p.kind() == tokIdent && p.text(p.next) == "choose" && p.peek() == tokIdent:
		word = "multisets and `choose`"
	case p.kind() == tokIdent && p.peek() == tokLParen:
		switch p.text(p.next) {
		case "multisetadd", "multisetremove", "multisetremovepred", "multisetcount":
			word = "multisets"
		}
	}
	if word != "" {
		p.failAt(p.spanOf(p.next), "unsupported", word+" are not supported", "")
	}
}
