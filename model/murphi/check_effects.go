package murphi

// summary is what a function, or any code, may do besides computing a value.
type summary struct {
	writes      map[*VarDecl]bool // state variables
	writesParam map[*Param]bool   // by-reference parameters
	mints       map[*Type]bool
	assumes     bool // has an assume statement
	puts        bool // prints
}

// include adds something to a set, which most summaries have none of.
func include[K comparable](set *map[K]bool, x K) {
	if *set == nil {
		*set = map[K]bool{}
	}
	(*set)[x] = true
}

// pure reports whether the code changes nothing that outlives it.
func (s *summary) pure() bool { return len(s.writes) == 0 && len(s.writesParam) == 0 }

// effects fills Func.Pure and Rule.Mints and refuses guards, properties and
// observe functions that change the state.
func (c *checker) effects() {
	for _, f := range c.model.Funcs {
		s := &summary{}
		c.summaries[f] = s
		// A recursive call may change by-reference parameters in turn: go on
		// until nothing is added.
		for before := -1; before != len(s.writesParam); {
			before = len(s.writesParam)
			c.collect(s).stmts(f.Body)
		}
		f.Pure = s.pure()
		if f.Observe {
			c.mustOnlyLook(f, s)
		}
	}
	for _, r := range c.model.Starts {
		c.ruleEffects(r)
	}
	for _, r := range c.model.Rules {
		c.ruleEffects(r)
		if r.Guard != nil {
			c.mustBePure(r.Guard, "the guard of "+r.described())
		}
		if d := r.Ann.Delay; d != nil && d.While != nil {
			c.mustBePure(d.While, "the condition of a delay")
		}
	}
	for _, rules := range [][]*Rule{c.model.Starts, c.model.Rules, c.model.Properties} {
		for _, r := range rules {
			for _, d := range r.Scope {
				if a, ok := d.(*AliasDecl); ok {
					c.mustBePure(a.Value, "an alias around rules")
				}
			}
		}
	}
	for _, r := range c.model.Properties {
		c.mustBePure(r.Expr, "a property")
		c.mustNotAssume(r)
	}
	for _, s := range c.model.Asserts {
		c.mustBePure(s.Expr, "a property")
	}
	for _, s := range c.model.CoverStmts {
		c.mustBePure(s.Expr, "a property")
	}
}

func (c *checker) ruleEffects(r *Rule) {
	s := &summary{}
	c.collect(s).stmts(r.Body)
	r.Mints = nil
	for _, t := range c.model.Ordinals {
		if s.mints[t] {
			r.Mints = append(r.Mints, t)
		}
	}
	if say := r.Ann.Say; say != nil {
		for _, p := range say.Pieces {
			if p.Expr != nil {
				c.mustBePure(p.Expr, "what is said")
			}
		}
	}
	for _, re := range r.Ann.Restarts {
		for _, a := range re.Args {
			c.mustBePure(a, "an argument of restarts")
		}
	}
}

// mustBePure refuses an expression that changes the state or mints: it is
// evaluated to look at a state, any number of times.
func (c *checker) mustBePure(e Expr, what string) {
	s := &summary{}
	c.collect(s).expr(e)
	for _, v := range c.model.Vars {
		if s.writes[v] {
			c.fail(e, "effect", "a guard or property only looks at a state; change it in a rule's body",
				"%s changes variable %s through a function", what, v.Name)
			return
		}
	}
	for _, t := range c.model.Ordinals {
		if s.mints[t] {
			c.fail(e, "ordinal", "compare with `<` instead, or mint in the body", "%s mints a %s; only the body of a rule may", what, t)
			return
		}
	}
}

// mustNotAssume refuses a property that would drop the state that it is about.
func (c *checker) mustNotAssume(r *Rule) {
	s := &summary{}
	if c.collect(s).expr(r.Expr); s.assumes && r.Prop != Assume {
		c.fail(r.Expr, "effect", "write the assume at top level", "%s calls a function with an assume statement, which would drop the state that the property judges", r.Title)
	}
}

// mustOnlyLook refuses an observe function that changes anything: it is called
// to draw a picture.
func (c *checker) mustOnlyLook(f *Func, s *summary) {
	for _, v := range c.model.Vars {
		if s.writes[v] {
			c.fail(f, "annotation", "", "observe function %s changes %s; it may only look", f.Name, v.Name)
			return
		}
	}
	if len(s.mints) > 0 {
		c.fail(f, "annotation", "", "observe function %s mints; it may only look", f.Name)
	}
}

// collector adds what code does to a summary.
type collector struct {
	c    *checker
	s    *summary
	seen map[*AliasDecl]bool
}

func (c *checker) collect(s *summary) *collector {
	return &collector{c: c, s: s}
}

func (x *collector) stmts(list []Stmt) {
	inspectStmts(list, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			x.write(s.Dst)
		case *ClearStmt:
			x.write(s.X)
		case *UndefineStmt:
			x.write(s.X)
		case *PropStmt:
			x.s.assumes = x.s.assumes || s.Prop == Assume
		case *PutStmt:
			x.s.puts = true
		case *CallStmt:
			x.call(s.Func, s.Args)
		}
	}, x.expr)
}

func (x *collector) expr(e Expr) {
	inspectExpr(e, func(e Expr) bool {
		switch e := e.(type) {
		case *Ident:
			if a, ok := e.Decl.(*AliasDecl); ok && !x.seen[a] {
				include(&x.seen, a)
				x.expr(a.Value)
			}
		case *Binary:
			if e.Op == Add && e.Of().Ordinal {
				include(&x.s.mints, e.Of())
			}
		case *Call:
			x.call(e.Func, e.Args)
		}
		return true
	})
}

// call adds what a called function does; the arguments are visited apart.
func (x *collector) call(f *Func, args []Expr) {
	s := x.c.summaries[f]
	if s == nil {
		return
	}
	for v := range s.writes {
		include(&x.s.writes, v)
	}
	for t := range s.mints {
		include(&x.s.mints, t)
	}
	x.s.assumes = x.s.assumes || s.assumes
	x.s.puts = x.s.puts || s.puts
	for i, p := range f.Params {
		if s.writesParam[p] {
			x.write(args[i])
		}
	}
}

func (x *collector) write(dst Expr) {
	switch _, root := rootOf(dst); d := root.(type) {
	case *VarDecl:
		if !d.Local {
			include(&x.s.writes, d)
		}
	case *Param:
		include(&x.s.writesParam, d)
	}
}
