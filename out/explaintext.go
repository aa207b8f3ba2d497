package out

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// ExplainText writes the explanation for people: the answer to the question
// itself, the smallest sets of faults, and what would help.
func ExplainText(w io.Writer, e *Explanation, opt TextOptions) error {
	p := &printer{r: e.Report, opt: opt}
	p.answer(e)
	p.sets(e.Sets)
	if r := e.Repairs; r != nil && len(r.Changes) > 0 {
		p.repairs(r)
	}
	p.blank()
	p.question()
	p.bullets("Assumes", e.Report.Assumptions)
	p.bullets("Note", e.Report.Notes)
	return p.flush(w)
}

// rule writes a title across the page.
func (p *printer) rule(title string) {
	p.blank()
	p.line(paint(title, bold, p.opt.Colour) + " " + strings.Repeat("-", max(width-columns(title)-1, 0)))
}

// answer writes the verdict and what was found, in a few sentences.
func (p *printer) answer(e *Explanation) {
	res := e.Report.Result
	switch q := explained(res); {
	case q != nil:
		p.head("UNSAFE", bad)
		p.paragraph(fmt.Sprintf("%s is violated after %s, %s.", q.Name, plural(len(q.Trace.Steps), "step"), faultCount(q.Trace)))
		if m := p.r.Meanings[q.Name]; m.Broken != "" {
			p.paragraph(sentence(m.Broken))
		}
	case res.Verdict == checker.Safe:
		p.head("SAFE", good)
		p.paragraph(fmt.Sprintf("%s in every reachable state (%s).", p.allHold(), p.counts()))
	default:
		p.head("INCOMPLETE", caution)
		if res.Limit != nil {
			p.paragraph(sentence(LimitText(res.Limit)))
		}
		p.paragraph(bounded(res))
	}
	p.paragraph(e.Sets.sentence())
	if e.Repairs != nil {
		p.paragraph(e.Repairs.sentence())
	}
}

// sentence sums up the sets.
func (f *FaultSets) sentence() string {
	n := len(f.Minimal)
	switch {
	case n == 0 && !f.Complete():
		return "No set of faults was found that breaks it, but not everything is decided."
	case n == 0 && len(f.Kinds) == 0:
		return "No fault is in question."
	case n == 0:
		return "No set of faults breaks it."
	case n == 1 && f.none(0):
		return "It breaks without any fault."
	case !f.Complete():
		return fmt.Sprintf("%s of faults %s found that %s it; not everything is decided.", plural(n, "set"), wasOrWere(n), verb(n, "break"))
	case n == 1:
		return "One smallest set of faults breaks it; all others that do contain it."
	}
	return fmt.Sprintf("%d smallest sets of faults break it; all others that do contain one of them.", n)
}

// none reports whether minimal set i is that without faults.
func (f *FaultSets) none(i int) bool {
	return !slices.ContainsFunc(f.Minimal[i].Budgets, func(n int) bool { return n != 0 })
}

// sentence sums up the repairs.
func (r *Repairs) sentence() string {
	alone := 0
	for _, s := range r.Sets {
		if len(s.Changes) == 1 {
			alone++
		}
	}
	n := len(r.Changes)
	switch together := len(r.Sets) - alone; {
	case n == 0:
		return "No change of its parameters is known that might help."
	case len(r.Sets) == 0 && r.Limit != nil:
		return fmt.Sprintf("Of %s that might help none was seen to, but not everything is decided.", plural(n, "change"))
	case len(r.Sets) == 0:
		if n == 1 {
			return "The one change that might help does not."
		}
		return fmt.Sprintf("Of %s that might help none does, nor do %d of them together.", plural(n, "change"), min(r.Most, n))
	case together == 0:
		return fmt.Sprintf("Of %s that might help %d %s enough alone.", plural(n, "change"), alone, areOrIs(alone))
	case alone == 0:
		return fmt.Sprintf("Of %s that might help none is enough alone; %s of them %s.", plural(n, "change"), plural(together, "set"), areOrIs(together))
	default:
		return fmt.Sprintf("Of %s that might help %d %s enough alone, and so %s %s of others.", plural(n, "change"), alone, areOrIs(alone), areOrIs(together), plural(together, "set"))
	}
}

func wasOrWere(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func verb(n int, s string) string {
	if n == 1 {
		return s + "s"
	}
	return s
}

// text writes budgets as --faults takes them, or "no fault".
func (f *FaultSets) text(b Budgets) string {
	var parts []string
	for i, n := range b {
		switch {
		case n == AnyNumber:
			parts = append(parts, f.Kinds[i].Kind)
		case n > 0:
			parts = append(parts, f.Kinds[i].Kind+"="+strconv.Itoa(n))
		}
	}
	if parts == nil {
		return "no fault"
	}
	return strings.Join(parts, ",")
}

// sets writes the smallest sets, and the proof.
func (p *printer) sets(f *FaultSets) {
	p.rule("Smallest sets of faults")
	if len(f.Minimal) > 0 {
		wide := columns("Faults")
		for i := range f.Minimal {
			wide = max(wide, columns(f.text(f.Minimal[i].Budgets)))
		}
		p.show(pad("Faults", wide)+"  Steps  Violated", bold)
		for i := range f.Minimal {
			s := &f.Minimal[i]
			q := explained(s.Report.Result)
			p.line(fmt.Sprintf("%s  %5d  %s", pad(f.text(s.Budgets), wide), len(q.Trace.Steps), q.Name))
		}
		for i := range f.Minimal {
			p.set(f, &f.Minimal[i])
		}
		p.blank()
	}
	p.proof(f)
	if len(f.Minimal) > 0 && p.r.Result.Verdict == checker.Safe {
		p.field("Ask next", "explain with one of these sets, to see what would help against it: --faults "+f.text(f.Minimal[0].Budgets))
	}
}

// set tells how one set breaks it.
func (p *printer) set(f *FaultSets, s *FaultSet) {
	q := explained(s.Report.Result)
	p.blank()
	p.show(f.text(s.Budgets), bold)
	if story := storyOf(q.Trace); story != "" {
		p.indented(story)
	}
	if !s.Proved {
		p.indented("Not proved to be smallest: a limit came before it was clear that one fault less is SAFE.")
	}
	p.line("    lockcheck check " + s.Report.Command) // not wrapped: it is there to be copied
	if p.opt.Full {
		in := &printer{r: s.Report, opt: p.opt}
		in.opt.Full = false
		in.blank()
		in.trace(q)
		in.blank()
		in.reason(q)
		p.b.WriteString(in.b.String())
	}
}

// proof says why nothing else breaks it, or what is left to prove.
func (p *printer) proof(f *FaultSets) {
	var per []string
	for i, k := range f.Kinds {
		if k.Per != "" && slices.ContainsFunc(f.Minimal, func(s FaultSet) bool { return s.Budgets[i] > 0 }) {
			per = append(per, k.Kind)
		}
	}
	if len(per) > 0 {
		p.field("Counted", fmt.Sprintf("%s for each hold of a client; other faults for the whole run", strings.Join(per, ", ")))
	}
	for i, b := range f.Safe {
		p.field(first(i, "SAFE with"), f.span(b))
	}
	for i, b := range f.Open {
		p.fieldStyled(first(i, "Not proved"), "with "+f.span(b)+": there may be more that breaks it", caution)
	}
	if f.Limit != nil {
		p.field("", sentence(LimitText(f.Limit)))
	}
	switch text := plural(f.Asked, "check"); {
	case len(f.Kinds) == 0 || len(f.Minimal) == 1 && f.none(0):
	case !f.Complete():
		p.field("Rests on", text)
	case len(f.Minimal) == 0:
		p.field("Proof", text)
	default:
		p.field("Proof", text+": every set is within one of those SAFE or contains a smallest one, and more faults never mend what fewer break")
	}
	if len(f.Properties) > 0 {
		p.field("Decided", strings.Join(f.Properties, ", "))
	}
}

// first is the label of the first item of a list.
func first(i int, label string) string {
	if i > 0 {
		return ""
	}
	return label
}

// span says in words how often each kind may strike.
func (f *FaultSets) span(b Budgets) string {
	var free, capped []string
	for i, n := range b {
		switch {
		case n == AnyNumber:
			free = append(free, f.Kinds[i].Kind)
		case n > 0:
			capped = append(capped, fmt.Sprintf("at most %d %s", n, f.Kinds[i].Kind))
		}
	}
	switch {
	case len(free) > 1:
		capped = append(capped, "any number of each of "+strings.Join(free, ", "))
	case len(free) == 1:
		capped = append(capped, "any number of "+free[0])
	case capped == nil:
		return "no fault"
	}
	return strings.Join(capped, ", ")
}

// repairs writes what would help.
func (p *printer) repairs(r *Repairs) {
	p.rule("What would help")
	for _, s := range r.Sets {
		p.show(s.Flags, good)
		for _, i := range s.Changes {
			p.indented(sentence(r.Changes[i].Title))
		}
		p.indented(fmt.Sprintf("Re-checked: SAFE, %s.", plural(int(s.States), "state")))
		if s.Instead != nil {
			p.indented(s.Instead.text())
		}
	}
	for _, group := range []struct {
		use   Use
		label string
	}{{Part, "Not alone:"}, {Mends, "Only partly:"}, {Useless, "Useless:"}, {Unclear, "Unclear:"}} {
		var items []string
		for i := range r.Changes {
			if c := &r.Changes[i]; c.Use == group.use {
				items = append(items, c.text(r.Property))
			}
		}
		if items != nil {
			p.blank()
			p.bullets(group.label, items)
		}
	}
	p.blank()
	text := fmt.Sprintf("all sets of up to %d of these changes that give no parameter two values", r.Most)
	if r.Limit != nil {
		text = "not all: " + LimitText(r.Limit)
	}
	p.field("Tried", text)
	if p.r.Config.Timing != "" {
		p.field("", "For any timing: what only moves a deadline, or looks at a clock, cannot be told apart there; ask check --timing bounded with your numbers.")
	}
}

// indented writes wrapped text below something.
func (p *printer) indented(text string) {
	for _, l := range Wrap(text, width-4) {
		p.line("    " + l)
	}
}

// text says what a change does alone.
func (c *Change) text(property string) string {
	text := c.Flags + ": " + c.Title
	more := ""
	switch {
	case c.Verdict == checker.Incomplete && c.States == 0:
		more = "not checked"
	case c.Verdict == checker.Incomplete:
		more = fmt.Sprintf("no violation in %s, not decided", plural(int(c.States), "state"))
	case c.Property == checker.Violated:
		more = fmt.Sprintf("still UNSAFE, %s", plural(c.Steps, "step"))
	case c.Property == checker.Holds:
		var left []string
		for _, name := range c.Others {
			if !slices.Contains(c.Opened, name) {
				left = append(left, name)
			}
		}
		more = property + " holds"
		if left != nil {
			more += "; still violated: " + strings.Join(left, ", ")
		}
		if c.Opened != nil {
			more += "; violated now: " + strings.Join(c.Opened, ", ")
		}
	default:
		more = "UNSAFE: " + strings.Join(c.Others, ", ")
	}
	return text + " (" + more + ")"
}

// text says where the run goes another way.
func (x *Instead) text() string {
	was := x.Was
	switch {
	case x.Step == 0:
		return "The same steps are possible, and violate nothing."
	case x.Now != "":
		return sentence(fmt.Sprintf("step %d: %s. Before: %s", x.Step, x.Now, was))
	case x.Why != "":
		return sentence(fmt.Sprintf("step %d is impossible (%s): %s", x.Step, was, x.Why))
	}
	return sentence(fmt.Sprintf("step %d is impossible: %s", x.Step, was))
}
