package out

import "lockcheck/checker"

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

// heading says what the second row shows.
func (c *Counterfactual) heading() string {
	text := "The same schedule with " + c.Flags
	if c.Title != "" {
		text += ": " + c.Title
	}
	return text
}
