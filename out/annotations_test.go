package out

import (
	"regexp"
	"strings"
	"testing"
)

// Whatever the names hold, each annotation is one command on one line, and its
// parts end where they should.
func TestAnnotationsEscape(t *testing.T) {
	text := string(written(t, Annotations, hostileComparison()))
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines, want 3:\n%s", len(lines), text)
	}
	command := regexp.MustCompile(`^::(error|warning) (?:file=[^:,]*,(?:line=\d+,)?)?title=[^:,]*::`)
	for _, l := range lines {
		if !command.MatchString(l) {
			t.Errorf("not a command: %q", l)
		}
		rest := strings.NewReplacer("%25", "", "%2C", "", "%0A", "", "%0D", "", "%3A", "").Replace(l)
		if strings.ContainsAny(l, "\r\x00\x1b") || strings.Contains(rest, "%") {
			t.Errorf("not escaped: %q", l)
		}
	}
}

// GitHub shows ten; of the others it must be said that there are some, and
// errors come before warnings.
func TestAnnotationsAreFew(t *testing.T) {
	c := manyChecks(12, 1)
	for i := range 6 {
		c.Checks[i].Differences[0].Severity = Warning
	}
	lines := strings.Split(strings.TrimSpace(string(written(t, Annotations, c))), "\n")
	var got []string
	for _, l := range lines {
		got = append(got, l[:4])
	}
	want := strings.Repeat("::er ", 6) + strings.Repeat("::wa ", 4) + "::no"
	if strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if last := lines[len(lines)-1]; last != "::notice title=lockcheck::2 more: see the summary of the job" {
		t.Error(last)
	}
	c.Checks = c.Checks[:mostAnnotations]
	if n := strings.Count(string(written(t, Annotations, c)), "\n"); n != mostAnnotations {
		t.Errorf("%d lines for ten differences", n)
	}
}

// A code that stands in a name is not taken for one.
func TestCommandEscape(t *testing.T) {
	const text = "100%0A: a, b\r\nc\x1b"
	if got, want := commandEscape(text), "100%250A: a, b%0D%0Ac·"; got != want {
		t.Errorf("a message: %q, want %q", got, want)
	}
	if got, want := propertyEscape(text), "100%250A%3A a%2C b%0D%0Ac·"; got != want {
		t.Errorf("a property: %q, want %q", got, want)
	}
}
