package vm

import "slices"

// dropProven takes the check off loads of a leaf that is known to be defined
// there: on the only way to the load, with nothing but reading in between, lies
// a test for that, or another load of the leaf. `!isundefined(x) & x = y` is how
// specs ask who holds a lock.
func (b *bytecode) dropProven() {
	entered := b.entered()
	b.traps = slices.DeleteFunc(b.traps, func(t trap) bool {
		load := &b.code[t.pc]
		if load.op != opLoadDef || !b.proven(t.pc, entered) {
			return false
		}
		load.op = opLoad
		return true
	})
}

// proven reports whether the leaf that the load at pc reads is defined.
func (b *bytecode) proven(pc int, entered []bool) bool {
	load := &b.code[pc]
	mask := load.x << (load.shift & 63)
	for ; pc > 0 && !entered[pc]; pc-- {
		before := &b.code[pc-1]
		switch {
		case before.op == opJumpIs && before.w == load.w && before.x == mask && before.y == 0,
			before.op == opLoadDef && before.w == load.w && before.x<<(before.shift&63) == mask:
			return true
		case before.op == opJump || !b.plain(pc-1, pc, readOnly):
			return false
		}
	}
	return false
}

// entered is the set of the instructions to which there is another way than
// from the one before.
func (b *bytecode) entered() []bool {
	at := make([]bool, len(b.code)+1)
	for i := range b.code {
		if in := &b.code[i]; in.op == opNext || in.op >= opJump && in.op <= opJumpIsnt {
			at[in.t] = true
		}
	}
	for i := range b.stretches {
		at[b.stretches[i].from], at[b.stretches[i].next] = true, true
	}
	return at
}
