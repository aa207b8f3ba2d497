package out

import (
	"encoding/json"
	"strings"
	"testing"
)

// readSARIF reads a report back.
func readSARIF(t *testing.T, c *Comparison) (*sarifRun, string) {
	t.Helper()
	text := written(t, SARIF, c)
	var back sarifLog
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back.Runs[0], string(text)
}

// A result keeps its fingerprint when its line moves, and differs from those of
// other checks and properties.
func TestSARIFFingerprints(t *testing.T) {
	before, _ := readSARIF(t, compared())
	c := compared()
	for i := range c.Checks {
		c.Checks[i].At.Line += 100
	}
	after, _ := readSARIF(t, c)
	seen := map[string]bool{}
	for i, r := range before.Results {
		print := r.Fingerprints["primaryLocationLineHash"]
		if print == "" || seen[print] {
			t.Errorf("result %d: the fingerprint %q is empty, or not the only one", i, print)
		}
		seen[print] = true
		if other := after.Results[i].Fingerprints["primaryLocationLineHash"]; other != print {
			t.Errorf("result %d: another line, and the fingerprint is %s, not %s", i, other, print)
		}
	}
}

// Every step is in one thread, once, and all are in order by their numbers; of a
// run that is too long for GitHub only the end is there.
func TestSARIFTellsEveryStep(t *testing.T) {
	for _, steps := range []int{1, 7, 999, 1000, 1003} {
		run, _ := readSARIF(t, manyChecks(1, steps))
		seen := map[int]bool{}
		for _, thread := range run.Results[0].CodeFlows[0].Threads {
			last := 0
			for _, s := range thread.Locations {
				if s.Order <= last || seen[s.Order] {
					t.Errorf("%d steps: step %d comes after %d", steps, s.Order, last)
				}
				last = s.Order
				seen[s.Order] = true
			}
		}
		want := min(steps, mostSARIFSteps)
		if len(seen) != want || !seen[steps] {
			t.Errorf("%d steps: %d are told, want %d", steps, len(seen), want)
		}
		if said := strings.Contains(run.Results[0].CodeFlows[0].Message.Text, "left out"); said != (want < steps) {
			t.Errorf("%d steps: left out: %v", steps, said)
		}
	}
}

// flowOf is the first code flow of a log.
func flowOf(t *testing.T, run *sarifRun) sarifCodeFlow {
	t.Helper()
	for _, r := range run.Results {
		if len(r.CodeFlows) > 0 {
			return r.CodeFlows[0]
		}
	}
	t.Fatal("there is no code flow")
	return sarifCodeFlow{}
}

// A step stands at the rule that it takes, in the user's own model or in a spec of
// the library, whose name has a base; the result stands in the suite.
func TestSARIFStepsStandAtRules(t *testing.T) {
	for _, library := range []bool{false, true} {
		c := compared()
		c.Checks[0].Report = placed(unsafe(), "models/a lock.murphi")
		c.Checks[0].Report.Library = library
		run, _ := readSARIF(t, c)
		base := ""
		if library {
			base = sarifLibrary
		}
		if _, ok := run.Bases[sarifLibrary]; ok != library {
			t.Errorf("library: %v, bases %v", library, run.Bases)
		}
		if at := run.Results[0].Locations[0].Physical; at.Artifact.URI != "locks/suite.yaml" || at.Region.Line != 7 {
			t.Errorf("the result stands at %v", at)
		}
		lines := map[string]int{"Acquire": 10, "Pause": 30, "Deliver": 60}
		told := 0
		for _, thread := range flowOf(t, run).Threads {
			for _, s := range thread.Locations {
				at := s.Location.Physical
				if at.Artifact.URI != "models/a%20lock.murphi" || at.Artifact.Base != base {
					t.Errorf("step %d stands in %v", s.Order, at.Artifact)
				}
				if line, ok := lines[s.Location.Logical[0].Name]; ok && at.Region.Line != line {
					t.Errorf("step %d, %s, stands in line %d", s.Order, s.Location.Logical[0].Name, at.Region.Line)
				} else if ok {
					told++
				}
			}
		}
		if told != 5 {
			t.Errorf("%d steps of those that are looked for", told)
		}
	}
	// Where that is not known, it stands where the check does.
	c := compared()
	c.Checks[0].Report = unsafe()
	run, _ := readSARIF(t, c)
	if at := flowOf(t, run).Threads[0].Locations[0].Location.Physical; at.Artifact.URI != "locks/suite.yaml" {
		t.Errorf("the step stands at %v", at)
	}
}

// Placeholders and links of the format are no longer any.
func TestSARIFEscapes(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"plain at[c1] text", "plain at[c1] text"},
		{"{0} of {x}", "{{0}} of {{x}}"},
		{`[a](b) \ c`, `\[a\](b) \\ c`},
		{"a\x1b[31m", "a·[31m"},
	} {
		if got := sarifText(tt.text).Text; got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
	if got := sarifURI("a dir/ü:1%.yaml"); got != "a%20dir/%C3%BC%3A1%25.yaml" {
		t.Error(got)
	}
	if _, text := readSARIF(t, hostileComparison()); strings.ContainsAny(text, "\x00\x1b\r") || strings.Contains(text, `\u001b`) {
		t.Error("a control character is left")
	}
}
