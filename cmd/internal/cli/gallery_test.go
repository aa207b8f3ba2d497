package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gallery is where the pictures of README.md are kept, beside it.
const gallery = "out/gallery"

// TestGallery draws the pictures of README.md again and compares. The commands
// are those that stand below them there. Run it with -update to rewrite them.
func TestGallery(t *testing.T) {
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(filepath.Dir(readme))
	drawn := map[string]bool{"zookeeper-handover.json": true}
	if *update {
		recordAgain(t, filepath.Join(gallery, "zookeeper-handover.json"))
	}
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
	if err != nil || len(files) < 9 {
		t.Fatalf("%d pictures, %v", len(files), err)
	}
	for _, f := range files {
		if !drawn[filepath.Base(f)] {
			t.Errorf("README.md does not show %s", f)
		}
	}
}

// recordAgain takes the steps of a recorded run once more, on the model as it is
// now, and writes the file anew.
func recordAgain(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var recorded struct {
		Model struct{ Name string }
		Run   struct {
			Steps []struct {
				Rule string
				Args map[string]string
			}
		}
	}
	if err := json.Unmarshal(text, &recorded); err != nil || len(recorded.Run.Steps) == 0 {
		t.Fatalf("%s: %v, %d steps", file, err, len(recorded.Run.Steps))
	}
	var script strings.Builder
	for _, s := range recorded.Run.Steps {
		script.WriteString(s.Rule)
		for _, name := range slices.Sorted(maps.Keys(s.Args)) {
			script.WriteString(" " + s.Args[name])
		}
		script.WriteString("\n")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	script.WriteString("w " + file + "\nq\n")
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	env.In = strings.NewReader(script.String())
	if exit := Main([]string{"step", recorded.Model.Name, "--faults", "none"}, env); exit != ExitOK {
		t.Fatalf("step: exit status %d: %s", exit, &stderr)
	}
}
