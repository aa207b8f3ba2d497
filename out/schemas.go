package out

import (
	"embed"
	"slices"
	"strings"
)

//go:embed schema/*.json
var schemas embed.FS

// Schemas returns the names of the JSON Schemas: "result" for
// schema/result.v1.json, and so on.
func Schemas() []string {
	entries, _ := schemas.ReadDir("schema")
	var names []string
	for _, e := range entries {
		name, _, _ := strings.Cut(e.Name(), ".")
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// SchemaText returns the JSON Schema of that name.
func SchemaText(name string) (string, bool) {
	text, err := schemas.ReadFile("schema/" + name + ".v1.json")
	return string(text), err == nil
}
