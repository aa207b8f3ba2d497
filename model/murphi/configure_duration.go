package murphi

import (
	"fmt"
	"math/big"
	"strings"
)

// DurationSetting is the value of a duration in a check.
type DurationSetting struct {
	DurationInfo
	Given bool     // not its default
	Value *big.Rat // nanoseconds, or a fraction: 1/100 for 1%
	Text  string   // the value as people write it
}

// Delay returns when a rule of the configured model may fire and when it
// must; a rule that states no delay may fire at any time.
func (s Settings) Delay(r *Rule) Delay {
	if d, ok := s.delays[r]; ok {
		return d
	}
	return Delay{Earliest: new(big.Rat)}
}

// parse reads a value of the duration from a command line.
func (d DurationInfo) parse(text string) (v *big.Rat, problem, hint string) {
	what, example := "a duration with its unit", "such as 30s or 500ms"
	if d.Dimension == Percentage {
		what, example = "a percentage", "such as 1%"
	}
	bare := strings.TrimPrefix(text, "-")
	r := &boundReader{text: bare}
	got := PlainNumber
	if bare != "" && isDigit(bare[0]) && r.number() && r.off == len(bare) {
		got = literalDimension(bare)
	} else {
		bare = ""
	}
	switch {
	case bare == "" || got != d.Dimension && got != nothing:
		return nil, fmt.Sprintf("--%s must be %s, %s, not %q", d.Flag, what, example, text), ""
	case bare != text:
		return nil, fmt.Sprintf("--%s must not be negative, as %s is", d.Flag, text), ""
	}
	v, err := literalValue(bare)
	if err != nil {
		return nil, fmt.Sprintf("--%s: %s %s", d.Flag, text, err), ""
	}
	if problem := outside(v, d.Dimension); problem != "" {
		return nil, fmt.Sprintf("--%s: %s %s", d.Flag, text, problem), ""
	}
	return v, "", ""
}

// setDurations settles the values of durations and, with them, all delays.
func (c *configurer) setDurations(params map[string]string) {
	t := newTiming(c.model)
	for _, d := range t.diags {
		c.fail(d.Hint, "%s", d.Message)
	}
	if len(t.diags) > 0 {
		return
	}
	given := map[string]*big.Rat{}
	var flags []string
	infos := Durations(c.model)
	for _, d := range infos {
		if text, ok := params[d.Flag]; ok {
			given[d.Ann.Name], _, _ = d.parse(text)
			flags = append(flags, "--"+d.Flag+" "+text)
		}
	}
	s, err := t.settle(given)
	if err != nil {
		with := ""
		if len(flags) > 0 {
			with = " (with " + strings.Join(flags, ", ") + ")"
		}
		c.fail(err.hint, "%s%s", err.message, with)
		return
	}
	c.settings.delays = s.delays
	for _, d := range infos {
		v := s.values[d.Ann.Name]
		text, isGiven := params[d.Flag]
		if b := d.Ann.Default; !isGiven && b.X == nil && b.Name() == "" {
			text = b.Text
		}
		if text == "" || isDigit(text[len(text)-1]) { // derived, or 0 without unit
			text = quantityText(v, d.Dimension)
		}
		c.settings.Durations = append(c.settings.Durations, DurationSetting{d, isGiven, v, text})
	}
}

// setTiming makes the timing constant true if durations are to count.
func (c *configurer) setTiming(bounded bool) {
	if !bounded {
		return
	}
	timed, waits := false, false
	eachRule(c.model.Items, nil, func(r *Rule, _ []*Quantifier) {
		if d := r.Ann.Delay; d != nil {
			timed = true
			waits = waits || !d.Earliest.isZero()
		}
	})
	switch {
	case !timed:
		c.fail("", "the model states no delays, so there is nothing to bound")
	case !waits:
		c.fail("", "no rule of the model has an earliest delay, so everything may happen at once, and bounded time would say nothing")
	}
	for _, it := range c.model.Items {
		if d, ok := it.(*ConstDecl); ok && d.Timing {
			d.Value = &Ident{Span: d.Value.Place(), Name: "true"}
		}
	}
}

// isZero reports whether a bound is written as zero.
func (b *Bound) isZero() bool {
	if b.X != nil || b.Name() != "" {
		return false
	}
	v, err := literalValue(b.Text)
	return err == nil && v.Sign() == 0
}
