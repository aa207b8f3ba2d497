//go:build ci

package cli

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
)

// Graphviz draws everything that leaves as dot, without a word of complaint.
func TestGraphvizDrawsTheGraphs(t *testing.T) {
	for _, command := range []string{
		"check ttl --format dot", "check ttl-fencing --format dot", "check redlock --faults pause --format dot",
		"graph ttl --what trace", "graph zkqueue --what trace", "graph etcd --what trace", "graph chubby --what trace",
		"graph lease --guard none --what trace",
		"graph lease --what states --rounds 1 --faults none", "graph ttl --what states --faults none --symmetry off",
		"graph ttl --what phases", "graph ttl --what beliefs", "graph ttl --what depth", "graph ttl --what beliefs --symmetry off",
		"graph zkqueue --what phases", "graph etcd --what phases", "graph chubby --what beliefs", "graph lease --guard none --what depth",
	} {
		got := run(t, strings.Fields(command)...)
		if got.exit == ExitUsage || got.exit == ExitInternal {
			t.Errorf("%s: exit status %d: %s", command, got.exit, got.err)
			continue
		}
		var picture, trouble bytes.Buffer
		c := exec.Command("dot", "-Tsvg")
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(got.out), &picture, &trouble
		if err := c.Run(); err != nil || trouble.Len() > 0 || !strings.Contains(picture.String(), "</svg>") {
			t.Errorf("%s: dot: %v: %s", command, err, trouble.String())
		}
	}
}
