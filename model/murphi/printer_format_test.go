package murphi

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// format formats a text that must have no errors.
func format(t *testing.T, name, text string) string {
	t.Helper()
	out, ds := Format(&Source{Name: name, Text: text})
	if ds.HasErrors() {
		t.Fatalf("%s is not formatted:\n%v", name, ds.Err())
	}
	return out
}

// words are the tokens and comments of a text, without semicolons and without
// regard to space and to the case of keywords.
func words(text string) (list []string) {
	l := lex(&Source{Text: text})
	next := 0
	for _, tok := range l.tokens {
		for next < len(l.src.Comments) && l.offset(l.src.Comments[next].Start) < int(tok.off) {
			list = append(list, strings.ReplaceAll(l.src.Comments[next].Text, "\r", ""))
			next++
		}
		if tok.kind != tokSemicolon {
			list = append(list, strings.ToLower(text[tok.off:tok.end]))
		}
	}
	return list
}

func TestFormatKeepsEveryWordAndSettles(t *testing.T) {
	for name, text := range sampleModels(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			once := format(t, name, text)
			if diff := cmp.Diff(mustParse(t, name, text), mustParse(t, "formatted", once), sameTree); diff != "" {
				t.Errorf("the formatted model is another:\n%s", diff)
			}
			if diff := cmp.Diff(words(text), words(once)); diff != "" {
				t.Errorf("formatting lost or moved something:\n%s", diff)
			}
			if diff := cmp.Diff(once, format(t, name, once)); diff != "" {
				t.Errorf("formatting twice differs:\n%s", diff)
			}
		})
	}
}

// TestFormatGolden shows the layout; people read the golden files.
func TestFormatGolden(t *testing.T) {
	names, err := filepath.Glob("testdata/format/*.murphi")
	if err != nil || len(names) == 0 {
		t.Fatal("no models to format", err)
	}
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			once := format(t, name, string(text))
			golden(t, strings.TrimSuffix(name, ".murphi")+".golden", once)
			if diff := cmp.Diff(words(string(text)), words(once)); diff != "" {
				t.Errorf("formatting lost or moved something:\n%s", diff)
			}
			if diff := cmp.Diff(once, format(t, name, once)); diff != "" {
				t.Errorf("formatting twice differs:\n%s", diff)
			}
		})
	}
}

// TestFormatKeepsAnnotationsWithTheirRule: where the layout would part an
// annotation from what it belongs to, the text is left alone.
func TestFormatKeepsAnnotationsWithTheirRule(t *testing.T) {
	const text = "rule \"A\" x = 1 ==> begin --! line C1\n  x := 2;\n  x := 3;\nend;\n"
	out, ds := Format(&Source{Name: "a", Text: text})
	if out != text || len(ds) != 1 || ds[0].Severity != Warning {
		t.Errorf("got %v\n%s", ds, out)
	}
	if out, ds := Format(&Source{Name: "a", Text: "rule begin x = 1; end"}); out != "" || !ds.HasErrors() {
		t.Errorf("a text with errors is not formatted; got %q, %v", out, ds)
	}
}
