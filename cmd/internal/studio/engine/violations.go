package engine

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
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
		for _, row := range v.broken(judge, run, n) {
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

// broken returns the rows that are broken after a step. What fails at run time, or
// in an assertion, fails in the last step or not at all.
func (v *view) broken(judge *checker.Judge, run *naive.Run, n int) []int {
	if n == len(v.states)-1 {
		return judge.Broken(run)
	}
	return judge.BrokenInvariants(run)
}

// why says why a property is false after a step, with the numbers. Most
// properties of the specs are marks that the step has set: then it says what the
// step is.
func (v *view) why(property string, n int, t *checker.Trace) string {
	if n == 0 {
		return conjunct(t)
	}
	i := slices.IndexFunc(v.writes, func(w Write) bool { return w.Step == n })
	step, s := &v.trace.Steps[n-1], v.states[n]
	switch {
	case property == "no-stale-write" && i >= 0:
		return v.whyStale(i)
	case property == "no-lost-update" && i >= 0:
		if j := v.writeBefore(i); j >= 0 {
			return "storage takes the write of " + v.writes[i].Client + ", which has not seen that of " + v.writes[j].Client
		}
		return step.Say
	case property == "no-wrong-refusal" && i >= 0:
		return v.writes[i].Client + " is the rightful holder; " + v.writes[i].Reason
	case property == "mutual-exclusion":
		var all []string
		for _, c := range v.clients {
			if s.believes(c) {
				all = append(all, c)
			}
		}
		return names(all) + " believe that they have the lock"
	case property == "no-herd":
		return "this step wakes " + names(v.woken(v.states[n-1], s)) + ", and one of them gets the lock"
	case property == "grant-exclusion":
		return v.whyDoubled(n)
	case len(t.Why.Values) == 1 && t.Why.Failure == nil:
		return step.Say
	}
	return conjunct(t)
}

// whyDoubled says whose grant is live when another is made.
func (v *view) whyDoubled(n int) string {
	of := func(s state, grant int) string {
		for _, c := range v.clients {
			if grant > 0 && s.number("note[%s][own].grant", c) == grant {
				return c
			}
		}
		return ""
	}
	before, after := v.states[n-1], v.states[n]
	now := of(after, after.number("grants"))
	was := of(before, before.number("grants"))
	text := v.trace.Steps[n-1].Say
	if now != "" && was != "" && now != was {
		text += ", and the grant to " + was + " is still live"
	}
	return text
}

// whyStale says after which write a stale write comes.
func (v *view) whyStale(i int) string {
	w := v.writes[i]
	text := "storage takes the write of " + w.Client
	if w.Token != "" {
		text += " with token " + w.Token
	}
	if j := v.writeBefore(i); j >= 0 {
		text += " after the write of " + v.writes[j].Client
		if token := v.writes[j].Token; token != "" {
			text += " with token " + token
		}
	}
	return text
}

// writeBefore is the last write of another client to the same resource that was
// taken before write i; -1 if there is none.
func (v *view) writeBefore(i int) int {
	for j := i - 1; j >= 0; j-- {
		if w := v.writes[j]; w.Accepted && w.Client != v.writes[i].Client && w.Resource == v.writes[i].Resource {
			return j
		}
	}
	return -1
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
