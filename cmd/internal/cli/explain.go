package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// explainOptions are the flags of explain.
type explainOptions struct {
	question
	limits
	document
	full bool
}

var explainFormats = []form[*out.Explanation]{{"text", out.ExplainText}, {"json", plain(out.ExplainJSON)}}

// explainStates bounds each of the many searches, unless told otherwise.
const explainStates = 2_000_000

func (a *app) explainCommand() *cobra.Command {
	o := &explainOptions{}
	cmd := &cobra.Command{
		Use:   "explain PROTOCOL|FILE",
		Short: "Find what it takes to break a protocol, and what would help",
		Long: "explain finds all smallest sets of faults that make a protocol UNSAFE, with the\n" +
			"proof that nothing else does: of all kinds of fault that the protocol has, or of\n" +
			"those that --faults names. Where the protocol is UNSAFE with the faults of the\n" +
			"question, explain checks it again with each repair that the catalogue knows, and\n" +
			"with two and three at once, and shows where the same run goes another way then.",
		Example: "  lockcheck explain ttl\n" +
			"  lockcheck explain redlock --faults restart,clock-jump\n" +
			"  lockcheck explain mine.murphi --full",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runExplain(cmd, o, args[0]) },
	}
	o.question.addChoices(cmd, "any")
	o.limits.addEnds(cmd)
	f := cmd.Flags()
	f.Var(choiceValue{&o.Timing, []string{"any", "bounded"}}, "timing", "any: explain makes no assumption on speeds")
	_ = f.MarkHidden("timing")
	f.Var(numberValue{&o.Workers, 1, 1024}, "workers", "parallel workers (default: one per core); the result does not depend on it")
	o.document.addFlags(cmd, namesOf(explainFormats), "of the answer on stdout")
	f.BoolVar(&o.full, "full", false, "show the counterexample of each smallest set of faults")
	f.Lookup("max-states").Usage = fmt.Sprintf("stop each search at the end of the level in which there are more states (default %d)", explainStates)
	f.Lookup("timeout").Usage = "stop after this time, with what is known"
	return cmd
}

func (a *app) runExplain(cmd *cobra.Command, o *explainOptions, name string) error {
	if o.Timing == "bounded" {
		return errors.New("explain answers for any timing; for your numbers ask check --timing bounded, or threshold")
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	c := ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}
	p, err := ask.Prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.Timeout)
	if err != nil {
		return err
	}
	defer end()
	l := o.limits.Limits
	if l.MaxStates == 0 {
		l.MaxStates = explainStates
	}
	var about func(string) func(checker.Progress)
	done := func() {}
	if !o.quiet {
		line := newProgress(a.env.Err, a.env.ErrTerminal, time.Now)
		done = line.done
		about = func(what string) func(checker.Progress) {
			line.begin(what)
			return line.show
		}
	}
	defer done()
	e, err := p.Explain(ctx, a, c, &l, cmd.Flags().Changed("faults"), about)
	if err != nil {
		done()
		return a.specError(p, err)
	}
	e.Report.Command = asTyped(name, cmd.Flags(), "timing")
	for i := range e.Sets.Minimal {
		s := &e.Sets.Minimal[i]
		s.Report.Command = asTyped(name, cmd.Flags(), "timing", "faults", "max-states") + s.Report.Command
	}
	done()
	a.exit = ofVerdict(e.Report.Result.Verdict)
	if a.exit == ExitOK && !e.Complete() {
		a.exit = ExitIncomplete
	}
	return deliverAs(a, &o.document, file, explainFormats, e, o.full)
}
