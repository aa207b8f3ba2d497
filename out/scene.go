package out

import (
	"slices"
	"strings"

	"lockcheck/checker"
)

// scene is a run read for a picture: who takes part, what each step is, which
// messages travel, and since when who believes what. SVG, HTML, Mermaid and
// ShiViz are drawn from it.
type scene struct {
	trace    *checker.Trace
	before   int    // steps that were left out before it
	title    string // what is violated, in words
	property string
	end      string // what the last step is: "VIOLATION"; "" of a run that is only a run
	parties  []party
	steps    []sceneStep
	messages []message // by the step in which they arrive
	pauses   []stretch // a client is stopped or has crashed: note says how
	beliefs  []stretch // a client believes or owns: note is its mark
	leases   []stretch // the service, or a node, takes someone for the holder: note is whom
	queues   []string  // by step, 0 is the start: who stands in line; nil if the protocol has no queue
	cause    *cause
	belief   *Belief
}

// Cover is the kind of a property that stands for a cover: its trace is a run
// that reaches it, and nothing is violated.
const Cover = "cover"

// partyKind is what someone is.
type partyKind uint8

const (
	clientParty partyKind = iota
	serviceParty
	nodeParty // one of several lock servers
	storageParty
)

// party is somebody with a lane.
type party struct {
	name string
	kind partyKind
}

// sceneStep is a step as it is drawn.
type sceneStep struct {
	*checker.Step
	index       int    // from 1
	lane        int    // of the party at which it happens
	name        string // "Grant", or of a fault its kind
	token       string // the token that is granted, sent or looked at; "" if there is none
	time        string // "" if time was left out
	environment bool   // nobody's own doing
	last        bool   // the violation
	cause       bool   // lies on the way to it
	idle        bool   // can be spared
}

// message is a step at one party that makes one at another possible.
type message struct {
	from, to       int // steps
	source, target int // lanes
	lost           bool
	late           bool // a fault has held it up
	cause          bool
}

// stretch is a state that lasts: after step from until step to, or to the end.
type stretch struct {
	lane     int
	from, to int
	note     string
	ended    bool // by step to; else it lasts
}

// sceneOf reads the counterexample of a property. Steps that can be spared are
// left in, and marked. The run of a property that is not violated is only a run.
func sceneOf(r *Report, q *checker.PropertyResult) *scene {
	t := q.Trace
	s := &scene{trace: t, property: q.Name, title: "a run", belief: BeliefOf(t), cause: &cause{steps: make([]bool, len(t.Steps)+1)}}
	if q.Decision == checker.Violated {
		s.title, s.end = q.Name+" is violated", "VIOLATION"
	}
	if m := r.Meanings[q.Name]; m.Broken != "" {
		s.title = m.Broken
	}
	if q.Kind == Cover {
		s.title, s.end = "a shortest run in which "+q.Name, "REACHED"
	}
	if s.end != "" {
		s.cause = causeOf(t)
	}
	clients, nodes := s.belief.Clients, nodesOf(t, r.Owners)
	times := timesOf(t, fewDigits)
	var lanes []string // by step
	for i := range t.Steps {
		step := &t.Steps[i]
		if step.Actor != "env" && step.Actor != "" && !contains(clients, step.Actor) {
			clients = append(clients, step.Actor)
		}
		lanes = append(lanes, "")
	}
	for i := range t.Steps {
		lanes[i] = laneOf(&t.Steps[i], clients, nodes, r.Owners)
	}
	s.addParties(clients, nodes, lanes)
	for i := range t.Steps {
		step := sceneStep{
			Step: &t.Steps[i], index: i + 1, lane: s.lane(lanes[i]), environment: environment(&t.Steps[i]),
			last: s.end != "" && i == len(t.Steps)-1, cause: s.cause.steps[i+1], idle: slices.Contains(t.Idle, i+1),
		}
		step.name = step.Rule
		if step.Fault != "" {
			step.name = step.Fault
		}
		if times != nil {
			step.time = times[i]
		}
		step.token = s.tokenOf(i, clients)
		s.steps = append(s.steps, step)
	}
	s.addMessages()
	s.addPauses()
	s.addBeliefs()
	s.addLeases(r)
	s.addQueues(r)
	return s
}

// laneOf is where a step happens: as ownLane has it, but with a lane for each
// node where there are several.
func laneOf(s *checker.Step, clients, nodes []string, owners Owners) string {
	own := ownLane(s, clients, owners)
	if own != laneService && !(s.Fault != "" && len(nodes) > 0) {
		return own
	}
	for _, a := range s.Args {
		if contains(nodes, a.Value) {
			return a.Value
		}
	}
	return own
}

// addParties gives lanes to those who take part, as clients do who believe or
// hold: the first client, the service or its nodes, the other clients, storage.
func (s *scene) addParties(clients, nodes, lanes []string) {
	used := func(name string) bool { return contains(lanes, name) }
	var others []party
	for _, c := range clients {
		switch {
		case !used(c) && !s.belief.tells(c):
		case len(s.parties) == 0:
			s.parties = append(s.parties, party{c, clientParty})
		default:
			others = append(others, party{c, clientParty})
		}
	}
	if used(laneService) {
		s.parties = append(s.parties, party{laneService, serviceParty})
	}
	if slices.ContainsFunc(nodes, used) {
		for _, n := range nodes {
			s.parties = append(s.parties, party{n, nodeParty})
		}
	}
	s.parties = append(s.parties, others...)
	if used(laneStorage) {
		s.parties = append(s.parties, party{laneStorage, storageParty})
	}
}

// lane is the number of a party, -1 if it has none.
func (s *scene) lane(name string) int {
	return slices.IndexFunc(s.parties, func(p party) bool { return p.name == name })
}

// tokenOf is the token of a step that grants, sends or looks at one.
func (s *scene) tokenOf(i int, clients []string) string {
	step := &s.trace.Steps[i]
	c := ""
	for _, a := range step.Args {
		if contains(clients, a.Value) {
			c = a.Value
		}
	}
	switch {
	case c == "" || step.Fault != "":
	case strings.HasPrefix(step.Line, "S") && s.belief.Tokens[i][c] != s.belief.Tokens[i+1][c]:
		return s.belief.Tokens[i+1][c]
	case strings.HasPrefix(step.Line, "W"), strings.HasPrefix(step.Line, "D"):
		return s.belief.Tokens[i][c]
	}
	return ""
}

// nodesOf returns the names of the lock servers, where there are several: the
// indices of variables that are a node's knowledge.
func nodesOf(t *checker.Trace, owners Owners) []string {
	var nodes []string
	for _, v := range t.Start.Vars {
		if owners.Of(v.Path) != Node {
			continue
		}
		if at := indicesOf(v.Path); len(at) > 0 && !contains(nodes, at[0]) {
			nodes = append(nodes, at[0])
		}
	}
	return nodes
}
