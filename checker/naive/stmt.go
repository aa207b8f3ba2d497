package naive

import "lockcheck/model/murphi"

// call runs a function or procedure and returns its result.
func (r *run) call(f *murphi.Func, args []murphi.Expr) place {
	inner := &frame{vars: make(scope, 0, len(f.Params)+len(f.Locals)), fn: f}
	for i, p := range f.Params {
		if p.Var {
			inner.vars.set(p, r.place(args[i]))
		} else {
			inner.vars.set(p, r.argument(args[i], p.Type))
		}
	}
	if len(r.frames) > murphi.MaxCalls {
		r.fail(murphi.TooDeep, nil, "more than %d calls within each other", murphi.MaxCalls)
	}
	r.instruction()
	r.frames = append(r.frames, inner)
	r.locals(f.Locals)
	if !r.body(f.Body) && f.ResultType != nil {
		r.fail(murphi.NoResult, f, "function %s ends without a result", f.Name)
	}
	r.frames = r.frames[:len(r.frames)-1]
	return inner.result
}

// argument evaluates an argument for a parameter by value. A simple variable
// may be undefined: then the parameter is, too.
func (r *run) argument(e murphi.Expr, t *murphi.Type) place {
	p := fresh(t)
	if !t.Simple() {
		copy(p.cells, r.place(e).cells)
		return p
	}
	if designator(e) {
		from := r.place(e)
		r.note(from)
		if from.cells[0].defined {
			r.store(p, from.cells[0].n, e)
		}
		return p
	}
	r.store(p, r.value(e), e)
	return p
}

// body runs statements in order. It reports whether one of them returned.
func (r *run) body(list []murphi.Stmt) (returned bool) {
	for _, s := range list {
		if r.statement(s) {
			return true
		}
	}
	return false
}

func (r *run) statement(s murphi.Stmt) (returned bool) {
	if r.begins != nil {
		r.begins()
	}
	switch s := s.(type) {
	case *murphi.Assign:
		r.assign(s)
	case *murphi.ClearStmt:
		r.place(s.X).leaves(func(p place) {
			lo, _ := p.typ.Bounds()
			p.cells[0] = cell{lo, true}
		})
	case *murphi.UndefineStmt:
		clear(r.place(s.X).cells)
	case *murphi.PutStmt:
		if s.X != nil {
			r.place(s.X)
		}
	case *murphi.CallStmt:
		r.call(s.Func, s.Args)
	case *murphi.PropStmt:
		r.property(s)
	case *murphi.ErrorStmt:
		r.fail(murphi.ErrorRaised, s, "%s", s.Message)
	case *murphi.ReturnStmt:
		if s.X != nil {
			f := r.frames[len(r.frames)-1]
			f.result = r.result(s.X, f.fn.ResultType)
		}
		return true
	default:
		return r.compound(s)
	}
	return false
}

// compound runs a statement that has statements inside.
func (r *run) compound(s murphi.Stmt) (returned bool) {
	switch s := s.(type) {
	case *murphi.AliasStmt:
		for _, a := range s.Aliases {
			r.bind(a)
		}
		returned = r.body(s.Body)
		for _, a := range s.Aliases {
			r.vars().drop(a)
		}
	case *murphi.IfStmt:
		for _, c := range s.Clauses {
			if c.Cond == nil || r.truth(c.Cond) {
				return r.body(c.Body)
			}
		}
	case *murphi.SwitchStmt:
		x := r.value(s.X)
		for _, c := range s.Cases {
			if len(c.Labels) == 0 || r.matches(x, c.Labels) {
				return r.body(c.Body)
			}
		}
	case *murphi.ForStmt:
		r.rounds(s.Var, s, func() bool {
			returned = r.body(s.Body)
			return !returned
		})
	case *murphi.WhileStmt:
		for r.truth(s.Cond) {
			r.instruction()
			if r.body(s.Body) {
				return true
			}
		}
	}
	return returned
}

func (r *run) matches(x int64, labels []murphi.Expr) bool {
	for _, l := range labels {
		if r.value(l) == x {
			return true
		}
	}
	return false
}

func (r *run) assign(s *murphi.Assign) {
	dst := r.place(s.Dst)
	if dst.typ.Simple() {
		r.store(dst, r.value(s.Src), s.Src)
	} else {
		copy(dst.cells, r.place(s.Src).cells)
	}
}

// result evaluates what a function returns.
func (r *run) result(e murphi.Expr, t *murphi.Type) place {
	p := fresh(t)
	if t.Simple() {
		r.store(p, r.value(e), e)
	} else {
		copy(p.cells, r.place(e).cells)
	}
	return p
}

// property runs assert, assume and cover statements.
func (r *run) property(s *murphi.PropStmt) {
	holds := r.truth(s.Expr)
	switch {
	case s.Prop == murphi.Cover:
		if holds && r.covered == nil {
			r.covered = map[int]bool{}
		}
		if holds {
			r.covered[s.Index] = true
		}
	case holds:
	case s.Prop == murphi.Assume:
		panic(&stopped{assume: s.Expr})
	default:
		f := &murphi.Failure{Kind: murphi.AssertFailed, At: s.Place(), Assert: s.Index, Detail: s.Message}
		panic(&stopped{failure: f})
	}
}
