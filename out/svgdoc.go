package out

import (
	"fmt"
	"strconv"
	"strings"
)

// svgDoc collects the elements of an SVG picture, in the order in which they are
// painted, and the boxes of its labels.
type svgDoc struct {
	b     strings.Builder
	boxes []labelBox
}

// labelBox is the room that a line of text takes, in pixels.
type labelBox struct {
	x, y, w, h float64
	text       string
}

func (b labelBox) overlaps(c labelBox) bool {
	return b.x < c.x+c.w && c.x < b.x+b.w && b.y < c.y+c.h && c.y < b.y+b.h
}

// Sizes of letters, in pixels. Labels in lanes are monospaced, so that their
// width is known without a font; that of sentences is estimated.
const (
	monoWidth  = 7.25 // at 12px
	smallWidth = 5.5  // at 9px, monospaced
	proseWidth = 6.6  // at 12px, on the wide side
	headWidth  = 7.8  // the same in bold
	lineHeight = 15
)

// num writes a coordinate: no more than one digit after the point.
func num(v float64) string {
	text := strconv.FormatFloat(v, 'f', 1, 64)
	return strings.TrimSuffix(text, ".0")
}

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// xmlText makes text fit for XML, content and attributes alike.
func xmlText(s string) string {
	return xmlEscaper.Replace(harmless(s, false))
}

// add writes an element: a name, then attributes by name and value.
func (d *svgDoc) add(name string, attrs ...any) {
	d.b.WriteString("<" + name + attributes(attrs) + "/>\n")
}

func attributes(attrs []any) string {
	var b strings.Builder
	for i := 0; i < len(attrs); i += 2 {
		value := ""
		switch v := attrs[i+1].(type) {
		case float64:
			value = num(v)
		default:
			value = xmlText(fmt.Sprint(v))
		}
		fmt.Fprintf(&b, ` %s="%s"`, attrs[i], value)
	}
	return b.String()
}

// group opens a group; the function that it returns closes it.
func (d *svgDoc) group(attrs ...any) func() {
	d.b.WriteString("<g" + attributes(attrs) + ">\n")
	return func() { d.b.WriteString("</g>\n") }
}

// text writes one line, y being its base line, and notes its box.
func (d *svgDoc) text(x, y float64, text, class string) {
	if text == "" {
		return
	}
	per, high := monoWidth, 12.0
	switch {
	case strings.Contains(class, "small"):
		per, high = smallWidth, 9
	case strings.Contains(class, "prose bold"):
		per = headWidth
	case strings.Contains(class, "prose"):
		per = proseWidth
	}
	w := per * float64(columns(text))
	left := x
	switch {
	case strings.Contains(class, "middle"):
		left -= w / 2
	case strings.Contains(class, "end"):
		left -= w
	}
	d.boxes = append(d.boxes, labelBox{left, y - high + 2, w, high, text})
	d.b.WriteString("<text" + attributes([]any{"class", class, "x", x, "y", y}) + ">" + xmlText(text) + "</text>\n")
}

// line draws a straight line.
func (d *svgDoc) line(x1, y1, x2, y2 float64, class string, more ...any) {
	d.add("line", append([]any{"class", class, "x1", x1, "y1", y1, "x2", x2, "y2", y2}, more...)...)
}

// rect draws a rectangle.
func (d *svgDoc) rect(x, y, w, h float64, class string, more ...any) {
	d.add("rect", append([]any{"class", class, "x", x, "y", y, "width", w, "height", h}, more...)...)
}

// path draws a path from commands and numbers.
func (d *svgDoc) path(class string, parts ...any) {
	var b strings.Builder
	for i, p := range parts {
		if i > 0 {
			b.WriteString(" ")
		}
		switch v := p.(type) {
		case float64:
			b.WriteString(num(v))
		default:
			fmt.Fprint(&b, v)
		}
	}
	d.add("path", "class", class, "d", b.String())
}
