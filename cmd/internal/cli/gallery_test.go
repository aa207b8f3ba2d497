package cli

import (
	"os"
	"path/filepath"
	"testing"
)

// gallery is where the pictures of README.md are kept.
const gallery = "../../../out/gallery"

// TestGallery draws the pictures of README.md again and compares. The commands
// are those that stand below them there. Run it with -update to rewrite them.
func TestGallery(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]bool{}
	for _, m := range picture.FindAllStringSubmatch(string(text), -1) {
		file, command := m[1], m[2]
		drawn[file] = true
		t.Run(file, func(t *testing.T) {
			got := run(t, append(words(t, command), "--quiet")...)
			if got.exit != ExitOK || got.err != "" {
				t.Fatalf("lockcheck %s: exit status %d: %s", command, got.exit, got.err)
			}
			name := filepath.Join(gallery, file)
			if *update {
				if err := os.WriteFile(name, []byte(got.out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if want, err := os.ReadFile(name); err != nil || string(want) != got.out {
				t.Errorf("%s is not what `lockcheck %s` draws (%v); run the test with -update and look at the picture", name, command, err)
			}
		})
	}
	files, err := filepath.Glob(filepath.Join(gallery, "*"))
	if err != nil || len(files) < 7 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	for _, f := range files {
		if !drawn[filepath.Base(f)] {
			t.Errorf("README.md does not show %s", f)
		}
	}
}
