package vm

import (
	"cmp"
	"math/bits"
	"slices"
)

// index builds the groups of a chain and their tests, unless the chain has
// more than the given number of blocks: then every block is run.
func (ch *chain) index(b *bytecode, most int) {
	r := &reader{code: b, tracer: newTracer(b)}
	for at := 0; at < len(ch.blocks); at += 64 {
		g := group{}
		var conds []condition
		for i, bl := range ch.blocks[at:min(at+64, len(ch.blocks))] {
			g.blocks |= 1 << i
			if len(ch.blocks) <= most {
				entry, found, never := r.conditions(bl)
				bl.entry = entry
				for j := range found {
					found[j].block = i
				}
				conds = append(conds, found...)
				if never {
					g.blocks &^= 1 << i
				}
			}
			g.entries[i] = int32(bl.entry)
		}
		g.test(conds)
		ch.groups = append(ch.groups, g)
	}
}

// condition is a part of a block that depends on a few neighbouring bits of a
// word: the block does nothing if it is false.
type condition struct {
	block       int
	word, shift uint8
	mask        uint8     // of the bits, from shift on
	holds       [256]bool // by their value; others bits of the index do not matter
}

// test makes the tests of a group: each looks where several conditions look.
func (g *group) test(conds []condition) {
	slices.SortFunc(conds, func(a, b condition) int {
		return cmp.Or(cmp.Compare(a.word, b.word), cmp.Compare(a.shift, b.shift))
	})
	for i := range conds {
		k := &conds[i]
		if n := len(g.tests); n == 0 || !g.tests[n-1].sees(k) {
			sets := new([256]uint64)
			for x := range sets {
				sets[x] = ^uint64(0)
			}
			g.tests = append(g.tests, test{word: k.word, shift: k.shift, sets: sets})
		}
		t := &g.tests[len(g.tests)-1]
		for x := range t.sets {
			if !k.holds[uint8(x>>(k.shift-t.shift))&k.mask] {
				t.sets[x] &^= 1 << k.block
			}
		}
	}
}

// sees reports whether t looks at all bits of a condition.
func (t *test) sees(k *condition) bool {
	return t.word == k.word && bits.Len8(k.mask)+int(k.shift)-int(t.shift) <= 8
}

// reader finds out what conditions in compiled code depend on.
type reader struct {
	code *bytecode
	tracer
}

// conditions returns what tests can know about a block: conditions under which
// alone it does anything, and where it is to be entered if they all hold. never
// says that it does nothing in any state.
//
// A part may be looked at out of its turn only if those before it do nothing
// but jump: no failure may be passed over.
func (r *reader) conditions(bl block) (entry int, conds []condition, never bool) {
	entry = bl.entry
	decided := true // by tests, so far
	for _, p := range bl.parts {
		if p.from == p.to {
			continue
		}
		plain := r.code.plain(p.from, p.to, readOnly)
		mask, word, few := r.reads(p)
		if !plain || !few || p.no == nil {
			decided = false
			if !plain || r.code.canFail(p.from, p.to) {
				break
			}
			continue
		}
		k := condition{word: word}
		fails := r.evaluate(p, mask, &k, conds)
		if mask == 0 && !fails {
			if !k.holds[0] {
				return entry, nil, true
			}
		} else {
			conds = append(conds, k)
		}
		if fails {
			break
		}
		if decided {
			entry = p.to
		}
	}
	return entry, conds, false
}

// reads returns the bits of the state that a plain part looks at, if they are
// few and neighbours in one word.
func (r *reader) reads(p part) (mask uint64, word uint8, few bool) {
	for _, in := range r.code.code[p.from:p.to] {
		var here uint64
		switch in.op {
		case opLoad, opLoadDef:
			here = uint64(in.x) << in.shift
		case opJumpIs, opJumpIsnt:
			here = uint64(in.x)
		default:
			continue
		}
		if mask != 0 && in.w != word {
			return 0, 0, false
		}
		mask, word = mask|here, in.w
	}
	return mask, word, bits.Len64(mask)-bits.TrailingZeros64(mask|1<<63) <= 8
}

// evaluate finds for which values of the bits in mask a part holds. It reports
// whether it can fail, for values for which the conditions before it hold;
// where it fails, it counts as true.
func (r *reader) evaluate(p part, mask uint64, k *condition, before []condition) (fails bool) {
	if mask != 0 {
		k.shift = uint8(bits.TrailingZeros64(mask))
	}
	k.mask = uint8(mask >> k.shift)
	for x := range 256 {
		v := uint8(x)
		if v&^k.mask != 0 {
			continue
		}
		r.state[k.word] = uint64(v) << k.shift
		switch how := r.trace(p.from, p.to, p.no.pc); {
		case how == arrived || how == refused:
			k.holds[v] = how == arrived
		case !slices.ContainsFunc(before, func(e condition) bool { return e.excludes(k, r.state[k.word]) }):
			k.holds[v], fails = true, true
		}
	}
	r.state[k.word] = 0
	return fails
}

// excludes reports whether e is false where the bits that k looks at have the
// values that they have in w.
func (e *condition) excludes(k *condition, w uint64) bool {
	all := uint64(e.mask) << e.shift
	return e.word == k.word && all&^(uint64(k.mask)<<k.shift) == 0 && !e.holds[uint8(w>>e.shift)&e.mask]
}
