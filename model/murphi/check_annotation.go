package murphi

import (
	"slices"
	"strings"
)

// FaultKinds are the kinds of fault, each named the same in every model.
var FaultKinds = []string{
	"pause", "freeze", "crash", "delay", "loss", "duplicate", "reorder", "renewal-stops",
	"partition", "clock-jump", "drift", "restart", "failover", "session-late", "reap", "stale-leader",
}

// ReservedFlags are lockcheck's own flags: a model's parameters and durations
// must not take their names.
var ReservedFlags = []string{
	"all-shortest", "cache", "color", "cover", "deadlock", "faults", "first", "force", "format", "from", "full", "help",
	"max-depth", "max-states", "memory", "next", "no-cache", "no-color", "output", "property", "quiet", "ranks",
	"report", "resume", "run-dir", "runs", "seed", "start", "stats", "step", "steps", "strict", "symmetry", "timeout",
	"timing", "to", "top", "variant", "vary", "verbose", "version", "what", "without", "workers", "x", "y",
}

// annotations checks what annotations mean; where they may stand is Parse's
// business.
func (c *checker) annotations() {
	c.flagAnnotations()
	c.variantAnnotations()
	c.timingAnnotation()
	kinds := map[string]*Rule{}
	for _, r := range c.model.Rules {
		if r.Ann.Fault != nil {
			c.faultAnnotation(r, kinds)
		}
		for _, re := range r.Ann.Restarts {
			c.restartAnnotation(r, re)
		}
	}
	c.defaultFaults(kinds)
	c.delayAnnotations()
	if c.model.Annotated() {
		c.propertyNames()
	}
	c.observeAnnotations()
}

// ruleAnnotationExprs resolves the expressions in a rule's annotations, in the
// rule's scope.
func (c *checker) ruleAnnotationExprs(r *Rule) {
	if d := r.Ann.Delay; d != nil && d.While != nil {
		c.boolean(d.While, "the condition of a delay")
	}
	for _, re := range r.Ann.Restarts {
		for _, a := range re.Args {
			c.expr(a)
		}
	}
	if r.Ann.Say == nil {
		return
	}
	for _, p := range r.Ann.Say.Pieces {
		if p.Expr == nil {
			continue
		}
		c.expr(p.Expr)
		if t := p.Expr.Of(); !t.Simple() {
			c.fail(p.Expr, "annotation", "say one of its parts", "only single values can be said, not a %s", t)
		}
	}
}

// flagAnnotations checks params and durations: both become flags.
func (c *checker) flagAnnotations() {
	seen := map[string]bool{}
	flag := func(at Node, name string) {
		switch {
		case !isFlagName(name):
			c.fail(at, "annotation", "use lower-case letters, digits and hyphens", "%q cannot be the name of a flag", name)
		case slices.Contains(ReservedFlags, name):
			c.fail(at, "annotation", "choose another name", "--%s is a flag of lockcheck itself", name)
		case seen[name]:
			c.fail(at, "annotation", "", "there is already a parameter --%s", name)
		}
		seen[name] = true
	}
	for _, d := range c.model.Consts {
		if d.Param != nil {
			flag(d.Param, d.Param.Flag)
			c.paramAnnotation(d)
		}
	}
	for _, d := range c.model.Head.Durations {
		flag(d, durationFlag(d.Name))
	}
}

// durationFlag returns the flag of a duration: MAX_PAUSE becomes max-pause.
func durationFlag(name string) string {
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

func isFlagName(s string) bool {
	if s == "" || s[0] < 'a' || s[0] > 'z' || strings.HasSuffix(s, "-") {
		return false
	}
	for _, r := range s {
		if r != '-' && (r < 'a' || r > 'z') && (r < '0' || r > '9') {
			return false
		}
	}
	return true
}

func (c *checker) paramAnnotation(d *ConstDecl) {
	p := d.Param
	switch {
	case d.Type == invalid:
	case d.Type.Kind == Enum && p.HasRange:
		c.fail(p, "annotation", "leave the range out", "the values of --%s are the members of %s", p.Flag, d.Type)
	case d.Type.Kind == Enum:
	case !p.HasRange:
		c.fail(p, "annotation", "write param "+p.Flag+" 1..6", "a parameter that is a number needs a range")
	case p.Lo > p.Hi:
		c.fail(p, "annotation", "", "the range %d..%d of --%s is empty", p.Lo, p.Hi, p.Flag)
	case d.Val < p.Lo || d.Val > p.Hi:
		c.fail(d, "annotation", "", "%s is %d, outside the range %d..%d of --%s", d.Name, d.Val, p.Lo, p.Hi, p.Flag)
	}
}

func (c *checker) variantAnnotations() {
	infos, durations := Params(c.model), Durations(c.model)
	seen := map[string]bool{}
	for _, v := range c.model.Head.Variants {
		if seen[v.Name] {
			c.fail(v, "annotation", "", "there is already a variant %s", v.Name)
		}
		seen[v.Name] = true
		given := map[string]bool{}
		for _, pv := range v.Params {
			if given[pv.Flag] {
				c.fail(v, "annotation", "", "variant %s chooses %s twice", v.Name, pv.Flag)
			}
			given[pv.Flag] = true
			if problem, hint := checkParam(infos, durations, pv.Flag, pv.Value); problem != "" {
				c.fail(v, "annotation", hint, "variant %s: %s", v.Name, problem)
			}
		}
	}
}

func (c *checker) timingAnnotation() {
	var first *ConstDecl
	for _, d := range c.model.Consts {
		if !d.Timing {
			continue
		}
		if d.Type != Boolean {
			c.fail(d, "annotation", "write `const TIMED: false;`", "annotation timing belongs on a boolean constant")
		}
		if first != nil {
			c.fail(d, "annotation", "", "%s already carries annotation timing", first.Name)
		}
		first = d
	}
}

// faultAnnotation checks one fault rule; all rules of a kind share one budget
// and so must agree on how it is counted.
func (c *checker) faultAnnotation(r *Rule, kinds map[string]*Rule) {
	f := r.Ann.Fault
	if !slices.Contains(FaultKinds, f.Kind) {
		c.fail(f, "annotation", orList(suggest(f.Kind, slices.Clone(FaultKinds)), FaultKinds), "unknown kind of fault %s", f.Kind)
		return
	}
	if first := kinds[f.Kind]; first == nil {
		kinds[f.Kind] = r
	} else if g := first.Ann.Fault; g.Until != f.Until || (g.Per == "") != (f.Per == "") {
		c.fail(f, "annotation", "repeat its `per` and `until`", "%s counts %s in another way", first.described(), f.Kind)
	}
	if f.Per == "" {
		return
	}
	q := paramNamed(r, f.Per)
	if q == nil {
		c.fail(f, "annotation", suggest(f.Per, paramNames(r)), "%s is no parameter of %s", f.Per, r.described())
		return
	}
	if _, named := q.TypeExpr.(*TypeName); !named {
		c.fail(f, "annotation", "write `ruleset "+q.Name+": T`", "a budget per %s needs a declared type to count over", q.Name)
		return
	}
	if until := c.ruleNamed(f, f.Until); until != nil {
		if renewedParam(until, q) == nil {
			c.fail(f, "annotation", "", "rule %s has no parameter of type %s, so it cannot say whose budget it renews", until.Title, q.Type)
		}
	}
}

// renewedParam returns the parameter of until that names whose budget is
// renewed: the one called like q, else the first, among those of q's type.
func renewedParam(until *Rule, q *Quantifier) *Quantifier {
	var found *Quantifier
	for _, p := range until.Params {
		if p.Type == q.Type && (found == nil || p.Name == q.Name) {
			found = p
		}
	}
	return found
}

func paramNamed(r *Rule, name string) *Quantifier {
	for _, q := range r.Params {
		if q.Name == name {
			return q
		}
	}
	return nil
}

func paramNames(r *Rule) []string {
	var names []string
	for _, q := range r.Params {
		names = append(names, q.Name)
	}
	return names
}

// ruleNamed finds the one rule of that name that an annotation speaks of.
func (c *checker) ruleNamed(at Node, name string) *Rule {
	var found *Rule
	var names []string
	for _, r := range c.model.Rules {
		if r.Name != name {
			names = append(names, r.Name)
			continue
		}
		if found != nil {
			c.fail(at, "annotation", "give them different names", "there are two rules named %q", name)
			return nil
		}
		found = r
	}
	if found == nil {
		c.fail(at, "annotation", suggest(name, names), "there is no rule named %q", name)
	}
	return found
}

func (c *checker) defaultFaults(kinds map[string]*Rule) {
	list, known := c.model.Head.DefaultFaults, c.model.FaultKinds()
	for i, kind := range list {
		if kinds[kind] == nil {
			c.fail(c.whole(), "annotation", orList(suggest(kind, slices.Clone(known)), known), "default-faults names %s, but no rule is a fault of that kind", kind)
		} else if slices.Contains(list[:i], kind) {
			c.fail(c.whole(), "annotation", "", "default-faults names %s twice", kind)
		}
	}
}

// propertyNames demands that properties of a protocol can be told apart.
func (c *checker) propertyNames() {
	seen := map[string]bool{}
	for _, p := range c.model.Properties {
		if p.Name != "" && seen[p.Name] {
			c.fail(p, "name", "give it another name", "there is already a property %q", p.Name)
		}
		seen[p.Name] = true
	}
}

// orList returns the suggestion, or the whole list when there is none.
func orList(suggestion string, all []string) string {
	if suggestion != "" {
		return suggestion
	}
	return "one of " + strings.Join(all, ", ")
}

// observers are the functions that lockcheck shows, with their signatures.
var observers = map[string]string{
	"believes": "believes(c): boolean",
	"holds":    "holds(c): boolean",
	"token_of": "token_of(c): the token",
	"highest":  "highest(): the token, or highest(r): the token of resource r",
	"free":     "free(): boolean",
}

func (c *checker) observeAnnotations() {
	for _, f := range c.model.Funcs {
		if !f.Observe {
			continue
		}
		want, known := observers[f.Name]
		if !known {
			names := []string{"believes", "holds", "token_of", "highest", "free"}
			c.fail(f, "annotation", orList(suggest(f.Name, slices.Clone(names)), names), "%s is no observe function", f.Name)
			continue
		}
		if !observerFits(f) {
			c.fail(f, "annotation", "", "observe function %s must be declared as %s", f.Name, want)
		}
	}
}

func observerFits(f *Func) bool {
	var params []Kind
	for _, p := range f.Params {
		if p.Var || !p.Type.Simple() {
			return false
		}
		params = append(params, p.Type.Kind)
	}
	result := f.ResultType
	perClient := len(params) == 1 && params[0] == Scalarset
	switch f.Name {
	case "believes", "holds":
		return perClient && result == Boolean
	case "token_of":
		return perClient && result != nil && result.Simple()
	case "highest":
		return len(params) <= 1 && result != nil && result.Simple()
	}
	return len(params) == 0 && result == Boolean
}
