package out

import (
	"fmt"
	"strings"

	"lockcheck/checker"
)

// Counterfactual is the schedule of a counterexample, followed under a repair.
type Counterfactual struct {
	Flags string // "--guard reject-lower"
	Title string // "storage refuses a token lower than one it has seen"
	Steps []Altered
}

// Altered is what becomes of a step of the schedule.
type Altered struct {
	Step      *checker.Step // nil if it is impossible
	Otherwise bool          // another rule took it
	Reason    string        // why the step itself was impossible
}

// parts is the first step that goes another way, from 0, and the number of steps
// if there is none.
func (c *Counterfactual) parts() int {
	for i, s := range c.Steps {
		if s.Step == nil || s.Otherwise {
			return i
		}
	}
	return len(c.Steps)
}

// text says in a sentence where the schedule goes another way; "" if it does not.
func (c *Counterfactual) text() string {
	if c == nil || c.parts() == len(c.Steps) {
		return ""
	}
	i := c.parts()
	now := "this step is impossible: " + c.Steps[i].Reason
	if c.Steps[i].Step != nil {
		now = strings.TrimRight(c.Steps[i].Step.Say, ". ")
	}
	return fmt.Sprintf("with %s the same schedule parts at step %d: %s", c.Flags, i+1, now)
}

// heading says what the second row shows.
func (c *Counterfactual) heading() string {
	text := "The same schedule with " + c.Flags
	if c.Title != "" {
		text += ": " + c.Title
	}
	return text
}
