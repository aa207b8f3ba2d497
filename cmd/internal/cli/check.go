package cli

import (
	"context"

	"github.com/spf13/cobra"

	"lockcheck/checker"
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
	f.BoolVar(&o.limits.allShortest, "all-shortest", false, "say how many shortest counterexamples there are")
	f.Var(numberValue{&o.limits.next, 1, checker.MostNext}, "next", "show the next of the shortest counterexamples that differs in more than names; --next=N the N-th after the first")
	f.Lookup("next").NoOptDefVal = "1"
	return cmd
}

// runCheck answers one question.
func (a *app) runCheck(cmd *cobra.Command, o *checkOptions, name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	if err := refuseInBounded(&o.question, &o.limits); err != nil {
		return err
	}
	c := choices{&o.question, givenParams(cmd.Flags())}
	p, err := prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	reports, err := openFiles(o.reports, namesOf(formats))
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
	x := extras{quiet: o.quiet, margin: !o.quiet || len(reports) > 0, remedies: o.forPeople(reports), branches: o.in("dot", reports)}
	r, err := a.answer(ctx, p, c, &o.limits, x)
	if err != nil {
		return err
	}
	r.Command = asTyped(name, cmd.Flags())
	r.AllShortest, r.Next = o.limits.allShortest, int(o.limits.next)
	if err := a.withNumbers(ctx, p, c, &o.limits, x, r); err != nil {
		return err
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

// extras are what is found out besides the verdict.
type extras struct {
	quiet    bool // no progress
	margin   bool // in real time: how far off the other verdict is
	remedies bool // what would stop a violation
	branches bool // what else could have happened
}

// answer checks, and finds out what goes with the verdict.
func (a *app) answer(ctx context.Context, p *prepared, c choices, l *limits, x extras) (*out.Report, error) {
	show, done := a.reporter(x.quiet)
	defer done()
	res, err := a.check(ctx, p, c.question, l, show)
	if err != nil {
		done()
		return nil, a.specError(p, err)
	}
	r := p.reportOf()
	r.Result = res
	if p.bounded && ctx.Err() == nil && x.margin {
		if r.Margin, err = a.margin(ctx, p, res, l); err != nil {
			return nil, err
		}
	}
	if res.Verdict == checker.Unsafe && ctx.Err() == nil && x.remedies {
		if r.Remedies, err = a.remedies(ctx, p.target, c, p, res); err != nil {
			return nil, err
		}
		if r.Counterfactual, err = p.counterfactual(c, r.Remedies, firstViolated(res)); err != nil {
			return nil, err
		}
	}
	if q := firstViolated(res); x.branches && q != nil && q.Trace != nil {
		return r, p.withBranches(r, q.Trace)
	}
	return r, nil
}
