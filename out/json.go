package out

import (
	"bytes"
	"encoding/json"
	"io"
	"math/big"
	"strconv"

	"lockcheck/checker"
)

// Schema is the name of the JSON form of a result.
const Schema = "lockcheck/result/v1"

// JSON writes the result as one JSON object; schema/result.v1.json describes
// it. Its bytes depend on the report alone.
func JSON(w io.Writer, r *Report) error {
	return encode(w, jsonOf(r))
}

// encode writes a value as JSON for people to read, too.
func encode(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// plainJSON is a value on one line, without escapes for HTML.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSpace(b.Bytes()), err
}

// The JSON form, field by field in the order in which it is written.
type (
	jsonResult struct {
		Schema      string         `json:"schema"`
		Tool        string         `json:"tool"`
		Model       jsonModel      `json:"model"`
		Config      jsonConfig     `json:"config"`
		Assumptions []string       `json:"assumptions"`
		Verdict     string         `json:"verdict"`
		Limit       *jsonLimit     `json:"limit"`
		Properties  []jsonProperty `json:"properties"`
		Covers      []jsonCover    `json:"covers"`
		Rules       []jsonRule     `json:"rules"`
		States      jsonInt        `json:"states"`
		Zones       jsonInt        `json:"zones,omitempty"`
		Transitions jsonInt        `json:"transitions"`
		Depth       int            `json:"depth"`
		Origin      string         `json:"origin,omitempty"`
		Run         *jsonTrace     `json:"run,omitempty"`
		Walks       *jsonWalks     `json:"walks,omitempty"`
		Margin      *jsonMargin    `json:"margin,omitempty"`
		Bounded     *jsonResult    `json:"bounded,omitempty"`
	}
	jsonWalks struct {
		Seed     string    `json:"seed"`
		Runs     int       `json:"runs"`
		Steps    int       `json:"steps"`
		Ended    int       `json:"ended"`
		Distinct int       `json:"distinct"`
		Violated []jsonHit `json:"violated"`
		Covered  []jsonHit `json:"covered"`
	}
	jsonHit struct {
		Name  string `json:"name"`
		Runs  int    `json:"runs"`
		First *int   `json:"first"`
	}
	jsonMargin struct {
		Flag        string  `json:"flag"`
		Step        string  `json:"step"`
		LastSafe    *string `json:"last_safe"`
		FirstUnsafe *string `json:"first_unsafe"`
		Checks      int     `json:"checks"`
		Complete    bool    `json:"complete"`
	}
	jsonModel struct {
		Name   string `json:"name"`
		File   string `json:"file"`
		SHA256 string `json:"sha256"`
	}
	jsonConfig struct {
		Params   map[string]any  `json:"params"`
		Faults   map[string]*int `json:"faults"` // null: any number of times
		Timing   jsonTiming      `json:"timing"`
		Symmetry bool            `json:"symmetry"`
		Ranks    bool            `json:"ranks"`
	}
	jsonTiming struct {
		Mode      string            `json:"mode"`
		Durations map[string]string `json:"durations"`
	}
	jsonLimit struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	jsonProperty struct {
		Name     string        `json:"name"`
		Kind     string        `json:"kind"`
		Verdict  string        `json:"verdict"`
		Depth    *int          `json:"depth"`
		Trace    *jsonTrace    `json:"trace"`
		Shortest *jsonShortest `json:"shortest,omitempty"`
	}
	jsonShortest struct {
		Runs      jsonBig `json:"runs"`
		UpToNames jsonBig `json:"up_to_names"`
		Shown     int     `json:"shown"` // from 1
	}
	jsonCover struct {
		Name    string `json:"name"`
		Reached bool   `json:"reached"`
		Depth   *int   `json:"depth"`
	}
	jsonRule struct {
		Name    string  `json:"name"`
		Enabled jsonInt `json:"enabled"`
		Taken   jsonInt `json:"taken"`
	}
	jsonTrace struct {
		Start map[string]any `json:"start"`
		Steps []jsonStep     `json:"steps"`
		Why   jsonWhy        `json:"why"`
	}
	jsonStep struct {
		Index   int            `json:"index"`
		Rule    string         `json:"rule"`
		Args    map[string]any `json:"args"`
		Actor   string         `json:"actor"`
		Fault   *string        `json:"fault"`
		Line    *string        `json:"line"`
		Say     *string        `json:"say"`
		Time    *[2]int64      `json:"time"`
		At      string         `json:"at,omitempty"`
		Changes []jsonChange   `json:"changes"`
	}
	jsonChange struct {
		Path string `json:"path"`
		From any    `json:"from"`
		To   any    `json:"to"`
	}
	jsonWhy struct {
		Expr          string         `json:"expr"`
		FalseConjunct *string        `json:"false_conjunct"`
		Values        map[string]any `json:"values"`
	}
)

// jsonInt is a number that is written as a string above 2^53, where readers
// that know only floating point would lose digits.
type jsonInt int64

const exact = 1 << 53

// MarshalJSON writes the number, or the string.
func (n jsonInt) MarshalJSON() ([]byte, error) {
	s := strconv.FormatInt(int64(n), 10)
	if n > exact || n < -exact {
		s = `"` + s + `"`
	}
	return []byte(s), nil
}

// jsonBig is a number of any size, written as jsonInt is.
type jsonBig struct{ *big.Int }

// MarshalJSON writes the number, or the string.
func (n jsonBig) MarshalJSON() ([]byte, error) {
	if n.IsInt64() {
		return jsonInt(n.Int64()).MarshalJSON()
	}
	return []byte(`"` + n.String() + `"`), nil
}

// jsonValue types a value as the model prints it: a number, a boolean, or the
// name of an enum member or scalarset value.
func jsonValue(s string) any {
	switch s {
	case "true":
		return true
	case "false":
		return false
	}
	if n, err := strconv.ParseInt(s, 10, 64); err == nil && strconv.FormatInt(n, 10) == s {
		return jsonInt(n)
	}
	return s
}

func jsonPointer(s *string) any {
	if s == nil {
		return nil
	}
	return jsonValue(*s)
}

func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

var verdictNames = map[checker.Verdict]string{
	checker.Safe: "safe", checker.Unsafe: "unsafe", checker.Incomplete: "incomplete",
}

var decisionNames = map[checker.Decision]string{
	checker.Holds: "holds", checker.Violated: "violated", checker.Undecided: "undecided",
}

func jsonOf(r *Report) *jsonResult {
	res := r.Result
	j := &jsonResult{
		Schema: Schema, Tool: r.Tool,
		Model:       jsonModel{Name: r.Model.Name, File: r.Model.File, SHA256: r.Model.SHA256},
		Config:      jsonConfigOf(&r.Config),
		Assumptions: append([]string{}, r.Assumptions...),
		Verdict:     verdictNames[res.Verdict],
		Properties:  []jsonProperty{}, Covers: []jsonCover{}, Rules: []jsonRule{},
		States: jsonInt(res.States), Zones: jsonInt(res.Zones), Transitions: jsonInt(res.Transitions), Depth: res.Depth,
	}
	if l := res.Limit; l != nil {
		j.Limit = &jsonLimit{Kind: l.Kind, Value: l.Value}
	}
	for _, p := range res.Properties {
		q := jsonProperty{Name: p.Name, Kind: p.Kind, Verdict: decisionNames[p.Decision]}
		if p.Decision == checker.Violated {
			q.Depth = &p.Depth
		}
		if p.Trace != nil {
			q.Trace = jsonTraceOf(p.Trace)
		}
		if s := p.Shortest; s != nil {
			q.Shortest = &jsonShortest{jsonBig{s.Runs}, jsonBig{s.Classes}, s.Shown + 1}
		}
		j.Properties = append(j.Properties, q)
	}
	for _, c := range res.Covers {
		q := jsonCover{Name: c.Name, Reached: c.Reached}
		if c.Reached {
			q.Depth = &c.Depth
		}
		j.Covers = append(j.Covers, q)
	}
	for _, c := range res.Rules {
		j.Rules = append(j.Rules, jsonRule{c.Name, jsonInt(c.Enabled), jsonInt(c.Taken)})
	}
	j.Origin = string(r.Origin)
	if r.Run != nil {
		j.Run = jsonTraceOf(r.Run)
	}
	if w := r.Walks; w != nil {
		j.Walks = jsonWalksOf(w)
	}
	if m := r.Margin; m != nil && !m.Unclear {
		j.Margin = &jsonMargin{m.Flag, m.Step, optional(m.LastSafe), optional(m.FirstUnsafe), m.Checks, m.Limit == ""}
	}
	if r.Bounded != nil {
		j.Bounded = jsonOf(r.Bounded)
	}
	return j
}

func jsonConfigOf(c *Config) jsonConfig {
	j := jsonConfig{
		Params: map[string]any{}, Faults: map[string]*int{},
		Timing:   jsonTiming{Mode: c.Timing, Durations: map[string]string{}},
		Symmetry: c.Symmetry, Ranks: c.Ranks,
	}
	if j.Timing.Mode == "" {
		j.Timing.Mode = "any"
	}
	for _, p := range c.Params {
		j.Params[p.Flag] = jsonValue(p.Value)
	}
	for _, f := range c.Faults {
		j.Faults[f.Kind] = f.Budget
	}
	for _, d := range c.Durations {
		j.Timing.Durations[d.Flag] = d.Exact
	}
	return j
}

func jsonTraceOf(t *checker.Trace) *jsonTrace {
	j := &jsonTrace{Start: map[string]any{}, Steps: []jsonStep{}}
	for _, v := range t.Start.Vars {
		j.Start[v.Path] = nil
		if v.Defined {
			j.Start[v.Path] = jsonValue(v.Value)
		}
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		q := jsonStep{
			Index: i + 1, Rule: s.Rule, Args: jsonArgs(s.Args), Actor: s.Actor,
			Fault: optional(s.Fault), Line: optional(s.Line), Say: optional(s.Say), Changes: []jsonChange{},
		}
		if len(t.Times) == len(t.Steps) {
			q.Time, q.At = milliseconds(t.Times[i]), exactSeconds(t.Times[i])
		}
		for _, c := range s.Changes {
			q.Changes = append(q.Changes, jsonChange{c.Path, jsonPointer(c.From), jsonPointer(c.To)})
		}
		j.Steps = append(j.Steps, q)
	}
	j.Why = jsonWhyOf(t)
	return j
}

func jsonArgs(args []checker.Arg) map[string]any {
	j := map[string]any{}
	for _, a := range args {
		j[a.Name] = jsonValue(a.Value)
	}
	return j
}

func jsonWhyOf(t *checker.Trace) jsonWhy {
	j := jsonWhy{Expr: t.Why.Expr, FalseConjunct: optional(t.Why.FalseConjunct), Values: map[string]any{}}
	for _, v := range t.Why.Values {
		j.Values[v.Path] = jsonPointer(v.To)
	}
	if f := t.Why.Failure; f != nil {
		j.Expr = failureText(f, t.Why.Expr)
	}
	return j
}
