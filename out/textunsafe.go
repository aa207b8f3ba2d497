package out

import (
	"fmt"
	"path"
	"slices"
	"sort"
	"strconv"
	"strings"

	"lockcheck/checker"
	"lockcheck/model/murphi"
)

// explained returns the property whose counterexample is shown: the first
// violated one, in the order of the report.
func explained(res *checker.Result) *checker.PropertyResult {
	for i := range res.Properties {
		if q := &res.Properties[i]; q.Decision == checker.Violated && q.Trace != nil {
			return q
		}
	}
	return nil
}

// unsafe writes the text of a verdict UNSAFE.
func (p *printer) unsafe() {
	q := explained(p.r.Result)
	p.head("UNSAFE", bad)
	if q == nil {
		p.properties()
		return
	}
	if !p.claimUnsafe(q) {
		return
	}
	if story := storyOf(q.Trace); story != "" {
		p.blank()
		p.field("In short:", story)
	}
	p.blank()
	p.trace(q)
	p.blank()
	p.reason(q)
	p.remedies(q)
	p.again(q)
	p.blank()
	p.question()
	if p.r.Config.Timing == "bounded" {
		p.bullets("Assumes", p.r.Assumptions)
	}
	switch {
	case p.r.Walks != nil:
		p.walks(p.r.Walks)
	case p.r.Origin != "":
		p.origin()
	default:
		p.others(q)
	}
	p.bullets("Note", p.r.Notes)
}

// faultCount says how many faults of which kinds a trace has.
func faultCount(t *checker.Trace) string {
	var kinds []string
	n := map[string]int{}
	total := 0
	for i := range t.Steps {
		kind := t.Steps[i].Fault
		if kind == "" {
			continue
		}
		if n[kind] == 0 {
			kinds = append(kinds, kind)
		}
		n[kind]++
		total++
	}
	if total == 0 {
		return "without any fault"
	}
	sort.Strings(kinds)
	var parts []string
	for _, k := range kinds {
		if n[k] > 1 {
			k = fmt.Sprintf("%s (%d times)", k, n[k])
		}
		parts = append(parts, k)
	}
	return fmt.Sprintf("with %s: %s", plural(total, "fault"), strings.Join(parts, ", "))
}

// turning returns the steps that carry the story: faults, steps that change
// who owns the lock, begin a false belief or reach storage, and the last one.
func turning(t *checker.Trace) []int {
	b := BeliefOf(t)
	var steps []int
	for i := range t.Steps {
		s := &t.Steps[i]
		tells := s.Fault != "" || strings.HasPrefix(s.Line, "D") || i == len(t.Steps)-1
		for _, c := range b.Clients {
			tells = tells || b.Holds[i][c] != b.Holds[i+1][c] ||
				b.Mark(c, i+1) == markFalse && !b.Believes[i][c]
		}
		if tells && !slices.Contains(t.Idle, i+1) {
			steps = append(steps, i)
		}
	}
	return steps
}

// told is what the model says of a step; "" where it says nothing of its own.
func told(s *checker.Step) string {
	var values []string
	for _, a := range s.Args {
		values = append(values, a.Value)
	}
	if s.Say == s.Rule || s.Say == s.Rule+"("+strings.Join(values, ", ")+")" {
		return ""
	}
	return s.Say
}

// storyOf retells the turning points in the model's own words.
func storyOf(t *checker.Trace) string {
	var parts []string
	for _, i := range turning(t) {
		if say := told(&t.Steps[i]); say != "" {
			at := strconv.Itoa(i + 1)
			if len(parts) == 0 {
				at = "step " + at
			}
			parts = append(parts, strings.TrimRight(say, ". ")+" ("+at+atTime(t, i)+")")
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// trace draws the counterexample, as lanes where there is room for them.
func (p *printer) trace(q *checker.PropertyResult) {
	pic := newPicture(q.Trace, p.r.Owners)
	end := "VIOLATION"
	if q.Decision != checker.Violated {
		end = ""
	}
	if p.opt.Full || !pic.readable() {
		p.list(q.Trace, end)
	} else {
		for _, l := range pic.draw(end).lines(p.opt.Colour) {
			p.line(l)
		}
		if text := pic.legend(); text != "" {
			p.blank()
			for _, l := range Wrap(text, width-5) {
				p.show("     "+l, dim)
			}
		}
		if len(pic.idle) > 0 {
			p.line("     Takes no part: " + strings.Join(pic.idle, ", "))
		}
	}
	if rows := pic.belief.Rows(); len(rows) > 0 {
		p.blank()
		for _, r := range rows {
			for i, l := range labelled(r[0], r[1], 18) {
				if i == 0 {
					l = paint(r[0], bold, p.opt.Colour) + l[len(r[0]):]
				}
				p.line(l)
			}
		}
	}
}

// reason says why the property is false, with the numbers, and what led there.
func (p *printer) reason(q *checker.PropertyResult) {
	p.why(q)
	p.bullets("Cause:", p.causes(q.Trace))
}

// why says why the property is false, with the numbers.
func (p *printer) why(q *checker.PropertyResult) {
	t := q.Trace
	if f := t.Why.Failure; f != nil {
		p.field("Why:", failureText(f, t.Why.Expr))
	} else if t.Why.Expr != "" {
		if m := p.r.Meanings[q.Name]; m.Says != "" && m.Broken == "" {
			p.field("Promised:", m.Says)
		}
		expr := t.Why.FalseConjunct
		if expr == "" {
			expr = t.Why.Expr
		}
		var values []string
		for _, v := range t.Why.Values {
			values = append(values, v.Path+" = "+undefinedText(v.To))
		}
		text := expr + " is false"
		if q.Kind == "liveness" {
			text = "from here no sequence of fault-free steps reaches " + expr
		}
		if len(values) > 0 {
			text += ": " + strings.Join(values, ", ")
		}
		p.field("Why false:", text)
	}
	if n := len(t.Steps); n > 0 {
		last := &t.Steps[n-1]
		if nums := p.numbers(last); nums != "" {
			p.field("", fmt.Sprintf("step %d: %s", n, nums))
		}
	}
}

// failureText says what went wrong at run time, and where.
func failureText(f *murphi.Failure, expr string) string {
	text := f.Detail
	if text == "" {
		text = expr
	}
	if at := f.At.Start; at.Line > 0 {
		text = fmt.Sprintf("%s:%d:%d: %s", path.Base(at.File), at.Line, at.Col, text)
	}
	return text
}

// numbers says what the last step did, with what only the history knows.
func (p *printer) numbers(s *checker.Step) string {
	var parts []string
	if say := told(s); say != "" {
		parts = append(parts, strings.TrimRight(say, ". "))
	}
	for _, ch := range s.Changes {
		if p.r.Owners.Of(ch.Path) == History && single(ch.Path) {
			parts = append(parts, fmt.Sprintf("%s %s -> %s", ch.Path, undefinedText(ch.From), undefinedText(ch.To)))
		}
	}
	return strings.Join(parts, "; ")
}

// causes chains the turning points: "4 pause -> 5 Expire -> 11 Deliver". What
// does not depend on one another stands in chains of its own; a point that was
// named before is only a number. The last step alone explains nothing.
func (p *printer) causes(t *checker.Trace) []string {
	named := map[int]bool{}
	var all []string
	for _, chain := range causeOf(t).chains() {
		var parts []string
		for _, step := range chain {
			text := strconv.Itoa(step)
			if !named[step] {
				named[step] = true
				text += " " + pointName(&t.Steps[step-1])
			}
			parts = append(parts, text)
		}
		all = append(all, strings.Join(parts, " -> "))
	}
	return all
}

// pointName is a turning point in two words: "Expire (A)".
func pointName(s *checker.Step) string {
	name := s.Rule
	if s.Fault != "" {
		name = "fault " + s.Fault
	}
	who := s.Actor
	if who == "env" {
		who = firstArg(s)
	}
	if who != "" {
		name += " (" + who + ")"
	}
	return name
}

func firstArg(s *checker.Step) string {
	if len(s.Args) == 0 {
		return ""
	}
	return s.Args[0].Value
}

// remedies tells what would have stopped it and what would not, as found by
// checking again.
func (p *printer) remedies(q *checker.PropertyResult) {
	var stop, not, open []string
	for _, m := range p.r.Remedies {
		switch stops, text := RemedyText(m, q.Name); {
		case stops == StopsIt:
			stop = append(stop, text)
		case stops == StopsNot:
			not = append(not, text)
		default:
			open = append(open, text)
		}
	}
	p.bullets("Would stop:", stop)
	if text := p.r.Counterfactual.text(); text != "" {
		p.field("Instead:", text)
	}
	p.bullets("Would not:", not)
	p.bullets("Unclear:", open)
}

// Stops is whether a change stops a violation.
type Stops uint8

// The answers. StopsPerhaps is a change that no short search decides.
const (
	StopsPerhaps Stops = iota
	StopsIt
	StopsNot
)

// RemedyText tells a remedy, and what checking it again has shown of the property
// that is explained.
func RemedyText(m Remedy, property string) (Stops, string) {
	text := m.Flags
	if m.Title != "" {
		text += ": " + m.Title
	}
	switch {
	case m.Verdict == checker.Safe:
		return StopsIt, fmt.Sprintf("%s (re-checked: SAFE, %s states)", text, Number(m.States))
	case m.Property == checker.Violated:
		return StopsNot, fmt.Sprintf("%s (still UNSAFE, %s)", text, plural(m.Steps, "step"))
	case m.Property == checker.Holds:
		return StopsIt, fmt.Sprintf("%s (re-checked: %s holds; but %s %s violated)", text, property,
			strings.Join(m.Others, ", "), areOrIs(len(m.Others)))
	}
	return StopsPerhaps, fmt.Sprintf("%s (no violation in %s states, not decided)", text, Number(m.States))
}

func areOrIs(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// again says how to see the same thing once more.
func (p *printer) again(q *checker.PropertyResult) {
	if p.r.Command == "" {
		return
	}
	// Not wrapped: a command is there to be copied.
	again, draw := commandOf(p.r), "lockcheck graph "+p.r.Command+" -o trace.svg"
	if p.r.Next > 0 { // graph draws the first
		draw = again + " --report svg=trace.svg"
	}
	p.line(paint("Again:", bold, p.opt.Colour) + "        " + again)
	p.line(paint("Draw it:", bold, p.opt.Colour) + "      " + draw)
}

// others lists the remaining properties.
func (p *printer) others(shown *checker.PropertyResult) {
	var broken, fine, open []string
	for i := range p.r.Result.Properties {
		q := &p.r.Result.Properties[i]
		switch {
		case q == shown:
		case q.Decision == checker.Violated:
			broken = append(broken, fmt.Sprintf("%s (%s)", q.Name, plural(q.Depth, "step")))
		case q.Decision == checker.Holds:
			fine = append(fine, q.Name)
		default:
			open = append(open, q.Name)
		}
	}
	if len(broken) > 0 {
		p.field("Also violated", strings.Join(broken, ", ")+"; see one with --property NAME")
	}
	if len(fine) > 0 {
		p.field("Holds", strings.Join(fine, ", "))
	}
	if len(open) > 0 {
		p.field("Undecided", strings.Join(open, ", "))
	}
	p.field("Search", p.search())
}

// search says how far the search went.
func (p *printer) search() string {
	if l := p.r.Result.Limit; l != nil {
		return LimitText(l) + " after " + p.counts()
	}
	return "complete: " + p.counts()
}
