package ask

import (
	"time"

	"lockcheck/checker"
)

// Question is what one asks of a protocol, as far as several commands share it.
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

// Limits bound a search.
type Limits struct {
	First, Strict bool
	MaxStates     int64
	MaxDepth      *int
	Timeout       time.Duration
	Memory        int64
	Share         bool // memory is a share, and the collector keeps to the whole
	Workers       int64
	AllShortest   bool // count the shortest counterexamples
	Next          int64
}
