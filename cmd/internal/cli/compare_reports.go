package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"lockcheck/out"
)

// writeComparison writes the answer, and the reports that were asked for.
func (a *app) writeComparison(o *compareOptions, file *pending, reports []reportFile, c *out.Comparison) error {
	var errs []error
	if o.format != "text" || !o.quiet || file != nil {
		errs = append(errs, a.deliver(file, inForm(o.format, c, out.TextOptions{Colour: file == nil && a.colour(o.colour)})))
	}
	for _, r := range reports {
		errs = append(errs, a.deliver(r.file, inForm(r.format, c, out.TextOptions{})))
	}
	return errors.Join(errs...)
}

// inForm returns what writes a comparison in the form of that name.
func inForm(name string, c *out.Comparison, look out.TextOptions) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, f := range comparisonFormats {
			if f.name == name {
				return f.write(w, c, look)
			}
		}
		return fmt.Errorf("there is no format %s", name)
	}
}

// onStdout reports whether a report goes to stdout.
func onStdout(files []reportFile) bool {
	return slices.ContainsFunc(files, func(f reportFile) bool { return f.file == nil })
}

func discardFiles(files []reportFile) {
	for _, f := range files {
		f.file.discardIf()
	}
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
