package murphi

import "slices"

// access is a place that code reads or writes: a variable and the way into
// it. Places are compared without running anything, so that an index counts
// as known only when it is a variable by itself.
type access struct {
	root  Decl // *VarDecl, *Param or *Quantifier
	steps []step
	at    Node
	write writeKind
	value int64 // writeConstant: what is written
	op    Op    // writeAccumulate
}

// step goes from a record to a field or from an array to an element.
type step struct {
	field *VarDecl // nil for an element
	index Decl     // the element's index if it is a variable by itself, else nil
	typ   *Type    // the index type of the array
}

type writeKind uint8

const (
	noWrite         writeKind = iota
	writePlain                // any value
	writeConstant             // a constant; undefined counts as one
	writeAccumulate           // x := x op e with a commutative op
)

// accessOf returns the place that designator e names, looking through
// aliases; ok is false if e is no designator.
func accessOf(e Expr) (a access, ok bool) { return accessBefore(e, 0) }

// accessBefore is accessOf with room for so many more steps.
func accessBefore(e Expr, more int) (a access, ok bool) {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *AliasDecl:
			a, ok = accessBefore(d.Value, more)
			a.at = e
			return a, ok
		case *VarDecl, *Param, *Quantifier:
			a = access{root: d, at: e}
			if more > 0 {
				a.steps = make([]step, 0, more)
			}
			return a, true
		}
	case *FieldExpr:
		if a, ok = accessBefore(x.X, more+1); !ok || x.X.Of().Kind != Record {
			return a, false
		}
		a.steps = append(a.steps, step{field: x.X.Of().Fields[x.Field]})
		a.at = e
		return a, true
	case *IndexExpr:
		if a, ok = accessBefore(x.X, more+1); !ok || x.X.Of().Kind != Array {
			return a, false
		}
		a.steps = append(a.steps, step{index: variableOf(x.Index), typ: x.X.Of().Index})
		a.at = e
		return a, true
	}
	return access{}, false
}

// isPlace reports whether e is a designator, as accessOf does.
func isPlace(e Expr) bool {
	switch x := e.(type) {
	case *Ident:
		switch d := x.Decl.(type) {
		case *AliasDecl:
			return isPlace(d.Value)
		case *VarDecl, *Param, *Quantifier:
			return true
		}
	case *FieldExpr:
		return isPlace(x.X) && x.X.Of().Kind == Record
	case *IndexExpr:
		return isPlace(x.X) && x.X.Of().Kind == Array
	}
	return false
}

// variableOf returns the variable that e is, if it is nothing else.
func variableOf(e Expr) Decl {
	if x, ok := e.(*Ident); ok {
		switch d := x.Decl.(type) {
		case *AliasDecl:
			return variableOf(d.Value)
		case *VarDecl, *Param, *Quantifier:
			return d
		}
	}
	return nil
}

// apart reports whether a in one round of a loop over v and b in another
// round surely are different places.
func (a access) apart(b access, v *Quantifier) bool {
	if a.root != b.root {
		return !byReference(a.root) && !byReference(b.root)
	}
	for i := range min(len(a.steps), len(b.steps)) {
		s, t := a.steps[i], b.steps[i]
		if s.field != t.field {
			return true
		}
		if s.field == nil && s.index == Decl(v) && t.index == Decl(v) {
			return true
		}
	}
	return false
}

// byReference reports whether d may be another name for any variable.
func byReference(d Decl) bool {
	p, ok := d.(*Param)
	return ok && p.Var
}

// effect is what code may do, seen from outside: the places that it reads and
// writes, and what else matters to who runs it in a loop.
type effect struct {
	accesses []access
	seen     map[accessKey][]int // into accesses
	// The first of each kind, or nil.
	mints, puts, errors, returns Node
	aborts                       map[string]Node // ways to end early: "assume", "cover" or an assert
	asked                        bool            // of a function: by itself, or later
}

// accessKey tells most accesses apart; the rest of the steps tells all.
type accessKey struct {
	root  Decl
	steps int
	last  step
	write writeKind
	value int64
	op    Op
}

func newEffect() *effect {
	return &effect{seen: map[accessKey][]int{}, aborts: map[string]Node{}}
}

// add takes an access in, once: what it is matters, not where it stands.
func (x *effect) add(a access) {
	k := accessKey{root: a.root, steps: len(a.steps), write: a.write, value: a.value, op: a.op}
	if k.steps > 0 {
		k.last = a.steps[k.steps-1]
	}
	for _, i := range x.seen[k] {
		if slices.Equal(x.accesses[i].steps, a.steps) {
			return
		}
	}
	x.seen[k] = append(x.seen[k], len(x.accesses))
	x.accesses = append(x.accesses, a)
}

// note remembers the first n.
func note(old *Node, n Node) {
	if *old == nil {
		*old = n
	}
}
