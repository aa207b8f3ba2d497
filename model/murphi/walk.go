package murphi

// InspectExpr calls visit for e and, while visit returns true, for the
// expressions in it, the bounds of quantifiers included. Aliases are not
// followed.
func InspectExpr(e Expr, visit func(Expr) bool) { inspectExpr(e, visit) }

// InspectStmts calls stmt for every statement in list and in their bodies, in
// order, and expr for every expression that stands directly in one.
func InspectStmts(list []Stmt, stmt func(Stmt), expr func(Expr)) { inspectStmts(list, stmt, expr) }
