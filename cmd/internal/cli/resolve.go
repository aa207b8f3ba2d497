package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// isTarget reports whether a word is a protocol or names a file that exists.
func isTarget(name string) bool {
	if _, ok := specs.Find(name); ok {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// resolve finds what the user means, which the flags may have been made for.
func (a *app) resolve(name string) (*ask.Target, error) {
	if a.target != nil && a.target.Name == name {
		return a.target, nil
	}
	return resolve(name)
}

// resolve finds what the user means: a catalogue name, else a file.
func resolve(name string) (*ask.Target, error) {
	if e, ok := specs.Find(name); ok {
		return &ask.Target{Name: name, Fsys: specs.Files(), File: e.Spec, Entry: &e}, nil
	}
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && isLink(name):
		return nil, fmt.Errorf("cannot read %s: it links to a file that does not exist", ask.PlainWord(name))
	case errors.Is(err, fs.ErrNotExist) && !looksLikeFile(name):
		if _, err := specs.All(); err != nil {
			return nil, err
		}
		return nil, ask.Unknown("protocol", name, specs.Names())
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
		return &ask.Target{Name: name, Fsys: os.DirFS("."), File: clean}, nil
	}
	dir, file := filepath.Split(name)
	return &ask.Target{Name: name, Fsys: os.DirFS(dir), File: file, Dir: dir}, nil
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
