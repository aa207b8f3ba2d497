package out

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
)

// mostSummaryColumns is how many properties have columns in the matrix; where
// there are more, one column names those that are violated.
const mostSummaryColumns = 6

// Summary writes a comparison as Markdown for the summary of a job: the matrix of
// the answers, and for each that differs a sentence, the run as a Mermaid diagram,
// and folded details. It always stays below 1 MiB, which is all that GitHub shows,
// and says at its end what is left out for that.
func Summary(w io.Writer, c *Comparison) error {
	_, err := io.WriteString(w, summaryOf(c, mostMarkdown))
	return err
}

func summaryOf(c *Comparison, most int) string {
	const last = 500 // for what is said of what is left out
	var b strings.Builder
	b.WriteString(summaryHead(c))
	rows, hidden := summaryMatrix(c, most/2)
	b.WriteString(rows)
	if text := surplusText(c); text != "" {
		b.WriteString(mdText(sentence(text)) + "\n\n")
	}
	findings := summaryFindings(c)
	var sections []string
	size := b.Len()
	for _, f := range findings {
		text := f.section(false)
		if size+len(text) > most-last {
			break
		}
		sections = append(sections, text)
		size += len(text)
	}
	missing := len(findings) - len(sections)
	// The runs follow as far as there is room. To draw one only to find that there
	// is none would take long, so the first that is too long is the last to be tried.
	short, room := 0, true
	for i, text := range sections {
		if findings[i].shown() == nil {
			continue
		}
		if room {
			text = findings[i].section(true)
			room = size-len(sections[i])+len(text) <= most-last
		}
		if !room {
			short++
			continue
		}
		size += len(text) - len(sections[i])
		sections[i] = text
	}
	b.WriteString(strings.Join(sections, ""))
	var left []string
	for _, x := range []struct {
		n    int
		what string
	}{{hidden, "row"}, {short, "run"}, {missing, "finding"}} {
		if x.n > 0 {
			left = append(left, plural(x.n, x.what))
		}
	}
	if len(left) > 0 {
		b.WriteString("Left out, for the summary would be too long: " + strings.Join(left, ", ") + ".\n")
	}
	return b.String()
}

// summaryFindings are what is not as expected: what differs and is an error
// first, then what is not known, then what has changed.
func summaryFindings(c *Comparison) []*finding {
	var differ, open, changed []*finding
	for i := range c.Checks {
		said := ""
		for _, f := range findingsOf(&c.Checks[i]) {
			reason := f.open()
			switch {
			case f.failed():
				differ = append(differ, &f)
			case len(f.differs) > 0:
				changed = append(changed, &f)
			case reason != "" && reason != said:
				said = reason
				open = append(open, &finding{check: f.check})
			}
		}
	}
	return slices.Concat(differ, open, changed)
}

// comparisonTitle says how many checks are not as expected.
func comparisonTitle(c *Comparison) string {
	count := map[string]int{}
	for i := range c.Checks {
		count[c.Checks[i].compared()]++
	}
	n := len(c.Checks)
	text := "lockcheck: "
	switch differ := count[markDiffers]; differ {
	case 0:
		text += fmt.Sprintf("of %s none differs", plural(n, "check"))
	case 1:
		text += fmt.Sprintf("1 of %s differs", plural(n, "check"))
	default:
		text += fmt.Sprintf("%s of %s differ", Number(int64(differ)), plural(n, "check"))
	}
	for _, mark := range []string{markOpen, markSkipped} {
		if k := count[mark]; k > 0 {
			text += fmt.Sprintf(", %s %s", Number(int64(k)), mark)
		}
	}
	return text
}

func summaryHead(c *Comparison) string {
	text := "## " + comparisonTitle(c) + "\n\n"
	if c.Suite != "" {
		text += "Suite " + mdCode(c.Suite) + ", by " + mdText(c.Tool) + ".\n\n"
	}
	return text
}

// summaryMatrix writes a row for each check, as far as there is room, and says
// how many are left out: first those that are as expected.
func summaryMatrix(c *Comparison, most int) (text string, hidden int) {
	if len(c.Checks) == 0 {
		return "", 0
	}
	names := c.propertyNames()
	shown := names
	if len(names) > mostSummaryColumns {
		shown = nil
	}
	head := "| check | verdict |"
	for _, n := range shown {
		head += " " + mdCode(clip(n)) + " |"
	}
	if shown == nil && len(names) > 0 {
		head += " violated |"
	}
	head += " states | compared |\n"
	columns := strings.Count(strings.ReplaceAll(head, `\|`, ""), "|") - 1
	head += "|" + strings.Repeat("---|", columns-2) + "---:|---|\n"
	rows := make([]string, len(c.Checks))
	size := len(head)
	for _, unexpected := range []bool{true, false} {
		for i := range c.Checks {
			k := &c.Checks[i]
			if mark := k.compared(); (mark != markExpected) != unexpected {
				continue
			}
			if row := k.row(shown, len(names) > 0); size+len(row) <= most {
				rows[i] = row
				size += len(row)
			} else {
				hidden++
			}
		}
	}
	return head + strings.Join(rows, "") + "\n", hidden
}

// propertyNames lists the properties of all checks, each once.
func (c *Comparison) propertyNames() []string {
	var names []string
	for i := range c.Checks {
		if r := c.Checks[i].Report; r != nil {
			for _, q := range r.Result.Properties {
				if !contains(names, q.Name) {
					names = append(names, q.Name)
				}
			}
		}
	}
	return names
}

// How a check compares with what is expected.
const (
	markDiffers  = "differs"
	markOpen     = "not decided"
	markSkipped  = "not checked"
	markChanged  = "as expected, but changed"
	markExpected = "as expected"
)

// compared says in a word or two how a check compares with what is expected.
func (c *Compared) compared() string {
	switch {
	case c.Failed():
		return markDiffers
	case c.Report == nil:
		return markSkipped
	case c.Open():
		return markOpen
	case len(c.Differences) > 0:
		return markChanged
	}
	return markExpected
}

// row is a check in the matrix; without columns one cell names what is violated.
func (c *Compared) row(columns []string, properties bool) string {
	cells := []string{mdText(clip(c.Name)), ""}
	decided := map[string]checker.PropertyResult{}
	var violated []string
	states := ""
	if c.Report != nil {
		res := c.Report.Result
		cells[1], states = strings.ToUpper(res.Verdict.String()), Number(res.States)
		for _, q := range res.Properties {
			decided[q.Name] = q
			if q.Decision == checker.Violated {
				violated = append(violated, mdCode(clip(q.Name)))
			}
		}
	}
	for _, n := range columns {
		q, ok := decided[n]
		switch {
		case !ok:
			cells = append(cells, "")
		case q.Decision == checker.Violated:
			cells = append(cells, fmt.Sprintf("**VIOLATED** (%s)", Number(int64(q.Depth))))
		default:
			cells = append(cells, q.Decision.String())
		}
	}
	if columns == nil && properties {
		cells = append(cells, strings.Join(violated, ", "))
	}
	mark := c.compared()
	if mark == markDiffers {
		mark = "**" + mark + "**"
	}
	return "| " + strings.Join(append(cells, states, mark), " | ") + " |\n"
}

// section tells a finding: with the run, or only in a sentence.
func (f *finding) section(run bool) string {
	m := &markdown{r: f.check.Report, q: f.shown()}
	head := "### " + mdText(clip(f.check.Name))
	if f.property != nil {
		head += ": " + mdText(clip(f.property.Name))
	}
	m.paragraph(head)
	m.paragraph(mdText(clip(f.sentence())))
	if m.q != nil {
		if says := m.r.Meanings[m.q.Name].Broken; says != "" {
			m.paragraph(mdText(clip(sentence(says))))
		}
	}
	if m.q != nil && run {
		if story := storyOf(m.q.Trace); story != "" {
			m.paragraph("In short: " + mdText(clip(story)))
		}
		m.diagram()
		m.folded("Steps and faults", m.steps)
		m.folded("Why, and who believed what", m.why)
		m.question(&printer{r: m.r})
	}
	if f.check.Command != "" {
		m.paragraph("Again: " + mdCode("lockcheck check "+clip(f.check.Command)))
	}
	return m.b.String()
}
