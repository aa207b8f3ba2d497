package out

import (
	"fmt"
	"io"
	"strings"

	"lockcheck/checker"
)

// list writes the trace as a list: for plain models, for many clients, and
// for those who want everything. end says what is wrong at the end, if
// anything.
func (p *printer) list(t *checker.Trace, end string) {
	if t.StartRule != "" {
		p.line("  0  start: " + call(t.StartRule, t.StartArgs))
	}
	times := timesOf(t, allDigits)
	for i := range t.Steps {
		s := &t.Steps[i]
		mark := ""
		switch {
		case s.Fault != "":
			mark = "! " + s.Fault + ": "
		case s.Line != "":
			mark = s.Line + " "
		}
		last := ""
		if i == len(t.Steps)-1 && end != "" {
			last = "   <-- " + end
		}
		style := plain
		switch {
		case last != "":
			style = bad
		case s.Fault != "":
			style = caution
		}
		if times != nil {
			mark = "[" + times[i] + "] " + mark
		}
		p.show(fmt.Sprintf("%3d  %s%s%s", i+1, mark, call(s.Rule, s.Args), last), style)
		if say := told(s); say != "" {
			for _, l := range Wrap(say, width-5) {
				p.line("     " + l)
			}
		}
		for _, ch := range s.Changes {
			p.line(fmt.Sprintf("       %s: %s -> %s", ch.Path, undefinedText(ch.From), undefinedText(ch.To)))
		}
	}
}

// Steps writes a trace as a list, with everything that each step changed.
func Steps(w io.Writer, r *Report, t *checker.Trace) error {
	p := &printer{r: r}
	p.list(t, "VIOLATION")
	return p.flush(w)
}

func undefinedText(v *string) string {
	if v == nil {
		return "undefined"
	}
	return *v
}

// call writes a rule with its arguments: "Acquire(c: c1)".
func call(rule string, args []checker.Arg) string {
	if len(args) == 0 {
		return rule
	}
	var parts []string
	for _, a := range args {
		parts = append(parts, a.Name+": "+a.Value)
	}
	return rule + "(" + strings.Join(parts, ", ") + ")"
}
