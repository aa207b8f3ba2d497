package out

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// TextOptions says how the text looks.
type TextOptions struct {
	Colour bool
	Full   bool // every step in words, with all that it changed
	Stats  bool // how often each rule was enabled and taken
}

// Text writes the answer for people, 80 columns wide: the verdict and one
// sentence first, details after.
func Text(w io.Writer, r *Report, opt TextOptions) error {
	p := &printer{r: r, opt: opt}
	p.report()
	return p.flush(w)
}

// report writes the answer.
func (p *printer) report() {
	switch p.r.Result.Verdict {
	case checker.Unsafe:
		p.unsafe()
	case checker.Incomplete:
		if p.r.Run != nil {
			p.ran()
		} else {
			p.incomplete()
		}
	case checker.Safe:
		p.safe()
	}
	if p.opt.Stats {
		p.stats()
	}
	if p.r.Bounded != nil {
		p.withNumbers(p.r.Bounded)
	}
}

// printer collects the text of one report.
type printer struct {
	b    strings.Builder
	r    *Report
	opt  TextOptions
	into *gathered // instead of b, for a page; nil: b
}

// column is where the text behind a label begins.
const column = 14

// flush writes what was collected.
func (p *printer) flush(w io.Writer) error {
	_, err := io.WriteString(w, harmless(p.b.String(), p.opt.Colour))
	return err
}

func (p *printer) line(text string)         { p.b.WriteString(text + "\n") }
func (p *printer) blank()                   { p.line("") }
func (p *printer) show(s string, as style)  { p.line(paint(s, as, p.opt.Colour)) }
func (p *printer) field(label, text string) { p.fieldStyled(label, text, bold) }

// paragraph writes wrapped text.
func (p *printer) paragraph(text string) {
	if p.into != nil {
		p.into.Said = append(p.into.Said, text)
		return
	}
	for _, l := range Wrap(text, width) {
		p.line(l)
	}
}

// warn writes wrapped text that nobody should overlook.
func (p *printer) warn(text string) {
	if p.into != nil {
		p.into.Warned = append(p.into.Warned, text)
		return
	}
	for _, l := range Wrap(text, width) {
		p.show(l, caution)
	}
}

// fieldStyled writes a label and its wrapped text.
func (p *printer) fieldStyled(label, text string, s style) {
	if p.into != nil {
		p.into.add(label, text)
		return
	}
	at := column
	if columns(label) >= at {
		at = columns(label) + 1
	}
	for i, l := range labelled(label, text, at) {
		if i == 0 && label != "" {
			l = paint(label, s, p.opt.Colour) + l[len(label):]
		}
		p.line(l)
	}
}

// head writes the verdict, what was checked, and its title.
func (p *printer) head(word string, s style) {
	text := p.r.Model.Name
	if p.r.Model.Title != "" {
		text += ": " + p.r.Model.Title
	}
	for i, l := range Wrap(text, width-len(word)-2) {
		lead := strings.Repeat(" ", len(word))
		if i == 0 {
			lead = paint(word, s, p.opt.Colour)
		}
		p.line(lead + "  " + l)
	}
}

// question writes for what the verdict is meant.
func (p *printer) question() {
	c := &p.r.Config
	var params []string
	for _, q := range c.Params {
		params = append(params, q.Flag+" "+q.Value)
	}
	switch {
	case c.Unbounded:
		params = append(params, "any number of acquisitions")
	case c.Rounds != "":
		text := "at most " + c.Rounds + " acquisitions per client"
		if c.Rounds == "1" {
			text = "at most 1 acquisition per client"
		}
		params = append(params, text)
	}
	if len(params) > 0 {
		p.field("Checked for", strings.Join(params, ", "))
	}
	if text := faultsText(c); text != "" {
		p.field("Faults", text)
	}
	if c.Timing != "" {
		p.field("Timing", timingText(c))
	}
	if m := p.r.Margin; m != nil {
		p.field("Margin", m.text())
	}
}

func faultsText(c *Config) string {
	var parts []string
	bounded := false
	for _, f := range c.Faults {
		if f.Budget != nil {
			bounded = true
		}
	}
	for _, f := range c.Faults {
		switch {
		case f.Budget == nil && bounded:
			parts = append(parts, f.Kind+" (any number)")
		case f.Budget == nil:
			parts = append(parts, f.Kind)
		case f.Per != "":
			parts = append(parts, fmt.Sprintf("%s (at most %d per %s's hold)", f.Kind, *f.Budget, f.Per))
		default:
			parts = append(parts, fmt.Sprintf("%s (at most %d)", f.Kind, *f.Budget))
		}
	}
	text := strings.Join(parts, ", ")
	switch {
	case len(parts) == 0 && len(c.FaultsOff) == 0:
		return ""
	case len(parts) == 0:
		text = "none"
	case !bounded && len(parts) == 1:
		text += ", any number of times"
	case !bounded:
		text += ", any number of each"
	}
	if len(c.FaultsOff) > 0 {
		text += "; off: " + strings.Join(c.FaultsOff, ", ")
	}
	return text
}

func timingText(c *Config) string {
	if c.Timing != "bounded" {
		return "any (no assumption on speeds; a lease ends early only with a cause)"
	}
	var given, usual []string
	for _, d := range c.Durations {
		switch text := d.Flag + " " + d.Value; {
		case d.Idle:
		case d.Default:
			usual = append(usual, text)
		default:
			given = append(given, text)
		}
	}
	text := "bounded: " + strings.Join(given, ", ")
	switch {
	case len(usual) > 0 && len(given) > 0:
		text += "; by default "
	case len(usual) > 0:
		text += "by default "
	}
	return text + strings.Join(usual, ", ")
}

// counts writes the size of the search.
func (p *printer) counts() string {
	res := p.r.Result
	zones := ""
	if res.Zones > 0 {
		zones = plural(int(res.Zones), "zone") + ", "
	}
	return fmt.Sprintf("%s %s, %s%s %s, depth %d", Number(res.States), words(int(res.States), "state"), zones,
		Number(res.Transitions), words(int(res.Transitions), "transition"), res.Depth)
}

// bullets writes a labelled list.
func (p *printer) bullets(label string, items []string) {
	for i, item := range items {
		if i > 0 {
			label = ""
		}
		p.field(label, item)
	}
}

// safe writes the text of a verdict SAFE.
func (p *printer) safe() {
	p.head("SAFE", good)
	p.claimSafe()
	p.blank()
	p.question()
	p.bullets("Assumes", p.r.Assumptions)
	p.properties()
	p.covers()
	p.neverTaken()
	p.bullets("Note", p.r.Notes)
}

// incomplete writes the text of a verdict INCOMPLETE.
func (p *printer) incomplete() {
	p.head("INCOMPLETE", caution)
	p.claimBounded()
	p.blank()
	p.question()
	p.bullets("Assumes", p.r.Assumptions)
	if p.r.Walks != nil {
		p.walks(p.r.Walks)
	} else {
		p.properties()
		p.covers()
	}
	p.bullets("Note", p.r.Notes)
}

// LimitText says why a search ended early.
func LimitText(l *checker.Limit) string {
	value := l.Value
	if value != "" {
		value = " (" + value + ")"
	}
	switch l.Kind {
	case "states":
		return "the limit on states was reached" + value
	case "depth":
		return "the limit on depth was reached" + value
	case "memory":
		return "the limit on memory was reached (" + memoryText(l.Value) + ")"
	case "disk":
		return "the disk was full"
	case "time":
		return "the time was up" + value
	case "interrupt":
		return "interrupted at the end of a level"
	case "tokens":
		return "with ranks off tokens end at the type's upper bound" + value + ", and that bound was reached"
	case checker.LimitOneRun:
		return "one run proves nothing about the others"
	case checker.LimitWalks:
		return "random walks prove nothing: what they have not met may still happen"
	case "never exercised":
		return "some covers were never reached, so nothing is claimed (--strict)" + value
	}
	return l.Kind + " limit reached" + value
}

// memoryText writes a number of bytes as --memory takes it.
func memoryText(value string) string {
	n, err := strconv.ParseInt(value, 10, 64)
	switch {
	case err == nil && n >= 1<<30 && n%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", n>>30)
	case err == nil && n >= 1<<20:
		return fmt.Sprintf("%dMiB", n>>20)
	}
	return value + " bytes"
}

// bounded is the claim that an incomplete search still supports.
func bounded(res *checker.Result) string {
	size := fmt.Sprintf("%s %s, %s %s.", Number(res.States), words(int(res.States), "state"),
		Number(res.Transitions), words(int(res.Transitions), "transition"))
	if res.Limit == nil {
		return size
	}
	if res.Limit.Kind == checker.LimitWalks || res.Limit.Kind == checker.LimitOneRun {
		return "Nothing is claimed."
	}
	if res.Limit.Kind == "never exercised" {
		return "Every reachable state was visited and nothing is violated: " + size
	}
	if res.Limit.Kind == "tokens" {
		return "What is claimed: no violation within at most that many tokens; " + size
	}
	if res.Limit.Depth < 0 {
		return "Nothing is claimed; " + size
	}
	return fmt.Sprintf("What is claimed: no violation within %s of the start; %s", plural(res.Limit.Depth, "step"), size)
}

func (p *printer) allHold() string {
	n := len(p.r.Result.Properties)
	switch n {
	case 0:
		return "No property was asked for; no run-time error"
	case 1:
		return p.r.Result.Properties[0].Name + " holds"
	}
	return fmt.Sprintf("All %d properties hold", n)
}

// properties lists the decisions, with what each property says.
func (p *printer) properties() {
	names := 0
	for _, q := range p.r.Result.Properties {
		names = max(names, columns(q.Name))
	}
	names = min(names, 30)
	for i, q := range p.r.Result.Properties {
		label := ""
		if i == 0 {
			label = "Properties"
		}
		text := decisionText(q)
		says := p.says(q)
		first := pad(label, column) + pad(q.Name, names) + "  " + text
		if says == "" || q.Decision != checker.Holds {
			p.line(strings.TrimRight(first, " "))
			continue
		}
		head := pad(label, column) + pad(q.Name, names) + "  "
		for j, l := range Wrap(says, width-columns(head)) {
			if j > 0 {
				head = strings.Repeat(" ", columns(head))
			}
			p.line(head + l)
		}
	}
}

// says is what a property promises; "" if nobody has words for it.
func (p *printer) says(q checker.PropertyResult) string {
	switch q.Kind {
	case "run-time":
		return "no rule fails while it runs"
	case "deadlock":
		return "in every reachable state something can go on"
	}
	return p.r.Meanings[q.Name].Says
}

func decisionText(q checker.PropertyResult) string {
	switch q.Decision {
	case checker.Holds:
		return "holds"
	case checker.Violated:
		return "VIOLATED after " + plural(q.Depth, "step")
	}
	return "undecided"
}
