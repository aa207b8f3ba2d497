package checker

import (
	"errors"
	"fmt"

	"lockcheck/model/murphi"
)

// Again makes the trace of a row anew, as the interpreter tells it: of t only
// the numbers count, which are the start state, the instances and the times.
// An error says that they are no run that breaks the row, so that t is of
// another model or is damaged.
func (j *Judge) Again(row int, t *Trace, delay func(*murphi.Rule) murphi.Delay) (*Trace, error) {
	run, err := t.Replay(j.opt.Tree, j.opt.Ranks)
	if err != nil {
		return nil, err
	}
	if t.Times != nil {
		if err := run.CheckTimes(delay, t.Times); err != nil {
			return nil, err
		}
	}
	made := &Trace{StartInstance: t.StartInstance, Instances: t.Instances, Times: t.Times}
	made.tell(run)
	if !j.blame(row, run, made) {
		return nil, fmt.Errorf("the trace does not break %s", j.ledger.claims[row].name)
	}
	return made, nil
}

// Again makes the traces of a result anew (see [Judge.Again]). An error says that
// it is no result of the judge's system.
func (r *Result) Again(j *Judge, delay func(*murphi.Rule) murphi.Delay) error {
	for i := range r.Properties {
		p := &r.Properties[i]
		row := j.Row(p.Name)
		switch {
		case row < 0 || j.ledger.claims[row].kind != p.Kind:
			return fmt.Errorf("there is no property %q of kind %q", p.Name, p.Kind)
		case (p.Decision == Violated) != (p.Trace != nil):
			return fmt.Errorf("%s is %s, and there is no trace that shows it", p.Name, p.Decision)
		case p.Trace == nil:
			continue
		case len(p.Trace.Instances) != p.Depth:
			return errors.New("a trace has another length than the result says")
		}
		var err error
		if p.Trace, err = j.Again(row, p.Trace, delay); err != nil {
			return err
		}
	}
	return nil
}
