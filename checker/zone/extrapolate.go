package zone

// NoBound is the L or U of a clock that no such guard mentions.
const NoBound = -1

// Extrapolate makes the zone larger, so that there are finitely many, without
// making a location reachable that is not: Extra-LU+ of Behrmann, Bouyer,
// Larsen and Pelanek (2006), made canonical again.
//
// lower[x] is the greatest constant c of a constraint x >= c or x > c that can
// matter before x is reset again (L in the paper), upper[x] that of x <= c or
// x < c, invariants included (U); [NoBound] where there is none; index 0 is not
// looked at. Any negative number is NoBound.
//
// The result includes the zone, and each of its valuations is simulated by one
// of the zone: v by w where, for every clock x, v(x) = w(x), or
// L(x) < w(x) < v(x), or U(x) < v(x) < w(x). That holds only where no guard
// compares two clocks. Edges that are taken along stay the same, so neither do
// the fewest steps to a location change. Times do: a run's times are found
// without extrapolation.
//
// In the paper's terms, c being the matrix and i, j different:
//
//	c'(i,j) = inf      if c(i,j) > L(i), or -c(0,i) > L(i),
//	                   or -c(0,j) > U(j) and i is not 0
//	c'(0,j) = < -U(j)  if -c(0,j) > U(j), but at most <= 0
//	c'(i,j) = c(i,j)   otherwise
func (d *DBM) Extrapolate(lower, upper []int64) {
	if d.Empty() {
		return
	}
	changed := false
	first := d.b[:d.dim] // untouched until all other rows are done
	for i := 1; i < d.dim; i++ {
		row, low := d.row(i), max(lower[i], NoBound)
		above := -first[i].Value() > low
		for j, b := range row {
			if i == j || b == Inf {
				continue
			}
			if above || b.Value() > low || j > 0 && -first[j].Value() > max(upper[j], NoBound) {
				row[j], changed = Inf, true
			}
		}
	}
	for j := 1; j < d.dim; j++ {
		up := max(upper[j], NoBound)
		if -first[j].Value() <= up {
			continue
		}
		b := leZero
		if up != NoBound {
			b = LT(-up)
		}
		if b != first[j] {
			first[j], changed = b, true
		}
	}
	if changed {
		d.Close()
	}
}
