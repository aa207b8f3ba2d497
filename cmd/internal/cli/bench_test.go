package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestBenchText: the columns stand below each other and fit a terminal, for the
// largest row too, and what the system does not tell is a dash.
func TestBenchText(t *testing.T) {
	cpu, peak, faster, more := 71.25, 119.4*(1<<20), 1.9, 1.034
	report := &benchReport{Tool: "lockcheck 1", Go: "go1", System: "linux/amd64", Cores: 2, Runs: 3}
	large := benchResult{
		Name: "lease-5-2", Command: "lockcheck check lease --clients 5", Verdict: "safe",
		States: 117_706_173, Transitions: 934_016_550, Depth: 35, Faster: &faster, MoreCPU: &more,
		Measured: []benchFigure{
			{Workers: 1, Wall: 70.1, CPU: &cpu, States: 1_679_118, Transitions: 13_324_060, PerState: 2.345, Peak: &peak},
			{Workers: 1024, Wall: 12345.67, CPU: &cpu, States: 999, Transitions: 999_499, PerState: 120.8, Peak: &peak},
		},
	}
	bare := benchResult{
		Name: "ttl", Command: "lockcheck check ttl", Verdict: "unsafe", States: 22, Transitions: 44, Depth: 12,
		Measured: []benchFigure{{Workers: 1, Wall: 0.004, States: 5500, Transitions: 11_000, PerState: 29.6}},
	}
	var b bytes.Buffer
	for _, err := range []error{report.head(&b), large.text(&b), bare.text(&b), report.foot(&b)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want := `  workers   wall s    CPU s  states/s   trans/s  B/state      peak faster    CPU

lease-5-2: SAFE, 117,706,173 states, 934,016,550 transitions, depth 35
  lockcheck check lease --clients 5
        1    70.10    71.25     1.68M     13.3M     2.35  119.4MiB
     1024 12345.67    71.25       999      999k   120.80  119.4MiB   1.90   1.03

ttl: UNSAFE, 22 states, 44 transitions, depth 12
  lockcheck check ttl
        1     0.00        -     5.50k     11.0k    29.60         -

lockcheck 1, go1, linux/amd64, 2 cores; medians of 3 runs. All numbers of
states, transitions and levels are the known ones. B/state: what the visited
states and the levels take. Peak: resident memory of the whole process. Faster:
wall time of one worker over that of all. CPU: processor time of all over that
of one.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	for line := range strings.Lines(b.String()) {
		if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
			t.Errorf("more than 80 columns: %s", line)
		}
	}
}

func TestRate(t *testing.T) {
	for f, want := range map[float64]string{
		0: "0", 7: "7", 999.4: "999", 999.6: "1.00k", 9_994: "9.99k", 9_996: "10.0k", 99_940: "99.9k", 99_960: "100k",
		999_600: "1.00M", 12_345_678: "12.3M", 4e9: "4.00G",
	} {
		if got := rate(f); got != want {
			t.Errorf("%g: got %s, want %s", f, got, want)
		}
	}
}

// TestMedians: each figure is the median of its own, and one that no run has
// stays unknown.
func TestMedians(t *testing.T) {
	cpu := []float64{3, 1, 2}
	var runs []measurement
	for i, wall := range []float64{5, 4, 9} {
		runs = append(runs, measurement{States: 10, Transitions: 40, Stored: 25, Wall: wall, CPU: &cpu[i]})
	}
	two := 2.0
	want := benchFigure{Workers: 8, Wall: 5, CPU: &two, States: 2, Transitions: 8, PerState: 2.5}
	if diff := cmp.Diff(want, medians(8, runs)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if m := median([]float64{4, 1}); *m != 2.5 {
		t.Errorf("of two: %g", *m)
	}
}

func TestBenchRows(t *testing.T) {
	rows, err := benchRows()
	if err != nil {
		t.Fatal(err)
	}
	names := rowNames(rows)
	slices.Sort(names)
	if n := len(slices.Compact(names)); n != len(rows) || n < 40 {
		t.Errorf("%d rows, %d names", len(rows), n)
	}
	for _, r := range rows {
		if r.known.States == 0 || r.known.Transitions == 0 || r.known.Verdict == "" {
			t.Errorf("%s: the numbers are not known: %+v", r.name, r.known)
		}
	}
	usual, _ := chooseRows(rows, nil, false)
	all, _ := chooseRows(rows, nil, true)
	if len(usual) < 4 || len(all) < len(usual)+4 || slices.Contains(rowNames(usual), "lease-5-2") || !slices.Contains(rowNames(all), "lease-5-2") {
		t.Errorf("usual: %q\nall: %q", rowNames(usual), rowNames(all))
	}
	i := slices.Index(rowNames(rows), "lease-3-4")
	if got, want := rows[i].check.command(), "lockcheck check lease --clients 3 --rounds 4 --symmetry off --ranks off"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestBenchRefusesAWrongSearch: numbers that are not the known ones end the
// benchmark, and no time is shown.
func TestBenchRefusesAWrongSearch(t *testing.T) {
	rows, err := benchRows()
	if err != nil {
		t.Fatal(err)
	}
	row := rows[slices.Index(rowNames(rows), "lease-2-2")]
	report := newBenchReport(&benchOptions{runs: 1, workers: 2})
	var stdout, stderr bytes.Buffer
	a := &app{env: testEnv(&stdout, &stderr)}
	if _, err := a.benchRow(context.Background(), report, &row); err != nil {
		t.Fatal(err)
	}
	row.known.States--
	row.known.Depth++
	row.known.Violated = []string{"no-stale-write"}
	_, err = a.benchRow(context.Background(), report, &row)
	want := "internal error in model lease-2-2: the search is wrong: 717 states, known 716; 14 as depth, known 15; none violated, known no-stale-write"
	if err == nil || err.Error() != want || ofError(err) != ExitInternal {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestBenchJSON: the same for a program. There is no peak of a search that had
// no process of its own.
func TestBenchJSON(t *testing.T) {
	got := run(t, "bench", "lease-2-2", "etcd-left-behind", "--format", "json", "--runs", "2", "--workers", "3")
	var r benchReport
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || got.exit != ExitOK {
		t.Fatalf("exit status %d, %v: %s", got.exit, err, got.err)
	}
	if r.Schema != "lockcheck/bench/v1" || r.Runs != 2 || r.Workers != 3 || len(r.Rows) != 2 {
		t.Fatalf("%+v", r)
	}
	_, _, told := usage()
	for _, b := range r.Rows {
		if len(b.Measured) != 2 || b.Measured[0].Workers != 1 || b.Measured[1].Workers != 3 || b.Faster == nil {
			t.Fatalf("%+v", b)
		}
		for _, f := range b.Measured {
			if f.Wall <= 0 || f.PerState < 1 || f.States <= 0 || f.Peak != nil || (f.CPU != nil) != told {
				t.Errorf("%s on %s: %+v", b.Name, runtime.GOOS, f)
			}
		}
	}
}

// TestBenchWithoutItsProgram: a process that cannot be started is told with
// the row that it was for.
func TestBenchWithoutItsProgram(t *testing.T) {
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	env.Program = filepath.Join(t.TempDir(), "missing")
	if got := Main([]string{"bench", "lease-2-2", "--format", "json"}, env); got != ExitUsage || stdout.Len() > 0 {
		t.Errorf("exit status %d, stdout: %s", got, &stdout)
	}
	if want := "lockcheck: lease-2-2: the process of the search: "; !strings.HasPrefix(stderr.String(), want) {
		t.Errorf("stderr: %s\nwant %s...", &stderr, want)
	}
}
