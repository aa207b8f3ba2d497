package checker

import (
	"math/big"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// Verdict is the answer of a check.
type Verdict uint8

const (
	Safe Verdict = iota + 1
	Unsafe
	Incomplete
)

// String returns the verdict as results spell it.
func (v Verdict) String() string { return [...]string{"", "safe", "unsafe", "incomplete"}[v] }

// Decision is the answer for one property.
type Decision uint8

const (
	Undecided Decision = iota
	Holds
	Violated
)

// String returns the decision as results spell it.
func (d Decision) String() string { return [...]string{"undecided", "holds", "violated"}[d] }

// Result is what a check found. It depends on the model and the options
// alone, not on workers, packing or memory.
type Result struct {
	Verdict     Verdict
	Limit       *Limit // what kept the search from deciding everything, or nil
	Properties  []PropertyResult
	Covers      []CoverResult
	Rules       []RuleCount
	States      int64 // distinct canonical states
	Zones       int64 // in real time: sets of clock values, one or more for each state
	Transitions int64
	Depth       int // last level with a new state
}

// Limit is the reason of an incomplete search.
type Limit struct {
	Kind  string // one of the Limit constants
	Value string // the limit as given, the covers never reached, or ""
	// Depth is the last complete level: no run of at most so many steps
	// violates a property that is not reported. -1 when not even level 0 is
	// complete.
	Depth int
}

// PropertyResult is the decision for a property.
type PropertyResult struct {
	Name     string
	Kind     string // "invariant", "assert", "run-time", "deadlock", "liveness"
	Decision Decision
	Depth    int    // steps of the trace when violated
	Trace    *Trace // nil unless violated
	// Shortest says how many traces like this there are, if that was asked and
	// the search went far enough to know it.
	Shortest *Shortest
}

// Shortest counts the shortest concrete runs that violate a property. A run is
// a start state and a sequence of rule instances.
type Shortest struct {
	// Runs is their number, with symmetry and without.
	Runs *big.Int
	// Classes is their number up to names: two runs are the same if a renaming
	// of scalarset values, of types whose values are interchangeable, turns one
	// into the other.
	Classes *big.Int
	// Shown is which of them the trace is, from 0.
	Shown int
}

// CoverResult says whether a cover was reached, and at which level first.
type CoverResult struct {
	Name    string
	Reached bool
	Depth   int
}

// RuleCount is the coverage of a rule: how often its guard held in an
// expanded state, and how often it led to a state.
type RuleCount struct {
	Name           string
	Off            bool
	Enabled, Taken int64
}

// Trace is a concrete run from a start state to a violation, replayed by the
// naive interpreter.
type Trace struct {
	Start State
	// StartRule and StartArgs name the start state.
	StartRule string
	StartArgs []Arg
	Steps     []Step
	Why       Why
	// StartInstance and Instances are the same run in numbers: the start
	// state's own number (see model.Machine), and every step.
	StartInstance uint32
	Instances     []model.Instance
	// Times, of a run in real time, says when each step is taken, in
	// nanoseconds from the start: of all timings of these steps the one in
	// which each comes as early as it can. nil when time was left out.
	Times []*big.Rat
	// Flows say which step made which possible, by later step; Decisive are the
	// steps without which the last one would have done no harm. Both are found by
	// taking back what a step changed: see package naive.
	Flows    []Flow
	Decisive []int
	// Idle are steps without which the others are still a run that ends in the
	// same violation. They are looked for in runs that need not be shortest,
	// and not where time counts.
	Idle []int
}

// Flow says that step From made step To possible. Steps count from 1.
type Flow struct {
	From, To int
	Paths    []string // what From changed and the guard of To reads
	Taken    bool     // To changes some of it: it takes a message, say
}

// State is a concrete state: values printed as the model names them, in the
// order of declaration.
type State struct {
	Vars     []Var
	Observed []Observation
}

// Var is one simple variable, "at[c1].phase". Value is "" when undefined.
type Var struct {
	Path, Value string
	Defined     bool
}

// Observation is the value of an observe function for one argument.
type Observation struct {
	Func, Arg, Value string // Arg "" for a function without parameters
}

// Arg is a value of a rule's parameter.
type Arg struct{ Name, Value string }

// Change is a variable that a step changed. From and To are nil for
// undefined.
type Change struct {
	Path     string
	From, To *string
}

// Step is one fired rule instance.
type Step struct {
	Rule    string
	Args    []Arg
	Actor   string // a client's name, or "env"
	Fault   string // the fault's kind, or ""
	Line    string // pseudo-code label, or ""
	Say     string
	Changes []Change
	State   State           // after the step
	Failure *murphi.Failure // the step failed: State is the one before it
}

// Why says why the property is false in the last state.
type Why struct {
	Expr          string   // the property, with its parameters' values
	FalseConjunct string   // the first conjunct that is false
	Values        []Change // Path and To: the values that it reads
	Failure       *murphi.Failure
}
