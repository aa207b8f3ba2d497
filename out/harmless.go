package out

import (
	"strings"
	"unicode"
)

// colouring finds the first of what this package writes to colour a piece of text:
// escape, bracket, digits and semicolons, m. It returns -1 if there is none.
func colouring(text string) (from, to int) {
	for from := range text {
		if rest, found := strings.CutPrefix(text[from:], "\x1b["); found {
			if end := strings.TrimLeft(rest, "0123456789;"); strings.HasPrefix(end, "m") {
				return from, len(text) - len(end) + 1
			}
		}
	}
	return -1, -1
}

// harmless makes a dot of every character that a terminal would obey, also
// of those that turn the direction of what follows: names and messages of a
// model may hold anything.
func harmless(text string, colour bool) string {
	if !colour {
		return dotted(text)
	}
	var b strings.Builder
	for {
		from, to := colouring(text)
		if from < 0 {
			return b.String() + dotted(text)
		}
		b.WriteString(dotted(text[:from]) + text[from:to])
		text = text[to:]
	}
}

func dotted(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return '·'
		}
		return r
	}, text)
}
