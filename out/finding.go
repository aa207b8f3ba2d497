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
	if len(whole.differs) > 0 || c.Open() && !undecided {
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

// open says why something is not known that should be: who expects INCOMPLETE has
// what is expected.
func (f *finding) open() string {
	if !f.check.Open() {
		return ""
	}
	return f.unknown()
}

// surplusText says which checks only the baseline has, or nothing.
func surplusText(c *Comparison) string {
	if len(c.Surplus) == 0 {
		return ""
	}
	return clip("only the baseline has " + plural(len(c.Surplus), "check") + ": " + strings.Join(c.Surplus, ", "))
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
			parts = append(parts, d.String())
		}
	}
	if reason := f.open(); reason != "" {
		parts = append(parts, "not decided: "+reason)
	}
	return strings.Join(parts, "; ") + "."
}

// wanted says what was expected.
func (d *Difference) wanted() string {
	want := d.Want
	switch {
	case d.Kind == "verdict":
		want = strings.ToUpper(want)
	case want == checker.Holds.String():
		want = "that it holds"
	}
	if d.From == "baseline" {
		return "in the baseline " + strings.Replace(want, "that it", "it", 1)
	}
	return "the suite expects " + want
}
