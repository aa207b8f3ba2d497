// Package naive is the oracle: it decides what package checker decides, the
// simplest way there is. A tree interpreter of the whole language, states in
// a Go map, every step kept. It imports nothing of lockcheck but the language
// itself, so that a mistake of the compiler, the packed layout, the reduction
// or the engine shows as a difference between the two.
//
// Read it in this order: this file is the search; rule.go says what an
// instance of a rule is; value.go, run.go, expr.go and stmt.go are the
// interpreter; ordinal.go and orbit.go reduce states; liveness.go and trace.go
// are what comes after a search. replay.go runs a given sequence of steps and
// tells it in words; every trace that lockcheck prints has gone through it.
// follow.go runs a schedule as far as a model lets it, walk.go makes a run step
// by step, and retrace.go finds one that was written down.
// ticks.go checks in bounded time, and checktimes.go the times of a run;
// timing.go says what clocks do.
//
// Ordinals are numbers of any size here. Two states that differ only by an
// order-preserving renaming of them are the same state (see [machine.reduce]).
// With symmetry on, all states are visited all the same, and orbits counted.
package naive

import (
	"slices"

	"lockcheck/model/murphi"
)

// Deadlock says which states are deadlocks.
type Deadlock uint8

const (
	DeadlockOff        Deadlock = iota
	DeadlockStuck               // no step that is no fault is enabled
	DeadlockStuttering          // or all of them leave the state as it is
)

// Options say how to check.
type Options struct {
	Symmetry   bool     // count orbits under permutations of scalarset values
	Ranks      bool     // ordinals stand for their order only
	Properties []string // of the top-level invariants and liveness properties, by title; nil means all
	Deadlock   Deadlock
	MaxStates  int  // stop after the level in which it is passed; 0 means no limit
	MaxDepth   *int // the last level to visit; nil means no limit
}

// search is a search through all states, level by level.
type search struct {
	*machine
	opt    Options
	found  map[string]int // index in states, by key
	states []*state
	orbits map[string]bool
	orbit  func([]cell) string
	levels [][]int
	ledger
}

// state is a state that was found, and what is known about it.
type state struct {
	cells []cell
	level int
	first bool  // of its orbit
	start *Step // the first start state that gives it, or nil
	steps []arrow
	goals []bool // by instance of a liveness property: its predicate holds
}

// arrow is a step to a state.
type arrow struct {
	Step
	to int
}

// Check visits every state of m, a checked model, and decides its properties.
func Check(m *murphi.Model, opt Options) *Outcome {
	s := &search{machine: newMachine(m, opt.Ranks), opt: opt, found: map[string]int{}, orbits: map[string]bool{}}
	s.open()
	s.orbit = s.orbitKey()
	s.start()
	level := 0
	for ; level < len(s.levels) && !s.settled(); level++ {
		if s.passed(level) && s.beyond(level) {
			return s.outcome(false)
		}
		for _, i := range s.levels[level] {
			s.expand(i)
		}
	}
	complete := !s.settled()
	if complete {
		s.decideLiveness()
	} else if level < len(s.levels) {
		s.beyond(level) // guards that fail there may give a smaller trace
	}
	return s.outcome(complete)
}

// start finds level 0.
func (s *search) start() {
	for _, rule := range s.model.Starts {
		undefined := make([]cell, s.cells)
		for _, args := range s.instances(rule, undefined) {
			values, _ := s.resolve(rule, args, undefined)
			look := s.look(undefined)
			next, early := s.fire(rule, values, look)
			step := Step{rule.Index, args}
			s.cover(look, 0)
			switch {
			case early == nil:
				if st := s.states[s.visit(next, 0)]; st.start == nil {
					st.start = &step
				}
			case early.failure != nil:
				s.failed(early.failure, sighting{level: 0, from: -1, step: &step})
			default:
				s.failed(assumeFailedAtStart(early.assume), sighting{level: 0, from: -1, step: &step})
			}
		}
	}
}

// expand takes every step from a state.
func (s *search) expand(i int) {
	from := s.states[i]
	for _, t := range s.tries(from, i) {
		if from.first {
			s.count(t)
		}
		if t.next != nil {
			from.steps = append(from.steps, arrow{t.Step, s.visit(t.next, from.level+1)})
		} else if t.failure != nil {
			s.failed(t.failure, sighting{level: from.level + 1, from: i, step: &t.Step})
		}
	}
}

// visit returns the index of a state; if it is new, after evaluating all
// properties in it.
func (s *search) visit(cells []cell, level int) int {
	s.reduce(cells)
	k := key(cells)
	if i, ok := s.found[k]; ok {
		return i
	}
	i := len(s.states)
	st := &state{cells: cells, level: level}
	s.found[k] = i
	s.states = append(s.states, st)
	if len(s.levels) == level {
		s.levels = append(s.levels, nil)
	}
	s.levels[level] = append(s.levels[level], i)
	if orbit := s.orbit(cells); !s.orbits[orbit] {
		s.orbits[orbit] = true
		st.first = true
	}
	s.evaluate(i)
	return i
}

// passed reports whether a limit forbids to expand a level.
func (s *search) passed(level int) bool {
	return s.opt.MaxStates > 0 && len(s.orbits) > s.opt.MaxStates ||
		s.opt.MaxDepth != nil && level >= *s.opt.MaxDepth
}

// try is an attempt at a step that is enabled.
type try struct {
	Step
	next    []cell          // the state after it, or nil
	failure *murphi.Failure // or why there is none; nil if an assume drops it
	same    bool            // it leaves the state as it is
}

// tries makes every enabled step from a state, and notes what is wrong with
// the state itself: failing guards and deadlock.
func (s *search) tries(from *state, i int) []try {
	var all []try
	moves, still := 0, 0
	look := s.look(from.cells)
	for _, rule := range s.model.Rules {
		for _, args := range s.instances(rule, from.cells) {
			values, _ := s.resolve(rule, args, from.cells)
			look.failure = nil
			if !s.enabled(rule, values, look) {
				if look.failure != nil {
					s.failed(look.failure, sighting{level: from.level, from: i})
				}
				continue
			}
			t := try{Step: Step{rule.Index, args}}
			next, early := s.fire(rule, values, look)
			if early == nil {
				t.next, t.same = next, key(next) == key(from.cells)
			} else {
				t.failure = early.failure
			}
			if rule.Ann.Fault == nil {
				moves++
				if t.same {
					still++
				}
			}
			all = append(all, t)
		}
	}
	s.cover(look, from.level+1)
	s.topBit = s.topBit || look.topBit
	if s.opt.Deadlock != DeadlockOff && (moves == 0 || s.opt.Deadlock == DeadlockStuttering && moves == still) {
		s.sight(s.deadlock, sighting{level: from.level, from: i})
	}
	return all
}

// beyond notes what is wrong with the states of a level that will not be
// expanded, and reports whether there is anything after them.
func (s *search) beyond(level int) bool {
	any := false
	covers, topBit := slices.Clone(s.covers), s.topBit
	for _, i := range s.levels[level] {
		for _, t := range s.tries(s.states[i], i) {
			if t.next == nil {
				any = any || t.failure != nil
				continue
			}
			s.reduce(t.next)
			_, known := s.found[key(t.next)]
			any = any || !known
		}
	}
	s.covers, s.topBit = covers, topBit
	return any
}

func (m *machine) look(cells []cell) *look {
	return &look{state: cells, covered: map[int]bool{}}
}
