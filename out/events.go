package out

import (
	"encoding/json"
	"io"
	"math"
)

// EventSchema is the name of the form of each line of a stream of events.
const EventSchema = "lockcheck/event/v1"

// Events writes a comparison as a stream of events, one JSON object on each line:
// a start, for each check its end and then its differences, and an end. The lines
// come in the order of the suite. schema/event.v1.json describes them.
func Events(w io.Writer, c *Comparison) error {
	e := NewEventStream(w)
	e.Start(c)
	for i := range c.Checks {
		e.Check(c, i)
	}
	return e.End(c)
}

// EventStream writes the events of a comparison while it is made: each with one
// write, so that what is there is whole lines whenever the run ends.
type EventStream struct {
	lines   *json.Encoder
	seconds float64
	err     error // the first, after which nothing is written
}

// NewEventStream makes a stream of what w takes. It expects Start, each Check in
// the order of the suite, and End.
func NewEventStream(w io.Writer) *EventStream {
	e := &EventStream{lines: json.NewEncoder(w)}
	e.lines.SetEscapeHTML(false)
	return e
}

func (e *EventStream) write(event any) {
	if e.err == nil {
		e.err = e.lines.Encode(event)
	}
}

// Start says what is compared; nothing is known yet of the checks.
func (e *EventStream) Start(c *Comparison) {
	e.write(eventStart{EventSchema, "start", c.Tool, c.Suite, optional(c.Baseline), len(c.Checks)})
}

// Check says what became of a check.
func (e *EventStream) Check(c *Comparison, i int) {
	k := &c.Checks[i]
	e.seconds += k.Seconds
	e.write(eventCheckOf(k, i))
	for _, d := range k.Differences {
		e.write(eventDifference{EventSchema, "difference", i + 1, k.Name, d.Severity.String(), d.From, d.Kind, optional(d.Name), d.Want, d.Got, d.String()})
	}
}

// End sums up, and returns the first error of all the lines.
func (e *EventStream) End(c *Comparison) error {
	e.write(eventEnd{EventSchema, "end", c.Tally(), milli(e.seconds)})
	return e.err
}

type (
	eventStart struct {
		Schema   string  `json:"schema"`
		Event    string  `json:"event"`
		Tool     string  `json:"tool"`
		Suite    string  `json:"suite"`
		Baseline *string `json:"baseline"`
		Checks   int     `json:"checks"`
	}
	eventCheck struct {
		Schema      string          `json:"schema"`
		Event       string          `json:"event"`
		Check       int             `json:"check"`
		Name        string          `json:"name"`
		At          jsonPlace       `json:"at"`
		Command     string          `json:"command"`
		Skipped     *string         `json:"skipped"`
		Open        bool            `json:"open"`
		Verdict     *string         `json:"verdict"`
		Limit       *jsonLimit      `json:"limit"`
		Properties  []eventProperty `json:"properties"`
		States      jsonInt         `json:"states"`
		Transitions jsonInt         `json:"transitions"`
		Depth       int             `json:"depth"`
		Seconds     float64         `json:"seconds"`
	}
	eventProperty struct {
		Name    string `json:"name"`
		Verdict string `json:"verdict"`
		Steps   *int   `json:"steps"` // of the trace where it is violated
	}
	eventDifference struct {
		Schema   string  `json:"schema"`
		Event    string  `json:"event"`
		Check    int     `json:"check"`
		Name     string  `json:"name"`
		Severity string  `json:"severity"`
		From     string  `json:"from"`
		Kind     string  `json:"kind"`
		About    *string `json:"about"`
		Want     string  `json:"want"`
		Got      string  `json:"got"`
		Text     string  `json:"text"`
	}
	eventEnd struct {
		Schema  string  `json:"schema"`
		Event   string  `json:"event"`
		Tally   Tally   `json:"tally"`
		Seconds float64 `json:"seconds"`
	}
)

func eventCheckOf(k *Compared, i int) *eventCheck {
	e := &eventCheck{
		Schema: EventSchema, Event: "check", Check: i + 1, Name: k.Name, At: jsonPlace{k.At.File, k.At.Line, k.At.Column},
		Command: k.Command, Skipped: optional(k.Skipped), Open: k.Open(), Verdict: optional(k.Verdict()),
		Properties: []eventProperty{}, Seconds: milli(k.Seconds),
	}
	if k.Report == nil {
		return e
	}
	res := jsonOf(&Report{Result: k.Report.Result})
	e.Limit, e.States, e.Transitions, e.Depth = res.Limit, res.States, res.Transitions, res.Depth
	for _, p := range res.Properties {
		e.Properties = append(e.Properties, eventProperty{p.Name, p.Verdict, p.Depth})
	}
	return e
}

// milli rounds seconds to what a clock knows of them.
func milli(seconds float64) float64 { return math.Round(seconds*1000) / 1000 }
