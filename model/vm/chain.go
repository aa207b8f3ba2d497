package vm

// A chain is code that does something for each instance of some rules or
// properties, in order. It consists of blocks: the code of one instance, or of
// all instances of a rule. Each ends with opBlock, which goes on to the next.
//
// Most guards are false in most states, and for most of those a look at a few
// bits of the state is enough to know. So blocks are tested 64 at a time:
// a test looks at eight bits of the state and has, for each of their values, the
// set of the blocks that may have anything to do. A block is run if it is in
// the sets of all tests.
//
// Invariant: a block that is not run would only have jumped to its end, without
// a failure or any other effect. So tests change nothing but time.
type chain struct {
	entry      int // an opBlock
	blocks     []block
	groups     []group
	remembered int // blocks that have a memo
}

// chainNumber tells the chains of a bytecode apart.
type chainNumber uint16

const (
	ruleChain chainNumber = iota // start states, where these are compiled
	propertyChain
	assumeChain
	chainNumbers
)

// block is one member of a chain.
type block struct {
	entry int
	to    int // the opBlock that ends it
	// instance is the number of the property instance, or -1: of many, or of
	// a rule.
	instance int
	table    int // number of the rule or property
	// parts is the beginning of the code: conditions, in order. Each goes on
	// to the next if it is true, and the last to the rest of the block.
	parts []part
}

// part is a condition: instructions [from, to), which end at to if it is true
// and go to no if it is false. Without no, it is something else.
type part struct {
	from, to int
	no       *label
}

// group is up to 64 blocks in a row.
type group struct {
	blocks  uint64 // those that may ever have anything to do
	tests   []test
	entries [64]int32
	memos   [64]*memo // nil: none
}

// test looks at the eight bits of a word of the state from shift on.
type test struct {
	word, shift uint8
	sets        *[256]uint64 // by value: the blocks that may have anything to do
}

// chainPlace is where in a chain a machine is.
type chainPlace struct {
	group int      // number of the next group
	left  uint64   // blocks of the current group that are still to be run
	off   []uint64 // by group: blocks that are not to be run; nil: none
}

// advance goes to the next group of which a block may have anything to do. It
// reports whether there is one.
func (p *chainPlace) advance(ch *chain, s *[maxWords]uint64) bool {
	for p.left == 0 {
		if p.group == len(ch.groups) {
			return false
		}
		g := &ch.groups[p.group]
		left := g.blocks
		if p.off != nil {
			left &^= p.off[p.group]
		}
		p.group++
		for i := range g.tests {
			t := &g.tests[i]
			left &= t.sets[uint8(s[t.word&wordMask]>>(t.shift&63))]
		}
		p.left = left
	}
	return true
}

// without returns what switches the blocks off of those rules or properties of
// which out is true.
func (ch *chain) without(out func(table int) bool) []uint64 {
	off := make([]uint64, len(ch.groups))
	for i := range ch.blocks {
		if out(ch.blocks[i].table) {
			off[i/64] |= 1 << (i % 64)
		}
	}
	return off
}

// open begins a chain: its blocks are those that follow.
func (c *compiler) open(number chainNumber) {
	c.number = number
	c.chains[number].entry = c.emit(instr{op: opBlock, a: uint16(number)})
	c.chains[number].groups = []group{}
}

// openBlock begins a block of a rule or property.
func (c *compiler) openBlock(t *table) {
	c.from = len(c.code)
	c.barrier = c.from
	c.block = &block{entry: c.from, instance: -1, table: t.index}
}

// closeBlock ends the block and adds it to the chain.
func (c *compiler) closeBlock() {
	c.block.to = c.emit(instr{op: opBlock, a: uint16(c.number)})
	ch := &c.chains[c.number]
	ch.blocks = append(ch.blocks, *c.block)
}

// part notes the code since from as a part of the condition of a block.
func (c *compiler) part(from int, no *label) {
	c.block.parts = append(c.block.parts, part{from: from, to: len(c.code), no: no})
}
