//go:build !ci

package checker_test

// usualRandomModels is few: every run of the tests has them.
const usualRandomModels = 100
