package out

import (
	"fmt"
	"io"
	"strings"

	"lockcheck/checker"
)

// ThresholdSchema is the name of the JSON form of a threshold.
const ThresholdSchema = "lockcheck/threshold/v1"

// Threshold says at which values of one duration the verdict flips. Values are
// as people write them.
type Threshold struct {
	Tool           string
	Model          Model
	Flag           string
	From, To, Step string // between which and in which steps it was varied
	// Effect is what more of the duration does to the runs of the model.
	Effect Effect
	// Stretches are the answers from one value to another, in order; without
	// the values that were not asked for.
	Stretches []Stretch
	Refused   []Refusal // values that make no sense with the others
	Checks    int
	Limit     *checker.Limit // what kept the search from its end, or nil

	// Margin is the same for people, of a duration that bounds a fault.
	Margin *Margin
	// Before and Beyond are the answers on both sides of the first flip; nil
	// where there is none.
	Before, Beyond        *Report
	BeforeAt, BeyondAt    string
	LastSafe, FirstUnsafe string // "": there is none
}

// Effect is what more of a duration does.
type Effect string

// The effects, as results spell them.
const (
	NoEffect Effect = "none"
	Harms    Effect = "harms"   // runs are added, never taken away
	Helps    Effect = "helps"   // runs are taken away, never added
	NotKnown Effect = "unclear" // not known to be monotone
)

// Stretch is a row of values with one answer: "safe", "unsafe" or "undecided".
type Stretch struct{ From, To, Answer string }

// Refusal is a row of values that were refused, and why.
type Refusal struct{ From, To, Why string }

// flips lists where the answer changes.
func (t *Threshold) flips() []string {
	var all []string
	for i := 1; i < len(t.Stretches); i++ {
		a, b := t.Stretches[i-1], t.Stretches[i]
		if a.Answer != b.Answer {
			all = append(all, fmt.Sprintf("%s at %s, %s at %s", a.Answer, a.To, b.Answer, b.From))
		}
	}
	return all
}

// ThresholdText writes the threshold for people.
func ThresholdText(w io.Writer, t *Threshold, opt TextOptions) error {
	p := &printer{opt: opt, r: &Report{Model: t.Model}}
	if t.Limit != nil {
		p.head("INCOMPLETE", caution)
		p.paragraph(sentence(LimitText(t.Limit)))
	} else {
		p.head("THRESHOLD", bold)
	}
	p.paragraph(t.sentence())
	switch {
	case t.Effect == NotKnown:
		p.paragraph(fmt.Sprintf("The verdict is not known to be monotone in %s: every value was checked, and between two of them it may flip and flip back.", t.Flag))
	case len(t.Stretches) > 1 && t.Effect == Harms:
		p.paragraph(fmt.Sprintf("A larger %s can only do harm, so there is no other flip.", t.Flag))
	case len(t.Stretches) > 1 && t.Effect == Helps:
		p.paragraph(fmt.Sprintf("A larger %s can only help, so there is no other flip.", t.Flag))
	}
	if t.Margin != nil {
		if text := t.Margin.short(); text != "" {
			p.paragraph(text)
		}
	}
	p.blank()
	p.field("Varied", fmt.Sprintf("%s from %s to %s, in steps of %s: %s", t.Flag, t.From, t.To, t.Step, plural(t.Checks, "check")))
	if flips := t.flips(); len(flips) > 1 {
		p.bullets("Flips", flips)
	}
	for i, r := range t.Refused {
		label := "Refused"
		if i > 0 {
			label = ""
		}
		p.field(label, spanText(r.From, r.To)+": "+r.Why)
	}
	before, beyond := "Just before the flip", "Just beyond the flip"
	if t.Before == nil || t.Beyond == nil {
		before, beyond = "Safe", "Unsafe"
	}
	p.side(before, t.BeforeAt, t.Before, t.Beyond != nil)
	p.side(beyond, t.BeyondAt, t.Beyond, false)
	return p.flush(w)
}

// sentence is the answer in one line.
func (t *Threshold) sentence() string {
	property := ""
	if t.Beyond != nil {
		if q := explained(t.Beyond.Result); q != nil {
			property = ", where " + q.Name + " is violated"
		}
	}
	switch {
	case t.Effect == NoEffect:
		return fmt.Sprintf("%s has no effect here: no delay of a rule that is on depends on it.", t.Flag)
	case t.LastSafe == "" && t.FirstUnsafe == "":
		return fmt.Sprintf("%s: nothing is decided.", t.Flag)
	case t.FirstUnsafe == "" && t.Limit == nil:
		return fmt.Sprintf("%s: safe from %s to %s, no flip.", t.Flag, t.Stretches[0].From, t.Stretches[len(t.Stretches)-1].To)
	case t.LastSafe == "" && t.Limit == nil:
		return fmt.Sprintf("%s: unsafe from %s to %s, no flip%s.", t.Flag, t.Stretches[0].From, t.Stretches[len(t.Stretches)-1].To, property)
	case t.FirstUnsafe == "":
		return fmt.Sprintf("%s: safe at %s.", t.Flag, t.LastSafe)
	case t.LastSafe == "":
		return fmt.Sprintf("%s: unsafe at %s%s.", t.Flag, t.FirstUnsafe, property)
	}
	return fmt.Sprintf("%s: last safe %s, first unsafe %s%s.", t.Flag, t.LastSafe, t.FirstUnsafe, property)
}

func spanText(from, to string) string {
	if from == to {
		return from
	}
	return from + " to " + to
}

// side writes the answer on one side of a flip: in full, or of a proof what
// was visited.
func (p *printer) side(title, at string, r *Report, brief bool) {
	if r == nil {
		return
	}
	p.blank()
	head := title + ": " + at + " "
	p.line(head + strings.Repeat("-", max(width-columns(head), 0)))
	q := &printer{r: r, opt: p.opt}
	if brief && r.Result.Verdict == checker.Safe {
		q.head("SAFE", good)
		q.paragraph(fmt.Sprintf("%s in every reachable state (%s).", q.allHold(), q.counts()))
	} else {
		q.report()
	}
	p.b.WriteString(q.b.String())
}

type (
	jsonThreshold struct {
		Schema      string        `json:"schema"`
		Tool        string        `json:"tool"`
		Model       jsonModel     `json:"model"`
		Vary        jsonVary      `json:"vary"`
		Effect      Effect        `json:"effect"`
		Limit       *jsonLimit    `json:"limit"`
		LastSafe    *string       `json:"last_safe"`
		FirstUnsafe *string       `json:"first_unsafe"`
		Stretches   []jsonStretch `json:"stretches"`
		Refused     []jsonRefusal `json:"refused"`
		Checks      int           `json:"checks"`
		Before      *jsonResult   `json:"before"`
		Beyond      *jsonResult   `json:"beyond"`
	}
	jsonVary struct {
		Flag string `json:"flag"`
		From string `json:"from"`
		To   string `json:"to"`
		Step string `json:"step"`
	}
	jsonStretch struct {
		From   string `json:"from"`
		To     string `json:"to"`
		Answer string `json:"answer"`
	}
	jsonRefusal struct {
		From string `json:"from"`
		To   string `json:"to"`
		Why  string `json:"why"`
	}
)

// ThresholdJSON writes the threshold as one JSON object;
// schema/threshold.v1.json describes it.
func ThresholdJSON(w io.Writer, t *Threshold) error {
	j := &jsonThreshold{
		Schema: ThresholdSchema, Tool: t.Tool,
		Model: jsonModel{t.Model.Name, t.Model.File, t.Model.SHA256},
		Vary:  jsonVary{t.Flag, t.From, t.To, t.Step}, Effect: t.Effect,
		LastSafe: optional(t.LastSafe), FirstUnsafe: optional(t.FirstUnsafe),
		Stretches: []jsonStretch{}, Refused: []jsonRefusal{}, Checks: t.Checks,
	}
	if l := t.Limit; l != nil {
		j.Limit = &jsonLimit{l.Kind, l.Value}
	}
	for _, s := range t.Stretches {
		j.Stretches = append(j.Stretches, jsonStretch(s))
	}
	for _, r := range t.Refused {
		j.Refused = append(j.Refused, jsonRefusal(r))
	}
	if t.Before != nil {
		j.Before = jsonOf(t.Before)
	}
	if t.Beyond != nil {
		j.Beyond = jsonOf(t.Beyond)
	}
	return encode(w, j)
}
