package cli

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/timed/sweep"
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

// mostChecks is how many values are checked one by one at most.
const mostChecks = 5000

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
			if m, _ := murphi.Load(a.target.fsys, a.target.file); m != nil {
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
	c := choices{&o.question, givenParams(cmd.Flags())}
	p, err := prepare(t, c, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	v, err := p.varied(o.vary, "--vary")
	if err != nil {
		return err
	}
	row, last, err := p.newLine(v, o)
	if err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.timeout)
	if err != nil {
		return err
	}
	defer end()
	show, done := a.reporter(o.quiet)
	defer done()
	row.ctx = ctx
	if row.graph, err = p.newGraph(o.limits.options(p, show)); err != nil {
		return err
	}
	found, err := row.threshold(v, last)
	if err != nil {
		done()
		return a.specError(p, err)
	}
	found.command(boundedAsTyped(name, cmd.Flags()))
	done()
	a.exit = ExitOK
	if found.Limit != nil {
		a.exit = ExitIncomplete
	}
	return deliverAs(a, &o.document, file, thresholdFormats, found.Threshold, o.full)
}

// varied finds the duration that a flag names.
func (p *prepared) varied(name, flag string) (murphi.DurationSetting, error) {
	var flags []string
	for _, d := range p.settings.Durations {
		flags = append(flags, d.Flag)
		if d.Flag == strings.TrimPrefix(name, "--") {
			if slices.Contains(p.durations, d.Flag) {
				return d, fmt.Errorf("--%s is varied, so it has no value of its own; leave it out", d.Flag)
			}
			return d, nil
		}
	}
	if name == "" {
		return murphi.DurationSetting{}, fmt.Errorf("%s needs a duration of %s\npossible: %s", flag, p.target.name, strings.Join(flags, ", "))
	}
	return murphi.DurationSetting{}, fmt.Errorf("%s: %s has %w", flag, p.target.name, unknown("duration", name, flags))
}

// valueOf reads a value of a duration that another flag gives.
func valueOf(d murphi.DurationSetting, flag, text string) (*big.Rat, error) {
	info := d.DurationInfo
	info.Flag = flag
	return info.Parse(text)
}

// newLine lays out the values of v that are asked for, and the number of the
// last one.
func (p *prepared) newLine(v murphi.DurationSetting, o *thresholdOptions) (row *line, last int, err error) {
	row = &line{oracle: oracle{p: p}, flag: v.Flag, first: new(big.Rat), step: usualStep[v.Dimension]}
	end := usualEnd[v.Dimension]
	for _, f := range []struct {
		flag, text string
		to         **big.Rat
	}{{"from", o.from, &row.first}, {"to", o.to, &end}, {"step", o.step, &row.step}} {
		if f.text == "" {
			continue
		}
		if *f.to, err = valueOf(v, f.flag, f.text); err != nil {
			return nil, 0, err
		}
	}
	switch {
	case row.step.Sign() == 0:
		return nil, 0, errors.New("--step must be above zero")
	case row.first.Cmp(end) > 0:
		return nil, 0, fmt.Errorf("--from %s is beyond --to %s", v.Dimension.Text(row.first), v.Dimension.Text(end))
	}
	last, ok := row.index(end)
	if !ok {
		return nil, 0, fmt.Errorf("--step %s: too many steps from %s to %s", v.Dimension.Text(row.step), v.Dimension.Text(row.first), v.Dimension.Text(end))
	}
	if p.direction(v) != murphi.Unclear {
		return row, last, nil
	}
	const why = "the verdict is not known to be monotone in --%s, so every step is checked: "
	switch {
	case o.from == "" || o.to == "":
		return nil, 0, fmt.Errorf(why+"say --from and --to%s", v.Flag, p.followers(v))
	case last >= mostChecks:
		return nil, 0, fmt.Errorf(why+"%s are more than %s; take a larger --step than %s", v.Flag, out.Number(int64(last)+1), out.Number(mostChecks), v.Dimension.Text(row.step))
	}
	return row, last, nil
}

// followers says which durations move with v because they are not given.
func (p *prepared) followers(v murphi.DurationSetting) string {
	var flags []string
	for _, d := range p.settings.Durations {
		if !d.Given && d.Follows(v.Ann.Name) {
			flags = append(flags, "--"+d.Flag)
		}
	}
	if len(flags) == 0 {
		return ""
	}
	return fmt.Sprintf("; or give %s, by default a part of --%s", strings.Join(flags, " and "), v.Flag)
}

func (p *prepared) direction(v murphi.DurationSetting) murphi.Direction {
	i := slices.IndexFunc(p.settings.Durations, func(d murphi.DurationSetting) bool { return d.Flag == v.Flag })
	return p.settings.Directions(p.model)[i]
}

var effects = map[murphi.Direction]out.Effect{
	murphi.NoEffect: out.NoEffect, murphi.Grows: out.Harms, murphi.Shrinks: out.Helps, murphi.Unclear: out.NotKnown,
}

// found is a threshold with what goes on the command lines of its checks.
type found struct {
	*out.Threshold
	at map[*out.Report]string
}

// command names the checks on both sides of the flip.
func (f *found) command(question string) {
	for r, flag := range f.at {
		r.Command = question + " " + flag
	}
}

// threshold finds where the verdict flips between value 0 and the last one.
func (l *line) threshold(v murphi.DurationSetting, last int) (*found, error) {
	r := l.p.reportOf()
	text := func(i int) string { return v.Dimension.Text(l.value(i)) }
	t := &out.Threshold{
		Tool: tool, Model: r.Model, Flag: v.Flag, Step: v.Dimension.Text(l.step),
		From: text(0), To: text(last), Effect: effects[l.p.direction(v)],
	}
	f := &found{t, map[*out.Report]string{}}
	if t.Effect == out.NoEffect {
		return f, nil
	}
	safe, unsafe, err := l.flip(t, v, last, text)
	if err == nil {
		err = l.err
	}
	if err != nil {
		return nil, err
	}
	t.Checks, t.Limit = l.checks, l.limit
	if safe >= 0 {
		t.LastSafe = text(safe)
	}
	if unsafe >= 0 {
		t.FirstUnsafe = text(unsafe)
	}
	if l.ctx.Err() != nil {
		return f, nil
	}
	if safe >= 0 {
		t.BeforeAt = v.Flag + " " + text(safe)
		if t.Before, err = l.report(safe, text(safe)); err != nil {
			return nil, err
		}
		f.at[t.Before] = "--" + v.Flag + " " + text(safe)
	}
	if unsafe >= 0 {
		t.BeyondAt = v.Flag + " " + text(unsafe)
		if t.Beyond, err = l.report(unsafe, text(unsafe)); err != nil {
			return nil, err
		}
		f.at[t.Beyond] = "--" + v.Flag + " " + text(unsafe)
	}
	return f, nil
}

// flip asks for what it takes, notes the answers in t, and returns the values
// around the first flip, or -1.
func (l *line) flip(t *out.Threshold, v murphi.DurationSetting, last int, text func(int) string) (safe, unsafe int, err error) {
	if t.Effect == out.NotKnown {
		safe, unsafe = l.scan(t, last, text)
		return safe, unsafe, nil
	}
	safe, unsafe = -1, -1
	near, ok := l.index(v.Value)
	if near = min(max(near, 0), last); !ok || l.refused(near) != nil {
		if near, ok = l.accepted(last); !ok {
			return -1, -1, fmt.Errorf("--%s: no value from %s to %s makes sense: %w", v.Flag, t.From, t.To, l.refused(0))
		}
	}
	lo, hi := sweep.Ends(0, last, near, func(i int) bool { return l.refused(i) == nil })
	if lo > 0 {
		t.Refused = append(t.Refused, out.Refusal{From: text(0), To: text(lo - 1), Why: l.refused(lo - 1).Error()})
	}
	if hi < last {
		t.Refused = append(t.Refused, out.Refusal{From: text(hi + 1), To: text(last), Why: l.refused(hi + 1).Error()})
	}
	grows := t.Effect == out.Harms
	s := sweep.Search(lo, hi, near, grows, l.answer)
	a, b := out.Stretch{From: text(lo), To: text(s.Safe), Answer: "safe"}, out.Stretch{From: text(s.Unsafe), To: text(hi), Answer: "unsafe"}
	if !grows {
		a, b = out.Stretch{From: text(lo), To: text(s.Unsafe), Answer: "unsafe"}, out.Stretch{From: text(s.Safe), To: text(hi), Answer: "safe"}
	}
	if s.HasSafe && grows || s.HasUnsafe && !grows {
		t.Stretches = append(t.Stretches, a)
	}
	if s.HasUnsafe && grows || s.HasSafe && !grows {
		t.Stretches = append(t.Stretches, b)
	}
	if s.HasSafe {
		safe = s.Safe
	}
	if s.HasUnsafe {
		unsafe = s.Unsafe
	}
	if t.Margin = l.p.newMargin(v); t.Margin != nil && grows {
		l.fill(t.Margin, s, hi, text)
	}
	return safe, unsafe, nil
}

// scan asks for every value.
func (l *line) scan(t *out.Threshold, last int, text func(int) string) (safe, unsafe int) {
	safe, unsafe = -1, -1
	before := sweep.Stretch{}
	flipped := false
	for _, s := range sweep.Scan(0, last, l.answer) {
		if s.Answer == sweep.Refused {
			t.Refused = append(t.Refused, out.Refusal{From: text(s.From), To: text(s.To), Why: l.refused(s.From).Error()})
			continue
		}
		t.Stretches = append(t.Stretches, out.Stretch{From: text(s.From), To: text(s.To), Answer: s.Answer.String()})
		flip := before.Answer == sweep.Safe && s.Answer == sweep.Unsafe || before.Answer == sweep.Unsafe && s.Answer == sweep.Safe
		switch {
		case flipped:
		case flip && s.Answer == sweep.Unsafe:
			safe, unsafe, flipped = before.To, s.From, true
		case flip:
			safe, unsafe, flipped = s.From, before.To, true
		case s.Answer == sweep.Safe:
			safe = s.To
		case s.Answer == sweep.Unsafe:
			unsafe = s.From
		}
		before = s
	}
	return safe, unsafe
}

// accepted looks for a value that makes sense, at the ends and between them.
func (l *line) accepted(last int) (int, bool) {
	const parts = 64
	for i := range parts + 1 {
		if at := int(int64(last) * int64(i) / parts); l.refused(at) == nil {
			return at, true
		}
	}
	return 0, false
}

// report checks value i in full.
func (l *line) report(i int, text string) (*out.Report, error) {
	s, err := l.p.settings.WithDurations(l.p.model, map[string]*big.Rat{l.flag: l.value(i)})
	if err != nil {
		return nil, err
	}
	p := *l.p
	p.settings = s
	p.durations = append(slices.Clone(p.durations), l.flag)
	res, err := l.graph.Check(l.ctx, s.Delay)
	if err != nil {
		return nil, err
	}
	p.order(res)
	r := p.reportOf()
	r.Result = res
	return r, nil
}

// options are those of a search in real time.
func (l *limits) options(p *prepared, show func(checker.Progress)) checker.Options {
	opt := checker.Options{
		Tree: p.model, Ranks: p.ranks, MaxStates: l.maxStates, MaxDepth: l.maxDepth, Memory: l.memory, Progress: show,
	}
	if opt.Memory == 0 {
		opt.Memory = memoryShare()
	}
	return opt
}
