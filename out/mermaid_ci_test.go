//go:build ci

package out

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Mermaid's own parser reads every diagram: testdata/mermaid pins which one. It
// is installed with npm into a directory of the test.
func TestMermaidParsesTheDiagrams(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"package.json", "package-lock.json", "parse.mjs"} {
		text, err := os.ReadFile(filepath.Join("testdata", "mermaid", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, name), string(text))
	}
	command(t, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	var diagrams []string
	for _, q := range pictured {
		r := q.report(t)
		diagrams = append(diagrams, mermaidOf(r, explained(r.Result)))
	}
	for _, steps := range []int{0, 1, 7, 1000} {
		r := longReport(steps)
		diagrams = append(diagrams, mermaidOf(r, explained(r.Result)))
	}
	diagrams = append(diagrams, mermaidOf(longReport(0), nil))
	args := []string{"parse.mjs"}
	for i, text := range diagrams {
		name := fmt.Sprintf("%02d.mmd", i)
		write(t, filepath.Join(dir, name), text)
		args = append(args, name)
	}
	command(t, dir, "node", args...)
	// The parser does refuse what is no diagram.
	write(t, filepath.Join(dir, "bad.mmd"), "sequenceDiagram\n    p0->>p1 no colon\n")
	c := exec.Command("node", "parse.mjs", "bad.mmd")
	c.Dir = dir
	if c.Run() == nil {
		t.Error("a broken diagram is accepted")
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func command(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	c.Dir = dir
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, args, err, text)
	}
}
