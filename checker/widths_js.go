package checker

// A browser loads the store compiled for two widths only: each is a fiftieth of
// what it has to load, and the checks of a page have states of few words. Padding
// costs time and memory, and changes nothing else.

// newSpace returns an empty space for states of w words.
func newSpace(w int, c crew, opt storeOptions) space {
	if w <= 8 {
		return newTableSpace[[8]uint64](w, c, opt)
	}
	return newTableSpace[[128]uint64](w, c, opt)
}

// newDictionary returns an empty dictionary for states of w words.
func newDictionary(w int) dictionary {
	if w <= 8 {
		return newNumbered[[8]uint64]()
	}
	return newNumbered[[128]uint64]()
}
