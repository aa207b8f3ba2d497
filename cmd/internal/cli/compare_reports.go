package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"

	"lockcheck/out"
)

// writeComparison writes the answer, and the reports that were asked for.
func (a *app) writeComparison(o *compareOptions, file *pending, reports []reportFile, c *out.Comparison) error {
	var errs []error
	if o.format != "text" || !o.quiet || file != nil {
		errs = append(errs, a.deliver(file, inForm(comparisonFormats, o.format, c, out.TextOptions{Colour: file == nil && a.colour(o.colour)})))
	}
	return errors.Join(append(errs, deliverAll(a, comparisonFormats, reports, c))...)
}

// onStdout reports whether a report goes to stdout.
func onStdout(files []reportFile) bool {
	return slices.ContainsFunc(files, func(f reportFile) bool { return f.file == nil })
}

// forGitHub says what differs in the way of GitHub Actions, if this is a job of
// theirs: as annotations on stdout, unless a document is there, and as a part of
// the job's summary. That nobody asked for it makes a failure a warning.
func (a *app) forGitHub(c *out.Comparison, stdout bool) {
	if a.env.Getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	if stdout {
		if err := out.Annotations(a.env.Out, c); err != nil {
			fmt.Fprintf(a.env.Err, "lockcheck: no annotations: %v\n", err)
		}
	}
	if name := a.env.Getenv("GITHUB_STEP_SUMMARY"); name != "" {
		if err := appendSummary(name, c); err != nil {
			fmt.Fprintf(a.env.Err, "lockcheck: no summary of the job: %v\n", err)
		}
	}
}

// mostStepSummary is the size above which GitHub shows nothing of a summary.
const mostStepSummary = 1 << 20

// appendSummary adds a comparison to the summary of a job.
func appendSummary(name string, c *out.Comparison) (err error) {
	var b bytes.Buffer
	if err := out.Summary(&b, c); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if info.Size()+int64(b.Len()) > mostStepSummary {
		return errors.New("it would be longer than GitHub shows")
	}
	_, err = f.Write(b.Bytes())
	return err
}
