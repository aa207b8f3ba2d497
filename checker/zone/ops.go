package zone

import "slices"

// Up lets any time pass: the valuations that come after one of the zone.
func (d *DBM) Up() {
	for i := 1; i < d.dim; i++ {
		d.b[i*d.dim] = Inf
	}
}

// Reset sets clock x to 0.
func (d *DBM) Reset(x int) {
	d.follow(x)
	copy(d.row(x), d.row(0)) // after the column, so that (x, x) comes from (0, x)
}

// follow makes column x the column of the reference: x is then as low as 0.
func (d *DBM) follow(x int) {
	for j := range d.dim {
		d.b[j*d.dim+x] = d.b[j*d.dim]
	}
}

// Free forgets what is known of clock x: it may have any value.
func (d *DBM) Free(x int) {
	d.follow(x)
	row := d.row(x)
	for j := range row {
		row[j] = Inf
	}
	row[x] = leZero
}

// Insert adds a clock with value 0 as number x, from 1 to one more than there
// are; the numbers of those from x on grow by one. It is how a clock becomes
// active.
func (d *DBM) Insert(x int) {
	old, n := d.dim, d.dim+1
	if old > MaxClocks {
		panic("zone: more than MaxClocks clocks")
	}
	d.b = slices.Grow(d.b, n*n-len(d.b))[:n*n]
	d.dim = n
	for i := old - 1; i >= 0; i-- { // from the end: entries move towards it
		for j := old - 1; j >= 0; j-- {
			to := beyond(i, x)*n + beyond(j, x)
			d.b[to] = d.b[i*old+j]
		}
	}
	d.Reset(x)
}

// beyond is the number of clock i after one is inserted as x.
func beyond(i, x int) int {
	if i < x {
		return i
	}
	return i + 1
}

// Remove takes clock x out: the projection on the others, whose numbers from x
// on shrink by one. It is how a clock stops being active.
func (d *DBM) Remove(x int) {
	to := 0
	for i := range d.dim {
		for j := range d.dim {
			if i != x && j != x {
				d.b[to] = d.b[i*d.dim+j]
				to++
			}
		}
	}
	d.b = d.b[:to]
	d.dim--
}

// Select makes d the zone e with its clocks in another order: clock i of d is
// clock p[i] of e. p has no number twice, and p[0] is 0. Clocks that p leaves
// out are removed. d is not e.
func (d *DBM) Select(e *DBM, p []int) {
	d.size(len(p) - 1)
	d.over = e.over
	for i, from := range p {
		row, old := d.row(i), e.row(from)
		for j, k := range p {
			row[j] = old[k]
		}
	}
}

// Includes reports whether every valuation of e is in d; both have the same
// clocks.
func (d *DBM) Includes(e *DBM) bool {
	if d.Empty() || e.Empty() {
		return e.Empty()
	}
	for i, b := range e.b {
		if b > d.b[i] {
			return false
		}
	}
	return true
}

// Equal reports whether d and e, which have the same clocks, are the same zone.
func (d *DBM) Equal(e *DBM) bool {
	if d.Empty() || e.Empty() {
		return d.Empty() == e.Empty()
	}
	return slices.Equal(d.b, e.b)
}
