package out

import (
	"fmt"
	"strings"

	"lockcheck/checker"
)

// Margin says, of the duration that matters most, where the verdict flips.
// Values are as people write them; "" means that there is none.
type Margin struct {
	Flag  string // "max-pause"
	Fault string // what it bounds: "pause"
	Value string // in this check
	Step  string // between the values that were tried

	LastSafe, FirstUnsafe string
	// Adds says that LastSafe is hardly more than nothing.
	Adds bool
	// Below is LastSafe in fewer digits, rounded down.
	Below string
	// End is the last value that was tried, where all are safe.
	End string

	Budget *int   // how often the fault strikes at most; nil: any number of times
	Per    string // "client": that often for each hold of one

	Checks int
	// Unclear: it is not known whether a larger value can only do harm, so
	// there is no one margin.
	Unclear bool
	// Limit says what kept the search from its end, if anything.
	Limit string
}

// text is the margin in numbers.
func (m *Margin) text() string {
	switch {
	case m.Unclear:
		return fmt.Sprintf("none given: the verdict is not known to be monotone in %s; see `lockcheck threshold`", m.Flag)
	case m.Limit != "" && m.LastSafe != "" && m.FirstUnsafe != "":
		return fmt.Sprintf("%s %s is safe and %s unsafe; then %s", m.Flag, m.LastSafe, m.FirstUnsafe, m.Limit)
	case m.Limit != "":
		return "not found: " + m.Limit
	case m.FirstUnsafe == "":
		return fmt.Sprintf("none: safe up to %s %s", m.Flag, m.End)
	case m.LastSafe == "":
		return fmt.Sprintf("none: unsafe from %s %s on", m.Flag, m.FirstUnsafe)
	}
	return fmt.Sprintf("last safe %s %s, first unsafe %s (to %s)", m.Flag, m.LastSafe, m.FirstUnsafe, m.Step)
}

// short is the margin as one would tell it; "" where there is nothing to tell.
func (m *Margin) short() string {
	often, each, per := "any single "+m.Fault, "", ""
	switch {
	case m.Unclear, m.Limit != "":
		return ""
	case m.LastSafe == "":
		return fmt.Sprintf("How long a %s is does not matter: it breaks with a %s of %s, too.", m.Fault, m.Flag, m.FirstUnsafe)
	case m.Budget == nil && m.Adds:
		return fmt.Sprintf("%s add up: as they may strike any number of times, no bound on a single one is a guarantee. "+
			"--faults %s=1 asks about one.", firstUpper(plainly(m.Fault)), m.Fault)
	case m.Budget == nil:
		often = "any number of " + plainly(m.Fault)
		if m.FirstUnsafe != "" {
			each = " each"
		}
	case *m.Budget > 1:
		often, each = plural(*m.Budget, m.Fault), " each"
	}
	if m.Budget != nil {
		per = fmt.Sprintf(" (at most %d in a run)", *m.Budget)
		if m.Per != "" {
			per = fmt.Sprintf(" (at most %d per hold)", *m.Budget)
		}
	}
	switch {
	case m.FirstUnsafe == "":
		return fmt.Sprintf("With these numbers you survive %s, up to %s%s%s.", often, m.End, each, per)
	}
	return fmt.Sprintf("With these numbers you survive %s below %s%s%s.", often, spaced(m.Below), each, per)
}

// spaced sets the unit of a plain value apart: "19.6 s".
func spaced(value string) string {
	digits := strings.TrimRight(value, "hmnsµ%")
	if strings.Trim(digits, "0123456789.") != "" {
		return value
	}
	return digits + " " + value[len(digits):]
}

// plainly is the plural of a kind of fault.
func plainly(kind string) string { return words(2, kind) }

func firstUpper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// margin tells people the margin.
func (p *printer) margin() {
	if text := MarginText(p.r); text != "" {
		p.paragraph(text)
	}
}

// MarginText is the margin of a report in a sentence or two; "" where there is
// nothing to tell.
func MarginText(r *Report) string {
	m := r.Margin
	if m == nil {
		return ""
	}
	text := m.short()
	if text != "" && r.Result.Verdict == checker.Unsafe && m.LastSafe != "" && m.Budget != nil {
		text += fmt.Sprintf(" Here one may last %s.", m.Value)
	}
	return text
}

// approximate says of a counterexample that it may rest on what is taken to be
// worse than it is.
func (p *printer) approximate(t *checker.Trace) {
	if p.r.Config.Timing != "bounded" {
		return
	}
	seen := map[string]bool{}
	for i := range t.Steps {
		seen[t.Steps[i].Fault] = true
	}
	var on []string
	for _, kind := range []string{"freeze", "clock-jump"} {
		if seen[kind] {
			on = append(on, kind)
		}
	}
	if len(on) > 0 {
		p.paragraph(fmt.Sprintf("It rests on a fault that is taken to be worse than it can be (%s; see what is assumed), so this may be a false alarm.", strings.Join(on, ", ")))
	}
}

// numbersSaid repeats the durations that were given.
func numbersSaid(c *Config) string {
	var given []string
	for _, d := range c.Durations {
		if !d.Default {
			given = append(given, d.Flag+" "+d.Value)
		}
	}
	return "with " + strings.Join(given, ", ")
}

// withNumbers writes the answer with the durations that were given, below that
// for any timing.
func (p *printer) withNumbers(r *Report) {
	p.blank()
	p.line(strings.Repeat("-", width))
	p.paragraph(sentence(numbersSaid(&r.Config)) + " The exit status is that of any timing, above; --timing bounded asks for these numbers alone.")
	p.blank()
	q := &printer{r: r, opt: p.opt}
	q.report()
	p.b.WriteString(q.b.String())
}
