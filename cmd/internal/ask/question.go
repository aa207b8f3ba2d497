package ask

import (
	"time"

	"lockcheck/checker"
)

// Question is what one asks of a protocol besides its parameters. The texts are those
// of the flags: "default" faults, "any" timing, "on" or "off".
type Question struct {
	Variant    string
	Faults     string
	Properties []string
	Cover      string // to be reached, instead of properties to be decided
	Timing     string
	Ranks      string
	Symmetry   string

	Deadlock    checker.Deadlock
	DeadlockSet bool
}

// Limits bound a search. The fields are as in [checker.Options]; 0 and nil are no
// limit.
type Limits struct {
	First, Strict bool
	MaxStates     int64
	MaxDepth      *int
	Timeout       time.Duration
	Memory        int64
	Workers       int64
	AllShortest   bool // count the shortest counterexamples
	Next          int64
}
