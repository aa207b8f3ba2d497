package checker

import (
	"errors"
	"fmt"
)

// Directory is where a search keeps what does not fit into memory. Files are
// written once and whole; names are letters, digits, dots and hyphens. It is
// safe for concurrent use. Its errors name the directory or file.
type Directory interface {
	// Write makes a file; one that is there is replaced.
	Write(name string, data []byte) error
	// ReadAt fills p with the bytes of a file from an offset on.
	ReadAt(name string, p []byte, at int64) error
	// Size is the length of a file.
	Size(name string) (int64, error)
	// Sync makes files durable.
	Sync(names []string) error
	// Replace makes a file, durably: after a crash it is either the old one or
	// the new one.
	Replace(name string, data []byte) error
	// Remove removes a file.
	Remove(name string) error
	// List names all files.
	List() ([]string, error)
}

// ErrFull is what a Directory's error wraps when the disk is full.
var ErrFull = errors.New("the disk is full")

// FileError is a file that is not what was written, or a directory that is not
// what a search wants.
type FileError struct {
	Name   string // of the file
	Reason string
}

func (e *FileError) Error() string { return fmt.Sprintf("%s: %s", e.Name, e.Reason) }
