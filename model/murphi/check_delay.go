package murphi

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
