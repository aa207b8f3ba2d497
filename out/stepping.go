package out

import (
	"fmt"
	"io"
	"strings"

	"lockcheck/checker"
)

// Lanes draws a run as lanes, with who believes what below them: the picture of
// Text without the words around it.
func Lanes(w io.Writer, r *Report, t *checker.Trace, opt TextOptions) error {
	p := &printer{r: r, opt: opt}
	p.trace(&checker.PropertyResult{Trace: t})
	return p.flush(w)
}

// Table writes who believes after step i that it holds the lock, and who does:
// a line for each client, below a line of headings. It is empty if the model
// does not say.
func (b *Belief) Table(i int) []string {
	if len(b.Clients) == 0 {
		return nil
	}
	yes := func(on bool) string {
		if on {
			return "yes"
		}
		return "no"
	}
	rows := [][]string{{"", "believes", "holds", "token"}}
	for _, c := range b.Clients {
		token := b.Tokens[i][c]
		if token == "" {
			token = "none"
		}
		rows = append(rows, []string{c, yes(b.Believes[i][c]), yes(b.Holds[i][c]), token})
	}
	for column, known := range []bool{true, b.Known.Believes, b.Known.Holds, b.Known.Tokens} {
		for _, row := range rows {
			if !known {
				row[column] = ""
			}
		}
	}
	var lines []string
	for n, row := range rows {
		line := fmt.Sprintf("  %s  %s  %s  %s", pad(row[0], 10), pad(row[1], 8), pad(row[2], 5), row[3])
		if n > 0 && b.Known.Believes && b.Known.Holds && b.Believes[i][row[0]] && !b.Holds[i][row[0]] {
			line = fmt.Sprintf("%s  believes what is not so", pad(line, 35))
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// WhyText says why a property is false at the end of a run: "!stale is false:
// stale = true".
func WhyText(w checker.Why) string {
	if w.Failure != nil {
		return failureText(w.Failure, w.Expr)
	}
	text := w.FalseConjunct
	if text == "" {
		text = w.Expr
	}
	if text == "" {
		return ""
	}
	text += " is false"
	var values []string
	for _, v := range w.Values {
		values = append(values, v.Path+" = "+undefinedText(v.To))
	}
	if values != nil {
		text += ": " + strings.Join(values, ", ")
	}
	return text
}

// ChangeText writes a change: "at[A].phase: idle -> asking".
func ChangeText(c checker.Change) string {
	return fmt.Sprintf("%s: %s -> %s", c.Path, undefinedText(c.From), undefinedText(c.To))
}

// Harmless makes a dot of every character that a terminal would obey.
func Harmless(text string) string { return harmless(text, false) }
