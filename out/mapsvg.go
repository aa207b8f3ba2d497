package out

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// The measures of the picture, in pixels.
const (
	mapSide   = 480 // of the field, as wide as high
	mapLeft   = 96
	mapTop    = 64
	mapRight  = 32
	mapBottom = 60
	mapLine   = 18 // of text below the field
)

// fills are the colours and patterns of the answers: told apart in black and
// white, too.
var fills = map[string]string{
	"safe":      `<rect width="8" height="8" fill="#eef4f8"/>`,
	"unsafe":    `<rect width="8" height="8" fill="#e8935a"/><path d="M-2 2 2 -2M0 8 8 0M6 10 10 6" stroke="#3a1a00" stroke-width="1.4"/>`,
	"refused":   `<rect width="8" height="8" fill="#d4d4d4"/><circle cx="4" cy="4" r="1.1" fill="#555"/>`,
	"undecided": `<rect width="8" height="8" fill="#fff"/><path d="M0 4 8 4" stroke="#777" stroke-width="1"/>`,
}

// MapSVG draws the map as a picture. Its bytes depend on the map alone.
func MapSVG(w io.Writer, m *Map) error {
	d := &drawing{}
	var notes []string
	question := &printer{r: m.Question}
	question.question()
	question.field("Cells", m.method())
	question.bullets("Refused", m.refusals())
	question.field("One cell", fmt.Sprintf("lockcheck check %s --%s VALUE --%s VALUE", m.Question.Command, m.X.Flag, m.Y.Flag))
	notes = strings.Split(strings.TrimRight(question.b.String(), "\n"), "\n")

	width := mapLeft + mapSide + mapRight
	height := mapTop + mapSide + mapBottom + mapLine*2 + len(notes)*13 + 16
	title := m.title()
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13" role="img" aria-labelledby="title desc">`, width, height, width, height)
	d.add(`<title id="title">%s</title>`, text(title))
	d.add(`<desc id="desc">%s</desc>`, text(m.description()))
	d.add(`<defs>`)
	for _, a := range MapAnswers {
		d.add(`<pattern id="%s" width="8" height="8" patternUnits="userSpaceOnUse">%s</pattern>`, a.Answer, fills[a.Answer])
	}
	d.add(`</defs>`)
	d.add(`<rect width="%d" height="%d" fill="#fff"/>`, width, height)
	for i, line := range Wrap(title, 80) {
		d.add(`<text x="%d" y="%d" font-size="15" font-weight="bold">%s</text>`, 16, 24+i*19, text(line))
	}
	d.field(m)
	d.axes(m)
	y := mapTop + mapSide + mapBottom
	x := mapLeft
	for _, a := range MapAnswers {
		if !m.has(a.Answer) {
			continue
		}
		d.add(`<rect x="%d" y="%d" width="24" height="14" fill="url(#%s)" stroke="#333"/>`, x, y, a.Answer)
		d.add(`<text x="%d" y="%d">%s</text>`, x+30, y+12, a.Answer)
		x += 120
	}
	y += mapLine*2 + 8
	for i, line := range notes {
		d.add(`<text x="16" y="%d" font-family="monospace" font-size="11" xml:space="preserve">%s</text>`, y+i*13, text(line))
	}
	d.add(`</svg>`)
	_, err := io.WriteString(w, d.b.String())
	return err
}

type drawing struct{ b strings.Builder }

func (d *drawing) add(format string, args ...any) { fmt.Fprintf(&d.b, format+"\n", args...) }

// text is a string that may stand in a picture.
func text(s string) string { return html.EscapeString(dotted(s)) }

func (m *Map) title() string {
	return fmt.Sprintf("%s: safe and unsafe %s and %s", m.Question.Model.Name, m.X.Flag, m.Y.Flag)
}

// description says in words what is seen.
func (m *Map) description() string {
	n := map[string]int{}
	for _, row := range m.Cells {
		for _, c := range row {
			n[c.Answer]++
		}
	}
	var parts []string
	for _, a := range MapAnswers {
		if n[a.Answer] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", Number(int64(n[a.Answer])), a.Answer))
		}
	}
	xs, ys := m.X.Values, m.Y.Values
	return fmt.Sprintf("%s from %s to %s to the right, %s from %s to %s upwards; of %s cells: %s.",
		m.X.Flag, xs[0], xs[len(xs)-1], m.Y.Flag, ys[0], ys[len(ys)-1], Number(int64(len(xs)*len(ys))), strings.Join(parts, ", "))
}

// at is where the i-th of n cells begins.
func at(i, n int) float64 { return float64(i) * mapSide / float64(n) }

// field draws the cells, neighbours with one answer in one piece.
func (d *drawing) field(m *Map) {
	nx, ny := len(m.X.Values), len(m.Y.Values)
	d.add(`<g shape-rendering="crispEdges">`)
	for y := range ny {
		top := mapTop + at(ny-1-y, ny)
		for x := 0; x < nx; {
			answer, n := m.Cells[y][x].Answer, 1
			for x+n < nx && m.Cells[y][x+n].Answer == answer {
				n++
			}
			span := spanText(m.X.Values[x], m.X.Values[x+n-1])
			d.add(`<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="url(#%s)"><title>%s</title></rect>`,
				mapLeft+at(x, nx), top, at(n, nx), at(1, ny), answer,
				text(fmt.Sprintf("%s %s, %s %s: %s", m.X.Flag, span, m.Y.Flag, m.Y.Values[y], answer)))
			x += n
		}
	}
	d.add(`</g>`)
	d.add(`<rect x="%d" y="%d" width="%d" height="%d" fill="none" stroke="#333"/>`, mapLeft, mapTop, mapSide, mapSide)
}

// axes draws ticks in the middle of cells, their values, and what they are.
func (d *drawing) axes(m *Map) {
	nx, ny := len(m.X.Values), len(m.Y.Values)
	for _, i := range ticks(nx, max(1, (nx+5)/6)) {
		x := mapLeft + at(i, nx) + at(1, nx)/2
		d.add(`<path d="M%.2f %dv6" stroke="#333"/>`, x, mapTop+mapSide)
		d.add(`<text x="%.2f" y="%d" text-anchor="middle">%s</text>`, x, mapTop+mapSide+20, text(m.X.Values[i]))
	}
	for _, i := range ticks(ny, max(1, (ny+5)/6)) {
		y := mapTop + at(ny-1-i, ny) + at(1, ny)/2
		d.add(`<path d="M%d %.2fh-6" stroke="#333"/>`, mapLeft, y)
		d.add(`<text x="%d" y="%.2f" text-anchor="end">%s</text>`, mapLeft-10, y+4, text(m.Y.Values[i]))
	}
	d.add(`<text x="%d" y="%d" text-anchor="middle" font-weight="bold">%s</text>`, mapLeft+mapSide/2, mapTop+mapSide+42, text(m.X.label()))
	d.add(`<text transform="translate(22 %d) rotate(-90)" text-anchor="middle" font-weight="bold">%s</text>`, mapTop+mapSide/2, text(m.Y.label()))
}

func (a *Axis) label() string {
	if a.Help == "" {
		return a.Flag
	}
	return a.Flag + ": " + a.Help
}
