package studio

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lockcheck/cmd/internal/ask"
)

// ErrNoWASM says that this program cannot export.
var ErrNoWASM = errors.New("this lockcheck was built without the engine for browsers\nin its source: go generate ./cmd/internal/studio, then build it again")

// Export writes the studio into a new directory: files for any web server, which
// need nothing else. What cannot be written in full is not written.
func Export(dir string) error {
	if !HasWASM() {
		return ErrNoWASM
	}
	if _, err := os.Lstat(dir); err == nil {
		return fmt.Errorf("%s exists; name a directory that does not", ask.PlainWord(dir))
	}
	temporary, err := os.MkdirTemp(filepath.Dir(filepath.Clean(dir)), ".lockcheck-studio-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", ask.PlainWord(dir), within(err))
	}
	if err := writeSite(temporary); err != nil {
		_ = os.RemoveAll(temporary)
		return fmt.Errorf("cannot write %s: %w", ask.PlainWord(dir), within(err))
	}
	if err := os.Rename(temporary, dir); err != nil {
		_ = os.RemoveAll(temporary)
		return fmt.Errorf("cannot write %s: %w", ask.PlainWord(dir), within(err))
	}
	return nil
}

// writeSite writes the files of the page, and what the server answers besides. The engine goes in as
// gzip under the name of what is in it: the page looks, since few servers know.
func writeSite(dir string) error {
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == wasmBrotli {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		if d.IsDir() {
			return os.MkdirAll(to, 0o755)
		}
		if name == wasmGzip {
			to = filepath.Join(dir, wasmName)
		}
		text, err := fs.ReadFile(page, name)
		if err != nil {
			return err
		}
		return os.WriteFile(to, text, 0o644)
	})
	if err != nil {
		return err
	}
	text, err := json.Marshal(about{Tool: ask.Tool, WASM: wasmName})
	if err != nil {
		return err
	}
	for name, text := range map[string][]byte{"studio.json": append(text, '\n'), catalogName: catalog()} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o755)
}

// within is the cause within an error of the file system, which names a path that
// the user does not know.
func within(err error) error {
	var pe *fs.PathError
	var le *os.LinkError
	switch {
	case errors.As(err, &pe):
		return pe.Err
	case errors.As(err, &le):
		return le.Err
	}
	return err
}
