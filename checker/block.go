package checker

import (
	"errors"
	"hash/crc32"
	"math/bits"
)

// Keys are stored in blocks: the first key of a block is in the index of its
// run, each other as the difference from the one before, seven bits to a byte,
// low ones first, with the top bit set in all bytes but the last.
//
// Invariants: a block has at least one key, strictly ascending. Its
// checksum is that of its bytes.

// blockRef is the entry of a block in the index of its run.
type blockRef[K key] struct {
	first K
	at    uint32 // where its bytes begin in the part
	size  uint32 // bytes
	keys  uint32
	sum   uint32
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errBlock = errors.New("a block does not decode")

// deltaBytes is how long the difference of two keys of w words is at most.
func deltaBytes(w int) int { return (64*w + 6) / 7 }

// putDelta writes the difference of two keys, next > prev, to buf at an offset,
// where there is room, and returns the offset behind it.
func putDelta[K key](buf []byte, at int, prev, next *K) int {
	var d K
	var borrow uint64
	d[0], borrow = bits.Sub64((*next)[0], (*prev)[0], 0)
	for i := 1; i < len(d); i++ {
		d[i], borrow = bits.Sub64((*next)[i], (*prev)[i], borrow)
	}
	top := len(d) - 1
	for top > 0 && d[top] == 0 {
		top--
	}
	for top > 0 {
		buf[at] = byte(d[0]) | 0x80
		at++
		for i := 0; i < top; i++ {
			d[i] = d[i]>>7 | d[i+1]<<57
		}
		if d[top] >>= 7; d[top] == 0 {
			top--
		}
	}
	x := d[0]
	for x >= 0x80 {
		buf[at] = byte(x) | 0x80
		at++
		x >>= 7
	}
	buf[at] = byte(x)
	return at + 1
}

// decodeBlock writes the keys of a block to dst, which is empty and has room
// for them.
func decodeBlock[K key](dst []K, first *K, keys int, data []byte) ([]K, error) {
	k := *first
	dst = append(dst, k)
	dst = dst[:keys]
	at := 0
	for n := 1; n < len(dst); n++ {
		if at >= len(data) {
			return nil, errBlock
		}
		c := data[at]
		at++
		x := uint64(c)
		if c >= 0x80 {
			x &= 0x7f
			for shift := 7; c >= 0x80; shift += 7 {
				if at >= len(data) {
					return nil, errBlock
				}
				c = data[at]
				at++
				if shift > 64-7 {
					rest, ok := addHigh(&k, uint64(c), shift, data[at:])
					if !ok {
						return nil, errBlock
					}
					at = len(data) - len(rest)
					break
				}
				x |= uint64(c&0x7f) << (shift & 63)
			}
		}
		add(&k, x, 0)
		dst[n] = k
	}
	if at != len(data) {
		return nil, errBlock
	}
	return dst, nil
}

// add adds x at the given word, and carries.
func add[K key](k *K, x uint64, word int) {
	for i := word; x != 0 && i < len(*k); i++ {
		(*k)[i], x = bits.Add64((*k)[i], x, 0)
	}
}

// addHigh adds the digits of a difference from bit shift on: c is the first of
// them, data what follows. It returns what is left of data.
func addHigh[K key](k *K, c uint64, shift int, data []byte) ([]byte, bool) {
	for ; ; shift += 7 {
		word, bit := shift/64, shift%64
		if word >= len(*k) {
			return nil, false
		}
		x := c & 0x7f
		add(k, x<<bit, word)
		if over := x >> (64 - bit); over != 0 {
			if word+1 >= len(*k) {
				return nil, false
			}
			add(k, over, word+1)
		}
		if c < 0x80 {
			return data, true
		}
		if len(data) == 0 {
			return nil, false
		}
		c = uint64(data[0])
		data = data[1:]
	}
}
