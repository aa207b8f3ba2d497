package out

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/model"
)

// compared is a comparison with every kind of answer: a changed verdict, one as
// expected, one that is not decided, one that did not run, a baseline with other
// counts, and a violation that is missing.
func compared() *Comparison {
	at := func(line int) Place { return Place{File: "locks/suite.yaml", Line: line, Column: 5} }
	lease := placed(unsafe(), "specs/ttl.murphi")
	lease.Library = true
	return &Comparison{Tool: "lockcheck test", Suite: "suite.yaml", Baseline: "locks/base.json", Surplus: []string{"an old one"}, Checks: []Compared{
		{
			Name: "plain lease", At: at(7), Command: "ttl --faults pause,delay", Report: lease, Seconds: 0.25,
			Differences: []Difference{
				{Severity: Error, From: "suite", Kind: "verdict", Want: "safe", Got: "unsafe"},
				{Severity: Warning, From: "baseline", Kind: "states", Want: "1230", Got: "1234"},
			},
		},
		{Name: "with tokens", At: at(12), Command: "ttl-fencing", Report: safe(), Seconds: 1.5},
		{Name: "five nodes", At: at(15), Command: "redlock --nodes 5", Report: incomplete(), Seconds: 600},
		{Name: "the last one", At: at(20), Command: "etcd", Skipped: "interrupted before it began"},
		{
			Name: "own model", At: Place{File: "more.yaml", Line: 2}, Command: "counter.m", Report: plainModel(),
			Differences: []Difference{{Severity: Warning, From: "baseline", Kind: "rules", Name: "down", Want: "taken", Got: "never taken"}},
		},
		{
			Name: "known to be broken", At: at(31), Command: "ttl --guard none", Report: safe(),
			Differences: []Difference{
				{Severity: Error, From: "suite", Kind: "verdict", Want: "unsafe", Got: "safe"},
				{Severity: Error, From: "suite", Kind: "property", Name: "recoverable", Want: "violated", Got: "holds"},
			},
		},
		{Name: "too large, and known to be", At: at(40), Command: "zkqueue", Report: incomplete(), Wanted: Wanted{Verdict: "incomplete"}},
	}}
}

// placed has rules of known places: each in a line of its own, that of the first
// step in line 10, that of the next in line 20.
func placed(r *Report, file string) *Report {
	t := explained(r.Result).Trace
	t.Instances = nil
	lines := map[string]int{}
	for _, s := range t.Steps {
		if _, ok := lines[s.Rule]; !ok {
			lines[s.Rule] = len(r.Places)
			r.Places = append(r.Places, Place{File: file, Line: 10 * (len(lines)), Column: 3})
		}
		t.Instances = append(t.Instances, model.Instance{Rule: lines[s.Rule]})
	}
	return r
}

// hostileComparison has names and texts everywhere that somebody would obey.
func hostileComparison() *Comparison {
	const evil = "::error::x\r\n::stop-commands::y %0A <script>|@team `b` [l](http://e.org) ]]> {0} \x00\x1b[31m\uFFFE \xff ' \" &"
	r := placed(hostile(), evil)
	return &Comparison{Tool: evil, Suite: evil, Baseline: evil, Surplus: []string{evil, evil}, Checks: []Compared{
		{
			Name: evil, At: Place{File: evil, Line: 3}, Command: evil, Report: r,
			Differences: []Difference{{Severity: Error, From: evil, Kind: "property", Name: explained(r.Result).Name, Want: evil, Got: evil}},
		},
		{Name: evil, Skipped: evil, Differences: []Difference{{Severity: Warning, From: evil, Kind: evil, Name: evil, Want: evil, Got: evil}}},
	}}
}

// manyChecks has n checks that differ, each with a run of so many steps.
func manyChecks(n, steps int) *Comparison {
	c := &Comparison{Tool: "lockcheck test", Suite: "suite.yaml"}
	for i := range n {
		r := longReport(steps)
		c.Checks = append(c.Checks, Compared{
			Name: strings.Repeat("n", 200), At: Place{File: "suite.yaml", Line: i + 1}, Report: r, Command: "ttl",
			Differences: []Difference{{Severity: Error, From: "suite", Kind: "verdict", Want: "safe", Got: "unsafe"}},
		})
	}
	return c
}

// written is what a report writes.
func written(t *testing.T, write func(io.Writer, *Comparison) error, c *Comparison) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestComparisonReports compares the reports with golden files.
func TestComparisonReports(t *testing.T) {
	for _, tt := range []struct {
		name  string
		write func(io.Writer, *Comparison) error
	}{
		{"compared.junit.xml", JUnit},
		{"compared.annotations.txt", Annotations},
		{"compared.sarif", SARIF},
		{"compared.md", Summary},
		{"compared.ndjson", Events},
	} {
		t.Run(tt.name, func(t *testing.T) { golden(t, tt.name, written(t, tt.write, compared())) })
	}
}

// A difference is told of the property that is to blame, if there is one, and of
// the whole check otherwise.
func TestWhoIsToBlame(t *testing.T) {
	property := func(name string, d checker.Decision) checker.PropertyResult {
		return checker.PropertyResult{Name: name, Decision: d}
	}
	check := &Compared{Report: &Report{Result: &checker.Result{Verdict: checker.Unsafe, Properties: []checker.PropertyResult{
		property("a", checker.Holds), property("b", checker.Violated), property("c", checker.Undecided),
	}}}}
	for _, tt := range []struct {
		d    Difference
		want string
	}{
		{Difference{Kind: "verdict", Want: "safe", Got: "unsafe"}, "b"},
		{Difference{Kind: "property", Name: "a", Want: "violated", Got: "holds"}, "a"},
		{Difference{Kind: "trace", Name: "b", Want: "3", Got: "4"}, "b"},
		{Difference{Kind: "rules", Name: "b"}, "whole check"},
		{Difference{Kind: "property", Name: "gone", Want: "holds"}, "whole check"},
		{Difference{Kind: "states", Want: "3", Got: "4"}, "whole check"},
	} {
		tt.d.Severity = Error
		check.Differences = []Difference{tt.d}
		var got []string
		for _, f := range findingsOf(check) {
			if f.failed() {
				got = append(got, f.name())
			}
		}
		if strings.Join(got, ",") != tt.want {
			t.Errorf("%s: blamed %v, want %s", tt.d.String(), got, tt.want)
		}
	}
}
