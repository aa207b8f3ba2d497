package ask

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/timed/sweep"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// mostChecks is how many values are checked one by one at most.
const mostChecks = 5000

// Varied finds the duration that a flag names.
func (p *Prepared) Varied(name, flag string) (murphi.DurationSetting, error) {
	var flags []string
	for _, d := range p.Settings.Durations {
		flags = append(flags, d.Flag)
		if d.Flag == strings.TrimPrefix(name, "--") {
			if slices.Contains(p.durations, d.Flag) {
				return d, fmt.Errorf("--%s is varied, so it has no value of its own; leave it out", d.Flag)
			}
			return d, nil
		}
	}
	if name == "" {
		return murphi.DurationSetting{}, fmt.Errorf("%s needs a duration of %s\npossible: %s", flag, p.Target.Name, strings.Join(flags, ", "))
	}
	return murphi.DurationSetting{}, fmt.Errorf("%s: %s has %w", flag, p.Target.Name, Unknown("duration", name, flags))
}

// valueOf reads a value of a duration that another flag gives.
func valueOf(d murphi.DurationSetting, flag, text string) (*big.Rat, error) {
	info := d.DurationInfo
	info.Flag = flag
	return info.Parse(text)
}

// Line is what a threshold is looked for on: the values of a duration, up to a last
// one.
type Line struct {
	line
	v    murphi.DurationSetting
	last int
}

// NewLine lays out the values of v that are asked for: all texts may be empty.
func (p *Prepared) NewLine(v murphi.DurationSetting, from, to, step string) (*Line, error) {
	r := &Line{v: v, line: line{oracle: oracle{p: p}, flag: v.Flag, first: new(big.Rat), step: usualStep[v.Dimension]}}
	var err error
	end := usualEnd[v.Dimension]
	for _, f := range []struct {
		flag, text string
		to         **big.Rat
	}{{"from", from, &r.first}, {"to", to, &end}, {"step", step, &r.step}} {
		if f.text == "" {
			continue
		}
		if *f.to, err = valueOf(v, f.flag, f.text); err != nil {
			return nil, err
		}
	}
	switch {
	case r.step.Sign() == 0:
		return nil, errors.New("--step must be above zero")
	case r.first.Cmp(end) > 0:
		return nil, fmt.Errorf("--from %s is beyond --to %s", v.Dimension.Text(r.first), v.Dimension.Text(end))
	}
	var ok bool
	r.last, ok = r.index(end)
	if !ok {
		return nil, fmt.Errorf("--step %s: too many steps from %s to %s", v.Dimension.Text(r.step), v.Dimension.Text(r.first), v.Dimension.Text(end))
	}
	if p.direction(v) != murphi.Unclear {
		return r, nil
	}
	const why = "the verdict is not known to be monotone in --%s, so every step is checked: "
	switch {
	case from == "" || to == "":
		return nil, fmt.Errorf(why+"say --from and --to%s", v.Flag, p.followers(v))
	case r.last >= mostChecks:
		return nil, fmt.Errorf(why+"%s are more than %s; take a larger --step than %s", v.Flag, out.Number(int64(r.last)+1), out.Number(mostChecks), v.Dimension.Text(r.step))
	}
	return r, nil
}

// followers says which durations move with v because they are not given.
func (p *Prepared) followers(v murphi.DurationSetting) string {
	var flags []string
	for _, d := range p.Settings.Durations {
		if !d.Given && d.Follows(v.Ann.Name) {
			flags = append(flags, "--"+d.Flag)
		}
	}
	if len(flags) == 0 {
		return ""
	}
	return fmt.Sprintf("; or give %s, by default a part of --%s", strings.Join(flags, " and "), v.Flag)
}

func (p *Prepared) direction(v murphi.DurationSetting) murphi.Direction {
	i := slices.IndexFunc(p.Settings.Durations, func(d murphi.DurationSetting) bool { return d.Flag == v.Flag })
	return p.Settings.Directions(p.Model)[i]
}

var effects = map[murphi.Direction]out.Effect{
	murphi.NoEffect: out.NoEffect, murphi.Grows: out.Harms, murphi.Shrinks: out.Helps, murphi.Unclear: out.NotKnown,
}

// Found is a threshold with what goes on the command lines of its checks.
type Found struct {
	*out.Threshold
	at map[*out.Report]string
}

// Command names the checks on both sides of the flip; question is the command that
// asks it, without the duration.
func (f *Found) Command(question string) {
	for r, flag := range f.at {
		r.Command = question + " " + flag
	}
}

// Threshold finds where the verdict flips on a line of values.
func (r *Line) Threshold(ctx context.Context, opt checker.Options) (*Found, error) {
	var err error
	if r.graph, err = r.p.newGraph(opt); err != nil {
		return nil, err
	}
	r.ctx = ctx
	return r.line.threshold(r.v, r.last)
}

// threshold finds where the verdict flips between value 0 and the last one.
func (l *line) threshold(v murphi.DurationSetting, last int) (*Found, error) {
	r := l.p.Report()
	text := func(i int) string { return v.Dimension.Text(l.value(i)) }
	t := &out.Threshold{
		Tool: Tool, Model: r.Model, Flag: v.Flag, Step: v.Dimension.Text(l.step),
		From: text(0), To: text(last), Effect: effects[l.p.direction(v)],
	}
	f := &Found{t, map[*out.Report]string{}}
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
	s, err := l.p.Settings.WithDurations(l.p.Model, map[string]*big.Rat{l.flag: l.value(i)})
	if err != nil {
		return nil, err
	}
	p := *l.p
	p.Settings = s
	p.durations = append(slices.Clone(p.durations), l.flag)
	res, err := l.graph.Check(l.ctx, s.Delay)
	if err != nil {
		return nil, err
	}
	p.Order(res)
	r := p.Report()
	r.Result = res
	return r, nil
}

// TimedOptions are those of a search in real time.
func (l *Limits) TimedOptions(p *Prepared, show func(checker.Progress)) checker.Options {
	return checker.Options{
		Tree: p.Model, Ranks: p.Ranks, MaxStates: l.MaxStates, MaxDepth: l.MaxDepth, Memory: l.Memory, Progress: show,
	}
}
