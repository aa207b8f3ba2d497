package vm

// choice is the state of a choosing rule: the state at hand with what was
// chosen so far in it, and the arguments. Under ranks the live values of a
// type are 1, 2, ..., so a value between two of them is made by moving those
// above up by one. A machine has a choice for each parameter, to be used again.
type choice struct {
	vals []int64
	args []int64 // values
	nums []int64 // the same as numbered: positions of what is chosen

}

// copy makes c the same as from.
func (c *choice) copy(from *choice) {
	c.vals = append(c.vals[:0], from.vals...)
	c.args = append(c.args[:0], from.args...)
	c.nums = append(c.nums[:0], from.nums...)

}

// choose tries every instance of a chooser on the state at hand.
func (m *Machine) choose(b *bytecode, ch *chooser) {
	src := m.src
	for len(m.choices) <= len(ch.table.params) {
		m.choices = append(m.choices, choice{vals: make([]int64, len(b.layout.leaves))})
	}
	c := &m.choices[ch.lead]
	c.vals = c.vals[:len(b.layout.leaves)]
	b.layout.unpack(&src, c.vals)
	c.args = append(c.args[:0], ch.args...)
	c.nums = append(c.nums[:0], ch.args...)

	m.chosen = true
	m.chooseFrom(b, ch, ch.lead)
	m.chosen = false
	m.src = src
	m.work = src
}

// chooseFrom chooses the arguments from number i on; choice i has the others.
func (m *Machine) chooseFrom(b *bytecode, ch *chooser, i int) {
	if i == len(ch.table.params) {
		m.runChosen(b, ch, &m.choices[i])
		return
	}
	c, next := &m.choices[i], &m.choices[i+1]
	p := &ch.table.params[i]
	if !p.chosen {
		for k := range p.n {
			next.copy(c)
			next.args[i], next.nums[i] = p.value(k), p.value(k)
			m.chooseFrom(b, ch, i+1)
		}
		return
	}
	live := m.liveValues(b, ch, c, i)
	for pos := int64(0); pos <= 2*live+1; pos++ {
		next.copy(c)
		next.nums[i] = pos
		next.args[i] = (pos + 1) / 2
		if pos%2 == 1 {
			m.makeRoom(b, ch, next, i)
		}
		m.chooseFrom(b, ch, i+1)
	}
}

// liveValues returns the greatest live value of the type of parameter i; it
// is their number.
func (m *Machine) liveValues(b *bytecode, ch *chooser, c *choice, i int) int64 {
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
func (m *Machine) makeRoom(b *bytecode, ch *chooser, c *choice, i int) {
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
func (m *Machine) runChosen(b *bytecode, ch *chooser, c *choice) {
	if !b.layout.pack(c.vals, &m.src) {
		m.needRoom = true
		return
	}
	m.work = m.src
	r := m.window(0, b.frame)
	for j, reg := range ch.params {
		r[reg] = c.args[ch.lead+j]
	}
	r[ch.counter] = int64(ch.table.number(c.nums))
	m.run(b, ch.entry, 0)
}
