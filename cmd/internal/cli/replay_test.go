package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"testing"

	"lockcheck/checker"
)

// traceOf checks and returns what was found, in a format.
func traceOf(t testing.TB, format string, args ...string) []byte {
	t.Helper()
	var b, trouble bytes.Buffer
	exit := Main(append([]string{"check", "--format", format}, args...), Env{Out: &b, Err: &trouble, Getenv: func(string) string { return "" }})
	if exit != ExitUnsafe {
		t.Fatalf("check %v: %d, %s", args, exit, &trouble)
	}
	return b.Bytes()
}

// replayed replays the text of a file on a model, "" for its own. What is
// refused with an error of lockcheck itself fails the test.
func replayed(t testing.TB, data []byte, model string) error {
	t.Helper()
	a := &app{env: Env{Out: io.Discard, Err: io.Discard, Getenv: func(string) string { return "" }}}
	rec, err := parseRecording(data, "")
	if err != nil {
		return err
	}
	rec.name = "trace.json"
	_, err = a.replay(rec, model, false)
	var internal *checker.InternalError
	if errors.As(err, &internal) {
		t.Fatalf("%v\n%s", err, data)
	}
	return err
}

// mutants calls visit with a path and the text of the file for every way to
// change one field of a tree: to another value of its kind, to a value of
// another kind, away; and with one more field in every object and one more
// element in every list.
func mutants(t *testing.T, tree any, visit func(path string, text []byte)) {
	t.Helper()
	emit := func(path string) {
		text, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		visit(path, text)
	}
	var walk func(path string, v any, set func(any))
	walk = func(path string, v any, set func(any)) {
		others := []any{"other", nil, json.Number("77"), true}
		switch v := v.(type) {
		case string:
			others[0] = v + "x"
		case bool:
			others[3] = !v
		case json.Number:
			n, _ := v.Int64()
			others[2] = json.Number(fmt.Sprint(n + 1))
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				inner := v[name]
				walk(fieldPath(path, name), inner, func(other any) { v[name] = other })
				delete(v, name)
				emit(fieldPath(path, name) + " gone")
				v[name] = inner
			}
			v["more"] = json.Number("1")
			emit(path + " with more")
			delete(v, "more")
		case []any:
			for i, inner := range v {
				walk(fmt.Sprintf("%s[%d]", path, i), inner, func(other any) { v[i] = other })
			}
			if len(v) > 0 {
				set(v[:len(v)-1])
				emit(path + " shorter")
				set(append(slices.Clone(v), v[len(v)-1]))
				emit(path + " longer")
				set(v)
			}
		}
		for _, other := range others {
			if path == "" {
				break // a file that is no object has no fields
			}
			if fmt.Sprintf("%T%v", other, other) != fmt.Sprintf("%T%v", v, v) {
				set(other)
				emit(fmt.Sprintf("%s = %s", path, inShort(other)))
				set(v)
			}
		}
	}
	walk("", tree, func(any) {})
}

// free are the fields that say nothing of the run: what else the check found,
// and which version of the model it was of, which is a warning.
func free(path string) bool {
	for _, prefix := range []string{
		"tool", "assumptions", "covers", "rules", "states", "transitions", "depth", "limit",
		"properties longer", "properties shorter", " with more", "#meta.format", "#meta.source", "#meta.description", "#meta.lockcheck.tool",
		"#meta with more", "#meta.lockcheck with more", "margin", "bounded", "zones",
	} {
		if strings.HasPrefix(path, prefix) && !strings.HasPrefix(path, "states[") {
			return true
		}
	}
	// The trace is that of the first property in all of these files.
	if strings.HasPrefix(path, "properties[") && !strings.HasPrefix(path, "properties[0]") {
		return true
	}
	return strings.Contains(path, "sha256") || strings.Contains(path, "model with more")
}

// Every single field of a trace and of its configuration counts: whatever it
// is changed to, the file is refused.
func TestAFileWithOneFieldChangedIsRefused(t *testing.T) {
	files := map[string][]byte{
		"json": traceOf(t, "json", "lease", "--guard", "none", "--rounds", "1"),
		"itf":  traceOf(t, "itf", "lease", "--guard", "none", "--rounds", "1"),
	}
	if everything {
		files["bounded"] = traceOf(t, "json", "../../lockcheck/testdata/tiny.murphi", "--timing", "bounded", "--faults", "pause=1", "--max-pause", "25s")
		files["tokens"] = traceOf(t, "json", "ttl", "--token", "snowflake", "--faults", "none", "--property", "tokens-increase")
	}
	for name, data := range files {
		t.Run(name, func(t *testing.T) {
			model := ""
			if name == "bounded" {
				model = "../../lockcheck/testdata/tiny.murphi"
			}
			if err := replayed(t, data, model); err != nil {
				t.Fatalf("unchanged: %v", err)
			}
			tree, err := readTree(data)
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			mutants(t, tree, func(path string, text []byte) {
				n++
				if !everything && n%7 != 0 || name == "tokens" && n%31 != 0 {
					return
				}
				if err := replayed(t, text, model); err == nil && !free(path) && !another(path) && (model == "" || !strings.HasPrefix(path, "model.")) {
					t.Errorf("accepted: %s", path)
				}
			})
			if n < 500 {
				t.Errorf("only %d changes were tried", n)
			}
		})
	}
}

// another are changes of the question under which the run is a run all the
// same: a fault less that does not strike, a bound that it keeps.
func another(path string) bool {
	path = strings.TrimPrefix(path, "#meta.lockcheck.")
	return slices.Contains([]string{
		"config.faults.crash gone", "config.faults.delay gone", "config.params.rounds = 2", "config.ranks = false", "config.symmetry = false",
	}, path)
}

// FuzzReplay feeds files of any kind: they are refused or replayed, and nothing
// else happens.
func FuzzReplay(f *testing.F) {
	for _, format := range []string{"json", "itf"} {
		var text bytes.Buffer
		if err := json.Compact(&text, traceOf(f, format, "lease", "--guard", "none", "--rounds", "1")); err != nil {
			f.Fatal(err)
		}
		f.Add(text.Bytes())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 1<<16 {
			_ = replayed(t, data, "lease")
		}
	})
}
