package murphi

import (
	"strings"
)

// fault reads `KIND [per c until "Rule"]`.
func (s *annScanner) fault(t *annTarget, off int) {
	f := &FaultAnn{Kind: s.name("a kind of fault", isHyphenName, hyphenHint)}
	if s.keyword("per") {
		f.Per = s.name("a parameter of the rule", isIdentName, "")
		if !s.keyword("until") {
			s.fail("`until` and the rule that renews the budget", "")
		}
		f.Until = s.str("the rule's name")
	}
	f.Span = s.spanFrom(off)
	t.rule.Ann.Fault = f
}

// keyword takes the word if it comes next.
func (s *annScanner) keyword(word string) bool {
	at := s.off
	if s.word() == word {
		return true
	}
	s.off = at
	return false
}

// delay reads `[A, B] [while EXPR]`; B may be inf, then `)` may close it.
func (s *annScanner) delay(t *annTarget, off int) {
	d := &DelayAnn{}
	if !s.take('[') {
		s.fail("`[` and the earliest delay", "a delay is written [EARLIEST, LATEST]; both bounds are included")
	}
	d.Earliest = s.bound("the earliest delay", ",")
	if !s.take(',') {
		s.fail("`,` and the latest delay", "")
	}
	d.Latest = s.latest()
	switch {
	case s.take(']'):
	case s.take(')'):
		if d.Latest != nil {
			s.failAt(s.off-1, s.off, "the latest delay is included: it is closed by `]`", "only `inf` may be closed by `)`")
		}
	default:
		s.fail("`]` after the latest delay", "")
	}
	if s.keyword("while") {
		d.While, s.off = s.expression(s.off, len(s.text), (*parser).expr)
	}
	d.Span = s.spanFrom(off)
	t.rule.Ann.Delay = d
}

// restarts reads `"Rule"(v, w)`.
func (s *annScanner) restarts(t *annTarget, off int) {
	r := &RestartAnn{Rule: s.str("the rule's name")}
	s.skipSpace()
	if s.off < len(s.text) && s.text[s.off] == '(' {
		_, s.off = s.expression(s.off, len(s.text), func(p *parser) Expr {
			r.Args = p.args()
			return nil
		})
	}
	r.Span = s.spanFrom(off)
	t.rule.Ann.Restarts = append(t.rule.Ann.Restarts, r)
}

// say reads a template: `{expr}` and `{old(expr)}` in a text, with `{{` and
// `}}` for the braces themselves.
func (s *annScanner) say(t *annTarget, off int) {
	from, end := s.rawString("what to say")
	tpl := &Template{}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			tpl.Pieces = append(tpl.Pieces, TemplatePiece{Text: text.String()})
			text.Reset()
		}
	}
	for i := from; i < end; i++ {
		c := s.text[i]
		twice := i+1 < end && s.text[i+1] == c
		switch {
		case c == '\\' && i+1 < end:
			text.WriteString(unescape(s.text[i : i+2]))
			i++
		case (c == '{' || c == '}') && twice:
			text.WriteByte(c)
			i++
		case c == '}':
			s.failAt(i, i+1, "this `}` closes nothing", "write `}}` for the character itself")
		case c == '{':
			n := strings.IndexByte(s.text[i:end], '}')
			if n < 0 {
				s.failAt(i, i+1, "this `{` is not closed", "write `{{` for the character itself")
			}
			flush()
			tpl.Pieces = append(tpl.Pieces, s.piece(i, i+n))
			i += n
		default:
			text.WriteByte(c)
		}
	}
	flush()
	tpl.Span = s.spanFrom(off)
	t.rule.Ann.Say = tpl
}

// piece parses the expression between the braces at off and end.
func (s *annScanner) piece(off, end int) (piece TemplatePiece) {
	if strings.TrimSpace(s.text[off+1:end]) == "" {
		s.failAt(off, end+1, "there is nothing to say between the braces", "write `{{` for the character itself")
	}
	piece.Expr, _ = s.expression(off+1, end, func(p *parser) (e Expr) {
		piece.Old = p.kind() == tokIdent && p.text(p.next) == "old" && p.peek() == tokLParen
		if piece.Old {
			p.advance()
			p.advance()
			e = p.expr()
			p.expect(tokRParen, " after the old value")
		} else {
			e = p.expr()
		}
		if p.kind() != tokEOF {
			hint := ""
			if piece.Old {
				hint = "`old` stands around the whole expression: {old(x + 1)}"
			}
			p.fail("`}` after the expression", hint)
		}
		return e
	})
	return piece
}
