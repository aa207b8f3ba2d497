package vm

import (
	"fmt"
	"math"
	"slices"

	"lockcheck/model/murphi"
)

// stretch is the code of one instance of a rule or property, or of all of
// them: instructions [from, to), of which those from body on are the effect.
// What fails in it goes on at next.
type stretch struct {
	from, body, to, next int
	table                *table
	first                uint32 // number of the (first) instance
	counter              uint16 // register that counts on from first, or 0
	quiet                bool   // failures do not count (see topBits)
}

// rules compiles a chain of rules or start states.
func (c *compiler) rules(number chainNumber, tables []*table) {
	c.open(number)
	var choosers []chooser
	for _, t := range tables {
		switch {
		case t.count == 0 || t.rule.Off:
		case t.chooses():
			choosers = append(choosers, c.choosing(t, len(choosers))...)
		default:
			c.instances(t, c.ruleCost(t.rule), func(first uint32, counter uint16) { c.rule(t, first, counter) })
		}
	}
	for _, ch := range choosers {
		c.chooser(ch)
	}
}

func (c *compiler) ruleCost(r *murphi.Rule) cost {
	sum := c.costs.stmts(r.Body)
	for _, e := range []murphi.Expr{r.Guard, r.Expr} {
		if e != nil {
			sum = sum.plus(c.costs.expr(e))
		}
	}
	for _, d := range r.Scope {
		if a, ok := d.(*murphi.AliasDecl); ok {
			sum = sum.plus(c.costs.expr(a.Value))
		}
	}
	return sum
}

// guess guesses how many instructions rules take: about one for four tree nodes.
func (c *compiler) guess(tables []*table) int {
	sum := int64(0)
	for _, t := range tables {
		if t.rule.Off {
			continue
		}
		n, size := int64(t.count), c.ruleCost(t.rule).nodes+1
		if t.chooses() || n > int64(c.limits.instances) || n*size > c.limits.code {
			n = 1
		}
		sum = min(sum+min(n*size, c.limits.code), c.limits.total)
	}
	return int(sum / 4)
}

// instances compiles one for every instance of a rule or property with its
// parameters as constants, if that is not too much code; else once, in loops
// over the parameters, with a register that counts the instances.
func (c *compiler) instances(t *table, k cost, one func(first uint32, counter uint16)) {
	c.counting = k.steps > murphi.MaxInstructions
	n := int64(t.count)
	size := n * (k.nodes + 1)
	if n == 1 || n <= int64(c.limits.instances) && size <= c.limits.code && c.spent+size <= c.limits.total {
		c.spent += size
		args := make([]int64, len(t.params))
		for i := range n {
			t.args(uint32(i), args)
			c.scratch(func() {
				for j, p := range t.params {
					c.bind(p.q, binding{constant: true, k: args[j]})
				}
				c.openBlock(t)
				one(t.first+uint32(i), 0)
				c.closeBlock()
			})
		}
		return
	}
	c.scratch(func() {
		c.openBlock(t)
		counter := c.reg(1)
		c.into(counter, constant(0))
		c.nest(t.params, func() {
			one(t.first, counter)
			c.emit(instr{op: opAddK, a: counter, b: counter, x: 1})
		})
		c.block.parts, c.block.instance = nil, -1 // it is of many instances
		c.closeBlock()
	})
}

// nest compiles loops over parameters, the last the innermost.
func (c *compiler) nest(params []param, inner func()) {
	if len(params) == 0 {
		inner()
		return
	}
	p := params[0]
	v, to, by := c.reg(1), c.reg(1), c.reg(1)
	last := p.value(p.n - 1)
	c.into(v, constant(p.from))
	c.into(to, constant(last))
	c.into(by, constant(p.by))
	c.bind(p.q, binding{place: place{kind: inRegister, n: int(v), typ: p.q.Type}})
	top := c.top()
	c.nest(params[1:], inner)
	c.jump(instr{op: opNext, a: v, b: to, c: by}, top)
}

// rule compiles one instance whose parameters are bound: guard, effect, fire.
func (c *compiler) rule(t *table, first uint32, counter uint16) {
	r := t.rule
	st := stretch{table: t, first: first, counter: counter, from: len(c.code)}
	next, side := c.newLabel(), c.newLabel()
	c.barrier = st.from
	c.scratch(func() {
		c.reset()
		c.aliases(r)
		c.part(st.from, nil)
		rest := c.guard(t, next, side)
		st.body = len(c.code)
		c.barrier = st.body
		c.reset()
		for _, p := range t.params {
			if c.mutable[p.q] || p.q.Type.Ordinal && len(r.Mints) > 0 {
				c.copyParameter(p.q)
			}
		}
		c.fn = &callContext{end: c.newLabel()}
		c.locals(r.Locals)
		c.stmts(r.Body)
		c.here(c.fn.end)
		c.fn = nil
		c.emit(instr{op: opFire, a: counter, t: int32(t.index), x: int64(first)})
		st.to = len(c.code)
		if side.last >= 0 {
			c.topBit(rest, side, next)
		}
	})
	c.here(next)
	st.next, c.barrier = next.pc, next.pc
	c.stretches = append(c.stretches, st)
	if st.to < st.next {
		c.stretches = append(c.stretches, stretch{from: st.to, to: st.next, next: st.next, table: t, quiet: true})
	}
}

// reset starts the count of the model's instructions anew.
func (c *compiler) reset() {
	if c.counting {
		c.emit(instr{op: opReset})
	}
}

// aliases binds the aliases around a rule or property.
func (c *compiler) aliases(r *murphi.Rule) {
	for _, d := range r.Scope {
		if a, ok := d.(*murphi.AliasDecl); ok {
			c.bindAlias(a)
		}
	}
}

// copyParameter gives a rule's parameter a register, so that the body can
// assign it, and minting sees it.
func (c *compiler) copyParameter(q *murphi.Quantifier) {
	b := *c.boundTo(q)
	v := operand{constant: b.constant, k: b.k, reg: uint16(b.place.n)}
	p := c.declare(q.Type)
	c.into(uint16(p.n), v)
	c.bind(q, binding{place: p})
}

// guard compiles a guard: it goes to next unless it is true. Conjuncts
// v < TOP are true under ranks. Without ranks a false one goes to side, where
// the conjuncts that it returns are still to be looked at (see topBit).
func (c *compiler) guard(t *table, next, side *label) (rest []murphi.Expr) {
	r := t.rule
	if r.Guard == nil {
		return nil
	}
	if t.conjuncts == nil {
		t.conjuncts = conjuncts(r.Guard, nil)
	}
	c.block.parts = slices.Grow(c.block.parts, len(t.conjuncts))
	var tops bool
	for _, e := range t.conjuncts {
		from := len(c.code)
		switch {
		case !slices.Contains(r.TopConjuncts, e):
			c.branch(e, false, next)
			c.part(from, next)
			if tops {
				rest = append(rest, e)
			}
		case !c.ranks:
			c.branch(e, false, side)
			c.part(from, nil)
			tops = true
		}
	}
	return rest
}

// topBit compiles what happens when a conjunct v < TOP is false: if all other
// conjuncts are true, it alone disabled the rule. Those before it are.
func (c *compiler) topBit(rest []murphi.Expr, side, next *label) {
	c.goTo(next)
	c.here(side)
	for _, e := range rest {
		c.branch(e, false, next)
	}
	c.emit(instr{op: opTopBit})
}

func conjuncts(e murphi.Expr, list []murphi.Expr) []murphi.Expr {
	if b, ok := e.(*murphi.Binary); ok && b.Op == murphi.And && b.X.Of() == murphi.Boolean {
		return conjuncts(b.Y, conjuncts(b.X, list))
	}
	return append(list, e)
}

// properties compiles a chain that gives a verdict where a property instance
// is not as expected: covers are not reached, all others hold.
func (c *compiler) properties(tables []*table) {
	c.open(propertyChain)
	for _, t := range tables {
		r := t.rule
		c.instances(t, c.ruleCost(r), func(first uint32, counter uint16) {
			st := stretch{table: t, first: first, counter: counter, from: len(c.code)}
			c.barrier = st.from
			c.block.instance = int(first)
			next := c.newLabel()
			reached := r.Prop == murphi.Cover
			c.scratch(func() {
				c.reset()
				c.aliases(r)
				c.part(st.from, nil)
				from := len(c.code)
				c.branch(r.Expr, !reached, next)
				c.part(from, next)
				c.emit(instr{op: opVerdict, a: counter, x: int64(first), y: truth(reached)})
			})
			c.here(next)
			st.to, st.next = next.pc, next.pc
			st.body = st.to
			c.stretches = append(c.stretches, st)
		})
	}
}

// assumes compiles a chain that drops the state if an assume is broken.
func (c *compiler) assumes(tables []*table) {
	c.open(assumeChain)
	for _, t := range tables {
		r := t.rule
		c.instances(t, c.ruleCost(r), func(uint32, uint16) {
			c.barrier = len(c.code)
			next := c.newLabel()
			c.scratch(func() {
				c.reset()
				c.aliases(r)
				c.branch(r.Expr, true, next)
				c.emitTrap(instr{op: opReject}, murphi.AssumeFailedAtStart, r.Expr)
			})
			c.here(next)
		})
	}
}

// param is a parameter of a rule or property: the values from, from + by, ...
type param struct {
	q        *murphi.Quantifier
	from, by int64
	n        int64
	chosen   bool // ordinal under ranks: the values are positions
	offset   int  // where its type begins in a permutation, or -1
}

func (p *param) value(i int64) int64 { return p.from + i*p.by }

// table numbers the instances of a rule, start state or property: from first
// on, count of them, the last parameter varying fastest.
type table struct {
	rule         *murphi.Rule
	index        int // among those compiled
	params       []param
	first, count uint32
	conjuncts    []murphi.Expr // of the guard, once it was compiled
}

// args writes the arguments of the i-th instance.
func (t *table) args(i uint32, args []int64) {
	rest := int64(i)
	for j := len(t.params) - 1; j >= 0; j-- {
		p := &t.params[j]
		args[j] = p.value(rest % p.n)
		rest /= p.n
	}
}

// number is the number, from 0, of the instance with the given arguments.
func (t *table) number(args []int64) uint32 {
	n := int64(0)
	for j := range t.params {
		p := &t.params[j]
		n = n*p.n + (args[j]-p.from)/p.by
	}
	return uint32(n)
}

func (t *table) chooses() bool {
	for _, p := range t.params {
		if p.chosen {
			return true
		}
	}
	return false
}

// newTables numbers the instances of rules. Under ranks an ordinal parameter
// runs through positions: two for 0 and each live value, those chosen by
// earlier parameters included.
func newTables(rules []*murphi.Rule, slots func(*murphi.Type) int, offset func(*murphi.Type) int) ([]*table, error) {
	var tables []*table
	next := uint64(0)
	for i, r := range rules {
		t := &table{rule: r, index: i, first: uint32(next)}
		count := uint64(1)
		chosen := map[*murphi.Type]int{}
		for _, q := range r.Params {
			from, _, by, _ := q.Steps()
			p := param{q: q, from: from, by: by, n: q.Count(), offset: offset(q.Type)}
			if n := slots(q.Type); n >= 0 {
				p.chosen, p.n = true, int64(2*(n+chosen[q.Type]+1))
				chosen[q.Type]++
			}
			t.params = append(t.params, p)
			if count *= uint64(p.n); count > math.MaxUint32 {
				break
			}
		}
		if next += count; next > math.MaxUint32 {
			return nil, fmt.Errorf("the model has more than %d rule instances", uint32(math.MaxUint32))
		}
		t.count = uint32(count)
		tables = append(tables, t)
	}
	return tables, nil
}
