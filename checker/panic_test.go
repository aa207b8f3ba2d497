package checker

import (
	"context"
	"errors"
	"testing"

	"lockcheck/model"
)

// cramped has a layout that is always too small, and none that is larger.
type cramped struct{ *lease }

type crampedMachine struct{ model.Machine }

func (c cramped) NewMachine() model.Machine { return crampedMachine{c.lease.NewMachine()} }

func (m crampedMachine) Expand(s []uint64, out *model.Successors) {
	m.Machine.Expand(s, out)
	out.NeedRoom = true
}

// growing gets roomier at the third attempt.
type growing struct {
	cramped
	left int
}

func (g growing) WithRoom() model.System {
	if g.left == 0 {
		return g.lease
	}
	return growing{g.cramped, g.left - 1}
}

// broken cannot grow.
type broken struct{ cramped }

func (broken) WithRoom() model.System { panic("no such layout") }

func TestRoomForOrdinals(t *testing.T) {
	small := cramped{&lease{clients: 2, rounds: 1, fencing: true}}
	r := check(t, growing{small, 2}, Options{Workers: 2})
	if r.States != 100 || r.Transitions != 264 {
		t.Errorf("got %d states, %d transitions after growing, want 100, 264", r.States, r.Transitions)
	}
	for name, sys := range map[string]model.System{
		"a system that cannot grow":     small,
		"a system that never suffices":  growing{small, 1000},
		"a system that fails to grow":   broken{small},
		"a system that cannot evaluate": mute(small),
	} {
		_, err := Check(context.Background(), sys, Options{})
		var internal *InternalError
		if !errors.As(err, &internal) {
			t.Errorf("%s: got %v, want an internal error", name, err)
		}
	}
}

// mute panics where the states are new.
type mute struct{ *lease }

type muteMachine struct{ model.Machine }

func (m mute) NewMachine() model.Machine { return muteMachine{m.lease.NewMachine()} }

func (muteMachine) Evaluate([]uint64, *model.Evaluation) { panic("no value") }

// late panics at its third state, before any step.
type late struct{ *lease }

type lateMachine struct {
	model.Machine
	left *int
}

func (l late) NewMachine() model.Machine { return lateMachine{l.lease.NewMachine(), new(2)} }

func (m lateMachine) Expand(s []uint64, out *model.Successors) {
	if *m.left == 0 {
		panic("too late")
	}
	*m.left--
	m.Machine.Expand(s, out)
}

// TestPanicNamesNoRuleOfAnotherState: states are expanded in a row.
func TestPanicNamesNoRuleOfAnotherState(t *testing.T) {
	_, err := Check(context.Background(), late{&lease{clients: 2, rounds: 1}}, Options{Workers: 1})
	var internal *InternalError
	if !errors.As(err, &internal) || internal.Reason != "too late" || internal.State == nil || internal.Rule != "" {
		t.Errorf("got %v", err)
	}
}
