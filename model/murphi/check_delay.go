package murphi

import "slices"

// delayAnnotations checks what delays ask of rules: that a fault is never
// forced, and, in a model with a delay, that every step of a client states
// one. A step is a client's if it is no fault and has a line of a client.
func (c *checker) delayAnnotations() {
	timed := false
	for _, r := range c.model.Rules {
		d := r.Ann.Delay
		timed = timed || d != nil
		if d != nil && d.Latest != nil && r.Ann.Fault != nil {
			c.fail(d, "duration", "write `inf)` for its latest delay", "%s is a fault, and a fault is never forced to happen", r.described())
		}
		if d != nil && d.While != nil && slices.ContainsFunc(r.Params, func(q *Quantifier) bool { return q.Type.Ordinal }) {
			c.fail(d.While, "duration", "leave it out: the clock runs while the rule is enabled for some value",
				"%s chooses a value of an ordinal type, and all its values share one clock", r.described())
		}
	}
	if !timed {
		return
	}
	for _, r := range c.model.Rules {
		if r.Ann.Delay == nil && r.Ann.Fault == nil && clientLine(r.Ann.Line) {
			c.fail(r, "duration", "other rules have delays; write delay [0, inf) if it may take any time",
				"%s is a step of a client and states no delay", r.described())
		}
	}
}

// restartAnnotation checks which clock a step of rule by restarts.
func (c *checker) restartAnnotation(by *Rule, re *RestartAnn) {
	r := c.ruleNamed(re, re.Rule)
	if r == nil {
		return
	}
	if len(re.Args) != len(r.Params) {
		c.fail(re, "annotation", "", "rule %s has %s, not %d", r.Title, plural(len(r.Params), "parameter"), len(re.Args))
		return
	}
	for i, q := range r.Params {
		if !namesInstance(by, re.Args[i]) {
			c.fail(re.Args[i], "annotation", "", "an argument of restarts is a parameter of %s or a constant, so that the instance is known before the step", by.described())
		}
		if t := re.Args[i].Of(); !c.fits(re.Args[i], q.Type, t) {
			c.fail(re.Args[i], "annotation", "", "parameter %s of rule %s is a %s; this is a %s", q.Name, r.Title, q.Type, t)
		}
	}
	if r.Ann.Delay == nil {
		c.fail(re, "annotation", "", "rule %s has no delay, so there is no clock to restart", r.Title)
	}
}

// namesInstance reports whether the argument is the same in every state.
func namesInstance(by *Rule, arg Expr) bool {
	if id, ok := arg.(*Ident); ok {
		if q, ok := id.Decl.(*Quantifier); ok {
			return slices.Contains(by.Params, q)
		}
	}
	_, constant := ConstValue(arg)
	return constant
}
