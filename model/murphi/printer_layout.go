package murphi

import (
	"strings"
	"unicode/utf8"
)

// body writes the items of a body. Items of a broken body begin on lines of
// their own, or share one if they did in the source and fit.
func (f *formatter) body(b *layoutBody, indent int) {
	f.fresh = b.broken && !f.spacious(b)
	for i, it := range b.items {
		if b.broken {
			f.beginItem(b, i, indent)
		} else {
			f.comments(it.first, indent)
		}
		f.item(it, indent)
	}
	if b.broken && !b.bare {
		f.comments(b.close, indent)
	}
	if b.broken && b.bare && b.open >= 0 {
		f.deeperComments(b, indent)
	}
}

// spacious reports whether empty lines may stand at the beginning and at the
// end of the body: they may around rules.
func (f *formatter) spacious(b *layoutBody) bool {
	if len(b.items) == 0 {
		return false
	}
	switch f.p.toks[b.items[0].first].kind {
	case tokRule, tokStartState, tokRuleset:
		return true
	}
	return false
}

// beginItem goes to where item i of a broken body begins.
func (f *formatter) beginItem(b *layoutBody, i, indent int) {
	it := b.items[i]
	f.tooLong(it, indent)
	together := i > 0 && f.line[it.first] == f.line[b.items[i-1].last] && f.flat(it) && !brokenItem(it) &&
		f.flat(b.items[i-1]) && !brokenItem(b.items[i-1]) && f.statements(b)
	f.comments(it.first, indent)
	if together && !f.out.ended && !f.out.noted() && f.out.width()+1+f.flatWidth(it, lineWidth) <= lineWidth {
		return
	}
	f.breakLine(it.first, indent, !f.fresh)
}

// statements reports whether the body holds statements, which may share a
// line; declarations, rules and cases do not.
func (f *formatter) statements(b *layoutBody) bool {
	if b.open < 0 || f.p.toks[b.items[0].first].kind == tokCase || f.spacious(b) {
		return false
	}
	switch f.p.toks[b.open].kind {
	case tokConst, tokType, tokVar, tokRecord:
		return false
	}
	return true
}

// brokenItem reports whether a part of the item is set on lines of its own.
func brokenItem(it *layoutItem) bool {
	for _, b := range it.bodies {
		if b.broken {
			return true
		}
	}
	return false
}

// tooLong breaks an item that stands on one line and does not fit.
func (f *formatter) tooLong(it *layoutItem, indent int) {
	if len(it.bodies) > 0 && f.flat(it) && len(indentStep)*indent+f.flatWidth(it, lineWidth) > lineWidth {
		it.breakBodies()
	}
}

// flatWidth is the width of an item on one line; it stops counting at limit.
func (f *formatter) flatWidth(it *layoutItem, limit int) int {
	width, prev, closed := 0, -1, false
	for i := it.first; i <= it.last && width <= limit; i++ {
		if f.p.toks[i].kind == tokSemicolon && closed {
			continue
		}
		if prev >= 0 && f.spaced(prev, i) {
			width++
		}
		width += utf8.RuneCountInString(f.text(i))
		prev, closed = i, f.p.toks[i].kind == tokSemicolon
		if f.wanted[i] {
			width, closed = width+1, true
		}
	}
	return width
}

// item writes the tokens of an item and its bodies.
func (f *formatter) item(it *layoutItem, indent int) {
	next, quants := 0, 0
	for i := it.first; i <= it.last; i++ {
		if i > it.first {
			f.innerComments(i, indent)
			if f.breaksBefore(it, i, next) {
				f.breakLine(i, f.continuation(it, i, indent, quants, next), false)
			}
		}
		switch k := f.p.toks[i].kind; {
		case k == tokForall || k == tokExists:
			quants++
		case k.isEnd() && quants > 0:
			quants--
		}
		f.write(i)
		for next < len(it.bodies) && it.bodies[next].open == i {
			b := it.bodies[next]
			next++
			f.body(b, indent+1)
			i = b.close - 1
			if b.broken && !b.bare {
				f.breakLine(b.close, indent, f.spacious(b))
				f.write(b.close)
				i = b.close
			}
			if i < b.open { // an empty section at the end of the file
				i = b.open
			}
		}
	}
}

// innerComments writes the comments before token i of an item. Those between
// the item and a late semicolon stand behind the item.
func (f *formatter) innerComments(i, indent int) {
	if !f.closed {
		indent++
	}
	f.comments(i, indent)
}

// breaksBefore reports whether token i of an item begins a line; next is the
// body that the item comes to next.
func (f *formatter) breaksBefore(it *layoutItem, i, next int) bool {
	switch f.p.toks[i].kind {
	case tokSemicolon:
		return f.out.ended && !f.closed
	case tokComma:
		return f.out.ended
	case tokDo, tokThen, tokArrow:
		return f.out.ended || f.out.noted()
	}
	if f.out.ended || f.out.noted() || next > 0 && it.bodies[next-1].close == i && it.bodies[next-1].broken {
		return true
	}
	if next < len(it.bodies) && it.bodies[next].open == i {
		first := f.p.toks[it.first].kind
		switch f.p.toks[i].kind {
		case tokConst, tokType, tokVar:
			return brokenItem(it)
		case tokBegin:
			headed := first == tokFunction || first == tokProcedure || next > 0 || f.p.toks[i-1].kind == tokArrow
			if it.bodies[next].broken && headed {
				return true
			}
		}
	}
	return f.line[i] != f.line[i-1]
}

// continuation is the indentation of a line that token i of an item begins.
func (f *formatter) continuation(it *layoutItem, i, indent, quants, next int) int {
	switch k := f.p.toks[i].kind; {
	case f.guard[i], k == tokArrow:
		return indent + 1
	case k == tokBegin, k == tokThen, k == tokDo, k == tokConst, k == tokType, k == tokVar, k == tokRBrace, k.isEnd() && quants == 0,
		next > 0 && it.bodies[next-1].close == i:
		return indent
	case k.isEnd():
		return indent + quants
	}
	if f.inBraces(it, i) {
		return indent + 1
	}
	if quants > 0 {
		return indent + 1 + quants
	}
	return indent + 2
}

// inBraces reports whether token i stands among the members of an enum.
func (f *formatter) inBraces(it *layoutItem, i int) bool {
	for j := i - 1; j >= it.first; j-- {
		switch f.p.toks[j].kind {
		case tokLBrace:
			return true
		case tokIdent, tokComma:
		default:
			return false
		}
	}
	return false
}

// write writes token i, and a semicolon if one belongs behind it.
func (f *formatter) write(i int) {
	if f.p.toks[i].kind == tokSemicolon && f.closed {
		return
	}
	f.out.put(f.text(i), f.prev >= 0 && f.spaced(f.prev, i))
	f.fresh = false
	f.prev, f.closed = i, f.p.toks[i].kind == tokSemicolon
	if f.wanted[i] && !f.closed {
		f.out.put(";", false)
		f.closed = true
	}
}

// breakLine begins a line for token i; an empty line stays if the source had
// one and blank allows it.
func (f *formatter) breakLine(i, indent int, blank bool) {
	above := 0
	if i > 0 {
		above = f.line[i-1]
	}
	if f.comment > 0 {
		if c := f.p.lex.src.Comments[f.comment-1]; c.End.Line > above {
			above = c.End.Line
		}
	}
	f.out.newLine(indent, blank && f.line[i] > above+1)
}

// comments writes the comments before token i. Those on the line of the token
// before stay there; others get lines of their own.
func (f *formatter) comments(i, indent int) {
	all := f.p.lex.src.Comments
	for f.comment < len(all) {
		c := all[f.comment]
		if f.p.lex.offset(c.Start) > int(f.p.toks[i].off) {
			return
		}
		f.writeComment(c, i, indent)
	}
}

// deeperComments writes the comments behind a section of declarations that
// were indented more than its keyword.
func (f *formatter) deeperComments(b *layoutBody, indent int) {
	all := f.p.lex.src.Comments
	column := f.p.spanOf(b.head).Start.Col
	for f.comment < len(all) {
		c := all[f.comment]
		own := c.Start.Line > f.line[b.close-1]
		if f.p.lex.offset(c.Start) > int(f.p.toks[b.close].off) || own && c.Start.Col <= column {
			return
		}
		f.writeComment(c, b.close, indent)
	}
}

func (f *formatter) writeComment(c *Comment, i, indent int) {
	above := 0
	if i > 0 {
		above = f.line[i-1]
	}
	if f.comment > 0 {
		above = max(above, f.p.lex.src.Comments[f.comment-1].End.Line)
	}
	f.comment++
	text := strings.ReplaceAll(c.Text, "\r", "")
	switch {
	case c.Start.Line > above || f.prev < 0 || f.out.ended || f.out.noted() || strings.Contains(text, "\n"):
		f.out.newLine(indent, c.Start.Line > above+1 && !f.fresh)
		f.out.put(text, false)
		f.out.ended = true
		f.fresh = false
	case c.End.Line == f.line[i] && i < len(f.p.toks)-1:
		f.out.put(text, true) // between tokens of one line
	default:
		f.out.behind(text)
	}
}

// text is how token i is written: keywords in lower case.
func (f *formatter) text(i int) string {
	text := f.p.text(i)
	switch k := f.p.toks[i].kind; {
	case k.isKeyword() && isIdentStart(text[0]):
		return spelling[k]
	case k == tokIdent:
		return constantName(text)
	}
	return text
}

// spaced reports whether a space stands between tokens i and j on one line.
func (f *formatter) spaced(i, j int) bool {
	before, after := f.p.toks[i].kind, f.p.toks[j].kind
	switch {
	case f.colon[i] || f.colon[j]:
		return true
	case f.unary[i]:
		return before == tokMinus && after == tokMinus
	}
	switch before {
	case tokLParen, tokLBracket, tokDot, tokDotDot:
		return false
	case tokLBrace:
		return after != tokRBrace
	}
	switch after {
	case tokSemicolon, tokComma, tokColon, tokRParen, tokRBracket, tokDot, tokDotDot:
		return false
	case tokLParen:
		return before != tokIdent && before != tokIsUndefined && before != tokScalarset
	case tokLBracket:
		return before != tokIdent && before != tokRBracket
	}
	return true
}
