package murphi

import (
	"fmt"
	"slices"
	"sort"
	"strings"
)

// annotationPrefix begins a comment that is an annotation.
const annotationPrefix = "--!"

// targetKind says what an annotation can belong to.
type targetKind uint8

const (
	constTarget targetKind = iota
	typeTarget
	varTarget // state variables and record fields
	funcTarget
	ruleTarget
	localTarget // declarations inside rules and functions: nothing
	fileTarget
)

var targetNames = [...]string{"a constant", "a type", "a variable or field", "a function", "a rule", "a local declaration", "the file"}

// annTarget is a declaration or rule that annotations can belong to.
type annTarget struct {
	kind   targetKind
	at     Pos
	span   Span // the whole; zero if it could not be parsed
	consts []*ConstDecl
	types  []*TypeDecl
	vars   []*VarDecl
	fn     *Func
	rule   *Rule
	parent *annTarget      // within which it begins
	seen   map[string]bool // keys given so far
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

// contains reports whether the target's text goes on at a place behind its
// beginning.
func (t *annTarget) contains(at Pos) bool { return t.at.before(at) && at.before(t.span.End) }

// before reports whether p comes before q in the same file.
func (p Pos) before(q Pos) bool { return p.Line < q.Line || p.Line == q.Line && p.Col < q.Col }

// describe names the target for a message.
func (t *annTarget) describe() string {
	switch {
	case t.rule != nil && t.rule.Name != "":
		return "rule " + quote(shorten(t.rule.Name, 40))
	case t.fn != nil:
		return "function " + t.fn.Name
	case len(t.vars) > 0:
		return t.vars[0].Name
	case len(t.types) > 0:
		return "type " + t.types[0].Name
	}
	return strings.TrimPrefix(targetNames[t.kind], "a ")
}

// annotator reads the annotations of one file.
type annotator struct {
	p      *parser
	broken bool // the file has syntax errors: where annotations stand says little
}

// attachAnnotations reads every annotation and puts it where it belongs.
func (p *parser) attachAnnotations() {
	a := &annotator{p: p, broken: len(p.diags) > 0 || len(p.lex.diags) > 0}
	a.nest()
	for _, c := range p.lex.src.Comments {
		if len(p.diags) >= maxFindings {
			return
		}
		if strings.HasPrefix(c.Text, annotationPrefix) {
			a.comment(c)
		}
	}
}

// report records an error about an annotation.
func (a *annotator) report(at Span, message, hint string) {
	a.p.add(Diagnostic{Span: at, Message: message, Hint: hint, Code: "annotation"})
}

// comment reads one comment: any number of keys with their arguments.
func (a *annotator) comment(c *Comment) {
	start := a.p.lex.offset(c.Start)
	s := &annScanner{a: a, text: a.p.lex.text[:start+len(c.Text)], off: start + len(annotationPrefix)}
	own, target, misplaced := a.place(c)
	if s.skipSpace(); s.off == len(s.text) {
		a.report(c.Span, "this annotation is empty", "")
		return
	}
	for s.off < len(s.text) {
		if !a.p.attempt(func() { a.key(s, own, target, &misplaced) }) {
			return
		}
		s.skipSpace()
	}
}

// key reads one key and its arguments.
func (a *annotator) key(s *annScanner, own bool, target *annTarget, misplaced *Diagnostic) {
	off := s.off
	word := s.word()
	if word == "" {
		s.failAt(off, min(off+1, len(s.text)), "expected the key of an annotation", keyHint(""))
	}
	at := a.p.lex.span(int32(off), int32(s.off))
	k, known := annotationKeys[word]
	switch {
	case !known:
		s.failAt(off, s.off, fmt.Sprintf("unknown annotation `%s`", shorten(word, 40)), keyHint(word))
	case k.kind == fileTarget:
		if !own {
			a.report(at, fmt.Sprintf("`%s` belongs to the whole file, not to what stands on its line", word), "write it on a line of its own")
		} else if t := a.enclosing(at.Start); t != nil && !a.broken {
			a.report(at, fmt.Sprintf("`%s` belongs to the whole file, not inside %s", word, t.describe()), "write it between declarations or rules")
		}
	case target == nil:
		if misplaced.Message != "" && !a.broken {
			a.p.diags = append(a.p.diags, *misplaced)
			misplaced.Message = "" // once for each comment
		}
	case target.kind != k.kind:
		a.report(at, fmt.Sprintf("`%s` belongs to %s, not to %s", word, targetNames[k.kind], targetNames[target.kind]), "")
		target = nil
	case target.rule != nil && target.rule.Kind != SimpleRule:
		a.report(at, fmt.Sprintf("`%s` belongs to a simple rule, not to a start state or property", word), "")
		target = nil
	case target.seen[word] && !k.repeats:
		a.report(at, fmt.Sprintf("`%s` is given twice for %s", word, target.describe()), "")
	}
	if target != nil {
		if target.seen == nil {
			target.seen = map[string]bool{}
		}
		target.seen[word] = true
	} else {
		target = &annTarget{rule: &Rule{}} // read the arguments all the same
	}
	k.read(s, target, off)
	s.skipSpace()
}

// nest finds out which target each target begins within.
func (a *annotator) nest() {
	ts := a.p.targets
	slices.SortStableFunc(ts, func(t, u *annTarget) int {
		if t.at.Line != u.at.Line {
			return t.at.Line - u.at.Line
		}
		return t.at.Col - u.at.Col
	})
	for i, t := range ts {
		for u := last(ts[:i]); u != nil; u = u.parent {
			if u.contains(t.at) {
				t.parent = u
				break
			}
		}
	}
}

// last returns the last of the targets, or nil.
func last(ts []*annTarget) *annTarget {
	if len(ts) == 0 {
		return nil
	}
	return ts[len(ts)-1]
}

// enclosing returns the innermost target within which the place lies.
func (a *annotator) enclosing(at Pos) *annTarget {
	t := last(a.p.targets[:a.behind(at)])
	for t != nil && !t.contains(at) {
		t = t.parent
	}
	return t
}

// behind is the index of the first target that begins behind the place.
func (a *annotator) behind(at Pos) int {
	return sort.Search(len(a.p.targets), func(i int) bool { return at.before(a.p.targets[i].at) })
}

// place finds what a comment belongs to: the declaration or rule that begins
// on its line, or, if it stands on a line of its own, the next one. If there is
// none, misplaced says so.
func (a *annotator) place(c *Comment) (own bool, target *annTarget, misplaced Diagnostic) {
	p := a.p
	off := int32(p.lex.offset(c.Start))
	next := sort.Search(len(p.toks), func(i int) bool { return p.toks[i].off > off })
	own = next == 0 || p.lex.pos(p.toks[next-1].end).Line < c.Start.Line
	misplaced = Diagnostic{Span: c.Span, Code: "annotation"}
	inside := a.enclosing(c.Start)
	if own {
		if inside != nil && (inside.fn != nil || inside.rule != nil || inside.kind == localTarget) {
			misplaced.Message = "this annotation stands inside " + inside.describe()
			misplaced.Hint = fmt.Sprintf("write it on line %d, where that begins, or on a line of its own before", inside.at.Line)
			return own, nil, misplaced
		}
		if i := a.behind(c.Start); i < len(p.targets) && (inside == nil || inside.contains(p.targets[i].at)) {
			return own, p.targets[i], misplaced
		}
		misplaced.Message = "no declaration or rule follows this annotation"
		return own, nil, misplaced
	}
	var on []*annTarget
	for _, t := range p.targets[a.behind(Pos{Line: c.Start.Line}):] {
		if t.at.Line != c.Start.Line || len(on) == 2 {
			break
		}
		if t.parent == nil || t.parent.at.Line != c.Start.Line {
			on = append(on, t)
		}
	}
	switch len(on) {
	case 1:
		return own, on[0], misplaced
	case 0:
		misplaced.Message = "no declaration or rule begins on the line of this annotation"
		if inside != nil {
			misplaced.Hint = fmt.Sprintf("%s begins on line %d", inside.describe(), inside.at.Line)
		}
	default:
		misplaced.Message = "more than one declaration or rule begins on the line of this annotation"
		misplaced.Hint = "write each on a line of its own"
	}
	return own, nil, misplaced
}

// offset is the byte offset of a place in the file.
func (l *lexer) offset(at Pos) int { return int(l.lines[at.Line-1]) + at.Col - 1 }
