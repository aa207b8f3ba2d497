//go:build ci && linux

package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestPeakMemoryFollowsTheLimit: at most 64 MiB lie beyond --memory, for
// searches that take more than that without a limit.
func TestPeakMemoryFollowsTheLimit(t *testing.T) {
	const limit, beyond = 16, 64 // MiB
	reference := "--symmetry off --ranks off"
	for shape, args := range map[string]string{
		"narrow: 3,002 levels":   "lease --clients 1 --rounds 1000 " + reference,
		"wide: 2.3 M in a level": "lease --clients 4 --rounds 3 " + reference,
		"four words a state":     "ttl-fencing --clients 4",
	} {
		t.Run(shape, func(t *testing.T) {
			_, peak := peakOf(t, append([]string{"check", "--quiet", "--memory", "16MiB"}, strings.Fields(args)...)...)
			if peak > limit+beyond {
				t.Errorf("%d MiB, with --memory %dMiB", peak, limit)
			} else {
				t.Logf("%d MiB", peak)
			}
		})
	}
}

// TestPeakMemoryOfSuites: checks at once share one limit. 200 checks, of which every
// fifth takes more than all of it, print the same bytes whether one is made at a
// time or eight are, and stay below the limit with what is beyond it for a check,
// and room for their results and runs, which are all there at the end.
func TestPeakMemoryOfSuites(t *testing.T) {
	const limit, beyond, results = 16, 64, 32 // MiB
	var b strings.Builder
	b.WriteString("version: 1\ndefaults: {protocol: lease, symmetry: off, ranks: off}\nchecks:\n")
	for i := range 200 {
		if i%5 == 0 {
			fmt.Fprintf(&b, "- {name: large %d, params: {clients: 3, rounds: 3}, limits: {states: %d}, expect: safe}\n", i, 300000+i)
			continue
		}
		protocol := []string{"", "ttl-fencing", "chubby", "zkqueue", "etcd"}[i%5]
		fmt.Fprintf(&b, "- {name: small %d, protocol: %s, faults: [pause, crash], limits: {states: %d}, symmetry: on, ranks: on}\n", i, protocol, 2000+i)
	}
	file := filepath.Join(t.TempDir(), "many.yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	var first string
	for _, workers := range []string{"1", "8"} {
		text, peak := peakOf(t, "compare", file, "--quiet", "--format", "json", "--memory", "16MiB", "--workers", workers)
		if t.Logf("%s workers: %d MiB", workers, peak); peak > limit+beyond+results {
			t.Errorf("%s workers: %d MiB, with --memory %dMiB", workers, peak, limit)
		}
		if first == "" {
			first = text
		}
		if text != first || strings.Count(text, `"verdict": "safe"`) < 40 {
			t.Errorf("%s workers: other bytes, or not those of 200 checks", workers)
		}
	}
}

// peakOf runs the program, and returns what it writes and the most memory, in MiB,
// that it had.
func peakOf(t *testing.T, args ...string) (stdout string, peak int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	file := filepath.Join(t.TempDir(), "status")
	cmd.Env = append(os.Environ(), killedAfter+"=-1", statusFile+"="+file)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	status, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	// Not its usage: that begins with the peak of this process.
	_, line, _ := strings.Cut(string(status), "VmHWM:")
	if _, err := fmt.Sscan(line, &peak); err != nil || peak < 1024 { // KiB
		t.Fatalf("peak %d KiB, %v: %s", peak, err, status)
	}
	return string(text), peak >> 10
}
