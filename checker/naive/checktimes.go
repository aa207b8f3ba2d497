package naive

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"lockcheck/model/murphi"
)

// CheckTimes checks that the steps of a run can happen at the given times: by
// the bounds in nanoseconds that delay gives every rule, as
// [murphi.Settings.Delay] does. times[i] is when step i happens, in
// nanoseconds after the start state; it does not fall. Nothing need happen
// after the last step. The error names the first step, and the instance of a
// rule, at which a bound is broken: a step that comes before its clock allows
// it or without a clock, or time that passes although an instance is due, be
// it one that the run fires or not. Arithmetic is exact.
func (run *Run) CheckTimes(delay func(*murphi.Rule) murphi.Delay, times []*big.Rat) error {
	steps := run.path[1:]
	if len(times) != len(steps) {
		return fmt.Errorf("%d times for %d steps", len(times), len(steps))
	}
	w := &watch{run: run, timer: newTimer(run.machine), delay: delay, now: new(big.Rat)}
	w.look(run.path[0].after, nil)
	for i, step := range steps {
		if times[i] == nil {
			return fmt.Errorf("step %d has no time", i+1)
		}
		err := w.wait(times[i])
		if err == nil {
			err = w.step(step)
		}
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return nil
}

// watch follows the clocks along a run.
type watch struct {
	*timer
	run    *Run
	delay  func(*murphi.Rule) murphi.Delay
	now    *big.Rat
	moment *moment
	since  map[int]*big.Rat // when the clocks that run were 0
}

// look takes in a state. Clocks that ran before go on, but for those restarted.
func (w *watch) look(cells []cell, restarted []int) {
	w.moment = w.timer.moment(cells)
	since := map[int]*big.Rat{}
	for _, c := range w.moment.running {
		since[c] = w.now
		if from, ran := w.since[c]; ran && !slices.Contains(restarted, c) {
			since[c] = from
		}
	}
	w.since = since
}

// wait lets time pass.
func (w *watch) wait(until *big.Rat) error {
	switch until.Cmp(w.now) {
	case 0:
		return nil
	case -1:
		return fmt.Errorf("it is at %s, which is before %s", timeText(until), timeText(w.now))
	}
	for _, t := range w.moment.tries {
		latest := w.delay(w.model.Rules[t.Rule]).Latest
		from, runs := w.since[t.clock]
		if latest == nil || !runs || t.dropped() {
			continue
		}
		due := new(big.Rat).Add(from, latest)
		if until.Cmp(due) <= 0 {
			continue
		}
		if due.Cmp(w.now) < 0 {
			due = w.now // its guard came true late
		}
		return fmt.Errorf("it is at %s, but %s was due at %s", timeText(until), w.instance(t.clock), timeText(due))
	}
	w.now = until
	return nil
}

// step takes a step of the run now.
func (w *watch) step(f fired) error {
	c := w.clock(f.rule, f.values)
	if earliest := w.delay(f.rule).Earliest; earliest.Sign() > 0 {
		from, runs := w.since[c]
		if !runs {
			return fmt.Errorf("%s fires without a clock, but waits for %s", w.instance(c), timeText(earliest))
		}
		if at := new(big.Rat).Add(from, earliest); w.now.Cmp(at) < 0 {
			return fmt.Errorf("%s fires at %s, but may not before %s", w.instance(c), timeText(w.now), timeText(at))
		}
	}
	w.look(f.after, w.restarts(f.rule, f.values, f.before))
	return nil
}

// instance names what a clock belongs to: "rule Renew(c1)".
func (w *watch) instance(c int) string {
	var args []string
	rest := w.clocks[c].args
	for _, q := range w.clocks[c].rule.Params {
		if !q.Type.Ordinal {
			args = append(args, w.run.printer.value(q.Type, rest[0]))
			rest = rest[1:]
		}
	}
	text := "rule " + w.clocks[c].rule.Title
	if args == nil {
		return text
	}
	return text + "(" + strings.Join(args, ", ") + ")"
}

// timeText writes nanoseconds exactly.
func timeText(ns *big.Rat) string {
	if ns.IsInt() && ns.Num().IsInt64() {
		return time.Duration(ns.Num().Int64()).String()
	}
	return ns.RatString() + "ns"
}
