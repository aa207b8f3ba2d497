package cli

import (
	"context"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// TestWeakened: a protocol that is safe is safe because of something. Each
// weakening that the catalogue names turns it unsafe, in the way that it
// names; with nothing but that taken back it is safe.
func TestWeakened(t *testing.T) {
	entries, err := specs.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Verdict == "safe" && len(e.Weakened) == 0 {
			t.Errorf("%s is safe, and the catalogue does not say which weakened guard or dropped check would turn it unsafe", e.Name)
		}
		for _, w := range e.Weakened {
			if !due(0) {
				continue
			}
			t.Run(e.Name+"/"+w.Title, func(t *testing.T) {
				if w.Title == "" || len(w.Violated) == 0 || (len(w.Params) == 0) == (w.Replace == "") {
					t.Fatal("a weakening needs a title, what is violated, and either params or a text to replace")
				}
				if res := checkWeakened(t, e, specs.Weakening{Faults: w.Faults, Properties: w.Properties}); res.Verdict != checker.Safe {
					t.Errorf("%s even without the weakening: %q", res.Verdict, violatedNames(res))
				}
				if got := violatedNames(checkWeakened(t, e, w)); !slices.Equal(got, w.Violated) {
					t.Errorf("weakened, it violates %q, want %q", got, w.Violated)
				}
			})
		}
	}
}

// checkWeakened checks a protocol of the catalogue with a change.
func checkWeakened(t *testing.T, e specs.Entry, w specs.Weakening) *checker.Result {
	t.Helper()
	params := map[string]string{}
	maps.Copy(params, e.Params)
	maps.Copy(params, w.Params)
	bare := e
	bare.Params, bare.Properties = nil, e.Properties
	target := &ask.Target{Name: e.Name, Fsys: specs.Files(), File: e.Spec, Entry: &bare}
	if w.Replace != "" {
		target.Fsys = replaced(t, w.Replace, w.With)
	}
	q := &ask.Question{Faults: "default", Properties: w.Properties, Timing: "any", Ranks: "on", Symmetry: "on"}
	if w.Faults != "" {
		q.Faults = w.Faults
	}
	p, err := ask.Prepare(target, ask.Choices{Question: q, Params: params}, io.Discard, false)
	if err != nil {
		t.Fatal(err)
	}
	res, err := (&app{}).check(context.Background(), p, q, &limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func violatedNames(res *checker.Result) []string {
	var names []string
	for _, q := range res.Properties {
		if q.Decision == checker.Violated {
			names = append(names, q.Name)
		}
	}
	return names
}

// replaced is the library with one text replaced, which must stand there once.
func replaced(t *testing.T, old, with string) fs.FS {
	t.Helper()
	changed := fstest.MapFS{}
	n := 0
	err := fs.WalkDir(specs.Files(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(specs.Files(), name)
		if strings.HasSuffix(name, ".murphi") {
			n += strings.Count(string(text), old)
			text = []byte(strings.ReplaceAll(string(text), old, with))
		}
		changed[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if n != 1 {
		t.Fatalf("%q stands %d times in the specs, want once", old, n)
	}
	return changed
}
