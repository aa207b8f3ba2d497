package murphi

// Pos is a place in a source text. Line and Col count from 1; Col counts
// bytes. The zero Pos means "nowhere" (a node made by the program).
type Pos struct {
	File string // as given to Parse, or the included name
	Line int
	Col  int
}

// Span is a stretch of source text: from the first byte of Start up to, but
// not including, End. Both lie in the same file.
type Span struct{ Start, End Pos }

// Place returns the span; embedding Span makes a type a Node.
func (s Span) Place() Span { return s }

// Node is any piece of the tree that has a place in the source.
type Node interface{ Place() Span }

// Source is one file of a model: the model itself or an included part.
type Source struct {
	Name     string
	Text     string
	Comments []*Comment // in source order, annotations included
}

// Comment is a comment as written, delimiters included.
type Comment struct {
	Span
	Text string
}

// Model is a parsed model. Parse fills the syntax; Check resolves names and
// types in place and fills the fields that say so.
type Model struct {
	Sources []*Source // Sources[0] is the model, then parts in order of inclusion
	Head    Head      // annotations that belong to the whole file
	Items   []Item    // declarations, functions and rules in order, parts in place

	// Filled by Check.
	Consts     []*ConstDecl
	Types      []*TypeDecl
	Vars       []*VarDecl  // state variables in order of declaration
	Funcs      []*Func     // functions and procedures
	Starts     []*Rule     // start states
	Rules      []*Rule     // simple rules, in file order
	Properties []*Rule     // top-level properties, in file order
	Asserts    []*PropStmt // assert statements, in file order
	CoverStmts []*PropStmt // cover statements, in file order
	Scalarsets []*Type     // distinct scalarset types in order of declaration
	Ordinals   []*Type     // distinct ordinal types in order of declaration
	Numbers    int         // see NumberOf
}

// Annotated reports whether the model is a lockcheck protocol (it carries a
// protocol annotation) rather than a plain Murphi model.
func (m *Model) Annotated() bool { return m.Head.Protocol != nil }

// Item is a top-level declaration, function or rule: *ConstDecl, *TypeDecl,
// *VarDecl, *Func, *Rule, *Ruleset or *AliasRule.
type Item interface{ Node }

// Decl is what an identifier can refer to: *ConstDecl, *EnumMember, *VarDecl,
// *Param, *Quantifier or *AliasDecl.
type Decl interface{ Node }

// ConstDecl is `const Name: Value`.
type ConstDecl struct {
	Span
	Name  string
	Value Expr

	Param  *ParamAnn // annotation param: a parameter of the check
	Timing bool      // annotation timing

	// Filled by Check.
	Type *Type
	Val  int64 // the value: a number, or the index of an enum member
}

// TypeDecl is `type Name: Expr`.
type TypeDecl struct {
	Span
	Name string
	Expr TypeExpr

	Ordinal bool     // annotation ordinal
	Names   []string // annotation names: how scalarset values print

	Type *Type // filled by Check
}

// VarDecl is one name of `var a, b: T`, a field of a record, or a local
// variable. Names declared together share TypeExpr; Last marks the final one
// of such a group, for the printer.
type VarDecl struct {
	Span
	Name     string
	TypeExpr TypeExpr
	Last     bool

	History bool   // annotation history; a field inherits it from its variable
	Budget  string // set by Configure: the kind of fault that it counts down

	// Filled by Check.
	Type   *Type
	Local  bool
	Slot   int // state variables: index in Model.Vars; locals: index in Frame
	number int // see NumberOf
}

// Param is a parameter of a function or procedure.
type Param struct {
	Span
	Name     string
	TypeExpr TypeExpr
	Var      bool // by reference
	Last     bool

	// Filled by Check.
	Type   *Type
	number int // see NumberOf
}

// EnumMember is a member of an enum type.
type EnumMember struct {
	Span
	Name  string
	Index int64
	Type  *Type // filled by Check
}

// Quantifier is `v: T` or `v := From to To by By`, in for, forall, exists and
// ruleset.
type Quantifier struct {
	Span
	Name     string
	TypeExpr TypeExpr // nil in the range form
	From, To Expr     // nil in the type form
	By       Expr     // nil means 1

	// Type is filled by Check. In the range form it is a Range between the
	// bounds if these are constant, over all integers otherwise.
	Type   *Type
	number int // see NumberOf
}

// AliasDecl is `Name: Value` in an alias rule or statement. It is bound once,
// on entry: to the variable that a designator then means, or to the value that
// another expression then has.
type AliasDecl struct {
	Span
	Name  string
	Value Expr

	number int // filled by Check, see NumberOf
}

// NumberOf tells declarations apart that stand for something at run time: no two
// of these in a model have the same number, which Check gives them, above 0 and
// below Model.Numbers. That of others is 0.
func NumberOf(d Decl) int {
	switch d := d.(type) {
	case *VarDecl:
		return d.number
	case *Param:
		return d.number
	case *Quantifier:
		return d.number
	case *AliasDecl:
		return d.number
	}
	return 0
}

// Func is a function, or a procedure when Result is nil.
type Func struct {
	Span
	Name    string
	Params  []*Param
	Result  TypeExpr
	Locals  []Item // const, type and var declarations
	Body    []Stmt
	Observe bool // annotation observe

	// Filled by Check.
	ResultType *Type
	Pure       bool // writes no state variable and no by-reference parameter
}

// RuleKind says what a Rule is.
type RuleKind uint8

const (
	SimpleRule RuleKind = iota
	StartState
	Property
)

// PropKind says what a property claims.
type PropKind uint8

const (
	Invariant PropKind = iota // assert is the same word at top level
	Assume
	Cover
	Liveness
)

// Rule is a simple rule, a start state or a top-level property.
type Rule struct {
	Span
	Kind   RuleKind
	Name   string // "" when the source gives none
	Guard  Expr   // SimpleRule; nil means true
	Locals []Item
	Body   []Stmt
	Prop   PropKind // Property
	Expr   Expr     // Property

	Ann RuleAnn

	// Filled by Check. Scope holds the enclosing quantifiers and aliases,
	// outermost first; Params are the quantifiers among them: the rule's
	// instances are all their values, the last varying fastest.
	Index  int // position in Model.Rules, Starts or Properties
	Scope  []Decl
	Params []*Quantifier
	Title  string // Name, or a stable invented one ("rule 3", "invariant 1")
	Mints  []*Type
	// TopConjuncts are the conjuncts `v < TOP` of the guard that stand for
	// "the tokens of other checkers have not run out": true under ranks.
	TopConjuncts []Expr
	Off          bool // switched off: its guard reads as false (see Configure)
	actor        int  // filled by Check: one more than ActorParam
}

// Ruleset is `ruleset q; q do items end`.
type Ruleset struct {
	Span
	Params []*Quantifier
	Items  []Item // *Rule, *Ruleset, *AliasRule
}

// AliasRule is `alias a: e; b: e do items end` around rules.
type AliasRule struct {
	Span
	Aliases []*AliasDecl
	Items   []Item
}

// TypeExpr is a type as written: *TypeName, *RangeExpr, *EnumExpr,
// *RecordExpr, *ArrayExpr or *ScalarsetExpr.
type TypeExpr interface{ Node }

type (
	// TypeName refers to a declared type, or to boolean (in lower case).
	TypeName struct {
		Span
		Name string
		Decl *TypeDecl // filled by Check; nil for boolean
	}
	RangeExpr struct {
		Span
		Lo, Hi Expr
	}
	EnumExpr struct {
		Span
		Members []*EnumMember
	}
	RecordExpr struct {
		Span
		Fields []*VarDecl
	}
	ArrayExpr struct {
		Span
		Index, Elem TypeExpr
	}
	ScalarsetExpr struct {
		Span
		Size Expr
	}
)
