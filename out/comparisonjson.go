package out

import (
	"encoding/json"
	"io"
)

// ComparisonSchema is the name of the JSON form of a comparison.
const ComparisonSchema = "lockcheck/comparison/v1"

type (
	jsonComparison struct {
		Schema   string            `json:"schema"`
		Tool     string            `json:"tool"`
		Suite    string            `json:"suite"`
		Baseline *string           `json:"baseline"`
		Surplus  []string          `json:"surplus"`
		Tally    Tally             `json:"tally"`
		Checks   []json.RawMessage `json:"checks"`
	}
	jsonCompared struct {
		Name        string           `json:"name"`
		At          jsonPlace        `json:"at"`
		Command     string           `json:"command"`
		Expect      jsonWanted       `json:"expect"`
		Skipped     *string          `json:"skipped"`
		Open        bool             `json:"open"`
		Differences []jsonDifference `json:"differences"`
		Result      *jsonResult      `json:"result"`
	}
	jsonPlace struct {
		File   string `json:"file"`
		Line   int    `json:"line"`
		Column int    `json:"column"`
	}
	jsonWanted struct {
		Verdict    *string           `json:"verdict"`
		Properties map[string]string `json:"properties"`
	}
	jsonDifference struct {
		Severity string  `json:"severity"`
		From     string  `json:"from"`
		Kind     string  `json:"kind"`
		Name     *string `json:"name"`
		Want     string  `json:"want"`
		Got      string  `json:"got"`
	}
)

// String returns the severity as results spell it.
func (s Severity) String() string { return [...]string{"", "warning", "error"}[s] }

// ComparisonJSON writes the comparison as one JSON object with the result of
// each check; schema/comparison.v1.json describes it.
func ComparisonJSON(w io.Writer, c *Comparison) error {
	j := &jsonComparison{
		Schema: ComparisonSchema, Tool: c.Tool, Suite: c.Suite, Baseline: optional(c.Baseline),
		Surplus: append([]string{}, c.Surplus...), Tally: c.Tally(), Checks: []json.RawMessage{},
	}
	for i := range c.Checks {
		text, err := comparedJSON(&c.Checks[i])
		if err != nil {
			return err
		}
		j.Checks = append(j.Checks, text)
	}
	return encode(w, j)
}

func comparedJSON(k *Compared) (json.RawMessage, error) {
	j := &jsonCompared{
		Name: k.Name, At: jsonPlace{k.At.File, k.At.Line, k.At.Column}, Command: k.Command,
		Expect:  jsonWanted{optional(k.Wanted.Verdict), map[string]string{}},
		Skipped: optional(k.Skipped), Open: k.Open(), Differences: []jsonDifference{},
	}
	for _, p := range k.Wanted.Properties {
		j.Expect.Properties[p.Name] = p.Decision
	}
	for _, d := range k.Differences {
		j.Differences = append(j.Differences, jsonDifference{d.Severity.String(), d.From, d.Kind, optional(d.Name), d.Want, d.Got})
	}
	if k.Report != nil {
		j.Result = jsonOf(k.Report)
	}
	return plainJSON(j)
}
