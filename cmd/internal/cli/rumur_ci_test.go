//go:build ci

package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestRumurAgrees exports checks as plain Murphi, has Rumur decide them, and
// compares: verdict, number of states where nothing is violated, and length of
// the shortest trace. Covers and symmetry are left out on both sides, deadlock
// is off, and tokens end at the same TOP: what Rumur confirms holds for at
// most TOP tokens. Liveness is confirmed too, through the variable calm of the
// export.
func TestRumurAgrees(t *testing.T) {
	for _, line := range []string{
		"lease --clients 2 --rounds 1",
		"lease --clients 2 --rounds 2",
		"lease --clients 3 --rounds 1",
		"lease --clients 3 --rounds 2",
		"lease --clients 2 --rounds 1 --guard none",
		"lease --clients 3 --rounds 1 --guard none",
		"lease --clients 2 --rounds 2 --faults none",
		"lease --clients 2 --rounds 2 --faults crash=1",
		"ttl --faults none",
		"ttl --faults pause",
		"ttl --faults delay",
		"ttl --faults freeze",
		"ttl --faults crash",
		"ttl --faults loss",
		"ttl --faults duplicate=1",
		"ttl --faults partition",
		"ttl --faults pause --property mutual-exclusion",
		"ttl --faults pause=1,crash=1 --renewal checked",
		"ttl --faults renewal-stops=1 --renewal checked",
		"ttl --faults pause=1 --release blind",
		"ttl --faults pause=1 --release two-step",
		"ttl-fencing --faults none",
		"ttl-fencing --faults pause=1",
		"ttl-fencing --faults pause=1,delay=1,crash=1",
		"ttl-fencing --faults duplicate=1 --writes 2",
		"ttl-fencing --faults pause=1 --workload rmw",
		"ttl-fencing --faults pause=1 --workload rmw --reads fenced",
		"ttl --guard reject-lower-or-equal --faults pause=1 --writes 2",
		"ttl --guard token-sequence --faults duplicate=1 --writes 2",
		"ttl --guard refuse-all --faults none",
		"etcd --faults none",
		"etcd --faults pause=1",
		"etcd --faults delay=1",
		"etcd --faults crash=1",
		"etcd --faults loss=1",
		"etcd --faults partition=1",
		"etcd --faults renewal-stops=1",
		"etcd --faults reap",
		"etcd --faults stale-leader=1 --leader-check never",
		"etcd --recheck no --hits waiters --faults reap=1",
		"etcd --session kept --faults delay=1",
		"etcd --session shared-by-all --faults none",
		"etcd --token mixed --guard reject-lower --faults none",
		"etcd --exit leaves --faults none",
		"etcd-fencing --faults renewal-stops=1",
		"etcd-in-store --faults reap=1",
		"etcd-in-store --faults duplicate=1",
		"zkqueue --faults none",
		"zkqueue --faults partition=1",
		"zkqueue --faults reap=1",
		"zkqueue-fencing --faults crash=1",
		"zkqueue-in-store --faults reap=1",
		"zkqueue-herd --faults none",
		"zkqueue-sequence-token --faults none",
		"zkqueue-session-recreated --faults partition=1",
		"chubby --faults none",
		"chubby --faults pause=1",
		"chubby-lock-delay-hold --faults pause=1,clock-jump=1,crash=1",
		"chubby-sequencer --faults reap=1",
		"chubby-in-store --faults partition=1",
		"chubby-quiesce --faults delay=1",
		"consul --faults duplicate=1",
		"redlock --nodes 3 --faults none",
		"redlock --nodes 3 --faults clock-jump=1",
		"redlock-extend --nodes 3 --faults pause=1",
		"redlock-blind-release --nodes 3 --faults none",
		"ttl --guard in-store --faults pause=1",
		"ttl --guard in-store-sequence --faults duplicate=1",
		"ttl --guard seal --faults pause=1",
		"ttl --guard seal --workload two-resources --faults none",
		"ttl-two-resources --faults pause=1",
		"ttl-two-resources --faults pause=1 --registers shared",
		"ttl-second-command --faults none",
		"ttl-second-command --faults pause=1",
		"ttl-borrowed-token --faults pause=1",
		"ttl-failover --faults failover=1",
		"ttl-fencing-failover --faults failover=1 --property grant-exclusion",
		"ttl-fencing-restart --faults restart=1",
		"ttl-zombie-renewal --faults crash=1 --property no-stale-write",
		"ttl --faults reap=1",
		"ttl-fencing --faults reap=1",
		"ttl --faults none --hold overruns",
		"ttl-snowflake --faults none",
	} {
		t.Run(strings.ReplaceAll(line, " ", "_"), func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(line)
			model := export(t, append(args, "--without", "covers"))
			theirs := runRumur(t, model)
			ours := checkPlainly(t, args)
			if ours.violated != theirs.violated || ours.steps != 0 && ours.steps != theirs.steps {
				t.Errorf("lockcheck: violated %v in %d steps, Rumur: %v in %d", ours.violated, ours.steps, theirs.violated, theirs.steps)
			}
			// A protocol's liveness doubles them: before and after the last fault.
			if strings.Contains(model, "calm: boolean") {
				ours.states *= 2
			}
			if !ours.violated && ours.states != theirs.states {
				t.Errorf("lockcheck: %d states, Rumur: %d", ours.states, theirs.states)
			}
		})
	}
}

// plainly is what both checkers say.
type plainly struct {
	violated bool
	steps    int // of the shortest trace to a violated invariant; 0 if none is: Rumur's traces for liveness are not shortest
	states   int
}

func export(t *testing.T, args []string) string {
	var out, messages bytes.Buffer
	if status := Main(append([]string{"export"}, args...), testEnv(&out, &messages)); status != ExitOK {
		t.Fatalf("export: status %d: %s", status, &messages)
	}
	return out.String()
}

// checkPlainly checks without reductions.
func checkPlainly(t *testing.T, args []string) plainly {
	var out, messages bytes.Buffer
	Main(append([]string{"check", "--symmetry", "off", "--ranks", "off", "--format", "json"}, args...), testEnv(&out, &messages))
	var r struct {
		States     int
		Properties []struct {
			Kind, Verdict string
			Depth         int
		}
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v: %s", err, &messages)
	}
	p := plainly{states: r.States}
	for _, q := range r.Properties {
		if q.Verdict != "violated" {
			continue
		}
		p.violated = true
		if q.Kind != "liveness" && (p.steps == 0 || q.Depth < p.steps) {
			p.steps = q.Depth
		}
	}
	return p
}

var (
	rumurStates = regexp.MustCompile(`(?m)^\s*(\d+) states, \d+ rules fired`)
	rumurStep   = regexp.MustCompile(`(?m)^Rule ".*fired\.$`)
)

// runRumur decides a model with Rumur on one thread, so that its traces are
// shortest.
func runRumur(t *testing.T, model string) plainly {
	dir := t.TempDir()
	file := filepath.Join(dir, "model.m")
	if err := os.WriteFile(file, []byte(model), 0o644); err != nil {
		t.Fatal(err)
	}
	command(t, dir, "rumur", "--threads", "1", "--symmetry-reduction", "off", "--deadlock-detection", "off", "-o", "model.c", "model.m")
	command(t, dir, "gcc", "-std=c11", "-O1", "-w", "-mcx16", "-o", "model", "model.c", "-lpthread")
	out, err := exec.Command(filepath.Join(dir, "model")).CombinedOutput()
	text := string(out)
	m := rumurStates.FindStringSubmatch(text)
	if m == nil {
		t.Fatalf("Rumur's checker: %v:\n%s", err, text)
	}
	p := plainly{violated: err != nil, steps: len(rumurStep.FindAllString(text, -1))}
	p.states, _ = strconv.Atoi(m[1])
	return p
}

func command(t *testing.T, dir, name string, args ...string) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
