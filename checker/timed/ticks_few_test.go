//go:build !ci

package timed

// Few sets, and small ones: every run of the tests has them.
const usualDurations = 30

// mostTickStates bounds the searches by ticks; questions with more are passed
// over.
const mostTickStates = 5_000

const usualModels = 400
