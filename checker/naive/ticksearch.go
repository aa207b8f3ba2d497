package naive

import (
	"encoding/binary"
	"slices"
)

// tickSearch visits all timed states under given bounds. A step costs one
// event and a tick costs none: each level is closed under ticks before steps
// are taken from it.
type tickSearch struct {
	*timedGraph
	bounds    []ticks // by rule
	maxStates int
	places    []*tickPlace // by index of the node; nil until it is reached
	seen      map[string]bool
	level     []string // timed states after a number of events
	events    int
	result    *TickResult
}

// tickPlace is a node with the clocks that matter in it. A timed state is the
// index of the node and the value of each of these clocks: four bytes each.
type tickPlace struct {
	node   *timedNode
	clocks []int
	most   []uint32    // by clock: where it stops
	due    []tickBound // time may not pass when one of these clocks is there
	moves  []tickMove
}

// tickBound is a value of the clock at a position.
type tickBound struct {
	clock int
	ticks uint32
}

// tickMove is a try that some value of its clock allows.
type tickMove struct {
	try  int
	from *tickBound // nil: at any time
	to   *tickPlace // nil until it is taken, or if it leads nowhere
	keep []int      // by clock of to: the clock here that runs on, or -1 if it is 0
}

func (s *tickSearch) search() {
	s.result.Complete = true
	for _, a := range s.start() {
		s.result.violate(a.violated, 0)
		s.result.reach(a.covered, 0)
		if a.node != nil {
			p := s.place(a.node)
			s.visit(s.encode(p, func(int) uint32 { return 0 }))
		}
	}
	for len(s.level) > 0 && s.closeLevel() {
		from := s.level
		s.level = nil
		s.events++
		for _, state := range from {
			s.step(state)
		}
	}
	s.result.States = len(s.seen)
}

// visit puts a timed state into the level, if it is new.
func (s *tickSearch) visit(state []byte) {
	if !s.seen[string(state)] {
		text := string(state)
		s.seen[text] = true
		s.level = append(s.level, text)
	}
}

// closeLevel adds to the level what ticks lead to. It reports false if there
// are too many states.
func (s *tickSearch) closeLevel() bool {
	for i := 0; i < len(s.level); i++ {
		if s.maxStates > 0 && len(s.seen) > s.maxStates {
			s.result.Complete = false
			return false
		}
		state := s.level[i]
		p := s.placeOf(state)
		if !slices.ContainsFunc(p.due, func(b tickBound) bool { return value(state, b.clock) >= b.ticks }) {
			s.visit(s.encode(p, func(i int) uint32 { return min(value(state, i)+1, p.most[i]) }))
		}
	}
	return true
}

// step takes all steps from a timed state.
func (s *tickSearch) step(state string) {
	p := s.placeOf(state)
	s.result.reach(p.node.guards, s.events)
	for i := range p.moves {
		m := &p.moves[i]
		if m.from != nil && value(state, m.from.clock) < m.from.ticks {
			continue
		}
		e := s.effect(p.node, m.try)
		s.result.violate(e.violated, s.events)
		s.result.reach(e.covered, s.events)
		if e.to == nil {
			continue
		}
		if m.to == nil {
			s.lead(p, m, e.to)
		}
		s.visit(s.encode(m.to, func(i int) uint32 {
			if m.keep[i] < 0 {
				return 0
			}
			return value(state, m.keep[i])
		}))
	}
}

// lead finds out where a move leads, and which clocks run on.
func (s *tickSearch) lead(p *tickPlace, m *tickMove, to *timedNode) {
	m.to = s.place(to)
	for _, c := range m.to.clocks {
		from := slices.Index(p.clocks, c)
		if slices.Contains(p.node.tries[m.try].restarts, c) {
			from = -1
		}
		m.keep = append(m.keep, from)
	}
}

// place returns the place of a node; if it is reached for the first time, its
// properties count.
func (s *tickSearch) place(n *timedNode) *tickPlace {
	for len(s.places) <= n.index {
		s.places = append(s.places, nil)
	}
	if p := s.places[n.index]; p != nil {
		return p
	}
	p := &tickPlace{node: n}
	s.places[n.index] = p
	s.result.ModelStates++
	s.result.violate(n.violated, s.events)
	s.result.reach(n.reached, s.events)
	s.result.TopBit = s.result.TopBit || n.topBit
	for _, c := range n.running {
		if b := s.bounds[s.clocks[c].rule.Index]; b.matter() {
			p.clocks = append(p.clocks, c)
			p.most = append(p.most, b.most())
		}
	}
	for i, t := range n.tries {
		s.offer(p, i, t)
	}
	return p
}

// offer adds a try to a place, if any value of its clock allows it.
func (s *tickSearch) offer(p *tickPlace, i int, t timedTry) {
	b := s.bounds[t.Rule]
	at := slices.Index(p.clocks, t.clock)
	switch {
	case b.earliest == 0:
		p.moves = append(p.moves, tickMove{try: i})
	case at >= 0:
		p.moves = append(p.moves, tickMove{try: i, from: &tickBound{at, b.earliest}})
	}
	if at >= 0 && b.forced && !t.dropped() {
		p.due = append(p.due, tickBound{at, b.latest})
	}
}

func (s *tickSearch) encode(p *tickPlace, value func(i int) uint32) []byte {
	b := binary.LittleEndian.AppendUint32(make([]byte, 0, 64), uint32(p.node.index))
	for i := range p.clocks {
		b = binary.LittleEndian.AppendUint32(b, value(i))
	}
	return b
}

func (s *tickSearch) placeOf(state string) *tickPlace { return s.places[number32(state, 0)] }

// value returns the value of the i-th clock of a timed state.
func value(state string, i int) uint32 { return number32(state, i+1) }

func number32(state string, i int) uint32 {
	b := state[4*i:][:4]
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}
