package out

import "io"

// ExplainSchema is the name of the JSON form of an explanation.
const ExplainSchema = "lockcheck/explain/v1"

type (
	jsonExplanation struct {
		Schema      string         `json:"schema"`
		Tool        string         `json:"tool"`
		Model       jsonModel      `json:"model"`
		Config      jsonConfig     `json:"config"`
		Assumptions []string       `json:"assumptions"`
		Verdict     string         `json:"verdict"`
		Limit       *jsonLimit     `json:"limit"`
		Violated    []jsonViolated `json:"violated"`
		Complete    bool           `json:"complete"`
		FaultSets   jsonFaultSets  `json:"fault_sets"`
		Repairs     *jsonRepairs   `json:"repairs"`
	}
	jsonViolated struct {
		Property string `json:"property"`
		Steps    int    `json:"steps"`
	}
	jsonFaultSets struct {
		Kinds      []jsonKind        `json:"kinds"`
		Properties []string          `json:"properties"`
		Minimal    []jsonFaultSet    `json:"minimal"`
		Safe       []map[string]*int `json:"safe"`
		Open       []map[string]*int `json:"open"`
		Complete   bool              `json:"complete"`
		Limit      *jsonLimit        `json:"limit"`
		Checks     int               `json:"checks"`
	}
	jsonKind struct {
		Kind   string  `json:"kind"`
		Budget *int    `json:"budget"`
		Per    *string `json:"per"`
	}
	jsonFaultSet struct {
		Faults   map[string]*int `json:"faults"`
		Proved   bool            `json:"proved"`
		Property string          `json:"property"`
		Steps    int             `json:"steps"`
		Story    string          `json:"story"`
		Command  string          `json:"command"`
		Trace    *jsonTrace      `json:"trace"`
	}
	jsonRepairs struct {
		Property string          `json:"property"`
		Changes  []jsonRepair    `json:"changes"`
		Sets     []jsonRepairSet `json:"sets"`
		Most     int             `json:"most"`
		Complete bool            `json:"complete"`
		Limit    *jsonLimit      `json:"limit"`
	}
	jsonRepair struct {
		Params   map[string]any `json:"params"`
		Title    string         `json:"title"`
		Use      Use            `json:"use"`
		Verdict  string         `json:"verdict"`
		Property string         `json:"property"`
		Steps    *int           `json:"steps"`
		Others   []string       `json:"others"`
		Opened   []string       `json:"opened"`
		States   jsonInt        `json:"states"`
	}
	jsonRepairSet struct {
		Changes []int        `json:"changes"`
		Flags   string       `json:"flags"`
		States  jsonInt      `json:"states"`
		Instead *jsonInstead `json:"instead"`
	}
	jsonInstead struct {
		Step *int    `json:"step"`
		Was  *string `json:"was"`
		Now  *string `json:"now"`
		Why  *string `json:"why"`
	}
)

// ExplainJSON writes the explanation as one JSON object;
// schema/explain.v1.json describes it.
func ExplainJSON(w io.Writer, e *Explanation) error {
	r := e.Report
	j := &jsonExplanation{
		Schema: ExplainSchema, Tool: r.Tool, Model: jsonModel{r.Model.Name, r.Model.File, r.Model.SHA256},
		Config: jsonConfigOf(&r.Config), Assumptions: append([]string{}, r.Assumptions...),
		Verdict: verdictNames[r.Result.Verdict], Violated: []jsonViolated{},
		Complete: e.Complete(), FaultSets: e.Sets.json(),
	}
	if l := r.Result.Limit; l != nil {
		j.Limit = &jsonLimit{l.Kind, l.Value}
	}
	for _, q := range r.Result.Properties {
		if q.Trace != nil {
			j.Violated = append(j.Violated, jsonViolated{q.Name, q.Depth})
		}
	}
	if e.Repairs != nil {
		j.Repairs = e.Repairs.json()
	}
	return encode(w, j)
}

func (f *FaultSets) json() jsonFaultSets {
	j := jsonFaultSets{
		Kinds: []jsonKind{}, Properties: append([]string{}, f.Properties...), Minimal: []jsonFaultSet{},
		Safe: []map[string]*int{}, Open: []map[string]*int{}, Complete: f.Complete(), Checks: f.Asked,
	}
	if l := f.Limit; l != nil {
		j.Limit = &jsonLimit{l.Kind, l.Value}
	}
	for _, k := range f.Kinds {
		j.Kinds = append(j.Kinds, jsonKind{k.Kind, k.Budget, optional(k.Per)})
	}
	for _, s := range f.Minimal {
		q := explained(s.Report.Result)
		j.Minimal = append(j.Minimal, jsonFaultSet{
			f.jsonBudgets(s.Budgets), s.Proved, q.Name, len(q.Trace.Steps), storyOf(q.Trace),
			"lockcheck check " + s.Report.Command, jsonTraceOf(q.Trace),
		})
	}
	for _, b := range f.Safe {
		j.Safe = append(j.Safe, f.jsonBudgets(b))
	}
	for _, b := range f.Open {
		j.Open = append(j.Open, f.jsonBudgets(b))
	}
	return j
}

// jsonBudgets leaves kinds out that do not strike.
func (f *FaultSets) jsonBudgets(b Budgets) map[string]*int {
	j := map[string]*int{}
	for i, n := range b {
		switch {
		case n == AnyNumber:
			j[f.Kinds[i].Kind] = nil
		case n > 0:
			j[f.Kinds[i].Kind] = &n
		}
	}
	return j
}

func (r *Repairs) json() *jsonRepairs {
	j := &jsonRepairs{Property: r.Property, Changes: []jsonRepair{}, Sets: []jsonRepairSet{}, Most: r.Most, Complete: r.Limit == nil}
	if l := r.Limit; l != nil {
		j.Limit = &jsonLimit{l.Kind, l.Value}
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		q := jsonRepair{
			Params: map[string]any{}, Title: c.Title, Use: c.Use, Verdict: verdictNames[c.Verdict], Property: decisionNames[c.Property],
			Others: append([]string{}, c.Others...), Opened: append([]string{}, c.Opened...), States: jsonInt(c.States),
		}
		if c.Steps > 0 {
			q.Steps = &c.Steps
		}
		for flag, value := range c.Params {
			q.Params[flag] = jsonValue(value)
		}
		j.Changes = append(j.Changes, q)
	}
	for _, s := range r.Sets {
		q := jsonRepairSet{Changes: s.Changes, Flags: s.Flags, States: jsonInt(s.States)}
		if x := s.Instead; x != nil {
			q.Instead = &jsonInstead{Was: optional(x.Was), Now: optional(x.Now), Why: optional(x.Why)}
			if x.Step > 0 {
				q.Instead.Step = &x.Step
			}
		}
		j.Sets = append(j.Sets, q)
	}
	return j
}
