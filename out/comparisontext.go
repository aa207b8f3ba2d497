package out

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// widestName bounds the column of names; longer ones have a line of their own.
const widestName = 34

// ComparisonText writes the comparison for people: a table of the checks, then
// each difference in a line with its place in the suite.
func ComparisonText(w io.Writer, c *Comparison, opt TextOptions) error {
	var b strings.Builder
	b.WriteString(c.table(opt))
	b.WriteString(c.findings(opt))
	b.WriteString("\n" + c.sentence() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// table lists the checks: what was expected and what was found.
func (c *Comparison) table(opt TextOptions) string {
	width := len("check")
	for i := range c.Checks {
		width = max(width, min(columns(c.Checks[i].Name), widestName))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %s  expected    found       %10s  %5s\n", pad("check", width), "states", "steps")
	for i := range c.Checks {
		k := &c.Checks[i]
		line := k.mark() + " " + pad(k.Name, width)
		if columns(k.Name) > width {
			line = k.mark() + " " + k.Name + "\n" + strings.Repeat(" ", 2+width)
		}
		line += "  " + pad(wantedText(k.Wanted), 10) + "  "
		found, look, states, steps := "not checked", caution, "", ""
		if k.Report != nil {
			res := k.Report.Result
			found, states = strings.ToUpper(k.Verdict()), Number(res.States)
			if q := explained(res); q != nil {
				steps = strconv.Itoa(q.Depth)
			}
			look = map[checker.Verdict]style{checker.Safe: good, checker.Unsafe: bad}[res.Verdict]
			if look == plain {
				look = caution
			}
		}
		line += paint(found, look, opt.Colour) + strings.Repeat(" ", max(12-columns(found), 1))
		line += fmt.Sprintf("%10s  %5s", states, steps)
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

// wantedText is what is expected, in a word.
func wantedText(w Wanted) string {
	if w.Verdict == "" {
		return "any"
	}
	return strings.ToUpper(w.Verdict)
}

// mark draws the eye to what is not as it should be; findings has the words.
func (k *Compared) mark() string {
	switch {
	case k.Failed():
		return "!"
	case k.Open():
		return "?"
	case len(k.Differences) > 0:
		return "~"
	}
	return " "
}

// findings lists what differs and what is not decided, a line each.
func (c *Comparison) findings(opt TextOptions) string {
	var b strings.Builder
	for i := range c.Checks {
		k := &c.Checks[i]
		say := func(word string, look style, text string) {
			fmt.Fprintf(&b, "%s: %s: %s: %s\n", k.At.text(), paint(word, look, opt.Colour), k.Name, text)
		}
		for _, d := range k.Differences {
			if d.Severity == Error {
				say("error", bad, d.String())
			} else {
				say("warning", caution, d.String())
			}
		}
		switch {
		case k.Report == nil:
			say("not checked", caution, k.Skipped)
		case k.Open():
			say("not decided", caution, k.why())
		}
	}
	for _, name := range c.Surplus {
		fmt.Fprintf(&b, "%s: %s: %s: the suite has no such check\n", c.Baseline, paint("warning", caution, opt.Colour), name)
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n" + b.String()
}

// why says what kept a check from deciding what is expected.
func (k *Compared) why() string {
	if l := k.Report.Result.Limit; l != nil {
		return LimitText(l)
	}
	return "the search ended before all properties were decided"
}

// text writes a place as editors read it.
func (p Place) text() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// sentence sums up.
func (c *Comparison) sentence() string {
	t := c.Tally()
	parts := []string{fmt.Sprintf("%s as expected", Number(int64(t.Expected)))}
	for _, p := range []struct {
		n    int
		text string
	}{
		{t.Differ, map[bool]string{true: "differs", false: "differ"}[t.Differ == 1]}, {t.Changed, "as expected though the model changed"}, {t.Open - t.Skipped, "not decided"}, {t.Skipped, "not checked"},
	} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", Number(int64(p.n)), p.text))
		}
	}
	return fmt.Sprintf("%s: %s.", plural(t.Checks, "check"), strings.Join(parts, ", "))
}
