package out

import (
	"bytes"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestJSON compares the JSON forms with golden files and with the schema.
func TestJSON(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema/result.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, r := range map[string]*Report{
		"unsafe.json": unsafe(), "safe.json": safe(), "incomplete.json": incomplete(), "plain.json": plainModel(),
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := JSON(&b, r); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
			value, err := jsonschema.UnmarshalJSON(&b)
			if err != nil {
				t.Fatal(err)
			}
			if err := schema.Validate(value); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestSchemaRefuses checks that the schema is not so loose that it says
// nothing.
func TestSchemaRefuses(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema/result.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile("testdata/unsafe.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"verdict": "unsafe"`, `"verdict": "probably"`},
		{`"tool":`, `"utensil":`},
		{`"index": 1,`, `"index": "one",`},
		{`"time": null`, `"time": [1]`},
		{`"limit": null`, `"limit": {"kind": "patience", "value": ""}`},
	} {
		bad := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, good) {
			t.Fatalf("%s is not in the example", change[0])
		}
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(bad))
		if err != nil {
			t.Fatal(err)
		}
		if schema.Validate(value) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}
