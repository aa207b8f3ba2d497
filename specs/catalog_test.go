package specs

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var update = flag.Bool("update", false, "write catalog.json from the YAML")

// TestCatalogueOfABrowser: what a browser reads is what the YAML says.
func TestCatalogueOfABrowser(t *testing.T) {
	const file = "catalog.json"
	entries, err := decode(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	properties, err := decodeProperties(propertiesText)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(map[string]any{"Protocols": entries, "Properties": properties}); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(text, b.Bytes()) {
		t.Error("catalog.json is not what the YAML says; go test ./specs -run TestCatalogueOfABrowser -update writes it")
	}
}
