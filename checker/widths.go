//go:build !js

package checker

// inFiles says whether there are blocks and files to go on in where there are many
// states.
const inFiles = true

// newSpace returns an empty space for states of w words.
func newSpace(w int, c crew, opt storeOptions) space {
	switch {
	case opt.flat:
		return newFlatSpace(w, c, opt)
	case w <= 1:
		return newTableSpace[[1]uint64](w, c, opt)
	case w <= 2:
		return newTableSpace[[2]uint64](w, c, opt)
	case w <= 3:
		return newTableSpace[[3]uint64](w, c, opt)
	case w <= 4:
		return newTableSpace[[4]uint64](w, c, opt)
	case w <= 6:
		return newTableSpace[[6]uint64](w, c, opt)
	case w <= 8:
		return newTableSpace[[8]uint64](w, c, opt)
	case w <= 16:
		return newTableSpace[[16]uint64](w, c, opt)
	case w <= 64:
		return newTableSpace[[64]uint64](w, c, opt)
	}
	return newTableSpace[[128]uint64](w, c, opt)
}

// newDictionary returns an empty dictionary for states of w words.
func newDictionary(w int) dictionary {
	switch {
	case w <= 1:
		return newNumbered[[1]uint64]()
	case w <= 2:
		return newNumbered[[2]uint64]()
	case w <= 4:
		return newNumbered[[4]uint64]()
	case w <= 8:
		return newNumbered[[8]uint64]()
	case w <= 16:
		return newNumbered[[16]uint64]()
	case w <= 64:
		return newNumbered[[64]uint64]()
	}
	return newNumbered[[128]uint64]()
}
