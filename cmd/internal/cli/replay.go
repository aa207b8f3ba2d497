package cli

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	display
	property string
}

func (a *app) replayCommand() *cobra.Command {
	o := &replayOptions{}
	cmd := &cobra.Command{
		Use:   "replay FILE [PROTOCOL|MODEL]",
		Short: "Take a recorded counterexample again, step by step, and show it",
		Long: "replay reads the trace in a result (--format json) or in an ITF file, and takes\n" +
			"its steps again on the model that the file names, configured as it says, or on\n" +
			"another one. Every step must be possible, every value in the file true, and the\n" +
			"property violated at the end; else the file is refused, with the first place\n" +
			"that is wrong. An ITF file of another program may hold states alone: the steps\n" +
			"between them are found.",
		Example: "  lockcheck check ttl --quiet --report json=race.json\n" +
			"  lockcheck replay race.json\n" +
			"  lockcheck replay race.json --format itf\n" +
			"  lockcheck replay trace.itf.json mine.murphi",
		Args:              fileAndTarget,
		ValidArgsFunction: completeReplay,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runReplay(o, args) },
	}
	cmd.Flags().SortFlags = false
	cmd.Flags().StringVar(&o.property, "property", "", "of several traces, that of property `NAME` (default: the first)")
	o.display.addFlags(cmd, "no text: the exit status is the answer")
	return cmd
}

func fileAndTarget(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s needs a file with a trace: a result (lockcheck check --format json) or an ITF file", cmd.Name())
	case len(args) > 2:
		return fmt.Errorf("%s takes a file and a protocol, not %d words: %s", cmd.Name(), len(args), strings.Join(args, " "))
	}
	return nil
}

// completeReplay completes a file, then a protocol.
func completeReplay(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 1 {
		return completeTargets(cmd, nil, word)
	}
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveDefault
}

func (a *app) runReplay(o *replayOptions, args []string) error {
	rec, err := readRecording(args[0], o.property)
	if err != nil {
		return err
	}
	model := ""
	if len(args) == 2 {
		model = args[1]
	}
	reports, err := openFiles(o.reports, namesOf(formats), nil)
	if err != nil {
		return err
	}
	defer discardFiles(reports)
	r, err := a.replay(rec, model, !o.quiet)
	if err != nil {
		return err
	}
	if err := a.print(&o.display, r); err != nil {
		return err
	}
	if err := deliverAll(a, formats, reports, r); err != nil {
		return err
	}
	if r.Result.Verdict == checker.Unsafe {
		a.exit = ExitUnsafe
	}
	return nil
}

// replay takes the recorded steps on a model, "" for the one that the file
// names, and reports what they come to. An error says what is wrong with the
// file.
func (a *app) replay(rec *recording, model string, warn bool) (*out.Report, error) {
	p, err := a.prepareReplay(rec, model, warn)
	if err != nil {
		return nil, err
	}
	if sum := ask.Checksum(p.Model); warn && rec.own && rec.model.SHA256 != sum {
		fmt.Fprintf(a.env.Err, "lockcheck: warning: %s was made of another version of %s; its steps are tried on this one\n", rec.name, p.Target.Name)
	}
	run, misfit := naive.Retrace(p.Model, rec.start, rec.steps, p.Ranks)
	x := &replaying{recording: rec, p: p, named: model == "", judge: checker.NewJudge(p.System, checker.Options{
		Tree: p.Model, Ranks: p.Ranks, Deadlock: p.Deadlocks(&rec.question),
	})}
	if misfit != nil {
		return nil, x.refuse(misfit)
	}
	r, err := x.judged(run)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rec.name, err)
	}
	return r, nil
}

// prepareReplay configures the model as the file says.
func (a *app) prepareReplay(rec *recording, model string, warn bool) (*ask.Prepared, error) {
	if model == "" {
		if model = rec.model.Name; model == "" {
			return nil, fmt.Errorf("%s does not say of which model it is; name a protocol or a Murphi file after it", rec.name)
		}
		if _, known := specs.Find(model); !known {
			return nil, fmt.Errorf("%s is of %s, which is no protocol of the catalogue; name its Murphi file: lockcheck replay %s FILE.murphi",
				rec.name, ask.PlainWord(model), ask.ShellWord(rec.name))
		}
	}
	t, err := resolve(model)
	if err != nil {
		return nil, err
	}
	q := &rec.question
	if !rec.own {
		q.Faults, q.Timing, q.Symmetry, q.Ranks = "all", "any", "on", "on"
	}
	if slices.Contains([]string{"", "invariant", "liveness"}, rec.kind) && rec.property != "" {
		q.Properties = []string{rec.property}
	}
	if rec.kind == "deadlock" {
		q.Deadlock, q.DeadlockSet = checker.DeadlockStuttering, true
	}
	params, rest, err := rec.durations(t)
	if err != nil {
		return nil, fmt.Errorf("%s: durations: %w", rec.name, err)
	}
	p, err := ask.Prepare(t, ask.Choices{Question: q, Params: params}, a.env.Err, warn)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rec.name, err)
	}
	if p.Settings, err = p.Settings.WithDurations(p.Model, rest); err != nil {
		return nil, fmt.Errorf("%s: durations: %w", rec.name, err)
	}
	return p, nil
}

// durations returns the parameters with the durations among them as one would
// type them, and apart those that cannot be typed exactly.
func (rec *recording) durations(t *ask.Target) (params map[string]string, rest map[string]*big.Rat, err error) {
	params, rest = maps.Clone(rec.params), map[string]*big.Rat{}
	for _, d := range murphi.Durations(t.Peek()) {
		text, ok := rec.given[d.Flag]
		if !ok {
			continue
		}
		_, err := d.Parse(text)
		if err == nil {
			params[d.Flag] = text
			continue
		}
		exact, ok := exactly(text)
		if !ok || d.Dimension != murphi.TimeSpan {
			return nil, nil, err
		}
		rest[d.Flag] = exact
	}
	return params, rest, nil
}

// replaying is a recording that is compared with what a model does.
type replaying struct {
	*recording
	p     *ask.Prepared
	named bool // by the file
	judge *checker.Judge
}

// judged says what a run comes to: that it violates what the file says, with
// every value as in the file.
func (x *replaying) judged(run *naive.Run) (*out.Report, error) {
	if x.times != nil {
		if err := run.CheckTimes(x.p.Settings.Delay, x.times); err != nil {
			return nil, x.trace.errorf("the steps cannot happen at these times: %s", err)
		}
	}
	t := x.judge.Tell(run, x.times)
	if f := run.Failure; f != nil && x.judge.Failure(f) == x.judge.SpecRow() {
		return nil, fmt.Errorf("it ends in a mistake of the model: %s", f.Detail)
	}
	row := -1
	if x.property != "" {
		if row = x.judge.Row(x.property); row < 0 {
			return nil, fmt.Errorf("%s has no property %s", x.p.Target.Name, ask.PlainWord(x.property))
		}
		switch x.judge.Judge(row, run, t) {
		case checker.Kept:
			return nil, x.trace.errorf("all its steps are possible, but at the end %s is not violated", x.property)
		case checker.Open:
			return nil, x.trace.errorf("all its steps are possible, but whether %s can still be reached at the end takes a search: `lockcheck check`", x.property)
		}
	} else if rows := x.judge.Broken(run); len(rows) > 0 {
		row = x.p.GravestRow(x.judge, rows)
		x.judge.Judge(row, run, t)
	}
	r := x.p.OneRun(x.judge, t, row, out.Replayed)
	if d, err := x.compare(r, -1); err != nil || d != nil {
		return nil, cmpError(d, err)
	}
	return r, nil
}

func cmpError(d *difference, err error) error {
	if err != nil {
		return err
	}
	return d
}
