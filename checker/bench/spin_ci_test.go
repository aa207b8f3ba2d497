//go:build ci

package bench_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
)

var (
	spinErrors      = regexp.MustCompile(`errors: (\d+)`)
	spinStored      = regexp.MustCompile(`(\d+) states, stored`)
	spinTransitions = regexp.MustCompile(`(\d+) transitions \(= stored\+matched\)`)
)

// TestPromelaTwins holds the models for Spin to the numbers of the reference
// system, breadth first and depth first. Spin counts the initial state as a
// transition. Under partial-order reduction there must be something to leave
// out.
func TestPromelaTwins(t *testing.T) {
	for _, size := range []struct{ clients, rounds, states, transitions int }{
		{2, 1, 100, 264}, {2, 2, 717, 2_220}, {3, 2, 29_787, 138_924},
	} {
		for _, model := range []string{"lease.pml", "lease-processes.pml"} {
			for name, flags := range map[string][]string{"breadth first": {"-DNOREDUCE", "-DBFS"}, "depth first": {"-DNOREDUCE"}} {
				t.Run(fmt.Sprint(model, size.clients, size.rounds, name), func(t *testing.T) {
					states, transitions := runSpin(t, model, size.clients, size.rounds, flags...)
					if states != size.states || transitions-1 != size.transitions {
						t.Errorf("%d states, %d transitions, want %d, %d", states, transitions-1, size.states, size.transitions)
					}
				})
			}
		}
		if states, _ := runSpin(t, "lease-processes.pml", size.clients, size.rounds); states >= size.states {
			t.Errorf("%+v: the reduction leaves %d states", size, states)
		}
	}
}

func runSpin(t *testing.T, model string, clients, rounds int, flags ...string) (states, transitions int) {
	t.Helper()
	file, err := filepath.Abs(model)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	run("spin", "-a", fmt.Sprintf("-DK=%d", clients), fmt.Sprintf("-DR=%d", rounds), file)
	run("gcc", append(slices.Clone(flags), "-O1", "-w", "-DSAFETY", "-o", "pan", "pan.c")...)
	text := run(filepath.Join(dir, "pan"))
	number := func(r *regexp.Regexp) int {
		m := r.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("Spin says no %s:\n%s", r, text)
		}
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if n := number(spinErrors); n != 0 {
		t.Fatalf("%d errors:\n%s", n, text)
	}
	return number(spinStored), number(spinTransitions)
}
