// Package order sorts short lists with little code: what package slices has is
// compiled anew for each type, ten times as much, and a browser has to load it. A
// list that is sorted often or is long wants package slices.
package order

import "slices"

// By sorts x, and leaves equal elements in the order that they have.
func By[E any](x []E, compare func(a, b E) int) {
	if len(x) < 2 {
		return
	}
	half := len(x) / 2
	left, right := slices.Clone(x[:half]), x[half:]
	By(left, compare)
	By(right, compare)
	for i := 0; len(left) > 0; i++ {
		if len(right) > 0 && compare(right[0], left[0]) < 0 {
			x[i], right = right[0], right[1:]
		} else {
			x[i], left = left[0], left[1:]
		}
	}
}
