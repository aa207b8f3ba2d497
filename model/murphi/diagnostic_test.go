package murphi

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files; then read the difference")

// golden compares got with a file, or rewrites it.
func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("rewrote %s: read the difference", name)
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want, +got):\n%s", name, diff)
	}
}

// TestDiagnostics renders what is said about the faulty models in
// testdata/diagnostics; people read the golden files.
func TestDiagnostics(t *testing.T) {
	names, err := filepath.Glob("testdata/diagnostics/*.murphi")
	if err != nil || len(names) == 0 {
		t.Fatal("no faulty models", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			src := &Source{Name: filepath.Base(name), Text: string(text)}
			_, ds := Parse(src)
			var b strings.Builder
			if err := ds.Render(&b, []*Source{src}); err != nil {
				t.Fatal(err)
			}
			golden(t, strings.TrimSuffix(name, ".murphi")+".golden", b.String())
		})
	}
}
