package naive

// Deadlocked reports whether the last state of a run is a deadlock of the
// given kind.
func (run *Run) Deadlocked(kind Deadlock) bool {
	x, still := run.machine, true
	if kind == DeadlockOff || run.Failure != nil {
		return false
	}
	for _, rule := range x.model.Rules {
		if rule.Ann.Fault != nil {
			continue
		}
		for _, args := range x.instances(rule, run.last) {
			values, ok := x.resolve(rule, args, run.last)
			if !ok || !x.enabled(rule, values, x.look(run.last)) {
				continue
			}
			next, early := x.fire(rule, values, x.look(run.last))
			still = still && kind == DeadlockStuttering && early == nil && key(next) == key(run.last)
		}
	}
	return still
}
