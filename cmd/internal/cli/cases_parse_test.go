package cli

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// realCase is a section of specs/cases.md: one or more real bugs of the same
// mechanism, and the checks that show it.
type realCase struct {
	line    int
	numbers []int
	title   string
	text    []string
	checks  []caseCheck
}

// caseCheck is one command line with what the file says of its answer.
type caseCheck struct {
	line    int // of the comment that states the answer, from 0
	label   string
	verdict string
	steps   int
	states  int
	// violated names every property that is violated, by the words after the
	// colon; rules must occur in the first one's trace in this order.
	violated []string
	rules    []string
	command  string
}

// caseLabels are the words that may begin a check, with the verdict that each
// means. "no better" is a repair that is none; "blind" a check that cannot see
// the bug.
var caseLabels = map[string]string{"broken": "UNSAFE", "no better": "UNSAFE", "repaired": "SAFE", "blind": "SAFE"}

var (
	caseHeading = regexp.MustCompile(`^### (C\d+(?:, C\d+)*): (\S.*)$`)
	caseAnswer  = regexp.MustCompile(`^# ([a-z ]+): (?:(SAFE)(?:, ([\d,]+) states)?|(UNSAFE)(?: after (\d+) steps?, ([\d,]+) states)?: ([a-z, -]+))$`)
	caseRules   = regexp.MustCompile(`^#   by (\w+(?:, \w+)*)$`)
	caseMissing = regexp.MustCompile(`^- (C\d+(?:, C\d+)*): (\S.*)$`)
)

// answerLine writes what [caseAnswer] reads.
func (c caseCheck) answerLine() string {
	if c.verdict == "SAFE" {
		return fmt.Sprintf("# %s: SAFE, %s states", c.label, withCommas(c.states))
	}
	return fmt.Sprintf("# %s: UNSAFE after %d steps, %s states: %s", c.label, c.steps, withCommas(c.states), strings.Join(c.violated, ", "))
}

func withCommas(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func withoutCommas(s string) int {
	n, _ := strconv.Atoi(strings.ReplaceAll(s, ",", ""))
	return n
}

func caseNumbers(list string) []int {
	var numbers []int
	for name := range strings.SplitSeq(list, ", ") {
		n, _ := strconv.Atoi(name[1:])
		numbers = append(numbers, n)
	}
	return numbers
}

// caseReader reads specs/cases.md line by line.
type caseReader struct {
	cases   []realCase
	missing map[int]string
	now     *realCase  // the section that is being read
	fenced  bool       // within a block of commands
	check   *caseCheck // an answer whose command has not come yet
	left    bool       // within the list of what is not expressible
}

// parseCases reads specs/cases.md. Each case is a heading "### C2, C11: title",
// a paragraph, and fenced commands, each below a comment with its answer. The
// last section, "## Not expressible yet", lists the others.
func parseCases(text string) (cases []realCase, missing map[int]string, err error) {
	r := &caseReader{missing: map[int]string{}}
	for i, line := range strings.Split(text, "\n") {
		read := r.prose
		switch {
		case r.left:
			read = r.item
		case r.fenced && line != "```":
			read = r.command
		}
		if problem := read(i, line); problem != "" {
			return nil, nil, fmt.Errorf("cases.md:%d: %s: %q", i+1, problem, line)
		}
	}
	if r.fenced {
		return nil, nil, fmt.Errorf("cases.md: a fence is open at the end")
	}
	return r.cases, r.missing, nil
}

// item reads a line of the list of what is not expressible.
func (r *caseReader) item(_ int, line string) string {
	m := caseMissing.FindStringSubmatch(line)
	if m == nil {
		if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "#") {
			return "not an item of the list of cases"
		}
		return ""
	}
	for _, n := range caseNumbers(m[1]) {
		r.missing[n] = m[2]
	}
	return ""
}

// command reads a line of a fenced block: an answer, the rules of its trace, or
// the command.
func (r *caseReader) command(i int, line string) string {
	answer, rules := caseAnswer.FindStringSubmatch(line), caseRules.FindStringSubmatch(line)
	switch {
	case answer != nil && r.check == nil:
		m := answer
		r.check = &caseCheck{line: i, label: m[1], verdict: m[2] + m[4], steps: withoutCommas(m[5]), states: withoutCommas(m[3] + m[6])}
		if m[7] != "" {
			r.check.violated = strings.Split(m[7], ", ")
		}
		if want := caseLabels[r.check.label]; want != r.check.verdict {
			return "this label means " + want
		}
	case rules != nil && r.check != nil && r.check.rules == nil:
		r.check.rules = strings.Split(rules[1], ", ")
	case strings.HasPrefix(line, "lockcheck check ") && r.check != nil:
		r.check.command = line
		r.now.checks = append(r.now.checks, *r.check)
		r.check = nil
	default:
		return "not an answer, and not a command below one"
	}
	return ""
}

// prose reads headings, paragraphs and fences.
func (r *caseReader) prose(i int, line string) string {
	switch {
	case line == "```":
		if r.fenced && r.check != nil {
			return "an answer without its command"
		}
		r.fenced = !r.fenced
		if r.fenced && r.now == nil {
			return "commands outside of a case"
		}
	case strings.HasPrefix(line, "### "):
		m := caseHeading.FindStringSubmatch(line)
		if m == nil {
			return "not a heading of a case"
		}
		r.cases = append(r.cases, realCase{line: i, numbers: caseNumbers(m[1]), title: m[2]})
		r.now = &r.cases[len(r.cases)-1]
	case strings.HasPrefix(line, "#"):
		r.left = line == "## Not expressible yet"
		r.now = nil
	case strings.TrimSpace(line) != "" && r.now != nil:
		r.now.text = append(r.now.text, line)
	}
	return ""
}

// TestParseCases: the form is strict, so that no case is lost.
func TestParseCases(t *testing.T) {
	const text = "# Head\n\nWords.\n\n## Family\n\n### C2, C11: a title\n\nWhy.\n\n```\n" +
		"# broken: UNSAFE after 14 steps, 5,490 states: p-q, r\n#   by One, Two\nlockcheck check x\n" +
		"# repaired: SAFE\nlockcheck check y\n```\n\n## Not expressible yet\n\n- C3, C4: needs\n  more\n"
	cases, missing, err := parseCases(text)
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) != 1 || !slices.Equal(cases[0].numbers, []int{2, 11}) || len(cases[0].checks) != 2 || len(missing) != 2 {
		t.Fatalf("got %+v, %v", cases, missing)
	}
	c := cases[0].checks[0]
	if c.steps != 14 || c.states != 5490 || !slices.Equal(c.violated, []string{"p-q", "r"}) || !slices.Equal(c.rules, []string{"One", "Two"}) || c.command != "lockcheck check x" {
		t.Errorf("got %+v", c)
	}
	if got := c.answerLine(); got != strings.Split(text, "\n")[c.line] {
		t.Errorf("written back: %s", got)
	}
	for _, e := range []struct{ old, new, want string }{
		{"### C2, C11: a title", "### C2 a title", "not a heading of a case"},
		{"# repaired: SAFE", "# repaired: UNSAFE: p", "this label means SAFE"},
		{"# repaired: SAFE", "# fixed: SAFE", "this label means"},
		{"# repaired: SAFE", "# repaired: SAVE", "not an answer"},
		{"lockcheck check y\n", "", "an answer without its command"},
		{"lockcheck check y", "lockcheck graph y", "not an answer"},
		{"lockcheck check x\n", "lockcheck check x\nlockcheck check z\n", "not an answer"},
		{"- C3, C4: needs", "- C3 needs", "not an item"},
		{"### C2, C11: a title\n", "", "outside of a case"},
		{"```\n\n## Not", "\n## Not", "not an answer"},
	} {
		if _, _, err := parseCases(strings.Replace(text, e.old, e.new, 1)); err == nil || !strings.Contains(err.Error(), e.want) {
			t.Errorf("with %q: got %v, want %q", e.new, err, e.want)
		}
	}
}
