package out

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"lockcheck/checker"
)

// markdownOf returns a report.
func markdownOf(t *testing.T, r *Report) string {
	t.Helper()
	var b bytes.Buffer
	if err := Markdown(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// A model's names change nothing about the page: what it consists of is the
// same as with harmless names.
func TestMarkdownEscapes(t *testing.T) {
	text := markdownOf(t, longReport(5))
	outside := regexp.MustCompile("(?s)```mermaid.*?```").ReplaceAllString(text, "")
	for _, bad := range []string{"<script", "\x1b", "@team", "http://", "%%{", "www.e", "gh-1", "> é", "\n#"} {
		if strings.Contains(strings.TrimPrefix(outside, "#"), bad) {
			t.Errorf("%q is in the report:\n%s", bad, text)
		}
	}
	if bad := regexp.MustCompile(`(^|[^\\])[\]*_[]`).FindString(regexp.MustCompile("`[^`]*`").ReplaceAllString(strings.ReplaceAll(outside, "**", ""), "")); bad != "" {
		t.Errorf("%q is in the report:\n%s", bad, text)
	}
	for _, line := range strings.Split(outside, "\n") {
		// Cells are five, whatever the names hold.
		if strings.HasPrefix(line, "| 1 ") && len(regexp.MustCompile(`[^\\]\|`).FindAllString(line, -1)) != 5 {
			t.Errorf("a row is broken: %s", line)
		}
	}
	if n := strings.Count(text, "```"); n != 2 {
		t.Errorf("%d fences", n)
	}
	if a, b := strings.Count(text, "<details>"), strings.Count(text, "</details>"); a != b || a != 4 {
		t.Errorf("%d details begin and %d end", a, b)
	}
}

func TestMarkdownText(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a plain text, with a hyphen-word.", "a plain text, with a hyphen-word."},
		{"- a", `\- a`},
		{"1. a", `1\. a`},
		{"a*b_c`d`|e", "a\\*b\\_c\\`d\\`\\|e"},
		{"<b>&amp;", "&lt;b&gt;&amp;amp;"},
		{"@you #1 http://x gh-2", `@<!-- -->you \#<!-- -->1 http:<!-- -->// x g<!-- -->h-2`},
		{"5$", "5<span>$</span>"},
	} {
		want := strings.ReplaceAll(tt.want, "// x", "//x")
		if got := mdText(tt.text); got != want {
			t.Errorf("%q: got %q, want %q", tt.text, got, want)
		}
	}
	if got := mdCode("a | b"); got != `a \| b` {
		t.Errorf("code with a bar: %q", got)
	}
}

// However long the run is, the report is shown.
func TestMarkdownStaysBelowOneMiB(t *testing.T) {
	r := longReport(1000)
	for range 3000 {
		r.Result.Properties = append(r.Result.Properties, checker.PropertyResult{Name: strings.Repeat("p", 500)})
	}
	text := markdownOf(t, r)
	if len(text) >= 1<<20 {
		t.Errorf("%d bytes", len(text))
	}
	if strings.Count(text, "left out: the report would be too long") != 2 {
		t.Error("what is left out is not said")
	}
}

// The verdict is the first thing, whatever it is.
func TestMarkdownVerdicts(t *testing.T) {
	r := longReport(0)
	r.Model.Name, r.Model.Title = "m", ""
	r.Result = &checker.Result{Verdict: checker.Safe, States: 2, Properties: []checker.PropertyResult{{Name: "p", Decision: checker.Holds}},
		Covers: []checker.CoverResult{{Name: "two believers"}}}
	if text := markdownOf(t, r); !strings.HasPrefix(text, "### SAFE: m\n\np holds in every reachable state (2 states, 0 transitions, depth 0).\n\nBut never exercised: two believers\n") {
		t.Error(text)
	}
	r.Result = &checker.Result{Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: "states", Value: "5", Depth: 3}}
	if text := markdownOf(t, r); !strings.HasPrefix(text, "### INCOMPLETE: m\n\nThe limit on states was reached (5). What is claimed: no violation within 3 steps of the start;") {
		t.Error(text)
	}
}
