//go:build unix

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
)

// keptSearch has 235,036 states. With so little memory it is in files soon.
var keptSearch = []string{"check", "lease", "--clients", "3", "--rounds", "3", "--symmetry", "off", "--ranks", "off", "--memory", "1MiB", "--workers", "2"}

// killedAfter is the variable that makes the test binary a lockcheck that is
// killed after so many changes of its directory.
const killedAfter = "LOCKCHECK_TEST_KILLED_AFTER"

// statusFile is the variable that names a file in which such a lockcheck leaves
// what Linux says of its process.
const statusFile = "LOCKCHECK_TEST_STATUS"

func TestMain(m *testing.M) {
	if after := os.Getenv(killedAfter); after != "" {
		n, _ := strconv.ParseInt(after, 10, 64)
		var left atomic.Int64 // several workers change the directory
		left.Store(n)
		commitEvery = 0
		directoryChanges = func() {
			if left.Add(-1) == 0 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
		}
		exit := Main(os.Args[1:], System())
		if file := os.Getenv(statusFile); file != "" {
			status, _ := os.ReadFile("/proc/self/status")
			_ = os.WriteFile(file, status, 0o600)
		}
		os.Exit(int(exit))
	}
	os.Exit(m.Run())
}

// A search that is killed again and again, without warning, and taken up each
// time ends with the very answer of one that was left alone.
func TestKilledAndTakenUp(t *testing.T) {
	want := run(t, keptSearch...)
	if want.exit != ExitOK || !strings.Contains(want.out, "235,036 states") {
		t.Fatalf("exit status %d: %s%s", want.exit, want.out, want.err)
	}
	dir := filepath.Join(t.TempDir(), "run")
	r := rand.New(rand.NewPCG(4, 9))
	// How many kills a run takes depends on how fast the machine is.
	kills, fresh := 0, true
	for runs := 0; ; {
		cmd := exec.Command(os.Args[0], append(keptSearch, "--run-dir", dir, "--resume")...)
		after := 12 + r.IntN(12)
		switch {
		case fresh:
			after = 40 // the first commit needs as much
		case kills%2 == 1:
			after = 1 + r.IntN(5) // mostly too early for another commit
		}
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", killedAfter, after))
		out, err := cmd.Output()
		if cmd.ProcessState.ExitCode() == 0 {
			if string(out) != want.out {
				t.Errorf("after %d kills: got\n%s\nwant\n%s", kills, out, want.out)
			}
			if runs++; kills >= 20 || runs == 20 {
				break
			}
			dir, fresh = filepath.Join(t.TempDir(), "run"), true
			continue
		}
		fresh = false
		if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || kills > 2000 {
			t.Fatalf("after %d kills: %v: %s", kills, err, out)
		}
		kills++
	}
	t.Logf("%d kills", kills)
	if kills < 20 {
		t.Errorf("only %d kills", kills)
	}
}

// Files of a search without a run directory are gone afterwards.
func TestTemporaryFilesAreRemoved(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	var written atomic.Int64 // by several workers
	directoryChanges = func() { written.Add(1) }
	defer func() { directoryChanges = func() {} }()
	if got := run(t, keptSearch...); got.exit != ExitOK || got.err != "" {
		t.Errorf("exit status %d: %s", got.exit, got.err)
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 || written.Load() == 0 {
		t.Errorf("%d changes of the directory, and left is %v, %v", written.Load(), left, err)
	}
}

func TestRunDirectoryMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	foreign := t.TempDir()
	for _, f := range []string{file, filepath.Join(foreign, "thesis.tex")} {
		if err := os.WriteFile(f, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	busy, err := openDirectory(t.TempDir())
	if err == nil {
		err = busy.keepOthersOut()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer busy.close()
	for _, tt := range []struct {
		name string
		args []string
		want string
	}{
		{"nothing to resume in", []string{"--resume"}, "--resume needs --run-dir"},
		{"no directory", []string{"--run-dir", file}, "not a directory"},
		{"not writable", []string{"--run-dir", "/proc/lockcheck"}, "run directory: "},
		{"no name", []string{"--run-dir="}, `--run-dir "": want a directory`},
		{"of somebody else", []string{"--run-dir", foreign}, filepath.Join(foreign, "thesis.tex") + ": not of a search"},
		{"in use", []string{"--run-dir", busy.path}, "another process is at work in this directory"},
	} {
		got := run(t, append(keptSearch, tt.args...)...)
		if got.exit != ExitUsage || got.out != "" || !strings.Contains(got.err, tt.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit status %d, %s, want one line with %q", tt.name, got.exit, got.err, tt.want)
		}
	}
	if left, err := os.ReadDir(foreign); err != nil || len(left) != 1 {
		t.Errorf("beside what is somebody else's lies %v, %v", left, err)
	}
}

// What is looked up goes through the cache, and --stats says how well; the
// answer is the same.
func TestStatsOfTheCache(t *testing.T) {
	narrow := []string{"check", "lease", "--clients", "1", "--rounds", "150", "--symmetry", "off", "--ranks", "off", "--stats", "--quiet", "--format", "json"}
	want := run(t, narrow...)
	narrow = append(slices.DeleteFunc(narrow, func(s string) bool { return s == "--quiet" }), "--memory", "2MiB")
	got := run(t, narrow...)
	if got.exit != ExitOK || got.out != want.out || !strings.Contains(got.err, "cache of decoded blocks: ") {
		t.Errorf("exit status %d, %s", got.exit, got.err)
	}
}
