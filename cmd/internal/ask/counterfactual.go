package ask

import (
	"io"
	"slices"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/out"
)

// Counterfactual follows the counterexample under the first repair of the
// catalogue that was found to help. nil: there is none, or the repaired model
// begins in another way.
func (p *Prepared) Counterfactual(c Choices, remedies []out.Remedy, q *checker.PropertyResult) (*out.Counterfactual, error) {
	if p.Target.Entry == nil || q == nil {
		return nil, nil
	}
	for _, r := range p.Target.Entry.Repairs {
		helps := func(m out.Remedy) bool { return m.Flags == FlagsText(r.Params) && m.Verdict == checker.Safe }
		if !slices.ContainsFunc(remedies, helps) {
			continue
		}
		bare, question := p.repaired(c, r.Params)
		repaired, err := Prepare(bare, question, io.Discard, false)
		if err != nil {
			return nil, err
		}
		_, f, err := p.follow(q.Trace, repaired)
		if f == nil || err != nil {
			return nil, err
		}
		return &out.Counterfactual{Flags: FlagsText(r.Params), Title: r.Title, Steps: altered(f)}, nil
	}
	return nil, nil
}

// altered tells what became of each planned step.
func altered(f *naive.Followed) []out.Altered {
	var all []out.Altered
	for _, b := range f.Became {
		a := out.Altered{Otherwise: b.Fate == naive.TakenOtherwise, Reason: b.Reason}
		if b.Step >= 0 {
			s := checker.StepOf(&f.Run.Steps[b.Step])
			a.Step = &s
		}
		all = append(all, a)
	}
	return all
}

// follow runs a counterexample again, and follows it on a repaired model as far
// as it goes. No Followed: that model begins in another way, so there is nothing
// to compare.
func (p *Prepared) follow(t *checker.Trace, repaired *Prepared) (*naive.Run, *naive.Followed, error) {
	run, err := t.Replay(p.Model, p.Ranks)
	if err != nil {
		return nil, nil, err
	}
	start, err := naive.StartStep(repaired.Model, int(t.StartInstance), repaired.Ranks)
	if err != nil {
		return run, nil, nil
	}
	f, err := naive.Follow(repaired.Model, start, run.Plan(), repaired.Ranks)
	if err != nil {
		return run, nil, nil
	}
	return run, f, nil
}
