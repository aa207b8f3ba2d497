package murphi

import (
	"bytes"
	"io"
	"io/fs"
)

// read reads a file, but no more of it than shows that it is too large. A browser
// has no pipes to beware of.
func (l *loader) read(name string) ([]byte, error) {
	if !fs.ValidPath(name) {
		return nil, fs.ErrInvalid
	}
	f, err := l.fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var text bytes.Buffer
	_, err = text.ReadFrom(io.LimitReader(f, MaxSource+1))
	return text.Bytes(), err
}

// nearby suggests nothing: in a browser the names come from the catalogue, and to
// list a folder takes more to load than it is worth.
func (l *loader) nearby(string) string { return "" }
