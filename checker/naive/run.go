package naive

import (
	"fmt"
	"slices"

	"lockcheck/model/murphi"
)

// machine is a checked model made ready to run.
type machine struct {
	model  *murphi.Model
	ranks  bool  // ordinals stand for their order only
	offset []int // of the variables
	cells  int
	top    map[murphi.Expr]bool   // the conjuncts `v < TOP`
	places map[*murphi.Type][]int // of an ordinal type: the cells of that type
}

func newMachine(m *murphi.Model, ranks bool) *machine {
	x := &machine{model: m, ranks: ranks, top: map[murphi.Expr]bool{}, places: map[*murphi.Type][]int{}}
	for _, v := range m.Vars {
		x.offset = append(x.offset, x.cells)
		at := x.cells
		fresh(v.Type).leaves(func(p place) {
			if p.typ.Ordinal {
				x.places[p.typ] = append(x.places[p.typ], at)
			}
			at++
		})
		x.cells = at
	}
	for _, r := range m.Rules {
		for _, e := range r.TopConjuncts {
			x.top[e] = true
		}
	}
	return x
}

// run is one evaluation: of a guard, a body or a property in a state.
type run struct {
	*machine
	state        []cell
	frames       []*frame // the rule's first, then one for each running call
	instructions int
	pastTop      bool         // conjuncts `v < TOP` are true
	covered      map[int]bool // cover statements that held; nil: none
	read         func(place)  // told of every variable that is read; may be nil
	begins       func()       // told of every statement that begins; may be nil
}

// frame holds the variables of a rule or of a call.
type frame struct {
	vars   scope
	fn     *murphi.Func // nil for a rule
	result place
}

// scope is a few variables by what declares them.
type scope []variable

type variable struct {
	decl murphi.Decl
	place
}

// of returns a variable.
func (s scope) of(d murphi.Decl) place {
	for i := range s {
		if s[i].decl == d {
			return s[i].place
		}
	}
	return place{}
}

// set adds a variable, or puts it in the place of what d declared before.
func (s *scope) set(d murphi.Decl, p place) {
	s.drop(d)
	*s = append(*s, variable{d, p})
}

// drop takes a variable out of the scope.
func (s *scope) drop(d murphi.Decl) {
	*s = slices.DeleteFunc(*s, func(v variable) bool { return v.decl == d })
}

func (m *machine) run(state []cell) *run {
	return &run{machine: m, state: state, frames: []*frame{{}}}
}

// vars returns the innermost frame's variables.
func (r *run) vars() *scope { return &r.frames[len(r.frames)-1].vars }

// stopped is what ends an evaluation early: a failure, or an assume statement
// that does not hold.
type stopped struct {
	failure *murphi.Failure
	assume  murphi.Expr
}

// attempt runs f and returns why it ended early, or nil.
func attempt(f func()) (s *stopped) {
	defer func() {
		if p := recover(); p != nil {
			early, ok := p.(*stopped)
			if !ok {
				panic(p)
			}
			s = early
		}
	}()
	f()
	return nil
}

// fail ends the evaluation.
func (r *run) fail(kind murphi.FailureKind, at murphi.Node, format string, args ...any) {
	f := &murphi.Failure{Kind: kind, Assert: -1, Detail: fmt.Sprintf(format, args...)}
	if at != nil {
		f.At = at.Place()
	}
	panic(&stopped{failure: f})
}

// instruction counts the rounds of loops and the calls of one evaluation.
func (r *run) instruction() {
	if r.instructions++; r.instructions > murphi.MaxInstructions {
		r.fail(murphi.TooLong, nil, "more than %d instructions", murphi.MaxInstructions)
	}
}

// fits reports whether n is a value of the simple type t.
func (m *machine) fits(t *murphi.Type, n int64) bool {
	if t.Ordinal && m.ranks {
		return n >= 0
	}
	lo, hi := t.Bounds()
	return lo <= n && n <= hi
}

// store assigns n to the simple variable p; at is the expression that gave n.
func (r *run) store(p place, n int64, at murphi.Expr) {
	if !r.fits(p.typ, n) {
		r.fail(murphi.ValueOutOfRange, at, "%d is outside %s", n, p.typ)
	}
	p.cells[0] = cell{n, true}
}

// enter opens the scope of a rule for an instance: its parameters, with values
// as given by resolve, its aliases and its local variables.
func (r *run) enter(rule *murphi.Rule, values []int64) {
	for _, d := range rule.Scope {
		switch d := d.(type) {
		case *murphi.Quantifier:
			r.vars().set(d, holding(d.Type, values[0]))
			values = values[1:]
		case *murphi.AliasDecl:
			r.bind(d)
		}
	}
	r.locals(rule.Locals)
}

// locals makes the local variables of a rule or function.
func (r *run) locals(items []murphi.Item) {
	for _, it := range items {
		if v, ok := it.(*murphi.VarDecl); ok {
			r.vars().set(v, fresh(v.Type))
		}
	}
}

// bind makes an alias the place that a designator means now, or the value that
// another expression has now.
func (r *run) bind(a *murphi.AliasDecl) {
	p := r.place(a.Value)
	if !designator(a.Value) {
		p.cells = slices.Clone(p.cells)
	}
	r.vars().set(a, p)
}

// designator reports whether e names a variable rather than a value.
func designator(e murphi.Expr) bool {
	switch e := e.(type) {
	case *murphi.Ident:
		switch e.Decl.(type) {
		case *murphi.ConstDecl, *murphi.EnumMember:
			return false
		}
		return true
	case *murphi.FieldExpr, *murphi.IndexExpr:
		return true
	}
	return false
}

// rounds runs body for every value of q, in order, until it answers false.
// Each round has a variable of its own, which the body may change.
func (r *run) rounds(q *murphi.Quantifier, at murphi.Node, body func() bool) {
	from, to, by := r.bounds(q, at)
	for n := from; ; n += by {
		r.instruction()
		r.vars().set(q, holding(q.Type, n))
		more := body()
		r.vars().drop(q)
		// The distance to the end is compared unsigned: n + by may not be a
		// number any more.
		if !more || by > 0 && uint64(to-n) < uint64(by) || by < 0 && uint64(n-to) < -uint64(by) {
			return
		}
	}
}

// bounds returns the first value of q, the last that it may have, and the step.
func (r *run) bounds(q *murphi.Quantifier, at murphi.Node) (from, to, by int64) {
	if q.TypeExpr != nil {
		lo, hi := q.Type.Bounds()
		return lo, hi, 1
	}
	from, to = r.value(q.From), r.value(q.To)
	switch {
	case q.By != nil:
		by = r.value(q.By)
	case from <= to:
		by = 1
	default:
		by = -1
	}
	if by == 0 || from < to && by < 0 || from > to && by > 0 {
		r.fail(murphi.BadStep, at, "a step of %d does not lead from %d to %d", by, from, to)
	}
	return from, to, by
}
