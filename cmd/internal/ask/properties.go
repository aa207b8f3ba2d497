package ask

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// Claims returns the properties of a model, the gravest first, and its covers.
func (p *Prepared) Claims() (properties, covers []string) {
	for _, r := range p.Model.Properties {
		switch r.Prop {
		case murphi.Invariant, murphi.Liveness:
			if !slices.Contains(properties, r.Title) {
				properties = append(properties, r.Title)
			}
		case murphi.Cover:
			covers = append(covers, r.Title)
		}
	}
	gravest(properties)
	return properties, covers
}

// Choose settles which properties are decided.
func (p *Prepared) Choose(asked []string) ([]string, error) {
	all, covers := p.Claims()
	switch {
	case slices.Contains(asked, "all"):
		if len(asked) > 1 {
			return nil, errors.New("--property all stands alone")
		}
		return slices.DeleteFunc(all, func(name string) bool {
			_, vacuous := specs.Vacuous(name, p.Settings.Params)
			return vacuous
		}), nil
	case len(asked) == 0:
		return p.byDefault(all)
	}
	always := []string{"no-run-time-error", "no-deadlock"}
	for _, a := range p.Model.Asserts {
		always = append(always, a.Message)
	}
	var chosen []string
	for _, name := range asked {
		switch {
		case slices.Contains(all, name):
			if needs, vacuous := specs.Vacuous(name, p.Settings.Params); vacuous {
				return nil, fmt.Errorf("%s: %s says nothing here: it needs %s", p.Target.Name, name, needs)
			}
			if !slices.Contains(chosen, name) {
				chosen = append(chosen, name)
			}
		case slices.Contains(covers, name):
			return nil, fmt.Errorf("%q is a cover, not a property; covers are always evaluated", name)
		case slices.Contains(always, name):
			// Decided in any case.
		default:
			return nil, fmt.Errorf("%s has %w", p.Target.Name, Unknown("property", name, all))
		}
	}
	if chosen == nil {
		chosen = []string{}
	}
	return chosen, nil
}

// byDefault returns what a protocol promises; all of a plain model.
func (p *Prepared) byDefault(all []string) ([]string, error) {
	if !p.Model.Annotated() {
		return all, nil
	}
	if e := p.Target.Entry; e != nil && len(e.Properties) > 0 {
		for _, name := range e.Properties {
			if !slices.Contains(all, name) {
				return nil, fmt.Errorf("the catalogue promises %s for %s, and its spec has no such property", name, e.Name)
			}
		}
		return e.Properties, nil
	}
	chosen := []string{}
	for _, name := range all {
		if specs.Default(name, p.Settings.Params, p.faultKinds()) {
			chosen = append(chosen, name)
		}
	}
	return chosen, nil
}

// faultKinds returns the kinds of fault that are on.
func (p *Prepared) faultKinds() []string {
	var kinds []string
	for _, f := range p.Settings.Faults {
		kinds = append(kinds, f.Kind)
	}
	return kinds
}

// leaveLivenessOut drops, in real time, the liveness properties that nobody has
// asked for by name; those are refused.
func (p *Prepared) leaveLivenessOut(asked []string) error {
	if !p.Bounded {
		return nil
	}
	var left []string
	for _, r := range p.Model.Properties {
		if r.Prop == murphi.Liveness && slices.Contains(p.Properties, r.Title) && !slices.Contains(left, r.Title) {
			left = append(left, r.Title)
		}
	}
	if len(left) == 0 {
		return nil
	}
	for _, name := range left {
		if slices.Contains(asked, name) {
			return fmt.Errorf("%s: %s is a liveness property, and those are not checked in bounded time; leave it out, or check with --timing any", p.Target.Name, name)
		}
	}
	p.Properties = slices.DeleteFunc(slices.Clone(p.Properties), func(name string) bool { return slices.Contains(left, name) })
	p.notes = append(p.notes, "not checked in bounded time: "+strings.Join(left, ", "))
	return nil
}

// gravest sorts properties as the catalogue lists them; others keep their
// place behind those.
func gravest(names []string) {
	order := map[string]int{}
	for i, p := range specs.Properties() {
		order[p.Name] = i + 1
	}
	rank := func(name string) int {
		if n := order[name]; n > 0 {
			return n
		}
		return len(order) + 1
	}
	slices.SortStableFunc(names, func(a, b string) int { return rank(a) - rank(b) })
}
