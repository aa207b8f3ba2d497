package murphi

import (
	"errors"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

// files makes a file system of texts.
func files(texts map[string]string) fs.FS {
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// itemNames lists the constants of a model with their places.
func itemNames(m *Model) (names []string) {
	for _, it := range m.Items {
		names = append(names, it.(*ConstDecl).Name+" "+it.Place().Start.File)
	}
	return names
}

func TestLoadSplicesParts(t *testing.T) {
	m, ds := Load(files(map[string]string{
		"lib/main.murphi":            "--! include \"part/one.murphi\"\nconst A: 1;\n--! include \"part/two.murphi\"\nconst B: 1;",
		"lib/part/one.murphi":        "const One: 1;\n--! include \"deep/three.murphi\"\n--! assumes \"one\" duration TTL 1s \"ttl\"",
		"lib/part/two.murphi":        "--! include \"deep/three.murphi\"\nconst Two: 1;\n--! include \"../x\"",
		"lib/part/deep/three.murphi": "const Three: 1; Four: 2;",
	}), "lib/main.murphi")
	want := []string{"One lib/part/one.murphi", "Three lib/part/deep/three.murphi", "Four lib/part/deep/three.murphi", "A lib/main.murphi", "Two lib/part/two.murphi", "B lib/main.murphi"}
	if diff := cmp.Diff(want, itemNames(m)); diff != "" {
		t.Error(diff)
	}
	var sources []string
	for _, s := range m.Sources {
		sources = append(sources, s.Name)
	}
	if diff := cmp.Diff([]string{"lib/main.murphi", "lib/part/one.murphi", "lib/part/deep/three.murphi", "lib/part/two.murphi"}, sources); diff != "" {
		t.Error(diff)
	}
	if in := m.Head.Includes; in[0].From != 0 || in[0].To != 3 || in[1].From != 4 || in[1].To != 5 {
		t.Errorf("the parts are said to be items %d:%d and %d:%d", in[0].From, in[0].To, in[1].From, in[1].To)
	}
	if len(m.Head.Assumes) != 1 || len(m.Head.Durations) != 1 {
		t.Error("the annotations of a part are lost")
	}
	if len(ds) != 1 || ds[0].Span.Start != (Pos{"lib/part/two.murphi", 3, 5}) {
		t.Errorf("want one error, about `..`, at its place in the part: %v", ds)
	}
}

// TestPrintOfLoadedModel: what is printed stands alone.
func TestPrintOfLoadedModel(t *testing.T) {
	m, ds := Load(files(map[string]string{"m": "const A: 1;\n--! include \"p\"\nconst C: 1;", "p": "const B: 1;"}), "m")
	if ds.HasErrors() {
		t.Fatal(ds.Err())
	}
	again := mustParse(t, "printed", Print(m))
	if diff := cmp.Diff(m.Items, again.Items, sameTree); diff != "" || len(again.Head.Includes) != 0 {
		t.Error(diff, again.Head.Includes)
	}
}

func TestLoadErrors(t *testing.T) {
	for name, c := range map[string]struct {
		texts map[string]string
		want  string
	}{
		"no such file":     {map[string]string{"mian": ""}, "main: error: cannot read main: file does not exist (did you mean mian?)"},
		"folder":           {map[string]string{"main/x": ""}, "main: error: cannot read main"},
		"no such part":     {map[string]string{"main": "\n--! include \"p/q\"", "p/r": ""}, "main:2:5: error: cannot read p/q: file does not exist"},
		"dots":             {map[string]string{"main": "--! include \"a/../b\""}, "main:1:5: error: the name of the part contains `..` (name it relative to main)"},
		"absolute":         {map[string]string{"main": "--! include \"/b\""}, "main:1:5: error: the part is named by an absolute path (name it relative to main)"},
		"drive":            {map[string]string{"main": "--! include \"c:b\""}, "main:1:5: error: the part is named by an absolute path (name it relative to main)"},
		"backslash":        {map[string]string{"main": `--! include "a\\b"`}, "main:1:5: error: the name of the part contains a backslash (name it relative to main)"},
		"empty":            {map[string]string{"main": `--! include ""`}, "main:1:5: error: the name of the part is empty (name it relative to main)"},
		"twice":            {map[string]string{"main": "--! include \"a\"\n--! include \"./a\"", "a": ""}, "main:2:5: error: ./a is included already on line 1 (remove one of them)"},
		"itself":           {map[string]string{"main": "--! include \"main\""}, "main:1:5: error: files include each other in a circle: main → main"},
		"circle":           {map[string]string{"main": "--! include \"a\"", "a": "--! include \"b\"", "b": "--! include \"a\""}, "b:1:5: error: files include each other in a circle: a → b → a"},
		"protocol":         {map[string]string{"main": "--! include \"a\"", "a": "--! protocol x \"y\""}, "a:1:5: error: a part is no protocol of its own (write the protocol annotation in the including file)"},
		"syntax in a part": {map[string]string{"main": "--! include \"a\"", "a": "\nconst A = 1;"}, "a:2:9: error: expected `:` and the constant's value, found `=` (did you mean `:`?)"},
		"inside a rule":    {map[string]string{"main": "rule begin\n--! include \"a\"\nend;"}, "main:2:5: error: `include` belongs to the whole file, not inside rule (write it between declarations or rules)"},
		"inside a ruleset": {map[string]string{"main": "ruleset i: t do\n--! include \"a\"\nend;"}, "main:2:5: error: an include cannot stand inside a declaration, function or rule (write it between them)"},
		"unknown duration": {map[string]string{"main": "--! duration TTL 1s \"x\"\nrule --! delay [0, TLT]\nbegin end"}, "main:2:20: error: no duration is named TLT (did you mean TTL?)"},
		"too large":        {map[string]string{"main": "--! include \"a\"", "a": strings.Repeat("--\n", MaxSource/3)}, "main:1:5: error: the model and its parts have more than 2097152 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			_, ds := Load(files(c.texts), "main")
			if len(ds) == 0 || !strings.HasPrefix(ds[0].String(), c.want) {
				t.Errorf("got  %v\nwant %s", ds, c.want)
			}
		})
	}
	_, ds := Load(os403{}, "main")
	if len(ds) != 1 || ds[0].String() != "main: error: cannot read main: permission denied" {
		t.Error(ds)
	}
	if _, ds := Load(files(nil), "../x"); len(ds) != 1 || ds[0].String() != "../x: error: cannot read ../x: not a valid path" {
		t.Error(ds)
	}
}

// os403 is a file system that refuses.
type os403 struct{}

func (os403) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("permission denied")}
}

// A part that is a pipe would keep the reader waiting for ever.
func TestIncludeRegularFilesOnly(t *testing.T) {
	_, ds := Load(fstest.MapFS{
		"main": {Data: []byte("--! include \"pipe\"\n")},
		"pipe": {Mode: fs.ModeNamedPipe},
	}, "main")
	if len(ds) != 1 || ds[0].String() != "main:1:5: error: cannot read pipe: not a regular file" {
		t.Errorf("got %v", ds)
	}
}
