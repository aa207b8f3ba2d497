package specs

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// A browser gets the catalogue as JSON, which it reads without a decoder of YAML:
// that would be a tenth of what it has to load. `go test ./specs -update` writes
// the file, and a test holds it equal to the YAML.
//
//go:embed catalog.json
var catalogue []byte

type everything struct {
	Protocols  []Entry
	Properties []Property
}

func readCatalogue() ([]Entry, error) {
	all, err := readAll()
	return all.Protocols, err
}

func readProperties() ([]Property, error) {
	all, err := readAll()
	return all.Properties, err
}

func readAll() (all everything, err error) {
	if err := json.Unmarshal(catalogue, &all); err != nil {
		return everything{}, fmt.Errorf("catalog.json: %w", err)
	}
	return all, nil
}

// Find returns the protocol of that name.
func Find(name string) (e Entry, found bool) {
	all, _ := load()
	i := slices.IndexFunc(all, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Entry{}, false
	}
	return all[i], true
}
