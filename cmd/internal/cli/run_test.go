package cli

import (
	"bytes"
	"flag"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite golden files and README; read the diff before committing it")

// ran is what a run of the program left behind.
type ran struct {
	exit     Exit
	out, err string
}

// run runs the program within the test, with plain streams.
func run(t *testing.T, args ...string) ran {
	t.Helper()
	var stdout, stderr bytes.Buffer
	exit := Main(args, Env{
		In: strings.NewReader(""), Out: &stdout, Err: &stderr,
		Getenv: func(string) string { return "" },
		Kill:   func(Exit) { t.Error("killed") },
	})
	return ran{exit, stdout.String(), stderr.String()}
}
