package checker

import (
	"math/big"
	"slices"

	"lockcheck/checker/naive"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// Judge says what states and failures mean for the properties of a system. It
// is for searches outside this package, which find states in their own way.
// Properties are known by their row in Result.Properties.
type Judge struct {
	teller
}

// NewJudge returns the Judge of a system and options as Check takes them.
func NewJudge(sys model.System, opt Options) *Judge {
	return &Judge{newTeller(sys, &opt)}
}

// NewRunJudge returns a Judge of runs of the interpreter on opt.Tree, a configured
// model, where nobody searches: it has no system, so it can neither judge packed
// states ([Judge.State]) nor replay instances by their number ([Judge.Replay]).
// properties are those that a system would evaluate (see [model.Evaluated]).
func NewRunJudge(properties []string, opt Options) *Judge {
	return &Judge{newTeller(&outline{tree: opt.Tree, properties: model.Evaluated(opt.Tree, properties)}, &opt)}
}

// outline is what a System says about a model without having compiled it.
type outline struct {
	model.System // nil
	tree         *murphi.Model
	properties   []*murphi.Rule
}

func (o *outline) Asserts() int    { return len(o.tree.Asserts) }
func (o *outline) CoverStmts() int { return len(o.tree.CoverStmts) }

// Properties implements [model.System]. How many instances a property has is of no
// use without an evaluation.
func (o *outline) Properties() []model.PropertyInfo {
	var infos []model.PropertyInfo
	for _, r := range o.properties {
		infos = append(infos, model.PropertyInfo{Name: r.Title, Kind: r.Prop, Tree: r.Index})
	}
	return infos
}

// State returns the rows of the invariants and run-time errors that a state
// breaks, and the numbers of the covers that it reaches. ev is its evaluation.
func (j *Judge) State(ev *model.Evaluation) (broken, reached []int) {
	f := newFindings(j.ledger)
	j.ledger.evaluated(ev, 0, &f)
	return happened(f.violated), happened(f.reached)
}

// Statement returns the number, among the covers, of a cover statement.
func (j *Judge) Statement(i int) int { return j.ledger.coverStmts + i }

func happened(depths []int) (rows []int) {
	for i, d := range depths {
		if d != never {
			rows = append(rows, i)
		}
	}
	return rows
}

// Failure returns the row that a failure breaks.
func (j *Judge) Failure(f *murphi.Failure) int { return j.ledger.failure(f) }

// SpecRow is the row that stands for mistakes of the model itself, for which
// there is no result.
func (j *Judge) SpecRow() int { return j.ledger.spec }

// Rows is the number of rows, SpecRow included; Covers that of the covers.
func (j *Judge) Rows() int   { return len(j.ledger.claims) }
func (j *Judge) Covers() int { return len(j.ledger.covers) }

// Row returns the row of a property, or -1.
func (j *Judge) Row(name string) int {
	return slices.IndexFunc(j.ledger.claims[:j.ledger.spec], func(c claim) bool { return c.name == name })
}

// Fill states in r what is known of properties and covers: the least depth at
// which each row was broken and each cover reached, -1 for never, and whether
// the search was complete. Then it draws the verdict. Liveness properties are
// left out.
func (j *Judge) Fill(r *Result, broken, reached []int, complete bool) {
	any := false
	for i, c := range j.ledger.claims[:j.ledger.spec] {
		p := PropertyResult{Name: c.name, Kind: c.kind}
		switch {
		case c.kind == kindLiveness:
			continue
		case broken[i] >= 0:
			p.Decision, p.Depth, any = Violated, broken[i], true
		case complete && r.Limit == nil:
			p.Decision = Holds
		}
		r.Properties = append(r.Properties, p)
	}
	for i, c := range j.ledger.covers {
		r.Covers = append(r.Covers, CoverResult{Name: c.name, Reached: reached[i] >= 0, Depth: max(0, reached[i])})
	}
	r.conclude(any, j.opt.Strict)
}

// Replay makes a trace of a run in real time that breaks a row, by the
// interpreter, which fails if it sees the steps or their times otherwise.
func (j *Judge) Replay(row int, start uint32, steps []uint32, times []*big.Rat, delay func(*murphi.Rule) murphi.Delay) (*Trace, error) {
	t, err := j.replayWith(row, &path{start, steps}, func(run *naive.Run) error { return run.CheckTimes(delay, times) })
	if err == nil {
		t.Times = times
	}
	return t, err
}

// TokenLimit is the limit of a search, complete up to depth, in which with ranks
// off TOP alone kept a rule from being enabled.
func (j *Judge) TokenLimit(depth int) *Limit { return j.tokenLimit(depth) }

// SpecError is the error of a model that is wrong in itself, as a run shows.
func (j *Judge) SpecError(t *Trace) *SpecError { return newSpecError(t) }
