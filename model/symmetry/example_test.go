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
	// A state is one word: the owner in its last four bits, the tokens before it.
	p, err := r.Pack([]symmetry.Code{
		{Shift: 0, Width: 4},
		{Shift: 4, Width: 4},
		{Shift: 8, Width: 4},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	s := p.NewScratch(1)
	perm := make([]uint8, r.PermSize())
	for _, word := range []uint64{0x4_7_0, 0x9_2_1, 0x2_9_1} {
		state := []uint64{word}
		s.Canonicalise(state, nil, perm)
		fmt.Printf("%03x becomes %03x by %v\n", word, state[0], perm)
	}
	// Output:
	// 470 becomes 211 by [1 0]
	// 921 becomes 211 by [0 1]
	// 291 becomes 121 by [0 1]
}
