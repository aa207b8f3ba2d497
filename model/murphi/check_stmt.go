package murphi

import "fmt"

// stmts resolves and types statements.
func (c *checker) stmts(list []Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s Stmt) {
	switch s := s.(type) {
	case *Assign:
		c.assign(s)
	case *PropStmt:
		c.propStmt(s)
	case *AliasStmt:
		c.push()
		for _, a := range s.Aliases {
			c.aliasDecl(a)
		}
		c.stmts(s.Body)
		c.pop()
	case *ClearStmt:
		c.expr(s.X)
		c.writable(s.X, "cleared")
	case *UndefineStmt:
		c.expr(s.X)
		c.writable(s.X, "undefined")
	case *ForStmt:
		c.push()
		c.quantifier(s.Var)
		c.stmts(s.Body)
		c.pop()
	case *IfStmt:
		for _, cl := range s.Clauses {
			if cl.Cond != nil {
				c.boolean(cl.Cond, "the condition of if")
			}
			c.stmts(cl.Body)
		}
	case *PutStmt:
		if s.X != nil {
			c.expr(s.X)
		}
	case *ReturnStmt:
		c.returnStmt(s)
	case *CallStmt:
		s.Func = c.call(s, s.Name, s.Args)
	case *WhileStmt:
		c.boolean(s.Cond, "the condition of while")
		c.stmts(s.Body)
	case *SwitchStmt:
		c.switchStmt(s)
	}
}

func (c *checker) assign(s *Assign) {
	c.expr(s.Dst)
	c.expr(s.Src)
	c.writable(s.Dst, "assigned to")
	dst, src := s.Dst.Of(), s.Src.Of()
	if dst == invalid || src == invalid {
		return
	}
	if !c.fits(s, dst, src) {
		c.fail(s.Src, "type", c.whyDifferent(dst, src), "%s is a %s; this is a %s", PrintExpr(s.Dst), dst, src)
		return
	}
	c.alwaysOutside(s.Src, dst, "value")
}

// writable demands that e is a variable or a part of one.
func (c *checker) writable(e Expr, verb string) {
	if e.Of() == invalid {
		return
	}
	if why := readOnly(e); why != "" {
		c.fail(e, "type", "", "%s cannot be %s: %s", PrintExpr(e), verb, why)
	}
}

func (c *checker) propStmt(s *PropStmt) {
	c.boolean(s.Expr, "a property")
	switch s.Prop {
	case Invariant:
		s.Index = len(c.model.Asserts)
		c.model.Asserts = append(c.model.Asserts, s)
	case Cover:
		s.Index = len(c.model.CoverStmts)
		c.model.CoverStmts = append(c.model.CoverStmts, s)
	case Liveness:
		c.fail(s, "type", "write it at top level", "liveness speaks of whole runs and cannot be a statement")
	}
}

func (c *checker) returnStmt(s *ReturnStmt) {
	if s.X != nil {
		c.expr(s.X)
	}
	if c.fn != nil {
		c.returnsOf[s] = c.fn
	}
	switch {
	case c.fn == nil && s.X != nil:
		c.fail(s, "type", "write `return;`", "a rule returns no value")
	case c.fn == nil:
	case c.fn.Result == nil && s.X != nil:
		c.fail(s, "type", "write `return;`, or give "+c.fn.Name+" a result type", "procedure %s returns no value", c.fn.Name)
	case c.fn.Result != nil && s.X == nil:
		c.fail(s, "type", "", "function %s must return a %s", c.fn.Name, c.fn.ResultType)
	case s.X != nil && s.X.Of() != invalid && c.fn.ResultType != invalid:
		if !c.fits(s.X, c.fn.ResultType, s.X.Of()) {
			c.fail(s.X, "type", c.whyDifferent(c.fn.ResultType, s.X.Of()), "function %s returns a %s; this is a %s", c.fn.Name, c.fn.ResultType, s.X.Of())
		} else {
			c.alwaysOutside(s.X, c.fn.ResultType, "result")
		}
	}
}

func (c *checker) switchStmt(s *SwitchStmt) {
	c.expr(s.X)
	t := s.X.Of()
	if !t.Simple() {
		c.fail(s.X, "type", "", "switch needs a single value, not a %s", t)
		t = invalid
	}
	for _, cs := range s.Cases {
		for _, l := range cs.Labels {
			c.expr(l)
			if l.Of() != invalid && t != invalid && !c.fits(l, t, l.Of()) {
				c.fail(l, "type", c.whyDifferent(t, l.Of()), "the switch is over a %s; this label is a %s", t, l.Of())
			}
		}
		c.stmts(cs.Body)
	}
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
