package out

import (
	"strconv"
	"strings"
)

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

// style is how a piece of text stands out where colour is on. Nothing is said
// by style alone: the words say it too.
type style uint8

const (
	plain style = iota
	bold
	dim
	bad     // a violation, a false belief
	good    // a property that holds
	caution // faults, limits
)

var ansi = [...]string{
	plain: "", bold: "\x1b[1m", dim: "\x1b[2m",
	bad: "\x1b[1;31m", good: "\x1b[1;32m", caution: "\x1b[33m",
}

const ansiReset = "\x1b[0m"

// canvas is a text picture: runes with a style on a grid that grows.
type canvas struct{ rows [][]glyph }

type glyph struct {
	r rune
	s style
}

// put writes text at column x of row y.
func (c *canvas) put(x, y int, text string, s style) {
	for len(c.rows) <= y {
		c.rows = append(c.rows, nil)
	}
	for _, r := range text {
		for len(c.rows[y]) <= x {
			c.rows[y] = append(c.rows[y], glyph{' ', plain})
		}
		c.rows[y][x] = glyph{r, s}
		x++
	}
}

// at returns the rune at a place; blank where nothing was written.
func (c *canvas) at(x, y int) rune {
	if y >= len(c.rows) || x >= len(c.rows[y]) {
		return ' '
	}
	return c.rows[y][x].r
}

// lines renders the rows without trailing blanks.
func (c *canvas) lines(colour bool) []string {
	lines := make([]string, 0, len(c.rows))
	for _, row := range c.rows {
		end := len(row)
		for end > 0 && row[end-1].r == ' ' {
			end--
		}
		var b strings.Builder
		now := plain
		for _, g := range row[:end] {
			if colour && g.s != now {
				if now != plain {
					b.WriteString(ansiReset)
				}
				b.WriteString(ansi[g.s])
				now = g.s
			}
			b.WriteRune(g.r)
		}
		if now != plain {
			b.WriteString(ansiReset)
		}
		lines = append(lines, b.String())
	}
	return lines
}

// paint colours one piece of a line.
func paint(text string, s style, colour bool) string {
	if !colour || s == plain {
		return text
	}
	return ansi[s] + text + ansiReset
}
