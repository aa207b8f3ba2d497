//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// asAnybody has the process be nobody in particular until the function that it
// returns is called: for root everything can be written. The folders, which are the
// test's own, can be read then, and the test can make others.
func asAnybody(t *testing.T, dirs ...string) func() {
	t.Helper()
	if os.Geteuid() != 0 {
		return func() {}
	}
	for _, dir := range dirs {
		err := filepath.Walk(dir, func(name string, info os.FileInfo, err error) error {
			if err != nil {
				return err
			}
			return os.Chmod(name, info.Mode()|0o055)
		})
		if err == nil {
			err = os.Chmod(filepath.Dir(dir), 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	const nobody = 65534
	if err := syscall.Seteuid(nobody); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := syscall.Seteuid(0); err != nil {
			panic(err) // the tests after this one would be others
		}
	}
}

// TestKeptWhereNothingCanBeWritten: results of earlier runs are taken from a folder
// that cannot be written, without a word; what is new is at most not kept.
func TestKeptWhereNothingCanBeWritten(t *testing.T) {
	file, cache := writeKept(t, keptSuite), t.TempDir()
	want := compareIn(t, cache, file)
	if err := os.Chmod(cache, 0o555); err != nil {
		t.Fatal(err)
	}
	defer asAnybody(t, cache, filepath.Dir(file))()
	if os.WriteFile(filepath.Join(cache, "x"), nil, 0o600) == nil {
		t.Fatal("the folder can be written")
	}
	if got := compareIn(t, cache, file); got.out != want.out || got.exit != want.exit || got.err != fromEarlier(keptDistinct, keptDistinct) {
		t.Errorf("status %d, message %q", got.exit, got.err)
	}
}
