package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lockcheck/checker"
)

// TestExitTable holds every row of the table of exit statuses.
func TestExitTable(t *testing.T) {
	for _, c := range []struct {
		got, want Exit
	}{
		{ofVerdict(checker.Safe), 0},
		{ofError(nil), 0},
		{ofVerdict(checker.Unsafe), 1},
		{ofError(errors.New("what the user did")), 2},
		{ofError(&checker.SpecError{}), 2},
		{ofVerdict(checker.Incomplete), 3},
		{ofError(fmt.Errorf("wrapped: %w", &checker.InternalError{})), 70},
		{ofError(&panicError{}), 70},
		{ofError(errKilled), 130},
	} {
		if c.got != c.want {
			t.Errorf("got %d, want %d", c.got, c.want)
		}
	}
	seen := map[Exit]bool{}
	for _, e := range exitTable {
		seen[e.Status] = true
	}
	for _, e := range []Exit{0, 1, 2, 3, 70, 130} {
		if !seen[e] {
			t.Errorf("status %d is not explained", e)
		}
	}
}

// writer is an output that does what a test wants.
type writer func(p []byte) (int, error)

func (w writer) Write(p []byte) (int, error) { return w(p) }

// TestPanic: a panic of our own code is an internal error, with a message.
func TestPanic(t *testing.T) {
	var stderr bytes.Buffer
	env := testEnv(nil, &stderr)
	env.Out = writer(func([]byte) (int, error) { panic("planted") })
	if got := Main([]string{"list"}, env); got != ExitInternal {
		t.Errorf("exit status %d, want %d", got, ExitInternal)
	}
	for _, want := range []string{"internal error: planted", "bug in lockcheck", "panic.go"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("no %q in: %s", want, &stderr)
		}
	}
}

// TestBrokenPipe: a reader that has seen enough is no failure, and does not
// change the verdict.
func TestBrokenPipe(t *testing.T) {
	var stderr bytes.Buffer
	env := testEnv(nil, &stderr)
	env.Out = writer(func([]byte) (int, error) {
		return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
	})
	if got := Main([]string{"check", "ttl"}, env); got != ExitUnsafe {
		t.Errorf("exit status %d, want %d", got, ExitUnsafe)
	}
	if stderr.Len() > 0 {
		t.Errorf("stderr: %s", &stderr)
	}
}

// TestFullDisk: any other trouble with the output is told.
func TestFullDisk(t *testing.T) {
	var stderr bytes.Buffer
	env := testEnv(nil, &stderr)
	env.Out = writer(func([]byte) (int, error) { return 0, syscall.ENOSPC })
	if got := Main([]string{"check", "ttl"}, env); got != ExitUsage || !strings.Contains(stderr.String(), "no space left") {
		t.Errorf("exit status %d, stderr: %s", got, &stderr)
	}
}

// TestInterruptOnce: the first Ctrl-C ends the search with what is known.
func TestInterruptOnce(t *testing.T) {
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	presses := make(chan struct{}, 1)
	presses <- struct{}{}
	env.Interrupts = func() (<-chan struct{}, func()) { return presses, func() {} }
	if got := Main([]string{"check", "ttl-fencing", "--clients", "6"}, env); got != ExitIncomplete {
		t.Errorf("exit status %d, want %d; stderr: %s", got, ExitIncomplete, &stderr)
	}
	if out := stdout.String(); !strings.Contains(out, "INCOMPLETE") || !strings.Contains(out, "Interrupted") {
		t.Errorf("stdout: %s", out)
	}
	if !strings.Contains(stderr.String(), "Ctrl-C again") {
		t.Errorf("stderr: %s", &stderr)
	}
}

// TestInterruptTwice: the second one leaves at once, and leaves no file behind.
func TestInterruptTwice(t *testing.T) {
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	presses := make(chan struct{}, 2)
	presses <- struct{}{}
	presses <- struct{}{}
	env.Interrupts = func() (<-chan struct{}, func()) { return presses, func() {} }
	killed := make(chan Exit, 1)
	env.Kill = func(e Exit) { killed <- e }
	go Main([]string{"check", "ttl-fencing", "--clients", "6", "--report", "json=" + filepath.Join(dir, "r.json")}, env)
	if got := <-killed; got != ExitKilled {
		t.Errorf("killed with %d, want %d", got, ExitKilled)
	}
}

// TestNoGraphviz: pictures say what they need.
func TestNoGraphviz(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	for _, format := range []string{"svg", "png"} {
		got := run(t, "graph", "ttl", "--what", "trace", "--format", format)
		if got.exit != ExitUsage || !strings.Contains(got.err, "needs Graphviz") || got.out != "" {
			t.Errorf("%s: exit status %d, stderr: %s", format, got.exit, got.err)
		}
	}
}

// TestProgress: a line that renews itself on a terminal, plain lines otherwise.
func TestProgress(t *testing.T) {
	for _, c := range []struct {
		terminal bool
		want     string
	}{
		{true, "\r\x1b[Klevel 3: 500 states, 1250 new/s, 20 to do, 1.5MiB, new 12% of generated, 0s" +
			"\r\x1b[Kfinding the shortest trace, 11s\r\x1b[K"},
		{false, "finding the shortest trace, 11s\n"},
	} {
		var b bytes.Buffer
		now := time.Unix(0, 0)
		p := newProgress(&b, c.terminal, func() time.Time { return now })
		p.show(checker.Progress{Level: 1})
		now = now.Add(400 * time.Millisecond)
		p.show(checker.Progress{Level: 3, States: 500, Frontier: 20, Memory: 3 << 19, NewRatio: 0.12})
		now = now.Add(11 * time.Second)
		p.show(checker.Progress{Phase: checker.PhaseTrace, States: 500})
		p.done()
		if b.String() != c.want {
			t.Errorf("got  %q\nwant %q", b.String(), c.want)
		}
	}
}

// TestWriteFile: a file changes whole or not at all.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Fatal(err)
	}
	err := writeFile(link, func(w io.Writer) error {
		io.WriteString(w, "half of the ne")
		return errors.New("out of ideas")
	})
	if err == nil {
		t.Error("no error")
	}
	if text, _ := os.ReadFile(file); string(text) != "old" {
		t.Errorf("after a failure the file holds %q", text)
	}
	if err := writeFile(link, func(w io.Writer) error { _, err := io.WriteString(w, "new"); return err }); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(file)
	info, err := os.Stat(file)
	if err != nil || string(text) != "new" || info.Mode().Perm() != 0o640 {
		t.Errorf("the file holds %q with mode %v (%v)", text, info.Mode(), err)
	}
	if target, err := os.Readlink(link); err != nil || target != "file" {
		t.Errorf("the link is gone: %v", err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, ".*")); len(names) > 0 {
		t.Errorf("left behind: %v", names)
	}
}

// TestSizes: amounts of memory as people write them.
func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1GiB": 1 << 30, "512MiB": 512 << 20, "1.5g": 3 << 29, "2GB": 2e9, "1048576": 1 << 20, "64 mib": 64 << 20,
		"": -1, "1": -1, "-1GiB": -1, "NaN": -1, "1e30": -1, "GiB": -1, "0x10MiB": -1,
	} {
		n := int64(-1)
		if err := (sizeValue{&n}).Set(text); (err != nil) != (want == -1) || n != want {
			t.Errorf("%q: %d, want %d (%v)", text, n, want, err)
		}
	}
}
