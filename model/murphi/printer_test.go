package murphi

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// sameTree compares trees: places, and what Check fills in, do not count.
var sameTree = cmp.Options{
	cmpopts.IgnoreTypes(Span{}, []*Source(nil), typed{}),
	cmpopts.IgnoreFields(IncludeAnn{}, "From", "To"),
	cmp.Exporter(func(t reflect.Type) bool { return t.PkgPath() == reflect.TypeOf(Model{}).PkgPath() }),
}

// mustParse parses a text that must have no errors.
func mustParse(t *testing.T, name, text string) *Model {
	t.Helper()
	m, ds := Parse(&Source{Name: name, Text: text})
	if ds.HasErrors() {
		t.Fatalf("%s does not parse:\n%v\n%s", name, ds.Err(), text)
	}
	return m
}

// sampleModels returns the models that tests run over: those of testdata and
// those of the library.
func sampleModels(t testing.TB) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"testdata/models/*.murphi", "../../specs/*.murphi", "../../specs/part/*.murphi"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(text)
		}
	}
	return texts
}

func TestPrintParsesToTheSameTree(t *testing.T) {
	for name, text := range sampleModels(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			m := mustParse(t, name, text)
			printed := Print(m)
			again := mustParse(t, "printed", printed)
			if diff := cmp.Diff(m, again, sameTree); diff != "" {
				t.Errorf("the printed model is another (-read, +printed):\n%s\n%s", diff, printed)
			}
			if twice := Print(again); twice != printed {
				t.Errorf("printing twice differs:\n%s", cmp.Diff(printed, twice))
			}
		})
	}
}
