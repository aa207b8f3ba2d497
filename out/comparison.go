package out

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/checker"
)

// Comparison is what a suite of checks found, against what was expected of it.
// Each report of `compare` is one function over it.
type Comparison struct {
	Tool   string // name and version of the program
	Suite  string // the file, without directories; "" for the built-in matrix
	Checks []Compared
	// Baseline is the file of the baseline as it was named, so that a reader finds
	// it, with slashes; "" without one.
	// Surplus are the checks in it that the suite has not.
	Baseline string
	Surplus  []string
}

// Compared is one check of a suite.
type Compared struct {
	Name    string
	At      Place  // where the suite asks for it
	Command string // the check as one would type it, behind `lockcheck check`
	Report  *Report
	// Skipped says why there is no Report: the run was interrupted before it, or
	// the model is wrong in itself.
	Skipped     string
	Wanted      Wanted
	Differences []Difference
	Seconds     float64 // that the check took; files name it only where they are about time
}

// Wanted is what a suite expects of a check.
type Wanted struct {
	Verdict    string // "safe", "unsafe", "incomplete"; "" is any
	Properties []WantedProperty
}

// WantedProperty is what a suite expects of a property.
type WantedProperty struct {
	Name, Decision string // "holds" or "violated"
	At             Place
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
	Kind     string // "verdict", "property", "states", "transitions", "depth", "trace", "rules"; "missing": the baseline has no such check
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

// Verdict is what was found, as results spell it, or "" if the check was skipped.
func (c *Compared) Verdict() string {
	if c.Report == nil {
		return ""
	}
	return c.Report.Result.Verdict.String()
}

// Open reports whether the check ended before all was decided that is expected
// of it. Who expects INCOMPLETE has what is expected.
func (c *Compared) Open() bool {
	if c.Report == nil {
		return true
	}
	if c.Report.Result.Verdict == checker.Incomplete && c.Wanted.Verdict != checker.Incomplete.String() {
		return true
	}
	return slices.ContainsFunc(c.Wanted.Properties, func(w WantedProperty) bool {
		return decisionOf(c.Report.Result, w.Name) == checker.Undecided
	})
}

// Judge notes what differs from what the suite expects. INCOMPLETE is no other
// verdict, but none.
func (c *Compared) Judge() {
	if c.Report == nil {
		return
	}
	res := c.Report.Result
	if w := c.Wanted.Verdict; w != "" && w != c.Verdict() && res.Verdict != checker.Incomplete {
		c.Differences = append(c.Differences, Difference{Error, "suite", "verdict", "", w, c.Verdict()})
	}
	for _, w := range c.Wanted.Properties {
		if got := decisionOf(res, w.Name); got != checker.Undecided && got.String() != w.Decision {
			c.Differences = append(c.Differences, Difference{Error, "suite", "property", w.Name, w.Decision, got.String()})
		}
	}
}

// decisionOf is what was found of a property.
func decisionOf(res *checker.Result, name string) checker.Decision {
	for _, p := range res.Properties {
		if p.Name == name {
			return p.Decision
		}
	}
	return checker.Undecided
}

// String says what differs, in a line.
func (d Difference) String() string {
	what := d.Kind
	switch d.Kind {
	case "missing":
		return "the baseline has no such check"
	case "property":
		what = d.Name
	case "trace":
		what = "shortest trace of " + d.Name
	case "rules":
		return fmt.Sprintf("rule %s is %s, the baseline has it %s", d.Name, d.Got, d.Want)
	}
	want, got := d.Want, d.Got
	if d.Kind == "verdict" {
		want, got = strings.ToUpper(want), strings.ToUpper(got)
	}
	if d.From == "suite" {
		return fmt.Sprintf("%s: %s, expected %s", what, got, want)
	}
	return fmt.Sprintf("%s: %s, in the baseline %s", what, got, want)
}

// Tally counts the checks of a comparison.
type Tally struct {
	Checks   int `json:"checks"`
	Differ   int `json:"differ"`  // with an error
	Changed  int `json:"changed"` // with nothing but warnings
	Open     int `json:"open"`    // incomplete without being expected to, and no error
	Skipped  int `json:"skipped"` // of those, not begun
	Expected int `json:"as_expected"`
}

// Tally counts the checks.
func (c *Comparison) Tally() Tally {
	t := Tally{Checks: len(c.Checks)}
	for i := range c.Checks {
		k := &c.Checks[i]
		switch {
		case k.Failed():
			t.Differ++
		case k.Open():
			t.Open++
			if k.Report == nil {
				t.Skipped++
			}
		case len(k.Differences) > 0:
			t.Changed++
		default:
			t.Expected++
		}
	}
	return t
}
