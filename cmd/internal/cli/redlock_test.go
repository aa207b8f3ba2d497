package cli

import (
	"slices"
	"strings"
	"testing"
)

// TestRedlockAbstractions compares specs/redlock.murphi with a model that
// takes apart what the spec joins: answers no, replies read one by one, late
// requests, extensions that travel beside them, keys that run out one by one,
// faults of single messages. The head comment of the spec argues why this
// makes no difference.
func TestRedlockAbstractions(t *testing.T) {
	for _, flags := range []string{
		"--faults none", "--faults pause=1", "--faults delay=1", "--faults crash", "--faults loss", "--faults clock-jump=1",
		"--faults restart=1", "--faults none --release blind", "--faults loss --extend owner",
		"--faults pause=1 --pauses after-check --extend owner", "--faults pause=1 --pauses after-check --extend reacquire",
	} {
		t.Run(flags, func(t *testing.T) {
			flags := append(strings.Fields("--nodes 3 "+flags),
				"--property", "no-stale-write", "--property", "grant-exclusion", "--property", "mutual-exclusion",
				"--property", "no-wrong-release")
			finer := verdictOf(t, append([]string{"testdata/redlock-finer.murphi"}, flags...)...)
			spec := verdictOf(t, append([]string{"redlock"}, flags...)...)
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
