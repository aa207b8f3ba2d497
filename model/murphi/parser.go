package murphi

import (
	"fmt"
	"slices"
	"strings"
)

const (
	// maxNesting bounds how deeply constructs nest, maxHeight how high the
	// tree of one expression grows: whoever walks the tree does so by recursion.
	maxNesting = 500
	maxHeight  = 2000
)

// parser turns tokens into a tree by recursive descent. After an error it
// unwinds with a syntaxError to the nearest statement, declaration or rule,
// skips to where the next one can begin, and goes on.
type parser struct {
	lex   *lexer
	toks  []token
	next  int // index of the next token
	depth int // constructs open now
	inner int // local declarations and types of parameters open now
	diags Diagnostics
	model *Model

	failed  int // index of the token of the last error; -1 before the first
	blocks  []block
	closed  []block // blocks closed inside the innermost open one
	targets []*annTarget
	marks   []mark
	marking bool // record marks

	eof string // what messages call the end of the text
}

// block is a construct that an end closes.
type block struct {
	name  string // "rule \"Acquire\""
	kind  tokenKind
	first int // token that begins it
	end   int // token that closed it
}

// syntaxError unwinds the parser to where it can go on.
type syntaxError struct{}

// Parse turns one text into a tree. Includes are not followed: they stay in
// Head.Includes. The tree holds what could be parsed even if there are errors.
func Parse(src *Source) (*Model, Diagnostics) {
	p := newParser(src)
	p.parseModel()
	ds := slices.Concat(p.lex.diags, p.diags)
	ds.Sort()
	return p.model, ds.limit()
}

func newParser(src *Source) *parser {
	l := lex(src)
	return &parser{lex: l, toks: l.tokens, failed: -1, model: &Model{Sources: []*Source{src}}, eof: "the end of the file"}
}

func (p *parser) parseModel() {
	for p.kind() != tokEOF {
		p.model.Items = append(p.model.Items, p.topLevel()...)
	}
	p.attachAnnotations()
}

// kind is the kind of the next token.
func (p *parser) kind() tokenKind { return p.toks[p.next].kind }

// peek is the kind of the token after the next.
func (p *parser) peek() tokenKind { return p.toks[min(p.next+1, len(p.toks)-1)].kind }

// advance takes the next token and returns its index.
func (p *parser) advance() int {
	i := p.next
	if i < len(p.toks)-1 {
		p.next++
	}
	return i
}

// accept takes the next token if it is of the kind.
func (p *parser) accept(kind tokenKind) bool {
	if p.kind() != kind {
		return false
	}
	p.advance()
	return true
}

// expect takes the next token, which must be of the kind.
func (p *parser) expect(kind tokenKind, where string) int {
	if p.kind() == kind {
		return p.advance()
	}
	hint := p.expectHint(kind)
	if p.misspelt(kind) {
		p.report(p.spanOf(p.next), "unexpected", fmt.Sprintf("expected %s%s, found %s", kind, where, p.found()), hint)
		return p.advance() // as if it had been spelt well
	}
	p.fail(kind.String()+where, hint)
	return 0
}

// misspelt reports whether the next token is a slip for the keyword.
func (p *parser) misspelt(want tokenKind) bool {
	return p.kind() == tokIdent && want.isKeyword() && Suggest(p.text(p.next), []string{spelling[want]}) != ""
}

// expectHint guesses what the next token was meant to be.
func (p *parser) expectHint(want tokenKind) string {
	got, after := p.kind(), p.peek()
	switch {
	case want == tokAssign && (got == tokEq || got == tokColon),
		want == tokColon && (got == tokAssign || got == tokEq),
		want == tokEq && got == tokAssign,
		want == tokArrow && (got == tokImplies || got == tokEq && after == tokGt || got == tokGe || got == tokDo || got == tokThen):
		return "did you mean " + want.String() + "?"
	case p.misspelt(want):
		return "did you mean " + want.String() + "?"
	}
	return ""
}

// text is the source text of token i.
func (p *parser) text(i int) string {
	t := p.toks[i]
	return p.lex.text[t.off:t.end]
}

// here is where the next token begins.
func (p *parser) here() Pos { return p.lex.pos(p.toks[p.next].off) }

// spanOf is the place of token i; the end of the text is behind its last token.
func (p *parser) spanOf(i int) Span {
	t := p.toks[i]
	if t.kind == tokEOF && i > 0 {
		t.off = p.toks[i-1].end
		t.end = t.off
	}
	return p.lex.span(t.off, t.end)
}

// since is the span from start to the end of the last token taken.
func (p *parser) since(start Pos) Span {
	end := start
	if p.next > 0 {
		end = p.lex.pos(p.toks[p.next-1].end)
	}
	if end.before(start) {
		end = start
	}
	return Span{start, end}
}

// found describes the next token for a message.
func (p *parser) found() string {
	switch t := p.toks[p.next]; t.kind {
	case tokEOF:
		return p.eof
	case tokIdent:
		return "`" + shorten(p.text(p.next), 40) + "`"
	case tokNumber:
		return "the number " + shorten(p.text(p.next), 40)
	case tokString:
		return "the string " + shorten(p.text(p.next), 40)
	}
	return "`" + p.text(p.next) + "`"
}

// shorten cuts s after n bytes, at a character's boundary.
func shorten(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n] + "…"
}

// report records an error at a place, once for each token.
func (p *parser) report(at Span, code, message, hint string) {
	if p.failed == p.next || p.lex.bad[p.toks[p.next].off] {
		return
	}
	p.failed = p.next
	p.add(Diagnostic{Span: at, Message: message, Hint: hint, Code: code})
}

// add records a finding. After very many the rest of the text is passed over.
func (p *parser) add(d Diagnostic) {
	p.diags = append(p.diags, d)
	if len(p.diags) >= maxFindings {
		p.giveUp()
	}
}

// fail reports that something else was expected at the next token and unwinds.
func (p *parser) fail(want, hint string) {
	p.failAt(p.spanOf(p.next), "unexpected", fmt.Sprintf("expected %s, found %s", want, p.found()), hint)
}

// failAt reports an error at a place and unwinds.
func (p *parser) failAt(at Span, code, message, hint string) {
	p.report(at, code, message, hint)
	panic(syntaxError{})
}

// enter counts one more level of nesting; leave takes it back.
func (p *parser) enter() {
	if p.depth++; p.depth > maxNesting {
		p.depth--
		p.tooDeep(fmt.Sprintf("constructs are nested more than %d deep", maxNesting), "")
	}
}

// tooDeep reports a text that nobody wrote by hand and gives up on it.
func (p *parser) tooDeep(message, hint string) {
	p.report(p.spanOf(p.next), "too-deep", message, hint)
	p.giveUp()
	panic(syntaxError{})
}

// giveUp passes over the rest of the text, without further news.
func (p *parser) giveUp() {
	p.next = len(p.toks) - 1
	p.failed = p.next
}

func (p *parser) leave() { p.depth-- }

// attempt runs parse and reports whether it came through; if not, the
// nesting is as before.
func (p *parser) attempt(parse func()) (ok bool) {
	depth, inner, blocks := p.depth, p.inner, len(p.blocks)
	defer func() {
		if r := recover(); r != nil {
			if _, mine := r.(syntaxError); !mine {
				panic(r)
			}
			p.depth, p.inner, p.blocks = depth, inner, p.blocks[:blocks]
			ok = false
		}
	}()
	parse()
	return true
}

// stopsAt says where skipping may end besides the places that skip knows.
type stopsAt func(kind tokenKind) bool

// skip passes over tokens up to one that stop accepts, a semicolon, an end
// that the skipped text does not open, or a word that begins a statement, a
// declaration or a rule.
func (p *parser) skip(stop stopsAt) {
	open := 0
	for {
		k := p.kind()
		switch {
		case k == tokEOF, k == tokSemicolon && open == 0:
			return
		case k == tokForall || k == tokExists:
			open++
		case k.isEnd():
			if open == 0 {
				return
			}
			open--
		case startsItem(k) || startsStatement(k), open == 0 && stop != nil && stop(k):
			return
		}
		p.advance()
	}
}

// until parses what parse parses, then takes a token of the given kind; if
// parsing fails before that token on the same line of thought, it skips there.
func (p *parser) until(kind tokenKind, where string, parse func()) {
	var at int
	if p.attempt(func() { parse(); at = p.expect(kind, where) }) {
		p.mark(markOpen, at)
		return
	}
	p.skip(func(k tokenKind) bool { return k == kind })
	if !p.accept(kind) {
		panic(syntaxError{})
	}
}

// startsItem reports whether only a top-level item, or a section of local
// declarations, begins with the keyword.
func startsItem(k tokenKind) bool {
	switch k {
	case tokConst, tokType, tokVar, tokFunction, tokProcedure, tokRule, tokRuleset, tokStartState:
		return true
	}
	return false
}

// startsProperty reports whether a property begins with the keyword.
func startsProperty(k tokenKind) bool {
	switch k {
	case tokAssert, tokInvariant, tokAssume, tokCover, tokLiveness:
		return true
	}
	return false
}

// startsStatement reports whether a statement begins with the keyword.
func startsStatement(k tokenKind) bool {
	switch k {
	case tokAlias, tokError, tokClear, tokUndefine, tokFor, tokIf, tokPut, tokReturn, tokWhile, tokSwitch:
		return true
	}
	return startsProperty(k)
}

// openBlock notes that a construct begins which an end must close.
func (p *parser) openBlock(kind tokenKind, first int, name string) {
	p.blocks = append(p.blocks, block{name: name, kind: kind, first: first})
	p.closed = p.closed[:0]
}

// closeBlock takes the end of the innermost open construct. If something else
// stands there it says which construct is still open and goes on as if the
// end had been there.
func (p *parser) closeBlock(closers ...tokenKind) {
	b := p.blocks[len(p.blocks)-1]
	p.blocks = p.blocks[:len(p.blocks)-1]
	switch k := p.kind(); {
	case k == tokEnd || slices.Contains(closers, k):
		p.mark(markClose, p.next)
		b.end = p.advance()
		p.closed = append(p.closed, b)
	case k.isEnd():
		p.report(p.spanOf(p.next), "wrong-end", fmt.Sprintf("`%s` cannot close the %s of line %d", spelling[k], b.name, p.line(b.first)),
			"write `end` or `"+spelling[closers[0]]+"`")
		p.advance()
	default:
		p.report(p.spanOf(p.next), "missing-end", fmt.Sprintf("expected `end` of the %s of line %d, found %s", b.name, p.line(b.first), p.found()),
			p.endHint(b))
	}
}

// endHint looks for an end that closed an inner construct although it is
// indented like the outer one.
func (p *parser) endHint(outer block) string {
	for _, inner := range slices.Backward(p.closed) {
		first, end := p.spanOf(inner.first).Start, p.spanOf(inner.end).Start
		if end.Line > first.Line && end.Col < first.Col && p.startsLine(inner.end) && p.startsLine(inner.first) {
			return fmt.Sprintf("the `end` in line %d closes the %s of line %d", end.Line, inner.name, first.Line)
		}
	}
	return p.statementHint()
}

// statementHint guesses a keyword that was misspelt where a statement begins.
func (p *parser) statementHint() string { return p.keywordHint(p.next) }

// keywordHint guesses which keyword token i was meant to be.
func (p *parser) keywordHint(i int) string {
	if p.toks[i].kind != tokIdent {
		return ""
	}
	var words []string
	for k := tokAlias; k < tokKinds; k++ {
		if startsStatement(k) || startsItem(k) || k.isEnd() || k == tokBegin || k == tokElse || k == tokElsif || k == tokCase {
			words = append(words, spelling[k])
		}
	}
	if word := Suggest(strings.ToLower(p.text(i)), words); word != "" {
		return "did you mean `" + word + "`?"
	}
	return ""
}

// line is the line of token i.
func (p *parser) line(i int) int { return p.lex.pos(p.toks[i].off).Line }

// startsLine reports whether token i is the first of its line.
func (p *parser) startsLine(i int) bool { return i == 0 || p.line(i-1) < p.line(i) }
