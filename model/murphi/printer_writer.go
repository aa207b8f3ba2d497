package murphi

import (
	"strings"
	"unicode/utf8"
)

// layoutLine is one line of output: code, and perhaps a comment behind it.
type layoutLine struct {
	code, comment string
	blank         bool // an empty line stands above
}

// layoutWriter collects lines.
type layoutWriter struct {
	lines []layoutLine
	b     strings.Builder // code of the last line
	ended bool            // the last line is a comment: what comes next begins another
}

// newLine begins a line, unless the current one is still empty.
func (w *layoutWriter) newLine(indent int, blank bool) {
	w.flush()
	w.lines = append(w.lines, layoutLine{blank: blank && len(w.lines) > 0})
	w.b.WriteString(strings.Repeat(indentStep, indent))
	w.ended = false
}

// flush moves the code written so far into the last line.
func (w *layoutWriter) flush() {
	if n := len(w.lines); n > 0 {
		w.lines[n-1].code += w.b.String()
	}
	w.b.Reset()
}

// put adds text to the line.
func (w *layoutWriter) put(text string, space bool) {
	if len(w.lines) == 0 {
		w.newLine(0, false)
	}
	if space && strings.TrimSpace(w.b.String()) != "" {
		w.b.WriteByte(' ')
	}
	w.b.WriteString(text)
}

// behind sets a comment behind the line.
func (w *layoutWriter) behind(comment string) {
	if len(w.lines) == 0 {
		w.newLine(0, false)
	}
	w.lines[len(w.lines)-1].comment = comment
}

// noted reports whether the current line has a comment behind it.
func (w *layoutWriter) noted() bool {
	return len(w.lines) > 0 && w.lines[len(w.lines)-1].comment != ""
}

// width is the width of the current line.
func (w *layoutWriter) width() int { return utf8.RuneCountInString(w.b.String()) }

// maxCommentShift bounds by how much a comment moves to the right to stand
// below or above its neighbours.
const maxCommentShift = 40

// text joins the lines, with the comments behind neighbouring lines aligned.
func (w *layoutWriter) text() string {
	w.flush()
	var b strings.Builder
	for i := 0; i < len(w.lines); {
		n, widest := w.block(i)
		for _, l := range w.lines[i : i+n] {
			if l.blank {
				b.WriteByte('\n')
			}
			b.WriteString(strings.TrimRight(l.code, " "))
			if l.comment != "" {
				b.WriteString(strings.Repeat(" ", widest-utf8.RuneCountInString(l.code)+2) + l.comment)
			}
			b.WriteByte('\n')
		}
		i += n
	}
	return b.String()
}

// block is how many lines from i on have comments to be aligned, at least one
// line, and the width of the widest code among them.
func (w *layoutWriter) block(i int) (n, widest int) {
	narrowest := 0
	for _, l := range w.lines[i:] {
		width := utf8.RuneCountInString(l.code)
		if n > 0 && (l.comment == "" || l.blank || max(widest, width)-min(narrowest, width) > maxCommentShift) {
			break
		}
		if n == 0 {
			narrowest = width
		}
		widest, narrowest = max(widest, width), min(narrowest, width)
		n++
		if l.comment == "" {
			break
		}
	}
	return max(n, 1), widest
}
