package murphi

import (
	"fmt"
	"strings"
)

// annScanner reads the text of one annotation comment.
type annScanner struct {
	a    *annotator
	text string // the source up to the end of the comment
	off  int
}

// failAt reports an error at text[off:end] and gives up on the comment.
func (s *annScanner) failAt(off, end int, message, hint string) {
	s.a.report(s.a.p.lex.span(int32(off), int32(max(end, off))), message, hint)
	panic(syntaxError{})
}

// fail reports that something else was expected where the scanner stands.
func (s *annScanner) fail(want, hint string) {
	s.skipSpace()
	end := s.off
	for end < len(s.text) && !isSpace(s.text[end]) {
		end++
	}
	found := "the end of the comment"
	if end > s.off {
		found = "`" + shorten(s.text[s.off:end], 40) + "`"
	}
	s.failAt(s.off, end, fmt.Sprintf("expected %s, found %s", want, found), hint)
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func (s *annScanner) skipSpace() {
	for s.off < len(s.text) && isSpace(s.text[s.off]) {
		s.off++
	}
}

// word takes letters, digits, hyphens and underscores; "" if there are none.
func (s *annScanner) word() string {
	s.skipSpace()
	start := s.off
	for s.off < len(s.text) && (isIdentPart(s.text[s.off]) || s.text[s.off] == '-') {
		s.off++
	}
	return s.text[start:s.off]
}

// name takes a word, which must be there and be a name as like says.
func (s *annScanner) name(what string, like func(string) bool, hint string) string {
	s.skipSpace()
	start := s.off
	word := s.word()
	if word == "" {
		s.fail(what, "")
	}
	if !like(word) {
		s.failAt(start, s.off, fmt.Sprintf("`%s` cannot be %s", shorten(word, 40), what), hint)
	}
	return word
}

// isHyphenName accepts names like reject-lower.
func isHyphenName(s string) bool {
	return s[0] >= 'a' && s[0] <= 'z' && !strings.HasSuffix(s, "-") && s == strings.ToLower(s) && !strings.Contains(s, "_")
}

const hyphenHint = "write it in lower-case letters, digits and hyphens"

// isCapitalName accepts names like MAX_PAUSE.
func isCapitalName(s string) bool {
	return s[0] >= 'A' && s[0] <= 'Z' && s == strings.ToUpper(s) && !strings.Contains(s, "-")
}

// isIdentName accepts names of the language itself.
func isIdentName(s string) bool { return isIdentStart(s[0]) && !strings.Contains(s, "-") }

// take takes the byte c if it comes next.
func (s *annScanner) take(c byte) bool {
	s.skipSpace()
	if s.off < len(s.text) && s.text[s.off] == c {
		s.off++
		return true
	}
	return false
}

// isString reports whether a string comes next.
func (s *annScanner) isString() bool {
	s.skipSpace()
	return s.off < len(s.text) && s.text[s.off] == '"'
}

// rawString takes a string and returns the offsets of what is between its
// quotes.
func (s *annScanner) rawString(what string) (off, end int) {
	if !s.isString() {
		s.fail(what+" in double quotes", "")
	}
	start := s.off
	for i := start + 1; i < len(s.text); i++ {
		switch s.text[i] {
		case '\\':
			i++
		case '"':
			s.off = i + 1
			return start + 1, i
		}
	}
	s.failAt(start, start+1, "this string is not closed", "it lacks `\"`")
	return 0, 0
}

// str takes a string and returns its value.
func (s *annScanner) str(what string) string {
	off, end := s.rawString(what)
	return unescape(s.text[off:end])
}

// expression parses an expression at the front of text[off:end] and returns
// the offset of what follows it.
func (s *annScanner) expression(off, end int, parse func(p *parser) Expr) (e Expr, rest int) {
	outer := s.a.p.lex
	l := &lexer{src: &Source{Name: outer.src.Name}, text: outer.text[:end], lines: outer.lines}
	l.runFrom(off)
	l.tokens = append(l.tokens, token{tokEOF, int32(end), int32(end)})
	p := &parser{lex: l, toks: l.tokens, failed: -1, model: &Model{}, eof: "the end of the comment"}
	if s.text[end:] != "" {
		p.eof = "`" + s.text[end:end+1] + "`"
	}
	ok := p.attempt(func() { e = parse(p) })
	rest = int(p.toks[p.next].off)
	for _, d := range l.diags {
		if int(l.offset(d.Span.Start)) < rest {
			p.diags = append(p.diags, d)
		}
	}
	for _, c := range l.src.Comments {
		if l.offset(c.Start) < rest {
			p.diags = append(p.diags, Diagnostic{Span: c.Span, Message: "a comment cannot stand in an annotation", Code: "annotation"})
		}
	}
	s.a.p.diags = append(s.a.p.diags, p.diags...)
	if !ok || Diagnostics(p.diags).HasErrors() {
		panic(syntaxError{})
	}
	return e, rest
}
