package timed

import (
	"encoding/binary"
	"errors"
	"slices"

	"lockcheck/checker"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// Delays says when instances of a rule may be taken and when they must be.
type Delays func(*murphi.Rule) murphi.Delay

// Graph holds the states of a model as far as checks in real time have visited
// them, with their steps and running clocks. None of this depends on how long
// delays are, so checks that differ in durations alone share one. It is not safe
// for concurrent use.
type Graph struct {
	sys     model.Timed
	opt     checker.Options
	judge   *checker.Judge
	machine model.Machine
	words   int
	rules   []model.RuleInfo
	clocks  []model.Clock

	states []uint64 // by node, words each
	nodes  []node
	byKey  map[string]int32
	starts []start
	begun  bool

	renamed map[string][]int32 // permutation to the new number of each clock
	out     model.Successors
	ev      model.Evaluation
	key     []byte

	edgeCount int64
}

// start is a start state, or one that fails.
type start struct {
	instance uint32
	to       int32 // -1: fails
	row      int32 // what the failure breaks
	perm     []uint8
}

// node is a canonical state.
type node struct {
	running []running // by number of the clock
	edges   []edge    // nil: not expanded yet
	broken  []int32   // rows of claims
	reached []int32   // covers
	topBit  bool      // with ranks off, TOP alone kept a rule from being enabled
}

// running is a clock that runs in a state.
type running struct {
	clock   int32
	enabled bool // an instance is enabled: the clock's latest bound counts
}

// edge is a step from a node.
type edge struct {
	instance uint32
	to       int32 // -1: the step fails, or an assume drops it
	row      int32 // what the failure breaks; -1 if none
	clock    int32 // number of its rule's clock; -1: its rule has no delay
	at       int32 // where that is in running; -1: it does not run
	fault    bool
	covers   []int32 // statements that hold on the way
	// keep says, for each clock that runs in to, which one in running it is; -1:
	// it begins at 0. nil: not known yet.
	keep []int32
	perm []uint8
}

// errNeedRoom asks for a graph of a roomier system.
var errNeedRoom = errors.New("the layout has too little room for ordinals")

// NewGraph returns a Graph without states yet. Of opt, Run, Spill, Cache and
// Workers have no effect: all is kept in memory, and one check has one
// goroutine. Deadlocks are not looked for.
func NewGraph(sys model.Timed, opt checker.Options) *Graph {
	opt.Deadlock = checker.DeadlockOff
	g := &Graph{opt: opt}
	g.begin(sys)
	return g
}

// begin forgets all states.
func (g *Graph) begin(sys model.Timed) {
	*g = Graph{
		sys: sys, opt: g.opt, judge: checker.NewJudge(sys, g.opt), machine: sys.NewMachine(),
		words: sys.Words(), rules: sys.Rules(), clocks: sys.Clocks(),
		byKey: map[string]int32{}, renamed: map[string][]int32{},
		out: model.Successors{WantPerms: true, CoverStmts: make([]bool, sys.CoverStmts()), WantCoverings: true},
	}
}

// intern returns the node of a state.
func (g *Graph) intern(state []uint64) int32 {
	g.key = g.key[:0]
	for _, w := range state {
		g.key = binary.LittleEndian.AppendUint64(g.key, w)
	}
	if n, ok := g.byKey[string(g.key)]; ok {
		return n
	}
	n := int32(len(g.nodes))
	g.byKey[string(g.key)] = n
	g.states = append(g.states, state...)
	g.nodes = append(g.nodes, node{})
	return n
}

// beginning finds the start states.
func (g *Graph) beginning() error {
	if g.begun {
		return nil
	}
	g.out.Reset()
	g.machine.Starts(&g.out)
	if g.out.NeedRoom {
		return errNeedRoom
	}
	size := g.sys.PermSize()
	for i, id := range g.out.Instances {
		s := start{instance: id, to: g.intern(g.out.States[i*g.words : (i+1)*g.words]), row: -1}
		s.perm = slices.Clone(g.out.Perms[i*size : (i+1)*size])
		g.starts = append(g.starts, s)
	}
	for i := range g.out.Failures {
		f := &g.out.Failures[i]
		g.starts = append(g.starts, start{instance: f.Instance, to: -1, row: int32(g.judge.Failure(&f.Failure))})
	}
	slices.SortStableFunc(g.starts, func(a, b start) int { return int(int64(a.instance) - int64(b.instance)) })
	g.begun = true
	return nil
}

// node returns a node with its steps.
func (g *Graph) node(n int32) (*node, error) {
	if g.nodes[n].edges == nil {
		if err := g.expand(n); err != nil {
			return nil, err
		}
	}
	return &g.nodes[n], nil
}

// follow returns the node that the i-th edge of from leads to, and finds out
// which clocks go on running on the way, unless that is known.
func (g *Graph) follow(from int32, i int) (*node, error) {
	e := &g.nodes[from].edges[i]
	to, err := g.node(e.to)
	if err == nil && e.keep == nil {
		g.connect(g.nodes[from].running, e)
	}
	return to, err
}

// expand finds the steps of a node and the clocks that run in it.
func (g *Graph) expand(n int32) error {
	state := slices.Clone(g.states[int(n)*g.words : (int(n)+1)*g.words])
	g.out.Reset()
	g.out.TopBit = false
	g.machine.Expand(state, &g.out)
	if g.out.NeedRoom {
		return errNeedRoom
	}
	g.machine.Evaluate(state, &g.ev)
	broken, reached := g.judge.State(&g.ev)
	enabled := map[int32]bool{}
	edges := make([]edge, 0, len(g.out.Instances))
	size := g.sys.PermSize()
	for i, id := range g.out.Instances {
		e := g.edge(id)
		enabled[e.clock] = true
		e.to = g.intern(g.out.States[i*g.words : (i+1)*g.words])
		e.perm = slices.Clone(g.out.Perms[i*size : (i+1)*size])
		edges = append(edges, e)
	}
	for i := range g.out.Failures {
		f := &g.out.Failures[i]
		row := g.judge.Failure(&f.Failure)
		if f.InGuard {
			broken = append(broken, row)
			continue
		}
		e := g.edge(f.Instance)
		enabled[e.clock] = true
		e.row = int32(row)
		edges = append(edges, e)
	}
	for _, c := range g.out.Coverings {
		if !slices.ContainsFunc(edges, func(e edge) bool { return e.instance == c.Instance }) {
			edges = append(edges, g.edge(c.Instance)) // dropped, but not before it covered something
		}
	}
	x := &g.nodes[n]
	x.topBit = g.out.TopBit
	for _, row := range broken {
		x.broken = append(x.broken, int32(row))
	}
	for _, c := range reached {
		x.reached = append(x.reached, int32(c))
	}
	x.running = g.runningIn(enabled)
	for i := range edges {
		e := &edges[i]
		e.at = find(x.running, e.clock)
		for _, c := range g.out.Coverings {
			if c.Instance == e.instance {
				e.covers = append(e.covers, int32(g.judge.Statement(c.Statement)))
			}
		}
	}
	x.edges = edges
	g.edgeCount += int64(len(edges))
	return nil
}

func (g *Graph) edge(id uint32) edge {
	return edge{
		instance: id, to: -1, row: -1, clock: int32(g.sys.ClockOf(id)), at: -1,
		fault: g.rules[g.sys.Instance(id).Rule].Fault,
	}
}

// runningIn lists the clocks that run in the state that was just evaluated.
func (g *Graph) runningIn(enabled map[int32]bool) []running {
	var list []running
	for i, c := range g.clocks {
		on := enabled[int32(i)]
		runs := on
		if c.Condition >= 0 {
			runs = g.ev.Values[c.Condition]
		}
		if runs {
			list = append(list, running{int32(i), on})
		}
	}
	return list
}

// find returns where a clock is in a list, or -1.
func find(list []running, clock int32) int32 {
	for i := range list {
		if list[i].clock == clock {
			return int32(i)
		}
	}
	return -1
}

// connect finds out which clocks go on running over an edge.
func (g *Graph) connect(from []running, e *edge) {
	restarted := g.sys.Restarts(nil, e.instance)
	if e.clock >= 0 {
		restarted = append(restarted, int(e.clock))
	}
	to := g.nodes[e.to].running
	names := g.rename(e.perm)
	e.keep = make([]int32, len(to))
	for i := range e.keep {
		e.keep[i] = -1
	}
	for i, r := range from {
		if slices.Contains(restarted, int(r.clock)) {
			continue
		}
		name := r.clock
		if names != nil {
			name = names[r.clock]
		}
		if at := find(to, name); at >= 0 {
			e.keep[at] = int32(i)
		}
	}
}

// rename returns the new number of each clock under a permutation, nil when
// none changes.
func (g *Graph) rename(perm []uint8) []int32 {
	if names, ok := g.renamed[string(perm)]; ok {
		return names
	}
	var names []int32
	if len(perm) > 0 {
		for i := range g.clocks {
			names = append(names, int32(g.sys.MapClock(i, perm)))
		}
	}
	g.renamed[string(perm)] = names
	return names
}

// bytes is about what the nodes take.
func (g *Graph) bytes() int64 {
	return int64(len(g.states))*16 + int64(len(g.nodes))*200 + g.edgeCount*int64(120+g.sys.PermSize())
}
