package murphi

import "fmt"

// ordinalWalk checks the rules that make ranks sound: the engine replaces the
// live values of an ordinal type by their ranks, so that whatever a model does
// must not change when values are replaced by others in the same order.
type ordinalWalk struct {
	c    *checker
	tops map[Expr]bool // the conjuncts v < TOP
	fn   *Func
}

func (c *checker) ordinals() {
	if len(c.model.Ordinals) == 0 {
		return
	}
	w := &ordinalWalk{c: c, tops: map[Expr]bool{}}
	c.ordinalIndexes()
	for _, f := range c.model.Funcs {
		w.fn = f
		w.stmts(f.Body)
	}
	w.fn = nil
	for _, r := range c.model.Starts {
		w.rule(r)
	}
	for _, r := range c.model.Rules {
		c.topConjuncts(r, w.tops)
		w.rule(r)
		if r.Guard != nil && c.prints(r.Guard) {
			c.fail(r.Guard, "ordinal", "put it into the body",
				"the guard of %s prints: guards are tried on states with ranks for tokens, which mean nothing to a reader", r.described())
		}
	}
	for _, r := range c.model.Properties {
		w.rule(r)
	}
}

// prints reports whether evaluating e does.
func (c *checker) prints(e Expr) bool {
	s := &summary{}
	c.collect(s).expr(e)
	return s.puts
}

func (w *ordinalWalk) rule(r *Rule) {
	for _, d := range r.Scope {
		switch d := d.(type) {
		case *AliasDecl:
			w.expr(d.Value)
		case *Quantifier:
			if d.TypeExpr == nil {
				w.bounds(d)
			} else if d.Type.Ordinal && r.Kind != SimpleRule {
				w.c.fail(r, "ordinal", "only a rule may choose; put this outside the ruleset over "+d.Type.String(),
					"%s speaks of each %s %s, but which values there are depends on how many are alive", r.Title, d.Type, d.Name)
			}
		}
	}
	for _, e := range ruleExprs(r) {
		w.expr(e)
	}
	w.stmts(r.Body)
	for _, re := range r.Ann.Restarts {
		for i, a := range re.Args {
			if target := w.c.findRule(re.Rule); target != nil && i < len(target.Params) {
				w.flow(a, target.Params[i].Type, "a parameter", nil)
			}
		}
	}
}

// ruleExprs returns the expressions of a rule outside its body.
func ruleExprs(r *Rule) []Expr {
	var es []Expr
	add := func(e Expr) {
		if e != nil {
			es = append(es, e)
		}
	}
	add(r.Guard)
	add(r.Expr)
	if r.Ann.Delay != nil {
		add(r.Ann.Delay.While)
	}
	for _, re := range r.Ann.Restarts {
		es = append(es, re.Args...)
	}
	if r.Ann.Say != nil {
		for _, p := range r.Ann.Say.Pieces {
			add(p.Expr)
		}
	}
	return es
}

func (c *checker) findRule(name string) *Rule {
	for _, r := range c.model.Rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

func (w *ordinalWalk) stmts(list []Stmt) {
	inspectStmts(list, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			w.flow(s.Src, s.Dst.Of(), "", s.Dst)
		case *ForStmt:
			w.loop(s.Var, "a loop")
		case *ReturnStmt:
			if s.X != nil && w.fn != nil {
				w.flow(s.X, w.fn.ResultType, "the result of "+w.fn.Name, nil)
			}
		case *CallStmt:
			w.args(s.Func, s.Args)
		case *SwitchStmt:
			w.labels(s)
		}
	}, w.expr)
}

func (w *ordinalWalk) expr(e Expr) {
	inspectExpr(e, func(e Expr) bool {
		switch x := e.(type) {
		case *Unary:
			if x.X.Of().Ordinal {
				w.arithmetic(x, x.X.Of())
			}
		case *Binary:
			w.binary(x)
		case *Cond:
			if t := x.Of(); t.numeric() {
				w.flow(x.X, t, "this ? :", nil)
				w.flow(x.Y, t, "this ? :", nil)
			}
		case *IndexExpr:
			w.flow(x.Index, x.X.Of().Index, "the index of ", x.X)
		case *Quant:
			w.loop(x.Var, "a quantifier")
		case *Call:
			w.args(x.Func, x.Args)
		}
		return true
	})
}

func (w *ordinalWalk) arithmetic(e Expr, t *Type) {
	w.c.fail(e, "ordinal", "only minting, v + 1, makes a new value",
		"%s is an ordinal: only the order of its values is kept, so %s has no meaning once values are replaced by their ranks", t, PrintExpr(e))
}

func (w *ordinalWalk) binary(e *Binary) {
	x, y := e.X.Of(), e.Y.Of()
	if !x.Ordinal && !y.Ordinal || w.tops[e] {
		return
	}
	switch e.Op {
	case Lt, Le, Eq, Ne, Ge, Gt:
		if x.Ordinal {
			w.flow(e.Y, x, "", e.X)
		} else {
			w.flow(e.X, y, "", e.Y)
		}
	default:
		if mintedType(e) == nil {
			w.arithmetic(e, ordinalOf(x, y))
		}
	}
}

func ordinalOf(x, y *Type) *Type {
	if x.Ordinal {
		return x
	}
	return y
}

// flow demands that e may stand where a value of type t does: in what a text and,
// if it is not nil, an expression behind it name.
func (w *ordinalWalk) flow(e Expr, t *Type, where string, in Expr) {
	src := e.Of()
	if src == t || !src.Ordinal && !t.Ordinal || calculates(e) {
		return
	}
	if in != nil {
		where += PrintExpr(in)
	}
	switch v, err := fold(e); {
	case !t.Ordinal:
		w.c.fail(e, "ordinal", "declare what receives it as "+src.String(),
			"a %s may not flow into %s, which is a %s: as a plain number it would show its rank, which changes from state to state", src, where, t)
	case src.Ordinal:
		w.c.fail(e, "ordinal", "",
			"a %s may not meet a %s in %s: each ordinal type is ranked by itself, so their values cannot be compared or copied", src, t, where)
	case err == nil && v == 0:
	case err == nil:
		w.c.fail(e, "ordinal", w.c.topHint(e, t),
			"%s is an ordinal: %s names no value once values are replaced by their ranks; only 0 (none) does", t, PrintExpr(e))
	default:
		w.c.fail(e, "ordinal", "declare it as "+t.String(),
			"a number may not flow into %s, which is a %s: only the order of its values is kept, so a number names none of them", where, t)
	}
}

// calculates reports whether e is arithmetic on ordinals, which is complained
// about by itself.
func calculates(e Expr) bool {
	b, ok := e.(*Binary)
	return ok && !b.Of().Ordinal && b.Of().numeric() && (b.X.Of().Ordinal || b.Y.Of().Ordinal)
}

// topHint tells how the conjunct for other checkers is meant.
func (c *checker) topHint(e Expr, t *Type) string {
	if v, err := fold(e); err == nil && v == t.Hi {
		if _, literal := e.(*Int); literal {
			return "name the bound, `const TOP: " + PrintExpr(e) + ";`; then `v < TOP` may stand as a conjunct of the guard of a rule that mints v with v + 1"
		}
		return "`v < " + PrintExpr(e) + "` may stand as a conjunct of the guard of a rule that mints v with v + 1"
	}
	return ""
}

// loop refuses to run through the values of an ordinal.
func (w *ordinalWalk) loop(q *Quantifier, what string) {
	if q.TypeExpr == nil {
		w.bounds(q)
		return
	}
	if q.Type.Ordinal {
		w.c.fail(q, "ordinal", "a `ruleset "+q.Name+": "+q.Type.String()+"` around a rule may choose a value",
			"%s over %s would see which numbers tokens have, and how many there can be; only their order is kept", what, q.Type)
	}
}

func (w *ordinalWalk) bounds(q *Quantifier) {
	for _, e := range q.bounds() {
		if t := e.Of(); t.Ordinal {
			w.c.fail(e, "ordinal", "", "%s is an ordinal and cannot bound a loop: how far its values lie apart is not kept", t)
		}
	}
}

func (w *ordinalWalk) args(f *Func, args []Expr) {
	for i, p := range f.Params {
		if args[i].Of() != p.Type { // the message takes time
			w.flow(args[i], p.Type, fmt.Sprintf("parameter %s of %s", p.Name, f.Name), nil)
		}
	}
}

func (w *ordinalWalk) labels(s *SwitchStmt) {
	t := s.X.Of()
	for _, cs := range s.Cases {
		for _, l := range cs.Labels {
			if v, err := fold(l); t.Ordinal && (err != nil || v != 0) {
				w.c.fail(l, "ordinal", "use if",
					"%s is an ordinal: a switch over it may have no label but 0, since no other number names one of its values", t)
			} else if l.Of().Ordinal && !t.Ordinal {
				w.flow(l, t, "the switch", nil)
			}
		}
	}
}

// ordinalIndexes refuses arrays that are indexed by an ordinal.
func (c *checker) ordinalIndexes() {
	for te, t := range c.types {
		if a, ok := te.(*ArrayExpr); ok && t.Kind == Array && t.Index.Ordinal {
			c.fail(a.Index, "ordinal", "index by something that does not grow, and store the "+t.Index.String()+" in the element",
				"%s is an ordinal and cannot index an array: with ranks its values have no bound and change from state to state", t.Index)
		}
	}
}
