//go:build ci

package murphi

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// TestRumurReadsPrintedExpressions: Rumur's tools translate printed expressions
// just as they do the same expressions with all parentheses.
func TestRumurReadsPrintedExpressions(t *testing.T) {
	printed, explicit := randomModels()
	translator, err := exec.LookPath("murphi2c")
	if err != nil {
		t.Fatal("Rumur's murphi2c is not installed")
	}
	translate := func(text string) string {
		file := filepath.Join(t.TempDir(), "m.m")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(translator, file).CombinedOutput()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", printSeed, err, out)
		}
		return string(out)
	}
	if diff := cmp.Diff(translate(explicit), translate(printed)); diff != "" {
		t.Errorf("seed %d: Rumur reads them differently:\n%s", printSeed, diff)
	}
}

// TestRumurAcceptsPrintedProtocols: a protocol of the library, printed with its
// parts in place, is a model that Rumur accepts.
func TestRumurAcceptsPrintedProtocols(t *testing.T) {
	rumur, err := exec.LookPath("rumur")
	if err != nil {
		t.Fatal("rumur is not installed")
	}
	fsys := fstest.MapFS{}
	for name, text := range sampleModels(t) {
		if rest, ok := strings.CutPrefix(name, "../../specs/"); ok {
			fsys[rest] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	for name := range fsys {
		if strings.HasPrefix(name, "part/") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			m, ds := Load(fsys, name)
			if ds.HasErrors() {
				t.Fatal(ds.Err())
			}
			dir := t.TempDir()
			file := filepath.Join(dir, "m.m")
			if err := os.WriteFile(file, []byte(Print(m)), 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(rumur, "-o", filepath.Join(dir, "m.c"), file).CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
