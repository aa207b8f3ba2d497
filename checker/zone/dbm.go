package zone

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// DBM is a difference-bound matrix: a zone over some clocks, numbered from 1.
// The zero value is no zone yet: [DBM.SetZero], [DBM.SetUniverse], [DBM.Copy],
// [DBM.Select] and [DBM.SetKey] make it one.
type DBM struct {
	dim  int     // clocks and the reference
	b    []Bound // dim rows of dim entries
	over bool    // a sum left the range: the matrix includes the zone
}

// ErrRange is what [DBM.Err] returns.
var ErrRange = errors.New("time bounds add up to more than 2^60 units")

// New returns the zone of n clocks that are all 0. Up to capacity clocks it
// never allocates again.
func New(n, capacity int) *DBM {
	capacity = max(n, capacity)
	d := &DBM{b: make([]Bound, 0, (capacity+1)*(capacity+1))}
	d.SetZero(n)
	return d
}

// size makes room for n clocks; entries are undefined then.
func (d *DBM) size(n int) {
	if n > MaxClocks {
		panic("zone: more than MaxClocks clocks")
	}
	d.dim = n + 1
	d.b = slices.Grow(d.b[:0], d.dim*d.dim)[:d.dim*d.dim]
}

// SetZero makes d the zone of n clocks that are all 0.
func (d *DBM) SetZero(n int) {
	d.size(n)
	d.over = false
	for i := range d.b {
		d.b[i] = leZero
	}
}

// SetUniverse makes d the zone of all valuations of n clocks.
func (d *DBM) SetUniverse(n int) {
	d.SetZero(n)
	for i := 1; i < d.dim; i++ {
		for j := range d.row(i) {
			if i != j {
				d.row(i)[j] = Inf
			}
		}
	}
}

// row is row i.
func (d *DBM) row(i int) []Bound { return d.b[i*d.dim : (i+1)*d.dim : (i+1)*d.dim] }

// Clocks is the number of clocks.
func (d *DBM) Clocks() int { return d.dim - 1 }

// At is the bound of clock i minus clock j, 0 being the reference. In an empty
// zone it says nothing.
func (d *DBM) At(i, j int) Bound { return d.b[i*d.dim+j] }

// Empty tells whether no valuation is in the zone.
func (d *DBM) Empty() bool { return d.b[0] < leZero }

// setEmpty marks the zone as empty: its first entry says 0 < 0.
func (d *DBM) setEmpty() { d.b[0] = leZero - 1 }

// Err returns [ErrRange] if a sum ever left the range, in d or in what it was
// copied from since it was last set; the zone is then a superset of the true
// one.
func (d *DBM) Err() error {
	if d.over {
		return ErrRange
	}
	return nil
}

// Copy makes d equal to e.
func (d *DBM) Copy(e *DBM) {
	d.size(e.Clocks())
	copy(d.b, e.b)
	d.over = e.over
}

// lower lowers the entry at k to b, which is smaller, or to what of it the
// range allows.
func (d *DBM) lower(k int, b Bound) {
	switch {
	case b < leastFinite:
		b, d.over = leastFinite, true
	case b > greatestFinite:
		b, d.over = d.b[k], true // leaving it out is weaker, too
	}
	d.b[k] = b
}

// Narrow adds the constraint that clock i minus clock j is within b, but leaves
// the consequences to [DBM.Close].
func (d *DBM) Narrow(i, j int, b Bound) {
	if k := i*d.dim + j; b < d.b[k] {
		d.b[k] = b
	}
}

// Close makes the matrix canonical, in cubic time (Floyd, Warshall), and
// reports whether the zone has a valuation. It stops at the first negative
// cycle: beyond it sums would grow exponentially.
func (d *DBM) Close() bool {
	for i := range d.dim {
		if d.b[i*d.dim+i] < leZero {
			d.setEmpty()
			return false
		}
	}
	for k := range d.dim {
		via := d.row(k)
		for i := range d.dim {
			row := d.row(i)
			to := row[k]
			if to == Inf || i == k {
				continue
			}
			for j, from := range via {
				if from == Inf {
					continue
				}
				if s := to.plus(from); s < row[j] {
					d.lower(i*d.dim+j, s)
				}
			}
			if row[i] < leZero {
				d.setEmpty()
				return false
			}
		}
	}
	return true
}

// Constrain adds the constraint that clock i minus clock j is within b, in
// quadratic time, and reports whether a valuation is left.
func (d *DBM) Constrain(i, j int, b Bound) bool {
	if !d.Allows(i, j, b) {
		d.setEmpty()
		return false
	}
	if b >= d.At(i, j) {
		return true
	}
	// A shorter path from p to q goes over the new edge, and over it once. The
	// bounds to i and from j stay as they are: they would go round a cycle.
	after := d.row(j)
	for p := range d.dim {
		row := d.row(p)
		if row[i] == Inf {
			continue
		}
		to := row[i].plus(b)
		for q, from := range after {
			if from == Inf {
				continue
			}
			if s := to.plus(from); s < row[q] {
				d.lower(p*d.dim+q, s)
			}
		}
	}
	return true
}

// Allows reports whether some valuation of the zone has clock i minus clock j
// within b: whether [DBM.Constrain] would leave anything. It changes nothing.
func (d *DBM) Allows(i, j int, b Bound) bool {
	back := d.At(j, i)
	return !d.Empty() && (back == Inf || b == Inf || back.plus(b) >= leZero)
}

// Earliest appends to dst, clock by clock, the least valuation of the zone:
// every clock at its lower bound at once. It reports false, and appends
// nothing, if there is none, because the zone is empty or a lower bound is
// strict; a zone made without extrapolation of closed constraints has one.
func (d *DBM) Earliest(dst []int64) ([]int64, bool) {
	if d.Empty() {
		return dst, false
	}
	for j := 1; j < d.dim; j++ {
		if !d.At(0, j).Closed() {
			return dst, false
		}
	}
	for j := 1; j < d.dim; j++ {
		dst = append(dst, -d.At(0, j).Value())
	}
	return dst, true
}

// String is for tests and debugging: all bounds that say something.
func (d *DBM) String() string {
	if d.Empty() {
		return "empty"
	}
	var parts []string
	for i := range d.dim {
		for j := range d.dim {
			b := d.At(i, j)
			switch {
			case i == j || b == Inf || i == 0 && b == leZero:
			case i == 0:
				parts = append(parts, fmt.Sprintf("-x%d%s", j, b))
			case j == 0:
				parts = append(parts, fmt.Sprintf("x%d%s", i, b))
			default:
				parts = append(parts, fmt.Sprintf("x%d-x%d%s", i, j, b))
			}
		}
	}
	return "{" + strings.Join(parts, " ") + "}"
}
