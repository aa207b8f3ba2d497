package out

import (
	"fmt"
	"strconv"
)

// otherwise paints, faded, what becomes of the schedule under a repair: from the
// step on that goes another way. It returns the height at which it ends.
func (p *lanesPicture) otherwise(c *Counterfactual, y float64) float64 {
	from := c.parts()
	if from == len(c.Steps) {
		return y
	}
	y += 14
	for _, l := range Wrap(c.heading(), int((p.width-2*edge)/headWidth)) {
		p.d.text(edge, y, l, "prose bold")
		y += lineHeight
	}
	if from > 0 {
		p.d.text(edge, y, fmt.Sprintf("%s as above.", stepsText(p.before+1, p.before+from)), "prose faint")
		y += lineHeight
	}
	defer p.d.group("class", "faded")()
	for i := from; i < len(c.Steps); i++ {
		y = p.altered(i, &c.Steps[i], y)
	}
	return y
}

func stepsText(from, to int) string {
	if from == to {
		return "Step " + strconv.Itoa(from)
	}
	return fmt.Sprintf("Steps %d to %d", from, to)
}

// altered paints what becomes of one step.
func (p *lanesPicture) altered(i int, a *Altered, y float64) float64 {
	was := &p.steps[i]
	label, prose := []string{"impossible"}, "impossible: "+a.Reason
	if a.Step != nil {
		other := *was
		other.Step, other.name, other.last, other.token = a.Step, a.Step.Rule, false, was.token
		label, prose = p.label(&other), a.Step.Say
	}
	lines := p.sentence(prose)
	height := lineHeight*float64(max(len(label), len(lines))) + 12
	for lane := range p.parties {
		p.d.line(p.life(lane), y, p.life(lane), y+height, "life")
	}
	at := y + 14
	x := p.life(was.lane)
	if a.Step == nil {
		p.d.path("gone", "M", x-5, at-5, "l", 10, 10, "m", 0, -10, "l", -10, 10)
	} else {
		p.d.add("circle", "class", "dot", "cx", x, "cy", at, "r", 4.5)
	}
	p.d.text(edge+numberRoom-10, at+4, strconv.Itoa(p.before+i+1), "end")
	for j, l := range label {
		class := ""
		if a.Otherwise && j == 0 {
			class = "bold"
		}
		p.d.text(p.x[was.lane]+labelAt, at+4+lineHeight*float64(j), l, class)
	}
	for j, l := range lines {
		p.d.text(p.prose, at+4+lineHeight*float64(j), l, "prose")
	}
	return y + height
}

// keyItem is a sign of the picture and what it means.
type keyItem struct {
	on    bool
	words string
	draw  func(x, y float64) // around a point
}

// key paints the signs that the picture uses, in columns, and returns the height
// at which it ends.
func (p *lanesPicture) key(y float64) float64 {
	const column, swatch = 250.0, 26.0
	perRow := max(1, int((p.width-2*edge)/column))
	y += 16
	n := 0
	for _, k := range p.keyItems() {
		if !k.on {
			continue
		}
		x, at := edge+column*float64(n%perRow), y+20*float64(n/perRow)
		k.draw(x+swatch/2, at-4)
		p.d.text(x+swatch+6, at, k.words, "prose faint")
		n++
	}
	return y + 20*float64((n+perRow-1)/perRow) - 8
}

func (p *lanesPicture) keyItems() []keyItem {
	bar := func(class string) func(x, y float64) {
		return func(x, y float64) { p.d.rect(x-barWidth/2, y-7, barWidth, 14, class) }
	}
	arrow := func(class string) func(x, y float64) {
		return func(x, y float64) { p.d.line(x-13, y-4, x+13, y+4, class) }
	}
	mark := func(s *sceneStep) func(x, y float64) { return func(x, y float64) { p.mark(x, y, s) } }
	belief := func(note string) bool { return hasNote(p.beliefs, note) }
	travels := func(of func(m *message) bool) bool {
		for i := range p.messages {
			if of(&p.messages[i]) {
				return true
			}
		}
		return false
	}
	sign := func(of func(s *sceneStep) bool) (bool, *sceneStep) {
		for i := range p.steps {
			if of(&p.steps[i]) {
				s := p.steps[i]
				s.last = false
				return true, &s
			}
		}
		return false, nil
	}
	fault, aFault := sign(func(s *sceneStep) bool { return s.Fault != "" })
	outside, anOutside := sign(func(s *sceneStep) bool { return s.Fault == "" && s.Line == "" })
	return []keyItem{
		{belief(markBoth), "holds the lock and relies on it", bar("holds")},
		{belief(markFalse), "believes so, but does not hold it", bar("false")},
		{belief(markOwed), "owns it, does not rely on it (yet)", bar("owes")},
		{len(p.leases) > 0, "whom the service has on record", func(x, y float64) {
			p.d.path("lease", "M", x-6, y-7, "h", 12, "l", -12, 14, "Z")
		}},
		{len(p.pauses) > 0, "stopped, frozen or crashed", func(x, y float64) { p.d.rect(x-13, y-7, 26, 14, "band") }},
		{fault, "fault", mark(aFault)},
		{outside, "nobody's own doing", mark(anOutside)},
		{travels(func(m *message) bool { return !m.late && !m.lost }), "message", arrow("message")},
		{travels(func(m *message) bool { return m.late }), "message that is held up", arrow("message late")},
		{travels(func(m *message) bool { return m.lost }), "message that is lost", func(x, y float64) {
			p.d.line(x-13, y-4, x+9, y+3, "message lost")
			p.d.path("cross", "M", x+4, y-2, "l", 10, 10, "m", 0, -10, "l", -10, 10)
		}},
		{len(p.cause.flows) > 0, "led to the end", func(x, y float64) { p.d.line(x-13, y, x+13, y, "cause") }},
	}
}

func hasNote(list []stretch, note string) bool {
	for _, s := range list {
		if s.note == note {
			return true
		}
	}
	return false
}
