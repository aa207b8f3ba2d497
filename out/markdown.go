package out

import (
	"fmt"
	"html"
	"io"
	"strings"

	"lockcheck/checker"
)

// mostMarkdown keeps a report below what GitHub shows of a summary, 1 MiB.
const mostMarkdown = 1_000_000

// Markdown writes the answer as GitHub and others show it in pull requests and
// job summaries: the verdict and a sentence, the counterexample as a Mermaid
// diagram, and the details folded. Names and messages of the model are escaped,
// so that they can neither break the page nor mention anybody.
func Markdown(w io.Writer, r *Report) error {
	m := &markdown{r: r, q: shown(r)}
	m.report()
	_, err := io.WriteString(w, m.b.String())
	return err
}

// markdown is a report in the making.
type markdown struct {
	b strings.Builder
	r *Report
	q *checker.PropertyResult // whose counterexample is shown, or a run, or nil
}

func (m *markdown) line(text string) { m.b.WriteString(text + "\n") }

// paragraph writes text that is escaped already.
func (m *markdown) paragraph(text string) { m.line(text + "\n") }

func (m *markdown) report() {
	res := m.r.Result
	head := "### " + strings.ToUpper(res.Verdict.String()) + ": " + mdText(m.r.Model.Name)
	if m.r.Model.Title != "" {
		head += " (" + mdText(m.r.Model.Title) + ")"
	}
	m.paragraph(head)
	p := &printer{r: m.r}
	switch broken := explained(res); {
	case broken != nil:
		m.unsafe(broken)
	case res.Verdict == checker.Safe:
		m.paragraph(mdText(fmt.Sprintf("%s in every reachable state (%s).", p.allHold(), p.counts())))
		if missed := unreached(res); len(missed) > 0 {
			m.paragraph("But never exercised: " + mdText(strings.Join(missed, "; ")))
		}
	case res.Limit != nil:
		m.paragraph(mdText(sentence(LimitText(res.Limit)) + " " + bounded(res)))
	}
	if m.q != nil && m.q.Decision != checker.Violated {
		m.paragraph("A run that is not known to violate anything, of " + plural(len(m.q.Trace.Steps), "step") + ":")
		m.diagram()
		m.folded("Steps and faults", m.steps)
	}
	m.question(p)
	m.properties()
	if command := commandOf(m.r); command != "" {
		m.paragraph("Again: " + mdCode(command))
	}
}

// unsafe writes the counterexample.
func (m *markdown) unsafe(broken *checker.PropertyResult) {
	text := fmt.Sprintf("%s is violated after %s, %s.", mdCode(broken.Name), plural(len(broken.Trace.Steps), "step"), mdText(faultCount(broken.Trace)))
	if says := m.r.Meanings[broken.Name].Broken; says != "" {
		text += " " + mdText(sentence(says))
	}
	m.paragraph(text)
	if count := countText(m.r, broken); count != "" {
		m.paragraph(mdText(count))
	}
	if m.q == nil {
		return
	}
	if story := storyOf(m.q.Trace); story != "" {
		m.paragraph("In short: " + mdText(story))
	}
	m.diagram()
	for _, x := range m.r.Remedies {
		if x.Verdict == checker.Safe {
			text := "Would stop it: " + mdCode(x.Flags)
			if x.Title != "" {
				text += " (" + mdText(x.Title) + ")"
			}
			m.paragraph(text + ", checked again: SAFE")
		}
	}
	m.folded("Steps and faults", m.steps)
	m.folded("Why, and who believed what", m.why)
}

func (m *markdown) diagram() { m.paragraph("```mermaid\n" + mermaidOf(m.r, m.q) + "```") }

// folded writes details that one can open.
func (m *markdown) folded(summary string, inside func()) {
	m.line("<details><summary>" + mdText(summary) + "</summary>\n")
	inside()
	m.line("\n</details>\n")
}

// steps writes a table of all steps, as far as there is room.
func (m *markdown) steps() {
	t, scene := m.q.Trace, sceneOf(m.r, m.q)
	times := timesOf(t, allDigits)
	m.line("| # | who | step | what happens | what changes |")
	m.line("|--:|---|---|---|---|")
	for i := range t.Steps {
		if m.b.Len() > mostMarkdown/2 {
			m.paragraph(fmt.Sprintf("\n%s left out: the report would be too long.", plural(len(t.Steps)-i, "step")))
			return
		}
		s := &t.Steps[i]
		step := mdCode(clip(strings.TrimSpace(s.Line + " " + callOf(s))))
		if times != nil {
			step += " at " + mdText(times[i])
		}
		if i == len(t.Steps)-1 && scene.end != "" {
			step += " **" + scene.end + "**"
		}
		who := "environment"
		switch lane := scene.steps[i].lane; {
		case s.Fault != "":
			who = "**fault " + mdText(clip(s.Fault)) + "**"
		case !scene.steps[i].environment && lane >= 0:
			who = mdText(clip(scene.parties[lane].name))
		}
		m.line(fmt.Sprintf("| %d | %s | %s | %s | %s |", i+1, who, step, mdText(clip(told(s))), m.changes(s)))
	}
}

// changes lists what a step changes, but for what only history knows.
func (m *markdown) changes(s *checker.Step) string {
	const most = 20
	var all []string
	more := 0
	for _, c := range s.Changes {
		switch {
		case m.r.Owners.Of(c.Path) == History:
		case len(all) == most:
			more++
		default:
			all = append(all, mdCode(clip(c.Path+": "+undefinedText(c.From)+" -> "+undefinedText(c.To))))
		}
	}
	if more > 0 {
		all = append(all, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, "<br>")
}

// why writes why the property is false, and the table of beliefs.
func (m *markdown) why() {
	t := m.q.Trace
	switch f := t.Why.Failure; {
	case f != nil:
		m.paragraph("Why: " + mdText(clip(failureText(f, t.Why.Expr))))
	case t.Why.Expr != "":
		expr := t.Why.FalseConjunct
		if expr == "" {
			expr = t.Why.Expr
		}
		m.paragraph("False: " + mdCode(clip(expr)))
		for _, v := range t.Why.Values {
			m.line("- " + mdCode(clip(v.Path+" = "+undefinedText(v.To))))
		}
	}
	for _, row := range BeliefOf(t).Rows() {
		m.line("- " + mdText(row[0]+" "+clip(row[1])))
	}
}

// question writes for what the verdict is meant.
func (m *markdown) question(p *printer) {
	c := &m.r.Config
	m.folded("Checked for", func() {
		for _, q := range c.Params {
			m.line("- " + mdCode("--"+q.Flag+" "+q.Value))
		}
		if text := faultsText(c); text != "" {
			m.line("- faults: " + mdText(text))
		}
		if c.Timing != "" {
			m.line("- timing: " + mdText(timingText(c)))
		}
		if mg := m.r.Margin; mg != nil {
			m.line("- margin: " + mdText(mg.text()))
		}
		for _, a := range m.r.Assumptions {
			m.line("- assumes: " + mdText(a))
		}
		for _, n := range m.r.Notes {
			m.line("- note: " + mdText(n))
		}
		m.line("- search: " + mdText(p.counts()))
		m.line("- by " + mdText(m.r.Tool) + ", model " + mdCode(m.r.Model.File) + " " + mdCode(m.r.Model.SHA256))
	})
}

// properties writes the decisions.
func (m *markdown) properties() {
	m.folded("Properties", func() {
		m.line("| property | decision | what it says |")
		m.line("|---|---|---|")
		for i, q := range m.r.Result.Properties {
			if m.b.Len() > mostMarkdown*3/4 {
				m.paragraph(fmt.Sprintf("\n%s more are left out: the report would be too long.", plural(len(m.r.Result.Properties)-i, "property")))
				return
			}
			m.line(fmt.Sprintf("| %s | %s | %s |", mdCode(clip(q.Name)), mdText(decisionText(q)), mdText(m.r.Meanings[q.Name].Says)))
		}
	})
}

// clip shortens what is too long for a table.
func clip(text string) string {
	const longest = 400
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "..."
	}
	return text
}

// Signs to which Markdown gives a meaning, anywhere or at the beginning; and what
// GitHub makes links of in plain text, however it is escaped.
var (
	mdSpecial   = strings.NewReplacer(`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "#", `\#`, "|", `\|`, "~", `\~`)
	mdBeginning = "-+=.)" // after digits, if any
	mdLinked    = []string{"@", "#", "://", "www.", "gh-"}
)

// linkAt finds the first sign or word of which a link is made, -1 if there is none.
// Those of letters count in capitals too, where a word begins.
func linkAt(text string) (from, to int) {
	for i := range len(text) {
		for _, l := range mdLinked {
			if len(text)-i < len(l) || !strings.EqualFold(text[i:i+len(l)], l) {
				continue
			}
			if !wordByte(l[0]) || i == 0 || !wordByte(text[i-1]) {
				return i, i + len(l)
			}
		}
	}
	return -1, -1
}

// wordByte reports whether a byte is of a word, as regular expressions have it.
func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// mdText writes text so that Markdown shows it as it is, in a paragraph, a list
// or a table. An empty comment breaks what would become a link or a mention.
func mdText(text string) string {
	text = dotted(strings.Join(strings.Fields(text), " "))
	var b strings.Builder
	for text != "" {
		from, to := linkAt(text)
		if from < 0 {
			b.WriteString(mdEscaped(text))
			break
		}
		b.WriteString(mdEscaped(text[:from+1]) + "<!-- -->" + mdEscaped(text[from+1:to]))
		text = text[to:]
	}
	escaped := b.String()
	rest := strings.TrimLeft(escaped, "0123456789")
	if rest != "" && strings.Contains(mdBeginning, rest[:1]) {
		return strings.TrimSuffix(escaped, rest) + `\` + rest
	}
	return escaped
}

// mdEscaped escapes signs. A dollar may begin a formula, and GitHub's advice is
// to put it into an element.
func mdEscaped(text string) string {
	text = html.EscapeString(mdSpecial.Replace(text))
	return strings.ReplaceAll(text, "$", "<span>$</span>")
}

// mdCode writes text as code, if it can be.
func mdCode(text string) string {
	text = dotted(strings.Join(strings.Fields(text), " "))
	if text != "" && !strings.ContainsAny(text, "`|\\") { // of which none can stand between backticks, or in a table
		return "`" + text + "`"
	}
	return mdText(text)
}

// callOf writes a step as a call: "Grant(A)".
func callOf(s *checker.Step) string {
	var values []string
	for _, a := range s.Args {
		values = append(values, a.Value)
	}
	if values == nil {
		return s.Rule
	}
	return s.Rule + "(" + strings.Join(values, ", ") + ")"
}
