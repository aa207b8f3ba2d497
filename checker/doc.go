// Package checker searches the states of a [model.System] and decides its
// properties: exhaustively, exactly, and with the same result for any number
// of workers.
//
// # The search
//
// Level by level, all states first found after d steps before any that need
// d+1:
//
//	visited, level := start states, start states
//	for depth := 0; level is not empty; depth++ {
//		if nothing is left to find out: stop
//		if a limit forbids another level: stop, incomplete
//		next := nothing
//		for each state s of level, for each enabled step of s to some t {
//			if t is not visited {
//				add t to visited and to next
//				evaluate the properties on t
//			}
//		}
//		level = next
//	}
//
// A level is expanded in rounds, in which the workers claim chunks of the level
// and send the successors to the space of states (space.go), each in buffers of
// its own; then the space finds out which of them are new, the workers claiming
// parts of that work. What is read in the first half is written only in the
// second, where every part has one writer: there are no locks.
//
// Few states are kept in hash tables (tablespace.go). Beyond 65,536 the space
// turns, in mid-run, into sorted runs of delta-coded blocks (runspace.go),
// later where levels are narrow and each would have to look through many
// blocks: the candidates of a level are sorted, merged by ranges of
// keys, and the visited runs subtracted (settle.go, stream.go), where blocks
// that no candidate can be in are not decoded (cursor.go). Then a state takes,
// in its level and among the visited ones together, two to seven bytes a word,
// in memory or in files, instead of up to 40: 2.6 bytes in LEASE(4,3), which has
// states of one word, 8.1 with four words in ttl-fencing for 4 clients, 46 with
// seven in etcd-fencing for 3. And nothing gets slower, since sorting and
// merging read memory in order.
//
// A build for browsers has one kind of space for any width (flat.go), no blocks and
// no files: they would be a tenth of what a page has to load.
//
// # Files
//
// With [Options.Spill] the blocks go into files when memory is full; with
// [Options.Run] they are kept in a directory, from which a search that ended in
// whatever way is taken up with exactly the same result (rundir.go, commit.go,
// blobs.go). Files are written once, whole and checksummed; a commit makes them
// durable, then replaces the manifest that names them, then removes those that
// it no longer names. So at any moment the manifest names files that are there.
//
// [Options.Cache] keeps decoded blocks for look-ups of single states: for
// liveness, and for levels with few candidates for the blocks that there are.
// Measured with ristretto (CPU seconds of a whole check without and with it):
// liveness over 416,306 states of seven words 6.5 and 4.1, over 792,076 of four
// words 4.5 and 4.2, with 99 % of 56,498 look-ups found there; 3,002 narrow
// levels with 16 MiB in all 11.0 and 11.4, with 50 % of 93,792. Most of the work
// needs no cache: candidates are sorted, so that a block is decoded once for all
// that lie in it. A cache that is of no use gives up.
//
// # Guarantees
//
// Exact: whole packed states are stored and compared, never fingerprints.
//
// Deterministic: a level is a set and has no order that anything depends on.
// Counts are sums over sets, depths are minima, and a trace is the least of a
// set of runs. So [Check] returns the same [Result] for any number of workers,
// also when a limit on states, depth or memory ends it. (Where a limit on time
// or an interrupt ends it, only the machine knows.)
//
// Complete: the search goes on until everything is decided, past violating
// states, unless [Options.First] is set. A property holds only when every
// state was visited and expanded.
//
// Shortest traces: of all shortest concrete runs that violate a property, the
// one with the fewest faults, then the fewest changes of actor, then the
// smallest start state and steps. It is found without parent pointers (walk.go),
// and replayed by an interpreter that shares nothing with the compiled system
// (package naive) before it is returned. A trace that does not replay is an
// [InternalError].
//
// Liveness: whether a state is reachable by steps that are no faults from
// every state, decided without storing edges (liveness.go).
//
// # Errors
//
// What is wrong with a run is a [Verdict], never an error. An error means that
// there is no result: [SpecError] when the model is wrong in itself,
// [InternalError] when lockcheck is.
//
// # Known limits
//
//   - Without files the search ends when [Options.Memory] is passed, counting 8
//     bytes for a word of a state, with the level before: what the level that
//     did not fit would show is given up, violations too, for which part of it
//     was found depends on workers.
//   - A trace takes about as long to find as its levels took to search: each is
//     expanded once more. Interrupts do not shorten that.
//   - A graph of shortest runs is kept while a trace is found, with up to one
//     entry for every actor in each of its states. When most states of a late
//     level violate a property this can be as large as the visited states.
//   - Liveness expands each state again until its goal is known to be
//     reachable: on models where most states cannot reach it, once per sweep.
//   - There is no partial-order reduction. With stubborn sets from the read and
//     write sets of rule instances, covers observed until reached, and a state
//     reduced only if all its chosen successors are new, it halves none of 592
//     catalogue rows of up to 5,000 states (best 1.60, median 1.00) and none of
//     30 of up to 50,000 (best 1.11); with covers given up, LEASE alone (2.39).
//     Rules of one client share what it is doing with the faults that hit it,
//     those of two clients the service and the numbers of grants. If it were
//     known of any two rules whether they commute wherever both are enabled, 32
//     rows of 592 would be halved (best 3.71, median 1.18). Shortest traces and
//     liveness would be given up.
package checker
