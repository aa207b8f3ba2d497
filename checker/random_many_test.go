//go:build ci

package checker_test

// usualRandomModels is many.
const usualRandomModels = 2000
