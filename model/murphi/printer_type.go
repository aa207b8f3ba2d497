package murphi

import (
	"strings"
)

// printType returns a type as it is written. A record stands on one line if
// it is short, else its fields stand on lines of their own below indent.
func printType(t TypeExpr, indent string) string {
	switch t := t.(type) {
	case *TypeName:
		return t.Name
	case *RangeExpr:
		return PrintExpr(t.Lo) + ".." + PrintExpr(t.Hi)
	case *EnumExpr:
		names := make([]string, len(t.Members))
		for i, m := range t.Members {
			names[i] = m.Name
		}
		if len(names) == 0 {
			return "enum {}"
		}
		return "enum { " + strings.Join(names, ", ") + " }"
	case *RecordExpr:
		return printRecord(t, indent)
	case *ArrayExpr:
		return "array [" + printType(t.Index, indent) + "] of " + printType(t.Elem, indent)
	case *ScalarsetExpr:
		return "scalarset(" + PrintExpr(t.Size) + ")"
	}
	return ""
}

// printRecord writes the fields of a record on lines of their own.
func printRecord(r *RecordExpr, indent string) string {
	var b strings.Builder
	b.WriteString("record\n")
	inner := indent + indentStep
	for fields := r.Fields; len(fields) > 0; {
		group := sameGroup(fields)
		b.WriteString(inner + printVars(fields[:group], inner) + ";" + historyNote(fields[:group]) + "\n")
		fields = fields[group:]
	}
	b.WriteString(indent + "end")
	return b.String()
}

// historyNote is the annotation behind a group of variables or fields.
func historyNote(ds []*VarDecl) string {
	if ds[0].History {
		return "  --! history"
	}
	return ""
}

// sameGroup is how many of the first declarations were written as one.
func sameGroup(ds []*VarDecl) int {
	for i, d := range ds {
		if d.Last || i+1 == len(ds) || ds[i+1].TypeExpr != d.TypeExpr {
			return i + 1
		}
	}
	return len(ds)
}

// printVars writes `a, b: T`.
func printVars(ds []*VarDecl, indent string) string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = d.Name
	}
	return strings.Join(names, ", ") + ": " + printType(ds[0].TypeExpr, indent)
}

const indentStep = "  "
