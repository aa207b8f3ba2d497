package out

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"lockcheck/checker"
)

// Every step is in the diagram, in order, once; bars that begin have an end; and
// the violation is marked.
func TestMermaidTellsEveryStep(t *testing.T) {
	for _, q := range pictured {
		r := q.report(t)
		text := mermaidOf(r, explained(r.Result))
		var want, got []string
		for i := range explained(r.Result).Trace.Steps {
			want = append(want, fmt.Sprint(i+1))
		}
		for _, m := range regexp.MustCompile(`: (\d+)\. `).FindAllStringSubmatch(text, -1) {
			got = append(got, m[1])
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%v: steps %v, want %v\n%s", q, got, want, text)
		}
		open := map[string]bool{}
		for _, m := range regexp.MustCompile(`(?m)^ +(activate|deactivate) (p\d+)$`).FindAllStringSubmatch(text, -1) {
			if begins := m[1] == "activate"; begins == open[m[2]] {
				t.Errorf("%v: %s twice\n%s", q, m[0], text)
			} else {
				open[m[2]] = begins
			}
		}
		for p, on := range open {
			if on {
				t.Errorf("%v: the bar of %s does not end", q, p)
			}
		}
		if strings.Count(text, "VIOLATION") != 1 || strings.Count(text, "rect ") != 1 {
			t.Errorf("%v: the violation is not marked once:\n%s", q, text)
		}
	}
}

// What means something to Mermaid becomes a code.
func TestMermaidEscapes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"no-stale-write", "no-stale-write"},
		{"a; b # c: \"d\"", "a#59; b #35; c#58; #34;d#34;"},
		{"end of the END, not Endless", "#101;nd of the #69;ND, not Endless"},
		{"a\nb\t c\x1b[0m", "a b c·#91;0m"},
		{"a->>b --x c - d", "a#45;#62;#62;b #45;#45;x c #45; d"},
		{"%%{init}%% <br> &amp; `x` $y$ [z]", "#37;#37;#123;init#125;#37;#37; #60;br#62; #38;amp#59; #96;x#96; #36;y#36; #91;z#93;"},
		{"für Läufe ≤ 3", "für Läufe ≤ 3"},
		{strings.Repeat("x", 301), strings.Repeat("x", 300) + "..."},
	} {
		if got := mermaidText(tt.text); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if got, want := mermaidName("a, b-c."), "a#44; b#45;c#46;"; got != want {
		t.Errorf("a name: got %q, want %q", got, want)
	}
}

// A run that is too long for Mermaid is shortened, and says so.
func TestMermaidStaysDrawable(t *testing.T) {
	for _, steps := range []int{3, 50, 1000} {
		r := longReport(steps)
		text := mermaidOf(r, explained(r.Result))
		if len(text) > 50_000 {
			t.Errorf("%d steps: %d characters", steps, len(text))
		}
		if left := strings.Contains(text, "are left out"); left != (steps > 50) {
			t.Errorf("%d steps: left out: %v", steps, left)
		}
		for _, want := range []string{": 1. ", fmt.Sprintf(": %d. ", steps), "VIOLATION"} {
			if !strings.Contains(text, want) {
				t.Errorf("%d steps: no %q", steps, want)
			}
		}
	}
}

// A run that violates nothing is drawn without a violation, in every form.
func TestRunsWithoutViolationAreDrawnAsSuch(t *testing.T) {
	r := asked{"ttl", "pause", "no-stale-write", nil}.report(t)
	r.Run, r.Result = explained(r.Result).Trace, &checker.Result{Verdict: checker.Incomplete}
	for name, write := range map[string]func(io.Writer, *Report) error{
		"mermaid": func(w io.Writer, r *Report) error { return Mermaid(w, r, nil) },
		"shiviz":  func(w io.Writer, r *Report) error { return ShiViz(w, r, nil) },
		"md":      Markdown,
	} {
		var b strings.Builder
		if err := write(&b, r); err != nil {
			t.Fatal(err)
		}
		if text := b.String(); !strings.Contains(text, "13. D2 Apply A") || strings.Contains(strings.ToUpper(text), "VIOLATION") {
			t.Errorf("%s:\n%s", name, text)
		}
	}
}

// hostileText is what a name may hold that means something to somebody.
const hostileText = "x; end\nNote # over: \"p0\" <script>|@team `b` [l](http://e.org) %%{init}%% $m$ ->> é \x1b[0m *s* gh-1 www.e.org"

// longReport is a violation after so many steps, with hostile names.
func longReport(steps int) *Report {
	state := checker.State{Observed: []checker.Observation{{Func: "believes", Arg: hostileText, Value: "true"}, {Func: "holds", Arg: hostileText, Value: "false"}}}
	trace := &checker.Trace{Why: checker.Why{Expr: hostileText, Values: []checker.Change{{Path: hostileText, To: new(hostileText)}}}}
	for i := range steps {
		s := checker.Step{
			Rule: hostileText, Args: []checker.Arg{{Name: "c", Value: hostileText}}, Actor: hostileText, Line: "C1", Say: hostileText, State: state,
			Changes: []checker.Change{{Path: hostileText, From: nil, To: new(hostileText)}},
		}
		if i%3 == 1 {
			s.Fault, s.Line, s.Actor = hostileText, "", "env"
		}
		trace.Steps = append(trace.Steps, s)
	}
	return &Report{
		Tool: hostileText, Model: Model{Name: hostileText, Title: hostileText, File: hostileText}, Assumptions: []string{hostileText}, Notes: []string{hostileText}, Command: hostileText,
		Config:   Config{Params: []Param{{hostileText, hostileText, hostileText}}, Faults: []Fault{{Kind: hostileText}}, Timing: "any"},
		Meanings: map[string]Meaning{hostileText: {Says: hostileText, Broken: hostileText}},
		Remedies: []Remedy{{Flags: hostileText, Title: hostileText, Verdict: checker.Safe}},
		Result: &checker.Result{Verdict: checker.Unsafe, Properties: []checker.PropertyResult{
			{Name: hostileText, Kind: "invariant", Decision: checker.Violated, Depth: steps, Trace: trace},
		}},
	}
}
