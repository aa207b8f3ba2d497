package cli

import (
	"slices"
	"testing"
)

// TestRedlockAbstractions compares specs/redlock.murphi with a model that
// takes apart what the spec joins: answers no, replies read one by one, late
// requests, keys that run out one by one, faults of single messages. The head
// comment of the spec argues why this makes no difference.
func TestRedlockAbstractions(t *testing.T) {
	for _, faults := range []string{"none", "pause=1", "delay=1", "crash", "loss", "clock-jump=1", "restart=1"} {
		t.Run(faults, func(t *testing.T) {
			flags := []string{
				"--nodes", "3", "--faults", faults,
				"--property", "no-stale-write", "--property", "grant-exclusion", "--property", "mutual-exclusion",
			}
			finer := ask(t, append([]string{"testdata/redlock-finer.murphi"}, flags...)...)
			spec := ask(t, append([]string{"redlock"}, flags...)...)
			want, got := finer.violated(), spec.violated()
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("the spec violates %q, the finer model %q", got, want)
			}
			if finer.States < 10*spec.States {
				t.Errorf("%d states for %d are not worth an abstraction", spec.States, finer.States)
			}
		})
	}
}
