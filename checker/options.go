package checker

import (
	"fmt"
	"runtime"
	"strings"

	"lockcheck/model/murphi"
)

// Deadlock says which states count as deadlocks. Steps of faults never help a
// state out of one.
type Deadlock uint8

const (
	// DeadlockOff: none.
	DeadlockOff Deadlock = iota
	// DeadlockStuck: no rule that is no fault is enabled.
	DeadlockStuck
	// DeadlockStuttering: those, and states that every enabled rule that is no
	// fault leaves as they are.
	DeadlockStuttering
)

var deadlockNames = [...]string{"off", "stuck", "stuttering"}

// String returns the name that the flag takes.
func (d Deadlock) String() string { return deadlockNames[d] }

// ParseDeadlock returns the Deadlock of that name.
func ParseDeadlock(name string) (Deadlock, error) {
	for i, n := range deadlockNames {
		if n == name {
			return Deadlock(i), nil
		}
	}
	return 0, fmt.Errorf("%q is no kind of deadlock: want %s", name, strings.Join(deadlockNames[:], ", "))
}

// Options say how to check. The zero value asks for a complete search with
// every core. Which properties are checked is up to the System: it is compiled
// with those that were asked for.
type Options struct {
	// Tree is the checked tree that the system was compiled from. Names come
	// from it, and traces are replayed on it. Without it traces hold rule
	// instances only.
	Tree *murphi.Model
	// Ranks says that ordinals stand for their order only (see package model);
	// for the replay.
	Ranks bool

	// First stops the search at the end of the first level with a violation.
	First    bool
	Deadlock Deadlock
	// Strict makes a result without violation incomplete when a cover was
	// never reached.
	Strict bool

	// AllShortest asks how many shortest counterexamples every violated property
	// has.
	AllShortest bool
	// Next asks for another counterexample than the first: of the shortest
	// ones, up to names, the one that comes so many places later in the order in
	// which the first is the first. A property that has none so late shows its
	// first one. It also asks how many there are.
	Next int

	// MaxStates stops the search at the end of the level in which it is
	// passed. 0 means no limit.
	MaxStates int64
	// MaxDepth is the last level that is visited; nil means no limit.
	MaxDepth *int
	// Memory is a working limit in bytes on visited states and levels. 0
	// means no limit. Beyond it the search goes on in files, if there are any,
	// and else it ends.
	Memory int64
	// Spill, if set, opens a directory for the files of the search. It is
	// called once, when Memory is reached.
	Spill func() (Directory, error)
	// Cache, if set, keeps decoded blocks for look-ups of single states. The
	// result does not depend on it.
	Cache Cache
	// Run, if set, keeps the search in a directory. Spill is not used then.
	Run *RunDir

	// Workers is the number of goroutines; 0 means one per core. The result
	// does not depend on it.
	Workers int
	// Progress, if set, is called now and then during the search, from the
	// goroutine that called Check.
	Progress func(Progress)

	tuning *tuning // nil: the usual one
}

// MostNext is the greatest [Options.Next]: the beginnings of runs that come
// later take memory.
const MostNext = 1000

// Progress says how far a search is.
type Progress struct {
	Phase       Phase
	Level       int   // that is being expanded
	States      int64 // distinct so far
	Transitions int64
	Frontier    int64   // states of the level still to be expanded
	Memory      int64   // bytes in visited states and levels, with room to work in
	Stored      int64   // PhaseSearch: bytes of visited states and levels, in memory or in files
	NewRatio    float64 // new states per transition, in this level so far
	Undecided   int64   // PhaseLiveness: states from which it is still open whether the goal can be reached
}

// Phase is what a check is busy with.
type Phase uint8

const (
	PhaseSearch Phase = iota
	PhaseLiveness
	PhaseTrace
)

// store says how to keep states of w words.
func (o *Options) store(w int) storeOptions {
	s := storeOptions{tuning: usual, memory: o.Memory, blobs: newBlobs(o.Memory/3, nil, o.Spill), cache: o.Cache}
	if o.Run != nil {
		s.blobs.dir = o.Run.Directory
	}
	if o.tuning != nil {
		s.tuning = *o.tuning
	}
	if o.Memory > 0 {
		s.tableMost = min(s.tableMost, o.Memory/2/tableBytes(w))
		s.tableLeast = min(s.tableLeast, s.tableMost)
	}
	return s
}

// files reports whether there are files to go on in.
func (o *Options) files() bool { return o.Spill != nil || o.Run != nil }

func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}
