package murphi

import (
	"fmt"
	"math"
	"sort"
)

// CheckOptions are the choices of a check that change what a model means.
type CheckOptions struct {
	// Consts overrides constants by name: a number, or the index of an enum
	// member (false is 0). An unknown name is an error.
	Consts map[string]int64
	// Symmetry says that the caller will treat scalarset values as
	// interchangeable: only then a plain model in which one of these types
	// is not gets a warning. [Type.Asymmetric] is filled in any case.
	Symmetry bool
}

// Check resolves the names and types of m in place, fills every field that
// says so, and returns what is wrong, in order of place: errors, because of
// which m must not be run, and warnings. It checks what Rumur checks before a
// run, and then what makes symmetry, ordinal ranks and history sound.
func Check(m *Model, opt CheckOptions) Diagnostics {
	c := &checker{model: m, opt: opt, overridden: map[string]bool{}}
	c.reset()
	c.push()
	c.declareBuiltins()
	c.items(m.Items, nil)
	c.constOverridesUsed()
	c.modelShape()
	c.annotations()
	if !c.diags.HasErrors() {
		c.effects()
	}
	if !c.diags.HasErrors() {
		c.limits()
	}
	if !c.diags.HasErrors() {
		c.static()
	}
	c.pop()
	c.diags.Sort()
	return c.diags.limit()
}

// checker is the state of one Check.
type checker struct {
	model *Model
	opt   CheckOptions
	diags Diagnostics

	scopes       []scope
	types        map[TypeExpr]*Type
	overridden   map[string]bool
	rule         *Rule // being checked, or nil
	fn           *Func // being checked, or nil
	locals       int   // next slot in the frame
	counts       map[string]int
	summaries    map[*Func]*summary
	funcEffects  map[*Func]*effect
	facts        map[factKey][]Expr
	finder       factFinder
	undone       map[Stmt]*undone
	funcUndone   map[*Func]written
	minters      map[*Func][]Expr
	mayFails     map[failKey]*doubt
	returnsOf    map[*ReturnStmt]*Func
	defined      *definedness
	intervals    map[Expr][2]int64
	historyCode  map[Stmt]bool      // statements that only update history
	historyConds map[*IfClause]bool // conditions that history decides about
	breached     map[*Type]bool     // scalarsets already complained about
	aliasSize    map[*AliasDecl]int
}

// reset empties what Check fills, so that a model can be checked again.
func (c *checker) reset() {
	m := c.model
	m.Consts, m.Types, m.Vars, m.Funcs = nil, nil, nil, nil
	m.Starts, m.Rules, m.Properties = nil, nil, nil
	m.Numbers = 1
	m.Asserts, m.CoverStmts, m.Scalarsets, m.Ordinals = nil, nil, nil, nil
	c.types = map[TypeExpr]*Type{}
	c.counts = map[string]int{}
	c.summaries = map[*Func]*summary{}
	c.funcEffects = map[*Func]*effect{}
	c.facts = map[factKey][]Expr{}
	c.undone = map[Stmt]*undone{}
	c.funcUndone = map[*Func]written{}
	c.minters = map[*Func][]Expr{}
	c.mayFails = map[failKey]*doubt{}
	c.returnsOf = map[*ReturnStmt]*Func{}
	c.intervals = map[Expr][2]int64{}
	c.historyCode = map[Stmt]bool{}
	c.historyConds = map[*IfClause]bool{}
	c.breached = map[*Type]bool{}
	c.aliasSize = map[*AliasDecl]int{}
}

// fail records an error at n. The hint says what was expected or what to
// write instead; it may be empty.
func (c *checker) fail(n Node, code, hint, format string, args ...any) {
	c.report(Error, n.Place(), code, hint, fmt.Sprintf(format, args...))
}

// warn records a warning at n.
func (c *checker) warn(n Node, code, hint, format string, args ...any) {
	c.report(Warning, n.Place(), code, hint, fmt.Sprintf(format, args...))
}

func (c *checker) report(s Severity, at Span, code, hint, message string) {
	c.diags = append(c.diags, Diagnostic{Severity: s, Span: at, Message: message, Hint: hint, Code: code})
}

// items checks declarations, functions and rules in order: a name is known
// from its declaration on. scope holds the quantifiers and aliases around.
func (c *checker) items(items []Item, around []Decl) {
	for _, it := range items {
		switch it := it.(type) {
		case *ConstDecl:
			c.constDecl(it)
			c.model.Consts = append(c.model.Consts, it)
		case *TypeDecl:
			c.typeDecl(it)
			c.model.Types = append(c.model.Types, it)
		case *VarDecl:
			c.varDecl(it)
			it.Slot = len(c.model.Vars)
			c.model.Vars = append(c.model.Vars, it)
		case *Func:
			c.function(it)
		case *Rule:
			c.ruleItem(it, around)
		case *Ruleset:
			c.ruleset(it, around)
		case *AliasRule:
			c.push()
			inner := clip(around)
			for _, a := range it.Aliases {
				c.aliasDecl(a)
				inner = append(inner, a)
			}
			c.items(it.Items, inner)
			c.pop()
		}
	}
}

// clip returns ds such that appending to it copies.
func clip(ds []Decl) []Decl { return ds[:len(ds):len(ds)] }

func (c *checker) constDecl(d *ConstDecl) {
	c.expr(d.Value)
	d.Type = d.Value.Of()
	switch v, err := fold(d.Value); {
	case d.Type == invalid:
	case err != nil:
		c.foldError(err, "constant "+d.Name)
	case !d.Type.Simple():
		c.fail(d.Value, "type", "", "constant %s is a %s; only numbers and enum members can be constants", d.Name, d.Type)
	default:
		d.Val = v
	}
	if v, ok := c.opt.Consts[d.Name]; ok && len(c.scopes) == 1 {
		c.overridden[d.Name] = true
		if lo, hi := d.Type.Bounds(); v < lo || v > hi {
			c.fail(d, "const", "", "%d is no value of constant %s, which is a %s", v, d.Name, d.Type)
		} else {
			d.Val = v
		}
	}
	c.declare(d.Name, d)
}

func (c *checker) constOverridesUsed() {
	names := make([]string, 0, len(c.opt.Consts))
	for name := range c.opt.Consts {
		if !c.overridden[name] {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	for _, name := range names {
		c.fail(c.whole(), "const", suggest(name, c.globalNames()), "the model has no constant %s", name)
	}
}

// whole is the place of complaints about the model as a whole.
func (c *checker) whole() Node {
	p := Pos{Line: 1, Col: 1}
	if len(c.model.Sources) > 0 {
		p.File = c.model.Sources[0].Name
	}
	return Span{p, p}
}

func (c *checker) typeDecl(d *TypeDecl) {
	t := c.typeExpr(d.Expr)
	d.Type = t
	_, named := d.Expr.(*TypeName)
	if t.Decl == nil && t != IntegerType && t != invalid {
		t.Decl = d
	}
	if d.Ordinal {
		switch {
		case t == invalid:
		case named || t.Kind != Range:
			c.fail(d, "annotation", "write `type "+d.Name+": 0..TOP;`", "annotation ordinal belongs on a range; %s is a %s", d.Name, t)
		case t.Lo != 0:
			c.fail(d.Expr, "annotation", "write 0.."+fmt.Sprint(t.Hi), "an ordinal starts at 0, which means \"none\"; %s starts at %d", d.Name, t.Lo)
		default:
			t.Ordinal = true
			c.model.Ordinals = append(c.model.Ordinals, t)
		}
	}
	if d.Names != nil {
		c.scalarsetNames(d)
	}
	c.declare(d.Name, d)
}

func (c *checker) varDecl(d *VarDecl) {
	d.Type = c.typeExpr(d.TypeExpr)
	c.declare(d.Name, d)
}

func (c *checker) function(f *Func) {
	c.push()
	for _, p := range f.Params {
		p.Type = c.typeExpr(p.TypeExpr)
	}
	if f.Result != nil {
		f.ResultType = c.typeExpr(f.Result)
	}
	c.declare(f.Name, f) // a function may call itself
	c.push()             // Rumur lets a parameter hide the function's name; harmless
	for _, p := range f.Params {
		c.declare(p.Name, p)
	}
	c.fn, c.locals = f, 0
	c.localDecls(f.Locals)
	c.stmts(f.Body)
	c.fn = nil
	c.pop()
	c.pop()
	c.declare(f.Name, f)
	c.model.Funcs = append(c.model.Funcs, f)
}

// localDecls declares the constants, types and variables of a rule or function.
func (c *checker) localDecls(items []Item) {
	for _, it := range items {
		switch it := it.(type) {
		case *ConstDecl:
			c.constDecl(it)
		case *TypeDecl:
			c.typeDecl(it)
		case *VarDecl:
			c.varDecl(it)
			it.Local, it.Slot = true, c.locals
			c.locals++
		}
	}
}

func (c *checker) ruleset(r *Ruleset, around []Decl) {
	c.push()
	inner := clip(around)
	for _, q := range r.Params {
		c.quantifier(q)
		if q.TypeExpr == nil {
			c.constantBounds(q)
		}
		inner = append(inner, q)
	}
	c.items(r.Items, inner)
	c.pop()
}

// constantBounds refuses a ruleset whose instances are not known in advance.
func (c *checker) constantBounds(q *Quantifier) {
	for _, e := range []Expr{q.From, q.To, q.By} {
		if e == nil || e.Of() == invalid {
			continue
		}
		if _, err := fold(e); err != nil {
			c.fail(e, "type", "use constants only", "the bounds of a ruleset's parameter must be constant")
		}
	}
}

func (c *checker) ruleItem(r *Rule, around []Decl) {
	r.Scope, r.Params = clip(around), nil
	for _, d := range around {
		if q, ok := d.(*Quantifier); ok {
			r.Params = append(r.Params, q)
		}
	}
	m := c.model
	list := map[RuleKind]*[]*Rule{SimpleRule: &m.Rules, StartState: &m.Starts, Property: &m.Properties}[r.Kind]
	r.Index = len(*list)
	*list = append(*list, r)
	r.Title, r.Mints, r.TopConjuncts = c.title(r), nil, nil

	c.findActor(r)
	c.push()
	c.rule, c.locals = r, 0
	if r.Guard != nil {
		c.boolean(r.Guard, "the guard of "+r.described())
	}
	if r.Kind == Property {
		c.boolean(r.Expr, "a property")
	}
	c.localDecls(r.Locals)
	c.stmts(r.Body)
	c.ruleAnnotationExprs(r)
	c.rule = nil
	c.pop()
}

// described names the rule in a message: "rule Grant", or "rule 3".
func (r *Rule) described() string {
	if r.Name == "" {
		return r.Title
	}
	return "rule " + r.Title
}

// title returns the rule's name, or its kind and its number among that kind.
func (c *checker) title(r *Rule) string {
	kind := [...]string{"rule", "start state", ""}[r.Kind]
	if r.Kind == Property {
		kind = [...]string{"invariant", "assumption", "cover", "liveness"}[r.Prop]
	}
	c.counts[kind]++
	if r.Name != "" {
		return r.Name
	}
	return fmt.Sprintf("%s %d", kind, c.counts[kind])
}

func (c *checker) aliasDecl(a *AliasDecl) {
	c.expr(a.Value)
	size := exprSize(a.Value, c.aliasSize)
	if size > maxAliasSize {
		c.fail(a, "limit", "use a function or a variable",
			"alias %s stands for more than %d pieces of expression, because aliases in aliases multiply", a.Name, maxAliasSize)
		a.Value = &Int{Span: a.Value.Place()}
		setType(a.Value, invalid)
		size = 1
	}
	c.aliasSize[a] = size
	c.declare(a.Name, a)
}

// modelShape checks what concerns the model as a whole.
func (c *checker) modelShape() {
	if len(c.model.Starts) == 0 {
		c.fail(c.whole(), "start", "write `startstate begin ... end;`", "the model has no start state")
	}
}

// ActorParam returns the index in r.Params of the client that acts, or -1 when
// the step is the environment's: in an annotated model the first parameter of
// a scalarset type, if the rule is no fault and its line begins with C; in a
// plain model the first parameter of a scalarset type. Known after Check.
func (r *Rule) ActorParam() int { return r.actor - 1 }

// clientLine reports whether a pseudo-code label is a client's: S stands for
// the lock service, D for storage, every other letter for a part of the client.
func clientLine(label string) bool { return label != "" && label[0] != 'S' && label[0] != 'D' }

// findActor settles ActorParam.
func (c *checker) findActor(r *Rule) {
	r.actor = 0
	if c.model.Annotated() && (r.Ann.Fault != nil || !clientLine(r.Ann.Line)) {
		return
	}
	for i, q := range r.Params {
		if q.Type.Kind == Scalarset {
			r.actor = i + 1
			return
		}
	}
}

const maxInt, minInt = math.MaxInt64, math.MinInt64
