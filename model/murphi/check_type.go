package murphi

import (
	"fmt"
	"strings"
)

// invalid is the type of what was already complained about: it goes with
// everything.
var invalid = &Type{Kind: Integer}

// String returns the name of the type, or its shape when it has none.
func (t *Type) String() string {
	switch {
	case t.Decl != nil:
		return t.Decl.Name
	case t.Kind == Integer || t.Kind == Range && t.Lo == minInt:
		return "number"
	}
	switch t.Kind {
	case Range:
		return fmt.Sprintf("range %d..%d", t.Lo, t.Hi)
	case Enum:
		var names []string
		for _, m := range t.Members {
			names = append(names, m.Name)
		}
		return "enum {" + strings.Join(names, ", ") + "}"
	case Scalarset:
		return fmt.Sprintf("scalarset(%d)", t.Size)
	case Array:
		return "array [" + t.Index.String() + "] of " + t.Elem.String()
	}
	return "record"
}

// numeric reports whether t is a number type: Integer or a range.
func (t *Type) numeric() bool { return t.Kind == Integer || t.Kind == Range }

// typeExpr resolves a type as written. Names declared together share one
// TypeExpr and so one type.
func (c *checker) typeExpr(te TypeExpr) *Type {
	t, ok := c.types[te]
	if !ok {
		t = c.resolveType(te)
		c.types[te] = t
	}
	return t
}

func (c *checker) resolveType(te TypeExpr) *Type {
	switch te := te.(type) {
	case *TypeName:
		d, ok := c.lookup(te.Name).(*TypeDecl)
		if !ok {
			c.unknown(te, te.Name, "type")
			return invalid
		}
		if d != Boolean.Decl {
			te.Decl = d
		}
		return d.Type
	case *RangeExpr:
		return c.rangeExpr(te)
	case *EnumExpr:
		t := &Type{Kind: Enum, Members: te.Members}
		for i, m := range te.Members {
			m.Index, m.Type = int64(i), t
			c.declare(m.Name, m)
		}
		if len(te.Members) == 0 {
			c.fail(te, "type", "", "an enum needs at least one member")
		}
		return t
	case *RecordExpr:
		return c.recordExpr(te)
	case *ArrayExpr:
		t := &Type{Kind: Array, Index: c.typeExpr(te.Index), Elem: c.typeExpr(te.Elem)}
		if !t.Index.Simple() {
			c.fail(te.Index, "type", "use a range, an enum or a scalarset", "an array cannot be indexed by a %s", t.Index)
			return invalid
		}
		if t.Index == invalid || t.Elem == invalid {
			return invalid
		}
		return t
	case *ScalarsetExpr:
		return c.scalarsetExpr(te)
	}
	return invalid
}

func (c *checker) rangeExpr(te *RangeExpr) *Type {
	lo, ok1 := c.constant(te.Lo, "the lower bound of a range")
	hi, ok2 := c.constant(te.Hi, "the upper bound of a range")
	if !ok1 || !ok2 {
		return invalid
	}
	if hi < lo {
		c.fail(te, "type", "", "the range %d..%d is empty", lo, hi)
		return invalid
	}
	return &Type{Kind: Range, Lo: lo, Hi: hi}
}

func (c *checker) scalarsetExpr(te *ScalarsetExpr) *Type {
	n, ok := c.constant(te.Size, "the size of a scalarset")
	if !ok {
		return invalid
	}
	if n <= 0 {
		c.fail(te.Size, "type", "", "a scalarset needs at least one value, not %d", n)
		return invalid
	}
	t := &Type{Kind: Scalarset, Size: n}
	c.model.Scalarsets = append(c.model.Scalarsets, t)
	return t
}

func (c *checker) recordExpr(te *RecordExpr) *Type {
	t := &Type{Kind: Record, Fields: te.Fields}
	seen := map[string]bool{}
	for _, f := range te.Fields {
		if f.Type = c.typeExpr(f.TypeExpr); f.Type == invalid {
			t = invalid
		}
		if seen[f.Name] {
			c.fail(f, "name", "", "the record already has a field %s", f.Name)
		}
		seen[f.Name] = true
	}
	return t
}

// constant evaluates e, which must be a constant number.
func (c *checker) constant(e Expr, what string) (int64, bool) {
	c.expr(e)
	if e.Of() == invalid {
		return 0, false
	}
	if !e.Of().numeric() {
		c.fail(e, "type", "", "%s must be a number; this is a %s", what, e.Of())
		return 0, false
	}
	v, err := fold(e)
	if err != nil {
		c.foldError(err, what)
		return 0, false
	}
	return v, true
}

func (c *checker) scalarsetNames(d *TypeDecl) {
	t := d.Type
	if t == invalid {
		return
	}
	if _, ok := d.Expr.(*ScalarsetExpr); !ok {
		c.fail(d, "annotation", "", "annotation names belongs on a scalarset; %s is a %s", d.Name, t)
		return
	}
	if int64(len(d.Names)) < t.Size {
		c.fail(d, "annotation", "", "annotation names gives %d names for the %d values of %s", len(d.Names), t.Size, d.Name)
	}
	seen := map[string]bool{}
	for _, name := range d.Names {
		if seen[name] {
			c.fail(d, "annotation", "", "annotation names gives the name %s twice", name)
		}
		seen[name] = true
	}
}

// same reports whether two types are the same: enums and ordinals by
// declaration, others by shape. Scalarsets go by declaration too, but a plain
// model may mix those of one size, as Rumur lets it; that ends their symmetry.
func (c *checker) same(at Node, a, b *Type) bool {
	if a == b || a == invalid || b == invalid {
		return true
	}
	if a.Kind != b.Kind {
		return false
	}
	switch a.Kind {
	case Range:
		return !a.Ordinal && !b.Ordinal && a.Lo == b.Lo && a.Hi == b.Hi
	case Scalarset:
		if a.Size != b.Size || c.model.Annotated() {
			return false
		}
		c.asymmetric(a, at, "it is mixed with another scalarset of the same size")
		c.asymmetric(b, at, "it is mixed with another scalarset of the same size")
		return true
	case Array:
		return c.same(at, a.Index, b.Index) && c.same(at, a.Elem, b.Elem)
	case Record:
		if len(a.Fields) != len(b.Fields) {
			return false
		}
		for i, f := range a.Fields {
			if g := b.Fields[i]; f.Name != g.Name || !c.same(at, f.Type, g.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// fits reports whether a value of type src may go, at the given place, where
// dst is expected, as Rumur has it: numbers go with numbers, everything else
// must be the same. Ordinals are looked at separately (static_ordinal.go).
func (c *checker) fits(at Node, dst, src *Type) bool {
	return dst.numeric() && src.numeric() || c.same(at, dst, src)
}
