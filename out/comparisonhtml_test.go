package out

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// Whatever the names hold, the page is well-formed, loads nothing, has no script,
// and its policy names the styles that it has.
func TestComparisonPageIsSound(t *testing.T) {
	for _, c := range []*Comparison{compared(), hostileComparison(), manyChecks(3, 5), {}} {
		page := string(written(t, ComparisonHTML, c))
		htmlSound(t, page)
		if strings.Contains(page, "<script") || !strings.Contains(page, "script-src &#39;none&#39;") {
			t.Error("there is a script, or one would be allowed")
		}
		if strings.ContainsAny(page, "\x00\x1b\r") {
			t.Error("a control character is left")
		}
		if got, want := strings.Count(page, `<section id="check-`), len(c.Checks); got != want {
			t.Errorf("%d sections for %d checks", got, want)
		}
		for _, m := range regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindAllStringSubmatch(page, -1) {
			// Escaped as html/template does it in an attribute.
			if hash := strings.NewReplacer("'", "&#39;", "+", "&#43;").Replace(hashOf(m[1])); !strings.Contains(page, hash) {
				t.Errorf("the policy does not name a style: %s", hash)
			}
		}
	}
}

// Each violation has its picture, that of what differs unfolded.
func TestComparisonPageDrawsTheRuns(t *testing.T) {
	page := string(written(t, ComparisonHTML, compared()))
	if got := strings.Count(page, "<details"); got != 2 {
		t.Errorf("%d runs, want 2", got)
	}
	if got := strings.Count(page, `<details open="open">`); got != 1 {
		t.Errorf("%d runs are unfolded, want 1", got)
	}
	for i, want := range []int{1, 5} {
		if id := fmt.Sprintf(`id="lanes-%d-1-title"`, want); !strings.Contains(page, id) {
			t.Errorf("run %d: no %s", i+1, id)
		}
	}
}

// A page is never longer than asked; what is left out is said, and it is first
// what is as expected.
func TestComparisonPageStaysBelowItsSize(t *testing.T) {
	c := manyChecks(6, 40)
	for i := range 3 {
		c.Checks[i].Differences = nil
	}
	whole := written(t, ComparisonHTML, c)
	for most := len(whole); most > len(whole)/2; most -= len(whole) / 8 {
		text, err := comparisonPage(c, most)
		if err != nil {
			t.Fatal(err)
		}
		page := string(text)
		if len(page) > most {
			t.Errorf("%d bytes, want at most %d", len(page), most)
		}
		drawn := strings.Count(page, "<details")
		if said := strings.Contains(page, "left out, for the page would be too long"); said != (drawn < 6) {
			t.Errorf("%d pictures of 6; left out: %v", drawn, said)
		}
		if open := strings.Count(page, `<details open="open">`); open != min(drawn, 3) {
			t.Errorf("%d pictures, %d of what differs", drawn, open)
		}
	}
	if _, err := comparisonPage(c, 100); err == nil {
		t.Error("a page without room for its table is no error")
	}
}
