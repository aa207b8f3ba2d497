package cli

import (
	"context"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// checkOptions are the flags of check.
type checkOptions struct {
	question
	limits
	display
}

func (a *app) checkCommand() *cobra.Command {
	o := &checkOptions{}
	cmd := &cobra.Command{
		Use:   "check PROTOCOL|FILE",
		Short: "Check a protocol, or a Murphi model of your own",
		Long: "check visits every reachable state and says SAFE, UNSAFE with a shortest\n" +
			"counterexample, or INCOMPLETE if a limit came first. Parameters of the protocol\n" +
			"are flags: see `lockcheck show PROTOCOL`, or `lockcheck check PROTOCOL --help`.",
		Example: "  lockcheck check ttl\n" +
			"  lockcheck check ttl --guard reject-lower --clients 3 --faults pause=1,crash\n" +
			"  lockcheck check mine.murphi --report json=result.json",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runCheck(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	o.limits.addFlags(cmd)
	o.runs.addFlags(cmd)
	o.display.addFlags(cmd, "no progress and no text: the exit status is the answer")
	f := cmd.Flags()
	f.BoolVar(&o.display.stats, "stats", false, "show how often each rule was enabled and taken")
	f.BoolVar(&o.limits.AllShortest, "all-shortest", false, "say how many shortest counterexamples there are")
	f.Var(numberValue{&o.limits.Next, 1, checker.MostNext}, "next", "show the next of the shortest counterexamples that differs in more than names; --next=N the N-th after the first")
	f.Lookup("next").NoOptDefVal = "1"
	return cmd
}

// runCheck answers one question.
func (a *app) runCheck(cmd *cobra.Command, o *checkOptions, name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	if err := refuseInBounded(&o.question.Question, &o.limits); err != nil {
		return err
	}
	c := ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}
	p, err := ask.Prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	reports, err := openFiles(o.reports, namesOf(formats), nil)
	if err != nil {
		return err
	}
	defer discardFiles(reports)
	ctx, release := a.interruptible(stoppingWithAnswer, func() {
		discardFiles(reports)
		a.discardTemporary()
	})
	defer release()
	o.limits.stats = o.display.stats && !o.quiet
	x := ask.Extras{Command: asTyped(name, cmd.Flags()), Warnings: a.env.Err, Margin: !o.quiet || len(reports) > 0, Remedies: o.forPeople(reports), Branches: o.in("dot", reports)}
	r, err := a.answer(ctx, p, c, o, x)
	if err != nil {
		return a.specError(p, err)
	}
	if err := a.print(&o.display, r); err != nil {
		return err
	}
	if err := deliverAll(a, formats, reports, r); err != nil {
		return err
	}
	a.exit = ofVerdict(r.Result.Verdict)
	return nil
}

// answer checks, and finds out what goes with the verdict.
func (a *app) answer(ctx context.Context, p *ask.Prepared, c ask.Choices, o *checkOptions, x ask.Extras) (*out.Report, error) {
	var done func()
	x.Show, done = a.reporter(o.quiet)
	defer done()
	res, err := a.check(ctx, p, c.Question, &o.limits, x.Show)
	if err != nil {
		return nil, err
	}
	r, err := p.Complete(ctx, a, c, &o.limits.Limits, x, res)
	if err != nil {
		return nil, err
	}
	return r, p.WithNumbers(ctx, a, c, &o.limits.Limits, x, r)
}
