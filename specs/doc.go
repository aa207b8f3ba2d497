// Package specs is the protocol library: one Murphi file per protocol, shared
// parts in part, and catalog.yaml, which gives names to protocols with chosen
// parameters. The catalogue never says what a protocol does; that stands in
// the specs alone. properties.yaml has words for what they promise, and
// expected.yaml the answers that tests want.
//
// # From paper to spec
//
// A spec begins with a comment in four parts: the protocol as pseudo-code with
// labelled lines, the assumptions, what is left out, and the source. Then come
// parameters, types, variables (the comment of each begins with whose
// knowledge it is: service, client, storage, network or fault), small
// functions that carry the ideas, the start state, the protocol's rules in the
// order of the pseudo-code, the environment's rules, covers and properties.
//
// What the values of a parameter mean stands once, in the head comment of the
// file that they belong to: an indented line for each, the value and its
// words. `lockcheck show` takes them from there.
//
// One rule is one thing that a real system does atomically. A read and a write
// in one rule is the classic mistake; so is a service that tells a client of
// the end of its lease.
//
// Properties speak of the numbers that history gives to grants, never of the
// protocol's own tokens.
package specs
