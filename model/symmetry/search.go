package symmetry

// search is the part of a Scratch that tries the renamings that the colours
// leave open.
type search struct {
	best, form []int64 // the smallest form so far, and the one at hand
	perm       []uint8 // leads to best
	tried      []uint8
	path       []int32 // the elements chosen on the way to the form at hand
	bestPath   []int32 // those chosen on the way to best; nil before the first
	levels     []level
	leaves     int // forms computed in all; tests watch it
}

// level is the partition at one depth of the search, to come back to.
type level struct {
	order, colour []int32
	cells         int
}

func newSearch(r *Reducer) search {
	return search{
		best:     make([]int64, r.slots),
		form:     make([]int64, r.slots),
		perm:     make([]uint8, r.elems),
		tried:    make([]uint8, r.elems),
		path:     make([]int32, 0, r.elems),
		bestPath: make([]int32, 0, r.elems),
	}
}

// cellEnd returns the position after the cell that begins at lo.
func (s *Scratch) cellEnd(lo int) int {
	end := lo + 1
	for end < len(s.order) && s.colour[s.order[end]] == int32(lo) {
		end++
	}
	return end
}

// openCell returns the position of the first cell whose elements cannot all be
// exchanged with each other, or -1.
func (s *Scratch) openCell() int {
	for lo := 0; lo < len(s.order); {
		end := s.cellEnd(lo)
		for _, e := range s.order[lo+1 : end] {
			if s.twin[e] != s.twin[s.order[lo]] {
				return lo
			}
		}
		lo = end
	}
	return -1
}

// findSmallest leaves the smallest form in s.search.best, and the permutation
// that leads to it in s.search.perm.
func (s *Scratch) findSmallest(vals []int64) {
	q := &s.search
	q.path, q.bestPath = q.path[:0], q.bestPath[:0]
	s.descend(vals)
}

// descend tries, in the first open cell, every element as its first, but only
// one of those that can be exchanged. It returns the depth at which the search
// goes on: smaller than len(path) when the rest of this branch is known to
// repeat another one.
func (s *Scratch) descend(vals []int64) int {
	q := &s.search
	lo := s.openCell()
	if lo < 0 {
		return s.leaf(vals)
	}
	depth := len(q.path)
	s.save(depth)
	saved := &q.levels[depth]
	end := s.cellEnd(lo)
	for i := lo; i < end; i++ {
		e := saved.order[i]
		if s.hasTwin(saved.order[lo:i], e) {
			continue
		}
		s.restore(depth)
		s.choose(lo, end, i)
		q.path = append(q.path[:depth], e)
		s.refine()
		if back := s.descend(vals); back < depth {
			return back
		}
		saved = &q.levels[depth]
	}
	return depth
}

// hasTwin reports whether e can be exchanged with one of the others.
func (s *Scratch) hasTwin(others []int32, e int32) bool {
	for _, o := range others {
		if s.twin[o] == s.twin[e] {
			return true
		}
	}
	return false
}

// choose makes the element at position i of the cell from lo to end a cell of
// its own, before the rest.
func (s *Scratch) choose(lo, end, i int) {
	s.order[lo], s.order[i] = s.order[i], s.order[lo]
	for _, e := range s.order[lo+1 : end] {
		s.colour[e] = int32(lo) + 1
	}
	s.cells++
}

// leaf compares the form at hand with the best one. If they are equal, the two
// ways there are images of each other under a renaming that keeps the state,
// and so is all that lies below the first difference: the search goes on at
// the depth of that difference.
func (s *Scratch) leaf(vals []int64) int {
	q := &s.search
	q.leaves++
	s.permutation(q.tried)
	s.r.Apply(q.form, vals, q.tried)
	order := -1
	if len(q.bestPath) > 0 {
		order = compare(q.form, q.best)
	}
	if order == 0 {
		depth := 0
		for q.path[depth] == q.bestPath[depth] {
			depth++
		}
		return depth
	}
	if order < 0 {
		q.best, q.form = q.form, q.best
		q.perm, q.tried = q.tried, q.perm
		q.bestPath = append(q.bestPath[:0], q.path...)
	}
	return len(q.path)
}

// compare compares two forms slot by slot.
func compare(a, b []int64) int {
	for i, v := range a {
		if v != b[i] {
			if v < b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

func (s *Scratch) save(depth int) {
	q := &s.search
	if depth == len(q.levels) {
		q.levels = append(q.levels, level{make([]int32, s.r.elems), make([]int32, s.r.elems), 0})
	}
	l := &q.levels[depth]
	copy(l.order, s.order)
	copy(l.colour, s.colour)
	l.cells = s.cells
}

func (s *Scratch) restore(depth int) {
	l := &s.search.levels[depth]
	copy(s.order, l.order)
	copy(s.colour, l.colour)
	s.cells = l.cells
}
