package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"lockcheck/checker"
)

// directory keeps the files of a search on the disk.
type directory struct {
	path string
	lock *os.File // nil: nobody else knows the directory

	mu   sync.Mutex
	open []*openFile // that were read lately, the last one first
}

// openFile is a file that is kept open. It is closed when nobody reads it and
// it is no longer in the list.
type openFile struct {
	name    string
	file    *os.File
	readers int
	dropped bool
}

// mostOpen is how many files are kept open for reading.
const mostOpen = 64

// directoryChanges is called when a directory is about to change. For tests.
var directoryChanges = func() {}

// lockName is the file that says that a process is at work in a directory.
const lockName = "lock"

// temporaryDirectory makes a directory for the files of one search.
func temporaryDirectory() (*directory, error) {
	path, err := os.MkdirTemp("", "lockcheck-")
	if err != nil {
		return nil, fmt.Errorf("no temporary directory: %w", err)
	}
	return &directory{path: path}, nil
}

// openDirectory opens or makes a directory.
func openDirectory(path string) (*directory, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, fmt.Errorf("run directory: %w", err)
	}
	return &directory{path: path}, nil
}

// keepOthersOut locks the directory until it is closed.
func (d *directory) keepOthersOut() error {
	lock, err := lockFile(d.at(lockName))
	if err != nil {
		return fmt.Errorf("run directory: %w", err)
	}
	d.lock = lock
	return nil
}

// close lets others in; what is in the directory stays.
func (d *directory) close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, f := range d.open {
		f.file.Close()
	}
	d.open = nil
	if d.lock != nil {
		d.lock.Close()
	}
}

// discard removes the directory.
func (d *directory) discard() {
	d.close()
	os.RemoveAll(d.path)
}

func (d *directory) at(name string) string { return filepath.Join(d.path, name) }

// full marks errors that mean that there is no room.
func full(err error) error {
	for _, reason := range noRoom {
		if errors.Is(err, reason) {
			return fmt.Errorf("%w: %w", checker.ErrFull, err)
		}
	}
	return err
}

var noRoom = []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}

// Write implements [checker.Directory].
func (d *directory) Write(name string, data []byte) error {
	directoryChanges()
	f, err := os.OpenFile(d.at(name), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return full(err)
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	return full(err)
}

// ReadAt implements [checker.Directory].
func (d *directory) ReadAt(name string, p []byte, at int64) error {
	f, err := d.take(name)
	if err != nil {
		return err
	}
	defer d.release(f)
	if n, err := f.file.ReadAt(p, at); n < len(p) {
		return fmt.Errorf("%s: cut off: %w", d.at(name), err)
	}
	return nil
}

// take opens a file for reading, or finds it open.
func (d *directory) take(name string) (*openFile, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	i := slices.IndexFunc(d.open, func(f *openFile) bool { return f.name == name })
	if i < 0 {
		file, err := os.Open(d.at(name))
		if err != nil {
			return nil, err
		}
		if len(d.open) == mostOpen {
			d.drop(mostOpen - 1)
		}
		d.open = append(d.open, &openFile{name: name, file: file})
		i = len(d.open) - 1
	}
	f := d.open[i]
	copy(d.open[1:i+1], d.open[:i])
	d.open[0] = f
	f.readers++
	return f, nil
}

// drop takes a file off the list; d.mu is held.
func (d *directory) drop(i int) {
	f := d.open[i]
	d.open = slices.Delete(d.open, i, i+1)
	f.dropped = true
	if f.readers == 0 {
		f.file.Close()
	}
}

func (d *directory) release(f *openFile) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if f.readers--; f.readers == 0 && f.dropped {
		f.file.Close()
	}
}

// Size implements [checker.Directory].
func (d *directory) Size(name string) (int64, error) {
	info, err := os.Stat(d.at(name))
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// Sync implements [checker.Directory].
func (d *directory) Sync(names []string) error {
	directoryChanges()
	for _, name := range names {
		if err := syncFile(d.at(name)); err != nil {
			return full(err)
		}
	}
	return full(syncFile(d.path))
}

func syncFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	err = f.Sync()
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// Replace implements [checker.Directory].
func (d *directory) Replace(name string, data []byte) error {
	next := name + ".next"
	if err := d.Write(next, data); err != nil {
		return err
	}
	if err := syncFile(d.at(next)); err != nil {
		return full(err)
	}
	directoryChanges()
	if err := os.Rename(d.at(next), d.at(name)); err != nil {
		return full(err)
	}
	return full(syncFile(d.path))
}

// Remove implements [checker.Directory].
func (d *directory) Remove(name string) error {
	directoryChanges()
	d.mu.Lock()
	if i := slices.IndexFunc(d.open, func(f *openFile) bool { return f.name == name }); i >= 0 {
		d.drop(i)
	}
	d.mu.Unlock()
	if err := os.Remove(d.at(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List implements [checker.Directory].
func (d *directory) List() ([]string, error) {
	entries, err := os.ReadDir(d.path)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names, err
}
