package cli

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

// remedies checks again what might stop a violation: no faults at all, and the
// repairs that the catalogue knows. What cannot be decided in a short search
// is said to be open.
func (a *app) remedies(ctx context.Context, t *target, c choices, p *prepared, res *checker.Result) ([]out.Remedy, error) {
	broken := firstViolated(res)
	if broken == nil || broken.Trace == nil {
		return nil, nil
	}
	var found []out.Remedy
	if len(p.settings.Faults) > 0 && slices.ContainsFunc(broken.Trace.Steps, func(s checker.Step) bool { return s.Fault != "" }) {
		none := *c.question
		none.faults = "none"
		m, err := a.remedy(ctx, t, choices{&none, c.params}, broken.Name)
		if err != nil {
			return nil, err
		}
		if m != nil {
			m.Flags = "--faults none"
			found = append(found, *m)
		}
	}
	if t.entry == nil {
		return found, nil
	}
	for _, r := range t.entry.Repairs {
		if same(r.Params, p.settings.Params) {
			continue
		}
		bare, repaired := p.repaired(c, r.Params)
		m, err := a.remedy(ctx, bare, repaired, broken.Name)
		if err != nil {
			return nil, err
		}
		if m == nil {
			continue
		}
		m.Flags, m.Title = flagsText(r.Params), r.Title
		found = append(found, *m)
	}
	return found, nil
}

// repaired is the same question with other values of some parameters: the same
// faults, and the same properties as far as they say something then. What a
// change makes a promise is asked for, too, unless the question chose: storage
// that refuses everybody mends nothing.
func (p *prepared) repaired(c choices, change map[string]string) (*target, choices) {
	params := maps.Clone(p.settings.Params)
	maps.Copy(params, change)
	for _, d := range p.settings.Durations {
		if d.Given {
			params[d.Flag] = d.Text
		}
	}
	q := *c.question
	q.variant = ""
	entry := p.target.entry
	if q.faults == "default" && entry != nil && entry.Faults != "" {
		q.faults = entry.Faults
	}
	all := slices.Contains(c.question.properties, "all")
	fixed := !all && (len(c.question.properties) > 0 || entry != nil && len(entry.Properties) > 0)
	q.properties = nil
	for _, name := range p.properties {
		if _, vacuous := specs.Vacuous(name, params); !vacuous {
			q.properties = append(q.properties, name)
		}
	}
	claims, _ := p.claims()
	for _, name := range claims {
		_, before := specs.Vacuous(name, p.settings.Params)
		_, after := specs.Vacuous(name, params)
		if !fixed && before && !after && (all || specs.Default(name, params, p.faultKinds())) {
			q.properties = append(q.properties, name)
		}
	}
	gravest(q.properties)
	bare := *p.target
	bare.entry = nil // its parameters are among params, and may be overridden
	return &bare, choices{&q, params}
}

// remedy checks one change; nil if Ctrl-C came in between.
func (a *app) remedy(ctx context.Context, t *target, c choices, property string) (*out.Remedy, error) {
	p, err := prepare(t, c, io.Discard, false)
	if err != nil {
		return nil, fmt.Errorf("checking a remedy: %w", err)
	}
	res, err := a.check(ctx, p, c.question, &limits{maxStates: remedyStates}, nil)
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

func firstViolated(res *checker.Result) *checker.PropertyResult {
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

func flagsText(params map[string]string) string {
	var words []string
	for _, flag := range slices.Sorted(maps.Keys(params)) {
		words = append(words, "--"+flag+" "+params[flag])
	}
	return strings.Join(words, " ")
}
