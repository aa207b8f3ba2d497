package naive

import (
	"encoding/binary"
	"maps"
	"slices"

	"lockcheck/model/murphi"
)

// clock is the clock of an instance of a rule. Instances that differ in
// ordinals only share one, so that it needs no other name when ordinals are
// reduced.
type clock struct {
	rule *murphi.Rule
	args []int64 // of the parameters that are no ordinals
}

// timer knows the clocks of a model. It numbers them as it meets them.
type timer struct {
	*machine
	number map[string]int // by rule and arguments
	clocks []clock
	named  map[string]*murphi.Rule
}

func newTimer(m *machine) *timer {
	t := &timer{machine: m, number: map[string]int{}, named: map[string]*murphi.Rule{}}
	for _, r := range m.model.Rules {
		if r.Name != "" {
			t.named[r.Name] = r
		}
	}
	return t
}

// clock returns the number of an instance's clock; values are as given by
// resolve.
func (t *timer) clock(rule *murphi.Rule, values []int64) int {
	var args []int64
	name := binary.AppendVarint(nil, int64(rule.Index))
	for i, q := range rule.Params {
		if !q.Type.Ordinal {
			args = append(args, values[i])
			name = binary.AppendVarint(name, values[i])
		}
	}
	if n, known := t.number[string(name)]; known {
		return n
	}
	n := len(t.clocks)
	t.number[string(name)] = n
	t.clocks = append(t.clocks, clock{rule, args})
	return n
}

// moment is what a state means for time, whatever the bounds of the delays.
type moment struct {
	running  []int      // clocks, ascending
	tries    []timedTry // of all instances whose guard holds
	failures []*murphi.Failure
	covered  []int // cover statements that held in guards
	topBit   bool
}

// timedTry is an attempt at a step whose guard holds.
type timedTry struct {
	try
	clock    int
	restarts []int // the clocks that are 0 after it, its own among them
	covered  []int // cover statements that held in it
}

// dropped reports whether an assume drops the step: it counts as not enabled.
func (t timedTry) dropped() bool { return t.next == nil && t.failure == nil }

// moment evaluates all guards and all conditions of clocks in a state, and
// makes all steps. A guard or condition that fails counts as false. The states
// after the steps are not reduced.
func (t *timer) moment(cells []cell) *moment {
	m := &moment{}
	running := map[int]bool{}
	look := t.look(cells)
	note := func(f *murphi.Failure) {
		if f != nil {
			m.failures = append(m.failures, f)
		}
	}
	for _, rule := range t.model.Rules {
		if rule.Off {
			continue
		}
		condition := while(rule)
		for _, args := range t.instances(rule, cells) {
			values, _ := t.resolve(rule, args, cells)
			n := t.clock(rule, values)
			if condition != nil {
				holds, failure := t.holds(condition, rule, values, cells)
				note(failure)
				running[n] = running[n] || holds
			}
			look.failure = nil
			if !t.enabled(rule, values, look) {
				note(look.failure)
				continue
			}
			try := t.try(Step{rule.Index, args}, values, cells)
			m.tries = append(m.tries, try)
			if condition == nil && !try.dropped() {
				running[n] = true
			}
		}
	}
	maps.DeleteFunc(running, func(_ int, runs bool) bool { return !runs })
	m.running = slices.Sorted(maps.Keys(running))
	m.covered, m.topBit = slices.Sorted(maps.Keys(look.covered)), look.topBit
	return m
}

// while returns the condition under which the clocks of a rule run; nil means
// that the instance is enabled.
func while(rule *murphi.Rule) murphi.Expr {
	if rule.Ann.Delay == nil {
		return nil
	}
	return rule.Ann.Delay.While
}

// holds evaluates a condition in the scope of an instance.
func (t *timer) holds(e murphi.Expr, rule *murphi.Rule, values []int64, cells []cell) (holds bool, failure *murphi.Failure) {
	r := t.run(cells)
	early := attempt(func() {
		r.enter(rule, values)
		holds = r.truth(e)
	})
	if early != nil {
		return false, early.failure
	}
	return holds, nil
}

func (t *timer) try(step Step, values []int64, cells []cell) timedTry {
	rule := t.model.Rules[step.Rule]
	look := t.look(cells)
	next, early := t.fire(rule, values, look)
	a := timedTry{
		try:      try{Step: step},
		clock:    t.clock(rule, values),
		restarts: t.restarts(rule, values, cells),
		covered:  slices.Sorted(maps.Keys(look.covered)),
	}
	if early == nil {
		a.next = next
	} else {
		a.failure = early.failure
	}
	return a
}

// restarts returns the clocks that an instance sets to 0 when it fires, its
// own first. An instance that does not exist has no clock to restart.
func (t *timer) restarts(rule *murphi.Rule, values []int64, cells []cell) []int {
	all := []int{t.clock(rule, values)}
	for _, re := range rule.Ann.Restarts {
		var args []int64
		r := t.run(cells)
		early := attempt(func() {
			r.enter(rule, values)
			for _, a := range re.Args {
				args = append(args, r.value(a))
			}
		})
		if early == nil {
			all = append(all, t.clock(t.named[re.Rule], args))
		}
	}
	return all
}
