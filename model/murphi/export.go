package murphi

import (
	"slices"
	"strings"
)

// ExportOptions say what an export leaves out.
type ExportOptions struct {
	// Properties are the invariants and liveness properties to keep, by
	// title; nil keeps all.
	Properties      []string
	WithoutCovers   bool
	WithoutLiveness bool
}

// Export writes a model that Configure and Check have been through as plain
// Murphi that means the same check: parts in place, parameters chosen, budgets
// as the variables that they are, faults that are off with guard false, and no
// annotations, so ordinals are the ranges that they are written as.
//
// A protocol's liveness must be reached without faults, which plain Murphi
// cannot say. So a variable turns true at any moment and stays so; from then
// on there are no faults, and what was asked for must be reachable then.
func Export(m *Model, opt ExportOptions) string {
	x := &exporter{opt: opt}
	if m.Annotated() && !opt.WithoutLiveness && x.keepsLiveness(m) && len(m.FaultKinds()) > 0 {
		x.calm = (&configurer{model: m}).freshName("calm")
	}
	items := x.items(m.Items)
	if x.calm != "" {
		at := slices.IndexFunc(items, isRuleItem)
		items = slices.Insert(items, at, Item(&VarDecl{Name: x.calm, TypeExpr: &TypeName{Name: "boolean"}, Last: true}), Item(x.calmRule()))
	}
	defer bitwiseForRumur(m)()
	p := &printer{}
	p.items(items, nil)
	return withoutAnnotations(strings.TrimLeft(p.b.String(), "\n"))
}

type exporter struct {
	opt  ExportOptions
	calm string // the variable; "" when there is none
}

func (x *exporter) keepsLiveness(m *Model) bool {
	return slices.ContainsFunc(m.Properties, func(r *Rule) bool { return r.Prop == Liveness && x.keeps(r) })
}

// keeps reports whether a property is wanted.
func (x *exporter) keeps(r *Rule) bool {
	switch r.Prop {
	case Cover:
		return !x.opt.WithoutCovers
	case Liveness:
		return !x.opt.WithoutLiveness && x.chosen(r)
	case Invariant:
		return x.chosen(r)
	}
	return true
}

func (x *exporter) chosen(r *Rule) bool {
	return x.opt.Properties == nil || slices.Contains(x.opt.Properties, r.Title)
}

// items copies items, rules changed and properties chosen. The model itself
// stays as it is.
func (x *exporter) items(items []Item) []Item {
	var all []Item
	for _, it := range items {
		switch it := it.(type) {
		case *Rule:
			if it.Kind != Property || x.keeps(it) {
				all = append(all, x.rule(*it))
			}
		case *Ruleset:
			if inner := x.items(it.Items); len(inner) > 0 {
				all = append(all, &Ruleset{Span: it.Span, Params: it.Params, Items: inner})
			}
		case *AliasRule:
			if inner := x.items(it.Items); len(inner) > 0 {
				all = append(all, &AliasRule{Span: it.Span, Aliases: it.Aliases, Items: inner})
			}
		case *ConstDecl:
			d := *it
			if v, ok := ConstValue(d.Value); ok && v != d.Val {
				d.Value = constExpr(d.Value.Place(), d.Type, d.Val)
			}
			all = append(all, &d)
		case *Func:
			f := *it
			f.Observe = false
			if x.opt.WithoutCovers {
				f.Body = withoutCovers(f.Body)
			}
			all = append(all, &f)
		default:
			all = append(all, it)
		}
	}
	return all
}

func (x *exporter) rule(r Rule) *Rule {
	if x.opt.WithoutCovers {
		r.Body = withoutCovers(r.Body)
	}
	notCalm := func() Expr { return &Unary{Op: Not, X: &Ident{Name: x.calm}} }
	switch {
	case r.Kind == SimpleRule && r.Off:
		r.Guard = &Ident{Name: "false"}
	case x.calm == "":
	case r.Kind == SimpleRule && r.Ann.Fault != nil && r.Guard == nil:
		r.Guard = notCalm()
	case r.Kind == SimpleRule && r.Ann.Fault != nil:
		r.Guard = &Binary{Op: And, X: notCalm(), Y: r.Guard}
	case r.Kind == StartState:
		start := &Assign{Dst: &Ident{Name: x.calm}, Src: &Ident{Name: "false"}}
		r.Body = append([]Stmt{start}, r.Body...)
	case r.Kind == Property && r.Prop == Liveness:
		r.Expr = &Binary{Op: Or, X: notCalm(), Y: r.Expr}
	}
	r.Ann = RuleAnn{}
	return &r
}

// withoutCovers copies statements, those below them included, and leaves out
// the covers.
func withoutCovers(list []Stmt) []Stmt {
	var all []Stmt
	for _, s := range list {
		switch s := s.(type) {
		case *PropStmt:
			if s.Prop == Cover {
				continue
			}
		case *AliasStmt:
			all = append(all, &AliasStmt{s.Span, s.Aliases, withoutCovers(s.Body)})
			continue
		case *ForStmt:
			all = append(all, &ForStmt{s.Span, s.Var, withoutCovers(s.Body)})
			continue
		case *WhileStmt:
			all = append(all, &WhileStmt{s.Span, s.Cond, withoutCovers(s.Body)})
			continue
		case *IfStmt:
			c := &IfStmt{Span: s.Span}
			for _, arm := range s.Clauses {
				c.Clauses = append(c.Clauses, &IfClause{arm.Span, arm.Cond, withoutCovers(arm.Body)})
			}
			all = append(all, c)
			continue
		case *SwitchStmt:
			c := &SwitchStmt{Span: s.Span, X: s.X}
			for _, arm := range s.Cases {
				c.Cases = append(c.Cases, &SwitchCase{arm.Span, arm.Labels, withoutCovers(arm.Body)})
			}
			all = append(all, c)
			continue
		}
		all = append(all, s)
	}
	return all
}

// calmRule is the rule after which there are no faults.
func (x *exporter) calmRule() *Rule {
	return &Rule{
		Name:  "No more faults",
		Guard: &Unary{Op: Not, X: &Ident{Name: x.calm}},
		Body:  []Stmt{&Assign{Dst: &Ident{Name: x.calm}, Src: &Ident{Name: "true"}}},
	}
}

func isRuleItem(it Item) bool {
	switch it.(type) {
	case *Rule, *Ruleset, *AliasRule:
		return true
	}
	return false
}

// constExpr writes a value of a constant that Check was told to override.
func constExpr(at Span, t *Type, v int64) Expr {
	if t.Kind == Enum {
		return &Ident{Span: at, Name: t.Members[v].Name}
	}
	return intExpr(at, v)
}

// bitwiseForRumur writes x & y as (x + 0) & y where x has a named type: there
// Debian's Rumur takes & and | for logical operators. It returns a function
// that undoes it.
func bitwiseForRumur(m *Model) (undo func()) {
	var changed []*Binary
	look := func(e Expr) {
		inspectExpr(e, func(e Expr) bool {
			if b, ok := e.(*Binary); ok && (b.Op == BitAnd || b.Op == BitOr) && b.X.Of().Decl != nil {
				changed = append(changed, b)
			}
			return true
		})
	}
	for _, f := range m.Funcs {
		inspectStmts(f.Body, func(Stmt) {}, look)
	}
	for _, r := range m.allRules() {
		for _, e := range append(ruleExprs(r), r.ruleAliases()...) {
			look(e)
		}
		inspectStmts(r.Body, func(Stmt) {}, look)
	}
	for _, b := range changed {
		b.X = &Binary{Op: Add, X: b.X, Y: &Int{}}
	}
	return func() {
		for _, b := range changed {
			b.X = b.X.(*Binary).X
		}
	}
}

// withoutAnnotations takes the annotations out of printed text.
func withoutAnnotations(text string) string {
	src := &Source{Name: "export", Text: text}
	Parse(src)
	lines := strings.Split(text, "\n")
	for _, c := range src.Comments {
		if i := c.Start.Line - 1; strings.HasPrefix(c.Text, annotationPrefix) {
			lines[i] = strings.TrimRight(lines[i][:c.Start.Col-1], " ")
			if lines[i] == "" {
				lines[i] = "\x00"
			}
		}
	}
	lines = slices.DeleteFunc(lines, func(l string) bool { return l == "\x00" })
	return strings.Join(lines, "\n")
}
