package cli

import (
	"slices"

	"github.com/spf13/cobra"

	"lockcheck/out"
)

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
	f.Var(choiceValue{&d.format, formatNames()}, "format", withChoices("of the result on stdout", formatNames()))
	f.StringArrayVar(&d.reports, "report", nil, "also write the result as `FORMAT=FILE` (repeatable), in any of these formats")
	f.BoolVar(&d.quiet, "quiet", false, quiet)
	f.BoolVar(&d.full, "full", false, "show every step of the counterexample with all that it changed")
	f.Var(choiceValue{&d.colour, []string{"auto", "always", "never"}}, "color", "when to use colour")
	fixedValues(cmd, "format", formatNames()...)
	fixedValues(cmd, "color", "auto", "always", "never")
}

// readByPeople are the formats that say what would help.
var readByPeople = []string{"text", "svg", "html", "md"}

// forPeople reports whether someone will read the answer.
func (d *display) forPeople(reports []wanted) bool {
	read := func(w wanted) bool { return slices.Contains(readByPeople, w.format.name) }
	return slices.ContainsFunc(reports, read) || slices.Contains(readByPeople, d.format) && !(d.format == "text" && d.quiet)
}

// print writes the result to stdout. --quiet leaves the text out; who asks for
// another format gets it.
func (a *app) print(d *display, r *out.Report) error {
	if d.format == "text" && d.quiet {
		return nil
	}
	i := slices.IndexFunc(formats, func(f format) bool { return f.name == d.format })
	return formats[i].write(a.env.Out, r, out.TextOptions{Colour: a.colour(d.colour), Full: d.full, Stats: d.stats})
}
