package gen

import (
	"fmt"
	"strings"
)

type kind uint8

const (
	boolean kind = iota
	number
	enum
	set
	token
	record
	array
)

// typ is a type of the model.
type typ struct {
	kind        kind
	name        string // declared, or the text of a range
	lo, hi      int    // number
	members     []string
	fields      []*variable
	index, elem *typ
}

var boolType = &typ{kind: boolean, name: "boolean"}

// anyNumber is what arithmetic yields.
var anyNumber = &typ{kind: number, lo: -100, hi: 100}

func (t *typ) simple() bool { return t.kind != record && t.kind != array }

// same reports whether a value of t can be where u is asked for.
func (t *typ) same(u *typ) bool { return t == u || t.kind == number && u.kind == number }

// leaves is the number of simple parts of t, given the sizes of sets.
func (t *typ) leaves() int {
	switch t.kind {
	case record:
		n := 0
		for _, f := range t.fields {
			n += f.typ.leaves()
		}
		return n
	case array:
		return t.index.size() * t.elem.leaves()
	}
	return 1
}

// size is the number of values of a simple type.
func (t *typ) size() int {
	switch t.kind {
	case boolean:
		return 2
	case enum:
		return len(t.members)
	}
	return t.hi - t.lo + 1
}

// has reports whether a part of t is of the given kind.
func (t *typ) has(k kind) bool {
	switch t.kind {
	case record:
		for _, f := range t.fields {
			if f.typ.has(k) {
				return true
			}
		}
		return false
	case array:
		return t.elem.has(k)
	}
	return t.kind == k
}

// types declares the types.
func (g *gen) types() {
	g.line("const SIZE: %d;", 2+g.upTo(1))
	g.line("const TOP: 6;")
	g.line("type")
	g.indent++
	g.addSet("client", "SIZE", 3)
	if g.chance(25) {
		g.addSet("place", "2", 2)
	}
	for range 1 + g.upTo(1) {
		t := &typ{kind: enum, name: g.name("colour")}
		for range 2 + g.upTo(1) {
			t.members = append(t.members, g.name("m"))
		}
		g.enums = append(g.enums, t)
		g.line("%s: enum { %s };", t.name, strings.Join(t.members, ", "))
	}
	for range 1 + g.upTo(1) {
		lo := -g.upTo(1)
		t := &typ{kind: number, name: g.name("small"), lo: lo, hi: lo + 1 + g.upTo(2)}
		g.ranges = append(g.ranges, t)
		g.line("%s: %d..%d;", t.name, t.lo, t.hi)
	}
	g.simple = append(g.simple, boolType)
	g.simple = append(append(append(g.simple, g.sets...), g.enums...), g.ranges...)
	if g.chance(40) {
		g.token = &typ{kind: token, name: "token", hi: 6}
		g.line("token: 0..TOP; --! ordinal")
		g.simple = append(g.simple, g.token, g.token)
	}
	for range 1 + g.upTo(2) {
		g.composite = append(g.composite, g.compositeType())
	}
	g.indent--
}

func (g *gen) addSet(name, size string, most int) {
	t := &typ{kind: set, name: name, lo: 0, hi: most - 1}
	g.sets = append(g.sets, t)
	g.line("%s: scalarset(%s);", name, size)
}

// part is a type for a field or an element.
func (g *gen) part() *typ {
	if len(g.composite) > 0 && g.chance(35) {
		if t := pick(g, g.composite); t.leaves() <= 4 {
			return t
		}
	}
	return pick(g, g.simple)
}

func (g *gen) compositeType() *typ {
	if g.chance(45) {
		t := &typ{kind: record, name: g.name("rec")}
		var fields []string
		for range 1 + g.upTo(2) {
			f := &variable{name: g.name("f"), typ: g.part()}
			t.fields = append(t.fields, f)
			fields = append(fields, fmt.Sprintf("%s: %s;", f.name, f.typ.name))
		}
		g.line("%s: record %s end;", t.name, strings.Join(fields, " "))
		return t
	}
	t := &typ{kind: array, name: g.name("arr"), elem: g.part()}
	switch n := g.r.IntN(10); {
	case n < 7:
		t.index = pick(g, g.sets)
	case n < 8:
		t.index = pick(g, g.enums)
	case n < 9:
		t.index = pick(g, g.ranges)
	default:
		t.index = boolType
	}
	g.line("%s: array [%s] of %s;", t.name, t.index.name, t.elem.name)
	return t
}

// variables declares the state: few parts, so that states are few.
func (g *gen) variables() {
	g.line("var")
	g.indent++
	left := 9 + g.upTo(6)
	add := func(t *typ) {
		if n := t.leaves(); n <= left {
			left -= n
			v := &variable{name: g.name("v"), typ: t}
			g.globals = append(g.globals, v)
			g.line("%s: %s;", v.name, t.name)
		}
	}
	if g.token != nil {
		add(g.token)
		g.counter = g.globals[0]
		g.counter.readOnly = true // but for minting
	}
	for _, t := range g.composite {
		if g.chance(70) {
			add(t)
		}
	}
	for range 1 + g.upTo(2) {
		add(pick(g, g.simple))
	}
	if len(g.globals) == 0 {
		left = 12
		add(pick(g, g.enums))
	}
	g.indent--
}
