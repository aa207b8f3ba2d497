package out

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Every line is an event of the schema, whatever the names hold, and the stream
// is a start, checks with their differences, and an end.
func TestEvents(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema/event.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Comparison{compared(), hostileComparison(), {}} {
		var got, want []string
		for _, line := range bytes.Split(bytes.TrimSuffix(written(t, Events, c), []byte("\n")), []byte("\n")) {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
			if err != nil {
				t.Fatalf("%v: %s", err, line)
			}
			if err := schema.Validate(value); err != nil {
				t.Errorf("%v: %s", err, line)
			}
			got = append(got, value.(map[string]any)["event"].(string))
		}
		want = append(want, "start")
		for _, k := range c.Checks {
			want = append(want, "check")
			for range k.Differences {
				want = append(want, "difference")
			}
		}
		want = append(want, "end")
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("got %v, want %v", got, want)
		}
	}
}
