package murphi

import (
	"fmt"
	"slices"
)

// Format returns the source in canonical layout. Every token but semicolons,
// and every comment, stays as it is and in its order; what changes is
// indentation, spaces, semicolons, the case of keywords, empty lines (at most
// one in a row) and line breaks that the layout prescribes: a construct that
// was written on one line, and fits, stays on one; any other has its parts on
// lines of their own. Statements that share a line go on sharing it.
//
// A source with errors is not formatted.
func Format(src *Source) (string, Diagnostics) {
	p := newParser(src)
	p.marking = true
	p.parseModel()
	ds := Diagnostics(slices.Concat(p.lex.diags, p.diags))
	ds.Sort()
	if ds.HasErrors() {
		return "", ds.limit()
	}
	f := newFormatter(p)
	f.body(f.root, 0)
	f.comments(len(p.toks)-1, 0)
	text := f.out.text()
	if len(text) > MaxSource {
		return src.Text, append(ds, Diagnostic{
			Severity: Warning, Span: Span{Pos{File: src.Name}, Pos{File: src.Name}}, Code: "format",
			Message: fmt.Sprintf("left as it is: in canonical layout it would have more than %d bytes", MaxSource),
		})
	}
	again, more := Parse(&Source{Name: src.Name, Text: text})
	if more.HasErrors() || Print(again) != Print(p.model) {
		// Two declarations on one line, say, of which only one fits there.
		return src.Text, append(ds, Diagnostic{
			Severity: Warning, Span: Span{Pos{File: src.Name}, Pos{File: src.Name}}, Code: "format",
			Message: "left as it is: in canonical layout an annotation would no longer stand with its declaration or rule",
			Hint:    "write annotations on lines of their own, or at the end of the line on which a single declaration or rule begins",
		})
	}
	return text, ds
}

// layoutBody is a list of items between an opening and a closing token, or,
// for a section of declarations and the cases of a switch, up to whatever
// comes next.
type layoutBody struct {
	open, close int // the tokens; the closing one may belong to the outside
	items       []*layoutItem
	broken      bool
	bare        bool // without a closing token of its own
	head        int  // of a bare body: the token below which its comments are indented
}

// layoutItem is a declaration, rule, statement, field or case.
type layoutItem struct {
	first, last int // tokens
	bodies      []*layoutBody
}

// formatter lays out the tokens of one file.
type formatter struct {
	p       *parser
	line    []int  // line of each token
	wanted  []bool // a semicolon belongs behind the token
	unary   []bool
	colon   []bool // of `? :`
	guard   []bool
	root    *layoutBody
	comment int // index of the next comment
	out     layoutWriter
	closed  bool // a semicolon was just written
	fresh   bool // nothing was written in the body yet, so that no empty line may come
	prev    int  // the last token written; -1 at first
}

func newFormatter(p *parser) *formatter {
	n := len(p.toks)
	f := &formatter{p: p, line: make([]int, n), wanted: make([]bool, n), unary: make([]bool, n),
		colon: make([]bool, n), guard: make([]bool, n), prev: -1}
	for i := range p.toks {
		f.line[i] = p.line(i)
	}
	f.root = &layoutBody{open: -1, close: n - 1, broken: true, bare: true}
	f.build()
	return f
}

// build makes a tree of items from the parser's marks.
func (f *formatter) build() {
	type level struct {
		body *layoutBody
		item *layoutItem // the one being built, nil before the first
	}
	stack := []level{{body: f.root}}
	for _, m := range f.p.marks {
		top := &stack[len(stack)-1]
		switch m.kind {
		case markItem:
			if top.item != nil {
				top.item.last = m.tok - 1
			}
			top.item = &layoutItem{first: m.tok}
			top.body.items = append(top.body.items, top.item)
		case markOpen:
			b := &layoutBody{open: m.tok}
			top.item.bodies = append(top.item.bodies, b)
			stack = append(stack, level{body: b})
		case markClose:
			if top.item != nil {
				top.item.last = m.tok - 1
			}
			top.body.close = m.tok
			stack = stack[:len(stack)-1]
		case markTerminate:
			f.wanted[m.tok] = true
		case markGuard:
			f.guard[m.tok] = true
		case markColon:
			f.colon[m.tok] = true
		case markUnary:
			f.unary[m.tok] = true
		}
	}
	if top := stack[0]; top.item != nil {
		top.item.last = len(f.p.toks) - 2
	}
	f.shape(f.root)
}

// shape decides which bodies are broken into lines because their source was.
func (f *formatter) shape(b *layoutBody) {
	for _, it := range b.items {
		chain := false
		for _, inner := range it.bodies {
			f.shape(inner)
			k := f.p.toks[inner.open].kind
			inner.bare = k == tokConst || k == tokType || k == tokVar || k == tokColon || k == tokElse && inner.open == it.first
			end := inner.close
			if inner.bare {
				end--
			}
			inner.head = inner.open
			if k == tokColon {
				inner.head = it.first
			}
			inner.broken = f.line[inner.open] != f.line[max(end, inner.open)] || k != tokColon && k != tokElse && inner.bare && len(inner.items) > 1
			chain = chain || inner.broken
		}
		if f.p.toks[it.first].kind == tokIf && chain {
			it.breakBodies()
		}
	}
}

// breakBodies sets every part of an item on lines of its own.
func (it *layoutItem) breakBodies() {
	for _, b := range it.bodies {
		b.broken = true
	}
}

// flat reports whether the item stands on one line in the source.
func (f *formatter) flat(it *layoutItem) bool { return f.line[it.first] == f.line[it.last] }
