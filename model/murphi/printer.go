package murphi

import (
	"slices"
	"strings"
)

// Print returns the model as text, with its annotations but without other
// comments. Parsing the text gives the same tree, except that parts stand
// where they were included.
func Print(m *Model) string {
	p := &printer{}
	p.head(&m.Head)
	p.items(m.Items, m.Head.Includes)
	return strings.TrimLeft(p.b.String(), "\n")
}

// PrintRule returns one rule as text, with its annotations.
func PrintRule(r *Rule) string {
	p := &printer{}
	p.rule(r)
	return p.b.String()
}

// printer writes items and statements line by line.
type printer struct {
	b      strings.Builder
	indent string
}

// line writes one line.
func (p *printer) line(text string) { p.b.WriteString(p.indent + text + "\n") }

// blank separates items by an empty line.
func (p *printer) blank() {
	if !strings.HasSuffix(p.b.String()[max(0, p.b.Len()-2):], "\n\n") && p.b.Len() > 0 {
		p.b.WriteByte('\n')
	}
}

// within runs write with more indentation.
func (p *printer) within(write func()) {
	outer := p.indent
	p.indent += indentStep
	write()
	p.indent = outer
}

// items writes items with empty lines between those of different kinds, and
// the includes that nobody has followed where they stood.
func (p *printer) items(items []Item, includes []*IncludeAnn) {
	section := ""
	include := func(at int) {
		for _, in := range includes {
			if in.From == in.To && in.From == at {
				p.blank()
				p.line(annotationPrefix + " include " + quote(in.Path))
				section = ""
			}
		}
	}
	for i := 0; i < len(items); {
		include(i)
		word, n := p.itemWord(items[i:])
		if word != section || word == "" {
			p.blank()
			if word != "" && word != "invariant" {
				p.line(word)
			}
		}
		section = word
		p.item(items[i : i+n])
		i += n
	}
	include(len(items))
}

// itemWord is the section to which the first item belongs, and how many items
// are written as one. Properties stand together like declarations.
func (p *printer) itemWord(items []Item) (word string, n int) {
	switch it := items[0].(type) {
	case *ConstDecl:
		return "const", 1
	case *TypeDecl:
		return "type", 1
	case *VarDecl:
		vars := []*VarDecl{it}
		for _, next := range items[1:] {
			v, ok := next.(*VarDecl)
			if !ok {
				break
			}
			vars = append(vars, v)
			if v.TypeExpr != it.TypeExpr {
				break
			}
		}
		return "var", sameGroup(vars)
	case *Rule:
		if it.Kind == Property {
			return "invariant", 1
		}
	}
	return "", 1
}

// item writes one item, or a group of variables.
func (p *printer) item(items []Item) {
	switch it := items[0].(type) {
	case *ConstDecl:
		p.b.WriteString(withNote(p.indent+indentStep, it.Name+": "+PrintExpr(it.Value)+";", constNote(it)))
	case *TypeDecl:
		inner := p.indent + indentStep
		p.b.WriteString(withNote(inner, it.Name+": "+printType(it.Expr, inner, false)+";", typeNote(it)))
	case *VarDecl:
		vars := make([]*VarDecl, len(items))
		for i, v := range items {
			vars[i] = v.(*VarDecl)
		}
		inner := p.indent + indentStep
		p.b.WriteString(withNote(inner, printVars(vars, inner, false)+";", historyNote(it)))
	case *Func:
		p.function(it)
	case *Rule:
		p.rule(it)
	case *Ruleset:
		var params []string
		for _, q := range it.Params {
			params = append(params, printQuantifier(q))
		}
		p.line("ruleset " + strings.Join(params, "; ") + " do")
		p.nested(it.Items)
	case *AliasRule:
		p.line("alias " + printAliases(it.Aliases) + "do")
		p.nested(it.Items)
	}
}

// nested writes the rules inside a ruleset or alias.
func (p *printer) nested(items []Item) {
	p.within(func() { p.items(items, nil) })
	p.blank()
	p.line("end;")
}

func printQuantifier(q *Quantifier) string {
	var b strings.Builder
	writeQuantifier(&b, q)
	return b.String()
}

// printAliases writes `a: e; b: f ` with a space behind, if there are any.
func printAliases(as []*AliasDecl) string {
	if len(as) == 0 {
		return ""
	}
	parts := make([]string, len(as))
	for i, a := range as {
		parts[i] = a.Name + ": " + PrintExpr(a.Value)
	}
	return strings.Join(parts, "; ") + " "
}

func (p *printer) function(f *Func) {
	word, result, note := "procedure ", "", ""
	if f.Result != nil {
		word, result = "function ", ": "+printType(f.Result, p.indent, true)
	}
	if f.Observe {
		note = "observe"
	}
	var params []string
	for ps := f.Params; len(ps) > 0; {
		n := sameParams(ps)
		text := ""
		if ps[0].Var {
			text = "var "
		}
		names := make([]string, n)
		for i, q := range ps[:n] {
			names[i] = q.Name
		}
		params = append(params, text+strings.Join(names, ", ")+": "+printType(ps[0].TypeExpr, p.indent, true))
		ps = ps[n:]
	}
	head := word + f.Name + "(" + strings.Join(params, "; ") + ")" + result + ";"
	p.b.WriteString(withNote(p.indent, head, note))
	p.locals(f.Locals)
	p.body("begin", f.Body, "end;")
}

// sameParams is how many of the first parameters were written as one.
func sameParams(ps []*Param) int {
	for i, q := range ps {
		if q.Last || i+1 == len(ps) || ps[i+1].TypeExpr != q.TypeExpr || ps[i+1].Var != q.Var {
			return i + 1
		}
	}
	return len(ps)
}

// locals writes local declarations without empty lines.
func (p *printer) locals(items []Item) {
	section := ""
	for i := 0; i < len(items); {
		word, n := p.itemWord(items[i:])
		if word != section {
			p.line(word)
		}
		section = word
		p.item(items[i : i+n])
		i += n
	}
}

// propWords are the keywords of properties.
var propWords = map[PropKind]string{Invariant: "invariant", Assume: "assume", Cover: "cover", Liveness: "liveness"}

func (p *printer) rule(r *Rule) {
	name := ""
	if r.Name != "" {
		name = " " + quote(r.Name)
	}
	switch r.Kind {
	case Property:
		p.line(propWords[r.Prop] + name + " " + PrintExpr(r.Expr) + ";")
		return
	case StartState:
		p.line("startstate" + name)
	default:
		p.b.WriteString(withNote(p.indent, "rule"+name, ruleNote(&r.Ann)))
		if r.Guard != nil {
			p.within(func() { p.line(PrintExpr(r.Guard) + " ==>") })
		}
	}
	p.locals(r.Locals)
	p.body("begin", r.Body, "end;")
}

// body writes statements between two lines, or on one line with them if there
// is but one short statement.
func (p *printer) body(before string, stmts []Stmt, after string) {
	if line := p.flat(before, stmts, after); line != "" {
		p.line(line)
		return
	}
	p.line(before)
	p.within(func() { p.stmts(stmts) })
	p.line(after)
}

// flat returns a body with a single simple statement on one line, or "" if it
// has another or does not fit.
func (p *printer) flat(before string, stmts []Stmt, after string) string {
	if len(stmts) != 1 {
		return ""
	}
	text := simpleStmt(stmts[0])
	line := before + " " + text + "; " + after
	if text == "" || len(p.indent)+len(line) > lineWidth {
		return ""
	}
	return line
}

func (p *printer) stmts(list []Stmt) {
	for _, s := range list {
		p.stmt(s)
	}
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *AliasStmt:
		p.body("alias "+printAliases(s.Aliases)+"do", s.Body, "end;")
	case *ForStmt:
		p.body("for "+printQuantifier(s.Var)+" do", s.Body, "end;")
	case *WhileStmt:
		p.body("while "+PrintExpr(s.Cond)+" do", s.Body, "end;")
	case *IfStmt:
		p.ifStmt(s)
	case *SwitchStmt:
		p.line("switch " + PrintExpr(s.X))
		p.within(func() {
			for _, c := range s.Cases {
				p.switchCase(c)
			}
		})
		p.line("end;")
	default:
		p.line(simpleStmt(s) + ";")
	}
}

func (p *printer) ifStmt(s *IfStmt) {
	if len(s.Clauses) == 1 {
		c := s.Clauses[0]
		p.body("if "+PrintExpr(c.Cond)+" then", c.Body, "end;")
		return
	}
	for i, c := range s.Clauses {
		switch {
		case c.Cond == nil:
			p.line("else")
		case i == 0:
			p.line("if " + PrintExpr(c.Cond) + " then")
		default:
			p.line("elsif " + PrintExpr(c.Cond) + " then")
		}
		p.within(func() { p.stmts(c.Body) })
	}
	p.line("end;")
}

func (p *printer) switchCase(c *SwitchCase) {
	head := "else"
	if len(c.Labels) > 0 {
		labels := make([]string, len(c.Labels))
		for i, l := range c.Labels {
			labels[i] = PrintExpr(l)
		}
		head = "case " + strings.Join(labels, ", ") + ":"
	}
	if line := p.flat(head, c.Body, ""); line != "" {
		p.line(strings.TrimRight(line, " "))
		return
	}
	p.line(head)
	p.within(func() { p.stmts(c.Body) })
}

// simpleStmt returns a statement without a body of its own, "" for others.
func simpleStmt(s Stmt) string {
	switch s := s.(type) {
	case *Assign:
		return PrintExpr(s.Dst) + " := " + PrintExpr(s.Src)
	case *PropStmt:
		word := propWords[s.Prop]
		if s.Prop == Invariant {
			word = "assert"
		}
		if s.Message != "" {
			word += " " + quote(s.Message)
		}
		return word + " " + PrintExpr(s.Expr)
	case *ErrorStmt:
		return "error " + quote(s.Message)
	case *ClearStmt:
		return "clear " + PrintExpr(s.X)
	case *UndefineStmt:
		return "undefine " + PrintExpr(s.X)
	case *PutStmt:
		if s.X != nil {
			return "put " + PrintExpr(s.X)
		}
		return "put " + quote(s.Text)
	case *ReturnStmt:
		if s.X != nil {
			return "return " + PrintExpr(s.X)
		}
		return "return"
	case *CallStmt:
		var b strings.Builder
		b.WriteString(s.Name)
		writeArgs(&b, s.Args)
		return b.String()
	}
	return ""
}

// notes joins the parts of an annotation that are there.
func notes(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}
