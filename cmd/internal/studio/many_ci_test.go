//go:build ci

package studio

import "time"

// manyTime is how long many clients go on after their first question.
const manyTime = 30 * time.Second
