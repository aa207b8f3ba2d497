package murphi

// static checks what makes symmetry, ordinal ranks and history sound. It is
// about whole models, so nothing else may be wrong with them.
func (c *checker) static() {
	c.ordinals()
	c.defined = c.findDefinedness()
	for _, r := range c.model.Rules {
		c.topsCannotFail(r)
	}
	c.histories()
	c.scalarsets()
}

// ruleAliases returns the values of the aliases around a rule.
func (r *Rule) ruleAliases() []Expr {
	var es []Expr
	for _, d := range r.Scope {
		if a, ok := d.(*AliasDecl); ok {
			es = append(es, a.Value)
		}
	}
	return es
}

// allRules returns start states, rules and properties.
func (m *Model) allRules() []*Rule {
	var all []*Rule
	all = append(all, m.Starts...)
	all = append(all, m.Rules...)
	return append(all, m.Properties...)
}

// model takes w through all code, with what guards make known.
func (w *failWalk) model() {
	for _, f := range w.c.model.Funcs {
		w.stmts(f.Body, nil)
	}
	for _, r := range w.c.model.allRules() {
		for _, e := range r.ruleAliases() {
			w.indexes(e, nil, false)
		}
		var facts []Expr
		if r.Guard != nil {
			w.expr(r.Guard, nil, false)
			facts = w.c.factsOf(r.Guard, true)
		}
		if r.Expr != nil {
			w.expr(r.Expr, nil, false)
		}
		if r.Ann.Delay != nil && r.Ann.Delay.While != nil {
			w.expr(r.Ann.Delay.While, nil, false)
		}
		w.stmts(r.Body, facts)
	}
}
