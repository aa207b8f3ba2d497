package checker

// table is an exact set of keys: open addressing with linear probing in a flat
// slice. About 13 to 26 bytes a state of one word.
//
// Invariants: a slot is zero or holds a key; a key is in the run of taken
// slots that begins at its home slot; the key zero is kept apart, in hasZero.
type table[K key] struct {
	slots   []K // a power of two
	n       int // taken slots
	hasZero bool
}

const (
	leastSlots  = 64
	fullEighths = 5 // a table grows when five eighths are taken
)

// find returns the slot of k, or the empty one where it would go. The key zero
// has the slot behind the last. h is hash(k).
func (t *table[K]) find(k *K, h uint64) (int, bool) {
	var zero K
	if *k == zero {
		return len(t.slots), t.hasZero
	}
	mask := len(t.slots) - 1
	for i := int(h) & mask; ; i = (i + 1) & mask {
		switch t.slots[i] {
		case *k:
			return i, true
		case zero:
			return i, false
		}
	}
}

// add adds k, and reports whether it was new.
func (t *table[K]) add(k *K, h uint64) bool {
	i, ok := t.find(k, h)
	switch {
	case ok:
		return false
	case i == len(t.slots):
		t.hasZero = true
		return true
	}
	t.slots[i] = *k
	if t.n++; t.n*8 >= len(t.slots)*fullEighths {
		t.grow()
	}
	return true
}

func (t *table[K]) grow() {
	var zero K
	old := t.slots
	t.slots = make([]K, 2*len(old))
	for i := range old {
		if old[i] != zero {
			at, _ := t.find(&old[i], hash(&old[i]))
			t.slots[at] = old[i]
		}
	}
}

// appendAll appends every key, in no order.
func (t *table[K]) appendAll(dst []K) []K {
	var zero K
	for i := range t.slots {
		if t.slots[i] != zero {
			dst = append(dst, t.slots[i])
		}
	}
	if t.hasZero {
		dst = append(dst, zero)
	}
	return dst
}

// dictionary numbers states in the order in which they are added. It is what
// the search for traces uses, for sets that are mostly small.
type dictionary interface {
	// add returns the number of s, a new one if need be.
	add(s []uint64) int
	// index returns the number of s, if it has one. It may be called
	// concurrently with itself.
	index(s []uint64) (int, bool)
}

type numbered[K key] struct {
	table[K]
	numbers []int32 // by slot; the last is that of zero
	count   int
}

func newNumbered[K key]() *numbered[K] {
	d := &numbered[K]{numbers: make([]int32, leastSlots+1)}
	d.slots = make([]K, leastSlots)
	return d
}

func (d *numbered[K]) index(s []uint64) (int, bool) {
	k := loadKey[K](s)
	i, ok := d.find(&k, hash(&k))
	return int(d.numbers[i]), ok
}

func (d *numbered[K]) add(s []uint64) int {
	k := loadKey[K](s)
	h := hash(&k)
	i, ok := d.find(&k, h)
	if ok {
		return int(d.numbers[i])
	}
	d.numbers[i] = int32(d.count)
	d.count++
	slots := len(d.slots)
	old, zero := d.slots, d.numbers[slots]
	d.table.add(&k, h)
	if len(d.slots) != slots {
		d.renumber(old, k, zero)
	}
	return d.count - 1
}

// renumber moves the numbers to the slots of a table that has grown. old is
// what it was; k was added last.
func (d *numbered[K]) renumber(old []K, k K, zero int32) {
	numbers := make([]int32, len(d.slots)+1)
	var none K
	for i := range old {
		if old[i] != none {
			at, _ := d.find(&old[i], hash(&old[i]))
			numbers[at] = d.numbers[i]
		}
	}
	at, _ := d.find(&k, hash(&k))
	numbers[at] = int32(d.count - 1)
	numbers[len(d.slots)] = zero
	d.numbers = numbers
}
