// Package timed decides properties in real time: each delay of a rule has an
// earliest and a latest bound, and the question is whether some timing within
// them leads to a violation.
//
// # What is searched
//
// A point of a run is a canonical state with a value for every clock that runs
// in it (see [model.Timed]). Steps take no time; between them time passes, the
// same for all clocks, as long as no instance is due. A search does not visit
// points but zones: sets of clock values that belong to one state, kept as
// difference-bound matrices (package zone). Level d holds the zones that runs of
// d steps lead to; so the first violation has the fewest steps, as in package
// checker, and time counts for nothing.
//
// A zone that lies within another one of its state, found in as few steps or
// fewer, adds nothing and is dropped. Which of the zones of a level are kept is
// decided at its end: those that are within no other. That does not depend on
// the order in which they were found.
//
// Read in this order: graph.go has the states, their steps and clocks, none of
// which depends on durations; bounds.go the durations, in whole units; zones.go
// what a step and a wait do to a zone; search.go the levels; walk.go the run
// that is shown, with its times; check.go puts it together.
//
// # Why it is right
//
// All bounds are closed and in whole units of a common fraction of a second:
// nothing is rounded. Due at once: an instance that is enabled later than its
// latest bound forbids that time passes. The points of a state that are
// reachable are then no convex set but two: those where nothing waited, and
// those after a wait, which must have begun with nothing overdue. Both are
// zones, and both are kept (see passage.stay).
//
// There are finitely many zones because of Extra-LU+ (Behrmann, Bouyer, Larsen
// and Pelanek 2006), which makes them larger without making another state
// reachable or any reachable in fewer steps: no guard compares two clocks, and
// the states in which a clock has no value forget it. Tests compare with the
// search that does not extrapolate, and with unit ticks in package naive.
//
// A permutation of clients renames the clocks of a state together with it; that
// a state looks the same under several of them is not made use of for its zones.
//
// # Known limits
//
// Liveness and deadlocks are not decided. A check has one goroutine and keeps all
// zones in memory. Where faults may strike any number of times, zones multiply:
// pauses of 12 s and delays of 1 s add up to the length of a lease in many ways.
// A cycle of steps that are due at once stops time for good; what would come
// later is then never reached, and nothing says so.
//
// # Traces
//
// The run that is shown is found by a second walk with exact zones. Its times
// are the least ones (zone.Schedule), and the interpreter checks both the steps
// and the times.
package timed
