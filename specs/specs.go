package specs

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"
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

//go:embed catalog.yaml
var catalogue string

var load = sync.OnceValues(func() ([]Entry, error) { return decode(catalogue) })

// strict decodes YAML; an unknown key or a key twice is an error.
func strict(text string) *yaml.Decoder {
	d := yaml.NewDecoder(strings.NewReader(text))
	d.KnownFields(true)
	return d
}

// mistake names the file of an error that says the line.
func mistake(file string, err error) error {
	words := strings.TrimPrefix(err.Error(), "yaml: ")
	if several := (*yaml.TypeError)(nil); errors.As(err, &several) {
		words = strings.Join(several.Errors, "; ")
	}
	return fmt.Errorf("%s: %s", file, words)
}

// decode reads a catalogue; a name twice or a spec that is not there is an
// error.
func decode(text string) ([]Entry, error) {
	var all []Entry
	names := map[string]bool{}
	d := strict(text)
	for {
		var e Entry
		if err := d.Decode(&e); err == io.EOF {
			return all, nil
		} else if err != nil {
			return nil, mistake("catalog.yaml", err)
		}
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
		all = append(all, e)
	}
}

// All returns the protocols in the order of the catalogue. Its error is a
// mistake in catalog.yaml, which a test excludes.
func All() ([]Entry, error) {
	all, err := load()
	return slices.Clone(all), err
}

// Find returns the protocol of that name. It decodes no other, which would
// take longer than to check a small one.
func Find(name string) (e Entry, found bool) {
	for document := range strings.SplitSeq(catalogue, "\n---\n") {
		if strings.HasPrefix(document, "name: "+name+"\n") {
			err := strict(document).Decode(&e)
			return e, err == nil && e.Name == name
		}
	}
	return Entry{}, false
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
