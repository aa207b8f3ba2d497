package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// verdict is what the catalogue says of a check, read from a JSON result.
type verdict struct {
	Verdict             string
	States, Transitions int
	Depth               int
	Properties          []struct {
		Name, Verdict string
		Depth         int
		Trace         *struct{ Steps []struct{ Rule string } }
	}
	Covers []struct {
		Name    string
		Reached bool
	}
}

func (v *verdict) violated() []string {
	var names []string
	for _, p := range v.Properties {
		if p.Verdict == "violated" {
			names = append(names, p.Name)
		}
	}
	return names
}

func (v *verdict) length(property string) int {
	for _, p := range v.Properties {
		if p.Name == property {
			return p.Depth
		}
	}
	return -1
}

// ask runs a check and reads its result.
func verdictOf(t *testing.T, args ...string) *verdict {
	t.Helper()
	var out, messages bytes.Buffer
	if status := Main(append([]string{"check", "--format", "json"}, args...), testEnv(&out, &messages)); status == ExitUsage || status == ExitInternal {
		t.Fatalf("lockcheck check %s: %s", strings.Join(args, " "), &messages)
	}
	v := &verdict{}
	if err := json.Unmarshal(out.Bytes(), v); err != nil {
		t.Fatal(err)
	}
	return v
}

// unreached returns the covers that a safe answer never exercised.
func (v *verdict) unreached() []string {
	var names []string
	for _, c := range v.Covers {
		if v.Verdict == "safe" && !c.Reached {
			names = append(names, c.Name)
		}
	}
	return names
}

// measured returns a row with the numbers of an answer.
func (v *verdict) measured(row specs.Expect) specs.Expect {
	row.States, row.Transitions, row.Depth = int64(v.States), int64(v.Transitions), v.Depth
	row.Length, row.Unreached = 0, v.unreached()
	if len(row.Violated) > 0 {
		row.Length = v.length(row.Violated[0])
	}
	return row
}

// dues counts what due was asked, with go test -short.
var dues int

// due reports whether a check with so many states is due: one with very many
// waits for the tests with the tag ci, and short tests look at a sample.
func due(states int64) bool {
	if testing.Short() {
		dues++
		return states <= 1000 && dues%20 == 0
	}
	return states <= largestCatalogueRow
}

// TestCatalogue holds every protocol of the catalogue to what expected.yaml
// says of it, row by row. Rows with very many states wait for the tests
// with the tag ci. Run it with -update to fill in the numbers, never the
// verdicts.
func TestCatalogue(t *testing.T) {
	entries, err := specs.Expected()
	if err != nil {
		t.Fatal(err)
	}
	found := map[place]specs.Expect{}
	for _, e := range entries {
		for i, row := range e.Rows {
			missing := row.Transitions == 0 || row.Sized() && row.Seconds == 0
			if !(due(row.States) || *update && missing) {
				continue
			}
			args := arguments(e.Entry, row)
			t.Run(strings.Join(args, " "), func(t *testing.T) {
				if (row.States == 0 || row.Transitions == 0) && !*update {
					t.Fatal("the row has no numbers; run this test with -update and read the diff")
				}
				before := cpuSeconds()
				v := verdictOf(t, args...)
				spent := cpuSeconds() - before
				if v.Verdict != row.Verdict {
					t.Fatalf("verdict %s, want %s", v.Verdict, row.Verdict)
				}
				if got := v.violated(); !slices.Equal(got, row.Violated) {
					t.Fatalf("violated: %q, want %q", got, row.Violated)
				}
				got := v.measured(row)
				if *update {
					if got.Seconds == 0 && row.Sized() {
						got.Seconds = roundUp(spent)
					}
					found[place{e.Name, i}] = got
				} else if diff := cmp.Diff(row, got); diff != "" {
					t.Errorf("(-expected.yaml +checked)\n%s", diff)
				}
			})
		}
	}
	if *update {
		rewriteExpected(t, found)
	}
}

// TestCatalogueIsComplete: every protocol is checked without faults, with each
// fault kind of its spec alone, and with its default faults.
func TestCatalogueIsComplete(t *testing.T) {
	entries, err := specs.Expected()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		m, diags := murphi.Load(specs.Files(), e.Spec)
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		rows := map[string]bool{}
		for _, row := range e.Rows {
			if !row.Plain() {
				continue
			}
			if row.Faults == "" {
				rows["default"] = true
			}
			if row.Faults == "" && e.Faults != "" {
				row.Faults = e.Faults
			}
			kind, _, _ := strings.Cut(row.Faults, "=")
			rows[kind] = true
		}
		if e.Default().Seconds == 0 {
			t.Errorf("%-28s does not say how long its default check takes; run TestCatalogue with -update", e.Name)
		}
		var missing []string
		for _, want := range append([]string{"default", "none"}, m.FaultKinds()...) {
			if !rows[want] {
				missing = append(missing, want)
			}
		}
		if len(missing) > 0 {
			t.Errorf("%-28s has no row for faults: %s", e.Name, strings.Join(missing, ", "))
		}
	}
}

func arguments(e specs.Entry, row specs.Expect) []string {
	args := []string{e.Name}
	if row.Faults != "" {
		args = append(args, "--faults", row.Faults)
	}
	for _, flag := range slices.Sorted(maps.Keys(row.Params)) {
		args = append(args, "--"+flag, row.Params[flag])
	}
	for _, p := range row.Properties {
		args = append(args, "--property", p)
	}
	return args
}

// TestPromisesAreKept: what an entry of the catalogue promises is checked, also
// where it would otherwise be on request.
func TestPromisesAreKept(t *testing.T) {
	p, _, _ := prepareForTest(t, "ttl", nil)
	if slices.Contains(p.Properties, "mutual-exclusion") {
		t.Error("mutual-exclusion is on request")
	}
	p.Target.Entry.Properties = []string{"mutual-exclusion"}
	if got, err := p.Choose(nil); err != nil || !slices.Equal(got, p.Target.Entry.Properties) {
		t.Errorf("got %q, %v, want the entry's promise", got, err)
	}
}

// TestLeaseCounts compares specs/lease.murphi with the numbers of states and
// transitions that independent checkers found for the reference system.
func TestLeaseCounts(t *testing.T) {
	for _, row := range []struct {
		flags               string
		states, transitions int
	}{
		{"--clients 2 --rounds 1 --symmetry off --ranks off", 100, 264},
		{"--clients 3 --rounds 2 --symmetry off --ranks off", 29_787, 138_924},
		{"--clients 3 --rounds 3 --symmetry off --ranks off", 235_036, 1_169_100},
		{"--clients 3 --rounds 4 --symmetry off --ranks off", 1_091_225, 5_612_700},
		{"--clients 4 --rounds 2 --symmetry off --ranks off", 1_662_825, 10_457_328},
		{"--clients 2 --rounds 2 --ranks off", 363, 0},
		{"--clients 3 --rounds 2 --ranks off", 5_122, 0},
		{"--clients 3 --rounds 4 --ranks off", 183_175, 939_006},
		{"--clients 4 --rounds 2 --ranks off", 72_785, 0},
		// Any number of rounds, with a variable for the last token.
		{"--clients 2 --symmetry off", 142, 0},
		{"--clients 3 --symmetry off", 1_519, 0},
		{"--clients 4 --symmetry off", 20_076, 0},
		{"--clients 5 --symmetry off", 319_479, 0},
		{"--clients 2", 73, 0},
		{"--clients 3", 268, 0},
		{"--clients 4", 901, 0},
		{"--clients 5", 2_896, 0},
	} {
		t.Run(row.flags, func(t *testing.T) {
			v := verdictOf(t, append([]string{"lease"}, strings.Fields(row.flags)...)...)
			if v.Verdict != "safe" || v.States != row.states || (row.transitions != 0 && v.Transitions != row.transitions) {
				t.Errorf("%s, %d states, %d transitions, want safe, %d, %d", v.Verdict, v.States, v.Transitions, row.states, row.transitions)
			}
		})
	}
	v := verdictOf(t, "lease", "--clients", "2", "--rounds", "1", "--guard", "none")
	if n := v.length("no-stale-write"); n != 7 {
		t.Errorf("without the guard the shortest violation takes %d steps, want 7", n)
	}
}

// TestRaceAndItsCure holds the headline: the race is found, and with fencing
// the lock is safe although the dangerous situations are reached.
func TestRaceAndItsCure(t *testing.T) {
	race := verdictOf(t, "ttl")
	if race.Verdict != "unsafe" || race.length("no-stale-write") != 13 {
		t.Errorf("ttl: %s, %v", race.Verdict, race.violated())
	}
	if v := verdictOf(t, "ttl", "--faults", "none"); v.Verdict != "safe" {
		t.Errorf("ttl without faults: %s", v.Verdict)
	}
	cure := verdictOf(t, "ttl-fencing", "--clients", "3")
	if cure.Verdict != "safe" {
		t.Errorf("ttl-fencing: %s", cure.Verdict)
	}
	for _, c := range cure.Covers {
		if !c.Reached {
			t.Errorf("ttl-fencing is safe, but %s never happened", c.Name)
		}
	}
}

// TestWorkersGiveTheSameBytes compares whole results.
func TestWorkersGiveTheSameBytes(t *testing.T) {
	for _, args := range []string{
		"ttl", "ttl-fencing --clients 3", "ttl-watchdog --faults loss,renewal-stops", "ttl-fencing --workload rmw",
		"lease --clients 3 --rounds 2 --guard none --symmetry off --ranks off",
	} {
		results := map[string][]string{}
		for _, workers := range []string{"1", "2", "8"} {
			var out, messages bytes.Buffer
			Main(append([]string{"check", "--format", "json", "--workers", workers}, strings.Fields(args)...), testEnv(&out, &messages))
			results[out.String()] = append(results[out.String()], workers)
		}
		if len(results) != 1 {
			t.Errorf("%s: different results for workers %s", args, fmt.Sprint(slices.Collect(maps.Values(results))))
		}
	}
}
