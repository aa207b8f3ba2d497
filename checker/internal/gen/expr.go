package gen

import (
	"fmt"
	"strings"
)

// part is a part of a variable. A part that can be undefined in a careful
// model is unsure.
type part struct {
	text   string
	typ    *typ
	unsure bool
}

// designators returns the parts of type t in v, one for each way through its
// records and arrays.
func (g *gen) designators(v *variable, t *typ) []part {
	var out []part
	var walk func(text string, at *typ)
	walk = func(text string, at *typ) {
		if at.same(t) {
			out = append(out, part{text, at, at.kind == set && !v.certain})
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
		if s.typ == t && (s.certain || g.chance(15)) {
			names = append(names, s.name)
		}
	}
	if len(names) > 0 {
		return pick(g, names), true
	}
	// A state variable of the type: undefined now and then, which fails.
	for _, s := range g.globals {
		if s.typ == t && g.chance(15) {
			return s.name, true
		}
	}
	return "", false
}

// read returns a variable's part of type t, or false when there is none.
func (g *gen) read(t *typ) (part, bool) {
	var all []part
	for _, v := range g.globals {
		all = append(all, g.designators(v, t)...)
	}
	for _, v := range g.scope {
		d := g.designators(v, t)
		all = append(append(all, d...), d...)
	}
	if len(all) == 0 {
		return part{}, false
	}
	return pick(g, all), true
}

// other returns a part of the same type as x, another one if there is one at
// hand.
func (g *gen) other(x part) part {
	for range 6 {
		if y, ok := g.read(x.typ); ok && y.text != x.text {
			return y
		}
	}
	return x
}

// literal is a value of t written out; "" for the values of a set.
func (g *gen) literal(t *typ) string {
	switch t.kind {
	case boolean:
		return pick(g, []string{"false", "true"})
	case enum:
		return pick(g, t.members)
	case token:
		return "0"
	case number:
		if t == anyNumber {
			return fmt.Sprint(g.upTo(3))
		}
		return fmt.Sprint(t.lo + g.r.IntN(t.size()))
	}
	return ""
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
	if x, ok := g.read(t); ok && !(x.unsure && g.chance(70)) {
		return x.text
	}
	return g.literal(t)
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
			if g.chance(80) {
				y = fmt.Sprint(1 + g.upTo(1))
			}
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
	if x, ok := g.read(anyNumber); ok && g.chance(65) {
		return x.text
	}
	return g.literal(anyNumber)
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
	if g.chance(40) {
		return g.comparison(depth)
	}
	return g.atom()
}

// atom is a plain condition on one part of the state, that fails neither often
// nor by an undefined value.
func (g *gen) atom() string {
	for range 10 {
		x, ok := g.read(pick(g, g.simple))
		if !ok {
			continue
		}
		y := g.literal(x.typ)
		switch x.typ.kind {
		case boolean:
			if g.chance(50) {
				return x.text
			}
		case number:
			return fmt.Sprintf("(%s %s %s)", x.text, pick(g, []string{"=", "=", "!=", "<", "<=", ">", ">="}), y)
		case token:
			if g.chance(70) {
				y = g.other(x).text
			}
			return fmt.Sprintf("(%s %s %s)", x.text, pick(g, []string{"=", "!=", "<", "<=", ">", ">="}), y)
		case set:
			return g.sameValue(x, g.other(x))
		}
		return fmt.Sprintf("(%s %s %s)", x.text, pick(g, []string{"=", "=", "!="}), y)
	}
	return g.comparison(0)
}

// sameValue compares values of a set, if they are defined.
func (g *gen) sameValue(x, y part) string {
	text := fmt.Sprintf("%s %s %s", x.text, pick(g, []string{"=", "!="}), y.text)
	for _, p := range []part{y, x} {
		if p.unsure {
			text = fmt.Sprintf("!isundefined(%s) & %s", p.text, text)
		}
	}
	if x.unsure && g.chance(40) {
		text = fmt.Sprintf("%sisundefined(%s)", pick(g, []string{"", "!"}), x.text)
	}
	return "(" + text + ")"
}

// rare is a condition that few states meet.
func (g *gen) rare() string {
	if g.chance(60) {
		return g.corner()
	}
	text := g.atom()
	for range 1 + g.upTo(2) {
		text += " & " + g.atom()
	}
	if g.chance(25) {
		text += " & " + g.boolean(2)
	}
	return "(" + text + ")"
}

// corner fixes the values of a few parts: it takes some steps to get there.
func (g *gen) corner() string {
	var all []string
	seen := map[string]bool{}
	for range 2 + g.upTo(2) {
		x, ok := g.read(pick(g, g.simple))
		if !ok || seen[x.text] {
			continue
		}
		seen[x.text] = true
		switch x.typ.kind {
		case set:
			all = append(all, fmt.Sprintf("%sisundefined(%s)", pick(g, []string{"", "!", "!"}), x.text))
		case token:
			all = append(all, fmt.Sprintf("%s != %s", x.text, g.other(x).text))
		default:
			all = append(all, fmt.Sprintf("%s = %s", x.text, g.literal(x.typ)))
		}
	}
	if len(all) == 0 {
		return "(" + g.atom() + ")"
	}
	return "(" + strings.Join(all, " & ") + ")"
}

// comparison compares two values of any kind.
func (g *gen) comparison(depth int) string {
	t := pick(g, g.simple)
	if g.chance(8) && len(g.composite) > 0 {
		t = pick(g, g.composite)
	}
	if !t.simple() {
		x, ok := g.read(t)
		if !ok {
			return "true"
		}
		return fmt.Sprintf("(%s %s %s)", x.text, pick(g, []string{"=", "!="}), g.other(x).text)
	}
	if x, ok := g.read(t); ok && g.chance(10) {
		return fmt.Sprintf("(%sisundefined(%s))", pick(g, []string{"", "!"}), x.text)
	}
	ops := []string{"=", "!="}
	if t.kind == number || t.kind == token {
		ops = append(ops, "<", "<=", ">", ">=")
	}
	x, y := g.expr(t, max(0, depth-1)), g.expr(t, 0)
	if v, ok := g.read(t); ok && t.kind != number && g.chance(85) {
		x = v.text
	}
	if x == "" || y == "" {
		return pick(g, []string{"true", "false", "true"})
	}
	return fmt.Sprintf("(%s %s %s)", x, pick(g, ops), y)
}

// quantified returns a forall or exists.
func (g *gen) quantified(depth int) string {
	word := pick(g, []string{"forall", "exists"})
	v := &variable{name: g.name("q"), readOnly: true, certain: true}
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
