package out

import (
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Matrix is what each of many protocols does under each kind of fault alone,
// under none, and under all of its kinds together.
type Matrix struct {
	Tool       string
	Properties []string // that were asked for; empty: what each protocol promises
	Rows       []MatrixRow
	Notes      []string // protocols that are left out, and why
	// Stopped says why cells are not checked; "" if all are.
	Stopped string
}

// MatrixRow is a protocol, perhaps with a guard other than its own.
type MatrixRow struct {
	Family   string // the spec, without ending: rows of one have the same kinds of fault
	Protocol string
	Guard    string // "" for the protocol as it is
	Cells    []MatrixCell
}

// MatrixCell is the answer for a row and its faults.
type MatrixCell struct {
	Faults   string // "none", a kind, or "all"
	Verdict  string // "safe", "unsafe", "incomplete"; "" if it was not checked
	Steps    int    // of the shortest counterexample
	Property string // that it violates
	Why      string // it is incomplete
	Command  string // the check as one would type it, behind `lockcheck check`
}

// Name is the protocol, with the guard if it has one of the matrix.
func (r *MatrixRow) Name() string {
	if r.Guard == "" {
		return r.Protocol
	}
	return r.Protocol + " --guard " + r.Guard
}

// cell returns the cell with these faults; nil where no rule of the protocol is
// such a fault.
func (r *MatrixRow) cell(faults string) *MatrixCell {
	i := slices.IndexFunc(r.Cells, func(c MatrixCell) bool { return c.Faults == faults })
	if i < 0 {
		return nil
	}
	return &r.Cells[i]
}

// word is a cell in a word or number.
func (c *MatrixCell) word() string {
	switch {
	case c == nil:
		return "-"
	case c.Verdict == "unsafe":
		return strconv.Itoa(c.Steps)
	case c.Verdict == "safe":
		return "ok"
	case c.Verdict == "incomplete":
		return "?"
	}
	return "."
}

// columnsOf lists the faults of rows: none, the kinds as they come, all.
func columnsOf(rows []MatrixRow) []string {
	columns := []string{"none"}
	for i := range rows {
		for _, c := range rows[i].Cells {
			if c.Faults != "all" && !slices.Contains(columns, c.Faults) {
				columns = append(columns, c.Faults)
			}
		}
	}
	return append(columns, "all")
}

// families groups rows of one spec.
func (m *Matrix) families() [][]MatrixRow {
	var groups [][]MatrixRow
	for _, r := range m.Rows {
		if n := len(groups); n > 0 && groups[n-1][0].Family == r.Family {
			groups[n-1] = append(groups[n-1], r)
		} else {
			groups = append(groups, []MatrixRow{r})
		}
	}
	return groups
}

const matrixLegend = "A number is UNSAFE: the steps of the shortest counterexample. ok is SAFE, ? INCOMPLETE, . not checked, - a kind of fault that the protocol has not."

// decided says what was decided.
func (m *Matrix) decided() string {
	if len(m.Properties) == 0 {
		return "Properties: those that each protocol promises with these faults."
	}
	return "Properties: " + strings.Join(m.Properties, ", ") + "."
}

// MatrixText writes a table for each spec, with short names of the faults.
func MatrixText(w io.Writer, m *Matrix, opt TextOptions) error {
	var b strings.Builder
	for _, rows := range m.families() {
		faults := columnsOf(rows)
		label := width - 4*len(faults)
		var legend []string
		b.WriteString(pad(rows[0].Family, label))
		for _, f := range faults {
			fmt.Fprintf(&b, " %3.3s", f)
			if len(f) > 4 {
				legend = append(legend, fmt.Sprintf("%.3s %s", f, f))
			}
		}
		b.WriteByte('\n')
		for i := range rows {
			name := rows[i].Protocol
			if rows[i].Guard != "" {
				name = "  " + rows[i].Guard
			}
			if columns(name) > label {
				b.WriteString(name + "\n")
				name = ""
			}
			b.WriteString(pad(name, label))
			for _, f := range faults {
				c := rows[i].cell(f)
				b.WriteString(" " + paint(fmt.Sprintf("%3s", c.word()), c.look(), opt.Colour))
			}
			b.WriteByte('\n')
		}
		for _, line := range Wrap("("+strings.Join(legend, ", ")+")", width) {
			b.WriteString(line + "\n")
		}
		b.WriteByte('\n')
	}
	for _, text := range append([]string{matrixLegend, "Indented: the protocol with another guard. " + m.decided()}, m.remarks()...) {
		for _, line := range Wrap(text, width) {
			b.WriteString(line + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (c *MatrixCell) look() style {
	switch {
	case c == nil:
		return plain
	case c.Verdict == "unsafe":
		return bad
	case c.Verdict == "safe":
		return good
	}
	return caution
}

// remarks are what is not in the table, and why.
func (m *Matrix) remarks() []string {
	remarks := slices.Clone(m.Notes)
	if m.Stopped != "" {
		undone := 0
		for i := range m.Rows {
			for _, c := range m.Rows[i].Cells {
				if c.Verdict == "" {
					undone++
				}
			}
		}
		remarks = append(remarks, fmt.Sprintf("PARTIAL: %s; %s not checked.", m.Stopped, plural(undone, "cell")))
	}
	return remarks
}

// MatrixMarkdown writes the matrix as one table of Markdown.
func MatrixMarkdown(w io.Writer, m *Matrix) error {
	var b strings.Builder
	faults := columnsOf(m.Rows)
	b.WriteString("| protocol | " + strings.Join(faults, " | ") + " |\n|---" + strings.Repeat("|---:", len(faults)) + "|\n")
	for i := range m.Rows {
		fmt.Fprintf(&b, "| `%s`", m.Rows[i].Name())
		for _, f := range faults {
			word := m.Rows[i].cell(f).word()
			if c := m.Rows[i].cell(f); c != nil && c.Verdict == "unsafe" {
				word = "**" + word + "**"
			}
			b.WriteString(" | " + word)
		}
		b.WriteString(" |\n")
	}
	for _, text := range append([]string{matrixLegend + " " + m.decided()}, m.remarks()...) {
		b.WriteString("\n" + strings.NewReplacer("<", "&lt;", "*", `\*`, "_", `\_`).Replace(text) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// MatrixCSV writes a line for each cell, so that it can be sorted and counted.
func MatrixCSV(w io.Writer, m *Matrix) error {
	enc := csv.NewWriter(w)
	lines := [][]string{{"protocol", "guard", "faults", "verdict", "steps", "property", "command"}}
	for i := range m.Rows {
		r := &m.Rows[i]
		for _, c := range r.Cells {
			verdict, steps := c.Verdict, ""
			if verdict == "" {
				verdict = "not checked"
			}
			if c.Verdict == "unsafe" {
				steps = strconv.Itoa(c.Steps)
			}
			lines = append(lines, []string{r.Protocol, r.Guard, c.Faults, verdict, steps, c.Property, c.Command})
		}
	}
	return enc.WriteAll(lines)
}

// MatrixSchema is the name of the JSON form of a matrix.
const MatrixSchema = "lockcheck/matrix/v1"

type (
	jsonMatrix struct {
		Schema     string          `json:"schema"`
		Tool       string          `json:"tool"`
		Properties []string        `json:"properties"`
		Stopped    *string         `json:"stopped"`
		Notes      []string        `json:"notes"`
		Rows       []jsonMatrixRow `json:"rows"`
	}
	jsonMatrixRow struct {
		Protocol string           `json:"protocol"`
		Guard    *string          `json:"guard"`
		Cells    []jsonMatrixCell `json:"cells"`
	}
	jsonMatrixCell struct {
		Faults   string  `json:"faults"`
		Verdict  *string `json:"verdict"`
		Steps    *int    `json:"steps"`
		Property *string `json:"property"`
		Why      *string `json:"why"`
		Command  string  `json:"command"`
	}
)

// MatrixJSON writes the matrix as one JSON object; schema/matrix.v1.json
// describes it.
func MatrixJSON(w io.Writer, m *Matrix) error {
	j := &jsonMatrix{
		Schema: MatrixSchema, Tool: m.Tool, Properties: append([]string{}, m.Properties...),
		Stopped: optional(m.Stopped), Notes: append([]string{}, m.Notes...), Rows: []jsonMatrixRow{},
	}
	for i := range m.Rows {
		r := jsonMatrixRow{Protocol: m.Rows[i].Protocol, Guard: optional(m.Rows[i].Guard), Cells: []jsonMatrixCell{}}
		for _, c := range m.Rows[i].Cells {
			k := jsonMatrixCell{Faults: c.Faults, Verdict: optional(c.Verdict), Property: optional(c.Property), Why: optional(c.Why), Command: c.Command}
			if c.Verdict == "unsafe" {
				k.Steps = &c.Steps
			}
			r.Cells = append(r.Cells, k)
		}
		j.Rows = append(j.Rows, r)
	}
	return encode(w, j)
}

const matrixPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>lockcheck: protocols by faults</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 2rem; color: #1a1a1a; background: #fff; }
div { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { border: 1px solid #999; padding: .15rem .5rem; text-align: right; }
th[scope=row] { text-align: left; font-weight: normal; white-space: nowrap; }
thead th { vertical-align: bottom; }
.unsafe { background: #f8d0cb; font-weight: bold; }
.safe { background: #d5eed3; }
.incomplete, .open { background: #fbeec0; }
</style>
<h1>Protocols by faults</h1>
`

// MatrixHTML writes the matrix as one page that needs no network.
func MatrixHTML(w io.Writer, m *Matrix) error {
	var b strings.Builder
	b.WriteString(matrixPage)
	for _, text := range append([]string{matrixLegend + " " + m.decided()}, m.remarks()...) {
		b.WriteString("<p>" + html.EscapeString(text) + "</p>\n")
	}
	faults := columnsOf(m.Rows)
	b.WriteString("<div><table>\n<thead><tr><th scope=\"col\">protocol</th>")
	for _, f := range faults {
		b.WriteString("<th scope=\"col\">" + html.EscapeString(f) + "</th>")
	}
	b.WriteString("</tr></thead>\n<tbody>\n")
	for i := range m.Rows {
		b.WriteString("<tr><th scope=\"row\"><code>" + html.EscapeString(m.Rows[i].Name()) + "</code></th>")
		for _, f := range faults {
			c := m.Rows[i].cell(f)
			if c == nil {
				b.WriteString("<td>-</td>")
				continue
			}
			class := c.Verdict
			if class == "" {
				class = "open"
			}
			title := "lockcheck check " + c.Command
			if c.Property != "" {
				title = c.Property + "\n" + title
			}
			fmt.Fprintf(&b, `<td class="%s" title="%s">%s</td>`, class, html.EscapeString(title), c.word())
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n</table></div>\n<p>" + html.EscapeString(m.Tool) + "</p>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
