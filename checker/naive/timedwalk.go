package naive

import (
	"math/big"
	"slices"

	"lockcheck/model/murphi"
)

// TimedWalk is a walk in real time: it takes no step before its clock allows it,
// and lets no time pass beyond what is due. So [Run.CheckTimes] finds nothing
// wrong with it.
type TimedWalk struct {
	walk  *Walk
	watch *watch
	times []*big.Rat
}

// Option is a step that a timed walk could take, be it now or later.
type Option struct {
	Step     Step
	Rule     *murphi.Rule
	Args     []string // as a run prints them
	Earliest *big.Rat // since the start, not before now
	// Latest is when it must be taken, or nil. It is before now if the guard came
	// true after that: then no time may pass.
	Latest *big.Rat
}

// NewTimedWalk begins a walk in a start state. delay gives the bounds of every
// rule in nanoseconds, as [murphi.Settings.Delay] does.
func NewTimedWalk(m *murphi.Model, start Step, ranks bool, delay func(*murphi.Rule) murphi.Delay) (*TimedWalk, error) {
	walk, err := NewWalk(m, start, ranks)
	if err != nil {
		return nil, err
	}
	walk.run.printer = newPrinter(walk.run.machine, nil)
	w := &watch{run: walk.run, timer: newTimer(walk.run.machine), delay: delay, now: new(big.Rat)}
	w.look(walk.now(), nil)
	return &TimedWalk{walk: walk, watch: w}, nil
}

// Now is the time since the start, in nanoseconds.
func (w *TimedWalk) Now() *big.Rat { return w.watch.now }

// Times says when each step was taken.
func (w *TimedWalk) Times() []*big.Rat { return slices.Clone(w.times) }

// Run tells the walk as a run.
func (w *TimedWalk) Run() *Run { return w.walk.Run() }

// State is the state now. Ordinals that were chosen between others are not
// numbered yet as the run will number them.
func (w *TimedWalk) State() State { return w.watch.run.printer.state(w.walk.now()) }

// Options returns the steps whose guards hold now, in the order of their rules
// and arguments: those that can be taken now, and those for which it is too
// early. There are none after a failure.
func (w *TimedWalk) Options() []Option {
	if w.walk.Failed() != nil {
		return nil
	}
	var all []Option
	for _, t := range w.watch.moment.tries {
		rule := w.watch.model.Rules[t.Rule]
		delay, since := w.watch.delay(rule), w.watch.since[t.clock]
		if t.dropped() || since == nil && delay.Earliest.Sign() > 0 {
			continue
		}
		o := Option{Step: t.Step, Rule: rule, Earliest: w.watch.now}
		values, _ := w.watch.resolve(rule, t.Args, w.walk.now())
		for i, q := range rule.Params {
			o.Args = append(o.Args, w.watch.run.printer.value(q.Type, values[i]))
		}
		if since != nil {
			if at := new(big.Rat).Add(since, delay.Earliest); at.Cmp(o.Earliest) > 0 {
				o.Earliest = at
			}
			if delay.Latest != nil {
				o.Latest = new(big.Rat).Add(since, delay.Latest)
			}
		}
		all = append(all, o)
	}
	return all
}

// Since is when the clock of a step of Options was 0, or now if it has none.
func (w *TimedWalk) Since(step Step) *big.Rat {
	for _, t := range w.watch.moment.tries {
		if since := w.watch.since[t.clock]; since != nil && compareSteps(t.Step, step) == 0 {
			return since
		}
	}
	return w.watch.now
}

// After returns the state that a step would lead to, if it can be taken and does
// not fail.
func (w *TimedWalk) After(step Step) (State, bool) {
	for _, t := range w.watch.moment.tries {
		if compareSteps(t.Step, step) == 0 && t.next != nil {
			return w.watch.run.printer.state(t.next), true
		}
	}
	return State{}, false
}

// Wait lets time pass. It is an error if something is due before.
func (w *TimedWalk) Wait(until *big.Rat) error { return w.watch.wait(until) }

// Take takes a step now. It is an error if it cannot be taken yet.
func (w *TimedWalk) Take(step Step) error {
	run := w.walk.run
	next, err := run.fire(run.machine.model.Rules, step, w.walk.now())
	if err != nil {
		return err
	}
	if err := w.watch.step(next); err != nil {
		return err
	}
	run.path, w.walk.told = append(run.path, next), nil
	w.times = append(w.times, w.watch.now)
	return nil
}

// Until is the run up to and including its step n, told again only in what it
// says of its end.
func (run *Run) Until(n int) *Run {
	if n == len(run.path)-1 {
		return run
	}
	part := &Run{machine: run.machine, path: run.path[:n+1]}
	part.arrive()
	return part
}

// Clock is the clock of a step whose guard holds.
type Clock struct {
	Rule  *murphi.Rule
	Args  []string // as a run prints them
	Since *big.Rat // when it was 0
}

// Clocks returns, for the start state and after each step, the clocks of the
// steps of some rules whose guards hold and whose clocks run. times says when
// each step is taken.
func (run *Run) Clocks(times []*big.Rat, of func(*murphi.Rule) bool) [][]Clock {
	t := newTimer(run.machine)
	since := map[int]*big.Rat{}
	var all [][]Clock
	for i, f := range run.path {
		now, restarted := new(big.Rat), []int(nil)
		if i > 0 {
			now, restarted = times[i-1], t.restarts(f.rule, f.values, f.before)
		}
		running, enabled := t.clocksOf(f.after, of)
		next := map[int]*big.Rat{}
		for n := range running {
			next[n] = now
			if from, ran := since[n]; ran && !slices.Contains(restarted, n) {
				next[n] = from
			}
		}
		since = next
		var clocks []Clock
		for _, e := range enabled {
			if c := t.clock(e.rule, e.values); since[c] != nil {
				clocks = append(clocks, Clock{e.rule, run.values(e), since[c]})
			}
		}
		all = append(all, clocks)
	}
	return all
}

// values prints the values of an instance.
func (run *Run) values(f fired) (all []string) {
	for _, a := range run.printer.args(f) {
		all = append(all, a.Value)
	}
	return all
}

// clocksOf returns which clocks of some rules run in a state, and which of their
// instances are enabled. It is what moment does, for these rules alone.
func (t *timer) clocksOf(state []cell, of func(*murphi.Rule) bool) (running map[int]bool, enabled []fired) {
	running = map[int]bool{}
	for _, rule := range t.model.Rules {
		if rule.Off || !of(rule) {
			continue
		}
		condition := while(rule)
		for _, args := range t.instances(rule, state) {
			values, _ := t.resolve(rule, args, state)
			n := t.clock(rule, values)
			if condition != nil {
				if holds, _ := t.holds(condition, rule, values, state); holds {
					running[n] = true
				}
			}
			look := t.look(state)
			if !t.enabled(rule, values, look) {
				continue
			}
			if _, early := t.fire(rule, values, look); early != nil && early.failure == nil {
				continue // an assume drops it
			}
			enabled = append(enabled, fired{step: Step{rule.Index, args}, rule: rule, values: values})
			if condition == nil {
				running[n] = true
			}
		}
	}
	return running, enabled
}
