package symmetry

// word is a part of the plain contents of a tuple, packed into 64 bits: equal
// words mean equal contents. Words are compared as numbers to put lanes in
// order, so the layout decides which of several lanes comes first, and nothing
// else.
type word struct {
	used    uint8   // bits given away
	fields  []field // one per packed family
	slots   []int32 // len(fields) slots per tuple
	globals []global
}

// field says where a slot's value goes: its distance from bias, which is
// never 0, shifted. 0 stands for undefined.
type field struct {
	bias  int64
	shift uint8
}

// global is a slot outside all arrays that holds a value of the lanes' type.
type global struct {
	slot int32
	bit  uint8
}

// room finds n free bits in the words of g.
func (g *group) room(n int) (w int, bit uint8) {
	for w = range g.words {
		if int(g.words[w].used)+n <= 64 {
			break
		}
	}
	if len(g.words) == 0 || int(g.words[w].used)+n > 64 {
		w = len(g.words)
		g.words = append(g.words, word{})
	}
	bit = g.words[w].used
	g.words[w].used += uint8(n)
	return w, bit
}

// addField packs family f, whose values less bias need n bits.
func (g *group) addField(f *family, bias int64, n int) {
	i, bit := g.room(n)
	w := &g.words[i]
	was := len(w.fields)
	w.fields = append(w.fields, field{bias, bit})
	slots := make([]int32, 0, len(f.slots)*(was+1))
	for t, slot := range f.slots {
		slots = append(slots, w.slots[t*was:(t+1)*was]...)
		slots = append(slots, slot)
	}
	w.slots = slots
}

// fill computes word i of every tuple of g; out has room for all of them,
// step apart.
func (g *group) fill(i int, vals []int64, out []uint64, step int) {
	w := &g.words[i]
	fields, slots := w.fields, w.slots
	for at := 0; at < len(out); at += step {
		var bits uint64
		for k, slot := range slots[:len(fields)] {
			if v := vals[slot]; v != Undefined {
				bits |= uint64(v-fields[k].bias) << (fields[k].shift & 63)
			}
		}
		slots = slots[len(fields):]
		out[at] = bits
	}
	for _, x := range w.globals {
		if v := vals[x.slot]; v != Undefined {
			out[int(v)*step] |= 1 << (x.bit & 63)
		}
	}
	for i2 := range g.refs {
		if x := &g.refs[i2]; x.word == i {
			g.fillRef(x, vals, out, step)
		}
	}
}

// fillRef sets the bits that say of each tuple whether a scalarset value is
// there, and whether it is the very value that indexes the lane.
func (g *group) fillRef(x *ref, vals []int64, out []uint64, step int) {
	for t := range g.tuples {
		v := vals[g.slots[t*g.width+x.family]]
		switch {
		case v == Undefined:
		case x.own && v == int64(t):
			out[t*step] |= 2 << (x.bit & 63)
		default:
			out[t*step] |= 1 << (x.bit & 63)
		}
	}
}
