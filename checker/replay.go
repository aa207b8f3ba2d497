package checker

import (
	"lockcheck/checker/naive"
	"lockcheck/model"
	"lockcheck/model/murphi"
)

// teller makes traces: it knows the model and what the properties are called.
type teller struct {
	sys    model.System
	opt    *Options
	name   string // of the model, for reports
	ledger *ledger
}

func newTeller(sys model.System, opt *Options) teller {
	return teller{sys, opt, modelName(opt.Tree), newLedger(sys, opt)}
}

// replay makes a trace of a path: the naive interpreter, which shares nothing
// with the machine that found it, runs it again and tells it in words. A path
// that does not replay, or does not end in a violation of the claim, is a
// mistake of lockcheck.
func (s *teller) replay(row int, p *path) (*Trace, error) { return s.replayWith(row, p, nil) }

// replayWith is replay with one more thing to ask of the run, if check is not
// nil.
func (s *teller) replayWith(row int, p *path, check func(*naive.Run) error) (*Trace, error) {
	t := &Trace{Instances: make([]model.Instance, len(p.steps)), StartInstance: p.start}
	for i, id := range p.steps {
		t.Instances[i] = s.sys.Instance(id)
	}
	if s.opt.Tree == nil {
		return t, nil
	}
	run, err := t.Replay(s.opt.Tree, s.opt.Ranks)
	if err != nil {
		return nil, s.broken(row, "trace does not replay: "+err.Error())
	}
	if check != nil {
		if err := check(run); err != nil {
			return nil, s.broken(row, err.Error())
		}
	}
	t.tell(run)
	if !s.blame(row, run, t) {
		return nil, s.broken(row, "trace does not end in a violation")
	}
	return t, nil
}

// blame says in t why a claim is broken at the end of run, and which steps have
// to do with it; it reports false if the claim is not broken.
func (s *teller) blame(row int, run *naive.Run, t *Trace) bool {
	why, ok := s.why(row, run)
	if !ok {
		return false
	}
	t.Why = Why{Expr: why.Expr, FalseConjunct: why.FalseConjunct, Failure: why.Failure}
	for _, v := range why.Values {
		t.Why.Values = append(t.Why.Values, Change{Path: v.Path, To: defined(v)})
	}
	if c := &s.ledger.claims[row]; c.kind != kindLiveness && c.kind != kindDeadlock {
		t.Decisive = run.Decisive(func(run *naive.Run) bool { _, ok := s.why(row, run); return ok })
	}
	return true
}

func (s *teller) broken(row int, reason string) error {
	return &InternalError{Model: s.name, Reason: reason + ": " + s.ledger.claims[row].name}
}

// Replay has the interpreter run a trace again, on its model.
func (t *Trace) Replay(m *murphi.Model, ranks bool) (*naive.Run, error) {
	start, err := naive.StartStep(m, int(t.StartInstance), ranks)
	if err != nil {
		return nil, err
	}
	steps := make([]naive.Step, len(t.Instances))
	for i, id := range t.Instances {
		steps[i] = naive.Step(id)
	}
	return naive.Replay(m, start, steps, ranks)
}

// mostStuck is how many states the interpreter looks at for a goal that should
// be out of reach.
const mostStuck = 1000

// why asks the interpreter why the claim is broken at the end of run. It
// reports false if it is not.
func (s *teller) why(row int, run *naive.Run) (naive.Why, bool) {
	switch c := &s.ledger.claims[row]; c.kind {
	case kindInvariant:
		return run.Why(s.property(c))
	case kindLiveness:
		why, ok := run.Why(s.property(c))
		return why, ok && run.Stuck(s.property(c), mostStuck)
	case kindDeadlock:
		return naive.Why{}, run.Deadlocked(naive.Deadlock(s.opt.Deadlock))
	}
	return run.WhyFailed(func(f *murphi.Failure) bool { return s.ledger.failure(f) == row })
}

func (s *teller) property(c *claim) *murphi.Rule {
	return s.opt.Tree.Properties[s.sys.Properties()[c.system].Tree]
}

// tell copies the words of a run.
func (t *Trace) tell(run *naive.Run) {
	t.Start, t.StartRule, t.StartArgs = StateOf(run.Start), run.StartRule, newArgs(run.StartArgs)
	for i := range run.Steps {
		t.Steps = append(t.Steps, StepOf(&run.Steps[i]))
	}
	if n := len(t.Steps); n > 0 {
		t.Steps[n-1].Failure = run.Failure
	}
	for _, f := range run.Flows() {
		t.Flows = append(t.Flows, Flow(f))
	}
}

func newArgs(args []naive.Arg) []Arg {
	var all []Arg
	for _, a := range args {
		all = append(all, Arg(a))
	}
	return all
}

// StepOf is a step of the interpreter as results have it.
func StepOf(n *naive.RunStep) Step {
	s := Step{
		Rule: n.Rule, Args: newArgs(n.Args), Actor: n.Actor, Fault: n.Fault,
		Line: n.Line, Say: n.Say, State: StateOf(n.State),
	}
	for _, c := range n.Changes {
		s.Changes = append(s.Changes, Change(c))
	}
	return s
}

// StateOf is a state of the interpreter as results have it.
func StateOf(n naive.State) State {
	s := State{}
	for _, v := range n.Vars {
		s.Vars = append(s.Vars, Var(v))
	}
	for _, o := range n.Observed {
		s.Observed = append(s.Observed, Observation(o))
	}
	return s
}

// specError is the error of a model that is wrong in itself.
func (s *search) specError(row int) error {
	x, err := s.walkBack(row, nil)
	if err != nil {
		return err
	}
	p, err := x.first()
	if err != nil {
		return err
	}
	t, err := s.replay(row, p)
	if err != nil {
		return err
	}
	return newSpecError(t)
}

// defined is the value of a variable, nil when it is undefined.
func defined(v naive.Var) *string {
	if !v.Defined {
		return nil
	}
	return &v.Value
}
