package ask

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/out"
	"lockcheck/specs"
)

// remedyStates bounds each search that a claim about a remedy rests on, so
// that an answer is not kept waiting for its explanation.
const remedyStates = 20_000

// Remedies checks again what might stop a violation: no faults at all, and the
// repairs that the catalogue knows. What cannot be decided in a short search
// is said to be open.
func (p *Prepared) Remedies(ctx context.Context, s Searcher, c Choices, res *checker.Result) ([]out.Remedy, error) {
	broken := FirstViolated(res)
	if broken == nil || broken.Trace == nil {
		return nil, nil
	}
	t := p.Target
	var found []out.Remedy
	if len(p.Settings.Faults) > 0 && slices.ContainsFunc(broken.Trace.Steps, func(s checker.Step) bool { return s.Fault != "" }) {
		none := *c.Question
		none.Faults = "none"
		m, err := remedy(ctx, s, t, Choices{&none, c.Params}, broken.Name)
		if err != nil {
			return nil, err
		}
		if m != nil {
			m.Flags = "--faults none"
			found = append(found, *m)
		}
	}
	if t.Entry == nil {
		return found, nil
	}
	for _, r := range t.Entry.Repairs {
		if same(r.Params, p.Settings.Params) {
			continue
		}
		bare, repaired := p.repaired(c, r.Params)
		m, err := remedy(ctx, s, bare, repaired, broken.Name)
		if err != nil {
			return nil, err
		}
		if m == nil {
			continue
		}
		m.Flags, m.Params, m.Title = FlagsText(r.Params), r.Params, r.Title
		found = append(found, *m)
	}
	return found, nil
}

// repaired is the same question with other values of some parameters: the same
// faults, and the same properties as far as they say something then. What a
// change makes a promise is asked for, too, unless the question chose: storage
// that refuses everybody mends nothing.
func (p *Prepared) repaired(c Choices, change map[string]string) (*Target, Choices) {
	params := maps.Clone(p.Settings.Params)
	maps.Copy(params, change)
	for _, d := range p.Settings.Durations {
		if d.Given {
			params[d.Flag] = d.Text
		}
	}
	q := *c.Question
	q.Variant = ""
	entry := p.Target.Entry
	if q.Faults == "default" && entry != nil && entry.Faults != "" {
		q.Faults = entry.Faults
	}
	all := slices.Contains(c.Question.Properties, "all")
	fixed := !all && (len(c.Question.Properties) > 0 || entry != nil && len(entry.Properties) > 0)
	q.Properties = nil
	for _, name := range p.Properties {
		if _, vacuous := specs.Vacuous(name, params); !vacuous {
			q.Properties = append(q.Properties, name)
		}
	}
	claims, _ := p.Claims()
	for _, name := range claims {
		_, before := specs.Vacuous(name, p.Settings.Params)
		_, after := specs.Vacuous(name, params)
		if !fixed && before && !after && (all || specs.Default(name, params, p.faultKinds())) {
			q.Properties = append(q.Properties, name)
		}
	}
	gravest(q.Properties)
	bare := *p.Target
	bare.Entry = nil // its parameters are among params, and may be overridden
	return &bare, Choices{&q, params}
}

// remedy checks one change; nil if it was interrupted.
func remedy(ctx context.Context, s Searcher, t *Target, c Choices, property string) (*out.Remedy, error) {
	p, err := Prepare(t, c, io.Discard, false)
	if err != nil {
		return nil, fmt.Errorf("checking a remedy: %w", err)
	}
	res, err := s.Search(ctx, p, c.Question, &Limits{MaxStates: remedyStates}, nil)
	if err != nil {
		return nil, err
	}
	if res.Limit != nil && res.Limit.Kind == checker.LimitInterrupt {
		return nil, nil
	}
	m := &out.Remedy{}
	note(m, res, property)
	return m, nil
}

// note says what became of the property that is explained, and of the others.
func note(m *out.Remedy, res *checker.Result, property string) {
	m.Verdict, m.States = res.Verdict, res.States
	for _, q := range res.Properties {
		switch {
		case q.Name == property:
			m.Property, m.Steps = q.Decision, q.Depth
		case q.Decision == checker.Violated:
			m.Others = append(m.Others, q.Name)
		}
	}
}

// FirstViolated is the first property that is violated: the gravest, once
// [Prepared.Order] has put them in order. nil: none is.
func FirstViolated(res *checker.Result) *checker.PropertyResult {
	i := slices.IndexFunc(res.Properties, func(q checker.PropertyResult) bool { return q.Decision == checker.Violated })
	if i < 0 {
		return nil
	}
	return &res.Properties[i]
}

// same reports whether all of a change is in force already.
func same(change, params map[string]string) bool {
	for flag, value := range change {
		if params[flag] != value {
			return false
		}
	}
	return true
}

// FlagsText writes parameters as flags, in the order of their names.
func FlagsText(params map[string]string) string {
	var words []string
	for _, flag := range slices.Sorted(maps.Keys(params)) {
		words = append(words, "--"+flag+" "+params[flag])
	}
	return strings.Join(words, " ")
}
