// Package zone is the arithmetic of real time: difference-bound matrices over
// clocks, exact durations, the common unit of all bounds of a model, and the
// times of a run's steps. It knows nothing of protocols or states.
//
// # Zones
//
// A zone is a set of clock valuations described by constraints x - y <= c and
// x - y < c, where one of the two may be the reference 0. A [DBM] holds, for
// every pair, the constraint that it gives: [DBM.At](i, j) bounds clock i minus
// clock j; clock 0 is the reference; row 0 bounds the clocks from below,
// column 0 from above. Clocks are never negative.
//
// Every operation expects and leaves the canonical form, in which each bound is
// the tightest that follows from all; so two matrices are the same set exactly
// if they are equal. The one exception is [DBM.Narrow], after which [DBM.Close]
// has to be called before anything else. Operations on an empty zone leave it
// empty.
//
// Models have closed bounds only. Strict bounds are here because extrapolation
// makes them, and because they are what an expert expects to find.
//
// # Exactness
//
// Bounds are integers: [Scale] finds the unit in which all durations of a model
// are whole, and refuses what is too large, so nothing is rounded anywhere.
// Sums are checked. One that leaves the range is replaced by a weaker bound:
// the matrix is then no longer canonical but still includes the true zone in
// every later operation, and [DBM.Err] says so, in copies too. Whoever ignores
// that may report a violation that does not exist, never miss one. Constants of
// at most [MaxConstant] leave room for a thousand additions; and after
// [DBM.Extrapolate] no finite bound is less than minus the greatest constant, or
// more than that constant times the number of clocks.
//
// # Not promised
//
// Guards on differences of clocks are sound everywhere but in [DBM.Extrapolate]
// (Bouyer 2004): a model may have none if it extrapolates. Clocks are reset to
// 0 and to nothing else. There is no difference and no union of zones. Calls
// with a clock that does not exist panic or do anything. A DBM may be read by
// many goroutines at once, and written by one alone.
//
// # Sources
//
//   - D. Dill, Timing Assumptions and Verification of Finite-State Concurrent
//     Systems, 1989: the matrices.
//   - J. Bengtsson, W. Yi, Timed Automata: Semantics, Algorithms and Tools,
//     LNCS 3098, 2004: the operations, and the encoding of bounds.
//   - P. Bouyer, Forward Analysis of Updatable Timed Automata, 2004: why
//     extrapolation and guards on differences do not go together.
//   - G. Behrmann, P. Bouyer, K. Larsen, R. Pelanek, Lower and Upper Bounds in
//     Zone-Based Abstractions of Timed Automata, STTT 8, 2006: Extra-LU+.
//   - R. Dechter, I. Meiri, J. Pearl, Temporal Constraint Networks, 1991: the
//     times of a run.
package zone
