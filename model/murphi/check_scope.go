package murphi

import (
	"fmt"
	"sort"
)

// scope maps names to what they were declared as: a Decl, a *TypeDecl or a
// *Func.
type scope map[string]Node

// push opens a scope, which needs a map only if something is declared in it.
func (c *checker) push() { c.scopes = append(c.scopes, nil) }
func (c *checker) pop()  { c.scopes = c.scopes[:len(c.scopes)-1] }

func (c *checker) declareBuiltins() {
	c.scopes[0] = make(scope, len(c.model.Items)+8) // about as many names
	c.scopes[0]["boolean"] = Boolean.Decl
	for _, m := range Boolean.Members {
		c.scopes[0][m.Name] = m
	}
}

// declare makes name known in the innermost scope; there it must be new. An
// inner scope may hide an outer one's names.
func (c *checker) declare(name string, n Node) {
	c.number(n)
	top := c.scopes[len(c.scopes)-1]
	if top == nil {
		top = scope{}
		c.scopes[len(c.scopes)-1] = top
	}
	old, ok := top[name]
	switch {
	case !ok:
		if (name == "true" || name == "false" || name == "boolean") && len(c.scopes) > 1 {
			c.fail(n, "name", "", "%s is built in and cannot be declared", name)
		}
		top[name] = n
	case old.Place().Start.Line == 0:
		c.fail(n, "name", "", "%s is built in and cannot be declared", name)
	default:
		c.fail(n, "name", "", "%s is already declared: it is %s", name, c.describe(old))
	}
}

// number gives a declaration the next number if it stands for something at run
// time.
func (c *checker) number(n Node) {
	next := c.model.Numbers
	switch d := n.(type) {
	case *VarDecl:
		d.number = next
	case *Param:
		d.number = next
	case *Quantifier:
		d.number = next
	case *AliasDecl:
		d.number = next
	default:
		return
	}
	c.model.Numbers++
}

// lookup finds the innermost declaration of name.
func (c *checker) lookup(name string) Node {
	for i := len(c.scopes) - 1; i >= 0; i-- {
		if n, ok := c.scopes[i][name]; ok {
			return n
		}
	}
	return nil
}

// describe says what a declaration declares and where.
func (c *checker) describe(n Node) string {
	what := "a name"
	switch n := n.(type) {
	case *ConstDecl:
		what = "a constant"
	case *EnumMember:
		what = "a member of " + n.Type.String()
	case *VarDecl:
		what = "a variable"
	case *Param:
		what = "a parameter"
	case *Quantifier:
		what = "a loop variable"
		if c.isRulesetParam(n) {
			what = "a parameter of the ruleset"
		}
	case *AliasDecl:
		what = "an alias"
	case *TypeDecl:
		what = "a type"
	case *Func:
		what = "a function"
		if n.Result == nil {
			what = "a procedure"
		}
	}
	if p := n.Place().Start; p.Line > 0 {
		what += fmt.Sprintf(" (line %d)", p.Line)
	}
	return what
}

func (c *checker) isRulesetParam(q *Quantifier) bool {
	if c.rule != nil {
		for _, p := range c.rule.Params {
			if p == q {
				return true
			}
		}
	}
	return false
}

// unknown reports a use of a name that is not declared, or not as what is
// wanted ("value", "type" or "function").
func (c *checker) unknown(at Node, name, wanted string) {
	if n := c.lookup(name); n != nil {
		c.fail(at, "name", "", "%s is %s, not a %s", name, c.describe(n), wanted)
		return
	}
	if later := c.declaredLater(name); later != nil {
		c.fail(at, "name", "move its declaration up", "%s is not declared yet; its declaration comes later, in line %d",
			name, later.Place().Start.Line)
		return
	}
	var names []string
	for _, s := range c.scopes {
		for known, n := range s {
			if kindOfName(n) == wanted {
				names = append(names, known)
			}
		}
	}
	c.fail(at, "name", suggest(name, names), "unknown %s %s", wanted, name)
}

func kindOfName(n Node) string {
	switch n.(type) {
	case *TypeDecl:
		return "type"
	case *Func:
		return "function"
	}
	return "value"
}

// declaredLater finds a top-level declaration of name anywhere in the file.
func (c *checker) declaredLater(name string) Node {
	for _, it := range c.model.Items {
		switch it := it.(type) {
		case *ConstDecl:
			if it.Name == name {
				return it
			}
		case *TypeDecl:
			if it.Name == name {
				return it
			}
			if e, ok := it.Expr.(*EnumExpr); ok {
				for _, m := range e.Members {
					if m.Name == name {
						return m
					}
				}
			}
		case *VarDecl:
			if it.Name == name {
				return it
			}
		case *Func:
			if it.Name == name {
				return it
			}
		}
	}
	return nil
}

func (c *checker) globalNames() []string {
	var names []string
	for _, d := range c.model.Consts {
		names = append(names, d.Name)
	}
	return names
}

// suggest returns a "did you mean" with the known name nearest to name, or "".
func suggest(name string, known []string) string {
	sort.Strings(known)
	if best := Suggest(name, known); best != "" {
		return "did you mean " + best + "?"
	}
	return ""
}
