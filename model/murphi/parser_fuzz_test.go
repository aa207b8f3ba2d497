package murphi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// seed adds the sample models, whole and in pieces, and some odd inputs.
func seed(f *testing.F) {
	for _, text := range sampleModels(f) {
		if len(text) < 8<<10 {
			f.Add(text)
		}
		for piece := range strings.SplitSeq(text, "\n\n") {
			f.Add(piece)
		}
	}
	for _, text := range []string{
		"", "\x00", "\xff", "\ufeffvar x: 0..1;", "var x: 0..1 -- c\n", "rule begin /* a\nb */ end", "rule \"a\" x ==> begin if a then b := 1 end end",
		"--! protocol a \"b\"\nvar --! history\nx: 0..1;", strings.Repeat("(", 600), "invariant " + strings.Repeat("-", 600) + "x", "rule begin x := 010; end",
	} {
		f.Add(text)
	}
}

// FuzzParse: no text makes the parser panic or hang; a text without errors is
// printed so that it parses to the same tree.
func FuzzParse(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		m, ds := Parse(&Source{Name: "fuzz", Text: text})
		var b strings.Builder
		if err := ds.Render(&b, m.Sources); err != nil {
			t.Fatal(err)
		}
		if ds.HasErrors() {
			return
		}
		printed := Print(m)
		again := mustParse(t, "printed", printed)
		if diff := cmp.Diff(m, again, sameTree); diff != "" {
			t.Fatalf("the printed model is another:\n%s\n%s", diff, printed)
		}
	})
}

// FuzzFormat: formatting keeps every word and every comment, and the tree, and
// formatting again changes nothing.
func FuzzFormat(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		once, ds := Format(&Source{Name: "fuzz", Text: text})
		if ds.HasErrors() {
			return
		}
		if diff := cmp.Diff(mustParse(t, "fuzz", text), mustParse(t, "formatted", once), sameTree); diff != "" {
			t.Fatalf("the formatted model is another:\n%s\n%s", diff, once)
		}
		twice, _ := Format(&Source{Name: "fuzz", Text: once})
		if twice != once {
			t.Fatalf("formatting twice differs:\n%s\n%s", cmp.Diff(once, twice), once)
		}
	})
}
