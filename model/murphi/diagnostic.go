package murphi

import (
	"fmt"
	"slices"
	"strings"
)

// Severity says how bad a finding is.
type Severity uint8

const (
	// Error means that the model cannot be used.
	Error Severity = iota
	// Warning means that it can, with care.
	Warning
)

// String returns the word that begins a rendered diagnostic.
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// Diagnostic is one finding about a model's text.
type Diagnostic struct {
	Severity Severity
	Span     Span
	Message  string // what is wrong, lower case, no full stop
	Hint     string // what was meant or what to do; "" when there is nothing to add
	Code     string // a stable word for the kind of finding, "missing-end"
}

// String returns the diagnostic on one line.
func (d Diagnostic) String() string {
	var b strings.Builder
	if at := d.Span.Start; at.Line > 0 {
		fmt.Fprintf(&b, "%s:%d:%d: ", at.File, at.Line, at.Col)
	} else if at.File != "" {
		fmt.Fprintf(&b, "%s: ", at.File)
	}
	fmt.Fprintf(&b, "%s: %s", d.Severity, d.Message)
	if d.Hint != "" {
		fmt.Fprintf(&b, " (%s)", d.Hint)
	}
	return b.String()
}

// Diagnostics are findings, sorted by place within each file.
type Diagnostics []Diagnostic

// HasErrors reports whether a finding is an error.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns the diagnostics as an error, or nil if none of them is one.
func (ds Diagnostics) Err() error {
	if !ds.HasErrors() {
		return nil
	}
	return diagnosticsError{ds}
}

// diagnosticsError makes an error of diagnostics.
type diagnosticsError struct{ Diagnostics }

// Error returns one line for each diagnostic.
func (e diagnosticsError) Error() string {
	lines := make([]string, len(e.Diagnostics))
	for i, d := range e.Diagnostics {
		lines[i] = d.String()
	}
	return strings.Join(lines, "\n")
}

const (
	// maxDiagnostics bounds how many findings of one run are reported.
	maxDiagnostics = 20
	// maxFindings bounds how many are looked for in one file.
	maxFindings = 200
)

// Sort puts the findings of each file in order of their place; files keep the
// order in which they first appear.
func (ds Diagnostics) Sort() {
	files := map[string]int{}
	for _, d := range ds {
		if _, seen := files[d.Span.Start.File]; !seen {
			files[d.Span.Start.File] = len(files)
		}
	}
	slices.SortStableFunc(ds, func(a, b Diagnostic) int {
		p, q := a.Span.Start, b.Span.Start
		if p.File != q.File {
			return files[p.File] - files[q.File]
		}
		if (a.Code == "more") != (b.Code == "more") {
			if a.Code == "more" {
				return 1
			}
			return -1
		}
		if p.Line != q.Line {
			return p.Line - q.Line
		}
		return p.Col - q.Col
	})
}

// limit keeps the first maxDiagnostics findings and says that there are more.
// Where not all fit, errors come before warnings.
func (ds Diagnostics) limit() Diagnostics {
	if len(ds) > maxDiagnostics && ds.HasErrors() {
		ds = slices.DeleteFunc(slices.Clone(ds), func(d Diagnostic) bool { return d.Severity != Error })
	}
	if len(ds) <= maxDiagnostics {
		return ds
	}
	file := Pos{File: ds[maxDiagnostics].Span.Start.File}
	more := Diagnostic{Span: Span{file, file}, Message: "there are more errors, which are not shown", Code: "more"}
	if !ds.HasErrors() {
		more.Severity, more.Message = Warning, "there are more warnings, which are not shown"
	}
	return append(ds[:maxDiagnostics:maxDiagnostics], more)
}
