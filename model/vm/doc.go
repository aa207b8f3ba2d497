// Package vm compiles a checked Murphi model to bytecode and runs it on packed
// states. A [Program] is the model's [model.System]; [Load] makes one from a
// file, [Compile] from a tree.
//
//	p, diags := vm.Load(os.DirFS("specs"), "lease.murphi", vm.Options{})
//	m := p.NewMachine()
//	var out model.Successors
//	m.Starts(&out)             // out.States holds the start states
//	m.Expand(s, &out)          // ... and the successors of s
//
// It agrees with the interpreter of package checker/naive on everything that
// both report: states, enabled instances, failures and where they are. It does
// not search, store or print.
//
// # States
//
// A leaf is a simple variable, or a simple part of a record or array. A layout
// gives every leaf as few bits as its values need: the value minus the least
// one, and one code more if the leaf may ever be undefined ([undefinable] finds
// out, from the start states and the text). Leaves do not straddle words;
// leaves of one client are neighbours; what all clients share lies above them.
// An ordinal under ranks has room for one rank per leaf of its type, and for
// what one rule may add; if that is not enough, a machine says so
// (NeedRoom), and [Program.WithRoom] has more.
//
// Start states run on a layout of their own, in which all leaves may be
// undefined, since that is how they begin.
//
// # Code
//
// The rules are one chain of code, in the order of their instances: a guard
// that is false jumps to the next instance, an effect works on a copy of the
// state and ends with opFire, which hands out the successor and takes the
// effect back. So one call of [Machine.Expand] is one run of the chain. The
// properties are another chain, the assumes a third. Behind them come rules
// that choose ordinals, and functions that are really called.
//
// Where that is not too much code, every instance of a rule has code of its
// own, with its parameters as constants; short loops and quantifiers are
// unrolled and calls compiled in place. Then indices are known, a leaf is a
// shift and a mask, `at[c].phase = idle` is one comparison of masked bits, and
// much of a model folds away. Otherwise parameters, loop variables and
// arguments are in registers and leaves are reached by reference. A rule, a
// loop or a call can be compiled either way, whatever is around it.
//
// Registers hold numbers, or [Undefined]. A reference is the number of a leaf,
// or of a register counted from the bottom of the stack, behind the leaves: so
// a record is passed by reference wherever it lies, and its parts are found by
// adding. The operations are listed at [opcode]; what each does exactly, in
// [Machine.run].
//
// What fails in a rule is found in side tables: a trap says, for an
// instruction, what fails and where in the source, a stretch which instance
// the code belongs to and where the next one begins.
//
// # Invariants
//
//   - Equal states have equal words: bits that belong to no leaf are 0, and
//     under symmetry or ranks States are canonical (package symmetry).
//   - Between instances the machine's work state equals the state at hand.
//   - r[0] is 0 in the window of a rule.
//   - A machine allocates nothing per transition, except for rules that choose
//     ordinals and for failures.
package vm
