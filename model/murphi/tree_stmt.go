package murphi

// Stmt is a statement.
type Stmt interface{ Node }

type (
	Assign struct {
		Span
		Dst, Src Expr
	}
	// PropStmt is assert, assume, cover or (refused by Check) liveness.
	PropStmt struct {
		Span
		Prop    PropKind // Invariant stands for assert
		Expr    Expr
		Message string
		Index   int // filled by Check: position in Model.Asserts or CoverStmts
	}
	AliasStmt struct {
		Span
		Aliases []*AliasDecl
		Body    []Stmt
	}
	ErrorStmt struct {
		Span
		Message string
	}
	ClearStmt struct {
		Span
		X Expr
	}
	UndefineStmt struct {
		Span
		X Expr
	}
	ForStmt struct {
		Span
		Var  *Quantifier
		Body []Stmt
	}
	IfStmt struct {
		Span
		Clauses []*IfClause
	}
	// IfClause is one arm; Cond is nil for else.
	IfClause struct {
		Span
		Cond Expr
		Body []Stmt
	}
	// PutStmt prints; it has no effect on the state. Text is set for a string.
	PutStmt struct {
		Span
		Text string
		X    Expr
	}
	ReturnStmt struct {
		Span
		X Expr // nil in a procedure
	}
	CallStmt struct {
		Span
		Name string
		Args []Expr
		Func *Func // filled by Check
	}
	WhileStmt struct {
		Span
		Cond Expr
		Body []Stmt
	}
	SwitchStmt struct {
		Span
		X     Expr
		Cases []*SwitchCase
	}
	// SwitchCase is one case; no Labels means else.
	SwitchCase struct {
		Span
		Labels []Expr
		Body   []Stmt
	}
)
