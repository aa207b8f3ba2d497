package engine

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// exports are the forms of an export.
var exports = map[string]struct {
	ending, media string
	write         func(io.Writer, *out.Report) error
	run           bool // it shows a run, so there must be one
}{
	"svg":     {".svg", "image/svg+xml", ofRun(out.SVG), true},
	"html":    {".html", "text/html", out.HTML, false},
	"json":    {".json", "application/json", out.JSON, false},
	"itf":     {".itf.json", "application/json", out.ITF, true},
	"dot":     {".dot", "text/vnd.graphviz", ofRun(out.DotTrace), true},
	"mermaid": {".mmd", "text/vnd.mermaid", ofRun(out.Mermaid), true},
	"md":      {".md", "text/markdown", out.Markdown, false},
}

// ofRun draws the run that a report shows.
func ofRun(write func(io.Writer, *out.Report, *checker.PropertyResult) error) func(io.Writer, *out.Report) error {
	return func(w io.Writer, r *out.Report) error { return write(w, r, nil) }
}

// export writes a file.
func (e *Engine) export(ctx context.Context, r *ExportRequest) (*File, error) {
	if r.Format == "suite" {
		return e.suite(ctx, r)
	}
	x, known := exports[r.Format]
	if !known {
		return nil, refuse("format", "there is no format %q; there are %s and suite", short(r.Format), strings.Join(slices.Sorted(maps.Keys(exports)), ", "))
	}
	var report *out.Report
	var err error
	if r.Script != nil {
		var p *played
		if p, err = perform(&r.Setup, r.Script); err == nil {
			report = p.report
		}
	} else {
		_, report, err = e.report(ctx, &CheckRequest{Setup: r.Setup, Timing: r.Timing, Explain: true}, func(any) {})
	}
	if err != nil {
		return nil, err
	}
	if x.run && report.Run == nil && ask.FirstViolated(report.Result) == nil {
		return nil, fmt.Errorf("%s is %s: there is no run to write as %s", report.Model.Name, strings.ToUpper(report.Result.Verdict.String()), r.Format)
	}
	var text bytes.Buffer
	if err := x.write(&text, report); err != nil {
		return nil, err
	}
	return &File{Name: report.Model.Name + x.ending, Type: x.media, Text: text.String()}, nil
}

// suite writes a suite that holds the check and expects what it finds.
func (e *Engine) suite(ctx context.Context, r *ExportRequest) (*File, error) {
	p, report, err := e.report(ctx, &CheckRequest{Setup: r.Setup, Timing: r.Timing}, func(any) {})
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Checked by `lockcheck compare %s.yaml`.\nversion: 1\nchecks:\n", p.Target.Name)
	fmt.Fprintf(&b, "  - name: %s\n    protocol: %s\n", p.Target.Name, p.Target.Name)
	durations := map[string]bool{}
	for _, d := range p.Settings.Durations {
		durations[d.Flag] = true
	}
	for _, part := range []struct {
		key  string
		when bool
	}{{"params", false}, {"durations", true}} {
		var lines []string
		for _, flag := range slices.Sorted(maps.Keys(r.Setup.Params)) {
			if durations[flag] == part.when {
				lines = append(lines, "      "+flag+": "+strconv.Quote(r.Setup.Params[flag])+"\n")
			}
		}
		if lines != nil {
			b.WriteString("    " + part.key + ":\n" + strings.Join(lines, ""))
		}
	}
	if r.Setup.Faults != "" {
		b.WriteString("    faults: " + strconv.Quote(r.Setup.Faults) + "\n")
	}
	if r.Timing == "bounded" {
		b.WriteString("    timing: bounded\n")
	}
	fmt.Fprintf(&b, "    expect: %s\n", report.Result.Verdict)
	return &File{Name: p.Target.Name + ".yaml", Type: "application/yaml", Text: b.String()}, nil
}
