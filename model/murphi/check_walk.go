package murphi

// inspectExpr calls visit for e and, while visit returns true, for the
// expressions in it, the bounds of quantifiers included. Aliases are not
// followed.
func inspectExpr(e Expr, visit func(Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	switch e := e.(type) { // as operands, without making a list
	case *FieldExpr:
		inspectExpr(e.X, visit)
	case *IndexExpr:
		inspectExpr(e.X, visit)
		inspectExpr(e.Index, visit)
	case *Unary:
		inspectExpr(e.X, visit)
	case *Binary:
		inspectExpr(e.X, visit)
		inspectExpr(e.Y, visit)
	case *IsUndefined:
		inspectExpr(e.X, visit)
	case *Cond:
		inspectExpr(e.C, visit)
		inspectExpr(e.X, visit)
		inspectExpr(e.Y, visit)
	case *Int, *Ident:
	default:
		for _, sub := range operands(e) {
			inspectExpr(sub, visit)
		}
	}
}

// operands returns the expressions that e is made of, in order of evaluation.
func operands(e Expr) []Expr {
	switch e := e.(type) {
	case *FieldExpr:
		return []Expr{e.X}
	case *IndexExpr:
		return []Expr{e.X, e.Index}
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Cond:
		return []Expr{e.C, e.X, e.Y}
	case *Quant:
		return append(e.Var.bounds(), e.Body)
	case *Call:
		return e.Args
	case *IsUndefined:
		return []Expr{e.X}
	}
	return nil
}

// bounds returns the expressions of the range form.
func (q *Quantifier) bounds() []Expr {
	if q.TypeExpr != nil || q.From == nil {
		return nil
	}
	if q.By == nil {
		return []Expr{q.From, q.To}
	}
	return []Expr{q.From, q.To, q.By}
}

// inspectStmts calls stmt for every statement in list and in their bodies, in
// order, and expr for every expression that stands directly in one: values of
// aliases too, which are evaluated where the alias is bound. Of a statement the
// expressions come before the bodies.
func inspectStmts(list []Stmt, stmt func(Stmt), expr func(Expr)) {
	for _, s := range list {
		stmt(s)
		switch s := s.(type) { // the frequent ones, without making lists
		case *Assign:
			expr(s.Dst)
			expr(s.Src)
		case *IfStmt:
			for _, cl := range s.Clauses {
				if cl.Cond != nil {
					expr(cl.Cond)
				}
			}
			for _, cl := range s.Clauses {
				inspectStmts(cl.Body, stmt, expr)
			}
		case *ReturnStmt:
			if s.X != nil {
				expr(s.X)
			}
		case *ForStmt:
			for _, e := range s.Var.bounds() {
				expr(e)
			}
			inspectStmts(s.Body, stmt, expr)
		case *PropStmt:
			expr(s.Expr)
		case *ClearStmt:
			expr(s.X)
		case *UndefineStmt:
			expr(s.X)
		default:
			for _, e := range stmtExprs(s) {
				expr(e)
			}
			for _, b := range bodies(s) {
				inspectStmts(b, stmt, expr)
			}
		}
	}
}

// stmtExprs returns the expressions that stand directly in s.
func stmtExprs(s Stmt) []Expr {
	switch s := s.(type) {
	case *Assign:
		return []Expr{s.Dst, s.Src}
	case *PropStmt:
		return []Expr{s.Expr}
	case *AliasStmt:
		var es []Expr
		for _, a := range s.Aliases {
			es = append(es, a.Value)
		}
		return es
	case *ClearStmt:
		return []Expr{s.X}
	case *UndefineStmt:
		return []Expr{s.X}
	case *ForStmt:
		return s.Var.bounds()
	case *IfStmt:
		var es []Expr
		for _, cl := range s.Clauses {
			if cl.Cond != nil {
				es = append(es, cl.Cond)
			}
		}
		return es
	case *PutStmt:
		if s.X != nil {
			return []Expr{s.X}
		}
	case *ReturnStmt:
		if s.X != nil {
			return []Expr{s.X}
		}
	case *CallStmt:
		return s.Args
	case *WhileStmt:
		return []Expr{s.Cond}
	case *SwitchStmt:
		es := []Expr{s.X}
		for _, cs := range s.Cases {
			es = append(es, cs.Labels...)
		}
		return es
	}
	return nil
}

// bodies returns the statement lists inside s.
func bodies(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *AliasStmt:
		return [][]Stmt{s.Body}
	case *ForStmt:
		return [][]Stmt{s.Body}
	case *WhileStmt:
		return [][]Stmt{s.Body}
	case *IfStmt:
		var bs [][]Stmt
		for _, cl := range s.Clauses {
			bs = append(bs, cl.Body)
		}
		return bs
	case *SwitchStmt:
		var bs [][]Stmt
		for _, cs := range s.Cases {
			bs = append(bs, cs.Body)
		}
		return bs
	}
	return nil
}
