package naive

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/model/murphi"
)

// Run is a run of a model, told in words. Ordinals are printed as numbers that
// count 1, 2, 3.
type Run struct {
	StartRule string
	StartArgs []Arg
	Start     State
	Steps     []RunStep
	// Failure is set when the last step, or without steps the start state,
	// ended in a run-time failure. The state after it is the one before it.
	Failure *murphi.Failure

	machine *machine
	printer *printer
	path    []fired // the start state, then the steps
	last    []cell
	failed  fired // the step that failed
	trail   []Var // what its last statement had read
}

// State is a state: its variables of simple types in order of declaration, and
// what the observe functions say.
type State struct {
	Vars     []Var
	Observed []Observation
}

// Var is a simple variable, "at[c1].phase". Value is "" when it is undefined.
type Var struct {
	Path, Value string
	Defined     bool
}

// Observation is the result of an observe function for one argument; Arg is ""
// if it has no parameter. Value is "" if the function fails.
type Observation struct {
	Func, Arg, Value string
}

// Arg is the value of a parameter.
type Arg struct{ Name, Value string }

// Change is a variable that a step changed; nil means undefined.
type Change struct {
	Path     string
	From, To *string
}

// RunStep is a step of a run.
type RunStep struct {
	Rule    string
	Args    []Arg
	Actor   string // a client, or "env"
	Fault   string // the kind, or ""
	Line    string
	Say     string
	Changes []Change
	State   State // after the step
}

// fired is a step before it is told.
type fired struct {
	step          Step
	rule          *murphi.Rule
	values        []int64
	before, after []cell
	reads         *reads // of its last statement
}

// reads are the variables of the state that an evaluation has read, in order,
// with the values that they had.
type reads struct {
	at    []int
	cells []cell
}

// note returns a function that notes the variables that r reads.
func (n *reads) note(r *run) func(place) {
	return func(p place) {
		if i, ok := r.index(p); ok && !slices.Contains(n.at, i) {
			n.at, n.cells = append(n.at, i), append(n.cells, p.cells[0])
		}
	}
}

// reads prints variables that were read.
func (p *printer) reads(n *reads) []Var {
	var all []Var
	for k, i := range n.at {
		all = append(all, p.variable(i, n.cells[k]))
	}
	return all
}

// Replay runs m from a start state along the given steps. Ordinals are not
// reduced on the way. An error means that there is no such run: an instance
// that does not exist or is not enabled, a step that an assume drops, or a
// failure before the last step.
func Replay(m *murphi.Model, start Step, steps []Step, ranks bool) (*Run, error) {
	run, err := Rerun(m, start, steps, ranks)
	if err != nil {
		return nil, err
	}
	run.tell(run.path)
	return run, nil
}

// Rerun is Replay without the words: the run has neither Start nor Steps. What
// it says of its end is the same.
func Rerun(m *murphi.Model, start Step, steps []Step, ranks bool) (*Run, error) {
	x := newMachine(m, ranks)
	run := &Run{machine: x}
	state := make([]cell, x.cells)
	first, err := run.fire(m.Starts, start, state)
	if err != nil {
		return nil, fmt.Errorf("start state: %w", err)
	}
	all := []fired{first}
	for i, step := range steps {
		if run.Failure != nil {
			return nil, fmt.Errorf("step %d: the step before it failed: %s", i+1, run.Failure.Detail)
		}
		next, err := run.fire(m.Rules, step, all[i].after)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		all = append(all, next)
	}
	run.path = all
	run.arrive()
	return run, nil
}

// finish tells a run of which the path is complete.
func (run *Run) finish() {
	run.arrive()
	run.tell(run.path)
}

// arrive notes where a run has ended.
func (run *Run) arrive() {
	all := run.path
	run.last = all[len(all)-1].after
	run.printer = newPrinter(run.machine, all)
	if run.Failure != nil {
		run.failed = all[len(all)-1]
		run.trail = run.printer.reads(run.failed.reads)
	}
}

// fire takes one step of the run.
func (run *Run) fire(rules []*murphi.Rule, step Step, state []cell) (fired, error) {
	x := run.machine
	if step.Rule < 0 || step.Rule >= len(rules) {
		return fired{}, fmt.Errorf("there is no rule %d", step.Rule)
	}
	rule := rules[step.Rule]
	values, ok := x.resolve(rule, step.Args, state)
	if !ok {
		return fired{}, fmt.Errorf("rule %s has no instance %v here", rule.Title, step.Args)
	}
	look := x.look(state)
	if rule.Kind == murphi.SimpleRule && !x.enabled(rule, values, look) {
		if look.failure != nil {
			return fired{}, fmt.Errorf("the guard of rule %s fails: %s", rule.Title, look.failure.Detail)
		}
		return fired{}, fmt.Errorf("rule %s is not enabled", rule.Title)
	}
	look.reads = &reads{}
	next, early := x.fire(rule, values, look)
	switch {
	case early == nil:
		return fired{step, rule, values, state, next, look.reads}, nil
	case early.failure != nil:
		run.Failure = early.failure
	case rule.Kind == murphi.StartState:
		run.Failure = assumeFailedAtStart(early.assume)
	default:
		return fired{}, fmt.Errorf("an assume drops the step %s", rule.Title)
	}
	return fired{step, rule, values, state, state, look.reads}, nil
}

func assumeFailedAtStart(assume murphi.Expr) *murphi.Failure {
	return &murphi.Failure{
		Kind: murphi.AssumeFailedAtStart, At: assume.Place(), Assert: -1,
		Detail: "the start state breaks the assumption " + murphi.PrintExpr(assume),
	}
}

// tell fills in the words.
func (run *Run) tell(all []fired) {
	p := run.printer
	run.StartRule, run.StartArgs = all[0].rule.Title, p.args(all[0])
	run.Start = p.state(all[0].after)
	for _, f := range all[1:] {
		s := RunStep{
			Rule:    f.rule.Title,
			Args:    p.args(f),
			Actor:   "env",
			Line:    f.rule.Ann.Line,
			Say:     p.say(f),
			Changes: p.changes(f.before, f.after),
			State:   p.state(f.after),
		}
		if i := f.rule.ActorParam(); i >= 0 {
			s.Actor = s.Args[i].Value
		}
		if fault := f.rule.Ann.Fault; fault != nil {
			s.Fault = fault.Kind
		}
		run.Steps = append(run.Steps, s)
	}
}

func (p *printer) args(f fired) []Arg {
	var args []Arg
	for i, q := range f.rule.Params {
		args = append(args, Arg{q.Name, p.value(q.Type, f.values[i])})
	}
	return args
}

// state prints a state.
func (p *printer) state(cells []cell) State {
	s := State{Observed: p.observe(cells)}
	for i, c := range cells {
		s.Vars = append(s.Vars, p.variable(i, c))
	}
	return s
}

// variable prints the i-th simple variable of a state.
func (p *printer) variable(i int, c cell) Var {
	v := Var{Path: p.paths[i], Defined: c.defined}
	if c.defined {
		v.Value = p.value(p.types[i], c.n)
	}
	return v
}

func (p *printer) changes(before, after []cell) []Change {
	var all []Change
	for i, from := range before {
		if to := after[i]; from.defined != to.defined || from.n != to.n {
			all = append(all, Change{p.paths[i], p.optional(i, from), p.optional(i, to)})
		}
	}
	return all
}

func (p *printer) optional(i int, c cell) *string {
	if !c.defined {
		return nil
	}
	text := p.value(p.types[i], c.n)
	return &text
}

// observe calls the observe functions, those of the given names or all, for
// every argument.
func (p *printer) observe(cells []cell, names ...string) []Observation {
	var all []Observation
	for _, f := range p.model.Funcs {
		if !f.Observe || len(names) > 0 && !slices.Contains(names, f.Name) {
			continue
		}
		if len(f.Params) == 0 {
			all = append(all, Observation{Func: f.Name, Value: p.call(f, nil, cells)})
			continue
		}
		t := f.Params[0].Type
		lo, hi := t.Bounds()
		for n := lo; n <= hi; n++ {
			arg := &murphi.Ident{Decl: &murphi.EnumMember{Index: n, Type: t}}
			all = append(all, Observation{f.Name, p.value(t, n), p.call(f, []murphi.Expr{arg}, cells)})
		}
	}
	return all
}

// call prints the result of a function; "" if it fails.
func (p *printer) call(f *murphi.Func, args []murphi.Expr, cells []cell) (text string) {
	attempt(func() {
		if c := p.run(slices.Clone(cells)).call(f, args).cells[0]; c.defined {
			text = p.value(f.ResultType, c.n)
		}
	})
	return text
}

// say tells a step in the words of its annotation; without one, its name and
// arguments.
func (p *printer) say(f fired) string {
	if f.rule.Ann.Say == nil {
		var values []string
		for _, a := range p.args(f) {
			values = append(values, a.Value)
		}
		if values == nil {
			return f.rule.Title
		}
		return f.rule.Title + "(" + strings.Join(values, ", ") + ")"
	}
	text := ""
	for _, piece := range f.rule.Ann.Say.Pieces {
		switch {
		case piece.Expr == nil:
			text += piece.Text
		case piece.Old:
			text += p.evaluated(piece.Expr, f, f.before)
		default:
			text += p.evaluated(piece.Expr, f, f.after)
		}
	}
	return text
}

// evaluated prints the value of an expression in the scope of a rule.
func (p *printer) evaluated(e murphi.Expr, f fired, cells []cell) string {
	text := "undefined"
	attempt(func() {
		r := p.run(slices.Clone(cells))
		r.enter(f.rule, f.values)
		text = p.value(e.Of(), r.value(e))
	})
	return text
}
