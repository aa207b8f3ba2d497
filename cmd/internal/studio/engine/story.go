package engine

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/model/murphi"
)

// story tells a scripted run in a few sentences.
func (v *view) story(s Script) string {
	a := v.clients[0]
	parts := []string{map[string]string{
		"pause":  fmt.Sprintf("%s takes the lock, and is paused for %s just before it writes.", a, s.For),
		"freeze": fmt.Sprintf("%s takes the lock, and is frozen for %s just before it writes: its clock stands still, too.", a, s.For),
		"delay":  fmt.Sprintf("%s takes the lock and writes, but the write is held up on its way for %s.", a, s.For),
	}[s.Stop]}
	if parts[0] == "" {
		parts[0] = fmt.Sprintf("%s takes the lock, and nothing stops it.", a)
	}
	if s.Jump != "" {
		parts = append(parts, v.jumped(s))
	}
	return strings.Join(append(parts, v.next(a), v.ending(a)), " ")
}

// jumped tells of the clocks that jump.
func (v *view) jumped(s Script) string {
	var nodes []string
	when := ""
	for i, step := range v.trace.Steps {
		if step.Rule == "ClockJump" {
			nodes, when = append(nodes, step.Args[0].Value), v.timeText(i+1)
		}
	}
	clocks := "clocks of " + names(nodes) + " jump"
	if len(nodes) == 1 {
		clocks = "clock of " + names(nodes) + " jumps"
	}
	return fmt.Sprintf("At %s the %s ahead by %s.", when, clocks, s.Jump)
}

// next tells how the next client gets the lock.
func (v *view) next(a string) string {
	for i, s := range v.states {
		for _, c := range v.clients {
			if c == a || !s.believes(c) {
				continue
			}
			text := fmt.Sprintf("%s has the lock at %s", c, v.timeText(i))
			switch {
			case !s.holds(c):
				return fmt.Sprintf("%s believes at %s that it has the lock, and has not.", c, v.timeText(i))
			case s.believes(a):
				return text + ", while " + a + " still believes that it has it."
			case s.get("at[%s].phase", a) == "idle":
				return text + ", after " + a + " has given it back."
			}
			return text + "."
		}
	}
	return "Nobody else gets the lock."
}

// ending tells what becomes of the write of a client.
func (v *view) ending(a string) string {
	for _, w := range slices.Backward(v.writes) {
		if w.Client != a {
			continue
		}
		when := v.timeText(w.Step)
		switch {
		case w.Accepted && w.Stale:
			return fmt.Sprintf("At %s storage takes the late write of %s, and what was written in between is overwritten.", when, a)
		case !w.Accepted && w.Stale:
			return fmt.Sprintf("At %s storage refuses the late write of %s: %s.", when, a, w.Reason)
		case !w.Accepted:
			return fmt.Sprintf("At %s storage refuses the write of %s: %s.", when, a, w.Reason)
		}
		return fmt.Sprintf("Storage takes the write of %s at %s, before any of a later holder.", a, when)
	}
	return a + " writes nothing."
}

// timeText is when a step was taken.
func (v *view) timeText(i int) string { return murphi.TimeSpan.Text(v.at(i)) }

// summary says in a sentence what a run comes to.
func (v *view) summary(violations []Violation) string {
	steps := fmt.Sprintf("%d steps", len(v.trace.Steps))
	if len(violations) == 0 {
		return steps + "; no property is broken."
	}
	var all []string
	for _, x := range violations {
		all = append(all, fmt.Sprintf("%s at step %d", x.Property, x.Step))
	}
	return steps + "; broken: " + strings.Join(all, ", ") + "."
}
