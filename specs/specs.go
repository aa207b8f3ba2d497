package specs

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
)

//go:embed *.murphi part/*.murphi *.yaml
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

// strictly decodes a YAML file; an unknown key or a key twice is an error.
func strictly(file string, text []byte, to any) error {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	err := d.Decode(to)
	if err == nil {
		return nil
	}
	words := strings.TrimPrefix(err.Error(), "yaml: ")
	if several := (*yaml.TypeError)(nil); errors.As(err, &several) {
		words = strings.Join(several.Errors, "; ")
	}
	return fmt.Errorf("%s: %s", file, words)
}

// decode reads a catalogue; a name twice or a spec that is not there is an
// error.
func decode(text []byte) (*catalog, error) {
	var c catalog
	if err := strictly("catalog.yaml", text, &c); err != nil {
		return nil, err
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
