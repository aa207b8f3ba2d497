//go:build !unix

package cli

import "os"

// lockFile opens the file; there is no way to lock it on this system.
func lockFile(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
}
