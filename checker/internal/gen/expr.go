package gen

import (
	"fmt"
	"strings"
)

// designators returns texts that name parts of type t in v, one for each way
// through its records and arrays.
func (g *gen) designators(v *variable, t *typ) []string {
	var out []string
	var walk func(text string, at *typ)
	walk = func(text string, at *typ) {
		if at.same(t) {
			out = append(out, text)
		}
		switch at.kind {
		case record:
			for _, f := range at.fields {
				walk(text+"."+f.name, f.typ)
			}
		case array:
			if i, ok := g.indexInto(v, at.index); ok {
				walk(text+"["+i+"]", at.elem)
			}
		}
	}
	walk(v.name, v.typ)
	return out
}

// indexInto is an index for an array in v.
func (g *gen) indexInto(v *variable, t *typ) (string, bool) {
	switch t.kind {
	case boolean:
		return pick(g, []string{"false", "true"}), true
	case enum:
		return pick(g, t.members), true
	case number:
		if g.indices < 2 && g.chance(15) {
			g.indices++
			defer func() { g.indices-- }()
			return g.number(1), true
		}
		return fmt.Sprint(t.lo + g.r.IntN(t.size())), true
	}
	if g.loop != nil && v == g.written {
		return g.loop.name, g.loop.typ == t
	}
	var names []string
	for _, s := range g.scope {
		if s.typ == t {
			names = append(names, s.name)
		}
	}
	if len(names) > 0 {
		return pick(g, names), true
	}
	// A state variable of the type: undefined now and then, which fails.
	for _, s := range g.globals {
		if s.typ == t && g.chance(70) {
			return s.name, true
		}
	}
	return "", false
}

// read returns a variable's part of type t, or false when there is none.
func (g *gen) read(t *typ) (string, bool) {
	var all []string
	for _, v := range g.globals {
		all = append(all, g.designators(v, t)...)
	}
	for _, v := range g.scope {
		d := g.designators(v, t)
		all = append(append(all, d...), d...)
	}
	if len(all) == 0 {
		return "", false
	}
	return pick(g, all), true
}

// expr returns an expression of type t.
func (g *gen) expr(t *typ, depth int) string {
	switch t.kind {
	case boolean:
		return g.boolean(depth)
	case number:
		return g.number(depth)
	}
	if depth > 0 && t.kind != token && g.chance(12) {
		if a, b := g.expr(t, 0), g.expr(t, 0); a != "" && b != "" {
			return fmt.Sprintf("(%s ? %s : %s)", g.boolean(depth-1), a, b)
		}
	}
	if depth > 0 && g.chance(15) {
		if call, ok := g.call(t, depth-1); ok {
			return call
		}
	}
	if t.kind == enum && g.chance(50) {
		return pick(g, t.members)
	}
	if t.kind == token && g.chance(15) {
		return "0"
	}
	if s, ok := g.read(t); ok {
		return s
	}
	switch t.kind {
	case enum:
		return pick(g, t.members)
	case token:
		return "0"
	}
	return "" // no value of a scalarset at hand
}

// call returns a call of a function with result type t.
func (g *gen) call(t *typ, depth int) (string, bool) {
	for _, f := range g.funcs {
		if f.result == nil || !f.result.same(t) || g.chance(30) {
			continue
		}
		var args []string
		for _, p := range f.params {
			a := g.expr(p, depth)
			if a == "" {
				return "", false
			}
			args = append(args, a)
		}
		return fmt.Sprintf("%s(%s)", f.name, strings.Join(args, ", ")), true
	}
	return "", false
}

// number returns an expression for a number.
func (g *gen) number(depth int) string {
	if depth > 0 && g.chance(50) {
		x, y := g.number(depth-1), g.number(depth-1)
		switch n := g.r.IntN(20); {
		case n < 6:
			return fmt.Sprintf("(%s + %s)", x, y)
		case n < 11:
			return fmt.Sprintf("(%s - %s)", x, y)
		case n < 12:
			return fmt.Sprintf("(%s * %s)", x, y)
		case n < 13:
			return fmt.Sprintf("(%s %s %s)", x, pick(g, []string{"/", "%"}), y)
		case n < 14:
			return fmt.Sprintf("(%s %s %s)", x, pick(g, []string{"<<", ">>", "&", "|", "^"}), y)
		case n < 15:
			return fmt.Sprintf("(-%s)", x)
		case n < 17:
			return fmt.Sprintf("(%s ? %s : %s)", g.boolean(depth-1), x, y)
		}
		if call, ok := g.call(anyNumber, depth-1); ok {
			return call
		}
	}
	if s, ok := g.read(anyNumber); ok && g.chance(65) {
		return s
	}
	return fmt.Sprint(g.upTo(3))
}

// boolean returns a condition.
func (g *gen) boolean(depth int) string {
	if depth > 0 {
		switch n := g.r.IntN(24); {
		case n < 5:
			op := pick(g, []string{"&", "|", "->", "&", "&&", "||"})
			return fmt.Sprintf("(%s %s %s)", g.boolean(depth-1), op, g.boolean(depth-1))
		case n < 7:
			return fmt.Sprintf("(!%s)", g.boolean(depth-1))
		case n < 11:
			return g.quantified(depth - 1)
		case n < 12:
			return fmt.Sprintf("(%s ? %s : %s)", g.boolean(depth-1), g.boolean(depth-1), g.boolean(depth-1))
		case n < 14:
			if call, ok := g.call(boolType, depth-1); ok {
				return call
			}
		}
	}
	if g.chance(15) {
		if s, ok := g.read(boolType); ok {
			return s
		}
	}
	return g.comparison(depth)
}

// comparison compares two values, or asks for one whether it is defined.
func (g *gen) comparison(depth int) string {
	t := pick(g, g.simple)
	if g.chance(8) && len(g.composite) > 0 {
		t = pick(g, g.composite)
	}
	if g.chance(15) && t.simple() {
		if s, ok := g.read(t); ok {
			return fmt.Sprintf("%sisundefined(%s)", pick(g, []string{"", "!"}), s)
		}
	}
	ops := []string{"=", "!="}
	var x, y string
	switch t.kind {
	case record, array:
		x, _ = g.read(t)
		y, _ = g.read(t)
	case number, token:
		ops = []string{"=", "!=", "<", "<=", ">", ">="}
		x, y = g.expr(t, max(0, depth-1)), g.expr(t, 0)
	default:
		x, y = g.expr(t, max(0, depth-1)), g.expr(t, 0)
	}
	if v, ok := g.read(t); ok && t.kind != number && g.chance(85) {
		x = v
	}
	if x == "" || y == "" {
		return pick(g, []string{"true", "false", "true"})
	}
	if strings.HasPrefix(x, "!") {
		x = "(" + x + ")"
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(g, ops), y)
}

// quantified returns a forall or exists.
func (g *gen) quantified(depth int) string {
	word := pick(g, []string{"forall", "exists"})
	v := &variable{name: g.name("q"), readOnly: true}
	var domain string
	switch n := g.r.IntN(10); {
	case n < 6:
		v.typ = pick(g, g.sets)
		domain = ": " + v.typ.name
	case n < 8:
		v.typ = pick(g, g.enums)
		domain = ": " + v.typ.name
	case n < 9:
		v.typ = pick(g, g.ranges)
		domain = ": " + v.typ.name
	default:
		v.typ = anyNumber
		domain = fmt.Sprintf(" := %d to %d", g.upTo(1), 1+g.upTo(2))
	}
	g.scope = append(g.scope, v)
	body := g.boolean(depth)
	g.scope = g.scope[:len(g.scope)-1]
	return fmt.Sprintf("(%s %s%s do %s end)", word, v.name, domain, body)
}
