package zone

import (
	"errors"
	"math/bits"
	"slices"
)

// AppendKey appends the zone as words: two zones have the same words exactly if
// they have as many clocks and are equal, and no key is the beginning of
// another. Words compare in an order that is total and means nothing. [ErrRange]
// is not in them.
//
// The first word begins with 8 bits of the number of clocks and 6 bits of
// width; then come all entries but the diagonal, row by row, each of that
// width, the least that holds all of them, and zeros up to a whole word. All
// bits set is Inf; other entries have half the range added. Width 0 is the
// empty zone.
func (d *DBM) AppendKey(dst []uint64) []uint64 {
	n, width := d.Clocks(), d.width()
	old, size := len(dst), words(n, width)
	dst = slices.Grow(dst, size)[:old+size]
	key := dst[old:]
	clear(key)
	put(key, 0, clockBits, uint64(n))
	put(key, clockBits, widthBits, uint64(width))
	if width == 0 {
		return dst
	}
	at, half, inf := clockBits+widthBits, uint64(1)<<(width-1), uint64(1)<<width-1
	for i := range d.dim {
		for j, b := range d.row(i) {
			if i == j {
				continue
			}
			v := inf
			if b != Inf {
				v = uint64(b) + half
			}
			put(key, at, width, v)
			at += width
		}
	}
	return dst
}

const clockBits, widthBits = 8, 6

// words is the length of a key.
func words(n, width int) int { return (clockBits + widthBits + n*(n+1)*width + 63) / 64 }

// width is the number of bits for every entry, at most 63.
func (d *DBM) width() int {
	if d.Empty() {
		return 0
	}
	var all uint64
	for _, b := range d.b {
		switch {
		case b == Inf:
		case b < 0:
			all |= uint64(^b)
		default:
			all |= uint64(b + 1) // one more: the greatest code is Inf's
		}
	}
	return bits.Len64(all) + 1
}

// put sets bits from at on, which are 0, to v. Words begin with their highest
// bit.
func put(key []uint64, at, width int, v uint64) {
	i, over := at/64, at%64+width-64
	if over <= 0 {
		key[i] |= v << -over
		return
	}
	key[i] |= v >> over
	key[i+1] |= v << (64 - over)
}

// get reads what put has written.
func get(key []uint64, at, width int) uint64 {
	i, used := at/64, at%64
	v := key[i] << used
	if used+width > 64 {
		v |= key[i+1] >> (64 - used)
	}
	return v >> (64 - width)
}

var errKey = errors.New("not the key of a zone")

// SetKey makes d the zone whose key is at the beginning of list, and returns the
// words behind it. Words that [DBM.AppendKey] has not written are an error or,
// since nothing is closed here, a matrix that is not canonical.
func (d *DBM) SetKey(list []uint64) ([]uint64, error) {
	if len(list) == 0 {
		return nil, errKey
	}
	n, width := int(get(list, 0, clockBits)), int(get(list, clockBits, widthBits))
	size := words(n, width)
	if len(list) < size {
		return nil, errKey
	}
	d.SetZero(n)
	if width == 0 {
		d.setEmpty()
		return list[size:], nil
	}
	at, half, inf := clockBits+widthBits, uint64(1)<<(width-1), uint64(1)<<width-1
	for i := range d.dim {
		row := d.row(i)
		for j := range row {
			if i == j {
				continue
			}
			v := get(list, at, width)
			at += width
			b := Bound(v - half)
			switch {
			case v == inf:
				b = Inf
			case b < leastFinite || b > greatestFinite:
				return nil, errKey
			}
			row[j] = b
		}
	}
	return list[size:], nil
}
