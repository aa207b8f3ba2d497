package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// timedGraph is what was evaluated of a model so far, all of it independent of
// the bounds of delays: a search in time decides which part it reaches. Rows
// are those of a [TickResult].
type timedGraph struct {
	*timer
	wanted                 []*murphi.Rule // the first properties
	covers                 []*murphi.Rule // the first covers; then the statements
	asserts, runTime, spec int            // rows of the other properties
	found                  map[string]*timedNode
	starts                 []timedStart
}

// timedStart is what a start state does.
type timedStart struct {
	node     *timedNode // nil if it fails
	violated []int
	covered  []int
}

// timedNode is a model state and what is known about it.
type timedNode struct {
	*moment
	cells    []cell
	index    int
	violated []int         // in the state itself
	reached  []int         // top-level covers
	guards   []int         // cover statements in guards
	effects  []timedEffect // by try
}

// timedEffect is what a try of a node does.
type timedEffect struct {
	to       *timedNode // nil until asked for, or if there is none
	violated []int
	covered  []int
}

func newTimedGraph(m *murphi.Model, ranks bool, properties []string) *timedGraph {
	g := &timedGraph{timer: newTimer(newMachine(m, ranks)), found: map[string]*timedNode{}}
	for _, p := range m.Properties {
		switch {
		case p.Prop == murphi.Cover:
			g.covers = append(g.covers, p)
		case p.Prop == murphi.Invariant && (properties == nil || slices.Contains(properties, p.Title)):
			g.wanted = append(g.wanted, p)
		}
	}
	g.asserts = len(g.wanted)
	g.runTime = g.asserts + len(m.Asserts)
	g.spec = g.runTime + 1
	return g
}

// blank returns a result in which nothing is decided; its last property says
// that the model itself is wrong.
func (g *timedGraph) blank() *TickResult {
	r := &TickResult{}
	for _, p := range g.wanted {
		r.Properties = append(r.Properties, Property{Name: p.Title, Kind: "invariant"})
	}
	for _, a := range g.model.Asserts {
		r.Properties = append(r.Properties, Property{Name: statementName("assert", a), Kind: "assert"})
	}
	r.Properties = append(r.Properties, Property{Name: "no-run-time-error", Kind: "run-time"}, Property{})
	for _, p := range g.covers {
		r.Covers = append(r.Covers, Cover{Name: p.Title})
	}
	for _, c := range g.model.CoverStmts {
		r.Covers = append(r.Covers, Cover{Name: statementName("cover", c)})
	}
	return r
}

// row returns the property that a failure violates.
func (g *timedGraph) row(f *murphi.Failure) int {
	switch f.Kind {
	case murphi.AssertFailed:
		return g.asserts + f.Assert
	case murphi.MintBelowLive, murphi.AssumeFailedAtStart:
		return g.spec
	}
	return g.runTime
}

// statements returns the rows of cover statements.
func (g *timedGraph) statements(covered []int) []int {
	var rows []int
	for _, i := range covered {
		rows = append(rows, len(g.covers)+i)
	}
	return rows
}

// start returns what all start states do.
func (g *timedGraph) start() []timedStart {
	if g.starts != nil {
		return g.starts
	}
	undefined := make([]cell, g.cells)
	for _, rule := range g.model.Starts {
		for _, args := range g.instances(rule, undefined) {
			values, _ := g.resolve(rule, args, undefined)
			g.starts = append(g.starts, g.tryStart(rule, values, undefined))
		}
	}
	return g.starts
}

func (g *timedGraph) tryStart(rule *murphi.Rule, values []int64, undefined []cell) (s timedStart) {
	look := g.look(undefined)
	next, early := g.fire(rule, values, look)
	for i := range look.covered {
		s.covered = append(s.covered, len(g.covers)+i)
	}
	switch {
	case early == nil:
		s.node = g.node(next)
	case early.failure != nil:
		s.violated = []int{g.row(early.failure)}
	default:
		s.violated = []int{g.spec}
	}
	return s
}

// node returns the node of a state, which it may change.
func (g *timedGraph) node(cells []cell) *timedNode {
	g.reduce(cells)
	k := key(cells)
	if n := g.found[k]; n != nil {
		return n
	}
	n := &timedNode{moment: g.moment(cells), cells: cells, index: len(g.found)}
	g.found[k] = n
	n.guards = g.statements(n.covered)
	for _, f := range n.failures {
		n.violated = append(n.violated, g.row(f))
	}
	for _, t := range n.tries {
		e := timedEffect{covered: g.statements(t.covered)}
		if t.failure != nil {
			e.violated = []int{g.row(t.failure)}
		}
		n.effects = append(n.effects, e)
	}
	g.evaluate(n)
	return n
}

// effect returns what the i-th try of a node does.
func (g *timedGraph) effect(n *timedNode, i int) *timedEffect {
	e := &n.effects[i]
	if next := n.tries[i].next; e.to == nil && next != nil {
		e.to = g.node(next)
	}
	return e
}

// evaluate evaluates every invariant and top-level cover in a state. An
// instance that fails counts as true, or as not reached for a cover.
func (g *timedGraph) evaluate(n *timedNode) {
	some := func(p *murphi.Rule, truth bool) (found bool) {
		for _, args := range g.instances(p, n.cells) {
			holds, early := g.property(p, args, n.cells, g.look(n.cells))
			if early != nil && early.failure != nil {
				n.violated = append(n.violated, g.row(early.failure))
			}
			found = found || early == nil && holds == truth
		}
		return found
	}
	for row, p := range g.wanted {
		if some(p, false) {
			n.violated = append(n.violated, row)
		}
	}
	for row, p := range g.covers {
		if some(p, true) {
			n.reached = append(n.reached, row)
		}
	}
}
