package murphi

import (
	"math/big"
	"slices"
)

// Direction says what becomes of a model's timed behaviours as a duration
// grows.
type Direction uint8

const (
	// NoEffect: no delay depends on the duration.
	NoEffect Direction = iota
	// Grows: every run stays possible; there may be more.
	Grows
	// Shrinks: no run becomes possible; there may be fewer.
	Shrinks
	// Unclear: neither is known.
	Unclear
)

func (d Direction) String() string {
	return [...]string{"no effect", "grows", "shrinks", "unclear"}[d]
}

// Directions returns a Direction for each of s.Durations, in a model that
// Configure made s of. A duration that was not given and has a derived default
// follows the others, but is itself looked at as if it were given. A duration grows the behaviours if
// no earliest bound ever rises with it and no latest one falls, whatever the
// others are: none negative, rates at most 100 %. Rules that are off, or whose
// guard has a conjunct that is false for the parameters, do not count.
func (s Settings) Directions(m *Model) []Direction {
	t := newTiming(m)
	if len(t.diags) > 0 { // such a model is not configured
		return slices.Repeat([]Direction{Unclear}, len(s.Durations))
	}
	var all []Direction
	for v := range s.Durations {
		all = append(all, s.directions(t, v))
	}
	return all
}

// directions settles variable v.
func (s Settings) directions(t *timing, v int) Direction {
	a := &algebra{names: map[string]ratio{}, touched: map[string]bool{}, v: v}
	free := map[string]int{}
	for i, d := range s.Durations {
		a.isRate = append(a.isRate, d.Dimension == Percentage)
		if d.Given || i == v || !d.Derived() {
			free[d.Ann.Name] = i
		}
	}
	for _, d := range t.order {
		if i, ok := free[d.Name]; ok {
			a.names[d.Name], a.touched[d.Name] = a.variable(i), i == v
		} else {
			a.names[d.Name], a.touched[d.Name] = a.of(d.Default), a.touches(d.Default)
		}
	}
	more, fewer := false, false
	note := func(slope sign) {
		more = more || slope == positive || slope == anySign
		fewer = fewer || slope == negative || slope == anySign
	}
	eachRule(t.model.Items, nil, func(r *Rule, _ []*Quantifier) {
		d := r.Ann.Delay
		if d == nil || r.neverEnabled() {
			return
		}
		slope := a.slope(d.Earliest)
		if slope == positive || slope == negative {
			slope = -slope
		}
		note(slope)
		if d.Latest != nil {
			note(a.slope(d.Latest))
		}
	})
	switch {
	case more && fewer:
		return Unclear
	case more:
		return Grows
	case fewer:
		return Shrinks
	}
	return NoEffect
}

// neverEnabled reports whether a rule is off, or a conjunct of its guard is false
// for the parameters of the check.
func (r *Rule) neverEnabled() bool {
	falsehood := func(e Expr) bool {
		v, constant := ConstValue(e)
		return constant && v == 0
	}
	if r.Off || r.Guard == nil {
		return r.Off
	}
	e := r.Guard
	for {
		b, ok := e.(*Binary)
		if !ok || b.Op != And {
			return falsehood(e)
		}
		if falsehood(b.Y) {
			return true
		}
		e = b.X
	}
}

// ratio is one polynomial over another; the zero ratio stands for one that is
// too large to handle.
type ratio struct{ num, den polynomial }

// algebra writes expressions as ratios of polynomials in the durations that
// are free.
type algebra struct {
	names   map[string]ratio
	touched map[string]bool // depends on v as written
	isRate  []bool          // by variable
	v       int
}

func (a *algebra) constant(c *big.Rat) polynomial {
	p := polynomial{}
	p.add(string(make([]byte, len(a.isRate))), c)
	return p
}

func (a *algebra) variable(i int) ratio {
	key := make([]byte, len(a.isRate))
	key[i] = 1
	return ratio{polynomial{string(key): one}, a.constant(one)}
}

// touches reports whether an expression names something that depends on v.
func (a *algebra) touches(b *Bound) (yes bool) {
	b.each(func(leaf *Bound) { yes = yes || a.touched[leaf.Name()] })
	return yes
}

// of writes an expression as a ratio.
func (a *algebra) of(b *Bound) ratio {
	if b.X == nil {
		if name := b.Name(); name != "" {
			return a.names[name]
		}
		v, err := literalValue(b.Text)
		if err != nil {
			return ratio{}
		}
		return ratio{a.constant(v), a.constant(one)}
	}
	x := a.of(b.X)
	if x.num == nil {
		return ratio{}
	}
	minus := big.NewRat(-1, 1)
	if b.Op == Neg {
		return ratio{polynomial{}.plus(x.num, minus), x.den}
	}
	y := a.of(b.Y)
	if y.num == nil {
		return ratio{}
	}
	switch b.Op {
	case Mul:
		return newRatio(x.num.times(y.num), x.den.times(y.den))
	case Div:
		return newRatio(x.num.times(y.den), x.den.times(y.num))
	}
	left, right := x.num.times(y.den), y.num.times(x.den)
	if left == nil || right == nil {
		return ratio{}
	}
	c := one
	if b.Op == Sub {
		c = minus
	}
	return newRatio(left.plus(right, c), x.den.times(y.den))
}

// newRatio makes a ratio whose denominator, if constant, is 1.
func newRatio(num, den polynomial) ratio {
	if num == nil || den == nil || len(num) > maxTerms || len(den) == 0 {
		return ratio{}
	}
	c, ok := den.constant()
	if !ok || c.Cmp(one) == 0 {
		return ratio{num, den}
	}
	inverse := new(big.Rat).Inv(c)
	return ratio{polynomial{}.plus(num, inverse), polynomial{}.plus(den, inverse)}
}

// slope is the sign of the derivative of an expression by v. A denominator
// that may change its sign leaves it open: there the expression jumps.
func (a *algebra) slope(b *Bound) sign {
	if !a.touches(b) {
		return zero
	}
	r := a.of(b)
	if r.num == nil {
		return anySign
	}
	splits := maxSplits
	if s := r.den.sign(a.isRate, &splits); s != positive && s != negative {
		return anySign
	}
	rise, fall := r.num.derivative(a.v).times(r.den), r.num.times(r.den.derivative(a.v))
	if rise == nil || fall == nil {
		return anySign
	}
	splits = maxSplits
	return rise.plus(fall, big.NewRat(-1, 1)).sign(a.isRate, &splits)
}
