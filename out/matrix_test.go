package out

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// someMatrix has every kind of cell, and names that need care.
func someMatrix() *Matrix {
	cells := func(verdict string, steps int) []MatrixCell {
		return []MatrixCell{
			{Faults: "none", Verdict: "safe", Command: "ttl --faults none --first"},
			{Faults: "clock-jump", Verdict: verdict, Steps: steps, Property: "no-stale-write", Command: "ttl --faults clock-jump --first"},
			{Faults: "all", Verdict: "incomplete", Why: "the limit on states was reached (300000)", Command: "ttl --faults all --first"},
		}
	}
	return &Matrix{
		Tool: "lockcheck 0", Properties: []string{"no-stale-write", "<b>"}, Stopped: "the run was interrupted",
		Notes: []string{"Left out: x has unknown property <b>"},
		Rows: []MatrixRow{
			{Family: "ttl", Protocol: "ttl", Cells: cells("unsafe", 13)},
			{Family: "ttl", Protocol: "ttl", Guard: "reject-lower", Cells: cells("safe", 0)},
			{Family: "ttl", Protocol: "ttl-" + strings.Repeat("long-", 20) + "name", Cells: cells("", 0)},
			{Family: "lease", Protocol: "lease", Cells: []MatrixCell{{Faults: "none", Verdict: "safe"}, {Faults: "crash", Verdict: "unsafe", Steps: 7, Property: "no-stale-write"}}},
		},
	}
}

// TestMatrix compares the forms of a matrix with golden files.
func TestMatrix(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *Matrix) error{
		"matrix.txt": func(w io.Writer, m *Matrix) error { return MatrixText(w, m, TextOptions{}) },
		"matrix.md":  MatrixMarkdown, "matrix.json": MatrixJSON, "matrix.html": MatrixHTML, "matrix.csv": MatrixCSV,
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b, someMatrix()); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

// TestMatrixSchema holds the JSON form to its schema.
func TestMatrixSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema/matrix.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := MatrixJSON(&b, someMatrix()); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}

// TestBaselineRefuses: a file that is no baseline, or not one of this version,
// is refused with the reason.
func TestBaselineRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"":   "no baseline",
		"{}": `its schema is ""`,
		`{"schema": "lockcheck/baseline/v2", "checks": []}`:                                                                   "reads lockcheck/baseline/v1",
		`{"schema": "lockcheck/baseline/v1", "check": []}`:                                                                    `unknown field "check"`,
		`{"schema": "lockcheck/baseline/v1", "checks": []} {}`:                                                                "something follows",
		`{"schema": "lockcheck/baseline/v1", "checks": [{"name": "a", "verdict": "sure"}]}`:                                   `the verdict "sure"`,
		`{"schema": "lockcheck/baseline/v1", "checks": [{"name": "a", "verdict": "safe"}, {"name": "a", "verdict": "safe"}]}`: `"a" stands in it twice`,
		`{"schema": "lockcheck/baseline/v1", "checks": [{"name": "a", "verdict": "safe", "counts": {"states": "many"}}]}`:     "no baseline",
	} {
		if _, err := ReadBaseline([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
