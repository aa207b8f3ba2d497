package vm

import (
	"fmt"
	"io/fs"
	"slices"

	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/model/symmetry"
)

// Switch turns something on or off. The zero Switch is On.
type Switch uint8

const (
	On Switch = iota
	Off
)

// Options say how a model is checked.
type Options struct {
	Variant    string            // a variant of the model, or ""
	Params     map[string]string // flag to value; nil: the model's defaults
	Faults     murphi.FaultSet
	Symmetry   Switch
	Ranks      Switch
	Properties []string // by name; nil: all. Covers are always evaluated
	Bounded    bool     // durations count: the model has clocks

	limits limits // zero: defaultLimits
}

// Program is a compiled model. It implements [model.System] and
// [model.Roomier].
type Program struct {
	Tree     *murphi.Model
	Settings murphi.Settings // what Load settled

	opt        Options
	room       int64 // beyond what the text of the rules asks for
	main       *bytecode
	startSeen  []map[int64]bool // by leaf: its values in the start states
	start      *bytecode        // over a layout in which every leaf may be undefined
	reducer    *symmetry.Reducer
	packing    *symmetry.Packing
	symmetric  map[*murphi.Type]int // offset in a permutation
	rules      []*table
	starts     []*table
	props      []*table
	verdicts   []bool    // of the property instances before they are evaluated
	clocks     []*clocks // by rule; nil where it has none, or durations do not count
	hasAssumes bool
	costs      *costs
	mutable    map[murphi.Decl]bool // see compiler
	// faultBlocks switches the blocks of faults off.
	faultBlocks []uint64
}

var (
	_ model.System  = (*Program)(nil)
	_ model.Roomier = (*Program)(nil)
	_ model.Mover   = (*Machine)(nil)
)

// Load reads, configures, checks and compiles a model.
func Load(fsys fs.FS, name string, opt Options) (*Program, murphi.Diagnostics) {
	m, diags := murphi.Load(fsys, name)
	if diags.HasErrors() {
		return nil, diags
	}
	settings, more := murphi.Configure(m, murphi.Config{Variant: opt.Variant, Params: opt.Params, Faults: opt.Faults, Bounded: opt.Bounded})
	if diags = append(diags, more...); diags.HasErrors() {
		return nil, diags
	}
	diags = append(diags, murphi.Check(m, murphi.CheckOptions{Symmetry: opt.Symmetry == On})...)
	if diags.HasErrors() {
		return nil, diags
	}
	p, err := Compile(m, opt)
	if err != nil {
		at := murphi.Pos{File: name, Line: 1, Col: 1}
		return nil, append(diags, murphi.Diagnostic{
			Severity: murphi.Error, Span: murphi.Span{Start: at, End: at}, Code: "limit", Message: err.Error(),
		})
	}
	p.Settings = settings
	return p, diags
}

// Compile compiles a checked model. Variant, Params and Faults have no effect:
// they were settled when the tree was configured.
func Compile(m *murphi.Model, opt Options) (*Program, error) {
	if opt.limits == (limits{}) {
		opt.limits = defaultLimits
	}
	return compile(m, opt, 0)
}

func compile(m *murphi.Model, opt Options, room int64) (*Program, error) {
	p := &Program{Tree: m, opt: opt, room: room, costs: newCosts(opt.limits.unroll), mutable: assigned(m)}
	p.findSymmetric()
	leaves, err := unfold(m)
	if err != nil {
		return nil, err
	}
	extra := p.extra()
	if err := p.compileStarts(leaves, extra); err != nil {
		return nil, err
	}
	undef := undefinable(m, p.start.layout, p.startUndefined())
	lo := layoutOptions{
		undefined: func(slot string) bool { return undef[slot] },
		ranks:     p.ranked(), extra: extra,
	}
	l, err := newLayout(leaves, lo)
	if err != nil {
		return nil, err
	}
	first, err := p.compileRules(l, nil)
	if err != nil {
		return nil, err
	}
	if v := findValues(first.bytecode, p.startValues(l), p.renamed); v != nil {
		lo.undefined, lo.constant = v.undefined, v.constants()
		if l, err = newLayout(leaves, lo); err != nil {
			return nil, err
		}
	}
	if err := p.compileMain(l, first.bytecode); err != nil {
		return nil, err
	}
	if p.ranked() && len(m.Ordinals) > 0 || len(p.symmetric) > 0 {
		if p.reducer, err = symmetry.New(p.shape(l)); err == nil {
			p.packing, err = p.reducer.Pack(l.codes())
		}
	}
	return p, err
}

func (p *Program) ranked() bool { return p.opt.Ranks == On }

// extra is the room for ordinals of each type beyond one rank per leaf.
func (p *Program) extra() map[*murphi.Type]int64 {
	room := map[*murphi.Type]int64{}
	for _, t := range p.Tree.Ordinals {
		room[t] = p.room
	}
	for _, rules := range [][]*murphi.Rule{p.Tree.Starts, p.Tree.Rules} {
		for _, r := range rules {
			for t, n := range choices(r) {
				room[t] = max(room[t], n+p.room)
			}
		}
	}
	return room
}

// tables numbers the instances of rules, in a layout.
func (p *Program) tables(rules []*murphi.Rule, l *layout) ([]*table, error) {
	slots := func(t *murphi.Type) int {
		if p.ranked() && t.Ordinal {
			return len(l.ordinals[t])
		}
		return -1
	}
	offset := func(t *murphi.Type) int {
		if at, ok := p.symmetric[t]; ok {
			return at
		}
		return -1
	}
	return newTables(rules, slots, offset)
}

// compileStarts compiles the start states over a layout in which every leaf
// may be undefined, and runs them to learn which values slots have in them.
func (p *Program) compileStarts(leaves *layout, extra map[*murphi.Type]int64) error {
	l, err := newLayout(leaves, layoutOptions{
		undefined: func(string) bool { return true },
		ranks:     p.ranked(), extra: extra,
	})
	if err != nil {
		return err
	}
	if p.starts, err = p.tables(p.Tree.Starts, l); err != nil {
		return err
	}
	c := p.newCompiler(l)
	c.rules(ruleChain, p.starts)
	c.finish()
	if c.err != nil {
		return c.err
	}
	p.start = c.bytecode
	m := newMachine(p)
	m.mode, m.out = probing, &model.Successors{}
	m.seen = make([]map[int64]bool, len(l.leaves))
	m.runStarts()
	p.startSeen = m.seen
	return nil
}

// startUndefined lists the slots that are undefined in a start state.
func (p *Program) startUndefined() map[string]bool {
	found := map[string]bool{}
	for i, seen := range p.startSeen {
		if seen[Undefined] {
			found[p.start.layout.leaves[i].slot] = true
		}
	}
	return found
}

// startValues returns the codes, in layout l, that slots have in start states.
func (p *Program) startValues(l *layout) map[string]valueSet {
	found := map[string]valueSet{}
	for i, seen := range p.startSeen {
		set := found[l.leaves[i].slot]
		for v := range seen {
			set.add(oneCode(l.fields[i].code(v)))
		}
		found[l.leaves[i].slot] = set
	}
	return found
}

// renamed reports whether the values of a type may change without a step:
// scalarset values by symmetry, ordinals by ranks.
func (p *Program) renamed(t *murphi.Type) bool {
	_, symmetric := p.symmetric[t]
	return symmetric || t.Ordinal && p.ranked()
}

// compileRules compiles the rules alone, into the room of code that is no longer
// needed, if there is any.
func (p *Program) compileRules(l *layout, old *bytecode) (c *compiler, err error) {
	if p.rules, err = p.tables(p.Tree.Rules, l); err != nil {
		return nil, err
	}
	c = p.newCompiler(l)
	if old != nil {
		c.code, c.traps = old.code[:0], old.traps[:0]
	} else {
		c.code = make([]instr, 0, c.guess(p.rules))
	}
	c.rules(ruleChain, p.rules)
	c.frame = c.used // so far
	return c, c.err
}

// compileMain compiles rules, assumes and properties.
func (p *Program) compileMain(l *layout, old *bytecode) error {
	c, err := p.compileRules(l, old)
	if err != nil {
		return err
	}
	var assumes []*murphi.Rule
	for _, r := range p.Tree.Properties {
		if r.Prop == murphi.Assume {
			assumes = append(assumes, r)
		}
	}
	if p.props, err = p.tables(model.Evaluated(p.Tree, p.opt.Properties), l); err != nil {
		return err
	}
	assumeTables, err := p.tables(assumes, l)
	if err != nil {
		return err
	}
	p.verdicts = nil
	for _, t := range p.props {
		for range t.count {
			p.verdicts = append(p.verdicts, t.rule.Prop != murphi.Cover)
		}
	}
	var conditions []*table
	if p.opt.Bounded {
		if conditions, err = p.compileClocks(l); err != nil {
			return err
		}
		p.numberConditions(conditions)
	}
	c.properties(slices.Concat(p.props, conditions))
	p.hasAssumes = len(assumes) > 0
	c.assumes(assumeTables)
	c.finish()
	p.main = c.bytecode
	if c.err != nil {
		return c.err
	}
	ch := &p.main.chains[ruleChain]
	if len(ch.blocks) <= p.opt.limits.blocks {
		ch.remember(p.main)
	}
	p.faultBlocks = ch.without(func(rule int) bool { return p.Tree.Rules[rule].Ann.Fault != nil })
	return nil
}

// WithRoom implements [model.Roomier].
func (p *Program) WithRoom() model.System {
	bigger, err := compile(p.Tree, p.opt, 2*p.room+4)
	if err != nil {
		panic(fmt.Errorf("a roomier layout: %w", err))
	}
	bigger.Settings = p.Settings
	return bigger
}
