package murphi

import (
	"fmt"
	"sort"
	"strings"
	"unicode/utf8"
)

// MaxSource bounds the size of a model's text, parts included: a syntax tree
// takes up to a hundred times the memory of its text.
const MaxSource = 2 << 20

// lexer cuts a source into tokens and comments.
type lexer struct {
	src    *Source
	text   string
	lines  []int32 // offset of each line's first byte
	line   int     // number of the last line that was asked for, or 0
	tokens []token // ends with tokEOF
	diags  Diagnostics
	bad    map[int32]bool // offsets of what was reported: more about it would be no news
}

// lex cuts the source into tokens and records its comments. A text that is
// not text at all yields one diagnostic and no tokens but the last.
func lex(src *Source) *lexer {
	l := &lexer{src: src, text: src.Text, lines: []int32{0}}
	src.Comments = nil
	if l.readable() {
		for i := range len(l.text) {
			if l.text[i] == '\n' {
				l.lines = append(l.lines, int32(i+1))
			}
		}
		l.tokens = make([]token, 0, len(l.text)/6)
		l.run()
	}
	l.tokens = append(l.tokens, token{tokEOF, int32(len(l.text)), int32(len(l.text))})
	return l
}

// readable reports whether the text is UTF-8 of a sensible size.
func (l *lexer) readable() bool {
	refuse := func(at int, code, message, hint string) bool {
		pos := Pos{File: l.src.Name}
		if at >= 0 {
			before := l.text[:at]
			pos.Line = 1 + strings.Count(before, "\n")
			pos.Col = at - strings.LastIndexByte(before, '\n')
		}
		l.diags = append(l.diags, Diagnostic{Span: Span{pos, pos}, Message: message, Hint: hint, Code: code})
		l.text = ""
		return false
	}
	if len(l.text) > MaxSource {
		return refuse(-1, "too-large", fmt.Sprintf("the file has more than %d bytes", MaxSource), "")
	}
	if i := strings.IndexByte(l.text, 0); i >= 0 {
		return refuse(-1, "binary", "this is a binary file, not a Murphi model", fmt.Sprintf("byte %d is NUL", i))
	}
	if !utf8.ValidString(l.text) {
		i := invalidUTF8(l.text)
		return refuse(i, "encoding", fmt.Sprintf("byte 0x%02x is not valid UTF-8", l.text[i]), "save the file as UTF-8")
	}
	return true
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(s string) int {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return len(s)
}

// pos turns a byte offset into a place.
func (l *lexer) pos(off int32) Pos {
	line := l.line
	if line == 0 || off < l.lines[line-1] || line < len(l.lines) && off >= l.lines[line] {
		line = sort.Search(len(l.lines), func(i int) bool { return l.lines[i] > off })
		l.line = line
	}
	return Pos{File: l.src.Name, Line: line, Col: int(off-l.lines[line-1]) + 1}
}

// span is the stretch from one offset to another.
func (l *lexer) span(off, end int32) Span { return Span{l.pos(off), l.pos(end)} }

// report records an error at text[off:end].
func (l *lexer) report(off, end int, code, message, hint string) {
	if len(l.diags) >= maxFindings {
		return
	}
	if l.bad == nil {
		l.bad = map[int32]bool{}
	}
	l.bad[int32(off)] = true
	l.diags = append(l.diags, Diagnostic{
		Span: l.span(int32(off), int32(end)), Message: message, Hint: hint, Code: code,
	})
}

// run cuts the text, but for a byte order mark.
func (l *lexer) run() {
	const byteOrderMark = "\ufeff"
	if strings.HasPrefix(l.text, byteOrderMark) {
		l.runFrom(len(byteOrderMark))
		return
	}
	l.runFrom(0)
}

// runFrom cuts the text from an offset on.
func (l *lexer) runFrom(i int) {
	for i < len(l.text) {
		rest := l.text[i:]
		c := rest[0]
		switch {
		case c == ' ' || c >= '\t' && c <= '\r':
			i++
		case strings.HasPrefix(rest, "--"):
			i = l.lineComment(i)
		case strings.HasPrefix(rest, "/*"):
			i = l.blockComment(i)
		case isIdentStart(c):
			i = l.word(i)
		case isDigit(c), c == '.' && len(rest) > 1 && isDigit(rest[1]):
			i = l.number(i)
		case c == '"', strings.HasPrefix(rest, "“"):
			i = l.str(i)
		default:
			i = l.operator(i)
		}
	}
}

// add records a token and returns where the next one may begin.
func (l *lexer) add(kind tokenKind, off, end int) int {
	l.tokens = append(l.tokens, token{kind, int32(off), int32(end)})
	return end
}

// comment records a comment and returns its end.
func (l *lexer) comment(off, end int) int {
	l.src.Comments = append(l.src.Comments, &Comment{Span: l.span(int32(off), int32(end)), Text: l.text[off:end]})
	return end
}

func (l *lexer) lineComment(off int) int {
	end := len(l.text)
	if n := strings.IndexByte(l.text[off:], '\n'); n >= 0 {
		end = off + n
	}
	text := strings.TrimRight(l.text[off:end], " \t\r")
	l.comment(off, off+len(text))
	return end
}

func (l *lexer) blockComment(off int) int {
	n := strings.Index(l.text[off+2:], "*/")
	if n < 0 {
		l.report(off, off+2, "open-comment", "this comment is never closed", "it lacks `*/`")
		return l.comment(off, len(l.text))
	}
	return l.comment(off, off+2+n+2)
}

func (l *lexer) word(off int) int {
	end := off + 1
	for end < len(l.text) && isIdentPart(l.text[end]) {
		end++
	}
	kind := tokIdent
	var lower [16]byte // longer than every keyword
	if end-off <= len(lower) {
		word := append(lower[:0], l.text[off:end]...)
		for i, c := range word {
			if c >= 'A' && c <= 'Z' {
				word[i] = c + ('a' - 'A')
			}
		}
		if k, ok := keywords[string(word)]; ok {
			kind = k
		}
	}
	return l.add(kind, off, end)
}

func (l *lexer) number(off int) int {
	end, digit := off, isDigit
	if len(l.text) > off+2 && l.text[off] == '0' && l.text[off+1]|0x20 == 'x' && isHexDigit(l.text[off+2]) {
		end, digit = off+2, isHexDigit
	}
	for end < len(l.text) && digit(l.text[end]) {
		end++
	}
	if end+1 < len(l.text) && l.text[end] == '.' && isDigit(l.text[end+1]) {
		end++
		for end < len(l.text) && isDigit(l.text[end]) {
			end++
		}
		l.report(off, end, "unsupported", "real numbers are not supported", "numbers are integers; a range is written `0..9`")
	}
	return l.add(tokNumber, off, end)
}

// str reads "..." or “...”. A string ends on the line on which it begins.
func (l *lexer) str(off int) int {
	opener, closer := `"`, `"`
	if l.text[off] != '"' {
		opener, closer = "“", "”"
	}
	for i := off + len(opener); i < len(l.text) && l.text[i] != '\n'; i++ {
		switch {
		case l.text[i] == '\\' && i+1 < len(l.text) && l.text[i+1] != '\n':
			i++
		case strings.HasPrefix(l.text[i:], closer):
			return l.add(tokString, off, i+len(closer))
		case closer == "”" && l.text[i] == '"':
			return l.add(tokString, off, i+1)
		}
	}
	end := len(l.text)
	if n := strings.IndexByte(l.text[off:], '\n'); n >= 0 {
		end = off + n
	}
	l.report(off, off+len(opener), "open-string", "this string is not closed on its line", "it lacks `"+closer+"`")
	return l.add(tokString, off, end)
}

// lookalikes are characters that people and word processors write for others.
var lookalikes = map[rune]string{
	'×': "`*`", '÷': "`/`", '∕': "`/`", '−': "`-`", '–': "`-`", '—': "`--`", '∈': "`:`", '⟹': "`==>`",
	'⇔': "`=`", '…': "`..`", '#': "`--`", '‘': "`\"`", '’': "`\"`", '\'': "`\"`", '”': "`\"`",
	'\u00a0': "a plain space",
}

func (l *lexer) operator(off int) int {
	rest := l.text[off:]
	for _, op := range operators {
		if op.text[0] == rest[0] && strings.HasPrefix(rest, op.text) {
			return l.add(op.kind, off, off+len(op.text))
		}
	}
	r, n := utf8.DecodeRuneInString(rest)
	message := "unexpected character " + quoteRune(r)
	if r == '_' {
		for n < len(rest) && isIdentPart(rest[n]) {
			n++
		}
		l.report(off, off+n, "bad-character", message, "a name begins with a letter")
		return l.add(tokIdent, off, off+n)
	}
	for strings.HasPrefix(rest[n:], string(r)) { // a run of one character is one mistake
		n += utf8.RuneLen(r)
	}
	want, known := lookalikes[r]
	if !known {
		l.report(off, off+n, "bad-character", message, "")
		return off + n
	}
	l.report(off, off+n, "bad-character", message, "did you mean "+want+"?")
	for _, op := range operators {
		if want == "`"+op.text+"`" {
			return l.add(op.kind, off, off+n)
		}
	}
	return off + n
}

// quoteRune shows a character, by its code point if it does not print.
func quoteRune(r rune) string {
	if r < ' ' || r == 0x7f || r == '\u00a0' || r == utf8.RuneError {
		return fmt.Sprintf("U+%04X", r)
	}
	return "`" + string(r) + "`"
}
