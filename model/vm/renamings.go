package vm

import (
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/model/symmetry"
)

// findSymmetric lists the scalarset types whose values are interchangeable. A
// liveness property in a ruleset over one speaks of single values.
func (p *Program) findSymmetric() {
	p.symmetric = map[*murphi.Type]int{}
	if p.opt.Symmetry == Off {
		return
	}
	single := map[*murphi.Type]bool{}
	for _, r := range model.Evaluated(p.Tree, p.opt.Properties) {
		if r.Prop == murphi.Liveness {
			for _, q := range r.Params {
				single[q.Type] = true
			}
		}
	}
	offset := 0
	for _, t := range p.Tree.Scalarsets {
		if !t.Asymmetric && !single[t] && t.Size > 1 && t.Size <= 256 {
			p.symmetric[t] = offset
			offset += int(t.Size)
		}
	}
}

// shape describes the leaves to package symmetry.
func (p *Program) shape(l *layout) symmetry.Shape {
	var s symmetry.Shape
	number := map[*murphi.Type]int{}
	for i, t := range p.PermTypes() {
		number[t] = i
		s.Sizes = append(s.Sizes, int(t.Size))
	}
	ordinal := map[*murphi.Type]int{}
	for i, t := range p.Tree.Ordinals {
		ordinal[t] = i
	}
	families := map[string]int{}
	for i := range l.leaves {
		if l.fields[i].mask == 0 {
			continue // a constant, which nothing alters
		}
		lf := &l.leaves[i]
		slot := symmetry.Slot{}
		key := ""
		for _, st := range lf.steps {
			if n, ok := number[st.typ]; ok {
				slot.Path = append(slot.Path, symmetry.Index{Type: n, Value: int(st.value)})
				key += "[*]"
			} else {
				key += st.text
			}
		}
		if _, ok := families[key]; !ok {
			families[key] = i
		}
		slot.Family = families[key]
		n, symmetric := number[lf.typ]
		switch {
		case symmetric:
			slot.Kind, slot.Type = symmetry.Scalar, n
		case lf.typ.Ordinal && p.ranked():
			slot.Kind, slot.Type = symmetry.Ordinal, ordinal[lf.typ]
		default:
			slot.Lo, slot.Hi = lf.typ.Bounds()
		}
		s.Slots = append(s.Slots, slot)
	}
	return s
}

// PermSize implements [model.System].
func (p *Program) PermSize() int {
	if p.reducer == nil {
		return 0
	}
	return p.reducer.PermSize()
}

// PermBlocks implements [model.System].
func (p *Program) PermBlocks() []int {
	if p.reducer == nil {
		return nil
	}
	return p.reducer.Sizes()
}

// PermTypes implements [model.Permuter].
func (p *Program) PermTypes() []*murphi.Type {
	var types []*murphi.Type
	for _, t := range p.Tree.Scalarsets {
		if _, ok := p.symmetric[t]; ok {
			types = append(types, t)
		}
	}
	return types
}
