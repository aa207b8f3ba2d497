package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
)

// exportOptions are the flags of export.
type exportOptions struct {
	question
	without []string
	output  string
}

// leavable are the parts that an export can leave out.
var leavable = []string{"covers", "liveness"}

func (a *app) exportCommand() *cobra.Command {
	o := &exportOptions{}
	cmd := &cobra.Command{
		Use:   "export PROTOCOL|FILE",
		Short: "Write the check as plain Murphi, for other checkers",
		Long: "export writes one Murphi file that means what the check means: parts in place,\n" +
			"parameters chosen, fault budgets as variables and guards. Rumur accepts it.",
		Example: "  lockcheck export ttl --guard reject-lower --without covers > ttl.m\n" +
			"  lockcheck export ttl --faults pause=1 --output ttl.m",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runExport(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	cmd.Flags().StringSliceVar(&o.without, "without", nil, "leave out `PARTS`: covers, liveness or both")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of stdout")
	fixedValues(cmd, "without", leavable...)
	return cmd
}

func (a *app) runExport(cmd *cobra.Command, o *exportOptions, name string) error {
	for _, w := range o.without {
		if !slices.Contains(leavable, w) {
			return fmt.Errorf("--without %s: want %s%s", w, orWords(leavable), suggestWord(w, leavable))
		}
	}
	if o.Timing == "bounded" {
		return errors.New("--timing bounded: plain Murphi has no clocks; leave the flag out to export the model for any timing")
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := ask.Prepare(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, true)
	if err != nil {
		return err
	}
	text := exportText(p, o)
	write := func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
	if o.output != "" {
		return writeFile(o.output, write)
	}
	return write(a.env.Out)
}

// exportText is the model as plain Murphi, below a comment that says what it
// is.
func exportText(p *ask.Prepared, o *exportOptions) string {
	r := p.Report()
	var b strings.Builder
	fmt.Fprintf(&b, "-- %s, exported by %s.\n", r.Model.Name, ask.Tool)
	var params []string
	for _, q := range r.Config.Params {
		params = append(params, q.Flag+" "+q.Value)
	}
	if len(params) > 0 {
		fmt.Fprintf(&b, "-- Parameters: %s.\n", strings.Join(params, ", "))
	}
	var faults []string
	for _, f := range p.Settings.Faults {
		faults = append(faults, f.String())
	}
	if len(p.Model.FaultKinds()) > 0 {
		if faults == nil {
			faults = []string{"none"}
		}
		fmt.Fprintf(&b, "-- Faults: %s.\n", strings.Join(faults, ", "))
	}
	b.WriteByte('\n')
	b.WriteString(murphi.Export(p.Model, murphi.ExportOptions{
		Properties:      p.Properties,
		WithoutCovers:   slices.Contains(o.without, "covers"),
		WithoutLiveness: slices.Contains(o.without, "liveness"),
	}))
	return b.String()
}
