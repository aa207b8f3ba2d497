package naive

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/model/murphi"
)

// Walk is a run in the making, step by step. [Walk.Run] tells it so far.
type Walk struct {
	run  *Run
	told *printer // of the path; nil when there are new steps
}

// NewWalk begins a walk in a start state; it is over at once if that fails.
func NewWalk(m *murphi.Model, start Step, ranks bool) (*Walk, error) {
	run := &Run{machine: newMachine(m, ranks)}
	first, err := run.fire(m.Starts, start, make([]cell, run.machine.cells))
	if err != nil {
		return nil, fmt.Errorf("start state: %w", err)
	}
	run.path = []fired{first}
	return &Walk{run: run}, nil
}

// Run tells the walk as a run. It is not changed by later steps.
func (w *Walk) Run() *Run {
	run := &Run{machine: w.run.machine, path: slices.Clone(w.run.path), Failure: w.run.Failure}
	run.finish()
	return run
}

// Steps are the steps so far, for [Replay].
func (w *Walk) Steps() []Step { return w.run.Taken() }

// Taken returns the steps of a run in numbers.
func (run *Run) Taken() []Step {
	var all []Step
	for _, f := range run.path[1:] {
		all = append(all, f.step)
	}
	return all
}

// StartNumber is the number of the start state that a run begins in: see
// [StartStep].
func (run *Run) StartNumber() int {
	n := 0
	for _, rule := range run.machine.model.Starts {
		for _, args := range run.machine.instances(rule, make([]cell, run.machine.cells)) {
			if compareSteps(Step{rule.Index, args}, run.path[0].step) == 0 {
				return n
			}
			n++
		}
	}
	return -1
}

func (w *Walk) now() []cell { return w.run.path[len(w.run.path)-1].after }

func (w *Walk) printer() *printer {
	if w.told == nil {
		w.told = newPrinter(w.run.machine, w.run.path)
	}
	return w.told
}

// Failed returns the run-time failure that ended the walk, or nil.
func (w *Walk) Failed() *murphi.Failure { return w.run.Failure }

// Enabled returns the steps that can be taken, in order: none after a failure.
// A step that an assume drops is not among them.
func (w *Walk) Enabled() []Step {
	if w.run.Failure != nil {
		return nil
	}
	x, state := w.run.machine, w.now()
	var all []Step
	for _, rule := range x.model.Rules {
		for _, args := range x.instances(rule, state) {
			values, _ := x.resolve(rule, args, state)
			if !x.enabled(rule, values, x.look(state)) {
				continue
			}
			if _, early := x.fire(rule, values, x.look(state)); early == nil || early.failure != nil {
				all = append(all, Step{rule.Index, args})
			}
		}
	}
	return all
}

// Take takes a step.
func (w *Walk) Take(step Step) error {
	if w.run.Failure != nil {
		return fmt.Errorf("the run has failed: %s", w.run.Failure.Detail)
	}
	next, err := w.run.fire(w.run.machine.model.Rules, step, w.now())
	if err == nil {
		w.run.path, w.told = append(w.run.path, next), nil
	}
	return err
}

// Back takes steps back until n are left.
func (w *Walk) Back(n int) {
	if n < len(w.run.path)-1 {
		w.run.path, w.run.Failure, w.told = w.run.path[:n+1], nil, nil
	}
}

// Name writes a step that could be taken now as a call. An ordinal that would
// be new is told by its place: "GrantAnew(A, between 1 and 2)".
func (w *Walk) Name(step Step) string {
	rule := w.run.machine.model.Rules[step.Rule]
	s := RunStep{Rule: rule.Title}
	for _, a := range w.names(rule, step.Args) {
		s.Args = append(s.Args, Arg{Value: a})
	}
	return s.String()
}

func (w *Walk) names(rule *murphi.Rule, args []int64) []string {
	x, state := w.run.machine, w.now()
	values, ok := x.resolve(rule, args, state)
	if !ok {
		return []string{fmt.Sprint(args)}
	}
	var all []string
	r, p := x.run(state), w.printer()
	for i, q := range rule.Params {
		text := p.value(q.Type, values[i])
		if x.chooses(q) && args[i]%2 == 1 {
			below, _ := r.at(q.Type, args[i]-1)
			text = "above " + p.value(q.Type, below)
			if above, ok := r.at(q.Type, args[i]+1); ok {
				text = "between " + p.value(q.Type, below) + " and " + p.value(q.Type, above)
			}
		}
		all = append(all, text)
		r.vars().set(q, holding(q.Type, values[i]))
	}
	return all
}

// Outlook tells a step that could be taken now as if it had been.
func (w *Walk) Outlook(step Step) (RunStep, error) {
	run := &Run{machine: w.run.machine, path: slices.Clone(w.run.path)}
	next, err := run.fire(run.machine.model.Rules, step, w.now())
	if err != nil {
		return RunStep{}, err
	}
	run.path = append(run.path, next)
	run.printer = newPrinter(run.machine, run.path)
	run.tell(run.path[len(run.path)-2:])
	return run.Steps[0], nil
}

// Obstacle is why an instance of a rule is not enabled.
type Obstacle struct {
	Step   Step
	Name   string // of the instance, as a call
	Reason string // in one line
	Why    Why    // empty if it is no guard that forbids it
}

// Obstacles says of every instance of a rule that is not enabled now why that
// is so.
func (w *Walk) Obstacles(rule *murphi.Rule) []Obstacle {
	x, state := w.run.machine, w.now()
	var all []Obstacle
	for _, args := range x.instances(rule, state) {
		o := Obstacle{Step: Step{rule.Index, args}}
		values, _ := x.resolve(rule, args, state)
		trial := &Run{machine: x}
		_, err := trial.fire(x.model.Rules, o.Step, state)
		switch {
		case w.run.Failure != nil:
			o.Reason = "the run has failed: " + w.run.Failure.Detail
		case err == nil:
			continue
		case rule.Off && rule.Ann.Fault != nil:
			o.Reason = "the fault " + rule.Ann.Fault.Kind + " is switched off"
		default:
			why, off := w.printer().whyNot(rule, values, state)
			if o.Reason = err.Error(); off {
				o.Why, o.Reason = why, why.sentence()
			}
		}
		o.Name = w.Name(o.Step)
		all = append(all, o)
	}
	return all
}

// Find returns the instances, enabled or not, that a call names: a rule's
// title, and values as they are printed for the first of its parameters or all
// of them. Upper and lower case are the same.
func (w *Walk) Find(title string, values []string) []Step {
	x := w.run.machine
	var all []Step
	for _, rule := range x.model.Rules {
		if !strings.EqualFold(rule.Title, title) {
			continue
		}
		for _, args := range x.instances(rule, w.now()) {
			names := w.names(rule, args)
			if len(values) <= len(names) && slices.EqualFunc(values, names[:len(values)], strings.EqualFold) {
				all = append(all, Step{rule.Index, args})
			}
		}
	}
	return all
}
