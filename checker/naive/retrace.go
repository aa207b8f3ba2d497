package naive

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lockcheck/model/murphi"
)

// Recorded is a step of a run as somebody wrote it down, or its start state.
// What is not known is left out.
type Recorded struct {
	Rule  string // the title; "" if it is not known
	Args  map[string]string
	Actor string // for a step that is nearest; "" if it is not known
	// State holds the variables after the step, nil where undefined. Without it
	// nothing is said of the state.
	State map[string]*string
}

// Misfit is the first place where a recorded run is no run of the model.
type Misfit struct {
	Step int // 1 is the first step, 0 the start state
	// Reason says in one line what is wrong with the step.
	Reason string
	Why    Why // the conjunct that is false, if that is the reason
	// Nearest are calls of steps that are enabled there and come close.
	Nearest []string
	// Run is set if the step itself is possible and only leads to another state
	// than the recorded one: it is the run up to that state.
	Run *Run
	// Then is, after such a step, the first one that is not possible at all when
	// the steps are taken all the same, or nil.
	Then *Misfit
}

// mostNear is how many near steps a Misfit names.
const mostNear = 4

// Retrace finds the run that was recorded. Of several steps that lead to the
// recorded state, the first in order is taken. Ordinals are recorded as the
// numbers that a run prints at its end, so what counts is their order and which
// of them are the same.
func Retrace(m *murphi.Model, start Recorded, steps []Recorded, ranks bool) (*Run, *Misfit) {
	x := newMachine(m, ranks)
	r := &retracer{Walk: &Walk{run: &Run{machine: x}}, plain: newPrinter(x, nil), known: numbering{}}
	if misfit := r.begin(start); misfit != nil {
		return nil, misfit
	}
	for i, rec := range steps {
		if misfit := r.step(i+1, rec); misfit != nil {
			for j := i + 1; misfit.Run != nil && misfit.Then == nil && j < len(steps); j++ {
				bare := steps[j]
				bare.State = nil
				misfit.Then = r.step(j+1, bare)
			}
			return nil, misfit
		}
	}
	return r.Run(), nil
}

// retracer is a walk along a recording.
type retracer struct {
	*Walk
	plain *printer // of values other than ordinals
	known numbering
}

// numbering says which ordinal each recorded number stands for, in order.
type numbering map[*murphi.Type][]numbered

type numbered struct{ recorded, is int64 }

// add notes that a recorded number stands for an ordinal. It reports false if
// that would break the order of those that are known.
func (n numbering) add(t *murphi.Type, recorded, is int64) bool {
	known := n[t]
	if known == nil {
		known = []numbered{{0, 0}}
	}
	i, found := slices.BinarySearchFunc(known, recorded, func(a numbered, k int64) int { return cmp.Compare(a.recorded, k) })
	if found {
		return known[i].is == is
	}
	if i > 0 && known[i-1].is >= is || i < len(known) && known[i].is <= is {
		return false
	}
	n[t] = slices.Insert(slices.Clone(known), i, numbered{recorded, is})
	return true
}

// begin finds the start state.
func (r *retracer) begin(rec Recorded) *Misfit {
	x := r.run.machine
	var other *Run
	for _, rule := range x.model.Starts {
		for _, args := range x.instances(rule, make([]cell, x.cells)) {
			run := &Run{machine: x}
			f, err := run.fire(x.model.Starts, Step{rule.Index, args}, make([]cell, x.cells))
			if err != nil {
				continue
			}
			run.path = []fired{f}
			if r.called(f, rec) && r.fits(f, rec) {
				r.run = run
				return nil
			}
			if other == nil && (r.called(f, rec) || rec.State == nil) {
				other = run
			}
		}
	}
	if other == nil || rec.State == nil {
		return &Misfit{Reason: fmt.Sprintf("there is no start state %s", rec.Call(x.model.Starts))}
	}
	other.finish()
	return &Misfit{Reason: "no start state of the model is the recorded one", Run: other}
}

// step takes the recorded step.
func (r *retracer) step(i int, rec Recorded) *Misfit {
	if f := r.run.Failure; f != nil {
		return &Misfit{Step: i, Reason: "the step before it failed: " + f.Detail}
	}
	x, state := r.run.machine, r.now()
	var first *fired
	for _, rule := range x.model.Rules {
		if rec.Rule != "" && rule.Title != rec.Rule {
			continue
		}
		for _, args := range x.instances(rule, state) {
			trial := &Run{machine: x}
			f, err := trial.fire(x.model.Rules, Step{rule.Index, args}, state)
			if err != nil || !r.called(f, rec) {
				continue
			}
			if r.fits(f, rec) {
				r.run.path, r.run.Failure, r.told = append(r.run.path, f), trial.Failure, nil
				return nil
			}
			if first == nil {
				first = &f
			}
		}
	}
	switch {
	case rec.Rule == "":
		return &Misfit{Step: i, Reason: "no step leads to this state", Nearest: r.closest(rec)}
	case first != nil:
		if err := r.Take(first.step); err != nil {
			return &Misfit{Step: i, Reason: err.Error()}
		}
		return &Misfit{Step: i, Reason: rec.Call(x.model.Rules) + " leads to another state", Run: r.Run()}
	}
	why, reason := r.whyNot(rec)
	return &Misfit{Step: i, Reason: reason, Why: why, Nearest: r.nearest(rec)}
}

// called reports whether a step has the recorded name and arguments, ordinals
// apart.
func (r *retracer) called(f fired, rec Recorded) bool {
	if rec.Rule == "" {
		return true
	}
	if f.rule.Title != rec.Rule || len(rec.Args) != len(f.rule.Params) {
		return false
	}
	for i, q := range f.rule.Params {
		text, ok := rec.Args[q.Name]
		if !ok || !r.run.machine.chooses(q) && text != r.plain.value(q.Type, f.values[i]) {
			return false
		}
	}
	return true
}

// fits reports whether a step has the recorded ordinals and leads to the
// recorded state. If so, it notes what the recorded ordinals stand for.
func (r *retracer) fits(f fired, rec Recorded) bool {
	known := maps.Clone(r.known)
	same := func(t *murphi.Type, text string, n int64) bool {
		if !t.Ordinal || !r.run.machine.ranks {
			return text == r.plain.value(t, n)
		}
		k, ok := parseNumber(text)
		return ok && known.add(t, k, n)
	}
	for i, q := range f.rule.Params {
		if rec.Rule != "" && r.run.machine.chooses(q) && !same(q.Type, rec.Args[q.Name], f.values[i]) {
			return false
		}
	}
	if rec.State != nil {
		if len(rec.State) != len(f.after) {
			return false
		}
		for i, c := range f.after {
			text, ok := rec.State[r.plain.paths[i]]
			if !ok || (text != nil) != c.defined || text != nil && !same(r.plain.types[i], *text, c.n) {
				return false
			}
		}
	}
	r.known = known
	return true
}

// planned writes a recorded step down as a planned one of a rule.
func (rec Recorded) planned(rules []*murphi.Rule) Planned {
	p := Planned{Rule: rec.Rule}
	var order []string
	i := slices.IndexFunc(rules, func(r *murphi.Rule) bool { return r.Title == rec.Rule && len(r.Params) == len(rec.Args) })
	if i >= 0 {
		for _, q := range rules[i].Params {
			order = append(order, q.Name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(rec.Args)) {
		if !slices.Contains(order, name) {
			order = append(order, name)
		}
	}
	for _, name := range order {
		if text, ok := rec.Args[name]; ok {
			p.Args = append(p.Args, Arg{name, text})
		}
	}
	return p
}

// Call writes a recorded step as a call: "Apply(A)".
func (rec Recorded) Call(rules []*murphi.Rule) string { return rec.planned(rules).String() }

// whyNot says why a recorded step is not enabled.
func (r *retracer) whyNot(rec Recorded) (Why, string) {
	f := &follower{Run: r.Run(), names: r.plain}
	rules := f.machine.model.Rules
	titled := slices.DeleteFunc(slices.Clone(rules), func(x *murphi.Rule) bool { return x.Title != rec.Rule })
	if len(titled) == 0 {
		return Why{}, "there is no rule " + rec.Rule
	}
	_, d, ok := f.first(titled, rec.planned(rules), r.now())
	if ok {
		return Why{}, rec.Call(rules) + " chooses an ordinal that is not there"
	}
	return f.explain(d)
}

// nearest names enabled steps: of the same rule, then with the same arguments,
// then by the same actor, and if there are none, any.
func (r *retracer) nearest(rec Recorded) []string {
	enabled := r.Enabled()
	var names []string
	add := func(good func(*murphi.Rule, []string) bool) {
		for _, s := range enabled {
			rule := r.run.machine.model.Rules[s.Rule]
			if name := r.Name(s); good(rule, r.names(rule, s.Args)) && !slices.Contains(names, name) && len(names) < mostNear {
				names = append(names, name)
			}
		}
	}
	var wanted []string
	for _, a := range rec.planned(r.run.machine.model.Rules).Args {
		wanted = append(wanted, a.Value)
	}
	add(func(rule *murphi.Rule, _ []string) bool { return rule.Title == rec.Rule })
	if len(wanted) > 0 {
		add(func(_ *murphi.Rule, args []string) bool { return slices.Equal(args, wanted) })
	}
	add(func(rule *murphi.Rule, args []string) bool {
		i := rule.ActorParam()
		return i >= 0 && args[i] == rec.Actor
	})
	if names == nil {
		add(func(*murphi.Rule, []string) bool { return true })
	}
	return names
}

// closest names the enabled steps that lead closest to a recorded state, with
// what differs: "Apply(A), but for at[A].phase".
func (r *retracer) closest(rec Recorded) []string {
	type near struct {
		text string
		n    int
	}
	var all []near
	for _, s := range r.Enabled() {
		trial := &Run{machine: r.run.machine}
		f, err := trial.fire(r.run.machine.model.Rules, s, r.now())
		if err != nil {
			continue
		}
		var differs []string
		for i, c := range f.after {
			text, ok := rec.State[r.plain.paths[i]]
			if !ok || (text != nil) != c.defined || text != nil && *text != r.plain.value(r.plain.types[i], c.n) {
				differs = append(differs, r.plain.paths[i])
			}
		}
		n := len(differs)
		if n > 3 {
			differs = append(differs[:3], fmt.Sprintf("%d more", n-3))
		}
		all = append(all, near{r.Name(s) + ", but for " + strings.Join(differs, ", "), n})
	}
	slices.SortStableFunc(all, func(a, b near) int { return a.n - b.n })
	var names []string
	for _, n := range all[:min(len(all), mostNear)] {
		names = append(names, n.text)
	}
	return names
}
