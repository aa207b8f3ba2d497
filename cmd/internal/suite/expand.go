package suite

import (
	"cmp"
	"slices"

	"go.yaml.in/yaml/v3"

	"lockcheck/out"
)

func place(file string, n *yaml.Node) out.Place {
	return out.Place{File: file, Line: n.Line, Column: n.Column}
}

// check reads an entry of the list of checks and appends what it stands for.
func (l *loader) check(r *reader, n *yaml.Node, defaults *entry) {
	before := len(l.mistakes)
	e := &entry{r: r}
	if !r.object(n, "a check", e.checkFields()) {
		return
	}
	if !e.named {
		r.fail(n, "the check has no name")
	}
	e.twice()
	c := e.over(defaults)
	c.At = r.at(n)
	inMatrix := slices.ContainsFunc(e.matrix, func(a axis) bool { return a.key == "protocol" })
	if len(l.mistakes) == before && c.Protocol.Text == "" && !inMatrix {
		r.beyond(n, "check %s names no protocol, and the defaults name none", quoted(e.name.Text))
	}
	if len(l.mistakes) > before {
		return
	}
	l.expand(r, n, e, c)
}

// twice refuses a matrix for what the check itself chooses.
func (e *entry) twice() {
	for _, a := range e.matrix {
		own := map[string]Value{"protocol": e.protocol, "variant": e.variant, "faults": e.faults, "timing": e.timing}[a.key]
		name := a.key
		if a.flag != "" {
			name = a.flag
			all := e.params
			if a.key == "durations" {
				all = e.durations
			}
			if i := slices.IndexFunc(all, func(s Setting) bool { return s.Name == a.flag }); i >= 0 {
				own = all[i].Value
			}
		}
		if own.Text != "" {
			e.r.beyond(a.keyAt, "matrix: %s is chosen in line %d already", quoted(name), own.At.Line)
		}
	}
}

// over returns the check that an entry is with the defaults of its file.
func (e *entry) over(d *entry) Check {
	or := func(v, w Value) Value {
		if v.Text != "" {
			return v
		}
		return w
	}
	is := func(flags ...*bool) bool {
		b := cmp.Or(flags...)
		return b != nil && *b
	}
	c := Check{
		Name: e.name.Text, Protocol: or(e.protocol, d.protocol), Variant: or(e.variant, d.variant),
		Params: d.params, Durations: d.durations, Faults: or(e.faults, d.faults), Timing: or(e.timing, d.timing),
		Symmetry: or(e.symmetry, d.symmetry), Ranks: or(e.ranks, d.ranks), Deadlock: or(e.deadlock, d.deadlock),
		Properties: e.properties, Strict: is(e.strict, d.strict),
		Limits: Limits{States: cmp.Or(e.states, d.states), Depth: cmp.Or(e.depth, d.depth), Timeout: cmp.Or(e.timeout, d.timeout), First: is(e.first, d.first)},
		Expect: e.expect, Properly: e.properly,
	}
	for _, s := range e.params {
		c.Params = with(c.Params, s)
	}
	for _, s := range e.durations {
		c.Durations = with(c.Durations, s)
	}
	if c.Properties == nil {
		c.Properties = d.properties
	}
	if c.Expect.Text == "" && c.Properly == nil {
		c.Expect, c.Properly = d.expect, d.properly
	}
	return c
}

// expand appends a check for every choice of one value from each list; the
// last list varies fastest.
func (l *loader) expand(r *reader, n *yaml.Node, e *entry, c Check) {
	total := 1
	for _, a := range e.matrix {
		if total *= len(a.values); total > MostChecks {
			break
		}
	}
	if len(l.checks)+total > MostChecks {
		if !l.crowded {
			r.beyond(n, "check %s: with it there are more than %d checks", quoted(c.Name), MostChecks)
		}
		l.crowded = true
		return
	}
	chosen := make([]int, len(e.matrix))
	for range total {
		one := c
		for i := range e.matrix {
			a := &e.matrix[i]
			v := a.values[chosen[i]]
			one.set(a, v)
			one.Name += " " + cmp.Or(a.flag, a.key) + "=" + v.Text
		}
		if at, taken := l.names[one.Name]; taken {
			r.beyond(n, "the check %s is there already, at %s", quoted(one.Name), Where(at))
			return
		}
		l.names[one.Name] = one.At
		l.checks = append(l.checks, one)
		for i := len(chosen) - 1; i >= 0; i-- {
			if chosen[i]++; chosen[i] < len(e.matrix[i].values) {
				break
			}
			chosen[i] = 0
		}
	}
}
