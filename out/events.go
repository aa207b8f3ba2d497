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
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	var err error
	write := func(v any) {
		if err == nil {
			err = e.Encode(v)
		}
	}
	write(eventStart{EventSchema, "start", c.Tool, c.Suite, optional(c.Baseline), len(c.Checks)})
	seconds := 0.0
	for i := range c.Checks {
		k := &c.Checks[i]
		seconds += k.Seconds
		write(eventCheckOf(k, i))
		for _, d := range k.Differences {
			write(eventDifference{EventSchema, "difference", i + 1, k.Name, d.Severity.String(), d.From, d.Kind, optional(d.Name), d.Want, d.Got, d.String()})
		}
	}
	write(eventEnd{EventSchema, "end", c.Tally(), milli(seconds)})
	return err
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
