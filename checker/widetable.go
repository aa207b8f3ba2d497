package checker

import "slices"

// wideTable is a store for states of two and more words: a wordTable whose
// slots are w words wide. The invariants are the same.
type wideTable struct {
	w      int
	shards [shardCount]wideShard
}

type wideShard struct {
	w       int
	words   []uint64 // w per slot; the number of slots is a power of two
	count   int      // slots
	n       int      // taken slots
	hasZero bool     // the state that is 0 in every word
}

func newWideTable(w int) *wideTable {
	t := &wideTable{w: w}
	for i := range t.shards {
		t.shards[i] = wideShard{w: w, words: make([]uint64, w*leastSlots), count: leastSlots}
	}
	return t
}

func (t *wideTable) parts() int { return shardCount }

func (t *wideTable) probe(s []uint64, h uint64) (int, bool) {
	part := int(h >> shardShift)
	_, ok := t.shards[part].find(s, h)
	return part, ok
}

// find returns the slot of s, or the empty one where it would go.
func (p *wideShard) find(s []uint64, h uint64) (int, bool) {
	if isZero(s) {
		return p.count, p.hasZero
	}
	mask := p.count - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		slot := p.words[i*p.w : (i+1)*p.w]
		if slices.Equal(slot, s) {
			return i, true
		}
		if isZero(slot) {
			return i, false
		}
	}
}

func isZero(s []uint64) bool {
	for _, x := range s {
		if x != 0 {
			return false
		}
	}
	return true
}

func (t *wideTable) merge(part int, candidates, fresh []uint64) []uint64 {
	p := &t.shards[part]
	for s := range slices.Chunk(candidates, t.w) {
		i, ok := p.find(s, hash(s))
		if ok {
			continue
		}
		fresh = append(fresh, s...)
		if i == p.count {
			p.hasZero = true
			continue
		}
		copy(p.words[i*p.w:], s)
		p.n++
		if tooFull(p.n+1, p.count) {
			p.grow()
		}
	}
	return fresh
}

func (p *wideShard) grow() {
	old := p.words
	p.count *= 2
	p.words = make([]uint64, p.count*p.w)
	for s := range slices.Chunk(old, p.w) {
		if !isZero(s) {
			i, _ := p.find(s, hash(s))
			copy(p.words[i*p.w:], s)
		}
	}
}

func (t *wideTable) len() int64 {
	var n int64
	for i := range t.shards {
		n += int64(t.shards[i].n)
		if t.shards[i].hasZero {
			n++
		}
	}
	return n
}

func (t *wideTable) bytes() int64 {
	var n int64
	for i := range t.shards {
		n += 8 * int64(len(t.shards[i].words))
	}
	return n
}

func (t *wideTable) index(s []uint64) (int64, bool) {
	h := hash(s)
	part := int(h >> shardShift)
	var base int64
	for i := range part {
		base += int64(t.shards[i].count) + 1
	}
	i, ok := t.shards[part].find(s, h)
	return base + int64(i), ok
}

func (t *wideTable) slots() int64 {
	var n int64
	for i := range t.shards {
		n += int64(t.shards[i].count) + 1
	}
	return n
}
