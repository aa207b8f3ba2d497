package vm

import (
	"slices"

	"lockcheck/model/murphi"
)

// chooser is a rule that chooses ordinals: the machine tries its instances
// one by one, each in a state with room made for what is chosen. The parameters
// before the first that is chosen are constants: there is a chooser for each of
// their values.
type chooser struct {
	table   *table
	lead    int     // number of constant parameters
	args    []int64 // of the first instance
	first   uint32  // its number
	entry   int
	params  []uint16 // registers of the others
	counter uint16
}

// choosing compiles the blocks of a rule that chooses and returns its choosers,
// whose code comes later. number is that of the first.
func (c *compiler) choosing(t *table, number int) (list []chooser) {
	lead, n := 0, uint32(1)
	for !t.params[lead].chosen {
		n *= uint32(t.params[lead].n)
		lead++
	}
	if size := int64(n) * (c.ruleCost(t.rule).nodes + 1); int(n) > c.limits.instances || size > c.limits.code {
		lead, n = 0, 1
	}
	for i := range n {
		ch := chooser{table: t, lead: lead, first: t.first + i*(t.count/n), args: make([]int64, len(t.params))}
		t.args(ch.first-t.first, ch.args)
		c.scratch(func() {
			c.bindLead(&ch)
			c.openBlock(t)
			next := c.newLabel()
			c.hoist(&ch, next)
			c.emit(instr{op: opChoose, x: int64(number + len(list))})
			c.here(next)
			c.closeBlock()
		})
		list = append(list, ch)
	}
	return list
}

func (c *compiler) bindLead(ch *chooser) {
	for j, p := range ch.table.params[:ch.lead] {
		c.bind(p.q, binding{constant: true, k: ch.args[j]})
	}
}

// hoist compiles the conditions with which the guard begins that do not depend
// on what is chosen and cannot fail: where they are false nothing is tried.
func (c *compiler) hoist(ch *chooser, next *label) {
	r := ch.table.rule
	c.counting = c.ruleCost(r).steps > murphi.MaxInstructions
	aliased := slices.ContainsFunc(r.Scope, func(d murphi.Decl) bool { _, ok := d.(*murphi.AliasDecl); return ok })
	if r.Guard == nil || c.counting || aliased {
		return
	}
	for _, e := range conjuncts(r.Guard, nil) {
		if slices.Contains(r.TopConjuncts, e) {
			continue // true under ranks
		}
		from, traps, was := len(c.code), len(c.traps), *next
		if ch.mentions(e) {
			return
		}
		c.branch(e, false, next)
		if len(c.traps) > traps {
			c.code, c.traps, *next = c.code[:from], c.traps[:traps], was
			return
		}
		c.part(from, next)
	}
}

// mentions reports whether an expression depends on a parameter that is no
// constant.
func (ch *chooser) mentions(e murphi.Expr) bool {
	found := false
	murphi.InspectExpr(e, func(e murphi.Expr) bool {
		if id, ok := e.(*murphi.Ident); ok {
			for _, p := range ch.table.params[ch.lead:] {
				found = found || id.Decl == p.q
			}
		}
		return !found
	})
	return found
}

// chooser compiles a choosing rule with its parameters in registers.
func (c *compiler) chooser(ch chooser) {
	t := ch.table
	c.counting = c.ruleCost(t.rule).steps > murphi.MaxInstructions
	c.scratch(func() {
		c.bindLead(&ch)
		c.from = len(c.code)
		ch.entry, ch.counter = len(c.code), c.reg(1)
		for _, p := range t.params[ch.lead:] {
			pl := c.declare(p.q.Type)
			pl.local = false
			ch.params = append(ch.params, uint16(pl.n))
			c.bind(p.q, binding{place: pl})
		}
		c.choosers = append(c.choosers, ch)
		c.rule(t, t.first, ch.counter)
		c.emit(instr{op: opEnd})
	})
}

// choices counts what a rule may add to the ordinals of each type: mints, as they
// stand in the text, and choices.
func choices(r *murphi.Rule) map[*murphi.Type]int64 {
	n := map[*murphi.Type]int64{}
	for _, q := range r.Params {
		if q.Type.Ordinal {
			n[q.Type]++
		}
	}
	seen := map[*murphi.Func]bool{}
	var stmts func([]murphi.Stmt)
	expr := func(e murphi.Expr) {
		murphi.InspectExpr(e, func(e murphi.Expr) bool {
			switch e := e.(type) {
			case *murphi.Binary:
				if e.Op == murphi.Add && e.Of().Ordinal {
					n[e.Of()]++
				}
			case *murphi.Call:
				if !seen[e.Func] {
					seen[e.Func] = true
					stmts(e.Func.Body)
				}
			}
			return true
		})
	}
	stmts = func(list []murphi.Stmt) {
		murphi.InspectStmts(list, func(s murphi.Stmt) {
			if s, ok := s.(*murphi.CallStmt); ok && !seen[s.Func] {
				seen[s.Func] = true
				stmts(s.Func.Body)
			}
		}, expr)
	}
	stmts(r.Body)
	return n
}
