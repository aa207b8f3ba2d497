package out

import (
	"encoding/xml"
	"strings"
	"testing"
)

// Whatever the names hold, the report is XML, and reads as it was meant.
func TestJUnitEscapes(t *testing.T) {
	var back junitSuites
	text := written(t, JUnit, hostileComparison())
	if err := xml.Unmarshal(text, &back); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if len(back.Suites) != 2 || len(back.Suites[0].Cases) != 2 || len(back.Suites[1].Cases) != 1 {
		t.Fatalf("another structure:\n%s", text)
	}
	if f := back.Suites[0].Cases[0].Failure; f == nil || !strings.Contains(f.Text, "]]>") {
		t.Errorf("what looks like the end of a section is lost:\n%s", text)
	}
}

// The counts are those of the cases, so is the time, and a run of any length makes a report of
// bounded length that says what it leaves out.
func TestJUnitCounts(t *testing.T) {
	c := compared()
	c.Checks = append(c.Checks, manyChecks(1, 1000).Checks...)
	var back junitSuites
	text := written(t, JUnit, c)
	if err := xml.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	for i, s := range back.Suites {
		failures, skipped := 0, 0
		var times []string
		for _, q := range s.Cases {
			if q.Time != "0.000" {
				times = append(times, q.Time)
			}
			if q.Failure != nil {
				failures++
			}
			if q.Skipped != nil {
				skipped++
			}
		}
		if s.Tests != len(s.Cases) || s.Failures != failures || s.Skipped != skipped {
			t.Errorf("suite %d counts %d, %d and %d of %d, %d and %d", i, s.Tests, s.Failures, s.Skipped, len(s.Cases), failures, skipped)
		}
		if len(times) > 1 || len(times) == 1 && (times[0] != s.Time || s.Cases[0].Time != s.Time) || len(times) == 0 && s.Time != "0.000" {
			t.Errorf("suite %d took %s, its cases %v", i, s.Time, times)
		}
		if failed := c.Checks[i].Failed(); failed != (failures > 0) {
			t.Errorf("suite %d: failed is %v, and there are %d failures", i, failed, failures)
		}
	}
	if f := back.Suites[7].Cases[0].Failure.Text; strings.Count(f, "\n") > mostListed+10 || !strings.Contains(f, "800 steps before these left out") {
		t.Errorf("a long run:\n%.300s", f)
	}
}
