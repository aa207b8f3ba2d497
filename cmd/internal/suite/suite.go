// Package suite reads suites of checks: YAML files, version 1, in which each
// check has a name, says what it asks of which protocol, and what it expects.
// schema/suite.v1.json of package out describes them; [Load] accepts what the
// schema accepts, and says of everything else where it stands and what was
// meant. What a protocol itself must know, such as which parameters it has, is
// up to the caller, for whom each value keeps its place.
//
// The package does no input of its own: files come from the function that is
// handed in.
package suite

import (
	"fmt"
	"strings"
	"time"

	"lockcheck/out"
)

// Suite is what a file and those that it includes ask for.
type Suite struct {
	File   string
	Checks []Check // in order: those of included files first
}

// Check is one check, with the defaults of its file and one choice of each list
// of its matrix.
type Check struct {
	Name       string
	At         out.Place // of the entry in the list of checks
	Protocol   Value     // a name of the catalogue, or a file beside the suite
	Variant    Value
	Params     []Setting
	Durations  []Setting
	Faults     Value // as --faults takes them; no text: the protocol's own
	Timing     Value
	Symmetry   Value
	Ranks      Value
	Deadlock   Value
	Properties []Value // empty: the protocol's own

	// Strict has a check without violation that never exercised a cover be
	// incomplete.
	Strict bool
	Limits Limits

	Expect   Value     // a verdict; no text: any
	Properly []Setting // what is expected of single properties
}

// Limits end the search of a check early. Zero values are no limits.
type Limits struct {
	States  int64
	Depth   *int
	Timeout time.Duration
	First   bool // stop at the end of the first level with a violation
}

// Value is a text and where it stands.
type Value struct {
	Text string
	At   out.Place
}

// Setting is a name with a value, and where both stand.
type Setting struct {
	Name  string
	KeyAt out.Place
	Value
}

// Mistake is something that is wrong in a suite.
type Mistake struct {
	At   out.Place
	Text string
	// Beyond says that no schema can tell: it is about several places, or about
	// other files.
	Beyond bool
}

// Error says where it stands and what is wrong, in one line.
func (m *Mistake) Error() string { return Where(m.At) + ": " + m.Text }

// Where writes a place as "suite.yaml:3:5".
func Where(p out.Place) string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Mistakes are all that were found, a line each.
type Mistakes []*Mistake

// Error returns the lines.
func (m Mistakes) Error() string {
	var lines []string
	for _, one := range m {
		lines = append(lines, one.Error())
	}
	return strings.Join(lines, "\n")
}

// Limits on what is read, so that no file, however odd, takes the machine with
// it.
const (
	MostBytes  = 1 << 20 // of a file
	MostFiles  = 100
	MostChecks = 10_000 // of all files, after matrices are expanded
	mostName   = 200    // letters of the name of a check
)
