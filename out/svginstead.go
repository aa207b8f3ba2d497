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
		label, prose = Wrap(p.called(a.Step.Rule, a.Step, was.lane), p.labelRoom(was.lane)), a.Step.Say
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
