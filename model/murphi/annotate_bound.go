package murphi

import "strings"

// maxBoundSize bounds how many leaves and signs an expression over durations
// has.
const maxBoundSize = 100

const boundHint = "write names of durations, numbers such as 30s, 1% or 2, + - * / and parentheses"

// boundText finds the text of an expression that ends before one of the stop
// characters, and takes it.
func (s *annScanner) boundText(what, stops string) (text string, start int) {
	s.skipSpace()
	depth := 0
	for start = s.off; s.off < len(s.text); s.off++ {
		c := s.text[s.off]
		if depth == 0 && strings.IndexByte(stops, c) >= 0 {
			break
		}
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		}
	}
	text = strings.TrimRight(s.text[start:s.off], " \t")
	if text == "" {
		s.fail(what, "")
	}
	return text, start
}

// bound takes an expression over durations up to one of the stop characters.
func (s *annScanner) bound(what, stops string) *Bound {
	text, start := s.boundText(what, stops)
	if text == "inf" {
		s.failAt(start, start+len(text), what+" cannot be inf", "only the latest delay can")
	}
	b := &boundReader{text: text, place: func(from, to int) Span {
		return s.a.p.lex.span(int32(start+from), int32(start+to))
	}}
	e := b.sum()
	switch {
	case b.size > maxBoundSize:
		s.failAt(start, start+len(text), what+" is too long", "give parts of it a name: duration NAME ...")
	case e == nil || b.skip() != 0:
		s.failAt(start+b.off, min(start+b.off+1, start+len(text)), what+" is no constant expression", boundHint)
	}
	return e
}

// latest takes the latest delay: a bound, or nil for inf.
func (s *annScanner) latest() *Bound {
	off := s.off
	if text, _ := s.boundText("the latest delay", ")]"); text == "inf" {
		return nil
	}
	s.off = off
	return s.bound("the latest delay", ")]")
}

// boundReader parses expressions over durations; nil stands for a failure.
type boundReader struct {
	text  string
	off   int
	size  int
	place func(from, to int) Span
}

// skip passes over spaces and returns the next byte, 0 at the end.
func (b *boundReader) skip() byte {
	for b.off < len(b.text) && isSpace(b.text[b.off]) {
		b.off++
	}
	return b.at()
}

func (b *boundReader) sum() *Bound {
	return b.chain(b.product, map[byte]Op{'+': Add, '-': Sub})
}

func (b *boundReader) product() *Bound {
	return b.chain(b.atom, map[byte]Op{'*': Mul, '/': Div})
}

// chain reads operands with operators between them, which bind to the left.
func (b *boundReader) chain(operand func() *Bound, ops map[byte]Op) *Bound {
	x := operand()
	for x != nil {
		op, ok := ops[b.skip()]
		if !ok {
			break
		}
		b.off++
		y := operand()
		if y == nil {
			return nil
		}
		x = &Bound{Span: Span{x.Start, y.End}, Op: op, X: x, Y: y}
	}
	return x
}

func (b *boundReader) atom() *Bound {
	if b.size++; b.size > maxBoundSize {
		return nil
	}
	c, start := b.skip(), b.off
	switch {
	case c == '-':
		b.off++
		if x := b.atom(); x != nil {
			return &Bound{Span: Span{b.place(start, b.off).Start, x.End}, Op: Neg, X: x}
		}
		return nil
	case c == '(':
		b.off++
		x := b.sum()
		if x == nil || b.skip() != ')' {
			return nil
		}
		b.off++
		return x
	case isDigit(c):
		if !b.number() {
			return nil
		}
	case isIdentStart(c):
		for isIdentPart(b.at()) {
			b.off++
		}
		if !isCapitalName(b.text[start:b.off]) {
			b.off = start
			return nil
		}
	default:
		return nil
	}
	return &Bound{Span: b.place(start, b.off), Text: b.text[start:b.off]}
}

// number reads 30, 1.5, 100ms, 1h30m, 1%.
func (b *boundReader) number() bool {
	first := b.off
	for isDigit(b.at()) {
		start := b.off
		for isDigit(b.at()) || b.at() == '.' {
			b.off++
		}
		if strings.Count(b.text[start:b.off], ".") > 1 || strings.HasSuffix(b.text[start:b.off], ".") {
			return false
		}
		unit := b.off
		if b.at() == '%' {
			b.off++
			return start == first
		}
		for isIdentStart(b.at()) || b.at() >= 0x80 {
			b.off++
		}
		switch name := b.text[unit:b.off]; {
		case name == "":
			return start == first
		case unitSize[name] == 0:
			b.off = unit
			return false
		}
	}
	return true
}

func (b *boundReader) at() byte {
	if b.off == len(b.text) {
		return 0
	}
	return b.text[b.off]
}
