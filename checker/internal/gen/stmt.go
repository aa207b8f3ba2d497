package gen

import (
	"fmt"
	"strings"
)

// statements writes a few statements.
func (g *gen) statements(n, depth int) {
	for range n {
		g.statement(depth)
	}
}

func (g *gen) statement(depth int) {
	n := g.r.IntN(100)
	switch {
	case depth > 0 && n < 14:
		g.ifStatement(depth - 1)
	case depth > 0 && n < 18:
		g.switchStatement(depth - 1)
	case depth > 0 && n < 30:
		g.forStatement(depth - 1)
	case depth > 0 && n < 34 && g.loop == nil:
		g.aliasStatement(depth - 1)
	case n < 38:
		g.undefineOrClear()
	case n < 44 && g.loop == nil:
		g.callStatement()
	case n < 49:
		g.claim()
	case n < 50 && g.loop == nil:
		g.line("while %s do", g.boolean(1))
		g.inside(func() {
			g.statement(0)
			g.line("return;")
		})
		g.line("end;")
	default:
		g.assign()
	}
}

// claim writes a property statement.
func (g *gen) claim() {
	switch n := g.r.IntN(20); {
	case n < 6:
		g.line("assert !%s \"%s\";", g.rare(), g.name("claim"))
	case n < 12:
		g.line("cover %s;", g.boolean(1))
	case n < 14:
		g.line("assume !%s;", g.rare())
	case n < 15 && g.loop == nil:
		g.line("if %s then error \"%s\"; end;", g.rare(), g.name("mistake"))
	case n < 17 && g.loop == nil:
		g.line("put \"text\";")
	default:
		g.assign()
	}
}

// target returns a part that may be written, of type t.
func (g *gen) target(t *typ) (part, bool) {
	var all []part
	for _, v := range append(append([]*variable{}, g.globals...), g.scope...) {
		if !v.readOnly && (g.loop == nil || v == g.written) {
			all = append(all, g.designators(v, t)...)
		}
	}
	if g.loop != nil {
		// Not the array as a whole.
		kept := all[:0]
		for _, d := range all {
			if strings.Contains(d.text, "["+g.loop.name+"]") {
				kept = append(kept, d)
			}
		}
		all = kept
	}
	if len(all) == 0 {
		return part{}, false
	}
	return pick(g, all), true
}

func (g *gen) assign() {
	for range 8 {
		t := pick(g, g.simple)
		if g.chance(6) {
			t = pick(g, g.composite)
		}
		dst, ok := g.target(t)
		if !ok {
			continue
		}
		var src string
		switch {
		case !t.simple():
			src = g.other(dst).text
		case t.kind == number && g.chance(90):
			src = g.fitting(dst.text, dst.typ)
		case t.kind != set && t.kind != token && g.chance(60):
			src = g.literal(t)
		default:
			src = g.expr(t, 2)
		}
		if src != "" && (src != dst.text || g.chance(10)) {
			g.line("%s := %s;", dst.text, src)
			return
		}
	}
}

// fitting is a number that often lies in the range.
func (g *gen) fitting(dst string, t *typ) string {
	if g.chance(60) {
		return fmt.Sprintf("((%s < %d) ? (%s + 1) : %d)", dst, t.hi, dst, t.lo)
	}
	return g.literal(t)
}

func (g *gen) ifStatement(depth int) {
	g.line("if %s then", g.boolean(2))
	g.inside(func() { g.statements(1+g.upTo(1), depth) })
	if g.chance(25) {
		g.line("elsif %s then", g.boolean(1))
		g.inside(func() { g.statement(depth) })
	}
	if g.chance(40) {
		g.line("else")
		g.inside(func() { g.statement(depth) })
	}
	g.line("end;")
}

func (g *gen) switchStatement(depth int) {
	t := pick(g, g.enums)
	x := g.expr(t, 1)
	if g.chance(30) {
		t = pick(g, g.ranges)
		x = g.number(1)
	}
	g.line("switch %s", x)
	g.indent++
	for range 1 + g.upTo(1) {
		label := fmt.Sprint(t.lo + g.r.IntN(t.size()))
		if t.kind == enum {
			label = pick(g, t.members)
			if g.chance(30) {
				label += ", " + pick(g, t.members)
			}
		}
		g.line("case %s:", label)
		g.inside(func() { g.statement(depth) })
	}
	if g.chance(50) {
		g.line("else")
		g.inside(func() { g.statement(depth) })
	}
	g.indent--
	g.line("end;")
}

// forStatement loops over a set, writing only elements of one array at the
// loop variable, or over an enum or a range, writing what it likes.
func (g *gen) forStatement(depth int) {
	v := &variable{name: g.name("i"), readOnly: true, certain: true}
	if g.loop != nil || g.chance(35) {
		if g.loop != nil {
			g.assign()
			return
		}
		v.typ = pick(g, g.enums)
		domain := ": " + v.typ.name
		if g.chance(50) {
			v.typ = anyNumber
			domain = fmt.Sprintf(" := %d to %d by %d", g.upTo(1), 1+g.upTo(2), 1+g.upTo(1))
		}
		g.line("for %s%s do", v.name, domain)
		g.inside(func() { g.statement(depth) }, v)
		g.line("end;")
		return
	}
	var arrays []*variable
	for _, a := range g.globals {
		if a.typ.kind == array && a.typ.index.kind == set {
			arrays = append(arrays, a)
		}
	}
	if len(arrays) == 0 {
		g.assign()
		return
	}
	a := pick(g, arrays)
	v.typ = a.typ.index
	g.line("for %s: %s do", v.name, v.typ.name)
	g.loop, g.written = v, a
	g.inside(func() { g.statements(1+g.upTo(1), depth) }, v)
	g.loop, g.written = nil, nil
	g.line("end;")
}

func (g *gen) aliasStatement(depth int) {
	t := pick(g, g.simple)
	if g.chance(30) {
		t = pick(g, g.composite)
	}
	x, ok := g.read(t)
	if !ok {
		g.assign()
		return
	}
	text := x.text
	// Written through only if what it names may be.
	a := &variable{name: g.name("a"), typ: t, readOnly: true}
	if dst, writable := g.target(t); writable && g.chance(60) {
		text, a.readOnly = dst.text, false
	}
	g.line("alias %s: %s do", a.name, text)
	g.inside(func() { g.statements(1+g.upTo(1), depth) }, a)
	g.line("end;")
}

func (g *gen) undefineOrClear() {
	t := pick(g, g.simple)
	if g.chance(20) {
		t = pick(g, g.composite)
	}
	dst, ok := g.target(t)
	switch {
	case !ok:
		g.assign()
	case t.has(set) || g.sloppy && g.chance(40):
		g.line("undefine %s;", dst.text)
	default:
		g.line("clear %s;", dst.text)
	}
}

func (g *gen) callStatement() {
	for _, f := range g.funcs {
		if f.result != nil || g.chance(30) {
			continue
		}
		var args []string
		for i, p := range f.params {
			x, ok := g.target(p)
			a := x.text
			if !f.byRef[i] {
				a = g.expr(p, 1)
				if ok = a != ""; p.kind == number && g.chance(80) {
					a = g.literal(p)
				}
			}
			if !ok {
				break
			}
			args = append(args, a)
		}
		if len(args) == len(f.params) {
			g.line("%s(%s);", f.name, strings.Join(args, ", "))
			return
		}
	}
	g.assign()
}
