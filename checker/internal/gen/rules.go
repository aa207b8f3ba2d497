package gen

import (
	"fmt"
	"strings"
)

// function writes a function without effects.
func (g *gen) function() {
	f := &function{name: g.name("fn"), result: pick(g, g.simple)}
	if f.result.kind == set || f.result.kind == token || g.chance(40) {
		f.result = boolType
	}
	params, vars := g.parameters(f, false)
	g.line("function %s(%s): %s;", f.name, params, f.result.name)
	local := &variable{name: g.name("l"), typ: pick(g, g.ranges)}
	g.line("var %s: %s;", local.name, local.typ.name)
	g.line("begin")
	g.inside(func() {
		if g.chance(50) {
			g.initialise(local.name, local.typ)
			g.scope = append(g.scope, local)
		}
		if g.chance(50) {
			if e := g.expr(f.result, 1); e != "" {
				g.line("if %s then return %s; end;", g.boolean(1), e)
			}
		}
		if g.chance(15) {
			g.line("assert !%s \"%s\";", g.rare(), g.name("claim"))
		}
		if f.result.kind == number && g.chance(80) {
			g.line("return %s;", g.literal(f.result))
			return
		}
		g.line("return %s;", g.expr(f.result, 2))
	}, vars...)
	g.line("end;")
	g.funcs = append(g.funcs, f)
}

// procedure writes a procedure that changes things.
func (g *gen) procedure() {
	f := &function{name: g.name("pr")}
	params, vars := g.parameters(f, true)
	g.line("procedure %s(%s);", f.name, params)
	g.line("begin")
	g.inside(func() { g.statements(1+g.upTo(1), 1) }, vars...)
	g.line("end;")
	g.funcs = append(g.funcs, f)
}

func (g *gen) parameters(f *function, refs bool) (text string, vars []*variable) {
	var parts []string
	for range g.upTo(2) {
		t := pick(g, g.simple)
		if g.chance(15) {
			t = pick(g, g.composite)
		}
		v := &variable{name: g.name("p"), typ: t, readOnly: true}
		ref := refs && t.kind != token && g.chance(50)
		word := ""
		if ref {
			v.readOnly = false
			word = "var "
		}
		f.params = append(f.params, t)
		f.byRef = append(f.byRef, ref)
		parts = append(parts, fmt.Sprintf("%s%s: %s", word, v.name, t.name))
		vars = append(vars, v)
	}
	return strings.Join(parts, "; "), vars
}

// startState gives most variables a value.
func (g *gen) startState() {
	g.ruleset(30, func() {
		g.line("startstate \"%s\" begin", g.name("Start"))
		g.inside(func() {
			for _, v := range g.globals {
				g.initialise(v.name, v.typ)
			}
			if g.chance(20) {
				g.statement(1)
			}
		})
		g.line("end;")
	})
}

func (g *gen) initialise(text string, t *typ) {
	if g.sloppy && t.simple() && g.chance(10) {
		return // stays undefined
	}
	switch t.kind {
	default:
		g.line("%s := %s;", text, g.literal(t))
	case set:
		for _, s := range g.scope {
			if s.typ == t && g.chance(60) {
				g.line("%s := %s;", text, s.name)
				return
			}
		}
	case record:
		for _, f := range t.fields {
			g.initialise(text+"."+f.name, f.typ)
		}
	case array:
		i := &variable{name: g.name("i"), typ: t.index, readOnly: true, certain: true}
		g.line("for %s: %s do", i.name, t.index.name)
		// Not in scope: what the loop copies must not depend on its order.
		g.indent++
		g.initialise(text+"["+i.name+"]", t.elem)
		g.indent--
		g.line("end;")
	}
}

// ruleset writes f alone or, at the given chance more and more, in rulesets.
func (g *gen) ruleset(percent int, f func()) {
	if !g.chance(percent) {
		f()
		return
	}
	v := &variable{name: g.name("c"), typ: pick(g, g.sets), readOnly: true, certain: true}
	switch {
	case g.inRules && g.token != nil && g.choosing() && g.chance(30):
		v.typ = g.token
	case g.chance(15):
		v.typ = pick(g, g.enums)
	case g.chance(15):
		v.typ = pick(g, g.ranges)
	}
	g.line("ruleset %s: %s do", v.name, v.typ.name)
	g.inside(func() { g.ruleset(percent/4, f) }, v)
	g.line("end;")
}

// choosing: tokens of this model are chosen; else they are minted. Both would
// mint below a live value.
func (g *gen) choosing() bool { return len(g.enums[0].members) == 2 }

func (g *gen) rule() {
	g.ruleset(70, func() {
		if g.chance(15) {
			t := pick(g, g.simple)
			if text, ok := g.read(t); ok {
				a := &variable{name: g.name("a"), typ: t, readOnly: true}
				g.line("alias %s: %s do", a.name, text.text)
				g.inside(g.simpleRule, a)
				g.line("end;")
				return
			}
		}
		g.simpleRule()
	})
}

func (g *gen) simpleRule() {
	ann := ""
	switch {
	case g.annotated && g.chance(25):
		ann = " --! fault " + pick(g, []string{"pause", "crash", "delay"})
	case g.annotated && g.chance(60):
		ann = " --! line C1"
	}
	mints := g.token != nil && !g.choosing() && g.chance(40)
	g.line("rule \"%s\"%s", g.name("R"), ann)
	guard, move := g.move()
	if move == "" {
		guard = g.guard()
	}
	if mints {
		guard = fmt.Sprintf("%s < TOP & %s", g.counter.name, guard)
	}
	g.line("  %s ==>", guard)
	var locals []*variable
	if g.chance(25) {
		l := &variable{name: g.name("l"), typ: pick(g, g.simple)}
		if l.typ.kind != token {
			g.line("var %s: %s;", l.name, l.typ.name)
			locals = append(locals, l)
		}
	}
	g.line("begin")
	g.inside(func() {
		for _, l := range locals {
			g.initialise(l.name, l.typ)
		}
		if mints {
			g.line("%s := %s + 1;", g.counter.name, g.counter.name)
		}
		if move != "" {
			g.line("%s", move)
			if g.chance(40) {
				g.statement(1)
			}
			return
		}
		g.statements(1+g.upTo(2), 2)
	}, locals...)
	g.line("end;")
}

// mover writes rules that do nothing but give one part of the state another
// value, and mostly lead back: without some of these most models stand still.
func (g *gen) mover() {
	g.ruleset(80, func() {
		for range 10 {
			x, ok := g.target(pick(g, g.simple))
			if !ok || x.typ.kind == token || x.typ.kind == set && !g.hasValue(x.typ) {
				continue
			}
			switch {
			case x.typ.kind == boolean:
				g.small("true", fmt.Sprintf("%s := !%s", x.text, x.text))
			case x.typ.kind == number && g.chance(60):
				g.small("true", fmt.Sprintf("%s := ((%s < %d) ? (%s + 1) : %d)", x.text, x.text, x.typ.hi, x.text, x.typ.lo))
			case x.typ.kind == set:
				g.small(fmt.Sprintf("isundefined(%s)", x.text), fmt.Sprintf("%s := %s", x.text, g.value(x.typ)))
				if g.chance(60) {
					g.small(fmt.Sprintf("!isundefined(%s)", x.text), "undefine "+x.text)
				}
			default:
				for range 1 + g.upTo(2) {
					to := g.literal(x.typ)
					g.small(fmt.Sprintf("%s != %s", x.text, to), fmt.Sprintf("%s := %s", x.text, to))
				}
			}
			return
		}
		g.simpleRule()
	})
}

// small writes a rule of one statement, now and then a fault.
func (g *gen) small(guard, statement string) {
	ann := ""
	if g.annotated && g.chance(20) {
		ann = " --! fault pause"
	}
	g.line("rule \"%s\"%s", g.name("M"), ann)
	g.line("  %s ==> begin %s; end;", guard, statement)
}

func (g *gen) hasValue(t *typ) bool { return g.value(t) != "" }

// value is a variable in scope that holds a value of a set for sure.
func (g *gen) value(t *typ) string {
	for _, s := range g.scope {
		if s.typ == t && s.certain {
			return s.name
		}
	}
	return ""
}

// move makes a rule lead somewhere: a guard that asks for one value of a part
// of the state and a statement that gives it another. Both are "" now and then.
func (g *gen) move() (guard, statement string) {
	if g.chance(35) {
		return "", ""
	}
	x, ok := g.target(pick(g, g.simple))
	if !ok {
		return "", ""
	}
	from, to := g.literal(x.typ), g.literal(x.typ)
	for range 5 {
		if from == to {
			to = g.literal(x.typ)
		}
	}
	switch {
	case x.typ.kind == number && g.chance(40):
		guard, statement = fmt.Sprintf("%s < %d", x.text, x.typ.hi), fmt.Sprintf("%s := %s + 1;", x.text, x.text)
	case x.typ.kind == token:
		y := g.other(x)
		guard, statement = fmt.Sprintf("%s != %s", x.text, y.text), fmt.Sprintf("%s := %s;", x.text, y.text)
	case x.typ.kind == set:
		guard, statement = fmt.Sprintf("!isundefined(%s)", x.text), fmt.Sprintf("undefine %s;", x.text)
		for _, s := range g.scope {
			if s.typ == x.typ && s.certain && g.chance(70) {
				guard, statement = guard[1:], fmt.Sprintf("%s := %s;", x.text, s.name)
				break
			}
		}
	default:
		guard, statement = fmt.Sprintf("%s = %s", x.text, from), fmt.Sprintf("%s := %s;", x.text, to)
		if g.chance(50) {
			guard = fmt.Sprintf("%s != %s", x.text, to)
		}
	}
	if g.chance(30) {
		guard += " & " + g.atom()
	}
	return guard, statement
}

// guard is a condition that some states meet: on one or two parts mostly.
func (g *gen) guard() string {
	switch n := g.r.IntN(10); {
	case n < 1:
		return "true"
	case n < 5:
		return g.atom()
	case n < 8:
		return g.atom() + " & " + g.atom()
	}
	return g.boolean(2)
}

func (g *gen) properties() {
	for range 1 + g.upTo(2) {
		g.ruleset(30, func() { g.line("invariant \"%s\" !%s;", g.name("holds"), g.rare()) })
	}
	for range g.upTo(2) {
		g.ruleset(30, func() { g.line("cover \"%s\" %s;", g.name("seen"), g.rare()) })
	}
	for g.chance(60) { // sometimes several
		g.ruleset(15, func() { g.line("liveness \"%s\" %s;", g.name("later"), g.boolean(2)) })
	}
	if g.chance(10) {
		g.ruleset(30, func() { g.line("liveness \"%s\" %s;", g.name("later"), g.rare()) })
	}
	if g.chance(10) {
		g.line("assume \"%s\" !%s;", g.name("given"), g.rare())
	}
}
