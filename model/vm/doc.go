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
// one, and one code more if the leaf may ever be undefined. The model is
// compiled twice: what the rules of a first version can do to the start states
// ([findValues], and [undefinable] before it) tells which leaves never change
// and which are never undefined; they are constants in the second, with all that
// follows from them. Leaves do not straddle words; in each word, leaves of one
// client are neighbours and lie as those of the others do; what all clients share
// lies above them.
// An ordinal under ranks has room for one rank per leaf of its type, and for
// what one rule may add; if that is not enough, a machine says so
// (NeedRoom), and [Program.WithRoom] has more.
//
// Start states run on a layout of their own, in which all leaves may be
// undefined, since that is how they begin.
//
// # Code
//
// The rules are a chain of blocks, in the order of their instances: a guard that
// is false jumps to the end of the block, an effect works on a copy of the state
// and ends with opFire, which hands out the successor and takes the effect back.
// So one call of [Machine.Expand] is one run of the chain. The properties are
// another chain, the assumes a third. Behind them come rules that choose
// ordinals, and functions that are really called.
//
// Most code is not run at all. Tests of a few bits rule out blocks whose guards
// are false, 64 at a time ([chain]); and what a block does is looked up if it
// depends on few bits and has been done before ([memo]). Code is what both are
// made from, by a [tracer], and what is run where they do not apply. Loads that
// follow a test of the same leaf are not checked again (dropProven). Who needs
// less says so: with NoFaults in [model.Successors] the blocks of faults are
// passed over, with Settle in [model.Evaluation] those of properties; Quiet there
// says that no block had anything to say, so that nobody need look.
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
//   - A block that is ruled out, or whose outcome is looked up, does what its
//     code would do.
//   - A machine allocates nothing per transition, except for failures and for
//     what it remembers, which is bounded.
package vm
