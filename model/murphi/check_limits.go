package murphi

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

const (
	// MaxStateBits bounds a state; lock models need 20 to 300.
	MaxStateBits = 4096
	// maxCells bounds the single values in one type: a local array costs
	// memory too.
	maxCells = 1 << 16
	// maxInstances bounds the instances of one rule, start state or property.
	maxInstances = 1 << 20
)

// limits refuses what could not be checked in reasonable memory.
func (c *checker) limits() {
	seen := map[*Type]bool{}
	for _, it := range c.model.Items {
		c.cellLimit(it, seen)
	}
	for _, rules := range [][]*Rule{c.model.Starts, c.model.Rules, c.model.Properties} {
		for _, r := range rules {
			c.instanceLimit(r)
			for _, d := range r.Locals {
				c.cellLimit(d, seen)
			}
		}
	}
	for _, f := range c.model.Funcs {
		for _, p := range f.Params {
			c.cells(p, p.Type, seen)
		}
		for _, d := range f.Locals {
			c.cellLimit(d, seen)
		}
	}
	if !c.diags.HasErrors() {
		c.stateLimit()
	}
}

func (c *checker) cellLimit(it Item, seen map[*Type]bool) {
	switch it := it.(type) {
	case *TypeDecl:
		c.cells(it, it.Type, seen)
	case *VarDecl:
		c.cells(it, it.Type, seen)
	}
}

func (c *checker) cells(at Node, t *Type, seen map[*Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	if n := cellCount(t); n > maxCells {
		c.fail(at, "limit", "make its index types smaller", "%s holds more than %d values", t, maxCells)
	}
}

// cellCount counts the single values of t, up to a little over maxCells. An
// array counts at least its elements, even if these are empty records.
func cellCount(t *Type) int64 {
	switch t.Kind {
	case Record:
		n := int64(1)
		for _, f := range t.Fields {
			if n += cellCount(f.Type); n > maxCells {
				return maxCells + 1
			}
		}
		return n
	case Array:
		n, each := t.Index.count(), cellCount(t.Elem)
		if n > maxCells || n*each > maxCells {
			return maxCells + 1
		}
		return n * each
	}
	return 1
}

// count returns the number of values of a simple type, at most maxInt.
func (t *Type) count() int64 {
	lo, hi := t.Bounds()
	if n := uint64(hi) - uint64(lo); n < maxInt {
		return int64(n) + 1
	}
	return maxInt
}

// stateBits counts the bits of a value of t, "undefined" included.
func stateBits(t *Type) int64 {
	switch t.Kind {
	case Record:
		n := int64(0)
		for _, f := range t.Fields {
			n += stateBits(f.Type)
		}
		return n
	case Array:
		return t.Index.count() * stateBits(t.Elem)
	}
	return int64(bits.Len64(uint64(t.count())))
}

func (c *checker) stateLimit() {
	type part struct {
		v    *VarDecl
		bits int64
	}
	var parts []part
	total := int64(0)
	for _, v := range c.model.Vars {
		p := part{v, stateBits(v.Type)}
		parts = append(parts, p)
		total += p.bits
	}
	if total <= MaxStateBits {
		return
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].bits > parts[j].bits })
	var most []string
	for _, p := range parts[:min(3, len(parts))] {
		most = append(most, fmt.Sprintf("%s takes %d", p.v.Name, p.bits))
	}
	c.fail(parts[0].v, "limit", strings.Join(most, ", "), "a state of this model takes %d bits; at most %d are supported", total, MaxStateBits)
}

func (c *checker) instanceLimit(r *Rule) {
	n := int64(1)
	for _, q := range r.Params {
		if k := q.Count(); k > maxInstances {
			n = maxInstances + 1
		} else {
			n *= k
		}
		if n > maxInstances {
			c.fail(r, "limit", "make the types of the ruleset's parameters smaller", "%s has more than %d instances", r.Title, maxInstances)
			return
		}
	}
}

// Count returns how many values the variable takes, if its bounds are
// constant; else -1. A ruleset's parameters always have constant bounds.
func (q *Quantifier) Count() int64 {
	if q.TypeExpr != nil {
		return q.Type.count()
	}
	from, to, by, ok := q.Steps()
	if !ok {
		return -1
	}
	if by < 0 {
		from, to, by = -from, -to, -by
	}
	if from > to {
		return 0
	}
	if n := (uint64(to) - uint64(from)) / uint64(by); n < maxInt {
		return int64(n) + 1
	}
	return maxInt
}

// Steps returns the constant bounds of the range form; ok is false if they
// are not constant. In the type form they are the type's bounds.
func (q *Quantifier) Steps() (from, to, by int64, ok bool) {
	if q.TypeExpr != nil {
		from, to = q.Type.Bounds()
		return from, to, 1, true
	}
	from, ok1 := ConstValue(q.From)
	to, ok2 := ConstValue(q.To)
	by, ok3 := int64(1), true
	if q.By != nil {
		by, ok3 = ConstValue(q.By)
	}
	return from, to, by, ok1 && ok2 && ok3 && by != 0
}
