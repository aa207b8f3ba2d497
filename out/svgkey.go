package out

import "slices"

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
		{hasOther(p.leases, takenNote), "whom the service has on record", func(x, y float64) {
			p.d.path("lease", "M", x-6, y-7, "h", 12, "l", -12, 14, "Z")
		}},
		{hasNote(p.leases, takenNote), "not free, though nobody holds it", func(x, y float64) {
			p.d.rect(x-takenWidth/2, y-7, takenWidth, 14, "taken")
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

// hasOther reports whether there are stretches with another note.
func hasOther(list []stretch, note string) bool {
	return slices.ContainsFunc(list, func(s stretch) bool { return s.note != note })
}

func hasNote(list []stretch, note string) bool {
	for _, s := range list {
		if s.note == note {
			return true
		}
	}
	return false
}
