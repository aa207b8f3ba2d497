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

// written is what the program is asked to write, in a package of its own.
type written struct {
	args  string   // of code
	tests []string // from testdata, which are run there; none: it is compiled and vetted
}

// guards are those of every protocol that has any, with how each is tested on Redis.
var guards = []struct {
	guard string
	tests []string
}{
	{"none", []string{"sql", "none"}},
	{"reject-lower", []string{"sql", "guarded", "again"}},
	{"reject-lower-or-equal", []string{"sql", "guarded", "once"}},
	{"token-owner", []string{"sql", "guarded", "again", "owner"}},
	{"token-sequence", []string{"sqlnumber", "guarded", "once"}},
	{"seal", []string{"sql", "guarded", "again", "seal"}},
	{"in-store", []string{"instore", "guarded", "again"}},
	{"in-store-sequence", []string{"instorenumber", "guarded", "once"}},
}

// all is each guard for each product. Reads are fenced or not and holds renewed or
// not by turns, and so are the ways to work; the race is run on Redis.
func all() []written {
	list := []written{
		{"redlock", nil}, {"redlock --extend owner --nodes 7", []string{"redlock"}},
		{"zkqueue --suspended stops", nil}, {"zkqueue --suspended stops-in-time", nil},
		{"etcd --token header --guard reject-lower", nil}, {"chubby --lock-delay absent", nil},
		{"ttl --workload two-resources --registers shared --guard token-sequence --reads fenced", nil},
		{"ttl --workload two-resources --registers shared --guard token-owner --reads fenced", nil},
		{"ttl --workload two-resources --registers shared --guard seal", nil},
	}
	works, reads := []string{"write", "rmw", "two-resources"}, []string{"plain", "fenced"}
	for i, g := range guards {
		list = append(list, written{fmt.Sprintf("ttl --guard %s --renewal checked --workload %s", g.guard, works[i%3]), append([]string{"race"}, g.tests...)})
		for j, protocol := range []string{"ttl --reads fenced", "zkqueue", "etcd", "chubby"} {
			w := written{args: fmt.Sprintf("%s --guard %s --workload %s", protocol, g.guard, works[(i+j)%3])}
			if j > 1 { // ZooKeeper has none in the store
				w.args += " --reads " + reads[(i+j)%2]
			}
			list = append(list, w)
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
	for i, w := range all() {
		dir := filepath.Join(module, fmt.Sprintf("p%02d", i))
		succeed(t, exec.Command(program, append(append([]string{"code"}, strings.Fields(w.args)...), "-o", dir)...))
		for _, test := range w.tests {
			copyFile(t, filepath.Join("testdata", test+"_test.go"), filepath.Join(dir, test+"_test.go"))
		}
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
	for _, args := range []string{"vet ./...", "test ./..."} {
		command := exec.Command("go", strings.Fields(args)...)
		command.Dir = module
		if text, err := command.CombinedOutput(); err != nil {
			t.Errorf("go %s: %v\n%s", args, err, byPackage.ReplaceAllStringFunc(string(text), func(s string) string {
				var i int
				fmt.Sscanf(byPackage.FindStringSubmatch(s)[1], "%d", &i)
				return "[" + all()[i].args + "] " + s
			}))
		}
	}
}

var (
	goGet     = regexp.MustCompile(`(?m)^//\tgo get (\S+)@(\S+)$`)
	byPackage = regexp.MustCompile(`(?m)^(?:#|FAIL|p).*?p(\d\d)\b`)
)

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
