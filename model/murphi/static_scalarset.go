package murphi

import "fmt"

// A model treats the values of a scalarset as interchangeable if renaming
// them in a state renames them in everything that happens next. All of the
// language has this property but the constructs that go through the values in
// order or single one out: loops, clear, and quantifiers that may fail before
// or after they are decided. These are what is checked here.

const allowedInLoops = "allowed are writes to elements indexed by the loop variable that no other round reads, and x := x + e, x | e, x & e, x := constant, if e > x then x := e"

func (c *checker) scalarsets() {
	if len(c.model.Scalarsets) == 0 {
		return
	}
	for _, f := range c.model.Funcs {
		c.scalarsetStmts(f.Body)
	}
	for _, r := range c.model.allRules() {
		c.scalarsetStmts(r.Body)
		if r.Kind == Property && r.Prop == Liveness {
			c.livenessParams(r)
		}
	}
	w := &failWalk{c: c, onlyFacts: true, quant: c.quantifierOrder}
	w.model()
}

// breach reports a use of t that depends on the order of its values: an error
// in an annotated model; in a plain one it ends the symmetry of t.
func (c *checker) breach(t *Type, at Node, hint, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if c.model.Annotated() {
		c.fail(at, "scalarset", hint, "%s", message)
		return
	}
	c.asymmetric(t, at, message)
}

// asymmetric takes the values of t as different from now on, and says so once.
func (c *checker) asymmetric(t *Type, at Node, why string) {
	t.Asymmetric = true
	if c.opt.Symmetry && !c.breached[t] {
		c.breached[t] = true
		c.warn(at, "symmetry", "states that differ by a renaming of "+t.String()+" are explored one by one", "symmetry of %s is off: %s", t, why)
	}
}

// livenessParams switches symmetry off for the parameters of a liveness
// property: its instances are reached from one state at different times.
func (c *checker) livenessParams(r *Rule) {
	for _, q := range r.Params {
		if q.Type.Kind == Scalarset {
			c.asymmetric(q.Type, r, "liveness "+r.Title+" speaks of each value by itself")
		}
	}
}

func (c *checker) scalarsetStmts(list []Stmt) {
	inspectStmts(list, func(s Stmt) {
		switch s := s.(type) {
		case *ForStmt:
			if s.Var.Type.Kind == Scalarset {
				c.scalarsetLoop(s)
			}
		case *ClearStmt:
			if t := scalarsetIn(s.X.Of()); t != nil {
				c.breach(t, s, "assign a value, or use undefine", "clear gives %s the least value of %s, but these values are interchangeable: none of them is the least", PrintExpr(s.X), t)
			}
		}
	}, func(Expr) {})
}

// scalarsetIn returns a scalarset among the values (not the indexes) of t.
func scalarsetIn(t *Type) *Type {
	switch t.Kind {
	case Scalarset:
		return t
	case Array:
		return scalarsetIn(t.Elem)
	case Record:
		for _, f := range t.Fields {
			if s := scalarsetIn(f.Type); s != nil {
				return s
			}
		}
	}
	return nil
}

// scalarsetLoop demands that the rounds of a loop may come in any order.
func (c *checker) scalarsetLoop(s *ForStmt) {
	t := s.Var.Type
	x := c.effectOf(s.Body)
	for _, p := range []struct {
		at        Node
		what, why string
		hint      string
	}{
		{x.returns, "returns", "the first value to do so depends on the order", "use exists or forall; to pick a value, let a ruleset choose it"},
		{x.mints, "mints", "who gets the lower value depends on the order", "mint in a rule of its own for each " + t.String()},
		{x.puts, "prints", "what is printed first depends on the order", "print outside the loop"},
		{x.errors, "comes to an error statement", "which round stops the step depends on the order", "use an assertion with forall"},
	} {
		if p.at != nil {
			c.breach(t, p.at, p.hint, "a loop over %s %s, but its values are interchangeable: %s", t, p.what, p.why)
			return
		}
	}
	inner := loopVars(s.Body)
	for _, a := range x.accesses {
		if a.write == noWrite || inner[a.root] {
			continue
		}
		if a.root == Decl(s.Var) {
			c.breach(t, a.at, "use another variable", "a loop over %s changes its own variable, so that its rounds cannot be told apart by it", t)
			return
		}
		for _, b := range x.accesses {
			if !a.apart(b, s.Var) && !commute(a, b) {
				c.roundsMeet(t, a, b)
				return
			}
		}
	}
	c.abortsInLoop(s, x)
}

// roundsMeet reports that two rounds of a loop touch the same place.
func (c *checker) roundsMeet(t *Type, a, b access) {
	what := "writes"
	if b.write == noWrite {
		what = "reads"
	}
	if a.at == b.at {
		what += " it too"
	} else {
		what += " " + placeText(b.at)
	}
	c.breach(t, a.at, allowedInLoops, "a loop over %s writes %s in one round and %s in another, so the outcome depends on the order of the values, which are interchangeable", t, placeText(a.at), what)
}

// placeText writes the designator or call at which something is touched.
func placeText(n Node) string {
	switch n := n.(type) {
	case Expr:
		return PrintExpr(n)
	case *CallStmt:
		return PrintExpr(&Call{Name: n.Name, Args: n.Args})
	}
	return "something"
}

// commute reports whether two writes give the same in either order.
func commute(a, b access) bool {
	if a.write != b.write {
		return false
	}
	switch a.write {
	case writeConstant:
		return a.value == b.value
	case writeAccumulate:
		return a.op == b.op && a.value == b.value
	}
	return false
}

// abortsInLoop demands that a step which one round ends early ends in the
// same way whichever round comes first.
func (c *checker) abortsInLoop(s *ForStmt, x *effect) {
	if len(x.aborts) == 0 {
		return
	}
	var at Node
	for _, n := range x.aborts {
		if at == nil || before(n, at) {
			at = n
		}
	}
	onlyCovers := len(x.aborts) == 1 && x.aborts["cover"] != nil
	fails := c.stmtsMayFail(s.Body, nil, true)
	if len(x.aborts) > 1 || fails != nil {
		why := "which of several properties is found broken"
		if fails != nil {
			why = "whether the property or a failure comes first (" + fails.why + ")"
		} else if onlyCovers {
			return
		}
		c.breach(s.Var.Type, at, "say it once, with forall, outside the loop", "in a loop over %s, whose values are interchangeable, %s depends on their order", s.Var.Type, why)
	}
}

func before(a, b Node) bool {
	p, q := a.Place().Start, b.Place().Start
	return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col
}

// loopVars returns the variables of the loops in a body, new in each round.
func loopVars(list []Stmt) map[Decl]bool {
	vars := map[Decl]bool{}
	inspectStmts(list, func(s Stmt) {
		if f, ok := s.(*ForStmt); ok {
			vars[f.Var] = true
		}
	}, func(Expr) {})
	return vars
}

// quantifierOrder demands that a quantifier over a scalarset does not fail,
// change something or come to its value depending on which value is tried
// first.
func (c *checker) quantifierOrder(q *Quant, facts []Expr) {
	if call := changes(q.Body); call != nil {
		c.breach(q.Var.Type, call, "use a loop with x := f(...) | x, which tries every value",
			"this quantifier over %s calls %s, which changes something, until a value decides it; how many values are tried depends on their order, but they are interchangeable", q.Var.Type, call.Name)
		return
	}
	w := &failWalk{c: c}
	w.expr(q.Body, facts, true)
	for _, d := range w.found {
		if d.always && !mentions(d.at, q.Var) {
			continue // fails for every value alike
		}
		c.breach(q.Var.Type, d.at, "make sure first: `!isundefined(x) & ...`",
			"this quantifier over %s may fail at one value and be decided by another, so the outcome depends on their order, but they are interchangeable: %s", q.Var.Type, d.why)
		return
	}
}

// mentions reports whether an expression speaks of a quantifier's variable.
func mentions(n Node, q *Quantifier) bool {
	e, ok := n.(Expr)
	if !ok {
		return true
	}
	found := false
	inspectExpr(e, func(e Expr) bool {
		if id, ok := e.(*Ident); ok && id.Decl == Decl(q) {
			found = true
		}
		return true
	})
	return found
}
