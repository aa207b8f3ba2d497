package murphi

// Head holds the annotations that belong to the whole file.
type Head struct {
	Protocol *ProtocolAnn
	Family   []string
	Source   []string
	Assumes  []string
	// Untimed is assumed besides where delays are not counted.
	Untimed   []string
	LeavesOut []string
	// DefaultFaults are the kinds of fault that a check without a choice of
	// faults uses; nil means all kinds of the model.
	DefaultFaults []string
	Includes      []*IncludeAnn
	Variants      []*VariantAnn
	Durations     []*DurationAnn
	Requires      []*RequiresAnn
}

// ProtocolAnn is `protocol NAME "title"`.
type ProtocolAnn struct {
	Span
	Name, Title string
}

// IncludeAnn is `include "part/x.murphi"`.
type IncludeAnn struct {
	Span
	Path     string
	From, To int // the part brought Model.Items[From:To]; nothing before Load
}

// VariantAnn is `variant NAME FLAG=VALUE,... "title"`.
type VariantAnn struct {
	Span
	Name, Title string
	Params      []ParamValue
}

// ParamValue is one FLAG=VALUE.
type ParamValue struct{ Flag, Value string }

// DurationAnn is `duration NAME DEFAULT "help"`. NAME in capitals with
// underscores is the flag name in lower case with hyphens.
type DurationAnn struct {
	Span
	Name    string
	Default *Bound
	Help    string
}

// RequiresAnn is `requires X < Y "why"`; Op is Lt, Le, Gt or Ge.
type RequiresAnn struct {
	Span
	X, Y *Bound
	Op   Op
	Why  string
}

// ParamAnn is `param FLAG [A..B] "help"` on a constant.
type ParamAnn struct {
	Span
	Flag     string
	HasRange bool
	Lo, Hi   int64 // when HasRange
	Help     string
}

// RuleAnn holds the annotations of a rule.
type RuleAnn struct {
	Fault    *FaultAnn
	Delay    *DelayAnn
	Restarts []*RestartAnn
	Line     string    // pseudo-code label, "C1"
	Say      *Template // what happened, in words
}

// FaultAnn is `fault KIND [per c until "Rule"]`.
type FaultAnn struct {
	Span
	Kind  string
	Per   string // name of one of the rule's parameters, or ""
	Until string // rule that renews the budget of Per
}

// DelayAnn is `delay [EARLIEST, LATEST] while EXPR`. Latest is nil for inf.
// While is nil when absent, resolved in the rule's scope otherwise.
type DelayAnn struct {
	Span
	Earliest, Latest *Bound
	While            Expr
}

// RestartAnn is `restarts "Rule"(v, w)`.
type RestartAnn struct {
	Span
	Rule string
	Args []Expr
}

// Template is the text of `say "..."`, cut into pieces.
type Template struct {
	Span
	Pieces []TemplatePiece
}

// TemplatePiece is literal text, or an expression to print: after the step,
// or before it when Old.
type TemplatePiece struct {
	Text string
	Expr Expr // nil for text
	Old  bool
}
