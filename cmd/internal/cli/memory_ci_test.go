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
			cmd := exec.Command(os.Args[0], append([]string{"check", "--quiet", "--memory", "16MiB"}, strings.Fields(args)...)...)
			file := filepath.Join(t.TempDir(), "status")
			cmd.Env = append(os.Environ(), killedAfter+"=-1", statusFile+"="+file)
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			status, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			// Not its usage: that begins with the peak of this process.
			_, text, _ := strings.Cut(string(status), "VmHWM:")
			var peak int // KiB
			if _, err := fmt.Sscan(text, &peak); err != nil || peak < 1024 {
				t.Fatalf("peak %d KiB, %v: %s", peak, err, status)
			}
			if peak >>= 10; peak > limit+beyond {
				t.Errorf("%d MiB, with --memory %dMiB", peak, limit)
			} else {
				t.Logf("%d MiB", peak)
			}
		})
	}
}
