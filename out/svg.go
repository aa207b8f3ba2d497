package out

import (
	"fmt"
	"io"
	"strings"

	"lockcheck/checker"
)

// SVG draws a counterexample as lanes, one for each client, the lock service or
// its nodes, and storage; time runs down. q is a violated property, or nil for
// the one that the text shows; without any the picture is the verdict in words.
//
// The picture needs no font, script or file from elsewhere. Everything that a
// colour says, a shape or a word says too.
func SVG(w io.Writer, r *Report, q *checker.PropertyResult) error {
	if q == nil {
		q = shown(r)
	}
	if q == nil {
		_, err := io.WriteString(w, wordsOnly(r))
		return err
	}
	_, err := io.WriteString(w, newLanesPicture(r, sceneOf(r, q), false).draw())
	return err
}

// wordsOnly is a picture of a verdict without a counterexample.
func wordsOnly(r *Report) string {
	d := &svgDoc{}
	text := Wrap(noTrace(r), 90)
	y := 28.0
	for _, l := range text {
		d.text(16, y, l, "prose")
		y += lineHeight
	}
	return svgFrame(640, y+8, r.Model.Name+": "+strings.ToUpper(r.Result.Verdict.String()), strings.Join(text, " "), d.b.String())
}

// noTrace says that there is no counterexample to show.
func noTrace(r *Report) string {
	if q := explained(r.Result); q != nil && q.Shortest != nil { // but not the one that was asked for
		return r.Model.Name + ": " + noNext(r, q)
	}
	return fmt.Sprintf("%s is %s: there is no counterexample to show.", r.Model.Name, strings.ToUpper(r.Result.Verdict.String()))
}

// svgFrame puts a picture into its frame.
func svgFrame(w, h float64, title, desc, body string) string {
	return `<svg xmlns="http://www.w3.org/2000/svg"` + attributes([]any{
		"width", w, "height", h, "viewBox", "0 0 " + num(w) + " " + num(h), "role", "img", "aria-labelledby", "lanes-title lanes-desc", "class", "lanes",
	}) + ">\n<title id=\"lanes-title\">" + xmlText(title) + "</title>\n<desc id=\"lanes-desc\">" + xmlText(desc) + "</desc>\n" +
		svgStyle + svgDefs + "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>\n" + body + "</svg>\n"
}

// svgStyle has its colours in full, since not every viewer knows variables. The
// palette is near that of Okabe and Ito; purple is for false beliefs alone.
const svgStyle = `<style>
.lanes text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1b1b1b; paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-linejoin: round; }
.lanes text.prose { font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; }
.lanes text.small { font-size: 9px; }
.lanes text.bold { font-weight: 700; }
.lanes text.faint { fill: #5f5f5f; }
.lanes text.fault { fill: #8a5300; font-weight: 700; }
.lanes text.wrong { fill: #c00020; font-weight: 700; }
.lanes text.middle { text-anchor: middle; }
.lanes text.end { text-anchor: end; }
.lanes .ground { fill: #fff; }
.lanes .row { fill: none; }
.lanes .head { fill: #fff; stroke: #1b1b1b; }
.lanes .life { stroke: #bbb; }
.lanes .rule { stroke: #bbb; stroke-dasharray: 1 5; }
.lanes .dot { fill: #1b1b1b; }
.lanes .outside { fill: #fff; stroke: #1b1b1b; stroke-width: 1.5; }
.lanes .bolt { fill: #e69f00; stroke: #1b1b1b; stroke-width: .8; }
.lanes .message { stroke: #1b1b1b; stroke-width: 1.2; fill: none; marker-end: url(#tip); }
.lanes .late { stroke-dasharray: 9 3; }
.lanes .lost { stroke-dasharray: 3 3; }
.lanes .cause { stroke: #c00020; stroke-width: 1.8; fill: none; }
.lanes .message.cause { marker-end: url(#tip-cause); }
.lanes .message.lost { marker-end: none; }
.lanes .leads { stroke-dasharray: 2 3; }
.lanes .tip { fill: #1b1b1b; }
.lanes .tip-cause { fill: #c00020; }
.lanes .cross { stroke: #1b1b1b; stroke-width: 2.2; fill: none; }
.lanes .holds { fill: #0072b2; }
.lanes .false { fill: url(#hatch); stroke: #aa2f7b; stroke-width: 1.4; }
.lanes .hatch { stroke: #aa2f7b; stroke-width: 2.4; }
.lanes .owes { fill: #fff; stroke: #0072b2; stroke-width: 1.2; }
.lanes .band { fill: #e4e4e4; }
.lanes .lease { fill: #009e73; fill-opacity: .35; stroke: #009e73; }
.lanes .taken { fill: none; stroke: #009e73; stroke-width: 1.2; }
.lanes .ring { fill: none; stroke: #c00020; stroke-width: 3; }
.lanes .faded { opacity: .62; }
.lanes .gone { stroke: #1b1b1b; stroke-width: 1.5; fill: none; }
</style>
`

const svgDefs = `<defs>
<pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><line class="hatch" x1="1" y1="0" x2="1" y2="6"/></pattern>
<marker id="tip" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto" markerUnits="userSpaceOnUse"><path class="tip" d="M0 0L9 4L0 8Z"/></marker>
<marker id="tip-cause" markerWidth="9" markerHeight="8" refX="8" refY="4" orient="auto" markerUnits="userSpaceOnUse"><path class="tip-cause" d="M0 0L9 4L0 8Z"/></marker>
</defs>
`
