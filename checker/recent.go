package checker

// recent is a worker's memory of states that it has sent or read lately: a small
// direct-mapped array in front of the store, which catches about half of the
// repetitions. It forgets, but never takes one state for another.
//
// Invariant: a slot holds a state that was sent or is visited and whose home it
// is, or one whose home it is not.
type recent[K key] struct {
	slots []K
	shift uint
}

// newRecent returns an array of about so many bytes. It should lie well within
// the second-level cache: a larger one catches more, but costs more than the
// sorting that it saves.
func newRecent[K key](bytes int) recent[K] {
	var k K
	r := recent[K]{shift: 60}
	n := 16 // the least: a state must have somewhere else to live
	for n*16*len(k) <= bytes {
		n *= 2
		r.shift--
	}
	r.slots = make([]K, n)
	r.forget()
	return r
}

// forget empties the array: every slot gets a state that lives elsewhere, 0 or
// for the home of 0 another one.
func (r *recent[K]) forget() {
	clear(r.slots)
	var zero, other K
	home := r.home(&zero)
	for r.home(&other) == home {
		other[0]++
	}
	r.slots[home] = other
}

// home needs a hash that is good at the top only, so a multiplication is enough.
func (r *recent[K]) home(k *K) uint64 {
	const odd = 0x9e3779b97f4a7c15
	h := (*k)[0] * odd
	for i := 1; i < len(*k); i++ {
		h = (h ^ h>>32 ^ (*k)[i]) * odd
	}
	return h >> (r.shift & 63)
}

// filter appends the states that are not remembered to buf, which has room,
// and remembers all. Half of them are, one way or the other, so there is no
// branch.
func (r *recent[K]) filter(buf []K, states []uint64, w int) []K {
	n := len(buf)
	buf = buf[:cap(buf)]
	for i := 0; i+w <= len(states); i += w {
		k := loadKey[K](states[i : i+w])
		slot := &r.slots[r.home(&k)]
		differ := (*slot)[0] ^ k[0]
		for j := 1; j < len(k); j++ {
			differ |= (*slot)[j] ^ k[j]
		}
		*slot, buf[n] = k, k
		n += int((differ | -differ) >> 63)
	}
	return buf[:n]
}

// note remembers keys that are visited.
func (r *recent[K]) note(keys []K) {
	for i := range keys {
		r.slots[r.home(&keys[i])] = keys[i]
	}
}

// seen reports whether k is remembered, and remembers it.
func (r *recent[K]) seen(k *K) bool {
	slot := &r.slots[r.home(k)]
	if *slot == *k {
		return true
	}
	*slot = *k
	return false
}
