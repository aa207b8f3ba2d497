package suite

import (
	"bytes"
	"errors"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"lockcheck/out"
)

// loader reads a suite and what it includes.
type loader struct {
	read     func(name string) ([]byte, error)
	mistakes Mistakes
	checks   []Check
	names    map[string]out.Place // of the checks
	files    map[string]bool      // that were read
	open     []string             // that include the one being read, outermost first
	crowded  bool                 // there are more checks than are taken, and that is said
}

// Load reads the suite of that name and the files that it includes, each once.
// read returns the contents of a file; names have slashes. The error is
// [Mistakes]: all that were found.
func Load(read func(name string) ([]byte, error), file string) (*Suite, error) {
	l := &loader{read: read, names: map[string]out.Place{}, files: map[string]bool{}}
	text, err := read(file)
	if err != nil {
		return nil, Mistakes{{At: out.Place{File: file}, Text: "cannot be read: " + innermost(err).Error(), Beyond: true}}
	}
	l.load(file, text)
	if len(l.mistakes) == 0 && len(l.checks) == 0 {
		l.mistakes = Mistakes{{At: out.Place{File: file, Line: 1, Column: 1}, Text: "there is no check in it", Beyond: true}}
	}
	if len(l.mistakes) > 0 {
		return nil, l.mistakes
	}
	return &Suite{File: file, Checks: l.checks}, nil
}

// load reads one file.
func (l *loader) load(file string, text []byte) {
	r := &reader{file: file, mistakes: &l.mistakes}
	l.files[file] = true
	l.open = append(l.open, file)
	defer func() { l.open = l.open[:len(l.open)-1] }()
	if root := r.document(text); root != nil {
		l.root(r, root)
	}
}

var yamlLine = regexp.MustCompile(`^line ([0-9]+): (.*)$`)

// document parses a file, which holds one document.
func (r *reader) document(text []byte) *yaml.Node {
	first := &yaml.Node{Line: 1, Column: 1}
	if len(text) > MostBytes {
		r.beyond(first, "the file has %d bytes; a suite has at most %d", len(text), MostBytes)
		return nil
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	var doc, more yaml.Node
	err := d.Decode(&doc)
	if err == nil {
		if err = d.Decode(&more); err == nil {
			r.beyond(&more, "a second document begins here; a suite is one")
			return nil
		}
	} else if err == io.EOF {
		r.fail(first, "the file is empty; a suite begins with version: 1")
		return nil
	}
	if err != io.EOF {
		words := strings.TrimPrefix(err.Error(), "yaml: ")
		if m := yamlLine.FindStringSubmatch(words); m != nil {
			first.Line, _ = strconv.Atoi(m[1])
			words = m[2]
		}
		r.beyond(first, "this is no YAML: %s", strings.ReplaceAll(words, "\n", " "))
		return nil
	}
	return doc.Content[0]
}

// root reads the keys of a file. What is included comes first.
func (l *loader) root(r *reader, root *yaml.Node) {
	var version, defaults, include, checks *yaml.Node
	keep := func(to **yaml.Node) func(key, value *yaml.Node) {
		return func(_, value *yaml.Node) { *to = value }
	}
	if !r.object(root, "a suite", []field{
		{"version", keep(&version)}, {"include", keep(&include)}, {"defaults", keep(&defaults)}, {"checks", keep(&checks)},
	}) {
		return
	}
	if version == nil {
		r.fail(root, "the key version is missing; this lockcheck reads version: 1")
	} else if !(version.Kind == yaml.ScalarNode && version.Tag == "!!int" && version.Value == "1") {
		r.fail(version, "version: this lockcheck reads version 1, not %s", valueOf(version))
	}
	if include != nil {
		r.list(include, "include", func(n *yaml.Node) { l.include(r, n) })
	}
	d := &entry{r: r}
	if defaults != nil {
		r.object(defaults, "defaults", d.fields())
	}
	if checks != nil {
		r.list(checks, "checks", func(n *yaml.Node) { l.check(r, n, d) })
	}
}

// include reads another file, whose name is relative to this one.
func (l *loader) include(r *reader, n *yaml.Node) {
	v, ok := r.text(n, "include", valuePattern, "the name of a suite")
	if !ok {
		return
	}
	if path.IsAbs(v.Text) || strings.Contains(v.Text, `\`) {
		r.beyond(n, "include: %s: want a name relative to this file, with slashes", quoted(v.Text))
		return
	}
	file := path.Join(path.Dir(r.file), v.Text)
	switch i := slices.Index(l.open, file); {
	case i >= 0:
		r.beyond(n, "%s includes itself: %s", quoted(v.Text), strings.Join(append(slices.Clone(l.open[i:]), file), " -> "))
		return
	case l.files[file]:
		r.beyond(n, "%s is included already", quoted(v.Text))
		return
	case len(l.files) >= MostFiles:
		r.beyond(n, "a suite has at most %d files", MostFiles)
		return
	}
	text, err := l.read(file)
	if err != nil {
		r.beyond(n, "include: %s cannot be read: %s", quoted(v.Text), innermost(err))
		return
	}
	l.load(file, text)
}

// innermost is the cause of an error, without the names around it.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
