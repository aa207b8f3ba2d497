package checker

import "math/bits"

// store is the set of states visited so far. It is exact: it holds whole
// packed states, so that no two of them are ever taken for one.
//
// It is filled in batches, so that a store that sorts its candidates fits
// behind the same interface as a hash table. It is divided into parts, each of
// which one goroutine at a time may fill while others fill other parts. probe,
// index and the counts may be called concurrently with each other, but not
// with merge.
type store interface {
	// parts is the number of parts.
	parts() int
	// probe returns the part that s belongs to, and whether s is visited for
	// certain. A store may answer false for a visited state: merge decides.
	// h is hash(s).
	probe(s []uint64, h uint64) (part int, seen bool)
	// merge adds candidates, packed states one after the other that all belong
	// to the part, and appends to fresh each that was not visited, once.
	merge(part int, candidates, fresh []uint64) []uint64
	// len is the number of visited states.
	len() int64
	// bytes is the memory that the store occupies.
	bytes() int64
	// index returns the number of a visited state: its own, below slots, and
	// the same until the next merge. ok is false when s is not visited.
	index(s []uint64) (i int64, ok bool)
	slots() int64
}

// newStore returns an empty store for states of w words.
func newStore(w int) store {
	if w == 1 {
		return newWordTable()
	}
	return newWideTable(w)
}

// hash scatters a packed state. It is fixed: nothing that is printed depends
// on it, but runs should be repeatable down to their memory use.
func hash(s []uint64) uint64 {
	h := mix(s[0])
	for _, x := range s[1:] {
		h = mix(h ^ x)
	}
	return h
}

// mix is the multiply-and-fold step of wyhash (public domain).
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xa0761d6478bd642f)
	return hi ^ lo
}

const (
	// The top shardBits of the hash choose a shard, the bits at the bottom a
	// slot in it.
	shardBits   = 4
	shardCount  = 1 << shardBits
	shardShift  = 64 - shardBits
	leastSlots  = 64
	fullEighths = 5 // a table grows when five eighths are taken
)

// tooFull reports whether a table of the given number of slots must grow
// before it takes state number n.
func tooFull(n, slots int) bool { return n*8 > slots*fullEighths }
