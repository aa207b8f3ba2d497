package out

import (
	"slices"

	"lockcheck/checker"
)

// Explanation says what it takes to break a protocol, and what would help.
type Explanation struct {
	// Report is the question with its own faults, and its answer.
	Report *Report
	Sets   *FaultSets
	// Repairs are there if the answer is UNSAFE and repairs are known.
	Repairs *Repairs
}

// Complete reports whether everything that was asked for is decided.
func (e *Explanation) Complete() bool {
	return e.Sets.Complete() && (e.Repairs == nil || e.Repairs.Limit == nil)
}

// AnyNumber is the budget of a fault that may strike any number of times.
const AnyNumber = -1

// Budgets says how often each kind of FaultSets.Kinds may strike.
type Budgets []int

// FaultSets are the smallest sets of faults that break a protocol.
type FaultSets struct {
	Kinds      []Fault  // that were asked about, in order of the model
	Properties []string // that were decided with all of them; with fewer kinds perhaps not all
	// Minimal break it, fewest faults first.
	Minimal []FaultSet
	// Safe are the largest that are known not to break it. Whatever is neither
	// above a minimal set nor within one of Open is within one of these.
	Safe []Budgets
	// Open are not decided: within them there may be more that breaks it.
	Open  []Budgets
	Asked int            // checks that the answer rests on
	Limit *checker.Limit // the first one that came before an answer, or nil
}

// FaultSet is a smallest set of faults that breaks a protocol.
type FaultSet struct {
	Budgets Budgets
	// Proved says that one fault less of any kind does not break it.
	Proved bool
	Report *Report // the check with these faults; the command is that of check
}

// Complete reports whether there is a proof that these are all and smallest.
func (f *FaultSets) Complete() bool {
	return len(f.Open) == 0 && !slices.ContainsFunc(f.Minimal, func(s FaultSet) bool { return !s.Proved })
}

// Repairs says which changes make an unsafe protocol safe, with the faults of
// the question.
type Repairs struct {
	Property string   // that is explained
	Changes  []Change // each was checked
	Sets     []RepairSet
	Most     int            // how many changes were tried together
	Limit    *checker.Limit // the first one that came before an answer, or nil
}

// Change is a change of parameters, and what it does alone.
type Change struct {
	Remedy
	Use    Use
	Opened []string // of Others: not violated without the change
}

// Use is what a change is good for.
type Use string

// The uses, as results spell them.
const (
	Enough  Use = "enough"  // alone
	Part    Use = "part"    // together with others
	Mends   Use = "mends"   // the property that is explained; another one is violated
	Useless Use = "useless" // alone the same property is violated, and it is part of no set
	Unclear Use = "unclear" // a limit came first
)

// RepairSet is a set of changes that makes the protocol safe although no part
// of it does.
type RepairSet struct {
	Changes []int  // by number in Repairs.Changes
	Flags   string // "--guard reject-lower"
	States  int64
	Instead *Instead // of the counterexample; nil if it cannot begin
}

// Instead says where a counterexample goes another way once a protocol is
// repaired.
type Instead struct {
	Step int    // the first one that differs, from 1; 0: none, and nothing is violated at the end
	Was  string // in words
	Now  string // in words; "": the step is impossible
	Why  string // the condition that keeps it from happening as it was
}
