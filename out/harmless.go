package out

import (
	"regexp"
	"strings"
	"unicode"
)

// colouring is what this package writes to colour a piece of text.
var colouring = regexp.MustCompile("\x1b\\[[0-9;]*m")

// harmless makes a dot of every character that a terminal would obey, also
// of those that turn the direction of what follows: names and messages of a
// model may hold anything.
func harmless(text string, colour bool) string {
	if !colour {
		return dotted(text)
	}
	var b strings.Builder
	last := 0
	for _, at := range colouring.FindAllStringIndex(text, -1) {
		b.WriteString(dotted(text[last:at[0]]) + text[at[0]:at[1]])
		last = at[1]
	}
	return b.String() + dotted(text[last:])
}

func dotted(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) {
			return '·'
		}
		return r
	}, text)
}
