package specs

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

//go:embed *.murphi part/*.murphi catalog.yaml
var files embed.FS

// Files holds the specs and their parts, by the names that they include each
// other with.
func Files() fs.FS { return files }

// Entry is a protocol that can be checked by its name: a spec with some of
// its parameters chosen.
type Entry struct {
	Name     string            `yaml:"name"`
	Spec     string            `yaml:"spec"`     // the file
	Title    string            `yaml:"title"`    // overrides the spec's own
	Family   string            `yaml:"family"`   // what kind of lock
	Products []string          `yaml:"products"` // that work like this
	Params   map[string]string `yaml:"params"`   // flag to value; a contradicting flag is an error
	Faults   string            `yaml:"faults"`   // as --faults takes them; empty: the spec's default
	// Properties are what the protocol promises; empty: the spec's properties
	// that are default for what is checked (see Property.Default).
	Properties []string `yaml:"properties"`
	Repairs    []Repair `yaml:"repairs"` // what might stop a violation; each is checked before it is claimed
	Verdict    string   `yaml:"verdict"` // with the default faults: safe or unsafe
	Expect     []Expect `yaml:"expect"`
	// Weakened says what the safety rests on: each change alone turns a
	// protocol that is safe unsafe. A protocol whose verdict is safe has one.
	Weakened []Weakening `yaml:"weakened"`
}

// Weakening is a guard made weaker or a check left out: chosen parameters, or
// where the spec has no parameter for it, a text of the spec that is replaced
// by another one.
type Weakening struct {
	Title      string            `yaml:"title"`
	Params     map[string]string `yaml:"params"` // override the protocol's own
	Replace    string            `yaml:"replace"`
	With       string            `yaml:"with"`
	Faults     string            `yaml:"faults"`     // empty: as the protocol
	Properties []string          `yaml:"properties"` // empty: as the protocol
	Violated   []string          `yaml:"violated"`
}

// Repair is a change of parameters that might make a protocol safe.
type Repair struct {
	Params map[string]string `yaml:"params"`
	Title  string            `yaml:"title"`
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
func (e Entry) Default() Expect { return e.WithClients("") }

// WithClients returns the row of the protocol under its default faults with
// that many clients; all zero if there is none.
func (e Entry) WithClients(n string) Expect {
	i := slices.IndexFunc(e.Expect, func(x Expect) bool { return x.Sized() && x.Params["clients"] == n })
	if i < 0 {
		return Expect{}
	}
	return e.Expect[i]
}

// NeedsNoFault reports whether the protocol is unsafe without any fault.
func (e Entry) NeedsNoFault() bool {
	return slices.ContainsFunc(e.Expect, func(x Expect) bool {
		none := x.Faults == "none" || x.Faults == "" && e.Faults == "none"
		return x.Plain() && none && x.Verdict == "unsafe"
	})
}

// BrokenBy returns the fault kinds each of which alone, in any number or as
// often as its row says, makes the protocol unsafe.
func (e Entry) BrokenBy() []string {
	var kinds []string
	for _, x := range e.Expect {
		if x.Faults == "" {
			x.Faults = e.Faults
		}
		if k := x.Kind(); x.Plain() && k != "" && x.Verdict == "unsafe" && !slices.Contains(kinds, k) {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Property is a promise that the specs speak of by name.
type Property struct {
	Name   string `yaml:"name"`
	Says   string `yaml:"says"`   // the promise
	Broken string `yaml:"broken"` // how one says that it is broken
	// Default says when it is checked without being asked for: "always", "on
	// request", or if a parameter or fault is as it says: "workload=rmw",
	// "guard!=none", "fault duplicate|reorder".
	Default string `yaml:"default"`
}

// catalog is the shape of catalog.yaml.
type catalog struct {
	Properties []Property `yaml:"properties"`
	Protocols  []Entry    `yaml:"protocols"`
}

var load = sync.OnceValues(func() (*catalog, error) {
	text, err := files.ReadFile("catalog.yaml")
	if err != nil {
		return nil, err
	}
	return decode(text)
})

// decode reads a catalogue strictly: an unknown key, a name twice or a spec
// that is not there is an error.
func decode(text []byte) (*catalog, error) {
	var c catalog
	if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
		return nil, fmt.Errorf("catalog.yaml: %w", err)
	}
	names := map[string]bool{}
	for _, e := range c.Protocols {
		if e.Name == "" || names[e.Name] {
			return nil, fmt.Errorf("catalog.yaml: a protocol needs a name of its own, not %q", e.Name)
		}
		names[e.Name] = true
		if _, err := fs.Stat(files, e.Spec); err != nil {
			return nil, fmt.Errorf("catalog.yaml: %s: there is no spec %q", e.Name, e.Spec)
		}
		if e.Verdict != "safe" && e.Verdict != "unsafe" {
			return nil, fmt.Errorf("catalog.yaml: %s: verdict must be safe or unsafe, not %q", e.Name, e.Verdict)
		}
	}
	for _, p := range c.Properties {
		if p.Name == "" || p.Says == "" || names[p.Name] {
			return nil, fmt.Errorf("catalog.yaml: property %q needs a name of its own and words for it", p.Name)
		}
		names[p.Name] = true
		if _, err := parseWhen(p.Default); err != nil {
			return nil, fmt.Errorf("catalog.yaml: property %s: %w", p.Name, err)
		}
	}
	return &c, nil
}

// All returns the protocols in the order of the catalogue. Its error is a
// mistake in catalog.yaml, which a test excludes.
func All() ([]Entry, error) {
	c, err := load()
	if err != nil {
		return nil, err
	}
	return slices.Clone(c.Protocols), nil
}

// Find returns the protocol of that name.
func Find(name string) (Entry, bool) {
	c, err := load()
	if err != nil {
		return Entry{}, false
	}
	i := slices.IndexFunc(c.Protocols, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return c.Protocols[i], true
}

// Names returns the names of all protocols.
func Names() []string {
	c, err := load()
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range c.Protocols {
		names = append(names, e.Name)
	}
	return names
}

// Properties returns the promises that the catalogue has words for, the
// gravest first.
func Properties() []Property {
	c, err := load()
	if err != nil {
		return nil
	}
	return slices.Clone(c.Properties)
}

// Default reports whether a property is checked without being asked for, under
// these parameters and fault kinds. A name that the catalogue does not know
// always is.
func Default(property string, params map[string]string, faults []string) bool {
	c, err := load()
	if err != nil {
		return true
	}
	i := slices.IndexFunc(c.Properties, func(p Property) bool { return p.Name == property })
	if i < 0 {
		return true
	}
	w, err := parseWhen(c.Properties[i].Default)
	return err == nil && w.holds(params, faults)
}

// Vacuous reports whether a property says nothing under these parameters, as
// no-lost-update does where nobody reads, and with which parameter it would:
// "--workload rmw". That is known where its default hangs on a parameter that
// the spec has.
func Vacuous(property string, params map[string]string) (needs string, vacuous bool) {
	c, err := load()
	if err != nil {
		return "", false
	}
	i := slices.IndexFunc(c.Properties, func(p Property) bool { return p.Name == property })
	if i < 0 {
		return "", false
	}
	w, err := parseWhen(c.Properties[i].Default)
	if err != nil || w.flag == "" || params[w.flag] == "" || w.holds(params, nil) {
		return "", false
	}
	if w.not {
		return "a --" + w.flag + " other than " + w.value, true
	}
	return "--" + w.flag + " " + w.value, true
}

// when is a condition on what is checked.
type when struct {
	never  bool
	flag   string
	value  string
	not    bool
	faults []string
}

func parseWhen(text string) (when, error) {
	switch text {
	case "", "always":
		return when{}, nil
	case "on request":
		return when{never: true}, nil
	}
	if kinds, ok := strings.CutPrefix(text, "fault "); ok {
		return when{faults: strings.Split(kinds, "|")}, nil
	}
	if flag, value, ok := strings.Cut(text, "!="); ok && flag != "" {
		return when{flag: flag, value: value, not: true}, nil
	}
	if flag, value, ok := strings.Cut(text, "="); ok && flag != "" {
		return when{flag: flag, value: value}, nil
	}
	return when{}, errors.New(`default must be "always", "on request", FLAG=VALUE, FLAG!=VALUE or "fault KIND|KIND", not "` + text + `"`)
}

func (w when) holds(params map[string]string, faults []string) bool {
	switch {
	case w.never:
		return false
	case len(w.faults) > 0:
		return slices.ContainsFunc(w.faults, func(k string) bool { return slices.Contains(faults, k) })
	case w.flag == "":
		return true
	}
	value, declared := params[w.flag]
	if !declared {
		return false
	}
	return (value == w.value) != w.not
}
