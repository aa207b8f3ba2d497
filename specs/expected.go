//go:build !js

package specs

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed expected.yaml
var expected string

// Measured is a protocol with its rows of expected.yaml. They are apart from
// the catalogue, for they are long and a check needs none of them.
type Measured struct {
	Entry
	Rows []Expect
}

// Expected returns the protocols in the order of the catalogue, with what
// tests expect of them. Its error is a mistake in one of the files, which a
// test excludes.
func Expected() ([]Measured, error) {
	entries, err := All()
	if err != nil {
		return nil, err
	}
	return decodeRows(expected, entries)
}

func decodeRows(text string, entries []Entry) ([]Measured, error) {
	rows := map[string][]Expect{}
	if err := strict(text).Decode(&rows); err != nil {
		return nil, mistake("expected.yaml", err)
	}
	var all []Measured
	for _, e := range entries {
		all = append(all, Measured{e, rows[e.Name]})
		delete(rows, e.Name)
	}
	if len(rows) > 0 {
		return nil, fmt.Errorf("expected.yaml: the catalogue has no protocol %q", slices.Min(slices.Collect(maps.Keys(rows))))
	}
	return all, nil
}

// Expect is a verdict that a test holds the spec to.
type Expect struct {
	Faults     string            `yaml:"faults"`
	Params     map[string]string `yaml:"params"`
	Properties []string          `yaml:"properties"` // empty: the default ones
	Verdict    string            `yaml:"verdict"`    // safe or unsafe
	Violated   []string          `yaml:"violated"`
	// The numbers are measured: a test fills them in.
	Length      int   `yaml:"length"` // of the shortest trace of the first violated property
	States      int64 `yaml:"states"`
	Transitions int64 `yaml:"transitions"`
	Depth       int   `yaml:"depth"`
	// Seconds of one processor that the check took when it was measured,
	// rounded up to 1, 2 or 5 times a power of ten. No test compares it.
	Seconds float64 `yaml:"seconds"`
	// Unreached are the covers that a safe answer never exercised.
	Unreached []string `yaml:"unreached"`
	Note      string   `yaml:"note"`
}

// Plain reports whether a row is about the protocol as it is: no parameter
// differs and the default properties are decided.
func (x Expect) Plain() bool { return len(x.Params) == 0 && len(x.Properties) == 0 }

// Kind is the only fault kind of a row, or "".
func (x Expect) Kind() string {
	kind, _, _ := strings.Cut(x.Faults, "=")
	if kind == "none" || kind == "all" || kind == "default" || strings.Contains(x.Faults, ",") {
		return ""
	}
	return kind
}

// Sized reports whether a row is the default check of its protocol, or that
// check with other numbers of clients and nodes.
func (x Expect) Sized() bool {
	for flag := range x.Params {
		if flag != "clients" && flag != "nodes" {
			return false
		}
	}
	return x.Faults == "" && len(x.Properties) == 0
}

// Default returns the row of the protocol as it is under its default faults.
func (m Measured) Default() Expect { return m.WithClients("") }

// WithClients returns the row of the protocol under its default faults with
// that many clients; all zero if there is none.
func (m Measured) WithClients(n string) Expect {
	i := slices.IndexFunc(m.Rows, func(x Expect) bool { return x.Sized() && x.Params["clients"] == n })
	if i < 0 {
		return Expect{}
	}
	return m.Rows[i]
}

// NeedsNoFault reports whether the protocol is unsafe without any fault.
func (m Measured) NeedsNoFault() bool {
	return slices.ContainsFunc(m.Rows, func(x Expect) bool {
		none := x.Faults == "none" || x.Faults == "" && m.Faults == "none"
		return x.Plain() && none && x.Verdict == "unsafe"
	})
}

// BrokenBy returns the fault kinds each of which alone, in any number or as
// often as its row says, makes the protocol unsafe.
func (m Measured) BrokenBy() []string {
	var kinds []string
	for _, x := range m.Rows {
		if x.Faults == "" {
			x.Faults = m.Faults
		}
		if k := x.Kind(); x.Plain() && k != "" && x.Verdict == "unsafe" && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
