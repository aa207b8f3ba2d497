package ask

import (
	"context"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/timed"
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// Usual is a duration's default as one would type it, or what it follows:
// "ttl/3".
func (t *Target) Usual(d murphi.DurationInfo) string {
	if t.Entry != nil && t.Entry.Durations[d.Flag] != "" {
		return t.Entry.Durations[d.Flag]
	}
	return AsFlags(d.Ann.Default.String())
}

// AsFlags writes the durations of an expression as their flags.
func AsFlags(expression string) string {
	return strings.ReplaceAll(strings.ToLower(expression), "_", "-")
}

// givenDurations lists the durations among the flags that are given.
func givenDurations(m *murphi.Model, params map[string]string) []string {
	var flags []string
	for _, d := range murphi.Durations(m) {
		if _, ok := params[d.Flag]; ok {
			flags = append(flags, d.Flag)
		}
	}
	return flags
}

// durationConfig tells which durations count, and what they are.
func (p *Prepared) durationConfig(c *out.Config) {
	c.Timing = "bounded"
	directions := p.Settings.Directions(p.Model)
	for i, d := range p.Settings.Durations {
		c.Durations = append(c.Durations, out.Duration{
			Flag: d.Flag, Value: d.Text, Exact: out.ExactDuration(d), Default: !slices.Contains(p.durations, d.Flag),
			Idle: directions[i] == murphi.NoEffect,
		})
	}
}

// boundedAssumptions lists what the answer in real time rests on.
func (p *Prepared) boundedAssumptions() []string {
	all := append(slices.Clone(p.Model.Head.Assumes), "nothing takes longer, or comes earlier, than the durations say; the bounds themselves are possible")
	for _, f := range p.Settings.Faults {
		switch f.Kind {
		case "freeze":
			all = append(all, "after a freeze the client's own deadlines are free for the rest of its hold: that is more than can happen, so it may cause a false alarm and hides nothing")
		case "clock-jump":
			all = append(all, "a clock that jumps may show anything within the longest jump: that is more than can happen, so it may cause a false alarm and hides nothing")
		}
	}
	for _, d := range p.Settings.Durations {
		if d.Flag == "drift" && d.Value.Sign() > 0 {
			all = append(all, "each timer drifts on its own, by up to "+d.Text+", also where two share a clock: that is more than can happen, so it may cause a false alarm and hides nothing")
		}
	}
	return all
}

// SearchTimed checks in real time.
func (p *Prepared) SearchTimed(ctx context.Context, opt checker.Options) (*checker.Result, error) {
	g, err := p.newGraph(opt)
	if err != nil {
		return nil, err
	}
	p.graph = g
	return g.Check(ctx, p.Settings.Delay)
}

// newGraph returns what checks in real time share that differ in durations
// alone.
func (p *Prepared) newGraph(opt checker.Options) (*timed.Graph, error) {
	sys, ok := p.System.(model.Timed)
	if !ok {
		return nil, &checker.InternalError{Model: p.Target.Name, Reason: "the system has no clocks"}
	}
	return timed.NewGraph(sys, opt), nil
}
