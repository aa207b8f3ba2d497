package out

import (
	"strings"

	"lockcheck/checker"
)

// finding is what a comparison says of a property of a check, or of the whole
// check where property is nil. Reports have one entry for each.
type finding struct {
	check    *Compared
	property *checker.PropertyResult
	differs  []Difference
}

// findingsOf lists the properties of a check in their order. Before them comes
// the whole check, but only if it did not run, or if something differs or is
// unknown that no property is to blame for.
func findingsOf(c *Compared) []finding {
	whole := finding{check: c}
	if c.Report == nil {
		whole.differs = c.Differences
		return []finding{whole}
	}
	properties := c.Report.Result.Properties
	all := make([]finding, len(properties))
	undecided := false
	for i := range properties {
		all[i] = finding{check: c, property: &properties[i]}
		undecided = undecided || properties[i].Decision == checker.Undecided
	}
	for _, d := range c.Differences {
		blamed := false
		for i := range all {
			if d.about(all[i].property) {
				all[i].differs = append(all[i].differs, d)
				blamed = true
			}
		}
		if !blamed {
			whole.differs = append(whole.differs, d)
		}
	}
	if len(whole.differs) > 0 || c.Report.Result.Verdict == checker.Incomplete && !undecided {
		all = append([]finding{whole}, all...)
	}
	return all
}

// about reports whether a property is to blame for a difference: it is the one
// that is named, or it is violated and so the verdict is not what it should be.
func (d *Difference) about(q *checker.PropertyResult) bool {
	switch d.Kind {
	case "rules":
		return false
	case "verdict":
		if d.Name == "" {
			return d.Got == checker.Unsafe.String() && q.Decision == checker.Violated
		}
	}
	return d.Name != "" && d.Name == q.Name
}

// failed reports whether something differs that is an error.
func (f *finding) failed() bool {
	for _, d := range f.differs {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// unknown says why there is no answer, or nothing if there is one.
func (f *finding) unknown() string {
	switch {
	case f.check.Report == nil:
		return orText(f.check.Skipped, "the check did not run")
	case f.property != nil && f.property.Decision != checker.Undecided:
		return ""
	}
	res := f.check.Report.Result
	switch {
	case res.Limit != nil:
		return LimitText(res.Limit)
	case f.property != nil:
		return "the search ended before this property was decided"
	}
	return ""
}

// name is what the finding is about: a property, or the whole check.
func (f *finding) name() string {
	if f.property != nil {
		return f.property.Name
	}
	return "whole check"
}

// shown is the property whose run shows what is meant: the finding's own, or of
// a whole check whose run has other steps the first that is violated; nil if
// there is none.
func (f *finding) shown() *checker.PropertyResult {
	if f.property != nil {
		if f.property.Decision == checker.Violated && f.property.Trace != nil {
			return f.property
		}
		return nil
	}
	for _, d := range f.differs {
		if d.Kind == "trace" && f.check.Report != nil {
			return explained(f.check.Report.Result)
		}
	}
	return nil
}

// sentence says in one sentence what was found, and what was expected instead.
// It has no capital, for it may begin with a name.
func (f *finding) sentence() string {
	var parts []string
	if q := f.property; q != nil && q.Decision == checker.Violated {
		text := q.Name + " is violated after " + plural(q.Depth, "step")
		if q.Trace != nil {
			text += ", " + faultCount(q.Trace)
		}
		parts = append(parts, text)
	}
	for i := range f.differs {
		d := &f.differs[i]
		if len(parts) > 0 && (d.Kind == "verdict" || d.Kind == "property") {
			parts = append(parts, d.wanted())
		} else {
			parts = append(parts, d.Text())
		}
	}
	if reason := f.unknown(); reason != "" {
		parts = append(parts, "not decided: "+reason)
	}
	return strings.Join(parts, "; ") + "."
}

// Text says in words what differs: "verdict: UNSAFE, but the suite expects SAFE".
func (d *Difference) Text() string {
	subject := d.Kind
	switch {
	case d.Kind == "trace":
		subject = "steps of the run"
	case d.Kind == "rules":
		subject = "rule"
	case d.Kind == "property" && d.Name != "":
		return d.Name + ": " + d.word(d.Got) + ", but " + d.wanted()
	}
	if d.Name != "" {
		if d.Kind != "rules" {
			subject += " of"
		}
		subject += " " + d.Name
	}
	return subject + ": " + d.word(d.Got) + ", but " + d.wanted()
}

// wanted says what was expected.
func (d *Difference) wanted() string {
	if d.From == "baseline" {
		return "the baseline has " + d.word(d.Want)
	}
	return "the " + orText(d.From, "suite") + " expects " + d.word(d.Want)
}

// word writes a value; verdicts are in capitals everywhere.
func (d *Difference) word(value string) string {
	switch {
	case value == "":
		return "nothing"
	case d.Kind == "verdict" && d.Name == "":
		return strings.ToUpper(value)
	}
	return value
}
