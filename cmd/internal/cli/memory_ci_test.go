//go:build ci && linux

package cli

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
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
			cmd.Env = append(os.Environ(), killedAfter+"=-1")
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
			if peak := usage.Maxrss >> 10; peak > limit+beyond {
				t.Errorf("%d MiB, with --memory %dMiB", peak, limit)
			} else {
				t.Logf("%d MiB", peak)
			}
		})
	}
}
