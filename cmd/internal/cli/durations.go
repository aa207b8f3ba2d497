package cli

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/timed"
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// addDurations gives a command the durations of the spec as flags.
func (t *target) addDurations(cmd *cobra.Command) {
	for _, d := range murphi.Durations(t.peek()) {
		if cmd.Flags().Lookup(d.Flag) != nil {
			continue
		}
		kind := "DURATION"
		if d.Dimension == murphi.Percentage {
			kind = "RATE"
		}
		value := t.usual(d)
		cmd.Flags().VarPF(paramValue{&value, kind}, d.Flag, "", d.Ann.Help)
		cmd.Flags().Lookup(d.Flag).Annotations = map[string][]string{paramOf: {t.name}}
	}
}

var durationName = regexp.MustCompile(`\b[A-Z][A-Z0-9_]*\b`)

// usual is a duration's default as one would type it, or what it follows:
// "ttl/3".
func (t *target) usual(d murphi.DurationInfo) string {
	if t.entry != nil && t.entry.Durations[d.Flag] != "" {
		return t.entry.Durations[d.Flag]
	}
	return asFlags(d.Ann.Default.String())
}

// asFlags writes the durations of an expression as their flags.
func asFlags(expression string) string {
	return durationName.ReplaceAllStringFunc(expression, func(name string) string {
		return strings.ReplaceAll(strings.ToLower(name), "_", "-")
	})
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
func (p *prepared) durationConfig(c *out.Config) {
	c.Timing = "bounded"
	directions := p.settings.Directions(p.model)
	for i, d := range p.settings.Durations {
		c.Durations = append(c.Durations, out.Duration{
			Flag: d.Flag, Value: d.Text, Exact: out.ExactDuration(d), Default: !slices.Contains(p.durations, d.Flag),
			Idle: directions[i] == murphi.NoEffect,
		})
	}
}

// boundedAssumptions lists what the answer in real time rests on.
func (p *prepared) boundedAssumptions() []string {
	all := append(slices.Clone(p.model.Head.Assumes), "nothing takes longer, or comes earlier, than the durations say; the bounds themselves are possible")
	for _, f := range p.settings.Faults {
		switch f.Kind {
		case "freeze":
			all = append(all, "after a freeze the client's own deadlines are free for the rest of its hold: that is more than can happen, so it may cause a false alarm and hides nothing")
		case "clock-jump":
			all = append(all, "a clock that jumps may show anything within the longest jump: that is more than can happen, so it may cause a false alarm and hides nothing")
		}
	}
	for _, d := range p.settings.Durations {
		if d.Flag == "drift" && d.Value.Sign() > 0 {
			all = append(all, "each timer drifts on its own, by up to "+d.Text+", also where two share a clock: that is more than can happen, so it may cause a false alarm and hides nothing")
		}
	}
	return all
}

// search checks in real time.
func (p *prepared) search(ctx context.Context, opt checker.Options) (*checker.Result, error) {
	g, err := p.newGraph(opt)
	if err != nil {
		return nil, err
	}
	p.graph = g
	return g.Check(ctx, p.settings.Delay)
}

// newGraph returns what checks in real time share that differ in durations
// alone.
func (p *prepared) newGraph(opt checker.Options) (*timed.Graph, error) {
	sys, ok := p.system.(model.Timed)
	if !ok {
		return nil, &checker.InternalError{Model: p.target.name, Reason: "the system has no clocks"}
	}
	return timed.NewGraph(sys, opt), nil
}

// refuseInBounded refuses what a search in real time cannot do.
func refuseInBounded(q *question, l *limits) error {
	switch {
	case q.timing != "bounded":
		return nil
	case q.deadlockSet && q.deadlock != checker.DeadlockOff:
		return fmt.Errorf("--deadlock %s: deadlocks are looked for under --timing any only", q.deadlock)
	case l.runs.dir != "" || l.runs.resume:
		return errors.New("--run-dir and --resume are for --timing any: a search in real time is kept in memory")
	case l.allShortest || l.next > 0:
		return errors.New("--all-shortest and --next are for --timing any: in real time the same steps may come at many times")
	}
	return nil
}

// withNumbers adds to an answer for any timing what the durations say that
// were given: with an UNSAFE the second answer, else that they play no part.
func (a *app) withNumbers(ctx context.Context, p *prepared, c choices, l *limits, x extras, r *out.Report) error {
	if p.bounded || len(p.durations) == 0 {
		return nil
	}
	if r.Result.Verdict != checker.Unsafe {
		r.Notes = append(r.Notes, "--"+strings.Join(p.durations, ", --")+": durations play no part under --timing any; --timing bounded checks with them")
		return nil
	}
	q := *c.question
	q.timing, q.deadlockSet, q.deadlock = "bounded", false, checker.DeadlockOff
	q.properties = slices.DeleteFunc(slices.Clone(q.properties), p.isLiveness)
	if len(c.question.properties) > 0 && len(q.properties) == 0 {
		r.Notes = append(r.Notes, "durations play no part: what is asked for is not checked in bounded time")
		return nil
	}
	choice := choices{&q, c.params}
	second, err := prepare(p.target, choice, a.env.Err, false)
	if err != nil { // such as that the model has no bounds
		r.Notes = append(r.Notes, "durations play no part: "+err.Error())
		return nil
	}
	inMemory := *l
	inMemory.runs = runs{}
	if r.Bounded, err = a.answer(ctx, second, choice, &inMemory, x); err != nil {
		return err
	}
	r.Bounded.Command = strings.ReplaceAll(r.Command, " --timing any", "") + " --timing bounded"
	return nil
}

// isLiveness reports whether a property is one of liveness.
func (p *prepared) isLiveness(name string) bool {
	return slices.ContainsFunc(p.model.Properties, func(r *murphi.Rule) bool { return r.Prop == murphi.Liveness && r.Title == name })
}
