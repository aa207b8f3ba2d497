package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

func (s *sheet) parameters() {
	if len(s.infos) == 0 {
		return
	}
	s.title("Parameters")
	width := 0
	for _, p := range s.infos {
		width = max(width, len(p.Flag)+2)
	}
	for _, p := range s.infos {
		what := "default " + p.Default
		if now := s.p.Settings.Params[p.Flag]; now != p.Default {
			what = "here always " + now
		}
		says := valueWords(s.p.Model, p)
		values := ": " + strings.Join(p.Values, ", ")
		switch {
		case p.Values == nil:
			values = fmt.Sprintf(": %d to %d", p.Lo, p.Hi)
		case len(says) > 0:
			values = ""
		}
		s.item("--"+p.Flag, p.Help+values+" ("+what+")", width)
		if len(says) > 0 {
			s.values(p.Values, says, width+4)
		}
	}
}

// values writes the possible values of a parameter, each with its words.
func (s *sheet) values(values []string, says map[string]string, indent int) {
	width := 0
	for _, v := range values {
		width = max(width, len(v))
	}
	for _, v := range values {
		lead := strings.Repeat(" ", indent) + fmt.Sprintf("%-*s", width, v)
		lines := out.Wrap(says[v], 80-indent-width-2)
		if len(lines) == 0 {
			lines = []string{""}
		}
		for _, line := range lines {
			s.b.WriteString(strings.TrimRight(lead+"  "+line, " ") + "\n")
			lead = strings.Repeat(" ", len(lead))
		}
	}
}

// valueWords finds what the values of a parameter mean: in the first file whose
// head comment has a line for each of them, else in those of the protocol and
// of the file that declares it: a protocol may add values of its own.
func valueWords(m *murphi.Model, p murphi.ParamInfo) map[string]string {
	some := map[string]string{}
	for i, src := range m.Sources {
		says := wordsIn(src, p.Values)
		if len(says) == len(p.Values) {
			return says
		}
		if i == 0 || src.Name == p.Const.Start.File {
			maps.Copy(some, says)
		}
	}
	return some
}

// wordsIn reads indented lines of a head comment, each a value and its words.
func wordsIn(src *murphi.Source, values []string) map[string]string {
	says := map[string]string{}
	last, column := "", 0
	for _, line := range headComment(src) {
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		name, words, _ := strings.Cut(text, " ")
		switch {
		case indent > 1 && strings.HasPrefix(words, " ") && slices.Contains(values, name):
			words = strings.TrimLeft(words, " ")
			last, column = name, len(line)-len(words)
			says[name] = words
		case last != "" && indent == column && text != "":
			says[last] += " " + text
		default:
			last = ""
		}
	}
	return says
}

var compares = map[murphi.Op]string{murphi.Lt: " < ", murphi.Le: " <= ", murphi.Gt: " > ", murphi.Ge: " >= "}

// durations lists what a check with --timing bounded takes into account.
func (s *sheet) durations() {
	all := murphi.Durations(s.p.Model)
	if len(all) == 0 {
		return
	}
	s.title("Durations (for --timing bounded, threshold and map)")
	width := 0
	for _, d := range all {
		width = max(width, len(d.Flag)+2)
	}
	for _, d := range all {
		s.item("--"+d.Flag, d.Ann.Help+" (default "+s.p.Target.Usual(d)+")", width)
	}
	for _, r := range s.p.Model.Head.Requires {
		s.item("", r.Why+": "+ask.AsFlags(r.X.String()+compares[r.Op]+r.Y.String()), width)
	}
}

func (s *sheet) variants() {
	variants := s.p.Model.Head.Variants
	if len(variants) == 0 {
		return
	}
	s.title("Variants (--variant NAME)")
	width := 0
	for _, v := range variants {
		width = max(width, len(v.Name))
	}
	for _, v := range variants {
		params := map[string]string{}
		for _, p := range v.Params {
			params[p.Flag] = p.Value
		}
		s.item(v.Name, v.Title+" ("+ask.FlagsText(params)+")", width)
	}
}
