package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/specs"
)

// explained is what a test reads of an explanation.
type explained struct {
	Verdict  string
	Complete bool
	Sets     struct {
		Minimal []struct {
			Faults   map[string]*int
			Property string
			Steps    int
			Command  string
		}
		Safe []map[string]*int
	} `json:"fault_sets"`
	Repairs *struct {
		Changes []struct {
			Params map[string]any
			Use    string
		}
		Sets []struct {
			Flags   string
			Instead *struct {
				Step     *int
				Now, Was *string
			}
		}
	}
}

// explain runs the command.
func explain(t *testing.T, args ...string) *explained {
	t.Helper()
	got := run(t, append([]string{"explain", "--quiet", "--format", "json"}, args...)...)
	e := &explained{}
	if err := json.Unmarshal([]byte(got.out), e); err != nil {
		t.Fatalf("%v: %s", err, got.err)
	}
	return e
}

// flagOf writes faults as --faults takes them.
func flagOf(faults map[string]*int) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(faults)) {
		if n := faults[kind]; n != nil {
			kind += "=" + strconv.Itoa(*n)
		}
		parts = append(parts, kind)
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, ",")
}

// explainedProtocols are those whose explanation is held to a table.
func explainedProtocols() []string {
	if testing.Short() {
		return []string{"ttl", "lease"}
	}
	names := []string{"ttl", "etcd", "lease"}
	if everything {
		names = append(names, "zkqueue", "chubby", "ttl-fencing", "redlock-pause-after-check", "redlock", "etcd-recheck", "etcd-kept-session", "chubby --faults delay,loss,crash", "chubby-lock-delay-hold --new-master forgets")
	}
	return names
}

// TestExplain holds explanations to tables. It asks for every smallest set
// again: check gives the very violation that is claimed, and none with one
// fault less, whatever the kind; and the rows of expected.yaml agree.
func TestExplain(t *testing.T) {
	for _, line := range explainedProtocols() {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			args := strings.Fields(line)
			e := explain(t, args...)
			if !e.Complete {
				t.Error("not everything is decided")
			}
			question := withoutFaults(args)
			for _, s := range e.Sets.Minimal {
				got := run(t, append(strings.Fields(strings.TrimPrefix(s.Command, "lockcheck ")), "--format", "json")...)
				claim := fmt.Sprintf("{%s violated %d}", s.Property, s.Steps)
				if first := firstOf(t, got.out); got.exit != ExitUnsafe || first != claim {
					t.Errorf("%s says %s, not %s", s.Command, first, claim)
				}
				for kind, n := range s.Faults {
					less := maps.Clone(s.Faults)
					if less[kind] = new(int); *n > 1 {
						*less[kind] = *n - 1
					}
					command := append(append([]string{"check"}, question...), "--quiet", "--faults", flagOf(less))
					if got := run(t, command...); got.exit != ExitOK {
						t.Errorf("lockcheck %s: exit status %d, although the set is said to be smallest", strings.Join(command, " "), got.exit)
					}
				}
			}
			if len(args) == 1 {
				e.agreesWithRows(t, line)
			}
			compareTable(t, line, e.table())
		})
	}
}

// firstOf is the first violated property of a result.
func firstOf(t *testing.T, result string) string {
	t.Helper()
	var r struct {
		Properties []struct {
			Name, Verdict string
			Depth         int
		}
	}
	if err := json.Unmarshal([]byte(result), &r); err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Properties {
		if p.Verdict == "violated" {
			return fmt.Sprint(p)
		}
	}
	return "that nothing is violated"
}

func withoutFaults(args []string) []string {
	if i := slices.Index(args, "--faults"); i >= 0 {
		return slices.Concat(args[:i], args[i+2:])
	}
	return args
}

// table writes an explanation in a few lines.
func (e *explained) table() string {
	var b strings.Builder
	for _, s := range e.Sets.Minimal {
		fmt.Fprintf(&b, "UNSAFE  %-28s %2d  %s\n", flagOf(s.Faults), s.Steps, s.Property)
	}
	for _, s := range e.Sets.Safe {
		fmt.Fprintf(&b, "SAFE    %s\n", flagOf(s))
	}
	if e.Repairs == nil {
		return b.String()
	}
	for _, s := range e.Repairs.Sets {
		fmt.Fprintf(&b, "repair  %-28s ", s.Flags)
		switch x := s.Instead; {
		case x == nil || x.Step == nil:
			b.WriteString("no step differs\n")
		case x.Now == nil:
			fmt.Fprintf(&b, "%2d  not: %s\n", *x.Step, *x.Was)
		default:
			fmt.Fprintf(&b, "%2d  %s\n", *x.Step, *x.Now)
		}
	}
	for _, c := range e.Repairs.Changes {
		if c.Use == "enough" {
			continue
		}
		for _, flag := range slices.Sorted(maps.Keys(c.Params)) {
			fmt.Fprintf(&b, "%-7s --%s %v\n", c.Use, flag, c.Params[flag])
		}
	}
	return b.String()
}

// compareTable compares with the file of testdata/explain that has the name.
func compareTable(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", "explain", strings.ReplaceAll(name, " ", "_")+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s rewritten: read the diff", file)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); run the test with -update if that is meant:\n%s", file, diff)
	}
}

// TestExplainInterrupted: Ctrl-C leaves what is known, and says what is not.
func TestExplainInterrupted(t *testing.T) {
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	presses := make(chan struct{}, 1)
	presses <- struct{}{}
	env.Interrupts = func() (<-chan struct{}, func()) { return presses, func() {} }
	if got := Main([]string{"explain", "ttl-fencing", "--clients", "6", "--faults", "pause,crash"}, env); got != ExitIncomplete {
		t.Errorf("exit status %d, want %d; stderr: %s", got, ExitIncomplete, &stderr)
	}
	for _, want := range []string{"INCOMPLETE", "Not proved    with any number of each of crash, pause", "Interrupted"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("stdout does not say %q: %s", want, &stdout)
		}
	}
}

// agreesWithRows holds the smallest sets to the rows of expected.yaml: a kind of
// fault breaks a protocol alone if and only if some smallest set is of that kind
// alone.
func (e *explained) agreesWithRows(t *testing.T, name string) {
	t.Helper()
	all, err := specs.Expected()
	if err != nil {
		t.Fatal(err)
	}
	alone := map[string]bool{}
	for _, s := range e.Sets.Minimal {
		if len(s.Faults) < 2 {
			alone[strings.TrimRight(flagOf(s.Faults), "=0123456789")] = true
		}
	}
	i := slices.IndexFunc(all, func(m specs.Measured) bool { return m.Name == name })
	for _, row := range all[i].Rows {
		if !row.Plain() || row.Faults == "" || strings.ContainsAny(row.Faults, ",=") {
			continue
		}
		if unsafe := row.Verdict == "unsafe"; unsafe != (alone[row.Faults] || alone["none"]) {
			t.Errorf("--faults %s is %s in expected.yaml; the smallest sets of one kind are %v", row.Faults, row.Verdict, alone)
		}
	}
}
