package out

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"lockcheck/checker"
)

// schemaOf compiles a schema of this package.
func schemaOf(t *testing.T, file string) *jsonschema.Schema {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("schema/" + file)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func accepts(t *testing.T, schema *jsonschema.Schema, text string) error {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(value)
}

// TestITF compares traces with golden files and with the published format.
func TestITF(t *testing.T) {
	schema := schemaOf(t, "itf.v1.json")
	for name, r := range map[string]*Report{
		"unsafe.itf.json": unsafe(), "safe.itf.json": safe(), "plain.itf.json": plainModel(),
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := ITF(&b, r); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
			if err := accepts(t, schema, b.String()); err != nil {
				t.Error(err)
			}
		})
	}
}

// Arrays become maps, records records; values that a double cannot hold become
// big integers.
func TestITFOfAnyShape(t *testing.T) {
	r := plainModel()
	trace := r.Result.Properties[0].Trace
	trace.Steps, trace.Start = nil, checker.State{}
	for _, v := range []string{
		"n=9007199254740993", "least=-9007199254740991", "a[1][c1].phase=idle", "a[1][c1].on=true", "a[1][c2].phase=busy", "a[1][c2].on=",
		"a[2][c1].phase=<&>", "r.x.y=1", "r.x.z[false]=2", "r.x.z[true]=3", "r.q=4",
	} {
		path, value, _ := strings.Cut(v, "=")
		trace.Start.Vars = append(trace.Start.Vars, checker.Var{Path: path, Value: value, Defined: value != ""})
	}
	var b bytes.Buffer
	if err := ITF(&b, r); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), "")
	for _, want := range []string{
		`"vars":["n","least","a","r"]`,
		`"n":{"#bigint":"9007199254740993"},"least":-9007199254740991,` +
			`"a":{"#map":[[1,{"#map":[["c1",{"phase":"idle","on":true}],["c2",{"phase":"busy","on":{"#unserializable":"undefined"}}]]}],` +
			`[2,{"#map":[["c1",{"phase":"<&>"}]]}]]},` +
			`"r":{"x":{"y":1,"z":{"#map":[[false,2],[true,3]]}},"q":4}}]`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nis not in\n%s", want, text)
		}
	}
	if err := accepts(t, schemaOf(t, "itf.v1.json"), b.String()); err != nil {
		t.Error(err)
	}
}

// The schema tells what the published format forbids, and takes what others
// write: the example of the description.
func TestTheSchemaOfITF(t *testing.T) {
	schema := schemaOf(t, "itf.v1.json")
	if err := accepts(t, schema, `{"#meta": {"source": "MC_MissionariesAndCannibalsTyped.tla"}, "params": ["P"], "loop": 0,
		"vars": ["bank_of_boat", "who_is_on_bank"],
		"states": [{"#meta": {"index": 0}, "bank_of_boat": "E", "who_is_on_bank": {"#map": [
			["E", {"#set": ["c1_OF_PERSON"]}], ["W", {"#tup": [{"#bigint": "-12"}, [1, true, {"a": {"#unserializable": "Int"}}]]}]]}}]}`); err != nil {
		t.Error(err)
	}
	for _, text := range []string{
		`[]`,
		`{"vars": []}`,
		`{"states": []}`,
		`{"vars": ["#x"], "states": []}`,
		`{"vars": ["x"], "states": [], "extra": 1}`,
		`{"vars": ["x"], "states": [], "loop": "first"}`,
		`{"vars": ["x"], "states": [{"x": 1.5}]}`,
		`{"vars": ["x"], "states": [{"x": null}]}`,
		`{"vars": ["x"], "states": [{"x": 9007199254740993}]}`,
		`{"vars": ["x"], "states": [{"x": {"#bigint": 7}}]}`,
		`{"vars": ["x"], "states": [{"x": {"#bigint": "x"}}]}`,
		`{"vars": ["x"], "states": [{"x": {"#map": [[1]]}}]}`,
		`{"vars": ["x"], "states": [{"x": {"#sets": []}}]}`,
		`{"#meta": 1, "vars": ["x"], "states": []}`,
	} {
		if accepts(t, schema, text) == nil {
			t.Errorf("the schema accepts %s", text)
		}
	}
}
