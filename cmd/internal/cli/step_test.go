package cli

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// What step could not write it does not pass over in silence.
func TestStepOntoAFullDisk(t *testing.T) {
	full := writer(func([]byte) (int, error) { return 0, errors.New("no space left on device") })
	var trouble bytes.Buffer
	exit := Main([]string{"step", "lease"}, Env{
		In: strings.NewReader("l\n"), Out: full, Err: &trouble, Getenv: func(string) string { return "" },
	})
	if exit != ExitUsage || trouble.String() != "lockcheck: no space left on device\n" {
		t.Errorf("exit status %d, %s", exit, &trouble)
	}
}
