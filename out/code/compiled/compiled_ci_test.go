//go:build ci

package compiled

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// written is a package that the program is asked to write.
type written struct{ dir, args string }

var guards = []string{
	"none", "reject-lower", "reject-lower-or-equal", "token-owner", "token-sequence", "seal", "in-store", "in-store-sequence",
}

// all is each guard for each product. Reads are fenced or not by turns, and so are
// the ways to work. Those for Redis with a guard's name, and redlock, are run by the
// tests in testdata.
func all() []written {
	list := []written{{"redlock", "redlock --extend owner"}}
	for i, args := range []string{
		"redlock --nodes 7",
		"zkqueue --suspended stops", "zkqueue --suspended stops-in-time",
		"etcd --token header --guard reject-lower", "chubby --lock-delay absent",
		"ttl --workload two-resources --registers shared --guard token-sequence --reads fenced",
		"ttl --workload two-resources --registers shared --guard token-owner --reads fenced",
		"ttl --workload two-resources --registers shared --guard seal",
	} {
		list = append(list, written{fmt.Sprintf("more%d", i+1), args})
	}
	works, reads := []string{"write", "rmw", "two-resources"}, []string{"plain", "fenced"}
	for i, guard := range guards {
		list = append(list, written{guard, fmt.Sprintf("ttl --guard %s --renewal checked --workload %s", guard, works[i%3])})
		for j, protocol := range []string{"ttl --reads fenced", "zkqueue", "etcd", "chubby"} {
			args := fmt.Sprintf("%s --guard %s --workload %s", protocol, guard, works[(i+j)%3])
			if j > 1 { // ZooKeeper has none in the store
				args += " --reads " + reads[(i+j)%2]
			}
			list = append(list, written{fmt.Sprintf("%s-%d", guard, j+1), args})
		}
	}
	return list
}

// TestWritten compiles, vets and runs all that is written.
func TestWritten(t *testing.T) {
	module := t.TempDir()
	program := filepath.Join(t.TempDir(), "lockcheck")
	build := exec.Command("go", "build", "-o", program, "./cmd/lockcheck")
	build.Dir = "../../.."
	succeed(t, build)
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, name, filepath.Join(module, name))
	}
	requires := read(t, "go.mod")
	for _, w := range all() {
		dir := filepath.Join(module, w.dir)
		succeed(t, exec.Command(program, append(append([]string{"code"}, strings.Fields(w.args)...), "-o", dir)...))
		needs := goGet.FindAllStringSubmatch(read(t, filepath.Join(dir, "lock.go")), -1)
		if len(needs) == 0 {
			t.Errorf("%s: lock.go does not say what it needs", w.args)
		}
		for _, m := range needs {
			if !strings.Contains(requires, "\t"+m[1]+" "+m[2]+"\n") {
				t.Errorf("%s: %s %s is needed, which is not what is tested", w.args, m[1], m[2])
			}
		}
	}
	for from, to := range map[string]string{"race": "race", "lease": "in-store"} {
		if err := os.CopyFS(filepath.Join(module, to), os.DirFS(filepath.Join("testdata", from))); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range []string{"vet ./...", "test ./race ./in-store"} {
		command := exec.Command("go", strings.Fields(args)...)
		command.Dir = module
		if text, err := command.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args, err, text)
		}
	}
}

var goGet = regexp.MustCompile(`(?m)^//\tgo get (\S+)@(\S+)$`)

func succeed(t *testing.T, c *exec.Cmd) {
	t.Helper()
	if text, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, text)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	if err := os.WriteFile(to, []byte(read(t, from)), 0o644); err != nil {
		t.Fatal(err)
	}
}
