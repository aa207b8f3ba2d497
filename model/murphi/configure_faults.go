package murphi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// FaultMode says how a FaultSet chooses.
type FaultMode uint8

const (
	FaultsDefault FaultMode = iota // the model's default kinds, each unbounded
	FaultsAll                      // all kinds of the model, each unbounded
	FaultsListed                   // the kinds of the list; an empty list means none
)

// FaultSet says which kinds of fault may happen, and how often. The zero
// FaultSet is the model's default.
type FaultSet struct {
	Mode FaultMode
	List []FaultBudget // FaultsListed
}

// FaultBudget bounds one kind of fault.
type FaultBudget struct {
	Kind string
	Max  int // times per run, or per hold where the model says so; Unbounded
}

// Unbounded is the FaultBudget.Max of a kind that may happen any number of
// times.
const Unbounded = -1

const maxBudget = 1_000_000

// String writes the set as ParseFaults reads it.
func (s FaultSet) String() string {
	switch {
	case s.Mode == FaultsDefault:
		return "default"
	case s.Mode == FaultsAll:
		return "all"
	case len(s.List) == 0:
		return "none"
	}
	var parts []string
	for _, b := range s.List {
		parts = append(parts, b.String())
	}
	return strings.Join(parts, ",")
}

// String writes the budget as ParseFaults reads it.
func (b FaultBudget) String() string {
	if b.Max == Unbounded {
		return b.Kind
	}
	return fmt.Sprintf("%s=%d", b.Kind, b.Max)
}

// ParseFaults reads "default", "none", "all" or KIND[=N],... A kind without
// number is unbounded; kinds that are not named are off.
func ParseFaults(text string) (FaultSet, error) {
	switch text {
	case "default":
		return FaultSet{}, nil
	case "none":
		return FaultSet{Mode: FaultsListed}, nil
	case "all":
		return FaultSet{Mode: FaultsAll}, nil
	}
	set := FaultSet{Mode: FaultsListed}
	for _, part := range strings.Split(text, ",") {
		b, err := parseBudget(part)
		if err != nil {
			return FaultSet{}, err
		}
		for _, other := range set.List {
			if other.Kind == b.Kind {
				return FaultSet{}, fmt.Errorf("fault %s is named twice", b.Kind)
			}
		}
		set.List = append(set.List, b)
	}
	return set, nil
}

func parseBudget(text string) (FaultBudget, error) {
	kind, number, bounded := strings.Cut(text, "=")
	if kind == "default" || kind == "none" || kind == "all" {
		return FaultBudget{}, fmt.Errorf("%s stands alone; it cannot be combined with other kinds or a number", kind)
	}
	if !slices.Contains(FaultKinds, kind) {
		if kind == "" {
			return FaultBudget{}, fmt.Errorf("a kind of fault is missing; write KIND or KIND=N, separated by commas")
		}
		return FaultBudget{}, fmt.Errorf("unknown kind of fault %q (%s)", kind, oneOf(kind, FaultKinds))
	}
	if !bounded {
		return FaultBudget{kind, Unbounded}, nil
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > maxBudget {
		return FaultBudget{}, fmt.Errorf("the number of %s faults must be from 0 to %d, not %q", kind, maxBudget, number)
	}
	return FaultBudget{kind, n}, nil
}

// FaultKinds returns the kinds of fault that the model's rules have, in the
// order of the first rule of each.
func (m *Model) FaultKinds() []string {
	var kinds []string
	eachRule(m.Items, nil, func(r *Rule, _ []*Quantifier) {
		if f := r.Ann.Fault; f != nil && !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	})
	return kinds
}

// eachRule visits the rules, start states and properties below items with the
// parameters of the rulesets around them.
func eachRule(items []Item, around []*Quantifier, visit func(*Rule, []*Quantifier)) {
	for _, it := range items {
		switch it := it.(type) {
		case *Rule:
			visit(it, around)
		case *Ruleset:
			inner := append(around[:len(around):len(around)], it.Params...)
			eachRule(it.Items, inner, visit)
		case *AliasRule:
			eachRule(it.Items, around, visit)
		}
	}
}

// budgets settles what is on: the budget of each kind, in the model's order.
func (c *configurer) budgets(set FaultSet) []FaultBudget {
	kinds := c.model.FaultKinds()
	on := map[string]int{}
	switch set.Mode {
	case FaultsDefault, FaultsAll:
		chosen := kinds
		if list := c.model.Head.DefaultFaults; list != nil && set.Mode == FaultsDefault {
			chosen = list
		}
		for _, kind := range chosen {
			on[kind] = Unbounded
		}
	default:
		for _, b := range set.List {
			switch {
			case !slices.Contains(kinds, b.Kind) && len(kinds) == 0:
				c.fail("", "fault %s does not apply: the model has no faults", b.Kind)
			case !slices.Contains(kinds, b.Kind):
				c.fail(oneOf(b.Kind, kinds), "fault %s does not apply to this model", b.Kind)
			case b.Max != 0:
				on[b.Kind] = b.Max
			}
		}
	}
	var list []FaultBudget
	for _, kind := range kinds {
		if n, ok := on[kind]; ok {
			list = append(list, FaultBudget{kind, n})
		}
	}
	return list
}

// setFaults switches rules off and writes budgets into the model.
func (c *configurer) setFaults(set FaultSet) {
	c.settings.Faults = c.budgets(set)
	limits := map[string]int{}
	for _, b := range c.settings.Faults {
		limits[b.Kind] = b.Max
	}
	eachRule(c.model.Items, nil, func(r *Rule, _ []*Quantifier) {
		if f := r.Ann.Fault; f != nil {
			_, on := limits[f.Kind]
			r.Off = !on
		}
	})
	for _, b := range c.settings.Faults {
		if b.Max != Unbounded {
			c.budget(b)
		}
	}
}

// budget counts a kind of fault down in a variable of the model.
func (c *configurer) budget(b FaultBudget) {
	v := &VarDecl{Name: c.freshName("budget_" + strings.ReplaceAll(b.Kind, "-", "_")), Last: true, Budget: b.Kind}
	var per *TypeName
	var name, until string
	eachRule(c.model.Items, nil, func(r *Rule, params []*Quantifier) {
		f := r.Ann.Fault
		if f == nil || f.Kind != b.Kind {
			return
		}
		left := func() Expr { return &Ident{Name: v.Name} }
		if f.Per != "" {
			per, name, until = c.perType(r, params), f.Per, f.Until
			left = func() Expr { return &IndexExpr{X: &Ident{Name: v.Name}, Index: &Ident{Name: f.Per}} }
		}
		guard := Expr(&Binary{Op: Gt, X: left(), Y: &Int{Value: 0}})
		if r.Guard != nil {
			guard = &Binary{Span: r.Guard.Place(), Op: And, X: guard, Y: r.Guard}
		}
		r.Guard = guard
		spend := &Assign{Dst: left(), Src: &Binary{Op: Sub, X: left(), Y: &Int{Value: 1}}}
		r.Body = append([]Stmt{spend}, r.Body...)
	})
	if c.diags.HasErrors() {
		return
	}
	v.TypeExpr = &RangeExpr{Lo: &Int{Value: 0}, Hi: &Int{Value: int64(b.Max)}}
	start := Stmt(&Assign{Dst: &Ident{Name: v.Name}, Src: &Int{Value: int64(b.Max)}})
	if per != nil {
		v.TypeExpr = &ArrayExpr{Index: per, Elem: v.TypeExpr}
		i := c.freshName("each")
		start = &ForStmt{
			Var:  &Quantifier{Name: i, TypeExpr: &TypeName{Name: per.Name}},
			Body: []Stmt{&Assign{Dst: &IndexExpr{X: &Ident{Name: v.Name}, Index: &Ident{Name: i}}, Src: &Int{Value: int64(b.Max)}}},
		}
		c.renew(v, b, per, name, until)
	}
	eachRule(c.model.Items, nil, func(r *Rule, _ []*Quantifier) {
		if r.Kind == StartState {
			r.Body = append([]Stmt{start}, r.Body...)
		}
	})
	c.insert(v)
}

// perType returns the type that a budget is counted over, by its name.
func (c *configurer) perType(r *Rule, params []*Quantifier) *TypeName {
	for _, q := range params {
		if t, ok := q.TypeExpr.(*TypeName); ok && q.Name == r.Ann.Fault.Per {
			return &TypeName{Name: t.Name}
		}
	}
	c.fail("", "rule %q: fault %s is counted per %s, which is no parameter of a declared type", r.Name, r.Ann.Fault.Kind, r.Ann.Fault.Per)
	return nil
}

// renew restores the budget of one value of per when the rule named until
// fires.
func (c *configurer) renew(v *VarDecl, b FaultBudget, per *TypeName, name, until string) {
	found := false
	eachRule(c.model.Items, nil, func(r *Rule, params []*Quantifier) {
		if r.Kind != SimpleRule || r.Name != until || found {
			return
		}
		var who *Quantifier
		for _, q := range params {
			if t, ok := q.TypeExpr.(*TypeName); ok && t.Name == per.Name && (who == nil || q.Name == name) {
				who = q
			}
		}
		if who != nil {
			full := &Assign{Dst: &IndexExpr{X: &Ident{Name: v.Name}, Index: &Ident{Name: who.Name}}, Src: &Int{Value: int64(b.Max)}}
			r.Body = append([]Stmt{full}, r.Body...)
			found = true
		}
	})
	if !found {
		c.fail("", "fault %s is counted until rule %q, but there is no such rule with a parameter of type %s", b.Kind, until, per.Name)
	}
}

// insert declares v before the first rule.
func (c *configurer) insert(v *VarDecl) {
	at := slices.IndexFunc(c.model.Items, func(it Item) bool {
		switch it.(type) {
		case *Rule, *Ruleset, *AliasRule:
			return true
		}
		return false
	})
	if at >= 0 {
		c.model.Items = slices.Insert(c.model.Items, at, Item(v))
	}
}

// freshName returns name, with underscores appended until it occurs nowhere in
// the model's text.
func (c *configurer) freshName(name string) string {
	used := func(s *Source) bool { return strings.Contains(s.Text, name) }
	for slices.ContainsFunc(c.model.Sources, used) {
		name += "_"
	}
	return name
}
