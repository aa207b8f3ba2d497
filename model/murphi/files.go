//go:build !js

package murphi

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"path"
)

// read reads a file, but no more of it than shows that it is too large.
func (l *loader) read(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	// Asked before it is opened: opening a pipe waits for whoever writes to it.
	info, err := fs.Stat(l.fsys, name)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	var text bytes.Buffer
	if err == nil && info.Size() <= MaxSource {
		text.Grow(int(info.Size()) + bytes.MinRead)
	}
	f, err := l.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	_, err = text.ReadFrom(io.LimitReader(f, MaxSource+1))
	return text.Bytes(), err
}

// nearby suggests a file of the same folder with a similar name.
func (l *loader) nearby(name string) string {
	entries, err := fs.ReadDir(l.fsys, path.Dir(name))
	if err != nil {
		return ""
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if s := Suggest(path.Base(name), names); s != "" {
		return "did you mean " + path.Join(path.Dir(name), s) + "?"
	}
	return ""
}
