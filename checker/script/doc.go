// Package script makes one run of a lock protocol in real time, by a schedule
// that teaches: client A takes the lock and is stopped once, for exactly so
// long; client B wants the lock, and takes it as soon as A's hold can end; all
// else happens as soon as it is possible.
//
// It is a run of the spec, taken by the interpreter (see [naive.TimedWalk]): a
// step is taken only where the spec allows it, and no time passes beyond what is
// due. A script only chooses among what is possible:
//
//	stop    A is stopped at the last moment at which that is possible before it
//	        sends its write, or its write is held up on its way
//	lapse   a lease that may end at any time from TTL on ends at TTL, if somebody
//	        waits for that: the worst case
//	timers  a renewal, a keep-alive and a time-out come as late as they may
//	rest    nobody gives up, asks without a wish, or meets another fault
//
// Who could act at one moment acts in this order: whoever has no lock, whoever
// believes to have it, timers, and last of all the client that was stopped. So a
// client that is stopped for exactly TTL comes too late.
//
// Package checker asks the other question: whether any run does harm. What a
// script does harm with, an exhaustive check finds with the same numbers.
package script
