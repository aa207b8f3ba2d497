package cli

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestArrows holds the packages to their direction: what may import what. The
// engine and the specs are compiled for the browser too, so they know neither
// files, network nor terminal.
func TestArrows(t *testing.T) {
	const module = "lockcheck/"
	may := map[string][]string{ // by top folder: which of our own packages
		"model":   {"model"},
		"checker": {"checker", "model"},
		"specs":   {"specs", "model"},
		"out":     {"out", "checker", "model"},
		"cmd":     {"cmd", "out", "specs", "checker", "model"},
	}
	never := map[string][]string{ // and which others not
		"model":   {"os", "net", "syscall", "github.com/spf13", "github.com/emicklei", "github.com/dgraph-io"},
		"checker": {"os", "net", "syscall", "github.com/spf13", "github.com/emicklei", "github.com/dgraph-io"},
		"specs":   {"os", "net", "syscall", "github.com/spf13", "github.com/emicklei", "github.com/dgraph-io"},
		"out":     {"os", "net", "syscall", "github.com/spf13", "github.com/dgraph-io"},
	}
	browser := []string{"cmd/internal/ask/", "cmd/internal/studio/engine/"} // parts of cmd that are compiled for it
	root := os.DirFS("../../..")
	seen := map[string]bool{}
	err := fs.WalkDir(root, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" || len(d.Name()) > 1 && strings.HasPrefix(d.Name(), ".")) {
			return fs.SkipDir
		}
		if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
			return nil
		}
		top, _, _ := strings.Cut(file, "/")
		seen[top] = true
		text, err := fs.ReadFile(root, file)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range parsed.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			if own, ok := strings.CutPrefix(name, module); ok {
				folder, _, _ := strings.Cut(own, "/")
				if !slices.Contains(may[top], folder) {
					t.Errorf("%s imports %s: an arrow in the wrong direction", file, name)
				}
			}
			bans := never[top]
			for _, folder := range browser {
				if strings.HasPrefix(file, folder) {
					bans = never["model"]
				}
			}
			for _, banned := range bans {
				if name == banned || strings.HasPrefix(name, banned+"/") {
					t.Errorf("%s imports %s", file, name)
				}
			}
			if strings.HasPrefix(file, "checker/naive/") && strings.HasPrefix(name, module) && name != module+"model/murphi" {
				t.Errorf("%s imports %s: the oracle shares nothing but the language", file, name)
			}
			if strings.HasPrefix(file, "checker/zone/") && strings.HasPrefix(name, module) {
				t.Errorf("%s imports %s: arithmetic knows no models", file, name)
			}
			if strings.HasPrefix(file, "checker/faultsets/") && strings.HasPrefix(name, module) {
				t.Errorf("%s imports %s: vectors know no models", file, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for top := range may {
		if !seen[top] {
			t.Errorf("no Go file in %s was looked at", top)
		}
	}
}
