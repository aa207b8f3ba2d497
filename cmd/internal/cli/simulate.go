package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// simulateOptions are the flags of simulate.
type simulateOptions struct {
	question
	display
	seed  int64
	runs  int64
	steps int64
}

// mostSteps bounds a run that is made or read without a search: what is said of
// it, step by step, takes longer than in proportion.
const mostSteps = 2000

func (a *app) simulateCommand() *cobra.Command {
	o := &simulateOptions{runs: 1000, steps: 200}
	cmd := &cobra.Command{
		Use:   "simulate PROTOCOL|FILE",
		Short: "Take steps at random, and say what was met how often",
		Long: "simulate makes random walks: each step is chosen among all that are possible,\n" +
			"all equally likely. It says in how many of the runs each property was violated\n" +
			"and each cover met, and shows the shortest run to the gravest violation. The\n" +
			"same seed makes the same runs. Random walks prove nothing: the answer is UNSAFE\n" +
			"or INCOMPLETE, never SAFE.",
		Example: "  lockcheck simulate ttl\n" +
			"  lockcheck simulate redlock --faults pause=1 --seed 7 --runs 10000\n" +
			"  lockcheck simulate mine.murphi --steps 50 --report json=walks.json",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runSimulate(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	f := cmd.Flags()
	_ = f.MarkHidden("symmetry")
	_ = f.MarkHidden("timing") // bounded is refused, any is what it does
	f.Var(numberValue{&o.seed, 0, 1<<63 - 1}, "seed", "of the random numbers (default 0)")
	f.Var(numberValue{&o.runs, 1, 10_000_000}, "runs", "how many walks to make")
	f.Var(numberValue{&o.steps, 1, mostSteps}, "steps", "the most that a walk takes")
	o.display.addFlags(cmd, "no text: the exit status is the answer")
	return cmd
}

func (a *app) runSimulate(cmd *cobra.Command, o *simulateOptions, name string) error {
	if o.Timing == "bounded" {
		return errors.New("simulate takes no account of clocks; leave --timing bounded out, or use `lockcheck check`")
	}
	o.Symmetry = "off" // a walk goes from state to state, not from class to class
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := ask.Prepare(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	reports, err := openFiles(o.reports, namesOf(formats), nil)
	if err != nil {
		return err
	}
	defer discardFiles(reports)
	ctx, release := a.interruptible(stoppingWithAnswer, func() { discardFiles(reports) })
	defer release()
	opt := checker.Options{Tree: p.Model, Ranks: p.Ranks, Deadlock: p.Deadlocks(&o.question.Question)}
	res, walks, err := checker.Simulate(ctx, p.System, opt, checker.WalkOptions{Seed: uint64(o.seed), Runs: int(o.runs), Steps: int(o.steps)})
	if err != nil {
		return a.specError(p, err)
	}
	p.Order(res)
	r := p.Report()
	r.Result, r.Walks, r.Origin = res, walks, out.Simulated
	if err := a.print(&o.display, r); err != nil {
		return err
	}
	if err := deliverAll(a, formats, reports, r); err != nil {
		return err
	}
	a.exit = ofVerdict(res.Verdict)
	return nil
}
