package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/specs"
)

// formatGoldens holds the answer about one protocol of each spec, in every
// format. Of the other protocols digests.txt has a digest for each format: who
// sees one change can look at the change in the protocol of the same spec.
var formatGoldens = filepath.Join("testdata", "golden", "formats")

// mostFile is the most bytes that a file about a protocol of the library takes.
var mostFile = map[string]int{"svg": 60_000, "html": 200_000, "md": 100_000}

const usualFile = 400_000

// TestFormats compares every format of every protocol's answer with the golden
// files; with -short and in the ordinary tests, of those protocols alone that
// have files of their own.
func TestFormats(t *testing.T) {
	entries, err := specs.All()
	if err != nil {
		t.Fatal(err)
	}
	known := readDigests(t)
	for _, e := range entries {
		whole := strings.TrimSuffix(e.Spec, ".murphi") == e.Name
		if !whole && !everything && !*update {
			continue
		}
		t.Run(e.Name, func(t *testing.T) {
			var digests []string
			for name, text := range inEveryFormat(t, e.Name) {
				limit := usualFile
				if n := mostFile[name]; n > 0 {
					limit = n
				}
				if len(text) > limit {
					t.Errorf("%s: %d bytes, more than %d", name, len(text), limit)
				}
				sum := sha256.Sum256([]byte(text))
				digests = append(digests, name+" "+hex.EncodeToString(sum[:6]))
				if whole && name != "html" { // its data have a golden file in package out
					compareGolden(t, filepath.Join(formatGoldens, e.Name+"."+name), text)
				}
			}
			slices.Sort(digests)
			line := strings.Join(digests, ", ")
			if *update {
				known[e.Name] = line
			} else if known[e.Name] != line {
				t.Errorf("digests changed; run the test with -update and read the diff\n was: %s\n is:  %s", known[e.Name], line)
			}
		})
	}
	if *update {
		writeDigests(t, known)
	}
}

// inEveryFormat asks once and gets the answer in all formats.
func inEveryFormat(t *testing.T, protocol string) map[string]string {
	t.Helper()
	dir := t.TempDir()
	args := []string{"check", protocol}
	for _, name := range namesOf(formats) {
		args = append(args, "--report", name+"="+filepath.Join(dir, name))
	}
	if got := run(t, args...); got.exit != ExitOK && got.exit != ExitUnsafe {
		t.Fatalf("exit status %d: %s", got.exit, got.err)
	}
	texts := map[string]string{}
	for _, name := range namesOf(formats) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		texts[name] = string(text)
	}
	return texts
}

// compareGolden compares a text with a file, or rewrites the file.
func compareGolden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text); diff != "" {
		t.Errorf("%s differs (-want +got); run the test with -update if that is meant:\n%s", file, diff)
	}
}

var digestFile = filepath.Join(formatGoldens, "digests.txt")

func readDigests(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(digestFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	known := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, digests, _ := strings.Cut(strings.TrimSpace(line), ": ")
		known[name] = digests
	}
	return known
}

func writeDigests(t *testing.T, known map[string]string) {
	t.Helper()
	var b strings.Builder
	for _, name := range specs.Names() {
		fmt.Fprintf(&b, "%s: %s\n", name, known[name])
	}
	if err := os.WriteFile(digestFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
