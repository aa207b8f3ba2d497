package checker

// wordTable is a store for states of one word: open addressing with linear
// probing in flat slices, in shards that grow one by one, so that growth never
// needs twice the memory. About 13 to 26 bytes a state.
//
// Invariants: a slot is 0 or holds a state; a state is in the run of taken
// slots that begins at its home slot; the state 0 is kept apart, in hasZero.
type wordTable struct {
	shards [shardCount]wordShard
}

type wordShard struct {
	slots   []uint64 // a power of two
	n       int      // taken slots
	hasZero bool
}

func newWordTable() *wordTable {
	t := &wordTable{}
	for i := range t.shards {
		t.shards[i].slots = make([]uint64, leastSlots)
	}
	return t
}

func (t *wordTable) parts() int { return shardCount }

func (t *wordTable) probe(s []uint64, h uint64) (int, bool) {
	part := int(h >> shardShift)
	_, ok := t.shards[part].find(s[0], h)
	return part, ok
}

// find returns the slot of x, or the empty one where it would go. The state 0
// has the slot behind the last.
func (p *wordShard) find(x, h uint64) (int, bool) {
	if x == 0 {
		return len(p.slots), p.hasZero
	}
	mask := len(p.slots) - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		switch p.slots[i] {
		case x:
			return i, true
		case 0:
			return i, false
		}
	}
}

func (t *wordTable) merge(part int, candidates, fresh []uint64) []uint64 {
	p := &t.shards[part]
	for _, x := range candidates {
		i, ok := p.find(x, mix(x))
		if ok {
			continue
		}
		fresh = append(fresh, x)
		if x == 0 {
			p.hasZero = true
			continue
		}
		p.slots[i] = x
		p.n++
		if tooFull(p.n+1, len(p.slots)) {
			p.grow()
		}
	}
	return fresh
}

func (p *wordShard) grow() {
	old := p.slots
	p.slots = make([]uint64, 2*len(old))
	for _, x := range old {
		if x != 0 {
			i, _ := p.find(x, mix(x))
			p.slots[i] = x
		}
	}
}

func (t *wordTable) len() int64 {
	var n int64
	for i := range t.shards {
		n += int64(t.shards[i].n)
		if t.shards[i].hasZero {
			n++
		}
	}
	return n
}

func (t *wordTable) bytes() int64 {
	var n int64
	for i := range t.shards {
		n += 8 * int64(len(t.shards[i].slots))
	}
	return n
}

func (t *wordTable) index(s []uint64) (int64, bool) {
	h := mix(s[0])
	part := int(h >> shardShift)
	var base int64
	for i := range part {
		base += int64(len(t.shards[i].slots)) + 1
	}
	i, ok := t.shards[part].find(s[0], h)
	return base + int64(i), ok
}

func (t *wordTable) slots() int64 { return t.bytes()/8 + shardCount }
