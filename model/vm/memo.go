package vm

import "math/bits"

// memo says how a machine can remember what a block of rules does: if that
// depends on few bits of the state, the machine executes it once for each of
// their values, and looks the outcome up from then on.
//
// Invariant: whatever the block does (fire or not, which bits it writes, what
// it mints) is a function of the bits that keys gather. Outcomes that are more
// than that, such as failures, are not remembered: the block is run.
type memo struct {
	number   int // among those of the chain
	entry    int
	keys     []gather
	size     int // number of keys' values
	words    []uint8
	rule     int
	instance uint32
}

// gather moves some bits of a word to their place in a key.
type gather struct {
	word, shift, to uint8
	mask            uint64
}

// outcome is what a block does for one value of the keys.
type outcome struct {
	kind   outcomeKind
	minted uint32 // index of Machine.minted, or 0
	// Bits written in the words of the memo, and what is written.
	mask, bits [memoWords]uint64
}

type outcomeKind uint8

const (
	unknown outcomeKind = iota
	fires
	nothing
	runs // has to be run
)

const (
	memoWords = 2  // most words of the state that a remembered block writes
	memoBits  = 10 // most bits that it depends on
	// mostOutcomes bounds what a machine remembers, to about 2.5 MiB.
	mostOutcomes = 1 << 16
)

// remember decides which blocks of the chain are remembered: if not all that
// could be, then those that depend on the fewest bits.
func (ch *chain) remember(b *bytecode) {
	found := make([]*memo, len(ch.blocks))
	for i := range ch.blocks {
		found[i] = newMemo(b, int(ch.groups[i/64].entries[i%64]), ch.blocks[i].to)
	}
	for width := range memoBits + 1 {
		for i, k := range found {
			if k == nil || k.size != 1<<width || ch.outcomes+k.size > mostOutcomes {
				continue
			}
			k.number = ch.remembered
			ch.remembered++
			ch.outcomes += k.size
			ch.groups[i/64].memos[i%64] = k
		}
	}
}

// newMemo returns nil if a block cannot be remembered.
func newMemo(b *bytecode, entry, to int) *memo {
	if !b.plain(entry, to, traceable) {
		return nil
	}
	m := &memo{entry: entry, rule: -1}
	var reads, writes [maxWords]uint64
	for _, in := range b.code[entry:to] {
		switch in.op {
		case opLoad, opLoadDef:
			reads[in.w] |= uint64(in.x) << in.shift
		case opJumpIs, opJumpIsnt:
			reads[in.w] |= uint64(in.x)
		case opStore:
			writes[in.w] |= uint64(in.x) << in.shift
		case opStoreBits:
			writes[in.w] |= uint64(in.x)
		case opFire:
			if m.rule >= 0 || in.a != 0 {
				return nil
			}
			m.rule, m.instance = int(in.t), uint32(in.x)
		}
	}
	at := 0
	for w := range b.layout.words {
		if writes[w] != 0 {
			m.words = append(m.words, uint8(w))
		}
		for left := reads[w]; left != 0; {
			shift := bits.TrailingZeros64(left)
			width := bits.TrailingZeros64(^(left >> shift))
			mask := ^uint64(0) >> (64 - width)
			m.keys = append(m.keys, gather{uint8(w), uint8(shift), uint8(at), mask})
			left &^= mask << shift
			if at += width; at > memoBits {
				return nil
			}
		}
	}
	m.size = 1 << at
	if m.rule < 0 || len(m.words) > memoWords {
		return nil
	}
	return m
}

// key gathers the bits that matter.
func (k *memo) key(s *[maxWords]uint64) int {
	key := uint64(0)
	for i := range k.keys {
		g := &k.keys[i]
		key |= s[g.word&wordMask] >> (g.shift & 63) & g.mask << (g.to & 63)
	}
	return int(key)
}

// nextBlock goes on in a chain: blocks that are remembered are done at once. It
// returns where to run the next one that is not, or -1.
func (m *Machine) nextBlock(b *bytecode, number chainNumber) int {
	at, ch := &m.places[number], &b.chains[number]
	for at.left != 0 || at.advance(ch, &m.work) {
		i := bits.TrailingZeros64(at.left) & 63
		at.left &= at.left - 1
		g := &ch.groups[at.group-1]
		k := g.memos[i]
		if k == nil {
			return int(g.entries[i])
		}
		o := m.recall(b, k)
		switch {
		case o.kind == nothing:
		case o.kind == runs || o.minted != 0 && !m.mayMint(b, o):
			return k.entry
		case m.plain:
			m.out.Enabled[k.rule]++
			m.out.Taken[k.rule]++
			m.out.States = append(m.out.States, m.work[0]&^o.mask[0]|o.bits[0])
			m.out.Instances = append(m.out.Instances, k.instance)
		default:
			for i, w := range k.words {
				m.work[w&wordMask] = m.work[w&wordMask]&^o.mask[i] | o.bits[i]
			}
			m.fire(b, k.rule, k.instance, 0)
		}
	}
	return -1
}

// recall returns the outcome of a block in the present state.
func (m *Machine) recall(b *bytecode, k *memo) *outcome {
	known := m.outcomes[k.number]
	key := k.key(&m.work)
	if key >= len(known) {
		known = make([]outcome, k.size)
		m.outcomes[k.number] = known
	}
	o := &known[key]
	if o.kind == unknown {
		m.learn(b, k, o)
	}
	return o
}

// learn finds out what a block does.
func (m *Machine) learn(b *bytecode, k *memo, o *outcome) {
	t := &m.tracer
	t.state, t.written, t.minted = m.work, [maxWords]uint64{}, t.minted[:0]
	switch t.trace(k.entry, -1, -1) {
	case fired:
		o.kind = fires
	case idle:
		o.kind = nothing
	default:
		o.kind = runs
	}
	for i, w := range k.words {
		o.mask[i], o.bits[i] = t.written[w], t.state[w]&t.written[w]
	}
	if len(t.minted) > 0 && o.kind == fires {
		if m.minted == nil {
			m.minted = [][]minting{nil}
		}
		o.minted = uint32(len(m.minted))
		m.minted = append(m.minted, append([]minting(nil), t.minted...))
	}
}

// mayMint reports whether nothing in the state is above what is minted.
func (m *Machine) mayMint(b *bytecode, o *outcome) bool {
	for _, mint := range m.minted[o.minted] {
		for _, n := range b.ordinals[mint.typ] {
			if b.layout.fields[n].load(&m.work) > mint.v {
				return false
			}
		}
	}
	return true
}
