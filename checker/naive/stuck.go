package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Stuck reports whether, for some values of its parameters, the predicate of a
// liveness property holds in no state that can be reached from the last one by
// steps that are no faults. It looks at so many states at most: where they do
// not decide it, it says true.
func (run *Run) Stuck(p *murphi.Rule, most int) bool {
	return slices.ContainsFunc(run.machine.instances(p, run.last), func(args []int64) bool {
		stuck, _ := run.machine.stuck(p, args, run.last, most)
		return stuck
	})
}

// SurelyStuck is [Run.Stuck] where that is decided; else it reports false for
// decided.
func (run *Run) SurelyStuck(p *murphi.Rule, most int) (stuck, decided bool) {
	decided = true
	for _, args := range run.machine.instances(p, run.last) {
		s, d := run.machine.stuck(p, args, run.last, most)
		if s && d {
			return true, true
		}
		decided = decided && d
	}
	return false, decided
}

func (m *machine) stuck(p *murphi.Rule, args []int64, from []cell, most int) (stuck, decided bool) {
	known := map[string]bool{}
	var open [][]cell
	reach := func(cells []cell) {
		cells = slices.Clone(cells)
		m.reduce(cells)
		if k := key(cells); !known[k] {
			known[k] = true
			open = append(open, cells)
		}
	}
	reach(from)
	for ; len(open) > 0 && len(known) <= most; open = open[1:] {
		holds, early := m.property(p, args, open[0], m.look(open[0]))
		if holds || early != nil && early.failure != nil { // what fails counts as true
			return false, true
		}
		for _, rule := range m.model.Rules {
			if rule.Ann.Fault != nil {
				continue
			}
			for _, values := range m.instances(rule, open[0]) {
				values, ok := m.resolve(rule, values, open[0])
				if !ok || !m.enabled(rule, values, m.look(open[0])) {
					continue
				}
				if next, early := m.fire(rule, values, m.look(open[0])); early == nil {
					reach(next)
				}
			}
		}
	}
	return true, len(open) == 0
}
