package symmetry_test

import (
	"fmt"

	"lockcheck/model/symmetry"
)

// Two clients, each with a token, and the owner of a lock:
//
//	type client: scalarset(2);
//	     token: 0..9; --! ordinal
//	var  owner: client;
//	     token_of: array [client] of token;
func Example() {
	r, err := symmetry.New(symmetry.Shape{
		Sizes: []int{2},
		Slots: []symmetry.Slot{
			{Family: 0, Kind: symmetry.Scalar},
			{Family: 1, Path: []symmetry.Index{{Type: 0, Value: 0}}, Kind: symmetry.Ordinal},
			{Family: 1, Path: []symmetry.Index{{Type: 0, Value: 1}}, Kind: symmetry.Ordinal},
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := r.NewScratch()
	perm := make([]uint8, r.PermSize())
	for _, state := range [][]int64{{0, 7, 4}, {1, 2, 9}, {1, 9, 2}} {
		fmt.Print(state)
		s.Canonicalise(state, perm)
		fmt.Println(" becomes", state, "by", perm)
	}
	// Output:
	// [0 7 4] becomes [1 1 2] by [1 0]
	// [1 2 9] becomes [1 1 2] by [0 1]
	// [1 9 2] becomes [1 2 1] by [0 1]
}
