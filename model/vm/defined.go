package vm

import (
	"strconv"
	"strings"

	"lockcheck/model/murphi"
)

// definedness finds the slots that the rules may make undefined. A slot is a
// simple variable of the state with array indices left out, so a parallel
// loop, a symmetry or an unknown index cannot escape it. It is sound and
// coarse: `undefine` makes all of its designator undefined; a whole record or
// array takes over what may be undefined in the one copied, and everything if
// that comes from a local variable or a call.
type definedness struct {
	args   map[*murphi.Param][]murphi.Expr // what by-reference parameters may stand for
	undef  []string                        // prefixes of slots
	copies []copying
}

// copying says that the parts of dst take over what may be undefined in src.
type copying struct{ dst, src string }

// undefinable returns a predicate on slots: may a rule make it undefined?
// base tells which slots are undefined in a start state.
func undefinable(m *murphi.Model, l *layout, base map[string]bool) map[string]bool {
	d := &definedness{args: map[*murphi.Param][]murphi.Expr{}}
	d.visit(m, d.noteArgs, func(murphi.Stmt) {})
	d.visit(m, func(murphi.Expr) {}, d.noteStmt)
	undef := map[string]bool{}
	for slot := range base {
		undef[slot] = true
	}
	for i := range l.leaves {
		for _, prefix := range d.undef {
			if _, ok := within(l.leaves[i].slot, prefix); ok {
				undef[l.leaves[i].slot] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range l.leaves {
			slot := l.leaves[i].slot
			for _, k := range d.copies {
				rest, ok := within(slot, k.dst)
				if ok && !undef[slot] && undef[k.src+rest] {
					undef[slot], changed = true, true
				}
			}
		}
	}
	return undef
}

// within reports whether a slot lies in the part with the given prefix, and
// returns the rest of its path.
func within(slot, prefix string) (string, bool) {
	rest, ok := strings.CutPrefix(slot, prefix)
	return rest, ok && (rest == "" || rest[0] == '.')
}

// visit calls stmt and expr for everything that a rule may run.
func (d *definedness) visit(m *murphi.Model, expr func(murphi.Expr), stmt func(murphi.Stmt)) {
	deep := func(e murphi.Expr) {
		murphi.InspectExpr(e, func(e murphi.Expr) bool { expr(e); return true })
	}
	each := func(s murphi.Stmt) {
		stmt(s)
		if a, ok := s.(*murphi.AliasStmt); ok {
			for _, a := range a.Aliases {
				deep(a.Value)
			}
		}
		if call, ok := s.(*murphi.CallStmt); ok {
			d.pass(call.Func, call.Args)
		}
	}
	for _, f := range m.Funcs {
		murphi.InspectStmts(f.Body, each, deep)
	}
	for _, r := range m.Rules {
		for _, a := range r.Scope {
			if a, ok := a.(*murphi.AliasDecl); ok {
				deep(a.Value)
			}
		}
		murphi.InspectStmts(r.Body, each, deep)
	}
}

func (d *definedness) noteArgs(e murphi.Expr) {
	if call, ok := e.(*murphi.Call); ok {
		d.pass(call.Func, call.Args)
	}
}

func (d *definedness) pass(f *murphi.Func, args []murphi.Expr) {
	for i, p := range f.Params {
		if p.Var {
			d.args[p] = append(d.args[p], args[i])
		}
	}
}

func (d *definedness) noteStmt(s murphi.Stmt) {
	switch s := s.(type) {
	case *murphi.UndefineStmt:
		prefixes, _ := d.prefixes(s.X, nil)
		d.undef = append(d.undef, prefixes...)
	case *murphi.Assign:
		if s.Dst.Of().Simple() {
			return
		}
		dsts, _ := d.prefixes(s.Dst, nil)
		srcs, known := d.prefixes(s.Src, nil)
		if !known {
			d.undef = append(d.undef, dsts...)
		}
		for _, dst := range dsts {
			for _, src := range srcs {
				d.copies = append(d.copies, copying{dst, src})
			}
		}
	}
}

// prefixes returns the parts of the state that an expression may mean. known
// is false if it may mean something else.
func (d *definedness) prefixes(e murphi.Expr, within []*murphi.Param) (list []string, known bool) {
	switch e := e.(type) {
	case *murphi.FieldExpr:
		inner, known := d.prefixes(e.X, within)
		for _, p := range inner {
			list = append(list, p+"."+e.Name)
		}
		return list, known
	case *murphi.IndexExpr:
		return d.prefixes(e.X, within)
	case *murphi.Cond:
		x, known1 := d.prefixes(e.X, within)
		y, known2 := d.prefixes(e.Y, within)
		return append(x, y...), known1 && known2
	case *murphi.Ident:
		switch decl := e.Decl.(type) {
		case *murphi.AliasDecl:
			return d.prefixes(decl.Value, within)
		case *murphi.VarDecl:
			if !decl.Local {
				return []string{strconv.Itoa(decl.Slot)}, true
			}
		case *murphi.Param:
			return d.arguments(decl, within)
		}
	}
	return nil, false
}

// arguments returns the parts of the state that a by-reference parameter may
// stand for, calls within calls included.
func (d *definedness) arguments(p *murphi.Param, within []*murphi.Param) (list []string, known bool) {
	for _, q := range within {
		if q == p {
			return nil, true
		}
	}
	known = p.Var
	for _, a := range d.args[p] {
		inner, k := d.prefixes(a, append(within, p))
		list, known = append(list, inner...), known && k
	}
	return list, known
}
