package naive

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lockcheck/model/murphi"
)

// Planned is a step of a schedule: a rule by its title, and the values of its
// arguments as a run prints them. The names of the arguments may be left out.
type Planned struct {
	Rule string
	Args []Arg

	// values are those of the run that the plan was made of: its ordinals may
	// be printed as other numbers than those of the run that follows it.
	values []int64
}

// String writes a planned step as a call: "Apply(A)".
func (p Planned) String() string { return RunStep{Rule: p.Rule, Args: p.Args}.String() }

// Plan is the schedule of a run, to be followed on another model.
func (run *Run) Plan() []Planned {
	var all []Planned
	for i, s := range run.Steps {
		p := Planned{Rule: s.Rule, Args: s.Args}
		if run.machine.ranks {
			p.values = run.path[i+1].values
		}
		all = append(all, p)
	}
	return all
}

// Fate says what became of a planned step.
type Fate uint8

const (
	Taken          Fate = iota + 1 // by a rule of that title
	TakenOtherwise                 // by another rule of the same pseudo-code line
	Skipped                        // it was impossible
)

// String returns the fate in a word.
func (f Fate) String() string {
	return [...]string{"", "taken", "taken otherwise", "skipped"}[f]
}

// Became is what became of a planned step.
type Became struct {
	Fate Fate
	Step int // in Steps of the run; -1 if it was skipped
	// Reason says, in one line, why no rule of that title took the step:
	// "!may_apply(A) is false: ...".
	Reason string
	// Why names the first conjunct of the guard that is false, with the
	// variables that it reads. It is empty if the step was taken, and if it is
	// no guard that forbids it.
	Why Why
}

// Followed is a run that follows a schedule as far as it can.
type Followed struct {
	Run    *Run
	Index  []int    // by step of the run: in the schedule
	Became []Became // by planned step
}

// Follow runs m from a start state along a schedule. A planned step is taken by
// the first rule in file order that has its title, accepts its arguments and is
// enabled. If there is none, the first enabled rule that stands for the same
// pseudo-code line takes it with the same arguments: storage refuses a write
// instead of applying it. A step that is impossible is skipped, as are all
// after a run-time failure. An ordinal that m does not have at that point means
// its place among those that it has. Clocks are left out of account.
//
// An error means that there is no such start state.
func Follow(m *murphi.Model, start Step, schedule []Planned, ranks bool) (*Followed, error) {
	x := newMachine(m, ranks)
	f := &follower{Run: &Run{machine: x}, names: newPrinter(x, nil)}
	first, err := f.fire(m.Starts, start, make([]cell, x.cells))
	if err != nil {
		return nil, fmt.Errorf("start state: %w", err)
	}
	f.path = []fired{first}
	all := &Followed{Run: f.Run}
	var doubts []doubt
	for i, p := range schedule {
		b := Became{Fate: Skipped, Step: -1}
		next, fate, doubt := f.follow(p)
		if fate != Skipped {
			b = Became{Fate: fate, Step: len(f.path) - 1}
			f.path = append(f.path, next)
			all.Index = append(all.Index, i)
		}
		all.Became, doubts = append(all.Became, b), append(doubts, doubt)
	}
	f.finish()
	for i := range all.Became {
		if b := &all.Became[i]; b.Fate != Taken {
			b.Why, b.Reason = f.explain(doubts[i])
		}
	}
	return all, nil
}

// follower is a run in the making.
type follower struct {
	*Run
	names *printer // of values other than ordinals
}

// doubt is why no rule of the wanted title took a step: its guard, if rule is
// set, else for the reason given.
type doubt struct {
	rule   *murphi.Rule
	values []int64
	state  []cell
	reason string
}

// follow finds the step that a planned one means now. The doubt is of interest
// unless it is taken.
func (f *follower) follow(p Planned) (fired, Fate, doubt) {
	state := f.path[len(f.path)-1].after
	if f.Failure != nil {
		return fired{}, Skipped, doubt{reason: "the run has failed: " + f.Failure.Detail}
	}
	var titled, others []*murphi.Rule
	for _, r := range f.machine.model.Rules {
		if r.Title == p.Rule {
			titled = append(titled, r)
		}
	}
	if titled == nil {
		return fired{}, Skipped, doubt{reason: "there is no rule " + p.Rule}
	}
	for _, r := range f.machine.model.Rules {
		if r.Title != p.Rule && r.Ann.Line != "" && slices.ContainsFunc(titled, func(t *murphi.Rule) bool { return t.Ann.Line == r.Ann.Line }) {
			others = append(others, r)
		}
	}
	next, d, ok := f.first(titled, p, state)
	if ok {
		return next, Taken, d
	}
	if next, _, ok := f.first(others, p, state); ok {
		return next, TakenOtherwise, d
	}
	return fired{}, Skipped, d
}

// first takes the step by the first of the rules that is enabled. If there is
// none, it says what keeps a rule from it: the first one whose false conjunct
// depends on the state, since a rule that constants rule out is beside the
// point.
func (f *follower) first(rules []*murphi.Rule, p Planned, state []cell) (fired, doubt, bool) {
	var best doubt
	found := false
	for _, r := range rules {
		args, err := f.arguments(r, p, state)
		if err != nil {
			if best.rule == nil && best.reason == "" {
				best = doubt{reason: err.Error()}
			}
			continue
		}
		step := Step{r.Index, args}
		next, err := f.fire(f.machine.model.Rules, step, state)
		if err == nil {
			return next, doubt{}, true
		}
		if found {
			continue
		}
		d := doubt{reason: err.Error()}
		if r.Off && r.Ann.Fault != nil {
			d.reason = "the fault " + r.Ann.Fault.Kind + " is switched off"
		} else if values, ok := f.machine.resolve(r, args, state); ok {
			if why, ok := f.names.whyNot(r, values, state); ok {
				d = doubt{rule: r, values: values, state: state}
				found = len(why.Values) > 0
			}
		}
		if best.rule == nil || found {
			best = d
		}
	}
	return fired{}, best, false
}

// arguments returns the arguments of a rule that mean the same as planned.
func (f *follower) arguments(rule *murphi.Rule, p Planned, state []cell) ([]int64, error) {
	if len(p.Args) != len(rule.Params) {
		return nil, fmt.Errorf("%s takes another number of arguments than %d", rule.Title, len(p.Args))
	}
	r := f.machine.run(state)
	var args []int64
	for i, q := range rule.Params {
		a := p.Args[i]
		if a.Name != "" && a.Name != q.Name {
			return nil, fmt.Errorf("parameter %d of %s is %s, not %s", i+1, rule.Title, q.Name, a.Name)
		}
		n, ok := f.names.parse(q.Type, a.Value)
		if ok && f.machine.chooses(q) {
			if p.values != nil {
				n = p.values[i]
			}
			args = append(args, r.position(q.Type, n))
			n, ok = r.at(q.Type, args[i])
		} else {
			args = append(args, n)
		}
		if !ok {
			return nil, fmt.Errorf("%s is no %s: %s of %s", a.Value, q.Type, q.Name, rule.Title)
		}
		r.vars().set(q, holding(q.Type, n))
	}
	return args, nil
}

// position is where an ordinal stands among the live ones: that of an equal
// one, or between the two next to it. See [run.at].
func (r *run) position(t *murphi.Type, n int64) int64 {
	live := append([]int64{0}, r.live(t)...)
	i, equal := slices.BinarySearch(live, n)
	if equal {
		return int64(2 * i)
	}
	return int64(2*i - 1)
}

// explain says what kept a rule from a step.
func (f *follower) explain(d doubt) (Why, string) {
	if d.rule == nil {
		return Why{}, d.reason
	}
	why, _ := f.printer.whyNot(d.rule, d.values, d.state)
	return why, why.sentence()
}

// sentence says in one line what is false, or what fails.
func (w Why) sentence() string {
	text := w.FalseConjunct + " is false"
	if w.Failure != nil {
		return w.FalseConjunct + " fails: " + w.Failure.Detail
	}
	var values []string
	for _, v := range w.Values {
		value := v.Value
		if !v.Defined {
			value = "undefined"
		}
		values = append(values, v.Path+" = "+value)
	}
	if values != nil {
		text += ": " + strings.Join(values, ", ")
	}
	return text
}

// whyNot says why the guard of an instance is false in a state; it reports
// false if it holds there.
func (p *printer) whyNot(rule *murphi.Rule, values []int64, state []cell) (why Why, ok bool) {
	if rule.Guard == nil {
		return Why{}, false
	}
	b := (&Run{machine: p.machine, printer: p, last: state}).blamer(rule, values)
	why.Expr = b.text(rule.Guard)
	holds := false
	early := attempt(func() {
		b.enter(rule, values)
		if holds = b.truth(rule.Guard); !holds {
			b.blame(rule.Guard)
		}
	})
	if early != nil {
		why.Failure = early.failure
	}
	why.FalseConjunct, why.Values = b.conjunct, b.values
	if why.FalseConjunct == "" {
		why.FalseConjunct = why.Expr
	}
	return why, !holds
}

// parse reads a value of a simple type as value prints it. Under ranks an
// ordinal is read as the number of tokens minted up to it.
func (p *printer) parse(t *murphi.Type, text string) (int64, bool) {
	switch {
	case t.Kind == murphi.Enum:
		i := slices.IndexFunc(t.Members, func(m *murphi.EnumMember) bool { return m.Name == text })
		return int64(i), i >= 0
	case t.Kind == murphi.Scalarset:
		for n := range int64(count(t)) {
			if p.scalar(t, n) == text {
				return n, true
			}
		}
		return 0, false
	}
	n, ok := parseNumber(text)
	if t.Ordinal && p.ranks {
		return n * stride, ok && n >= 0 && n < 1<<40
	}
	return n, ok && p.fits(t, n)
}

// parseNumber reads a number that is written in the one way in which fmt
// prints it.
func parseNumber(text string) (int64, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == text
}
