package out

import (
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// Sizes of the picture, in pixels.
const (
	numberRoom  = 34.0
	timeRoom    = 66.0
	proseRoom   = 330.0
	leastWidth  = 330.0 // without sentences
	edge        = 12.0
	lifeAt      = 20.0 // of a lane: where its life line stands
	labelAt     = 34.0 // of a lane: where its labels begin
	barWidth    = 10.0
	noteLetters = 5   // of whom a lease is for: the labels of steps begin beside them
	takenWidth  = 6.0 // of the bar of a lock that is not free
)

// laneWidth is the room of a lane.
var laneWidth = map[partyKind]float64{clientParty: 140, serviceParty: 168, nodeParty: 100, storageParty: 132}

// svgRow is a step, or several that are folded.
type svgRow struct {
	step   int // the first one; from 1
	more   int // how many more are folded with it; 0 for a step that is shown
	fold   bool
	y      float64 // of its dot
	label  []string
	prose  []string
	height float64
}

// lanesPicture is a scene with a place for everything.
type lanesPicture struct {
	*scene
	r      *Report
	d      *svgDoc
	x      []float64 // by lane: its left edge
	rows   []svgRow
	at     []float64 // by step: the height of its row; 0 is the start
	prose  float64   // where sentences begin
	width  float64
	top    float64 // of the life lines
	bottom float64
	head   []string
	bare   bool // without sentences, and with a band for each step: for a page that has them
}

// newLanesPicture lays a scene out.
func newLanesPicture(r *Report, s *scene, bare bool) *lanesPicture {
	p := &lanesPicture{scene: s, r: r, d: &svgDoc{}, bare: bare}
	x := edge + numberRoom
	if s.timed() {
		x += timeRoom
	}
	for _, party := range s.parties {
		p.x = append(p.x, x)
		x += laneWidth[party.kind]
	}
	if bare {
		p.width = max(x+edge, leastWidth)
		p.top = edge + 24
	} else {
		p.prose = x + 6
		p.width = p.prose + proseRoom + edge
		p.head = Wrap(r.Model.Name+": "+p.title, int((p.width-2*edge)/headWidth))
		p.top = 26 + lineHeight*float64(len(p.head)) + 20
	}
	y := p.top + 12
	p.at = append(make([]float64, 0, len(s.steps)+1), p.top)
	for i := 0; i < len(s.steps); {
		row := p.row(i)
		row.y = y + 14
		y += row.height
		for range row.more + 1 {
			p.at = append(p.at, row.y)
		}
		p.rows = append(p.rows, row)
		i += row.more + 1
	}
	p.bottom = y + 6
	return p
}

func (s *scene) timed() bool { return len(s.steps) > 0 && s.steps[0].time != "" }

// row makes the row of a step, or of the idle ones that begin with it.
func (p *lanesPicture) row(i int) svgRow {
	step := &p.steps[i]
	if n := p.spared(i); n > 0 {
		return svgRow{step: i + 1, more: n - 1, fold: true, prose: []string{sparedText(n, p.before+i+n)}, height: 28}
	}
	row := svgRow{step: i + 1, label: p.label(step), prose: p.sentence(step.Say)}
	row.height = lineHeight*float64(max(len(row.label), len(row.prose), 1)) + 12
	return row
}

// sentence is what stands at the right of a step, line by line.
func (p *lanesPicture) sentence(text string) []string {
	if p.bare {
		return nil
	}
	return Wrap(text, int(proseRoom/proseWidth))
}

// spared counts the idle steps from the i-th on.
func (s *scene) spared(i int) int {
	n := 0
	for i+n < len(s.steps) && s.steps[i+n].idle {
		n++
	}
	return n
}

// label is what stands beside the dot of a step, line by line.
func (p *lanesPicture) label(s *sceneStep) []string {
	room := p.labelRoom(s.lane)
	lines := Wrap(p.called(s.name, s.Step, s.lane), room)
	if s.token != "" {
		lines = append(lines, Wrap("token "+s.token, room)...)
	}
	if p.queues != nil && p.queues[s.index] != p.queues[s.index-1] && p.parties[s.lane].kind == serviceParty {
		lines = append(lines, Wrap("queue "+orNone(p.queues[s.index]), room)...)
	}
	if s.last && p.end != "" {
		lines = append(lines, p.end)
	}
	return lines
}

// labelRoom is how many letters fit beside the life line of a lane.
func (p *lanesPicture) labelRoom(lane int) int {
	return int((laneWidth[p.parties[lane].kind] - labelAt - 2) / monoWidth)
}

// called is the name of a step and whom it concerns, as seen from a lane.
func (p *lanesPicture) called(name string, s *checker.Step, lane int) string {
	for _, a := range s.Args {
		if a.Value != p.parties[lane].name {
			name += " " + a.Value
		}
	}
	return name
}

func orNone(s string) string {
	if s == "" {
		return "empty"
	}
	return s
}

// draw paints the picture.
func (p *lanesPicture) draw() string {
	if p.bare {
		p.steppingStones()
	}
	for i, l := range p.head {
		p.d.text(edge, 24+lineHeight*float64(i), l, "prose bold")
	}
	p.lanes()
	p.bands()
	p.bars()
	p.arrows()
	for i := range p.rows {
		p.step(&p.rows[i])
	}
	y := p.bottom + 8
	if c := p.r.Counterfactual; c != nil {
		y = p.otherwise(c, y)
	}
	y = p.key(y)
	return svgFrame(p.width, y+edge, p.r.Model.Name+": "+p.title, orText(storyOf(p.trace), p.title), p.d.b.String())
}

// steppingStones paints a band for the start and one for each row, by which a
// page marks the step that it shows.
func (p *lanesPicture) steppingStones() {
	p.d.rect(0, p.top-28, p.width, 40, "row", "data-from", p.before, "data-to", p.before)
	for _, row := range p.rows {
		from := p.before + row.step
		p.d.rect(0, row.y-14, p.width, row.height, "row", "data-from", from, "data-to", from+row.more,
			"data-at", p.life(p.steps[row.step-1].lane))
	}
}

func orText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// lanes paints the heads of the lanes and their life lines.
func (p *lanesPicture) lanes() {
	for _, row := range p.rows {
		p.d.line(edge, row.y, p.width-edge, row.y, "rule")
	}
	for i, party := range p.parties {
		w := laneWidth[party.kind]
		p.d.line(p.life(i), p.top, p.life(i), p.bottom, "life")
		p.d.rect(p.x[i], p.top-22, w-8, 20, "head", "rx", headRounding[party.kind])
		p.d.text(p.x[i]+(w-8)/2, p.top-8, brief(p.headOf(party), int((w-16)/monoWidth)), "middle bold")
	}
}

// headOf is what stands at the head of a party's lane.
func (s *scene) headOf(p party) string {
	switch {
	case p.kind == nodeParty:
		return "node " + p.name
	case p.kind == serviceParty && s.several():
		return "all nodes"
	}
	return p.name
}

// several reports whether the service has nodes with lanes of their own.
func (s *scene) several() bool {
	return slices.ContainsFunc(s.parties, func(p party) bool { return p.kind == nodeParty })
}

// headRounding shapes the head of a lane: clients are round.
var headRounding = map[partyKind]float64{clientParty: 10, serviceParty: 2, nodeParty: 2, storageParty: 2}

// life is where the life line of a lane stands.
func (p *lanesPicture) life(lane int) float64 { return p.x[lane] + lifeAt }

// until is the height at which a stretch ends.
func (p *lanesPicture) until(s stretch) float64 {
	if s.ended {
		return p.at[s.to]
	}
	return p.bottom
}

// bands paints the pauses.
func (p *lanesPicture) bands() {
	for _, s := range p.pauses {
		p.d.rect(p.x[s.lane], p.at[s.from], laneWidth[clientParty]-8, p.until(s)-p.at[s.from], "band")
	}
}

// bars paints who believes and who owns, and the leases.
func (p *lanesPicture) bars() {
	class := map[string]string{markBoth: "holds", markFalse: "false", markOwed: "owes"}
	for _, s := range p.beliefs {
		p.d.rect(p.life(s.lane)-barWidth/2, p.at[s.from], barWidth, p.until(s)-p.at[s.from], class[s.note])
	}
	for _, s := range p.leases {
		x, y, end := p.x[s.lane], p.at[s.from], p.until(s)
		if s.note == takenNote {
			p.d.rect(x, y, takenWidth, end-y, "taken")
			continue
		}
		last := takenWidth                                                         // what is left of a lease that is given back, or not over
		if s.ended && !p.arrives(s.to) && (p.several() || !p.belief.Taken(s.to)) { // nobody gave it back: it has run out
			last = 0
		}
		p.d.path("lease", "M", x, y, "H", x+12, "L", x+last, end, "H", x, "Z")
		if end-y > 14 && !(p.bare && p.folds(s.from)) { // there stands what is folded
			p.d.text(x, y+11, brief(s.note, noteLetters), "small")
		}
	}
}

// folds reports whether a step is folded with others.
func (p *lanesPicture) folds(step int) bool {
	return slices.ContainsFunc(p.rows, func(r svgRow) bool { return r.fold && r.step <= step && step <= r.step+r.more })
}

// arrives reports whether a step takes a message.
func (s *scene) arrives(step int) bool {
	return slices.ContainsFunc(s.messages, func(m message) bool { return m.to == step && !m.lost })
}

// arrows paints messages, and what else led to the violation.
func (p *lanesPicture) arrows() {
	travels := map[link]bool{}
	for _, m := range p.messages {
		travels[link{m.from, m.to}] = true
		x1, y1, x2, y2 := p.life(m.source), p.at[m.from], p.life(m.target), p.at[m.to]
		if y1 == y2 { // both ends are folded away together
			continue
		}
		class := "message"
		for _, c := range []struct {
			on   bool
			name string
		}{{m.late, " late"}, {m.lost, " lost"}, {m.cause, " cause"}} {
			if c.on {
				class += c.name
			}
		}
		if m.lost {
			x2 = (x1 + x2) / 2
			p.d.path("cross", "M", x2-5, y2-5, "l", 10, 10, "m", 0, -10, "l", -10, 10)
		} else if x2 > x1 {
			x2 -= barWidth/2 + 1
		} else {
			x2 += barWidth/2 + 1
		}
		p.d.line(x1, y1, x2, y2, class)
	}
	for _, l := range p.cause.flows {
		from, to := p.steps[l.from-1].lane, p.steps[l.to-1].lane
		switch x1, y1, x2, y2 := p.life(from), p.at[l.from], p.life(to), p.at[l.to]; {
		case travels[l] || y1 == y2:
		case from == to:
			p.d.line(x1, y1, x2, y2, "cause")
		default:
			p.d.path("cause leads", "M", x1, y1, "C", x1, (y1+y2)/2, x2, (y1+y2)/2, x2, y2)
		}
	}
}

// step paints the row of a step.
func (p *lanesPicture) step(row *svgRow) {
	if row.fold {
		at := p.prose
		if p.bare {
			at = p.x[0] + labelAt
		}
		p.d.text(at, row.y+4, row.prose[0], "prose faint")
		p.d.text(edge+numberRoom-10, row.y+4, "...", "end faint")
		return
	}
	s := &p.steps[row.step-1]
	class := ""
	switch {
	case s.last && p.end != "":
		class = "wrong"
	case s.Fault != "":
		class = "fault"
	}
	p.d.text(edge+numberRoom-10, row.y+4, strconv.Itoa(p.before+s.index), strings.TrimSpace("end "+class))
	if s.time != "" {
		p.d.text(edge+numberRoom+timeRoom-10, row.y+4, s.time, "end faint")
	}
	p.mark(p.life(s.lane), row.y, s)
	for i, l := range row.label {
		as := class
		if i == 0 && as == "" && !s.environment {
			as = "bold"
		}
		p.d.text(p.x[s.lane]+labelAt, row.y+4+lineHeight*float64(i), l, as)
	}
	for i, l := range row.prose {
		p.d.text(p.prose, row.y+4+lineHeight*float64(i), l, "prose")
	}
}

// mark paints the sign of a step: a dot for the protocol's own, a square for the
// environment's, a bolt for a fault, and a ring around the violation.
func (p *lanesPicture) mark(x, y float64, s *sceneStep) {
	switch {
	case s.Fault != "":
		p.d.path("bolt", "M", x+3, y-9, "L", x-6, y+2, "H", x-1, "L", x-3, y+9, "L", x+6, y-2, "H", x+1, "Z")
	case s.Line == "":
		p.d.rect(x-4, y-4, 8, 8, "outside")
	default:
		p.d.add("circle", "class", "dot", "cx", x, "cy", y, "r", 4.5)
	}
	if s.last && p.end != "" {
		p.d.add("circle", "class", "ring", "cx", x, "cy", y, "r", 11.0)
	}
}
