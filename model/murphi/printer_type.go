package murphi

import "strings"

const (
	indentStep = "  "
	lineWidth  = 100 // what the printer keeps on one line, if it can
)

// printType returns a type as it is written: on one line if flat, else with
// the fields of records on lines of their own, indented more than indent.
func printType(t TypeExpr, indent string, flat bool) string {
	switch t := t.(type) {
	case *TypeName:
		return t.Name
	case *RangeExpr:
		return PrintExpr(t.Lo) + ".." + PrintExpr(t.Hi)
	case *EnumExpr:
		return printEnum(t, indent, flat)
	case *RecordExpr:
		return printRecord(t, indent, flat)
	case *ArrayExpr:
		return "array [" + printType(t.Index, indent, true) + "] of " + printType(t.Elem, indent, flat)
	case *ScalarsetExpr:
		return "scalarset(" + PrintExpr(t.Size) + ")"
	}
	return ""
}

// printEnum writes the members on one line, or, if they are too many, filled
// into lines of their own.
func printEnum(t *EnumExpr, indent string, flat bool) string {
	names := make([]string, len(t.Members))
	for i, m := range t.Members {
		names[i] = m.Name
	}
	one := "enum { " + strings.Join(names, ", ") + " }"
	switch {
	case len(names) == 0:
		return "enum {}"
	case flat || len(indent)+len(one) <= lineWidth-20:
		return one
	}
	var b strings.Builder
	b.WriteString("enum {\n")
	line := indent + indentStep
	for i, name := range names {
		if i < len(names)-1 {
			name += ","
		}
		if len(line)+len(name) > lineWidth-1 && strings.TrimSpace(line) != "" {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent + indentStep
		}
		line += name + " "
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n" + indent + "}")
	return b.String()
}

// printRecord writes the fields of a record.
func printRecord(r *RecordExpr, indent string, flat bool) string {
	var b strings.Builder
	b.WriteString("record\n")
	inner := indent + indentStep
	for fields := r.Fields; len(fields) > 0; {
		n := sameGroup(fields)
		if flat {
			b.WriteString(printVars(fields[:n], "", true) + "; ")
		} else {
			b.WriteString(withNote(inner, printVars(fields[:n], inner, false)+";", historyNote(fields[0])))
		}
		fields = fields[n:]
	}
	if flat {
		return strings.Replace(b.String(), "\n", " ", 1) + "end"
	}
	b.WriteString(indent + "end")
	return b.String()
}

// historyNote is the annotation of a variable or field.
func historyNote(d *VarDecl) string {
	if d.History {
		return "history"
	}
	return ""
}

// withNote returns a declaration as lines, its annotation behind it or, if it
// takes several lines, on a line before.
func withNote(indent, text, note string) string {
	switch {
	case note == "":
		return indent + text + "\n"
	case strings.Contains(text, "\n"):
		return indent + annotationPrefix + " " + note + "\n" + indent + text + "\n"
	}
	return indent + text + "  " + annotationPrefix + " " + note + "\n"
}

// sameGroup is how many of the first declarations were written as one.
func sameGroup(ds []*VarDecl) int {
	for i, d := range ds {
		if d.Last || i+1 == len(ds) || ds[i+1].TypeExpr != d.TypeExpr || ds[i+1].History != d.History {
			return i + 1
		}
	}
	return len(ds)
}

// printVars writes `a, b: T`.
func printVars(ds []*VarDecl, indent string, flat bool) string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = d.Name
	}
	return strings.Join(names, ", ") + ": " + printType(ds[0].TypeExpr, indent, flat)
}
