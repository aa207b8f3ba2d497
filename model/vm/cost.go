package vm

import "lockcheck/model/murphi"

// cost estimates code before it is compiled: how many tree nodes it amounts
// to, with loops unrolled and calls compiled in place, and how many instructions of the model
// (iterations and calls) one evaluation may take at most.
type cost struct{ nodes, steps int64 }

// much is what counts as unbounded; sums stay far from overflow.
const much = 1 << 40

func (k cost) plus(o cost) cost {
	return cost{min(k.nodes+o.nodes, much), min(k.steps+o.steps, much)}
}

// rounds is the cost of n rounds of a loop's body.
func (k *costs) rounds(body cost, n int64) cost {
	if n < 0 || n > murphi.MaxInstructions {
		n = 2 * murphi.MaxInstructions
	}
	sum := cost{body.nodes, min((body.steps+1)*n, much)}
	if unrolled := n * (body.nodes + 1); unrolled <= k.unroll {
		sum.nodes = unrolled
	}
	return sum
}

// costs remembers the cost of functions.
type costs struct {
	unroll int64 // see limits
	funcs  map[*murphi.Func]cost
	self   map[*murphi.Func]bool // calls itself
}

func newCosts(unroll int64) *costs {
	return &costs{unroll, map[*murphi.Func]cost{}, map[*murphi.Func]bool{}}
}

// function returns the cost of one call of f. A function that calls itself is
// unbounded; others can only call functions declared before them.
func (k *costs) function(f *murphi.Func) cost {
	if got, ok := k.funcs[f]; ok {
		return got
	}
	k.funcs[f] = cost{much, much} // what a call within f itself finds
	k.self[f] = calls(f.Body, f)
	got := k.stmts(f.Body).plus(cost{1, 1})
	k.funcs[f] = got
	return got
}

// call returns the cost of a call: of the body if that is compiled in place.
func (k *costs) call(f *murphi.Func) cost {
	got := k.function(f)
	if got.nodes > k.unroll {
		got.nodes = 1
	}
	return got
}

// recursive reports whether f calls itself.
func (k *costs) recursive(f *murphi.Func) bool {
	k.function(f)
	return k.self[f]
}

// calls reports whether the statements call f.
func calls(list []murphi.Stmt, f *murphi.Func) bool {
	found := false
	expr := func(e murphi.Expr) {
		murphi.InspectExpr(e, func(e murphi.Expr) bool {
			if e, ok := e.(*murphi.Call); ok && e.Func == f {
				found = true
			}
			return !found
		})
	}
	murphi.InspectStmts(list, func(s murphi.Stmt) {
		switch s := s.(type) {
		case *murphi.CallStmt:
			found = found || s.Func == f
		case *murphi.AliasStmt:
			for _, a := range s.Aliases {
				expr(a.Value)
			}
		}
	}, expr)
	return found
}

func (k *costs) exprs(list []murphi.Expr) cost {
	var sum cost
	for _, e := range list {
		sum = sum.plus(k.expr(e))
	}
	return sum
}

func (k *costs) expr(e murphi.Expr) cost {
	sum := cost{nodes: 1}
	switch e := e.(type) {
	case *murphi.FieldExpr:
		return sum.plus(k.expr(e.X))
	case *murphi.IndexExpr:
		return sum.plus(k.expr(e.X)).plus(k.expr(e.Index))
	case *murphi.Unary:
		return sum.plus(k.expr(e.X))
	case *murphi.Binary:
		return sum.plus(k.expr(e.X)).plus(k.expr(e.Y))
	case *murphi.Cond:
		return sum.plus(k.expr(e.C)).plus(k.expr(e.X)).plus(k.expr(e.Y))
	case *murphi.Quant:
		return sum.plus(k.bounds(e.Var)).plus(k.rounds(k.expr(e.Body), e.Var.Count()))
	case *murphi.Call:
		return sum.plus(k.exprs(e.Args)).plus(k.call(e.Func))
	case *murphi.IsUndefined:
		return sum.plus(k.expr(e.X))
	}
	return sum
}

func (k *costs) bounds(q *murphi.Quantifier) cost {
	var sum cost
	for _, e := range []murphi.Expr{q.From, q.To, q.By} {
		if e != nil {
			sum = sum.plus(k.expr(e))
		}
	}
	return sum
}

func (k *costs) stmts(list []murphi.Stmt) cost {
	var sum cost
	for _, s := range list {
		sum = sum.plus(k.stmt(s))
	}
	return sum
}

func (k *costs) stmt(s murphi.Stmt) cost {
	sum := cost{nodes: 1}
	switch s := s.(type) {
	case *murphi.Assign:
		return sum.plus(k.expr(s.Dst)).plus(k.expr(s.Src))
	case *murphi.PropStmt:
		return sum.plus(k.expr(s.Expr))
	case *murphi.AliasStmt:
		for _, a := range s.Aliases {
			sum = sum.plus(k.expr(a.Value))
		}
		return sum.plus(k.stmts(s.Body))
	case *murphi.ClearStmt:
		return sum.plus(k.expr(s.X))
	case *murphi.UndefineStmt:
		return sum.plus(k.expr(s.X))
	case *murphi.ForStmt:
		return sum.plus(k.bounds(s.Var)).plus(k.rounds(k.stmts(s.Body), s.Var.Count()))
	case *murphi.IfStmt:
		for _, cl := range s.Clauses {
			if cl.Cond != nil {
				sum = sum.plus(k.expr(cl.Cond))
			}
			sum = sum.plus(k.stmts(cl.Body))
		}
	case *murphi.PutStmt:
		if s.X != nil {
			return sum.plus(k.expr(s.X))
		}
	case *murphi.ReturnStmt:
		if s.X != nil {
			return sum.plus(k.expr(s.X))
		}
	case *murphi.CallStmt:
		return sum.plus(k.exprs(s.Args)).plus(k.call(s.Func))
	case *murphi.WhileStmt:
		return sum.plus(k.expr(s.Cond)).plus(k.stmts(s.Body)).plus(cost{steps: much})
	case *murphi.SwitchStmt:
		sum = sum.plus(k.expr(s.X))
		for _, cs := range s.Cases {
			sum = sum.plus(k.exprs(cs.Labels)).plus(k.stmts(cs.Body))
		}
	}
	return sum
}
