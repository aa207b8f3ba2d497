package murphi

// Kind is the shape of a Type.
type Kind uint8

const (
	// Integer is the type of numbers and arithmetic: any int64.
	Integer Kind = iota
	// Range is lo..hi.
	Range
	// Enum is an enumeration; boolean is the enum {false, true}.
	Enum
	// Scalarset is a set of Size interchangeable values.
	Scalarset
	// Record has named fields.
	Record
	// Array maps a simple index type to elements.
	Array
)

// Type is a resolved type. Types are compared by pointer, except that all
// ranges that are not ordinals are compatible with each other and with
// Integer.
type Type struct {
	Kind    Kind
	Decl    *TypeDecl // the first declaration that named it, or nil
	Lo, Hi  int64     // Range
	Members []*EnumMember
	Size    int64      // Scalarset
	Fields  []*VarDecl // Record
	Index   *Type      // Array: a Range, Enum or Scalarset
	Elem    *Type      // Array
	Ordinal bool       // Range: only the order of values matters

	// Asymmetric is filled by Check: a Scalarset whose values are not used as
	// interchangeable (plain models only), so that they must not be permuted.
	Asymmetric bool
}

// Boolean is the built-in type; its members are False and True.
var Boolean = newBoolean()

// IntegerType is the type of number literals and arithmetic.
var IntegerType = &Type{Kind: Integer}

func newBoolean() *Type {
	t := &Type{Kind: Enum}
	for i, name := range []string{"false", "true"} {
		t.Members = append(t.Members, &EnumMember{Name: name, Index: int64(i), Type: t})
	}
	t.Decl = &TypeDecl{Name: "boolean", Type: t}
	return t
}

// Simple reports whether values of t are single numbers: not records, not
// arrays.
func (t *Type) Simple() bool { return t.Kind != Record && t.Kind != Array }

// Bounds returns the least and the greatest value of a simple type; enum
// members and scalarset values count from 0.
func (t *Type) Bounds() (lo, hi int64) {
	switch t.Kind {
	case Range:
		return t.Lo, t.Hi
	case Enum:
		return 0, int64(len(t.Members)) - 1
	case Scalarset:
		return 0, t.Size - 1
	}
	return -1 << 63, 1<<63 - 1
}
