//go:build !js

package specs

import (
	_ "embed"
	"errors"
	"fmt"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"
)

//go:embed catalog.yaml
var catalogue string

//go:embed properties.yaml
var propertiesText string

func readCatalogue() ([]Entry, error)     { return decode(catalogue) }
func readProperties() ([]Property, error) { return decodeProperties(propertiesText) }

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
	d := strict(text)
	for {
		var e Entry
		if err := d.Decode(&e); err == io.EOF {
			return all, checkEntries(all)
		} else if err != nil {
			return nil, mistake("catalog.yaml", err)
		}
		all = append(all, e)
	}
}

func decodeProperties(text string) ([]Property, error) {
	var all []Property
	if err := strict(text).Decode(&all); err != nil {
		return nil, mistake("properties.yaml", err)
	}
	return all, checkProperties(all)
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
