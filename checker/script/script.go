package script

import (
	"fmt"
	"math/big"

	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// Stop says how client A is stopped.
type Stop string

// The stops. A pause lets A's clock run on, a freeze does not; a delay holds up
// A's write on its way.
const (
	None   Stop = "none"
	Pause  Stop = "pause"
	Freeze Stop = "freeze"
	Delay  Stop = "delay"
)

// stops says which rules stop A and let it go on, and which duration bounds the
// time between them.
var stops = map[Stop]struct{ begin, end, bound string }{
	Pause:  {"Pause", "Resume", "max-pause"},
	Freeze: {"Freeze", "Thaw", "max-pause"},
	Delay:  {"Delay", "Undelay", "max-delay"},
}

// Fault is the kind of fault that a stop is, "" if it is none.
func (s Stop) Fault() string {
	if _, ok := stops[s]; !ok {
		return ""
	}
	return string(s)
}

// Bound is the flag of the duration that must be at least as long as the stop,
// "" if there is none.
func (s Stop) Bound() string { return stops[s].bound }

// Script is what is to happen.
type Script struct {
	Stop Stop
	For  *big.Rat // how long, in nanoseconds
	// Jump is how far clocks jump ahead while A holds, nil for not at all; Nodes
	// is how many, at least one.
	Jump  *big.Rat
	Nodes int
}

// Played is the run of a script.
type Played struct {
	Run   *naive.Run
	Times []*big.Rat // of its steps, in nanoseconds
	Ends  string     // why nothing follows, in a sentence
}

// Play plays a script on a model that was configured with settings, in real
// time, and checked. ranks says what ordinals are, as for [naive.NewWalk]. The
// same input gives the same run. An error says, in one line, why the script
// cannot be carried out.
func Play(m *murphi.Model, settings murphi.Settings, ranks bool, s Script) (*Played, error) {
	p, err := newPlayer(m, settings, ranks, s)
	if err != nil {
		return nil, err
	}
	if err := p.play(); err != nil {
		return nil, err
	}
	if p.missed && p.chance >= 0 {
		// A could not be stopped directly before its write: earlier, then.
		at := p.chance
		if p, err = newPlayer(m, settings, ranks, s); err != nil {
			return nil, err
		}
		p.stopAt = at
		if err := p.play(); err != nil {
			return nil, err
		}
	}
	if err := p.done(); err != nil {
		return nil, err
	}
	played := &Played{Run: p.walk.Run(), Times: p.walk.Times(), Ends: p.ends}
	if err := played.Run.CheckTimes(settings.Delay, played.Times); err != nil {
		return nil, fmt.Errorf("the scripted run breaks a bound: %w", err)
	}
	return played, nil
}

// nameOf is what a model is called in errors.
func nameOf(m *murphi.Model) string {
	if h := m.Head.Protocol; h != nil {
		return h.Name
	}
	return "the model"
}

// rule returns a rule with that title; the first that is not switched off, if
// there is one.
func rule(m *murphi.Model, title string) (found *murphi.Rule) {
	for _, r := range m.Rules {
		if r.Title == title && (found == nil || found.Off) {
			found = r
		}
	}
	return found
}

// possible says what is wrong with a script on a model, if anything.
func possible(m *murphi.Model, settings murphi.Settings, s Script) error {
	name := nameOf(m)
	needs := func(title, fault string) error {
		switch r := rule(m, title); {
		case r == nil || r.Ann.Fault == nil || r.Ann.Fault.Kind != fault:
			return fmt.Errorf("%s knows no fault %s that a script could use", name, fault)
		case r.Off:
			return fmt.Errorf("the fault %s is switched off, and the script needs it", fault)
		}
		return nil
	}
	if rule(m, "Ask") == nil {
		return fmt.Errorf("%s has no rule Ask with which a client asks for the lock, so no script can be played on it", name)
	}
	stop, known := stops[s.Stop]
	switch {
	case s.Stop != None && !known:
		return fmt.Errorf("a script knows no stop %q; possible: none, pause, freeze, delay", string(s.Stop))
	case known && (s.For == nil || s.For.Sign() < 0):
		return fmt.Errorf("a %s needs a time, at least 0s", s.Stop)
	case known:
		if err := needs(stop.begin, s.Stop.Fault()); err != nil {
			return err
		}
	}
	if err := bounded(settings, s); err != nil || s.Jump == nil {
		return err
	}
	if s.Jump.Sign() <= 0 || s.Nodes < 1 {
		return fmt.Errorf("a clock jump needs a time above 0s, and at least one clock")
	}
	return needs("ClockJump", "clock-jump")
}

// bounded says which bound of the settings a script oversteps, if any.
func bounded(settings murphi.Settings, s Script) error {
	for _, d := range settings.Durations {
		switch {
		case d.Flag == s.Stop.Bound() && s.For.Cmp(d.Value) > 0:
			return fmt.Errorf("a %s of %s is longer than --%s %s", s.Stop, murphi.TimeSpan.Text(s.For), d.Flag, d.Text)
		case d.Flag == "max-jump" && s.Jump != nil && s.Jump.Cmp(d.Value) > 0:
			return fmt.Errorf("a clock jump of %s is longer than --%s %s", murphi.TimeSpan.Text(s.Jump), d.Flag, d.Text)
		}
	}
	return nil
}

// clients returns what clients are called, in the model's order: the values that
// its function believes takes.
func clients(state naive.State) (names []string) {
	for _, o := range state.Observed {
		if o.Func == "believes" {
			names = append(names, o.Arg)
		}
	}
	return names
}
