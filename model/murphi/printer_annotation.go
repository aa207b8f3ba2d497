package murphi

import (
	"strconv"
	"strings"
)

// head writes the annotations that belong to the whole file.
func (p *printer) head(h *Head) {
	note := func(parts ...string) { p.line(annotationPrefix + " " + strings.Join(parts, " ")) }
	if h.Protocol != nil {
		note("protocol", h.Protocol.Name, quote(h.Protocol.Title))
	}
	for _, list := range []struct {
		key   string
		texts []string
	}{{"family", h.Family}, {"source", h.Source}, {"assumes", h.Assumes}, {"assumes-untimed", h.Untimed}, {"leaves-out", h.LeavesOut}} {
		for _, text := range list.texts {
			note(list.key, quote(text))
		}
	}
	if h.DefaultFaults != nil {
		note("default-faults", strings.Join(h.DefaultFaults, ","))
	}
	for _, v := range h.Variants {
		params := make([]string, len(v.Params))
		for i, pv := range v.Params {
			params[i] = pv.Flag + "=" + pv.Value
		}
		note("variant", v.Name, strings.Join(params, ","), quote(v.Title))
	}
	for _, d := range h.Durations {
		note("duration", d.Name, d.Default.String(), quote(d.Help))
	}
	for _, r := range h.Requires {
		note("requires", r.X.String(), opText[r.Op], r.Y.String(), quote(r.Why))
	}
}

func constNote(d *ConstDecl) string {
	var param, timing string
	if a := d.Param; a != nil {
		param = "param " + a.Flag + " "
		if a.HasRange {
			param += strconv.FormatInt(a.Lo, 10) + ".." + strconv.FormatInt(a.Hi, 10) + " "
		}
		param += quote(a.Help)
	}
	if d.Timing {
		timing = "timing"
	}
	return notes(param, timing)
}

func typeNote(d *TypeDecl) string {
	var ordinal, names string
	if d.Ordinal {
		ordinal = "ordinal"
	}
	if len(d.Names) > 0 {
		names = "names"
		for _, n := range d.Names {
			if !isPlainName(n) {
				n = quote(n)
			}
			names += " " + n
		}
	}
	return notes(ordinal, names)
}

// isPlainName reports whether a value's name can stand without quotes.
func isPlainName(s string) bool {
	if _, isKey := annotationKeys[s]; isKey || s == "" {
		return false
	}
	for i := range len(s) {
		if !isIdentPart(s[i]) && s[i] != '-' {
			return false
		}
	}
	return true
}

func ruleNote(a *RuleAnn) string {
	var line, fault, delay, restarts, say string
	if a.Line != "" {
		line = "line " + a.Line
	}
	if f := a.Fault; f != nil {
		fault = "fault " + f.Kind
		if f.Per != "" {
			fault += " per " + f.Per + " until " + quote(f.Until)
		}
	}
	if d := a.Delay; d != nil {
		latest := "inf)"
		if d.Latest != nil {
			latest = d.Latest.String() + "]"
		}
		delay = "delay [" + d.Earliest.String() + ", " + latest
		if d.While != nil {
			delay += " while " + PrintExpr(d.While)
		}
	}
	var each []string
	for _, r := range a.Restarts {
		var b strings.Builder
		b.WriteString("restarts " + quote(r.Rule))
		if len(r.Args) > 0 {
			writeArgs(&b, r.Args)
		}
		each = append(each, b.String())
	}
	restarts = strings.Join(each, " ")
	if a.Say != nil {
		say = "say " + printTemplate(a.Say)
	}
	return notes(line, fault, delay, restarts, say)
}

// printTemplate writes a template as the string that it was read from.
func printTemplate(t *Template) string {
	var b strings.Builder
	for _, piece := range t.Pieces {
		switch {
		case piece.Expr == nil:
			text := quote(piece.Text)
			b.WriteString(strings.NewReplacer("{", "{{", "}", "}}").Replace(text[1 : len(text)-1]))
		case piece.Old:
			b.WriteString("{old(" + PrintExpr(piece.Expr) + ")}")
		default:
			b.WriteString("{" + PrintExpr(piece.Expr) + "}")
		}
	}
	return `"` + b.String() + `"`
}
