package vm

import "math/bits"

// memo says how a machine can remember what a block of rules does: that
// depends on some bits of the state, so the machine executes the block once for
// each of their values that it meets, and looks the outcome up from then on.
//
// Invariant: whatever the block does (fire or not, which bits it writes, what
// it mints, which cover statements it reaches) is a function of the bits that
// keys gather. Outcomes that are more than that, such as failures, are not
// remembered: the block is run.
type memo struct {
	number   int // among those of the chain
	entry    int
	keys     []gather
	bits     int     // that keys gather
	stride   int     // words of an outcome
	words    []uint8 // that the block writes
	rule     int
	instance uint32
}

// gather moves some bits of a word to their place in a key.
type gather struct {
	word, shift, to uint8
	mask            uint64
}

const (
	memoWords = 4  // most words of the state that a remembered block writes
	memoBits  = 64 // most bits that it depends on
	smallBits = 10 // up to here there is a place for every key; else for so many
	largeBits = 9
	// mostRemembered bounds what a machine remembers, to 4 MiB.
	mostRemembered = 1 << 19
	mostExtras     = 1 << 16
)

// outcome is what a block does, in words: the kind, and above it the number of
// its extras; the key; then for each word written which bits, and what.
type outcome []uint64

const (
	ofKind = iota
	ofKey
	ofWrites
)

// Kinds of outcomes.
const (
	unknown uint64 = iota
	fires
	nothing
	runs // has to be run
)

const kindBits = 8

// extras is what else a block does that fires.
type extras struct {
	minted []minting
	covers []int
}

// remembered is what a machine remembers of a block.
type remembered struct {
	outcomes      []uint64
	looks, misses int
	useless       bool // hardly anything comes again
}

// remember decides which blocks of the chain are remembered: if not all that
// could be, then those that depend on the fewest bits.
func (ch *chain) remember(b *bytecode) {
	found := make([]*memo, len(ch.blocks))
	for i := range ch.blocks {
		found[i] = newMemo(b, int(ch.groups[i/64].entries[i%64]), ch.blocks[i].to)
	}
	size := 0
	for width := range memoBits + 1 {
		for i, k := range found {
			if k == nil || k.bits != width || size+k.places()*k.stride > mostRemembered {
				continue
			}
			k.number = ch.remembered
			ch.remembered++
			size += k.places() * k.stride
			ch.groups[i/64].memos[i%64] = k
		}
	}
}

// newMemo returns nil if a block cannot be remembered.
func newMemo(b *bytecode, entry, to int) *memo {
	m := &memo{entry: entry, rule: -1}
	reads, writes, ok := b.uses(entry, to)
	for _, in := range b.code[entry:to] {
		if in.op == opFire {
			ok = ok && m.rule < 0 && in.a == 0
			m.rule, m.instance = int(in.t), uint32(in.x)
		}
	}
	if !ok || m.rule < 0 {
		return nil
	}
	for w := range b.layout.words {
		if writes[w] != 0 {
			m.words = append(m.words, uint8(w))
		}
		for left := reads[w]; left != 0; {
			shift := bits.TrailingZeros64(left)
			width := bits.TrailingZeros64(^(left >> shift))
			mask := ^uint64(0) >> (64 - width)
			m.keys = append(m.keys, gather{uint8(w), uint8(shift), uint8(m.bits), mask})
			left &^= mask << shift
			if m.bits += width; m.bits > memoBits {
				return nil
			}
		}
	}
	if len(m.words) > memoWords {
		return nil
	}
	m.stride = ofWrites + 2*len(m.words)
	return m
}

func (k *memo) places() int {
	if k.bits <= smallBits {
		return 1 << k.bits
	}
	return 1 << largeBits
}

// key gathers the bits that matter.
func (k *memo) key(s *[maxWords]uint64) uint64 {
	key := uint64(0)
	for i := range k.keys {
		g := &k.keys[i]
		key |= s[g.word&wordMask] >> (g.shift & 63) & g.mask << (g.to & 63)
	}
	return key
}

// nextBlock goes on in a chain: blocks that are remembered are done at once. It
// returns where to run the next one that is not, or -1.
func (m *Machine) nextBlock(b *bytecode, number chainNumber) int {
	at, ch, out := &m.places[number], &b.chains[number], m.out
	for at.left != 0 || at.advance(ch, &m.work) {
		i := bits.TrailingZeros64(at.left) & 63
		at.left &= at.left - 1
		g := &ch.groups[at.group-1]
		k := g.memos[i]
		if k == nil {
			return int(g.entries[i])
		}
		var o outcome // without a call, where there is a place for every key
		known := m.remembered[k.number].outcomes
		if at := int(k.key(&m.work)) * k.stride; k.bits <= smallBits && at < len(known) && known[at] != unknown {
			o = known[at:][:k.stride]
		} else {
			o = m.recall(b, k)
		}
		switch kind := o[ofKind]; {
		case kind == nothing:
		case kind == runs || kind != fires && !m.mayMint(b, kind>>kindBits):
			return k.entry
		case m.plain:
			state := m.work[0]
			if len(o) > ofWrites {
				state = state&^o[ofWrites] | o[ofWrites+1]
			}
			out.Enabled[k.rule]++
			out.Taken[k.rule]++
			out.States = append(out.States, state)
			out.Instances = append(out.Instances, k.instance)
		default:
			for i, w := range k.words {
				m.work[w&wordMask] = m.work[w&wordMask]&^o[ofWrites+2*i] | o[ofWrites+2*i+1]
			}
			m.fire(b, k.rule, k.instance, 0)
		}
	}
	return -1
}

var unremembered = outcome{ofKind: runs}

// recall returns the outcome of a block in the present state.
func (m *Machine) recall(b *bytecode, k *memo) outcome {
	known := &m.remembered[k.number]
	key := k.key(&m.work)
	place := key
	if k.bits > smallBits {
		if known.useless {
			return unremembered
		}
		known.looks++
		place = key * 0x9e3779b97f4a7c15 >> (64 - largeBits)
	}
	at := int(place) * k.stride
	if at >= len(known.outcomes) {
		known.outcomes = make([]uint64, k.places()*k.stride)
	}
	o := outcome(known.outcomes[at:][:k.stride])
	if o[ofKind] == unknown || o[ofKey] != key {
		known.misses++
		known.useless = known.misses > 1<<12 && known.misses > known.looks/8
		m.learn(b, k, o)
		o[ofKey] = key
	}
	return o
}

// learn finds out what a block does.
func (m *Machine) learn(b *bytecode, k *memo, o outcome) {
	t := &m.tracer
	n := b.layout.words
	copy(t.state[:n], m.work[:n])
	clear(t.written[:n])
	t.minted, t.covers = t.minted[:0], t.covers[:0]
	kind := runs
	switch t.trace(k.entry, -1, -1) {
	case fired:
		kind = fires
	case idle:
		kind = nothing
	}
	if len(t.minted)+len(t.covers) > 0 && kind != runs {
		if kind == nothing || len(m.extras) > mostExtras {
			kind = runs
		} else {
			kind |= uint64(len(m.extras)) << kindBits
			m.extras = append(m.extras, extras{append([]minting(nil), t.minted...), append([]int(nil), t.covers...)})
		}
	}
	o[ofKind] = kind
	for i, w := range k.words {
		o[ofWrites+2*i], o[ofWrites+2*i+1] = t.written[w], t.state[w]&t.written[w]
	}
}

// mayMint reports whether nothing in the state is above what is minted, and if
// so notes the cover statements that hold.
func (m *Machine) mayMint(b *bytecode, n uint64) bool {
	x := &m.extras[n]
	for _, mint := range x.minted {
		for _, n := range b.ordinals[mint.typ] {
			if b.layout.fields[n].load(&m.work) > mint.v {
				return false
			}
		}
	}
	for _, c := range x.covers {
		m.cover(c)
	}
	return true
}
