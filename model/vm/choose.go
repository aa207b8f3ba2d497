package vm

import "lockcheck/model/murphi"

// choice is the state of a choosing rule: the state at hand with what was
// chosen so far in it, and the arguments. Under ranks the live values of a
// type are 1, 2, ..., so a value between two of them is made by moving those
// above up by one.
type choice struct {
	vals []int64
	args []int64 // values
	nums []int64 // the same as numbered: positions of what is chosen
}

// choose tries every instance of a choosing rule on the state at hand.
func (m *Machine) choose(b *bytecode, ch *chooser) {
	src := m.src
	n := len(b.layout.leaves)
	c := choice{vals: make([]int64, n), args: make([]int64, len(ch.params)), nums: make([]int64, len(ch.params))}
	b.layout.unpack(&src, c.vals)
	m.chosen = true
	m.chooseFrom(b, ch, c, 0)
	m.chosen = false
	m.src = src
	m.work = src
}

// chooseFrom chooses the arguments from number i on.
func (m *Machine) chooseFrom(b *bytecode, ch *chooser, c choice, i int) {
	if i == len(ch.params) {
		m.runChosen(b, ch, c)
		return
	}
	p := &ch.table.params[i]
	if !p.chosen {
		for k := range p.n {
			c.args[i], c.nums[i] = p.value(k), p.value(k)
			m.chooseFrom(b, ch, c, i+1)
		}
		return
	}
	live := m.liveValues(b, ch, c, i)
	for pos := int64(0); pos <= 2*live+1; pos++ {
		next := choice{vals: append([]int64(nil), c.vals...), args: append([]int64(nil), c.args...), nums: c.nums}
		next.nums[i] = pos
		next.args[i] = (pos + 1) / 2
		if pos%2 == 1 {
			m.makeRoom(b, ch, next, i)
		}
		m.chooseFrom(b, ch, next, i+1)
	}
}

// liveValues returns the greatest live value of the type of parameter i; it
// is their number.
func (m *Machine) liveValues(b *bytecode, ch *chooser, c choice, i int) int64 {
	typ := ch.table.params[i].q.Type
	most := int64(0)
	for _, n := range b.layout.ordinals[typ] {
		most = max(most, c.vals[n])
	}
	for j := range i {
		if ch.table.params[j].q.Type == typ {
			most = max(most, c.args[j])
		}
	}
	return most
}

// makeRoom moves all values of the type of parameter i up by one that are not
// below its argument.
func (m *Machine) makeRoom(b *bytecode, ch *chooser, c choice, i int) {
	typ := ch.table.params[i].q.Type
	for _, n := range b.layout.ordinals[typ] {
		if c.vals[n] >= c.args[i] {
			c.vals[n]++
		}
	}
	for j := range i {
		if ch.table.params[j].q.Type == typ && c.args[j] >= c.args[i] {
			c.args[j]++
		}
	}
}

// runChosen runs the instance with the chosen arguments.
func (m *Machine) runChosen(b *bytecode, ch *chooser, c choice) {
	if !b.layout.pack(c.vals, &m.src) {
		m.needRoom = true
		return
	}
	m.work = m.src
	r := m.window(0, b.frame)
	for j, reg := range ch.params {
		r[reg] = c.args[j]
	}
	r[ch.counter] = int64(ch.table.number(c.nums))
	m.run(b, ch.entry, 0)
}

// choices counts what a rule may add to the ordinals of a type: mints, as they
// stand in the text, and choices.
func choices(r *murphi.Rule, t *murphi.Type) int64 {
	n := int64(0)
	for _, q := range r.Params {
		if q.Type == t {
			n++
		}
	}
	seen := map[*murphi.Func]bool{}
	var stmts func([]murphi.Stmt)
	expr := func(e murphi.Expr) {
		murphi.InspectExpr(e, func(e murphi.Expr) bool {
			switch e := e.(type) {
			case *murphi.Binary:
				if e.Op == murphi.Add && e.Of() == t {
					n++
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
