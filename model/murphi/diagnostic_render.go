package murphi

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	tabWidth   = 4
	shownWidth = 100 // columns of a source line that are shown at most
)

// Render writes each diagnostic with the line it speaks of:
//
//	ttl.murphi:12:9: error: expected `:=`, found `=`
//	  12 |   owner = c;
//	     |         ^
//	  hint: did you mean `:=`?
//
// The sources are the model's own, Model.Sources; a diagnostic about a file
// that is not among them is written without its line.
func (ds Diagnostics) Render(w io.Writer, sources []*Source) error {
	texts := map[string]string{}
	for _, s := range sources {
		texts[s.Name] = s.Text
	}
	var b strings.Builder
	for i, d := range ds {
		if i > 0 {
			b.WriteByte('\n')
		}
		d.render(&b, texts)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (d Diagnostic) render(b *strings.Builder, texts map[string]string) {
	bare := d
	bare.Hint = ""
	b.WriteString(bare.String() + "\n")
	if line, ok := sourceLine(texts[d.Span.Start.File], d.Span.Start.Line); ok {
		end := len(line)
		if d.Span.End.Line == d.Span.Start.Line {
			end = min(d.Span.End.Col-1, end)
		}
		shown, at, width := excerpt(line, min(d.Span.Start.Col-1, len(line)), end)
		number := fmt.Sprintf("%4d", d.Span.Start.Line)
		fmt.Fprintf(b, "%s | %s\n", number, shown)
		fmt.Fprintf(b, "%s | %s%s\n", strings.Repeat(" ", len(number)), strings.Repeat(" ", at), strings.Repeat("^", width))
	}
	if d.Hint != "" {
		b.WriteString("  hint: " + d.Hint + "\n")
	}
}

// sourceLine is line n of a text, counted from 1.
func sourceLine(text string, n int) (string, bool) {
	if n < 1 || text == "" {
		return "", false
	}
	for ; n > 1; n-- {
		i := strings.IndexByte(text, '\n')
		if i < 0 {
			return "", false
		}
		text = text[i+1:]
	}
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSuffix(line, "\r"), true
}

// excerpt makes a line fit for showing: tabs become spaces, control characters
// a dot, and of a long line only the surroundings of line[off:end] stay. It
// returns the column at which that stretch is shown and its width, at least 1.
func excerpt(line string, off, end int) (shown string, at, width int) {
	var cells []string // one for each column; "" for the second half of a wide character
	for i, r := range line {
		if i <= off {
			at = len(cells)
		}
		switch w := runeWidth(r); {
		case r == '\t':
			for n := tabWidth - len(cells)%tabWidth; n > 0; n-- {
				cells = append(cells, " ")
			}
		case unicode.IsControl(r) || r == utf8.RuneError:
			cells = append(cells, "·")
		case w == 0 && len(cells) > 0:
			cells[len(cells)-1] += string(r)
		case w == 2:
			cells = append(cells, string(r), "")
		default:
			cells = append(cells, string(r))
		}
		if i < end {
			width = len(cells) - at
		}
	}
	if off >= len(line) {
		at, width = len(cells), 1
	}
	width = max(width, 1)
	from, to := 0, len(cells)
	if to > shownWidth {
		from = max(0, min(at-shownWidth/3, to-shownWidth))
		to = min(to, from+shownWidth)
	}
	width = min(width, max(1, to-at))
	shown = strings.TrimRight(strings.Join(cells[from:to], ""), " ")
	at -= from
	if from > 0 {
		shown, at = "…"+shown, at+1
	}
	if to < len(cells) {
		shown += "…"
	}
	return shown, at, width
}

// runeWidth is how many columns of a terminal a character takes: 0 for
// combining marks, 2 for East Asian wide characters and emoji.
func runeWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115f, r >= 0x2e80 && r <= 0xa4cf && r != 0x303f, r >= 0xac00 && r <= 0xd7a3,
		r >= 0xf900 && r <= 0xfaff, r >= 0xfe30 && r <= 0xfe6f, r >= 0xff00 && r <= 0xff60,
		r >= 0xffe0 && r <= 0xffe6, r >= 0x1f300 && r <= 0x1f64f, r >= 0x1f900 && r <= 0x1f9ff,
		r >= 0x20000 && r <= 0x3fffd:
		return 2
	}
	return 1
}
