package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// target is what a command works on: a protocol of the catalogue, or a file.
type target struct {
	name  string // as the user wrote it
	fsys  fs.FS
	file  string       // within fsys
	dir   string       // of fsys, as the user wrote it; "" where file names say enough
	entry *specs.Entry // nil for a file

	read *source // what load returns next; nil: it reads anew
}

// source is a model as it was read, before anything was chosen or checked.
type source struct {
	model *murphi.Model
	diags murphi.Diagnostics
}

// peek reads the model and keeps it for the next load.
func (t *target) peek() *murphi.Model {
	if t.read == nil {
		m, diags := t.load()
		t.read = &source{m, diags}
	}
	return t.read.model
}

// load reads the model. Each caller gets one of its own: what is chosen and
// checked is written into it.
func (t *target) load() (*murphi.Model, murphi.Diagnostics) {
	if s := t.read; s != nil {
		t.read = nil
		return s.model, s.diags
	}
	return murphi.Load(t.fsys, t.file)
}

// isTarget reports whether a word is a protocol or names a file that exists.
func isTarget(name string) bool {
	if _, ok := specs.Find(name); ok {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// resolve finds what the user means, which the flags may have been made for.
func (a *app) resolve(name string) (*target, error) {
	if a.target != nil && a.target.name == name {
		return a.target, nil
	}
	return resolve(name)
}

// resolve finds what the user means: a catalogue name, else a file.
func resolve(name string) (*target, error) {
	if e, ok := specs.Find(name); ok {
		return &target{name: name, fsys: specs.Files(), file: e.Spec, entry: &e}, nil
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isLink(name):
		return nil, fmt.Errorf("cannot read %s: it links to a file that does not exist", plainWord(name))
	case errors.Is(err, fs.ErrNotExist) && !looksLikeFile(name):
		if _, err := specs.All(); err != nil {
			return nil, err
		}
		return nil, unknown("protocol", name, specs.Names())
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
	case info.IsDir():
		return nil, fmt.Errorf("%s is a directory; name a Murphi file in it", name)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file", name)
	case info.Size() > murphi.MaxSource:
		return nil, fmt.Errorf("%s has %s; a model has at most %s", name, sizeText(info.Size()), sizeText(murphi.MaxSource))
	}
	if err := isText(name); err != nil {
		return nil, err
	}
	// Messages name the file as the user did, where that is possible.
	if clean := filepath.ToSlash(filepath.Clean(name)); fs.ValidPath(clean) {
		return &target{name: name, fsys: os.DirFS("."), file: clean}, nil
	}
	dir, file := filepath.Split(name)
	return &target{name: name, fsys: os.DirFS(dir), file: file, dir: dir}, nil
}

// named returns findings that name the files as the user can find them: within
// fsys they are known without its folder.
func (t *target) named(diags murphi.Diagnostics, sources []*murphi.Source) (murphi.Diagnostics, []*murphi.Source) {
	if t.dir == "" {
		return diags, sources
	}
	diags, sources = slices.Clone(diags), slices.Clone(sources)
	for i := range diags {
		diags[i].Span.Start.File = t.dir + diags[i].Span.Start.File
	}
	for i, s := range sources {
		sources[i] = &murphi.Source{Name: t.dir + s.Name, Text: s.Text}
	}
	return diags, sources
}

// isLink reports whether a name is a symbolic link, wherever that leads.
func isLink(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// looksLikeFile tells a missing file from a misspelt protocol.
func looksLikeFile(name string) bool {
	return strings.ContainsRune(name, filepath.Separator) || strings.ContainsRune(name, '/') || filepath.Ext(name) != ""
}

// isText refuses files that no editor would show.
func isText(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", name, reason(err))
	}
	if strings.ContainsRune(string(text), 0) {
		return fmt.Errorf("%s is a binary file, not a Murphi model", name)
	}
	if !utf8.Valid(text) {
		return fmt.Errorf("%s is not UTF-8 text", name)
	}
	return nil
}

// reason is the cause within an I/O error, without the path that the message
// names already.
func reason(err error) error {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err
	}
	return err
}
