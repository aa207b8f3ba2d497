package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"lockcheck/checker"
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
	f.Var(choiceValue{&o.timing, []string{"any", "bounded"}}, "timing", "any: explain makes no assumption on speeds")
	_ = f.MarkHidden("timing")
	f.Var(numberValue{&o.workers, 1, 1024}, "workers", "parallel workers (default: one per core); the result does not depend on it")
	o.document.addFlags(cmd, namesOf(explainFormats), "of the answer on stdout")
	f.BoolVar(&o.full, "full", false, "show the counterexample of each smallest set of faults")
	f.Lookup("max-states").Usage = fmt.Sprintf("stop each search at the end of the level in which there are more states (default %d)", explainStates)
	f.Lookup("timeout").Usage = "stop after this time, with what is known"
	return cmd
}

func (a *app) runExplain(cmd *cobra.Command, o *explainOptions, name string) error {
	if o.timing == "bounded" {
		return errors.New("explain answers for any timing; for your numbers ask check --timing bounded, or threshold")
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	c := choices{&o.question, givenParams(cmd.Flags())}
	p, err := prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.timeout)
	if err != nil {
		return err
	}
	defer end()
	k := &rechecker{a: a, ctx: ctx, limits: o.limits, timeout: o.timeout}
	k.limits.timeout = 0 // ctx bounds all searches together
	if k.limits.maxStates == 0 {
		k.limits.maxStates = explainStates
	}
	if !o.quiet {
		k.progress = newProgress(a.env.Err, a.env.ErrTerminal, time.Now)
		defer k.progress.done()
	}
	e, err := k.explain(p, c, cmd.Flags().Changed("faults"))
	if err != nil {
		return err
	}
	e.Report.Command = asTyped(name, cmd.Flags(), "timing")
	for i := range e.Sets.Minimal {
		s := &e.Sets.Minimal[i]
		s.Report.Command = asTyped(name, cmd.Flags(), "timing", "faults", "max-states") + s.Report.Command
	}
	if k.progress != nil {
		k.progress.done()
	}
	a.exit = ofVerdict(e.Report.Result.Verdict)
	if a.exit == ExitOK && !e.Complete() {
		a.exit = ExitIncomplete
	}
	return deliverAs(a, &o.document, file, explainFormats, e, o.full)
}

// rechecker answers the questions that an explanation consists of.
type rechecker struct {
	a        *app
	ctx      context.Context
	limits   limits // of each search
	timeout  time.Duration
	progress *progress // nil: quiet
}

// explain answers the question itself and all that goes with it.
func (k *rechecker) explain(p *prepared, c choices, chosen bool) (*out.Explanation, error) {
	res, err := k.check(p, c, "the question", false)
	if err != nil {
		return nil, err
	}
	e := &out.Explanation{Report: p.reportOf()}
	e.Report.Result = res
	if e.Sets, err = k.faultSets(p.target, c, chosen); err != nil {
		return nil, err
	}
	if res.Verdict == checker.Unsafe {
		e.Repairs, err = k.repairs(p, c, res)
	}
	return e, err
}

// ask prepares a question and answers it.
func (k *rechecker) ask(t *target, c choices, about string, first bool) (*prepared, *checker.Result, error) {
	p, err := prepare(t, c, io.Discard, false)
	if err != nil {
		return nil, nil, fmt.Errorf("checking %s: %w", about, err)
	}
	res, err := k.check(p, c, about, first)
	return p, res, err
}

// check answers a prepared question; with first, up to the first violation.
func (k *rechecker) check(p *prepared, c choices, about string, first bool) (*checker.Result, error) {
	l := k.limits
	l.first = first
	var show func(checker.Progress)
	if k.progress != nil {
		k.progress.begin(about)
		show = k.progress.show
	}
	res, err := k.a.check(k.ctx, p, c.question, &l, show)
	if err != nil {
		if k.progress != nil {
			k.progress.done()
		}
		return nil, k.a.specError(p, err)
	}
	if res.Limit != nil && res.Limit.Kind == checker.LimitTime {
		res.Limit.Value = k.timeout.String()
	}
	return res, nil
}

// interrupted is the limit that keeps the rest from being asked.
func (k *rechecker) interrupted() *checker.Limit {
	l := interruptedBy(k.ctx)
	if l.Kind == checker.LimitTime {
		l.Value = k.timeout.String()
	}
	return l
}
