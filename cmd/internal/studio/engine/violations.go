package engine

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/specs"
)

// violations are the properties that the run breaks, those of judge, each where
// it is broken first; in the order of the steps, the gravest first.
func (v *view) violations(judge *checker.Judge) []Violation {
	all := []Violation{}
	rows := map[string]int{}
	known := map[int]bool{}
	for n := range v.states {
		run := v.run.Until(n)
		for _, row := range judge.Broken(run) {
			if known[row] {
				continue
			}
			known[row] = true
			part := &checker.Trace{Start: v.trace.Start, Steps: v.trace.Steps[:n]}
			judge.Judge(row, run, part)
			name, _ := judge.Claim(row)
			x := Violation{Property: name, Step: n, Why: v.why(name, n, part)}
			rows[name] = row
			for i, p := range specs.Properties() {
				if p.Name == name {
					x.Says, rows[name] = p.Says, i
				}
			}
			all = append(all, x)
		}
	}
	slices.SortStableFunc(all, func(a, b Violation) int {
		if a.Step != b.Step {
			return a.Step - b.Step
		}
		return rows[a.Property] - rows[b.Property]
	})
	return all
}

// why says why a property is false after a step, with the numbers.
func (v *view) why(property string, n int, t *checker.Trace) string {
	i := slices.IndexFunc(v.writes, func(w Write) bool { return w.Step == n })
	if property == "no-stale-write" && i >= 0 {
		return v.whyStale(i)
	}
	if property == "mutual-exclusion" {
		var all []string
		for _, c := range v.clients {
			if v.states[n].believes(c) {
				all = append(all, c)
			}
		}
		return names(all) + " believe that they have the lock"
	}
	return conjunct(t)
}

// whyStale says after which write a stale write comes.
func (v *view) whyStale(i int) string {
	w := v.writes[i]
	text := "storage takes the write of " + w.Client
	if w.Token != "" {
		text += " with token " + w.Token
	}
	for _, before := range slices.Backward(v.writes[:i]) {
		if before.Accepted && before.Client != w.Client && before.Resource == w.Resource {
			text += " after the write of " + before.Client
			if before.Token != "" {
				text += " with token " + before.Token
			}
			break
		}
	}
	return text
}

// conjunct is the part of a property that is false, with the values that it
// reads.
func conjunct(t *checker.Trace) string {
	if f := t.Why.Failure; f != nil {
		return f.Detail
	}
	text := t.Why.FalseConjunct
	if text == "" {
		text = t.Why.Expr
	}
	if text == "" {
		return ""
	}
	text += " is false"
	var values []string
	for _, x := range t.Why.Values {
		value := "undefined"
		if x.To != nil {
			value = *x.To
		}
		values = append(values, fmt.Sprintf("%s = %s", x.Path, value))
	}
	if values != nil {
		text += ": " + strings.Join(values, ", ")
	}
	return text
}
