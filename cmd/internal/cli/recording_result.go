package cli

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
)

// readResult reads a trace of a result: of the property, else the first, else
// the run that violates nothing.
func (r *recording) readResult(property string) error {
	if err := r.readQuestion(r.tree); err != nil {
		return err
	}
	properties, err := r.tree.field("properties")
	if err != nil {
		return err
	}
	all, err := properties.list()
	if err != nil {
		return err
	}
	var names []string
	for _, p := range all {
		name, kind, trace, err := readProperty(p)
		if err != nil {
			return err
		}
		if trace.value == nil {
			continue
		}
		names = append(names, name)
		if property == "" || property == name {
			r.property, r.kind = name, kind
			return r.readSteps(trace)
		}
	}
	if property != "" {
		if names == nil {
			return fmt.Errorf("there is no trace in it")
		}
		return fmt.Errorf("there is no trace of %w", ask.Unknown("property", property, names))
	}
	run, ok, err := r.tree.maybe("run")
	if err != nil || !ok {
		return fmt.Errorf("there is no trace in it")
	}
	return r.readSteps(run)
}

func readProperty(p spot) (name, kind string, trace spot, err error) {
	for field, text := range map[string]*string{"name": &name, "kind": &kind} {
		f, err := p.field(field)
		if err != nil {
			return "", "", f, err
		}
		if *text, err = f.text(); err != nil {
			return "", "", f, err
		}
	}
	trace, err = p.field("trace")
	return name, kind, trace, err
}

// readSteps reads a trace of a result.
func (r *recording) readSteps(trace spot) error {
	r.trace = trace
	start, err := trace.field("start")
	if err != nil {
		return err
	}
	if r.start.State, err = start.state(); err != nil {
		return err
	}
	list, err := trace.field("steps")
	if err != nil {
		return err
	}
	steps, err := list.list()
	if err != nil {
		return err
	}
	if err := list.bounded(len(steps), len(r.start.State)); err != nil {
		return err
	}
	state := r.start.State
	for _, s := range steps {
		rec, err := s.step()
		if err != nil {
			return err
		}
		if state, err = s.changed(state); err != nil {
			return err
		}
		rec.State = state
		r.steps = append(r.steps, rec)
		if err := r.readTime(s); err != nil {
			return err
		}
	}
	return r.checkTimes()
}

// mostValues bounds what the states of a run hold together.
const mostValues = 2_000_000

// bounded refuses a run that is too long to be gone through in seconds.
func (s spot) bounded(steps, variables int) error {
	if steps > mostSteps {
		return s.errorf("%d steps; replay takes at most %d", steps, mostSteps)
	}
	if steps*variables > mostValues {
		return s.errorf("%d steps with %d variables; replay takes at most %d values", steps, variables, mostValues)
	}
	return nil
}

// state reads an object from paths to values.
func (s spot) state() (map[string]*string, error) {
	object, err := s.object()
	if err != nil {
		return nil, err
	}
	state := map[string]*string{}
	for _, path := range slices.Sorted(maps.Keys(object)) {
		f, _, _ := s.maybe(path)
		if state[path], err = f.simple(); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// step reads which step it is.
func (s spot) step() (rec naive.Recorded, err error) {
	rule, err := s.field("rule")
	if err == nil {
		rec.Rule, err = rule.text()
	}
	if err == nil && rec.Rule == "" {
		err = rule.errorf("is empty")
	}
	if err != nil {
		return rec, err
	}
	args, err := s.field("args")
	if err == nil {
		rec.Args, err = args.fields()
	}
	if err != nil {
		return rec, err
	}
	if actor, ok, _ := s.maybe("actor"); ok {
		rec.Actor, err = actor.text()
	}
	return rec, err
}

// changed returns the state after a step.
func (s spot) changed(state map[string]*string) (map[string]*string, error) {
	list, err := s.field("changes")
	if err != nil {
		return nil, err
	}
	changes, err := list.list()
	if err != nil {
		return nil, err
	}
	state = maps.Clone(state)
	for _, c := range changes {
		where, err := c.field("path")
		if err != nil {
			return nil, err
		}
		path, err := where.text()
		if err != nil {
			return nil, err
		}
		to, err := c.field("to")
		if err != nil {
			return nil, err
		}
		if state[path], err = to.simple(); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// readTime reads when a step is taken, if that is said.
func (r *recording) readTime(s spot) error {
	at, ok, err := s.maybe("at")
	if err != nil || !ok {
		return err
	}
	text, err := at.text()
	if err != nil {
		return err
	}
	t, ok := exactly(text)
	if !ok {
		return at.errorf("want seconds such as 19.602s or 3000/101s, found %s", inShort(text))
	}
	r.times = append(r.times, t)
	return nil
}

// checkTimes wants a time for each step, or for none.
func (r *recording) checkTimes() error {
	switch bounded := r.own && r.question.Timing == "bounded"; {
	case len(r.times) != 0 && len(r.times) != len(r.steps):
		return r.trace.errorf("%d of %d steps have a time", len(r.times), len(r.steps))
	case bounded && len(r.times) != len(r.steps):
		return r.trace.errorf("a run in real time says when each step is taken, and this one does not")
	case bounded && r.times == nil:
		r.times = []*big.Rat{}
	}
	return nil
}

// mostDigits bounds the numbers of a time: sums and differences of durations
// take far fewer.
const mostDigits = 200

// exactly reads seconds, as a decimal or a fraction, in nanoseconds.
func exactly(text string) (*big.Rat, bool) {
	number, ok := strings.CutSuffix(text, "s")
	if !ok || len(number) > mostDigits || strings.Trim(number, "0123456789./") != "" {
		return nil, false
	}
	v, ok := new(big.Rat).SetString(number)
	if !ok {
		return nil, false
	}
	return v.Mul(v, big.NewRat(1e9, 1)), true
}
