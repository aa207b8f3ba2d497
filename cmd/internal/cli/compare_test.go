package cli

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/specs"
)

// TestMatrixIsExpected holds the cells of the matrix to expected.yaml, which
// has a row for each protocol and each of its kinds of fault.
func TestMatrixIsExpected(t *testing.T) {
	m, checks, err := matrixOf(&compareOptions{})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := specs.Expected()
	if err != nil {
		t.Fatal(err)
	}
	var some []*asked
	var want []specs.Expect
	at := 0
	for _, row := range m.Rows {
		i := slices.IndexFunc(entries, func(e specs.Measured) bool { return e.Name == row.Protocol })
		for _, cell := range row.Cells {
			k := checks[at]
			at++
			for _, x := range entries[i].Rows {
				if x.Faults == "" {
					x.Faults = entries[i].Faults
				}
				if x.Faults == cell.Faults && len(x.Properties) == 0 && sameParams(x.Params, k.choices.Params) && due(x.States) && (everything || testing.Short() || len(x.Faults)%3 == 0) {
					some, want = append(some, k), append(want, x)
					break
				}
			}
		}
	}
	if at != len(checks) || len(some) < 10 {
		t.Fatalf("%d cells for %d checks, %d of them expected", at, len(checks), len(some))
	}
	a := &app{env: testEnv(&bytes.Buffer{}, &bytes.Buffer{})}
	for i, f := range a.newPool(2, 2, 0, 0, true).answer(context.Background(), some, nil) {
		if f.result == nil {
			t.Errorf("%s: %s, %v", some[i].command, f.skipped, f.err)
			continue
		}
		if got := f.result.Verdict.String(); got != want[i].Verdict {
			t.Errorf("%s: %s, want %s", some[i].command, got, want[i].Verdict)
		}
		steps := -1 // of the shortest
		for _, q := range f.result.Properties {
			if q.Trace != nil && (steps < 0 || q.Depth < steps) {
				steps = q.Depth
			}
		}
		if len(want[i].Violated) == 1 && steps != want[i].Length || steps > want[i].Length {
			t.Errorf("%s: %d steps, want %d for %q", some[i].command, steps, want[i].Length, want[i].Violated)
		}
	}
}

func sameParams(x, y map[string]string) bool { return maps.Equal(x, y) }

// TestManyChecks: the bytes are those of the suite, whatever ran beside what.
func TestManyChecks(t *testing.T) {
	var b strings.Builder
	b.WriteString("version: 1\ndefaults: {protocol: ttl, limits: {states: 60}}\nchecks:\n")
	n := 200
	if testing.Short() {
		n = 20
	}
	for i := range n {
		fmt.Fprintf(&b, "- {name: check %d, params: {clients: %d}, faults: %s, expect: %s}\n", i, 1+i%2,
			[]string{"none", "pause", "crash", "[delay, loss=1]", "default"}[i%5], []string{"safe", "unsafe", "incomplete"}[i%3])
	}
	file := filepath.Join(t.TempDir(), "many.yaml")
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	one := run(t, "compare", file, "--quiet", "--format", "json", "--workers", "1", "--memory", "8MiB")
	eight := run(t, "compare", file, "--quiet", "--format", "json", "--workers", "8", "--memory", "8MiB")
	if one.exit != ExitUnsafe || one != eight || one.err != "" {
		t.Errorf("statuses %d and %d, %d and %d bytes, messages %q and %q", one.exit, eight.exit, len(one.out), len(eight.out), one.err, eight.err)
	}
}

// TestInterruptedCompare: Ctrl-C leaves what is known, and says that it is not
// all.
func TestInterruptedCompare(t *testing.T) {
	presses := make(chan struct{}, 1)
	presses <- struct{}{}
	file := filepath.Join(t.TempDir(), "large.yaml")
	large := "version: 1\nchecks:\n- {name: large, protocol: chubby, params: {clients: 5}, faults: all, expect: safe}\n- {name: next, protocol: ttl}\n"
	if err := os.WriteFile(file, []byte(large), 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	env.Interrupts = func() (<-chan struct{}, func()) { return presses, func() {} }
	env.Kill = func(Exit) { t.Error("killed") }
	dir := t.TempDir()
	args := []string{"compare", file, "--jobs", "1"}
	for _, form := range []string{"junit", "sarif", "md", "html", "json", "events"} {
		args = append(args, "--report", form+"="+filepath.Join(dir, form))
	}
	if exit := Main(args, env); exit != ExitIncomplete {
		t.Errorf("exit status %d, want %d", exit, ExitIncomplete)
	}
	for _, want := range []string{"? large", "? next", "not checked: next: interrupted before it\n", "2 checks: 0 as expected"} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("no %q in\n%s", want, &stdout)
		}
	}
	for form, want := range map[string]string{
		"junit": `<skipped message="interrupted before it">`, "sarif": `"text": "next: not decided: interrupted before it"`,
		"md": "interrupted before it", "html": "interrupted before it", "json": `"interrupted before it"`, "events": `{"schema":"lockcheck/event/v1","event":"end",`,
	} {
		if text, err := os.ReadFile(filepath.Join(dir, form)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%v, or no %q in the report of what is known as %s:\n%s", err, want, form, text)
		}
	}
	presses <- struct{}{}
	stdout.Reset()
	if exit := Main([]string{"compare", "--jobs", "1"}, env); exit != ExitIncomplete {
		t.Errorf("the matrix: exit status %d, want %d", exit, ExitIncomplete)
	}
	if !strings.Contains(stdout.String(), "PARTIAL: the run was interrupted; ") {
		t.Errorf("a partial matrix does not say so:\n%s", &stdout)
	}
}

// TestMatrixStopsByItself: a cell that ends at a limit is INCOMPLETE, and named, and
// leaves the matrix open, whoever has set the limit.
func TestMatrixStopsByItself(t *testing.T) {
	ended := func(kind, value string) reply {
		return reply{result: &checker.Result{Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: kind, Value: value}}}
	}
	for name, tt := range map[string]struct {
		o    compareOptions
		last reply
		open bool
		note string
	}{
		"decided":      {compareOptions{}, reply{result: &checker.Result{Verdict: checker.Safe}}, false, ""},
		"by itself":    {compareOptions{}, ended(checker.LimitStates, "300000"), true, "INCOMPLETE: lease --guard none --faults all: the limit on states was reached (300000), where the matrix stops by itself; --max-states N goes on."},
		"as was asked": {compareOptions{maxStates: 300_000}, ended(checker.LimitStates, "300000"), true, "INCOMPLETE: lease --guard none --faults all: the limit on states was reached (300000)."},
		"full":         {compareOptions{full: true}, ended(checker.LimitStates, "300000"), true, "INCOMPLETE: lease --guard none --faults all: the limit on states was reached (300000)."},
		"memory":       {compareOptions{}, ended(checker.LimitMemory, "1024"), true, "INCOMPLETE: lease --guard none --faults all: the limit on memory was reached (1024 bytes)."},
		"not begun":    {compareOptions{}, reply{skipped: "interrupted"}, true, ""},
	} {
		t.Run(name, func(t *testing.T) {
			m, checks, err := matrixOf(&tt.o)
			if err != nil {
				t.Fatal(err)
			}
			found := make([]reply, len(checks))
			for i := range found {
				found[i].result = &checker.Result{Verdict: checker.Unsafe}
			}
			found[len(found)-1] = tt.last
			m.fill(checks, found, &tt.o)
			if got := strings.Join(m.Notes, "\n"); m.open != tt.open || got != tt.note {
				t.Errorf("open: %v, want %v; notes %q, want %q", m.open, tt.open, got, tt.note)
			}
		})
	}
}
