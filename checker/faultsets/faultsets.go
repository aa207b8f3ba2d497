// Package faultsets finds all smallest sets of faults that break something,
// and proves that there are no others. It knows neither models nor searches:
// a set is a vector with a budget for each kind of fault, and an oracle answers
// for a vector.
//
// It relies on one thing: more faults never mend what fewer break. So the
// vectors that break it are those at or above one of the smallest ([Result]'s
// Minimal), and it holds up under a vector if it does under a larger one.
//
// [Search] works by dualisation. Whatever breaks it is lowered, budget by
// budget, until nothing can be taken away. Then the largest vectors are built
// that lie above none of the smallest ones found so far: for each of these,
// one budget is capped just below it. Each is asked for. One that breaks it
// leads to another smallest vector, and the largest ones are built anew; when
// all of them hold up there is no other, because every vector is at or above a
// smallest one or within one of the largest.
//
// A limit may come before an answer. Then Search goes on with the rest and says
// exactly which part of the claim is not proved.
package faultsets

import (
	"math"
	"slices"
)

// Any is the budget of a fault that may strike any number of times.
const Any = math.MaxInt

// Vector has a budget for each kind of fault, in an order of the caller's.
type Vector []int

// Within reports whether no budget of v is above that of w.
func (v Vector) Within(w Vector) bool {
	for i := range v {
		if v[i] > w[i] {
			return false
		}
	}
	return true
}

// with returns v with another budget n of kind i.
func (v Vector) with(i, n int) Vector {
	w := slices.Clone(v)
	w[i] = n
	return w
}

// compare orders vectors: fewer kinds first, then fewer faults, then those of
// earlier kinds.
func compare(v, w Vector) int {
	kinds := func(v Vector) (n int) {
		for _, b := range v {
			n += min(b, 1)
		}
		return n
	}
	if d := kinds(v) - kinds(w); d != 0 {
		return d
	}
	faults := func(v Vector) (n float64) { // sums of Any do not fit an int
		for _, b := range v {
			n += float64(b)
		}
		return n
	}
	if d := faults(v) - faults(w); d != 0 {
		return int(math.Copysign(1, d))
	}
	return slices.Compare(w, v)
}

// Verdict is what is known under one vector.
type Verdict uint8

const (
	// Open: a limit came first.
	Open Verdict = iota
	// Safe: it holds up.
	Safe
	// Unsafe: it breaks.
	Unsafe
)

// Answer is what an oracle says of a vector.
type Answer struct {
	Verdict Verdict
	// Faults, where it is unsafe, are enough to break it: at most the vector
	// that was asked for, and all finite.
	Faults Vector
}

// Oracle answers for a vector.
type Oracle func(Vector) Answer

// Result is what a search found.
type Result struct {
	// Minimal are the smallest vectors that break it, fewer kinds and faults
	// first; none lies above another one.
	Minimal []Set
	// Safe are the largest vectors under which it is known to hold up: without
	// Open, the proof that nothing else breaks it.
	Safe []Vector
	// Open are the largest vectors for which a limit came first: within them
	// there may be more that breaks it.
	Open []Vector
	// Asked is how many answers the oracle gave.
	Asked int
}

// Set is a vector that breaks it.
type Set struct {
	Vector
	// Proved says that with one fault less of any kind it holds up; else a
	// limit came before that was clear, and a smaller vector may do.
	Proved bool
}

// Complete reports whether everything is decided.
func (r *Result) Complete() bool {
	return len(r.Open) == 0 && !slices.ContainsFunc(r.Minimal, func(s Set) bool { return !s.Proved })
}

// Search finds all smallest vectors within top that break it. It asks for no
// fault and for each kind alone first, which are the cheapest questions.
func Search(top Vector, ask Oracle) *Result {
	s := &search{ask: ask}
	none := make(Vector, len(top))
	s.try(none)
	for i, n := range top {
		if n > 0 {
			s.try(none.with(i, n))
		}
	}
	for s.tryAll(s.largest(top)) {
	}
	return s.result(top)
}

// search is what is known so far. Each list is free of what follows from the
// rest of it.
type search struct {
	ask    Oracle
	unsafe []Vector // smallest so far
	safe   []Vector // largest so far
	open   []Vector // asked in vain
	asked  int
}

// verdict is what is known of v, asking if need be; of an unsafe one it also
// returns faults within v that are enough.
func (s *search) verdict(v Vector) (Verdict, Vector) {
	if known, faults := s.known(v); known != Open {
		return known, faults
	}
	if slices.ContainsFunc(s.open, func(o Vector) bool { return slices.Equal(o, v) }) {
		return Open, nil
	}
	s.asked++
	a := s.ask(v)
	switch a.Verdict {
	case Safe:
		s.safe = append(slices.DeleteFunc(s.safe, func(w Vector) bool { return w.Within(v) }), v)
	case Unsafe:
		s.unsafe = append(slices.DeleteFunc(s.unsafe, a.Faults.Within), a.Faults)
	default:
		s.open = append(s.open, v)
	}
	return a.Verdict, a.Faults
}

// known is what follows of v from the answers so far.
func (s *search) known(v Vector) (Verdict, Vector) {
	for _, w := range s.unsafe {
		if w.Within(v) {
			return Unsafe, w
		}
	}
	if slices.ContainsFunc(s.safe, v.Within) {
		return Safe, nil
	}
	return Open, nil
}

// try asks for v, and if that breaks it, finds a smallest vector within. It
// reports whether it did.
func (s *search) try(v Vector) bool {
	verdict, faults := s.verdict(v)
	if verdict != Unsafe {
		return false
	}
	for i := range faults {
		// With least or fewer faults of kind i it holds up, or nobody knows.
		for least := -1; faults[i] > least+1; {
			n := 0
			if least >= 0 {
				n = least + (faults[i]-least)/2
			}
			if verdict, fewer := s.verdict(faults.with(i, n)); verdict == Unsafe {
				faults = fewer
			} else {
				least = n
			}
		}
	}
	return true
}

// tryAll asks for each of the largest vectors, up to the first one that
// breaks it.
func (s *search) tryAll(largest []Vector) bool {
	return slices.ContainsFunc(largest, s.try)
}

// largest returns the maximal vectors within top that are above none of the
// unsafe ones.
func (s *search) largest(top Vector) []Vector {
	all := []Vector{top}
	for _, u := range s.unsafe {
		var next []Vector
		for _, v := range all {
			if !u.Within(v) {
				next = append(next, v)
				continue
			}
			for i, n := range u {
				if n > 0 {
					next = append(next, v.with(i, n-1))
				}
			}
		}
		all = maximal(next)
	}
	slices.SortFunc(all, compare)
	return all
}

// maximal leaves out vectors within other ones. No two are equal: they come
// from vectors neither of which is within the other, each with a budget capped
// that the other has kept.
func maximal(all []Vector) []Vector {
	var kept []Vector
	for i, v := range all {
		covered := false
		for j, w := range all {
			covered = covered || i != j && v.Within(w)
		}
		if !covered {
			kept = append(kept, v)
		}
	}
	return kept
}

// result sums up.
func (s *search) result(top Vector) *Result {
	r := &Result{Asked: s.asked}
	for _, u := range s.unsafe {
		proved := true
		for i, n := range u {
			if n > 0 {
				verdict, _ := s.known(u.with(i, n-1))
				proved = proved && verdict == Safe
			}
		}
		r.Minimal = append(r.Minimal, Set{u, proved})
	}
	slices.SortFunc(r.Minimal, func(a, b Set) int { return compare(a.Vector, b.Vector) })
	for _, v := range s.largest(top) {
		if verdict, _ := s.known(v); verdict != Safe {
			r.Open = append(r.Open, v)
		}
	}
	r.Safe = s.safe
	slices.SortFunc(r.Safe, compare)
	return r
}
