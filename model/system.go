package model

import (
	"slices"

	"lockcheck/model/murphi"
)

// System is a transition system over packed states: all that the engine
// needs, and nothing of the language. It is immutable and safe for concurrent
// use; the work is done by Machines, one per worker.
//
// A packed state is Words() consecutive uint64. States handed out are already
// canonical: reduced by symmetry and ranks where these are on, so that equal
// classes are equal words.
type System interface {
	// Words is the number of machine words of a packed state.
	Words() int
	// Rules describes the simple rules, in file order; an Instance's Rule
	// indexes it.
	Rules() []RuleInfo
	// Properties describes the top-level properties that are evaluated, in
	// file order.
	Properties() []PropertyInfo
	// Asserts and CoverStmts are the numbers of assert and cover statements.
	Asserts() int
	CoverStmts() int
	// PermSize is the length of a permutation: for each symmetric scalarset
	// type in turn, one byte per value, its image. 0 without symmetry.
	PermSize() int
	// PermBlocks is the number of values of each of these types: they add up
	// to PermSize. Images count from 0 within their own type.
	PermBlocks() []int
	// Instance takes a number apart; start states have their own numbering
	// (see Machine.Starts).
	Instance(id uint32) Instance
	// MapInstance renames an instance's arguments: id as seen in one frame
	// becomes its image under perm.
	MapInstance(id uint32, perm []uint8) uint32
	// NewMachine returns a machine with scratch space of its own.
	NewMachine() Machine
}

// Instance is a rule with values for its parameters. Instances are numbered in
// the order of (rule in file order, parameter values in order, last parameter
// fastest). An argument that chooses an ordinal under ranks is a position: 2r
// is the r-th live value (0 is "none"), odd numbers lie between or beyond.
type Instance struct {
	Rule int
	Args []int64
}

// RuleInfo describes a simple rule.
type RuleInfo struct {
	Name  string
	Fault bool // the environment's doing
	Off   bool // switched off: never enabled
	// Actor is the index of the parameter that names the acting client, or -1
	// when the step is the environment's.
	Actor int
	// ActorOffset is where the actor's type begins in a permutation, or -1
	// when its type is not permuted.
	ActorOffset int
}

// PropertyInfo describes a top-level property. A property in a ruleset has
// Instances instances; it is violated when one of them is.
type PropertyInfo struct {
	Name      string
	Kind      murphi.PropKind // Invariant, Cover or Liveness; assumes are inside Expand
	Instances int
	Tree      int // index in murphi.Model.Properties
}

// Evaluated are the top-level properties of a model that are evaluated, in file
// order: those of the given names, nil for all, and every cover.
func Evaluated(m *murphi.Model, names []string) []*murphi.Rule {
	var all []*murphi.Rule
	for _, r := range m.Properties {
		if r.Prop != murphi.Assume && (r.Prop == murphi.Cover || names == nil || slices.Contains(names, r.Title)) {
			all = append(all, r)
		}
	}
	return all
}

// Machine runs a System. It is not safe for concurrent use.
type Machine interface {
	// Starts appends every start state to out; Instance counts the instances
	// of the start states in file order. A failure is reported per instance.
	Starts(out *Successors)
	// Expand appends the successor of every enabled instance of s to out, in
	// instance order. A successor that breaks an assume is left out of States
	// but counted in Enabled.
	Expand(s []uint64, out *Successors)
	// Evaluate evaluates every property on s.
	Evaluate(s []uint64, ev *Evaluation)
}

// Successors collects the outcome of Expand. The i-th successor is
// States[i*Words:(i+1)*Words], reached by Instances[i]. Reset keeps capacity.
type Successors struct {
	States    []uint64
	Instances []uint32
	// Perms, when WantPerms, holds PermSize bytes per successor: the renaming
	// from the frame of s to the frame of the canonical successor.
	Perms     []uint8
	WantPerms bool
	// Coverings, when WantCoverings, says which instance each of the CoverStmts
	// comes from, if not from a guard that is false.
	Coverings     []Covering
	WantCoverings bool
	// NoFaults says that steps that are faults are not wanted: a Machine may
	// leave them out, with what they count and cover.
	NoFaults bool
	// Failures are instances that failed: in the guard (then the failure
	// belongs to s) or in the effect (then to the successor that never was).
	Failures []InstanceFailure
	// Enabled and Taken count per rule (nil: not counted): guards that held,
	// and effects that led to a state.
	Enabled, Taken []uint64
	// CoverStmts[i] is set when cover statement i held (len CoverStmts).
	CoverStmts []bool
	// TopBit is set when, with ranks off, a conjunct `v < TOP` alone kept a
	// rule from being enabled.
	TopBit bool
	// NeedRoom is set when a rule minted more ordinals than the layout has
	// room for: the lists are then worthless, and the search starts again
	// with the system that Roomier returns.
	NeedRoom bool
}

// Roomier is a System whose layout can grow.
type Roomier interface {
	// WithRoom returns the same system with room for more ordinals in a
	// packed state.
	WithRoom() System
}

// Permuter is a System that says which types a permutation renames. Without it
// nobody can tell what the values of a permutation are called in the model.
type Permuter interface {
	// PermTypes are the scalarset types of PermBlocks, in the same order.
	PermTypes() []*murphi.Type
}

// Mover is a Machine that can tell whether an enabled step of s that is no
// fault changes it, before any reduction: the canonical successor of a step
// that only swaps two clients, or only mints, is s too. A Machine without it
// is believed to have no such steps.
type Mover interface {
	Moves(s []uint64) bool
}

// Reset empties the lists of s; counts, covers and marks go on.
func (s *Successors) Reset() {
	s.States, s.Instances, s.Perms, s.Failures = s.States[:0], s.Instances[:0], s.Perms[:0], s.Failures[:0]
	s.Coverings = s.Coverings[:0]
}

// Covering is a cover statement that held in an instance.
type Covering struct {
	Instance  uint32
	Statement int
}

// InstanceFailure is a failure of one instance.
type InstanceFailure struct {
	Instance uint32
	InGuard  bool
	Failure  murphi.Failure
}

// Evaluation is the value of every property instance on one state: property p
// instance i at Values[Offset(p)+i], where Offset counts the instances of the
// properties before p. Invariants and liveness predicates: holds; covers: is
// reached. Every instance is evaluated by itself: one that fails at run time
// adds to Failures and counts as true, or as not reached for a cover.
//
// An instance whose value no longer matters can be settled: its value is then
// as it were without an evaluation, which saves time. What fails in it is
// reported all the same. An Evaluation is not to be reset or copied after that.
type Evaluation struct {
	Values   []bool
	Failures []murphi.Failure
	// Quiet may be set when no value is other than it were without an
	// evaluation, and nothing failed.
	Quiet bool

	settled []bool
	changes int
}

// Settle says that the value of an instance no longer matters.
func (ev *Evaluation) Settle(instance int) {
	for len(ev.settled) <= instance {
		ev.settled = append(ev.settled, false)
	}
	if !ev.settled[instance] {
		ev.settled[instance] = true
		ev.changes++
	}
}

// Settled reports whether the value of an instance does not matter.
func (ev *Evaluation) Settled(instance int) bool {
	return instance < len(ev.settled) && ev.settled[instance]
}

// Changes counts the instances that are settled.
func (ev *Evaluation) Changes() int { return ev.changes }
