package model

// Timed is a System whose rules have clocks, for searches in real time. What
// their bounds are is no business of it: states and steps do not depend on
// them.
//
// A rule with a delay has a clock for all its instances that differ in nothing
// but ordinal parameters. It runs in the states in which its condition holds:
// the one written behind `while`, else that one of the instances is enabled.
// It is 0 when it begins to run and when one of its instances is taken.
type Timed interface {
	System
	// Clocks describes the clocks, in the order of rules and their parameters.
	Clocks() []Clock
	// ClockOf is the clock of a rule instance, or -1 if its rule has no delay.
	ClockOf(instance uint32) int
	// MapClock renames a clock's arguments, as MapInstance does an instance's.
	MapClock(clock int, perm []uint8) int
	// Restarts appends to clocks those that an instance restarts besides its
	// own.
	Restarts(clocks []int, instance uint32) []int
}

// Clock is what a delay is measured with.
type Clock struct {
	Rule int
	Args []int64 // of the rule's parameters, without ordinals
	// Condition is where Evaluate leaves whether the clock runs: an index in
	// Evaluation.Values, behind the properties. -1: it runs where one of its
	// instances is enabled.
	Condition int
}
