package murphi

// targetKind says what an annotation can belong to.
type targetKind uint8

const (
	constTarget targetKind = iota
	typeTarget
	varTarget
	funcTarget
	ruleTarget
	localTarget
)

// annTarget is a declaration or rule that annotations can belong to.
type annTarget struct {
	kind   targetKind
	at     Pos
	span   Span // functions and rules: the whole
	consts []*ConstDecl
	types  []*TypeDecl
	vars   []*VarDecl
	fn     *Func
	rule   *Rule
}

// of is the kind of target that a declaration in the scope makes.
func (s declScope) of(kind targetKind) targetKind {
	if s == localScope {
		return localTarget
	}
	return kind
}

// target notes that something which can carry annotations begins at token i.
func (p *parser) target(kind targetKind, i int) *annTarget {
	t := &annTarget{kind: kind, at: p.spanOf(i).Start}
	p.targets = append(p.targets, t)
	return t
}

func (p *parser) attachAnnotations() {}
