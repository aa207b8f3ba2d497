// Package gen makes random models in Murphi: well typed, small, and with as
// much of the language as fits. Two implementations of the language that agree
// on many of them probably agree.
//
// A model is a function of its seed alone. Nothing keeps it from failing at
// run time (undefined values, numbers out of range): failures are results
// like any other. It is kept from breaking the static rules for scalarsets,
// ordinals and annotated models most of the time, not always.
package gen

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Model returns the model of a seed.
func Model(seed uint64) string {
	g := &gen{r: rand.New(rand.NewPCG(seed, 0x10c4))}
	g.annotated = g.chance(40)
	g.sloppy = g.chance(15)
	g.line("-- random model %d", seed)
	if g.annotated {
		g.line(`--! protocol random "random model"`)
	}
	g.types()
	g.variables()
	for range g.upTo(2) {
		g.function()
	}
	for range g.upTo(2) {
		g.procedure()
	}
	for range 1 + g.upTo(1) {
		g.startState()
	}
	g.inRules = true
	for range 3 + g.upTo(3) {
		g.mover()
	}
	for range 2 + g.upTo(4) {
		g.rule()
	}
	g.inRules = false
	g.properties()
	return g.b.String()
}

// gen is the state of the making.
type gen struct {
	r         *rand.Rand
	b         strings.Builder
	indent    int
	names     int
	indices   int // computed ones around the expression being made
	annotated bool
	sloppy    bool // leaves variables undefined
	inRules   bool

	sets, enums, ranges []*typ
	token               *typ // nil: the model has no ordinals
	simple              []*typ
	composite           []*typ

	globals []*variable
	scope   []*variable // locals, parameters, loop variables; innermost last
	funcs   []*function
	counter *variable // the newest token, when there are tokens

	// In a loop over a scalarset: its variable, and the only array that may be
	// written, at the loop variable.
	loop, written *variable
}

// variable is something that has a name and a type. Aliases and constants of
// loops cannot be written.
type variable struct {
	name     string
	typ      *typ
	readOnly bool
	certain  bool // never undefined
}

// function is one that can be called; result is nil for a procedure.
type function struct {
	name   string
	params []*typ
	result *typ
	byRef  []bool
}

func (g *gen) upTo(n int) int          { return g.r.IntN(n + 1) }
func (g *gen) chance(percent int) bool { return g.r.IntN(100) < percent }

// pick returns one of the choices.
func pick[T any](g *gen, choices []T) T { return choices[g.r.IntN(len(choices))] }

func (g *gen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *gen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// inside runs f one level further in, with variables that vanish after it.
func (g *gen) inside(f func(), vars ...*variable) {
	n := len(g.scope)
	g.scope = append(g.scope, vars...)
	g.indent++
	f()
	g.indent--
	g.scope = g.scope[:n]
}
