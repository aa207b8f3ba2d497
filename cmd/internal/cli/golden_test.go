package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestGolden compares whole answers about the library's own protocols, from
// the spec to the last byte, with testdata/golden. What README.md shows of
// `check ttl` is not repeated here.
func TestGolden(t *testing.T) {
	for _, c := range []struct{ file, command string }{
		{"ttl.json", "check ttl --format json"},
		{"ttl.dot", "graph ttl --what trace"},
		{"ttl-fencing.txt", "check ttl-fencing"},
		{"ttl-incomplete.txt", "check ttl --max-states 100"},
		{"lease.txt", "check lease"},
		{"lease.json", "check lease --format json"},
		{"lease-unguarded.txt", "check lease --rounds 1 --guard none"},
		{"lease-unguarded-full.txt", "check lease --rounds 1 --guard none --full --stats"},
		{"lease-unguarded.json", "check lease --rounds 1 --guard none --format json"},
		{"lease-unguarded.dot", "graph lease --rounds 1 --guard none --what trace"},
		{"ttl.mmd", "check ttl --format mermaid"},
		{"ttl.shiviz.log", "check ttl --format shiviz"},
		{"ttl.md", "check ttl --format md"},
		{"redlock.mmd", "check redlock --nodes 3 --faults loss --property no-orphan-key --format mermaid"},
		{"zkqueue.mmd", "check zkqueue --faults delay --format mermaid"},
		{"etcd.mmd", "check etcd --faults loss --format mermaid"},
		{"chubby.mmd", "check chubby --faults pause --format mermaid"},
		{"ttl-beliefs.dot", "graph ttl --what beliefs"},
		{"lease-unguarded-phases.dot", "graph lease --guard none --what phases"},
		{"lease-unguarded-depth.dot", "graph lease --guard none --what depth"},
		{"lease-states.dot", "graph lease --rounds 1 --faults none --what states"},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			got := run(t, strings.Fields(c.command)...)
			if got.exit == ExitUsage || got.exit == ExitInternal || got.err != "" {
				t.Fatalf("exit status %d: %s", got.exit, got.err)
			}
			file := filepath.Join("testdata", "golden", c.file)
			if *update {
				if err := os.WriteFile(file, []byte(got.out), 0o644); err != nil {
					t.Fatal(err)
				}
				t.Logf("%s rewritten: read the diff", file)
				return
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got.out); diff != "" {
				t.Errorf("lockcheck %s differs from %s (-want +got); run the test with -update if that is meant:\n%s", c.command, file, diff)
			}
		})
	}
}
