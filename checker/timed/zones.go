package timed

import "lockcheck/checker/zone"

// A zone of a node has the clocks that run there and count, in the order of
// node.running, numbered from 1.

// passage computes with zones. It has room of its own and allocates nothing
// once that is large enough.
type passage struct {
	g *Graph
	*bounds
	extrapolate bool

	slots, target []int // by place in running: number in the zone, 0 if it has none
	pick          []int
	low, up       []int64 // by number in the zone
	fired, z, w   zone.DBM
}

// number fills slots for the clocks of a node and returns how many there are.
func (p *passage) number(slots *[]int, list []running) int {
	*slots = (*slots)[:0]
	n := 0
	for _, r := range list {
		slot := 0
		if p.counts[r.clock] {
			n++
			slot = n
		}
		*slots = append(*slots, slot)
	}
	return n
}

// from makes the zones ready of a node whose edges are to be tried.
func (p *passage) from(x *node) { p.number(&p.slots, x.running) }

// fire leaves in p.fired what of the zone from lets an edge of its node be
// taken, and reports whether that is anything.
func (p *passage) fire(from *zone.DBM, e *edge) bool {
	if e.clock < 0 || p.lower[e.clock] <= 0 {
		p.fired.Copy(from)
		return true
	}
	if e.at < 0 {
		return false // its clock does not run
	}
	slot, least := p.slots[e.at], zone.LE(-p.lower[e.clock])
	if !from.Allows(0, slot, least) {
		return false
	}
	p.fired.Copy(from)
	return p.fired.Constrain(0, slot, least)
}

// enter leaves in p.z the clocks of to as it is entered from p.fired over e.
func (p *passage) enter(e *edge, to *node) {
	n := p.number(&p.target, to.running)
	p.pick = append(p.pick[:0], 0)
	for i, slot := range p.target {
		if slot == 0 {
			continue
		}
		if k := e.keep[i]; k >= 0 {
			p.pick = append(p.pick, p.slots[k])
		}
	}
	p.z.Select(&p.fired, p.pick)
	if len(p.pick) == n+1 {
		return
	}
	for i, slot := range p.target {
		if slot > 0 && e.keep[i] < 0 {
			p.z.Insert(slot)
		}
	}
}

// begin leaves in p.z the clocks of a start state.
func (p *passage) begin(to *node) { p.z.SetZero(p.number(&p.target, to.running)) }

// stay calls take for the zones of what can be in the node that enter or begin
// has led to: at once, if some instance is due that should have been taken
// before, and after a wait. Together they are all that is possible.
func (p *passage) stay(to *node, take func(z *zone.DBM, waits bool)) {
	late := false
	p.w.Copy(&p.z)
	for i, r := range to.running {
		up := p.upper[r.clock]
		if !r.enabled || up == zone.NoBound {
			continue
		}
		slot := p.target[i]
		if slot == 0 { // due as soon as it is enabled
			p.done(to, &p.z)
			take(&p.z, false)
			return
		}
		if b := zone.LE(up); p.z.At(slot, 0) > b {
			late = true
			if !p.w.Constrain(slot, 0, b) {
				break
			}
		}
	}
	if !p.w.Empty() {
		p.w.Up()
		for i, r := range to.running {
			if up := p.upper[r.clock]; r.enabled && up != zone.NoBound {
				p.w.Constrain(p.target[i], 0, zone.LE(up))
			}
		}
		p.done(to, &p.w)
		take(&p.w, true)
	}
	if late {
		p.done(to, &p.z)
		take(&p.z, false)
	}
}

// done extrapolates a zone of to.
func (p *passage) done(to *node, z *zone.DBM) {
	if !p.extrapolate {
		return
	}
	p.low, p.up = append(p.low[:0], 0), append(p.up[:0], 0)
	for i, r := range to.running {
		if p.target[i] == 0 {
			continue
		}
		low := p.lower[r.clock]
		if low == 0 {
			low = zone.NoBound
		}
		p.low, p.up = append(p.low, low), append(p.up, p.upper[r.clock])
	}
	z.Extrapolate(p.low, p.up)
}
