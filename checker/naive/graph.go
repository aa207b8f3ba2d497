package naive

import (
	"fmt"
	"strings"

	"lockcheck/model/murphi"
)

// Graph is a whole transition system, for drawing. With symmetry a state
// stands for its orbit, in the frame of the first one found, and the arguments
// of a step are in the frame of the state that it leaves.
type Graph struct {
	States []GraphState // in the order in which the search finds them
	Edges  []GraphEdge  // by source
}

// GraphState is a state of a Graph.
type GraphState struct {
	State    State
	Level    int
	Start    bool
	Violates []string // invariants that are false here, by title
}

// GraphEdge is a step between states of a Graph. Its RunStep tells no changes,
// no state and no words.
type GraphEdge struct {
	From, To int
	Step     RunStep
}

// Explore visits every state of m, up to a limit. It reports false if there
// are more.
func Explore(m *murphi.Model, opt Options, limit int) (*Graph, bool) {
	s := &search{machine: newMachine(m, opt.Ranks), opt: opt, found: map[string]int{}, orbits: map[string]bool{}}
	s.open()
	s.orbit = s.orbitKey()
	s.start()
	p := newPrinter(s.machine, nil)
	g := &Graph{}
	place := map[string]int{} // in g.States, by orbit
	var first []int           // the state in s of each in g
	for level := 0; level < len(s.levels); level++ {
		for _, i := range s.levels[level] {
			if !s.states[i].first {
				continue
			}
			if len(first) == limit {
				return nil, false
			}
			place[s.orbit(s.states[i].cells)] = len(first)
			first = append(first, i)
			g.States = append(g.States, GraphState{
				State: p.state(s.states[i].cells), Level: level,
				Start: s.states[i].start != nil, Violates: s.violates(s.states[i].cells),
			})
			s.expand(i)
		}
	}
	for from, i := range first {
		st := s.states[i]
		for _, a := range st.steps {
			to := place[s.orbit(s.states[a.to].cells)]
			g.Edges = append(g.Edges, GraphEdge{from, to, p.bare(a.Step, st.cells)})
		}
	}
	return g, true
}

// violates returns the invariants that are false in a state.
func (s *search) violates(cells []cell) []string {
	var titles []string
	for _, c := range s.claims {
		if c.property == nil || c.property.Prop != murphi.Invariant {
			continue
		}
		for _, args := range s.instances(c.property, cells) {
			if holds, early := s.property(c.property, args, cells, s.look(cells)); !holds && early == nil {
				titles = append(titles, c.Name)
				break
			}
		}
	}
	return titles
}

// bare tells who does what in a step, and no more.
func (p *printer) bare(step Step, cells []cell) RunStep {
	rule := p.model.Rules[step.Rule]
	values, _ := p.resolve(rule, step.Args, cells)
	s := RunStep{Rule: rule.Title, Args: p.args(fired{rule: rule, values: values}), Actor: "env", Line: rule.Ann.Line}
	if i := rule.ActorParam(); i >= 0 {
		s.Actor = s.Args[i].Value
	}
	if rule.Ann.Fault != nil {
		s.Fault = rule.Ann.Fault.Kind
	}
	return s
}

// Branches returns what else was possible along a run: for the start state and
// then after each step, the enabled instances other than the one that the run
// takes. start counts the instances of the start states in file order.
func Branches(m *murphi.Model, start int, steps []Step, ranks bool) ([][]RunStep, error) {
	run := &Run{machine: newMachine(m, ranks)}
	x := run.machine
	first, err := x.startStep(start)
	if err != nil {
		return nil, err
	}
	f, err := run.fire(m.Starts, first, make([]cell, x.cells))
	if err != nil {
		return nil, fmt.Errorf("start state: %w", err)
	}
	p := newPrinter(x, nil)
	var all [][]RunStep
	for i := 0; ; i++ {
		var others []RunStep
		for _, rule := range m.Rules {
			for _, args := range x.instances(rule, f.after) {
				step := Step{rule.Index, args}
				values, _ := x.resolve(rule, args, f.after)
				taken := i < len(steps) && compareSteps(step, steps[i]) == 0
				if !taken && x.enabled(rule, values, x.look(f.after)) {
					others = append(others, p.bare(step, f.after))
				}
			}
		}
		all = append(all, others)
		if i == len(steps) || run.Failure != nil {
			return all, nil
		}
		if f, err = run.fire(m.Rules, steps[i], f.after); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
}

// StartStep returns the instance of a start state that has the given number:
// they are counted in file order, the last parameter varying fastest.
func StartStep(m *murphi.Model, number int, ranks bool) (Step, error) {
	return newMachine(m, ranks).startStep(number)
}

func (m *machine) startStep(number int) (Step, error) {
	left := number
	for _, rule := range m.model.Starts {
		all := m.instances(rule, make([]cell, m.cells))
		if left < len(all) {
			return Step{rule.Index, all[left]}, nil
		}
		left -= len(all)
	}
	return Step{}, fmt.Errorf("there is no start state %d", number)
}

// String writes a step as a call: "Acquire(c1)".
func (s RunStep) String() string {
	var values []string
	for _, a := range s.Args {
		values = append(values, a.Value)
	}
	if values == nil {
		return s.Rule
	}
	return s.Rule + "(" + strings.Join(values, ", ") + ")"
}
