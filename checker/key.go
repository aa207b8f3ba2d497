package checker

import (
	"math/bits"
	"slices"
)

// key is a packed state as an array: the store is compiled once for each
// width, so that a state of one word costs what a number costs. States of a
// width that is not listed are padded with zeros at the top.
//
// Keys are ordered as large numbers whose first word is the lowest digit.
// What all clients share lies in the last word (see package vm), so states
// that resemble each other are neighbours and their differences small.
type key interface {
	[1]uint64 | [2]uint64 | [3]uint64 | [4]uint64 | [6]uint64 | [8]uint64 | [16]uint64 | [64]uint64 | [128]uint64
}

// below is 1 if a < b, else 0, without a branch: most comparisons of a merge
// could go either way.
func below[K key](a, b *K) uint64 {
	_, borrow := bits.Sub64((*a)[0], (*b)[0], 0)
	for i := 1; i < len(*a); i++ {
		_, borrow = bits.Sub64((*a)[i], (*b)[i], borrow)
	}
	return borrow
}

func less[K key](a, b *K) bool { return below(a, b) != 0 }

// loadKey returns the packed state s as a key.
func loadKey[K key](s []uint64) (k K) {
	k[0] = s[0]
	for i := 1; i < len(k) && i < len(s); i++ {
		k[i] = s[i]
	}
	return k
}

// appendWords appends the keys as packed states of w words.
func appendWords[K key](dst []uint64, keys []K, w int) []uint64 {
	n := len(dst)
	dst = slices.Grow(dst, len(keys)*w)[:n+len(keys)*w]
	for i := range keys {
		dst[n] = keys[i][0]
		for j := 1; j < len(keys[i]) && j < w; j++ {
			dst[n+j] = keys[i][j]
		}
		n += w
	}
	return dst
}

// appendKeys appends the packed states of w words as keys.
func appendKeys[K key](dst []K, states []uint64, w int) []K {
	for i := 0; i+w <= len(states); i += w {
		dst = append(dst, loadKey[K](states[i:i+w]))
	}
	return dst
}

// hash scatters a key. It is fixed: nothing that is printed depends on it, but
// runs should be repeatable down to their memory use.
func hash[K key](k *K) uint64 {
	h := mix((*k)[0])
	for i := 1; i < len(*k); i++ {
		h = mix(h ^ (*k)[i])
	}
	return h
}

// mix is the multiply-and-fold step of wyhash (public domain).
func mix(x uint64) uint64 {
	hi, lo := bits.Mul64(x^0x9e3779b97f4a7c15, 0xa0761d6478bd642f)
	return hi ^ lo
}

// lowerBound is the number of keys below k; keys are ascending.
func lowerBound[K key](keys []K, k *K) int {
	from, n := 0, len(keys)
	for n > 0 {
		half := n / 2
		if less(&keys[from+half], k) {
			from += half + 1
			n -= half + 1
		} else {
			n = half
		}
	}
	return from
}
