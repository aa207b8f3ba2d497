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

// writeAnswer writes an answer in one of forms, and the reports that were asked
// for, but for events, which are written by now. What cannot be written leaves the
// others.
func writeAnswer[T any](a *app, o *compareOptions, files *compareFiles, forms []form[T], answer T) error {
	var errs []error
	if o.format != eventsFormat && (o.format != "text" || !o.quiet || files.answer != nil) {
		errs = append(errs, a.deliver(files.answer, inForm(forms, o.format, answer, out.TextOptions{Colour: files.answer == nil && a.colour(o.colour)})))
	}
	return errors.Join(append(errs, deliverAll(a, forms, withoutEvents(files.reports), answer))...)
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
	a.summarise(func(w io.Writer) error { return out.Summary(w, c) })
}

// summarise adds to the summary of a job of GitHub Actions, if this is one.
func (a *app) summarise(write func(io.Writer) error) {
	name := a.env.Getenv("GITHUB_STEP_SUMMARY")
	if a.env.Getenv("GITHUB_ACTIONS") != "true" || name == "" {
		return
	}
	if err := appendSummary(name, write); err != nil {
		fmt.Fprintf(a.env.Err, "lockcheck: no summary of the job: %v\n", err)
	}
}

// mostStepSummary is the size above which GitHub shows nothing of a summary.
const mostStepSummary = 1 << 20

// appendSummary adds to the summary of a job.
func appendSummary(name string, write func(io.Writer) error) (err error) {
	var b bytes.Buffer
	if err := write(&b); err != nil {
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
