package symmetry

import (
	"fmt"
	"math/bits"
	"slices"
)

// Code says where the value of a slot lies in a packed state: Width bits of a
// word, from Shift on. They hold the value less Bias; if the slot can be
// undefined, 0 stands for that and no value has the code 0.
type Code struct {
	Word, Shift, Width uint8
	Bias               int64
	Undefined          bool
}

// Packing is a Reducer that knows where the slots lie in a packed state. Lanes
// that lie alike are compared and exchanged as wholes. It is immutable and safe
// for concurrent use; the work is done by Scratches.
type Packing struct {
	r        *Reducer
	fields   []bitField
	ordinals []ranking
	lanes    []laneKeys   // by type
	moves    []move       // pieces of all groups
	ties     bool         // something ties elements to each other
	alike    [][]likeness // by pair of elements; nil: not prepared
}

// bitField is a Code, ready for use.
type bitField struct {
	mask  uint64
	bias  int64
	word  uint8
	shift uint8
	undef bool
}

func (f *bitField) code(s []uint64) uint64 { return s[f.word] >> (f.shift & 63) & f.mask }

func (f *bitField) set(s []uint64, code uint64) {
	s[f.word] = s[f.word]&^(f.mask<<(f.shift&63)) | code<<(f.shift&63)
}

// value returns the value of a slot.
func (f *bitField) value(s []uint64) int64 {
	code := f.code(s)
	if code == 0 && f.undef {
		return Undefined
	}
	return int64(code) + f.bias
}

// Pack says where the slots lie in packed states: codes has one code per slot.
// The slots of a family are coded alike, in different places. What no code
// covers is kept.
func (r *Reducer) Pack(codes []Code) (*Packing, error) {
	if len(codes) != r.slots {
		return nil, fmt.Errorf("symmetry: %d codes for %d slots", len(codes), r.slots)
	}
	p := &Packing{r: r}
	for _, c := range codes {
		f := bitField{bias: c.Bias, word: c.Word, shift: c.Shift, undef: c.Undefined}
		if c.Width > 0 {
			f.mask = ^uint64(0) >> (64 - c.Width)
		}
		p.fields = append(p.fields, f)
	}
	for _, slots := range r.ordinals {
		if len(slots) > 0 {
			p.ordinals = append(p.ordinals, p.ranking(slots))
		}
	}
	for i := range r.groups {
		g := &r.groups[i]
		pieces := p.pieces(g)
		p.moves = append(p.moves, move{g, pieces})
		if i < len(r.sizes) {
			p.lanes = append(p.lanes, p.laneKeys(i, pieces))
		}
		p.ties = p.ties || len(g.refs) > 0
	}
	p.ties = p.ties || len(r.groups) > len(r.sizes)
	p.prepare()
	return p, nil
}

// piece is neighbouring fields of a tuple that lie alike for all tuples.
type piece struct {
	at      []position // by tuple
	mask    uint64     // of the fields
	compare uint64     // of those whose contents mean something by themselves
}

type position struct{ word, shift uint8 }

// pieces divides the families of a group.
func (p *Packing) pieces(g *group) []piece {
	var list []piece
	for _, k := range p.byPlace(g) {
		var at []position
		for t := range g.tuples {
			f := &p.fields[g.slots[t*g.width+k]]
			at = append(at, position{f.word, f.shift})
		}
		f := &p.fields[g.slots[k]]
		if f.mask == 0 {
			continue
		}
		compare := f.mask
		if slices.ContainsFunc(g.refs, func(x ref) bool { return x.family == k }) {
			compare = 0
		}
		if n := len(list); n > 0 {
			if shift, ok := list[n-1].offset(at, f.mask); ok {
				list[n-1].mask |= f.mask << shift
				list[n-1].compare |= compare << shift
				continue
			}
		}
		list = append(list, piece{at, f.mask, compare})
	}
	return list
}

// byPlace lists the families of a group in the order of their places.
func (p *Packing) byPlace(g *group) []int {
	order := make([]int, g.width)
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := &p.fields[g.slots[a]], &p.fields[g.slots[b]]
		return 64*(int(x.word)-int(y.word)) + int(x.shift) - int(y.shift)
	})
	return order
}

// offset returns how far above c's the given places lie, if that is the same
// for all tuples.
func (c *piece) offset(at []position, mask uint64) (uint8, bool) {
	shift := int(at[0].shift) - int(c.at[0].shift)
	for t := range at {
		if at[t].word != c.at[t].word || int(at[t].shift)-int(c.at[t].shift) != shift {
			return 0, false
		}
	}
	return uint8(shift), shift >= 0 && shift+bits.Len64(mask) <= 64
}

// unpack writes the values of all slots.
func (p *Packing) unpack(s []uint64, vals []int64) {
	for i := range p.fields {
		vals[i] = p.fields[i].value(s)
	}
}
