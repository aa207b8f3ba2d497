package cli

import (
	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// thresholdOptions are the flags of threshold.
type thresholdOptions struct {
	question
	limits
	document
	vary, from, to, step string
	full                 bool
}

var thresholdFormats = []form[*out.Threshold]{{"text", out.ThresholdText}, {"json", plain(out.ThresholdJSON)}}

func (a *app) thresholdCommand() *cobra.Command {
	o := &thresholdOptions{}
	cmd := &cobra.Command{
		Use:   "threshold PROTOCOL|FILE --vary DURATION",
		Short: "Find the duration at which the verdict flips",
		Long: "threshold checks a protocol in real time while one duration is varied, and shows\n" +
			"the last safe and the first unsafe value, the counterexample just beyond and the\n" +
			"proof just before. If more of the duration can only do harm, or only help, the\n" +
			"flip is found by bisection; if neither is known, every step between --from and\n" +
			"--to is checked. The other durations are flags: see `lockcheck show PROTOCOL`.",
		Example: "  lockcheck threshold ttl --vary max-pause --faults pause=1\n" +
			"  lockcheck threshold ttl-watchdog --vary ttl --renew 10s --faults pause=1",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runThreshold(cmd, o, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.vary, "vary", "", "the `DURATION` to vary, by the name of its flag")
	f.StringVar(&o.from, "from", "", "the first `VALUE` (default: 0)")
	f.StringVar(&o.to, "to", "", "the last `VALUE` (default: as far as it takes, up to 24h or 99.99%)")
	f.StringVar(&o.step, "step", "", "from one `VALUE` to the next (default: 1ms or 0.01%)")
	o.question.addChoices(cmd, "bounded")
	o.limits.addEnds(cmd)
	o.document.addFlags(cmd, namesOf(thresholdFormats), "of the answer on stdout")
	f.BoolVar(&o.full, "full", false, "show every step of the counterexample with all that it changed")
	a.completeDurations(cmd, "vary")
	return cmd
}

// completeDurations completes a flag with the durations of the protocol.
func (a *app) completeDurations(cmd *cobra.Command, flag string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var flags []string
		if a.target != nil {
			if m, _ := murphi.Load(a.target.Fsys, a.target.File); m != nil {
				for _, d := range murphi.Durations(m) {
					flags = append(flags, d.Flag)
				}
			}
		}
		return flags, cobra.ShellCompDirectiveNoFileComp
	})
}

func (a *app) runThreshold(cmd *cobra.Command, o *thresholdOptions, name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	c := ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}
	p, err := ask.Prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	v, err := p.Varied(o.vary, "--vary")
	if err != nil {
		return err
	}
	row, err := p.NewLine(v, o.from, o.to, o.step)
	if err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.Timeout)
	if err != nil {
		return err
	}
	defer end()
	show, done := a.reporter(o.quiet)
	defer done()
	found, err := row.Threshold(ctx, o.limits.inMemory().TimedOptions(p, show))
	if err != nil {
		done()
		return a.specError(p, err)
	}
	found.Command(boundedAsTyped(name, cmd.Flags()))
	done()
	a.exit = ExitOK
	if found.Limit != nil {
		a.exit = ExitIncomplete
	}
	return deliverAs(a, &o.document, file, thresholdFormats, found.Threshold, o.full)
}
