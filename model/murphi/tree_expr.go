package murphi

// Expr is an expression. Of is its type once checked.
type Expr interface {
	Node
	Of() *Type
}

// typed carries the type of an expression.
type typed struct{ typ *Type }

// Of returns the expression's type; nil before Check.
func (t *typed) Of() *Type { return t.typ }

// SetType records the type; for Check and for code that builds trees.
func (t *typed) SetType(typ *Type) { t.typ = typ }

type (
	// Int is a number literal. Its type is Integer.
	Int struct {
		Span
		typed
		Value int64
	}
	// Ident is a name used as a value; true and false are enum members.
	Ident struct {
		Span
		typed
		Name string
		Decl Decl // filled by Check
	}
	// FieldExpr is X.Name.
	FieldExpr struct {
		Span
		typed
		X     Expr
		Name  string
		Field int // filled by Check: index in X's record type
	}
	// IndexExpr is X[Index].
	IndexExpr struct {
		Span
		typed
		X, Index Expr
	}
	// Unary is an operator before its operand. Parenthesised expressions
	// leave no node: the printer puts parentheses where they are needed.
	Unary struct {
		Span
		typed
		Op Op
		X  Expr
	}
	// Binary is an operator between its operands. An Add whose type is an
	// ordinal mints.
	Binary struct {
		Span
		typed
		Op   Op
		X, Y Expr
		// Double tells && and || from & and |, which bind tighter and which
		// Check turns into BitAnd and BitOr when the operands are numbers.
		Double bool
	}
	// Cond is C ? X : Y.
	Cond struct {
		Span
		typed
		C, X, Y Expr
	}
	// Quant is forall (All) or exists.
	Quant struct {
		Span
		typed
		All  bool
		Var  *Quantifier
		Body Expr
	}
	// Call is a function call.
	Call struct {
		Span
		typed
		Name string
		Args []Expr
		Func *Func // filled by Check
	}
	// IsUndefined is isundefined(X), X a designator of a simple type.
	IsUndefined struct {
		Span
		typed
		X Expr
	}
)

// Op is an operator.
type Op uint8

const (
	NoOp    Op = iota
	Not        // !
	Neg        // -
	BitNot     // ~
	Implies    // ->
	Or         // | || on booleans
	And        // & && on booleans
	Lt
	Le
	Eq
	Ne
	Ge
	Gt
	Add
	Sub
	Mul
	Div
	Mod
	Shl
	Shr
	BitOr
	BitAnd
	BitXor // ^
)
