// Package model says what the engine needs to know of a model, and nothing of
// the language it is written in: a [System] of packed states, run by
// [Machine]s.
//
// The packages below it make such systems. Package murphi is the language:
// text, syntax tree, types, annotations. Package vm compiles a checked tree to
// bytecode over packed states. Package symmetry computes canonical forms.
//
// # Glossary
//
// These words are used throughout, in code, comments and output, each for one
// thing only.
//
//   - state: a value for every state variable of a model; packed, some words.
//   - rule: a named, guarded change of the state. A rule with parameters has
//     an instance for every combination of their values.
//   - guard, effect: the condition of a rule, and what it does.
//   - enabled: an instance is, in a state where its guard holds.
//   - step: an instance, taken. Its actor is a client, or the environment.
//   - transition: a step from one state to another (or the same), counted.
//   - successor: the state after a step.
//   - start state: where runs begin. Level 0.
//   - level, depth: the number of steps from a start state, at least.
//   - frontier: the states of the last level, not expanded yet.
//   - trace: the steps of a run from a start state.
//   - counterexample: a trace to a violation.
//   - property: an invariant (holds in every reachable state), a liveness
//     property (from every reachable state a state can be reached in which it
//     holds), or an assert statement.
//   - cover: something that should be reached at least once.
//   - assume: a state that breaks it is dropped.
//   - fault: a rule that is the environment's doing; its budget says how often
//     it may happen in a run.
//   - history variable: one that only watches and never influences a rule.
//   - scalarset: a type whose values are interchangeable: clients, nodes.
//   - ordinal: a type of which only the order of values matters: tokens. Under
//     ranks a value is replaced by its rank among the live values of a state.
//   - class: the states that differ only by a permutation of scalarset values
//     and by an order-preserving renaming of ordinals.
//   - canonical state: the representative of a class that is stored.
//   - permutation: a renaming of scalarset values, from the frame (the names)
//     of one state to that of another.
//   - visited store: the set of canonical states found so far.
//   - verdict: SAFE, UNSAFE or INCOMPLETE.
package model
