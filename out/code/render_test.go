package code_test

import (
	"go/format"
	"io/fs"
	"os"
	"strings"
	"testing"

	"lockcheck/model/murphi"
	"lockcheck/out/code"
)

// question configures a spec and asks for its code.
func question(t *testing.T, spec string, params map[string]string) code.Question {
	t.Helper()
	m, diags := murphi.Load(specs(t), spec+".murphi")
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	s, diags := murphi.Configure(m, murphi.Config{Params: params})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	q := code.Ask(m, s)
	q.Check = "lockcheck check " + spec
	return q
}

func specs(t *testing.T) fs.FS {
	t.Helper()
	return os.DirFS("../../specs")
}

func TestRendersGo(t *testing.T) {
	files, _, err := code.Render(question(t, "ttl", nil))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name, ".go") {
			continue
		}
		formatted, err := format.Source([]byte(f.Text))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		if string(formatted) != f.Text {
			t.Errorf("%s is not as gofmt writes it", f.Name)
		}
	}
}
