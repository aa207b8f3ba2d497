package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"lockcheck/out"
)

// document says how an answer is shown that is one text or file.
type document struct {
	format string
	output string
	quiet  bool
	colour string
}

// addFlags declares the flags; what is it that has a format?
func (d *document) addFlags(cmd *cobra.Command, formats []string, what string) {
	d.format, d.colour = "text", "auto"
	f := cmd.Flags()
	f.Var(choiceValue{&d.format, formats}, "format", what)
	f.StringVarP(&d.output, "output", "o", "", "write to `FILE` instead of stdout")
	f.BoolVar(&d.quiet, "quiet", false, "no progress")
	f.Var(choiceValue{&d.colour, []string{"auto", "always", "never"}}, "color", "when to use colour")
	fixedValues(cmd, "format", formats...)
	fixedValues(cmd, "color", "auto", "always", "never")
}

// deliverAs writes an answer as its document says, to a file or to stdout.
func deliverAs[T any](a *app, d *document, file *pending, forms []form[T], answer T, full bool) error {
	return a.deliver(file, inForm(forms, d.format, answer, out.TextOptions{Colour: file == nil && a.colour(d.colour), Full: full}))
}

// display says in which forms a result is shown, for the commands that show a
// counterexample.
type display struct {
	format  string
	reports []string
	full    bool
	stats   bool
	quiet   bool
	colour  string
}

// addFlags declares the flags; quiet says what --quiet leaves out.
func (d *display) addFlags(cmd *cobra.Command, quiet string) {
	d.format, d.colour = "text", "auto"
	f := cmd.Flags()
	f.Var(choiceValue{&d.format, namesOf(formats)}, "format", withChoices("of the result on stdout", namesOf(formats)))
	f.StringArrayVar(&d.reports, "report", nil, "also write the result as `FORMAT=FILE` (repeatable), in any of these formats")
	f.BoolVar(&d.quiet, "quiet", false, quiet)
	f.BoolVar(&d.full, "full", false, "show every step of the counterexample with all that it changed")
	f.Var(choiceValue{&d.colour, []string{"auto", "always", "never"}}, "color", "when to use colour")
	fixedValues(cmd, "format", namesOf(formats)...)
	fixedValues(cmd, "color", "auto", "always", "never")
}

// readByPeople are the formats that say what would help.
var readByPeople = []string{"text", "svg", "html", "md"}

// forPeople reports whether someone will read the answer.
func (d *display) forPeople(reports []reportFile) bool {
	read := func(f reportFile) bool { return slices.Contains(readByPeople, f.format) }
	return slices.ContainsFunc(reports, read) || slices.Contains(readByPeople, d.format) && !(d.format == "text" && d.quiet)
}

// in reports whether the result is written in a format.
func (d *display) in(format string, reports []reportFile) bool {
	return d.format == format || slices.ContainsFunc(reports, func(f reportFile) bool { return f.format == format })
}

// print writes the result to stdout. --quiet leaves the text out; who asks for
// another format gets it.
func (a *app) print(d *display, r *out.Report) error {
	if d.format == "text" && d.quiet {
		return nil
	}
	return inForm(formats, d.format, r, out.TextOptions{Colour: a.colour(d.colour), Full: d.full, Stats: d.stats})(a.env.Out)
}
