package checker

import "math/bits"

const (
	digitBits = 11
	digits    = 1 << digitBits
	// fewKeys are sorted by insertion.
	fewKeys = 32
)

// sortKeys sorts keys and drops repetitions: least significant digit first,
// and only the digits in which keys differ. tmp is room for as many keys.
func sortKeys[K key](keys, tmp []K) []K {
	if len(keys) <= fewKeys {
		insertionSort(keys)
		return distinct(keys)
	}
	var some, all K // bits set in some key, in all keys
	some, all = keys[0], keys[0]
	for i := range keys {
		some[0] |= keys[i][0]
		all[0] &= keys[i][0]
		for j := 1; j < len(some); j++ {
			some[j] |= keys[i][j]
			all[j] &= keys[i][j]
		}
	}
	src, dst := keys, tmp[:len(keys)]
	for j := 0; j < len(some); j++ {
		for differ := some[j] &^ all[j]; differ != 0; {
			shift := bits.TrailingZeros64(differ)
			sortDigit(src, dst, j, uint(shift))
			src, dst = dst, src
			if shift+digitBits >= 64 {
				break
			}
			differ = differ >> (shift + digitBits) << (shift + digitBits)
		}
	}
	return distinct(src)
}

// sortDigit moves the keys of src to dst, sorted by one digit and otherwise in
// the same order.
func sortDigit[K key](src, dst []K, word int, shift uint) {
	var ends [digits]uint32
	for i := range src {
		ends[src[i][word]>>(shift&63)&(digits-1)]++
	}
	sum := uint32(0)
	for i, n := range ends {
		ends[i] = sum
		sum += n
	}
	for i := range src {
		at := &ends[src[i][word]>>(shift&63)&(digits-1)]
		dst[*at] = src[i]
		*at++
	}
}

func insertionSort[K key](keys []K) {
	for i := 1; i < len(keys); i++ {
		k := keys[i]
		j := i
		for ; j > 0 && less(&k, &keys[j-1]); j-- {
			keys[j] = keys[j-1]
		}
		keys[j] = k
	}
}

// distinct drops repetitions from sorted keys.
func distinct[K key](keys []K) []K {
	if len(keys) == 0 {
		return keys
	}
	n := 1
	for i := 1; i < len(keys); i++ {
		keys[n] = keys[i]
		n += int(below(&keys[n-1], &keys[n])) // sorted: below or equal
	}
	return keys[:n]
}
