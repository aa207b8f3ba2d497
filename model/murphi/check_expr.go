package murphi

// maxAliasSize bounds an alias once the aliases in it are written out: that is
// how often its parts are looked at here.
const maxAliasSize = 10_000

// setType records the type of any expression.
func setType(e Expr, t *Type) { e.(interface{ SetType(*Type) }).SetType(t) }

// expr resolves and types e.
func (c *checker) expr(e Expr) {
	setType(e, c.typeOf(e))
}

// boolean resolves e and demands a boolean.
func (c *checker) boolean(e Expr, what string) {
	c.expr(e)
	if t := e.Of(); t != Boolean && t != invalid {
		c.fail(e, "type", "compare it with something", "%s must be a boolean, not a %s", what, t)
	}
}

func (c *checker) typeOf(e Expr) *Type {
	switch e := e.(type) {
	case *Int:
		return IntegerType
	case *Ident:
		return c.identType(e)
	case *FieldExpr:
		return c.fieldType(e)
	case *IndexExpr:
		return c.indexType(e)
	case *Unary:
		return c.unaryType(e)
	case *Binary:
		return c.binaryType(e)
	case *Cond:
		return c.condType(e)
	case *Quant:
		c.push()
		c.quantifier(e.Var)
		c.boolean(e.Body, "what is quantified")
		c.pop()
		return Boolean
	case *Call:
		f := c.call(e, e.Name, e.Args)
		if e.Func = f; f == nil {
			return invalid
		}
		if f.Result == nil {
			c.fail(e, "type", "call it as a statement", "%s is a procedure and has no value", f.Name)
			return invalid
		}
		return f.ResultType
	case *IsUndefined:
		c.expr(e.X)
		if t := e.X.Of(); t == invalid {
			return Boolean
		} else if _, root := rootOf(e.X); root == nil {
			c.fail(e.X, "type", "", "isundefined asks about a variable, parameter or part of one")
		} else if !t.Simple() {
			c.fail(e.X, "type", "ask about one of its parts", "isundefined asks about a single value, not a %s", t)
		}
		return Boolean
	}
	return invalid
}

func (c *checker) identType(e *Ident) *Type {
	n := c.lookup(e.Name)
	switch d := n.(type) {
	case *ConstDecl:
		e.Decl = d
		return d.Type
	case *EnumMember:
		e.Decl = d
		return d.Type
	case *VarDecl:
		e.Decl = d
		return d.Type
	case *Param:
		e.Decl = d
		return d.Type
	case *Quantifier:
		e.Decl = d
		return d.Type
	case *AliasDecl:
		e.Decl = d
		return d.Value.Of()
	}
	c.unknown(e, e.Name, "value")
	return invalid
}

func (c *checker) fieldType(e *FieldExpr) *Type {
	c.expr(e.X)
	t := e.X.Of()
	if t == invalid {
		return invalid
	}
	if t.Kind != Record {
		c.fail(e, "type", "", "%s is a %s and has no fields", PrintExpr(e.X), t)
		return invalid
	}
	var names []string
	for i, f := range t.Fields {
		if f.Name == e.Name {
			e.Field = i
			return f.Type
		}
		names = append(names, f.Name)
	}
	c.fail(e, "name", suggest(e.Name, names), "%s has no field %s", t, e.Name)
	return invalid
}

func (c *checker) indexType(e *IndexExpr) *Type {
	c.expr(e.X)
	c.expr(e.Index)
	t, i := e.X.Of(), e.Index.Of()
	if t == invalid {
		return invalid
	}
	if t.Kind != Array {
		c.fail(e, "type", "", "%s is a %s, not an array", PrintExpr(e.X), t)
		return invalid
	}
	if !c.fits(e.Index, t.Index, i) {
		c.fail(e.Index, "type", "", "%s is indexed by %s, not by a %s", PrintExpr(e.X), t.Index, i)
	} else {
		c.alwaysOutside(e.Index, t.Index, "index")
	}
	return t.Elem
}

// alwaysOutside warns of a constant that its place can never take.
func (c *checker) alwaysOutside(e Expr, t *Type, what string) {
	if t.Kind != Range {
		return
	}
	if v, err := fold(e); err == nil && (v < t.Lo || v > t.Hi) {
		c.warn(e, "range", "", "the %s %d is outside %d..%d: this fails whenever it runs", what, v, t.Lo, t.Hi)
	}
}

func (c *checker) unaryType(e *Unary) *Type {
	if e.Op == Not {
		c.boolean(e.X, "the operand of !")
		return Boolean
	}
	c.expr(e.X)
	if t := e.X.Of(); !t.numeric() {
		c.fail(e.X, "type", "", "only a number can be negated, not a %s", t)
		return invalid
	}
	return IntegerType
}

func (c *checker) binaryType(e *Binary) *Type {
	c.expr(e.X)
	c.expr(e.Y)
	x, y := e.X.Of(), e.Y.Of()
	if x == invalid || y == invalid {
		return resultOf(e.Op)
	}
	// & and | are logical between booleans and bitwise between numbers.
	if x.numeric() && e.Op == And {
		e.Op = BitAnd
	} else if x.numeric() && e.Op == Or {
		e.Op = BitOr
	}
	switch e.Op {
	case Implies, Or, And:
		c.boolean2(e.X, "the left operand")
		c.boolean2(e.Y, "the right operand")
	case Eq, Ne:
		if !c.fits(e, x, y) {
			c.fail(e, "type", c.whyDifferent(x, y), "a %s cannot be compared with a %s", x, y)
		}
	case Lt, Le, Ge, Gt:
		if !x.numeric() || !y.numeric() {
			c.fail(e, "type", orderHint(x, y), "only numbers are ordered; here a %s stands beside a %s", x, y)
		}
	default:
		if !x.numeric() || !y.numeric() {
			c.fail(e, "type", orderHint(x, y), "arithmetic needs numbers; here a %s stands beside a %s", x, y)
			return invalid
		}
		if mint := mintedType(e); mint != nil {
			return mint
		}
	}
	return resultOf(e.Op)
}

func (c *checker) boolean2(e Expr, what string) {
	if t := e.Of(); t != Boolean {
		c.fail(e, "type", "compare it with something", "%s must be a boolean, not a %s", what, t)
	}
}

// mintedType returns the ordinal type that e mints, if e is `v + 1` of a v of
// such a type.
func mintedType(e *Binary) *Type {
	if one, ok := e.Y.(*Int); ok && e.Op == Add && one.Value == 1 && e.X.Of().Ordinal {
		return e.X.Of()
	}
	return nil
}

func resultOf(op Op) *Type {
	switch op {
	case Implies, Or, And, Lt, Le, Eq, Ne, Ge, Gt:
		return Boolean
	}
	return IntegerType
}

// orderHint explains why scalarset values have no order and no arithmetic.
func orderHint(x, y *Type) string {
	if x.Kind == Scalarset || y.Kind == Scalarset {
		return "values of a scalarset are interchangeable: if they had an order or numbers, renaming them would change what the model does"
	}
	return ""
}

// whyDifferent explains the less obvious mismatches.
func (c *checker) whyDifferent(x, y *Type) string {
	switch {
	case x.Kind == Scalarset && y.Kind == Scalarset:
		return "each scalarset declaration is a type of its own"
	case x.Kind == Scalarset && y.numeric() || y.Kind == Scalarset && x.numeric():
		return "values of a scalarset are interchangeable and have no numbers: a literal would single one of them out"
	}
	return ""
}

func (c *checker) condType(e *Cond) *Type {
	c.boolean(e.C, "the condition of ? :")
	c.expr(e.X)
	c.expr(e.Y)
	x, y := e.X.Of(), e.Y.Of()
	switch {
	case x == y:
		return x
	case x == invalid || y == invalid:
		return invalid
	case !c.fits(e, x, y):
		c.fail(e, "type", c.whyDifferent(x, y), "the branches of ? : differ: a %s and a %s", x, y)
		return invalid
	case !x.numeric():
		return x
	case x.Ordinal:
		return x
	case y.Ordinal:
		return y
	}
	return IntegerType
}

// quantifier resolves the variable of a loop, quantifier or ruleset and
// declares it in the present scope.
func (c *checker) quantifier(q *Quantifier) {
	if q.TypeExpr != nil {
		if q.Type = c.typeExpr(q.TypeExpr); !q.Type.Simple() {
			c.fail(q, "type", "use a range, an enum or a scalarset", "%s cannot run over a %s", q.Name, q.Type)
			q.Type = invalid
		}
		c.declare(q.Name, q)
		return
	}
	by, byConst := int64(1), true
	for _, e := range []Expr{q.From, q.To, q.By} {
		if e == nil {
			continue
		}
		c.expr(e)
		if t := e.Of(); !t.numeric() {
			c.fail(e, "type", "", "the bounds of %s must be numbers; this is a %s", q.Name, t)
		}
	}
	if q.By != nil {
		v, err := fold(q.By)
		if by, byConst = v, err == nil; byConst && by == 0 {
			c.fail(q.By, "type", "", "with step 0 the loop never ends")
		}
	}
	q.Type = &Type{Kind: Range, Lo: minInt, Hi: maxInt}
	from, err1 := fold(q.From)
	to, err2 := fold(q.To)
	if err1 == nil && err2 == nil {
		if byConst && (from < to && by < 0 || from > to && by > 0) {
			c.fail(q, "type", "", "from %d by %d never comes to %d", from, by, to)
		}
		q.Type.Lo, q.Type.Hi = min(from, to), max(from, to)
	}
	c.declare(q.Name, q)
}

// call resolves a call's function and arguments; nil if there is none such.
func (c *checker) call(at Node, name string, args []Expr) *Func {
	for _, a := range args {
		c.expr(a)
	}
	f, ok := c.lookup(name).(*Func)
	if !ok {
		c.unknown(at, name, "function")
		return nil
	}
	if len(args) != len(f.Params) {
		c.fail(at, "type", "", "%s takes %s, not %d", name, plural(len(f.Params), "argument"), len(args))
		return f
	}
	for i, p := range f.Params {
		c.argument(args[i], p, name)
	}
	return f
}

func (c *checker) argument(a Expr, p *Param, name string) {
	t := a.Of()
	if t == invalid || p.Type == invalid {
		return
	}
	if !c.fits(a, p.Type, t) {
		c.fail(a, "type", c.whyDifferent(p.Type, t), "parameter %s of %s is a %s; this is a %s", p.Name, name, p.Type, t)
		return
	}
	if !p.Var {
		c.alwaysOutside(a, p.Type, "argument")
		return
	}
	if why := readOnly(a); why != "" {
		c.fail(a, "type", "pass a variable", "%s may change its parameter %s, but %s", name, p.Name, why)
	} else if p.Type.Kind == Range && !c.same(a, p.Type, t) {
		c.fail(a, "type", "give both the same type", "parameter %s of %s is changed in place and is a %s; this is a %s", p.Name, name, p.Type, t)
	}
}

// rootOf returns the innermost identifier of a designator and what it finally
// refers to, looking through aliases: nil if e is none, or a constant.
func rootOf(e Expr) (*Ident, Decl) {
	switch e := e.(type) {
	case *FieldExpr:
		return rootOf(e.X)
	case *IndexExpr:
		return rootOf(e.X)
	case *Ident:
		switch d := e.Decl.(type) {
		case *AliasDecl:
			return rootOf(d.Value)
		case *VarDecl, *Param, *Quantifier:
			return e, d
		}
	}
	return nil, nil
}

// readOnly says why e cannot be changed, or "".
func readOnly(e Expr) string {
	id, root := rootOf(e)
	switch d := root.(type) {
	case *VarDecl, *Quantifier:
		return ""
	case *Param:
		if d.Var {
			return ""
		}
		return "parameter " + id.Name + " is read-only (declare it with var)"
	}
	return "this is not a variable"
}

// exprSize counts the nodes of e with the aliases in it written out.
func exprSize(e Expr, known map[*AliasDecl]int) int {
	n := 0
	inspectExpr(e, func(e Expr) bool {
		n++
		if id, ok := e.(*Ident); ok {
			if a, ok := id.Decl.(*AliasDecl); ok {
				n += known[a]
			}
		}
		return n <= maxAliasSize
	})
	return n
}
