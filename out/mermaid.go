package out

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"lockcheck/checker"
)

// mostMermaid keeps a diagram below what Mermaid takes, which is 50,000
// characters unless a page is set up otherwise.
const mostMermaid = 48_000

// Mermaid writes a counterexample, or another run, as a sequence diagram, which GitHub, GitLab
// and others draw where a block of code is marked mermaid. q is a violated
// property, or nil for the one that the text shows.
//
// A step that takes a message is an arrow from where the message comes from, any
// other step an arrow from its party to itself; what is nobody's own doing is a
// note. A bar says that a client believes to hold the lock.
func Mermaid(w io.Writer, r *Report, q *checker.PropertyResult) error {
	if q == nil {
		q = shown(r)
	}
	_, err := io.WriteString(w, mermaidOf(r, q))
	return err
}

func mermaidOf(r *Report, q *checker.PropertyResult) string {
	if q == nil {
		return "sequenceDiagram\n    participant p0 as lockcheck\n    Note over p0: " + mermaidText(noTrace(r)) + "\n"
	}
	m := &mermaid{scene: sceneOf(r, q)}
	m.believing = make([]bool, len(m.scene.parties))
	m.steps()
	return m.head(r) + m.shortened() + m.tail()
}

// mermaid is a diagram in the making.
type mermaid struct {
	scene     *scene
	chunks    []chunk // by step
	believing []bool  // by lane
}

// chunk is what is written of a step; bars begin and end beliefs.
type chunk struct{ text, bars, end string }

func (m *mermaid) line(b *strings.Builder, format string, args ...any) {
	b.WriteString("    " + fmt.Sprintf(format, args...) + "\n")
}

// head declares who takes part.
func (m *mermaid) head(r *Report) string {
	var b strings.Builder
	b.WriteString("sequenceDiagram\n")
	m.line(&b, "accTitle: %s", mermaidText(r.Model.Name+": "+m.scene.title))
	m.line(&b, "accDescr: %s", mermaidText(m.scene.summary()))
	if len(m.scene.parties) == 0 {
		m.line(&b, "participant p0 as %s", mermaidName(r.Model.Name))
	}
	for i, p := range m.scene.parties {
		m.line(&b, "participant p%d as %s", i, mermaidName(p.name))
	}
	return b.String()
}

// tail says what is violated, and ends what is still open.
func (m *mermaid) tail() string {
	var b strings.Builder
	if len(m.scene.steps) == 0 {
		m.line(&b, "Note over p0: %s in the start state<br/>%s", orText(m.scene.end, "END"), mermaidText(m.scene.title))
	}
	for lane, on := range m.believing {
		if on {
			m.line(&b, "deactivate p%d", lane)
		}
	}
	return b.String()
}

// steps writes every step.
func (m *mermaid) steps() {
	for i := range m.scene.steps {
		var text, bars, end strings.Builder
		s := &m.scene.steps[i]
		marked := s.last && m.scene.end != ""
		if marked {
			m.line(&text, "rect rgb(255, 224, 224)")
		}
		m.step(&text, s)
		m.beliefs(&text, &bars, s)
		if marked {
			m.line(&end, "Note over %s: %s<br/>%s", m.everybody(), m.scene.end, mermaidText(m.scene.title))
			m.line(&end, "end")
		}
		m.chunks = append(m.chunks, chunk{text.String(), bars.String(), end.String()})
	}
}

// summary is a run in a sentence.
func (s *scene) summary() string {
	text := plural(len(s.steps), "step") + ", " + faultCount(s.trace) + "."
	switch s.end {
	case "":
		return "A run of " + text
	case "VIOLATION":
		return s.property + " is violated after " + text
	}
	return s.title + ": " + text
}

func (m *mermaid) everybody() string {
	if n := len(m.scene.parties); n > 1 {
		return fmt.Sprintf("p0,p%d", n-1)
	}
	return "p0"
}

// step writes what happens in a step.
func (m *mermaid) step(b *strings.Builder, s *sceneStep) {
	lane := max(s.lane, 0)
	text := mermaidText(stepText(m.scene, s))
	arrived := false
	for _, x := range m.scene.messages {
		if x.to != s.index {
			continue
		}
		switch {
		case x.lost:
			m.line(b, "p%d-xp%d: lost, sent in step %d", x.source, x.target, x.from)
		case s.Fault != "" || arrived:
			m.line(b, "p%d-->>p%d: from step %d%s", x.source, x.target, x.from, lateText(x))
		default:
			m.line(b, "p%d->>p%d: %s, sent in step %d%s", x.source, x.target, text, x.from, lateText(x))
			arrived = true
		}
	}
	switch {
	case arrived:
	case s.environment:
		m.line(b, "Note over p%d: %s", lane, text)
	default:
		m.line(b, "p%d->>p%d: %s", lane, lane, text)
	}
}

func lateText(x message) string {
	if x.late {
		return ", held up"
	}
	return ""
}

// stepText says in one line what happens: "6. D1 Deliver, token 2".
func stepText(s *scene, step *sceneStep) string {
	own := ""
	if step.lane >= 0 {
		own = s.parties[step.lane].name
	}
	text := fmt.Sprintf("%d. ", step.index)
	switch {
	case step.Fault != "":
		text += "fault " + step.Fault + ", " + step.Rule
	case step.Line == "":
		text += "environment, " + step.Rule
	default:
		text += step.Line + " " + step.Rule
	}
	for _, a := range step.Args {
		if a.Value != own {
			text += " " + a.Value
		}
	}
	if step.token != "" {
		text += ", token " + step.token
	}
	if step.time != "" {
		text += ", at " + step.time
	}
	return text
}

// beliefs writes what a step changes in who believes and who holds.
func (m *mermaid) beliefs(text, bars *strings.Builder, s *sceneStep) {
	belief := m.scene.belief
	if !belief.Known.Believes {
		return
	}
	for lane, p := range m.scene.parties {
		if p.kind != clientParty {
			continue
		}
		before, after := belief.Mark(p.name, s.index-1), belief.Mark(p.name, s.index)
		believes := belief.Believes[s.index][p.name]
		if before != after {
			if words := markText(after); words != "" {
				m.line(text, "Note over p%d: %s %s", lane, mermaidText(p.name), words)
			}
		}
		if believes != m.believing[lane] {
			word := "activate"
			if !believes {
				word = "deactivate"
			}
			m.line(bars, "%s p%d", word, lane)
			m.believing[lane] = believes
		}
	}
}

// markText says what a mark means.
func markText(mark string) string {
	switch mark {
	case markBoth:
		return "holds the lock"
	case markFalse:
		return "BELIEVES to hold the lock, and does not"
	case markOwed:
		return "is the owner for the service, and does not rely on it"
	}
	return ""
}

// shortened joins the steps. If the diagram would be too long for Mermaid, steps
// in the middle are left out, which it says, and the bars too, for some of their
// ends would be missing.
func (m *mermaid) shortened() string {
	all, size := "", 4096 // head, tail, and what is said of steps left out
	for _, c := range m.chunks {
		all += c.text + c.bars + c.end
		size += len(c.text) + len(c.end)
	}
	if len(all)+4096 <= mostMermaid {
		return all
	}
	from, to := len(m.chunks)/2, len(m.chunks)/2
	for size > mostMermaid && to-from < len(m.chunks)-2 {
		at := to
		if from > len(m.chunks)-to {
			from--
			at = from
		} else {
			to++
		}
		size -= len(m.chunks[at].text)
	}
	m.believing = nil
	var b strings.Builder
	for i, c := range m.chunks {
		if i == from && from < to {
			m.line(&b, "Note over %s: steps %d to %d are left out: the diagram would be too long", m.everybody(), from+1, to)
		}
		if i < from || i >= to {
			b.WriteString(c.text + c.end)
		}
	}
	return b.String()
}

// endings finds the word that ends a block in Mermaid.
func endings(text string) map[int]bool {
	const end = "end"
	found := map[int]bool{}
	for i := 0; i+len(end) <= len(text); i++ {
		after := i + len(end)
		if strings.EqualFold(text[i:after], end) && (i == 0 || !wordByte(text[i-1])) && (after == len(text) || !wordByte(text[after])) {
			found[i] = true
		}
	}
	return found
}

// mermaidText writes text so that Mermaid takes it for text: on one line, not
// too long, and with codes in place of signs that mean something to its parser,
// or to the HTML that it makes.
func mermaidText(text string) string { return mermaidCoded(text, " .,()_/!?'=-") }

// mermaidName is mermaidText for names of participants, which end at more signs.
func mermaidName(text string) string { return mermaidCoded(text, " _") }

// mermaidCoded leaves letters, digits and the given signs as they are; a hyphen
// only within a word, for elsewhere it may begin an arrow.
func mermaidCoded(text, signs string) string {
	const longest = 300
	text = dotted(strings.Join(strings.Fields(text), " "))
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "..."
	}
	coded := endings(text) // their first letters
	var b strings.Builder
	last := ' '
	for i, r := range text {
		plain := letterOrDigit(r) || r > unicode.MaxASCII || strings.ContainsRune(signs, r)
		if r == '-' {
			next, _ := utf8.DecodeRuneInString(text[i+1:])
			plain = plain && letterOrDigit(last) && letterOrDigit(next)
		}
		if plain && !coded[i] {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "#%d;", r)
		}
		last = r
	}
	return b.String()
}

func letterOrDigit(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
