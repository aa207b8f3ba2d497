package out

// Comparison is what a suite of checks found, against what was expected of it.
// Each report of `compare` is one function over it.
type Comparison struct {
	Tool   string // name and version of the program
	Suite  string // the file, without directories; "" for the built-in matrix
	Checks []Compared
}

// Compared is one check of a suite.
type Compared struct {
	Name    string
	At      Place  // where the suite asks for it
	Command string // the check as one would type it, behind `lockcheck check`
	Report  *Report
	// Skipped says why there is no Report: the run was interrupted before it.
	Skipped     string
	Differences []Difference
	Seconds     float64 // processor time; files name it only where they are about time
}

// Place is a place in a suite or a model.
type Place struct {
	File         string // as it was named on the command line or in an include
	Line, Column int    // from 1; 0 where there is none
}

// Severity is how much a difference matters.
type Severity uint8

// The severities.
const (
	Warning Severity = iota + 1 // the model changed, the verdict did not
	Error
)

// Difference is something that is not as the suite or the baseline has it.
type Difference struct {
	Severity Severity
	From     string // "suite" or "baseline"
	Kind     string // "verdict", "property", "states", "transitions", "depth", "trace", "rules"
	Name     string // of the property or rule; "" where the whole check is meant
	Want     string
	Got      string
}

// Failed reports whether something differs that is an error.
func (c *Compared) Failed() bool {
	for _, d := range c.Differences {
		if d.Severity == Error {
			return true
		}
	}
	return false
}
