//go:build !ci

package studio

// manyTime is how long many clients go on after their first question.
const manyTime = 0
