package checker

// inFiles says whether there are blocks and files to go on in where there are many
// states.
const inFiles = false

// newSpace returns an empty space for states of w words.
func newSpace(w int, c crew, opt storeOptions) space { return newFlatSpace(w, c, opt) }

// newDictionary returns an empty dictionary for states of w words.
func newDictionary(w int) dictionary {
	set := newFlatSet(w)
	return &set
}
