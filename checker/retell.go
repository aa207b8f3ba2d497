package checker

import (
	"math/big"
	"slices"

	"lockcheck/checker/naive"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// The limits of one run that is judged by itself: of a walk, or of a file.
const (
	LimitOneRun = "one run"
	LimitWalks  = "random walks"
)

// mostGoals is how many states the interpreter looks at to decide whether a
// goal is out of reach, where no search has decided it.
const mostGoals = 20_000

// Judgement is what one run says of a property.
type Judgement uint8

// The judgements. Open is for a goal of which the interpreter cannot tell in
// reasonable time whether it is out of reach.
const (
	Kept Judgement = iota
	Broken
	Open
)

// Tell makes a trace of a run of the interpreter, which need not violate
// anything. times, if not nil, says when each step is taken.
func (j *Judge) Tell(run *naive.Run, times []*big.Rat) *Trace {
	t := &Trace{StartInstance: uint32(run.StartNumber()), Times: times}
	for _, s := range run.Taken() {
		t.Instances = append(t.Instances, model.Instance(s))
	}
	t.tell(run)
	return t
}

// Judge says whether a row is broken at the end of a run, of which t is the
// trace, and if so, why, in t.
func (j *Judge) Judge(row int, run *naive.Run, t *Trace) Judgement {
	if c := &j.ledger.claims[row]; c.kind == kindLiveness {
		switch stuck, decided := run.SurelyStuck(j.property(c), mostGoals); {
		case !decided:
			return Open
		case !stuck:
			return Kept
		}
	}
	if j.blame(row, run, t) {
		t.Idle = j.idle(row, t)
		return Broken
	}
	return Kept
}

// Claim returns the name and kind of a row.
func (j *Judge) Claim(row int) (name, kind string) {
	c := &j.ledger.claims[row]
	return c.name, c.kind
}

// Broken returns the rows that the last state of a run breaks, or its failure:
// all but goals, which one state does not tell. A mistake of the model comes
// as SpecRow.
func (j *Judge) Broken(run *naive.Run) []int {
	return j.brokenOf(run, func(kind string) bool { return kind != kindLiveness })
}

// BrokenInvariants are those rows of [Judge.Broken] that are invariants, which
// takes less time to find out.
func (j *Judge) BrokenInvariants(run *naive.Run) []int {
	return j.brokenOf(run, func(kind string) bool { return kind == kindInvariant })
}

func (j *Judge) brokenOf(run *naive.Run, asked func(kind string) bool) []int {
	var rows, failed []int
	looked := false
	for row := range j.ledger.claims {
		broken := false
		switch kind := j.ledger.claims[row].kind; {
		case !asked(kind):
		case kind == kindInvariant || kind == kindLiveness || kind == kindDeadlock:
			_, broken = j.why(row, run)
		default: // a failure: one look at the state finds all
			if !looked {
				looked = true
				run.WhyFailed(func(f *murphi.Failure) bool {
					failed = append(failed, j.ledger.failure(f))
					return false
				})
			}
			broken = slices.Contains(failed, row)
		}
		if broken {
			rows = append(rows, row)
		}
	}
	return rows
}
