package murphi

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// DurationInfo describes a duration that a model declares.
type DurationInfo struct {
	Flag      string
	Ann       *DurationAnn
	Dimension Dimension // TimeSpan or Percentage
}

// Durations describes the durations that a model declares, in file order. It
// works on a model as loaded.
func Durations(m *Model) []DurationInfo {
	t := newTiming(m)
	var infos []DurationInfo
	for _, d := range m.Head.Durations {
		infos = append(infos, DurationInfo{durationFlag(d.Name), d, t.dims[d.Name]})
	}
	return infos
}

// Derived reports whether the default follows other durations.
func (d DurationInfo) Derived() bool { return d.Ann.Default.hasNames() }

// Follows reports whether the default names that duration.
func (d DurationInfo) Follows(name string) (yes bool) {
	d.Ann.Default.each(func(b *Bound) { yes = yes || b.Name() == name })
	return yes
}

// hasNames reports whether an expression names a duration.
func (b *Bound) hasNames() (yes bool) {
	b.each(func(leaf *Bound) { yes = yes || leaf.Name() != "" })
	return yes
}

// timing is a model's durations and what rests on them.
type timing struct {
	model *Model
	decls map[string]*DurationAnn
	order []*DurationAnn // each after those that its default names
	dims  map[string]Dimension
	diags Diagnostics // what is wrong whatever the values
}

// newTiming orders the durations of a model and finds what they measure.
func newTiming(m *Model) *timing {
	t := &timing{model: m, decls: map[string]*DurationAnn{}, dims: map[string]Dimension{}}
	for _, d := range m.Head.Durations {
		if t.decls[d.Name] == nil {
			t.decls[d.Name] = d
		}
	}
	for _, d := range m.Head.Durations {
		t.visit(d, nil)
	}
	return t
}

func (t *timing) report(e *boundError) { t.diags = append(t.diags, e.diagnostic()) }

// visit puts d into the order, behind what its default rests on; chain holds
// those that rest on d.
func (t *timing) visit(d *DurationAnn, chain []string) {
	if _, done := t.dims[d.Name]; done {
		return
	}
	if i := slices.Index(chain, d.Name); i >= 0 {
		circle := append(slices.Clone(chain[i:]), d.Name)
		t.report(&boundError{at: d.Span, message: "the default of " + d.Name + " rests on itself: " + strings.Join(circle, " → ")})
		t.dims[d.Name] = TimeSpan
		return
	}
	if len(chain) > maxNesting {
		t.report(&boundError{at: d.Span, message: fmt.Sprintf("defaults rest on each other more than %d deep", maxNesting)})
		t.dims[d.Name] = TimeSpan
		return
	}
	d.Default.each(func(b *Bound) {
		if on := t.decls[b.Name()]; on != nil {
			t.visit(on, append(slices.Clip(chain), d.Name))
		}
	})
	t.order = append(t.order, d)
	dim, err := d.Default.dimension(t.dimensionOf)
	switch {
	case err != nil:
		t.report(err)
		dim = TimeSpan
	case dim != TimeSpan && dim != Percentage:
		t.report(&boundError{d.Default.Span, fmt.Sprintf("the default of %s, %s, has no unit", d.Name, d.Default), "write a time such as 30s, or a rate such as 1%"})
		dim = TimeSpan
	}
	t.dims[d.Name] = dim
}

// dimensionOf is the dimension of a name.
func (t *timing) dimensionOf(b *Bound) (Dimension, *boundError) {
	name := b.Name()
	if d, ok := t.dims[name]; ok {
		return d, nil
	}
	var names []string
	for _, d := range t.model.Head.Durations {
		names = append(names, d.Name)
	}
	hint := "declare it: --! duration " + name + " 1s \"help\""
	if s := Suggest(name, names); s != "" {
		hint = "did you mean " + s + "?"
	}
	return TimeSpan, &boundError{b.Span, "no duration is named " + name, hint}
}

// checkDurations finds what is wrong with durations, delays and requirements
// as written, with every duration at its default.
func checkDurations(m *Model) Diagnostics {
	t := newTiming(m)
	for _, r := range m.Head.Requires {
		t.comparable(r)
	}
	eachRule(m.Items, nil, func(r *Rule, _ []*Quantifier) {
		if d := r.Ann.Delay; d != nil {
			t.isTime(d.Earliest, "the earliest delay")
			if d.Latest != nil {
				t.isTime(d.Latest, "the latest delay")
			}
		}
	})
	if len(t.diags) > 0 {
		return t.diags
	}
	if _, err := t.settle(nil); err != nil {
		t.report(err)
	}
	return t.diags
}

func (t *timing) isTime(b *Bound, what string) {
	d, err := b.dimension(t.dimensionOf)
	switch {
	case err != nil:
		t.report(err)
	case d == Percentage:
		t.report(&boundError{at: b.Span, message: fmt.Sprintf("%s is a duration; %s is a percentage", what, b)})
	case d == PlainNumber:
		t.report(&boundError{b.Span, fmt.Sprintf("%s is a duration; %s is a number", what, b), "give it a unit, as in 30s"})
	}
}

func (t *timing) comparable(r *RequiresAnn) {
	x, err := r.X.dimension(t.dimensionOf)
	if err != nil {
		t.report(err)
		return
	}
	y, err := r.Y.dimension(t.dimensionOf)
	if err != nil {
		t.report(err)
		return
	}
	if _, ok := combined(Sub, x, y); !ok {
		t.report(&boundError{at: r.Span, message: fmt.Sprintf("%s, %s, cannot be compared with %s, %s", r.X, x, r.Y, y)})
	}
}

// settled are the values of a model's durations, and what follows from them.
type settled struct {
	values map[string]*big.Rat
	delays map[*Rule]Delay
}

// Delay says when an instance of a rule may fire and when it must: its clock
// is at least Earliest, and time does not pass beyond Latest. Both are exact,
// in nanoseconds.
type Delay struct {
	Earliest *big.Rat
	Latest   *big.Rat // nil: never forced
}

// settle gives every duration its value, those given instead of defaults, and
// checks what must hold of them. The model has no other faults.
func (t *timing) settle(given map[string]*big.Rat) (*settled, *boundError) {
	s := &settled{map[string]*big.Rat{}, map[*Rule]Delay{}}
	for _, d := range t.order {
		if v := given[d.Name]; v != nil {
			s.values[d.Name] = v
			continue
		}
		v, err := d.Default.value(s.values)
		if err != nil {
			return nil, err
		}
		if problem := outside(v, t.dims[d.Name]); problem != "" {
			return nil, &boundError{at: d.Span, message: fmt.Sprintf("%s is %s, which %s", d.Name, quantityText(v, t.dims[d.Name]), problem)}
		}
		s.values[d.Name] = v
	}
	for _, r := range t.model.Head.Requires {
		if err := t.required(r, s.values); err != nil {
			return nil, err
		}
	}
	var err *boundError
	eachRule(t.model.Items, nil, func(r *Rule, _ []*Quantifier) {
		if d := r.Ann.Delay; d != nil && err == nil {
			s.delays[r], err = d.settle(r, s.values)
		}
	})
	return s, err
}

// outside says what is wrong with the value of a duration, if anything.
func outside(v *big.Rat, d Dimension) string {
	switch {
	case v.Sign() < 0:
		return "is negative"
	case d == Percentage && v.Cmp(one) >= 0:
		return "is not below 100%"
	case d == TimeSpan && v.Cmp(maxTime) > 0:
		return "is longer than " + durationText(maxTime)
	}
	return ""
}

func (t *timing) required(r *RequiresAnn, values map[string]*big.Rat) *boundError {
	x, err := r.X.value(values)
	if err != nil {
		return err
	}
	y, err := r.Y.value(values)
	if err != nil {
		return err
	}
	c := x.Cmp(y)
	if map[Op]bool{Lt: c < 0, Le: c <= 0, Gt: c > 0, Ge: c >= 0}[r.Op] {
		return nil
	}
	dx, _ := r.X.dimension(t.dimensionOf)
	dy, _ := r.Y.dimension(t.dimensionOf)
	if dim, _ := combined(Sub, dx, dy); dim != nothing {
		dx, dy = dim, dim
	}
	var with []string // constants are read as they stand
	if r.X.hasNames() {
		with = append(with, quantityText(x, dx))
	}
	if r.Y.hasNames() {
		with = append(with, quantityText(y, dy))
	}
	return &boundError{at: r.Span, message: fmt.Sprintf("%s: %s %s %s is false with %s", r.Why, r.X, opText[r.Op], r.Y, strings.Join(with, " and "))}
}

func (d *DelayAnn) settle(r *Rule, values map[string]*big.Rat) (Delay, *boundError) {
	a, err := d.Earliest.value(values)
	if err != nil {
		return Delay{}, err
	}
	fail := func(at Span, format string, args ...any) (Delay, *boundError) {
		of := "a rule without a name"
		if r.Name != "" {
			of = fmt.Sprintf("rule %q", r.Name)
		}
		return Delay{}, &boundError{at: at, message: of + ": " + fmt.Sprintf(format, args...)}
	}
	if a.Sign() < 0 { // what may happen before the clock starts may happen at once
		a = new(big.Rat)
	}
	if problem := outside(a, TimeSpan); problem != "" {
		return fail(d.Earliest.Span, "the earliest delay, %s, %s: %s", d.Earliest, problem, durationText(a))
	}
	if d.Latest == nil {
		return Delay{Earliest: a}, nil
	}
	b, err := d.Latest.value(values)
	if err != nil {
		return Delay{}, err
	}
	if problem := outside(b, TimeSpan); problem != "" {
		return fail(d.Latest.Span, "the latest delay, %s, %s: %s", d.Latest, problem, durationText(b))
	}
	if a.Cmp(b) > 0 {
		return fail(d.Span, "the earliest delay, %s, is later than the latest, %s: %s and %s", d.Earliest, d.Latest, durationText(a), durationText(b))
	}
	return Delay{Earliest: a, Latest: b}, nil
}
