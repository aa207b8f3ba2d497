package murphi

// markKind says what a mark tells the formatter about the layout.
type markKind uint8

const (
	markOpen      markKind = iota // a body begins after the token
	markClose                     // the body ends before the token
	markItem                      // an item of a body begins with the token
	markTerminate                 // an item ends with the token; a semicolon belongs behind it
	markGuard                     // a rule's guard or a named property's expression begins with it
	markColon                     // the token is the colon of `? :`
	markUnary                     // the token is an operator before its operand
)

// mark is a note on a token for the formatter.
type mark struct {
	kind markKind
	tok  int
}

// mark notes something about token i, if anyone will ask.
func (p *parser) mark(kind markKind, i int) {
	if p.marking {
		p.marks = append(p.marks, mark{kind, i})
	}
}
