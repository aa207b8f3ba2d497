package cli

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/naive"
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
			"property violated at the end; else the file is refused, with the first place that\n" +
			"is wrong. An ITF file of another program may hold states alone: the steps between\n" +
			"them are found.",
		Example: "  lockcheck check ttl --quiet --report json=race.json; lockcheck replay race.json\n" +
			"  lockcheck replay race.json --format itf\n" +
			"  lockcheck replay trace.itf.json mine.murphi",
		Args:              fileAndTarget,
		ValidArgsFunction: completeReplay,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.runReplay(o, args) },
	}
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
	reports, err := openReports(o.reports)
	if err != nil {
		return err
	}
	defer discardAll(reports)
	r, err := a.replay(rec, model, !o.quiet)
	if err != nil {
		return err
	}
	if err := a.print(&o.display, r); err != nil {
		return err
	}
	if err := a.writeReports(reports, r); err != nil {
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
	if sum := checksum(p.model); warn && rec.own && rec.model.SHA256 != sum {
		fmt.Fprintf(a.env.Err, "lockcheck: warning: %s was made of another version of %s; its steps are tried on this one\n", rec.name, p.target.name)
	}
	run, misfit := naive.Retrace(p.model, rec.start, rec.steps, p.ranks)
	x := &replaying{recording: rec, p: p, named: model == "", judge: checker.NewJudge(p.system, checker.Options{
		Tree: p.model, Ranks: p.ranks, Deadlock: p.deadlocks(&rec.question),
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
func (a *app) prepareReplay(rec *recording, model string, warn bool) (*prepared, error) {
	if model == "" {
		if model = rec.model.Name; model == "" {
			return nil, fmt.Errorf("%s does not say of which model it is; name a protocol or a Murphi file after it", rec.name)
		}
		if _, known := specs.Find(model); !known {
			return nil, fmt.Errorf("%s is of %s, which is no protocol of the catalogue; name its Murphi file: lockcheck replay %s FILE.murphi",
				rec.name, plainWord(model), shellWord(rec.name))
		}
	}
	t, err := resolve(model)
	if err != nil {
		return nil, err
	}
	q := &rec.question
	if !rec.own {
		q.faults, q.timing, q.symmetry, q.ranks = "all", "any", "on", "on"
	}
	if slices.Contains([]string{"", "invariant", "liveness"}, rec.kind) && rec.property != "" {
		q.properties = []string{rec.property}
	}
	if rec.kind == "deadlock" {
		q.deadlock, q.deadlockSet = checker.DeadlockStuttering, true
	}
	p, err := prepare(t, choices{q, rec.params}, a.env.Err, warn)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", rec.name, err)
	}
	if err := rec.settle(p); err != nil {
		return nil, fmt.Errorf("%s: %w", rec.name, err)
	}
	return p, nil
}

// settle sets the durations of a run in real time.
func (rec *recording) settle(p *prepared) error {
	values := map[string]*big.Rat{}
	for _, d := range murphi.Durations(p.model) {
		text, ok := rec.given[d.Flag]
		if !ok {
			continue
		}
		v, err := d.Parse(text)
		if err != nil {
			exact, ok := exactly(text)
			if !ok || d.Dimension != murphi.TimeSpan {
				return fmt.Errorf("durations: %w", err)
			}
			v = exact
		}
		values[d.Flag] = v
		p.durations = append(p.durations, d.Flag)
	}
	var err error
	p.settings, err = p.settings.WithDurations(p.model, values)
	return err
}

// replaying is a recording that is compared with what a model does.
type replaying struct {
	*recording
	p     *prepared
	named bool // by the file
	judge *checker.Judge
}

// judged says what a run comes to: that it violates what the file says, with
// every value as in the file.
func (x *replaying) judged(run *naive.Run) (*out.Report, error) {
	if x.times != nil {
		if err := run.CheckTimes(x.p.settings.Delay, x.times); err != nil {
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
			return nil, fmt.Errorf("%s has no property %s", x.p.target.name, plainWord(x.property))
		}
		switch x.judge.Judge(row, run, t) {
		case checker.Kept:
			return nil, x.trace.errorf("all its steps are possible, but at the end %s is not violated", x.property)
		case checker.Open:
			return nil, x.trace.errorf("all its steps are possible, but whether %s can still be reached at the end takes a search: `lockcheck check`", x.property)
		}
	} else if rows := x.judge.Broken(run); len(rows) > 0 {
		row = x.p.gravest(x.judge, rows)
		x.judge.Judge(row, run, t)
	}
	r := x.p.oneRun(x.judge, t, row, out.Replayed)
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

// gravest picks the row that check would show first.
func (p *prepared) gravest(judge *checker.Judge, rows []int) int {
	rank := func(row int) int {
		name, _ := judge.Claim(row)
		if i := slices.Index(p.properties, name); i >= 0 {
			return i
		}
		return len(p.properties)
	}
	return slices.MinFunc(rows, func(a, b int) int { return rank(a) - rank(b) })
}

// oneRun makes a report of one run; row is what it violates, or -1.
func (p *prepared) oneRun(judge *checker.Judge, t *checker.Trace, row int, from out.Origin) *out.Report {
	r := p.reportOf()
	r.Origin = from
	r.Result = &checker.Result{Verdict: checker.Incomplete, Limit: &checker.Limit{Kind: checker.LimitOneRun}}
	if row < 0 {
		r.Run = t
		return r
	}
	name, kind := judge.Claim(row)
	r.Result.Verdict, r.Result.Limit = checker.Unsafe, nil
	r.Result.Properties = []checker.PropertyResult{{Name: name, Kind: kind, Decision: checker.Violated, Depth: len(t.Steps), Trace: t}}
	return r
}

// compare looks for the first difference between the file and a report of the
// same run: of a single state, if step is not negative.
func (x *replaying) compare(r *out.Report, step int) (*difference, error) {
	write := out.JSON
	if x.itf {
		write = out.ITF
	}
	var text bytes.Buffer
	if err := write(&text, r); err != nil {
		return nil, err
	}
	tree, err := readTree(text.Bytes())
	if err != nil {
		return nil, &checker.InternalError{Model: x.p.target.name, Reason: "what was written cannot be read: " + err.Error()}
	}
	truth := spot{"", tree}
	if x.itf {
		return x.compareITF(truth, step), nil
	}
	return x.compareResult(truth, step), nil
}

// at follows a path of names and indices.
func (s spot) at(path ...any) any {
	v := s.value
	for _, part := range path {
		switch part := part.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = orNothing(object, part)
		case int:
			list, _ := v.([]any)
			if part >= len(list) {
				return nothing{}
			}
			v = list[part]
		}
	}
	return v
}

func (x *replaying) compareResult(truth spot, step int) *difference {
	trace := truth.at("properties", 0, "trace")
	if trace == (nothing{}) {
		trace = truth.at("run")
	}
	whole := spot{x.trace.path, trace}
	switch {
	case step == 0:
		return differ(x.trace.path+".start", x.trace.at("start"), whole.at("start"))
	case step > 0:
		return differ(fmt.Sprintf("%s.steps[%d]", x.trace.path, step-1), x.trace.at("steps", step-1), whole.at("steps", step-1))
	}
	parts := [][]any{{"config"}}
	if x.named {
		parts = append(parts, []any{"model", "name"}, []any{"model", "file"})
	}
	if x.property != "" {
		parts = append(parts, []any{"verdict"})
	}
	for _, part := range parts {
		path := ""
		for _, name := range part {
			path = fieldPath(path, name.(string))
		}
		if d := differ(path, x.tree.at(part...), truth.at(part...)); d != nil {
			return d
		}
	}
	if d := differ(x.trace.path, x.trace.value, trace); d != nil || x.property == "" {
		return d
	}
	// The trace is that of a property: properties[2].trace.
	i := 0
	_, _ = fmt.Sscanf(x.trace.path, "properties[%d].trace", &i)
	return differ(fmt.Sprintf("properties[%d]", i), x.tree.at("properties", i), truth.at("properties", 0))
}

func (x *replaying) compareITF(truth spot, step int) *difference {
	if step >= 0 {
		return differ(fmt.Sprintf("states[%d]", step), x.tree.at("states", step), truth.at("states", step))
	}
	if x.own {
		for _, part := range []string{"config", "property", "why"} {
			if d := differ(fieldPath("#meta.lockcheck", part), x.tree.at("#meta", "lockcheck", part), truth.at("#meta", "lockcheck", part)); d != nil {
				return d
			}
		}
		if x.named {
			for _, part := range []string{"name", "file"} {
				if d := differ("#meta.lockcheck.model."+part, x.tree.at("#meta", "lockcheck", "model", part), truth.at("#meta", "lockcheck", "model", part)); d != nil {
					return d
				}
			}
		}
		if d := differ("vars", x.tree.at("vars"), truth.at("vars")); d != nil {
			return d
		}
		return differ("states", x.tree.at("states"), truth.at("states"))
	}
	return nil // of another program: the states were read by their meaning, and the run leads through them
}

// refuse says why the file is no run of the model.
func (x *replaying) refuse(m *naive.Misfit) error {
	d, err := x.deviates(m)
	switch {
	case err != nil:
		return err
	case d == nil:
		return fmt.Errorf("%s: %s", x.name, x.misfit(m))
	case m.Then != nil:
		return fmt.Errorf("%s: %w\nlater %s", x.name, d, x.misfit(m.Then))
	}
	return fmt.Errorf("%s: %w", x.name, d)
}

// deviates finds what differs in the state that a possible step leads to.
func (x *replaying) deviates(m *naive.Misfit) (*difference, error) {
	if m.Run == nil {
		return nil, nil
	}
	times := x.times
	if times != nil {
		times = times[:m.Step]
	}
	r := x.p.oneRun(x.judge, x.judge.Tell(m.Run, times), -1, out.Replayed)
	if x.property != "" {
		r.Result.Properties = []checker.PropertyResult{{Name: x.property, Kind: x.kind, Decision: checker.Violated, Trace: r.Run}}
	}
	return x.compare(r, m.Step)
}

// misfit says which step is not possible, why, and what is instead.
func (x *replaying) misfit(m *naive.Misfit) string {
	text := fmt.Sprintf("step %d does not fit", m.Step)
	switch {
	case m.Step == 0:
		text = "the start state does not fit"
	case x.itf:
		text = fmt.Sprintf("states[%d] does not fit", m.Step)
	}
	if m.Step > 0 && x.steps[m.Step-1].Rule != "" {
		text += ": " + x.steps[m.Step-1].Call(x.p.model.Rules) + " is not possible there"
	}
	text += ": " + m.Reason
	if len(m.Nearest) > 0 {
		text += "\nnearest possible steps: " + strings.Join(m.Nearest, "; ")
	}
	return text
}
