package out

import (
	"regexp"
	"strings"
	"testing"
)

// Whatever the names hold, the table keeps its columns, nobody is mentioned, and
// what begins ends.
func TestSummaryEscapes(t *testing.T) {
	for _, c := range []*Comparison{hostileComparison(), manyChecks(2, 3)} {
		text := string(written(t, Summary, c))
		outside := regexp.MustCompile("(?s)```mermaid.*?```").ReplaceAllString(text, "")
		outside = regexp.MustCompile("`[^`\n]*`").ReplaceAllString(outside, "")
		for _, bad := range []string{"<script", "\x1b", "\x00", "@team", "http://", "\r", "[l](", "%%{"} {
			if strings.Contains(outside, bad) {
				t.Errorf("%q is in the summary:\n%.3000s", bad, outside)
			}
		}
		if a, b := strings.Count(text, "<details>"), strings.Count(text, "</details>"); a != b || a == 0 {
			t.Errorf("%d details begin and %d end", a, b)
		}
		if n := strings.Count(text, "```"); n%2 != 0 {
			t.Errorf("%d fences", n)
		}
		table := regexp.MustCompile(`(?m)^\| check .*\n(?:\|.*\n)+`).FindString(outside)
		columns := 0
		for _, row := range strings.Split(strings.TrimSpace(table), "\n") {
			n := strings.Count(strings.ReplaceAll(row, `\|`, ""), "|")
			if columns == 0 {
				columns = n
			}
			if n != columns {
				t.Errorf("%d bars, not %d: %s", n, columns, row)
			}
		}
	}
}

// However much there is to tell, a summary is shown, and says what it leaves out.
// What differs is left out last.
func TestSummaryStaysBelowOneMiB(t *testing.T) {
	many := manyChecks(300, 60)
	text := string(written(t, Summary, many))
	if len(text) >= 1<<20 {
		t.Errorf("%d bytes", len(text))
	}
	tail := text[strings.LastIndex(text, "\n\n"):]
	if !regexp.MustCompile(`^\n\nLeft out, for the summary would be too long: \d+ runs?\.\n$`).MatchString(tail) {
		t.Errorf("the end is %q", tail)
	}
	if n := strings.Count(text, "\n### "); n != 300 {
		t.Errorf("%d of 300 are told of", n)
	}
	for _, most := range []int{2_000, 20_000, 200_000} {
		if n := len(summaryOf(many, most)); n > most {
			t.Errorf("%d bytes, want at most %d", n, most)
		}
	}
	c := compared()
	small := summaryOf(c, 1_200)
	if !strings.Contains(small, "known to be broken") || strings.Contains(small, "with tokens") {
		t.Errorf("what is as expected should be left out first:\n%s", small)
	}
	if strings.Contains(string(written(t, Summary, c)), "Left out") {
		t.Error("nothing is left out, but it is said")
	}
}
