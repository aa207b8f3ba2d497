package out

import "lockcheck/checker"

// pageData is what the script of a page steps through: the start, what each step
// changes, and who believes and holds after it. Values are texts, as they are
// printed.
type pageData struct {
	First     int            `json:"first"`     // number of the state with which it begins
	Violation int            `json:"violation"` // the step that violates the property, -1 if none does
	Start     []pageVariable `json:"start"`
	Steps     []pageStep     `json:"steps"`
	Clients   []string       `json:"clients"`
	Known     pageKnown      `json:"known"`
	Belief    [][]pageBelief `json:"belief"` // by state and client
}

type pageVariable struct {
	Path  string `json:"path"`
	Owner string `json:"owner"`
	Value string `json:"value"`
}

type pageStep struct {
	Number  int         `json:"number"`
	Name    string      `json:"name"`
	Where   string      `json:"where"`
	Fault   string      `json:"fault,omitempty"`
	Time    string      `json:"time,omitempty"`
	Say     string      `json:"say"`
	Cause   bool        `json:"cause,omitempty"`
	Changes [][3]string `json:"changes"` // path, before, after

	Last  bool   `json:"-"`
	Class string `json:"-"`
}

type pageKnown struct {
	Believes bool `json:"believes"`
	Holds    bool `json:"holds"`
}

type pageBelief struct {
	Believes bool   `json:"believes"`
	Holds    bool   `json:"holds"`
	Token    string `json:"token"`
}

// ownerTitles are the heads under which a page lists variables, in this order.
var ownerTitles = []struct {
	who   Knower
	title string
}{
	{Service, "lock service"}, {Node, "nodes"}, {Client, "clients"}, {Storage, "storage"}, {Network, "network"},
	{Environment, "environment"}, {History, "history (only observes)"}, {Unknown, ""},
}

// pageDataOf writes a scene down.
func pageDataOf(r *Report, s *scene) *pageData {
	d := &pageData{First: s.before, Violation: -1, Start: []pageVariable{}, Steps: []pageStep{}, Clients: []string{}}
	for _, o := range ownerTitles {
		for _, v := range s.trace.Start.Vars {
			if r.Owners.Of(v.Path) == o.who {
				d.Start = append(d.Start, pageVariable{v.Path, o.title, startText(v)})
			}
		}
	}
	times := timesOf(s.trace, allDigits)
	for i := range s.steps {
		d.Steps = append(d.Steps, s.pageStep(i, times))
	}
	if s.end != "" {
		d.Violation = s.before + len(s.steps)
	}
	d.Known = pageKnown{s.belief.Known.Believes, s.belief.Known.Holds}
	if d.Known.Believes || d.Known.Holds {
		d.Clients = append(d.Clients, s.belief.Clients...)
	}
	for i := range s.belief.Believes {
		all := []pageBelief{}
		for _, c := range d.Clients {
			all = append(all, pageBelief{s.belief.Believes[i][c], s.belief.Holds[i][c], s.belief.Tokens[i][c]})
		}
		d.Belief = append(d.Belief, all)
	}
	return d
}

func (s *scene) pageStep(i int, times []string) pageStep {
	step := &s.steps[i]
	q := pageStep{
		Number: s.before + step.index, Name: call(step.Rule, step.Args), Where: s.headOf(s.parties[step.lane]),
		Fault: step.Fault, Say: told(step.Step), Cause: step.cause, Last: step.last, Changes: [][3]string{},
	}
	if times != nil {
		q.Time = times[i]
	}
	switch {
	case step.last:
		q.Class = "last"
	case step.idle:
		q.Class = "idle"
	}
	for _, c := range step.Changes {
		q.Changes = append(q.Changes, [3]string{c.Path, undefinedText(c.From), undefinedText(c.To)})
	}
	return q
}

func startText(v checker.Var) string {
	if !v.Defined {
		return "undefined"
	}
	return v.Value
}
