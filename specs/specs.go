package specs

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"sync"
)

//go:embed *.murphi part/*.murphi
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
	// Durations are flag to value, as the product has them. They are defaults:
	// a flag that is given counts instead.
	Durations map[string]string `yaml:"durations"`
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

var load = sync.OnceValues(readCatalogue)

// checkEntries refuses a name twice and a spec that is not there.
func checkEntries(all []Entry) error {
	names := map[string]bool{}
	for i := range all {
		e := &all[i]
		if e.Name == "" || names[e.Name] {
			return fmt.Errorf("catalog.yaml: a protocol needs a name of its own, not %q", e.Name)
		}
		names[e.Name] = true
		if _, err := fs.Stat(files, e.Spec); err != nil {
			return fmt.Errorf("catalog.yaml: %s: there is no spec %q", e.Name, e.Spec)
		}
		if e.Verdict != "safe" && e.Verdict != "unsafe" {
			return fmt.Errorf("catalog.yaml: %s: verdict must be safe or unsafe, not %q", e.Name, e.Verdict)
		}
	}
	return nil
}

// All returns the protocols in the order of the catalogue. Its error is a
// mistake in catalog.yaml, which a test excludes.
func All() ([]Entry, error) {
	all, err := load()
	return slices.Clone(all), err
}

// Names returns the names of all protocols.
func Names() []string {
	all, _ := load()
	var names []string
	for _, e := range all {
		names = append(names, e.Name)
	}
	return names
}
