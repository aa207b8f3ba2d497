package out

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/checker"
)

// Map says for every pair of values of two durations whether a protocol is
// safe. Values are as people write them.
type Map struct {
	Question *Report // what was asked, without a result
	X, Y     Axis
	// Cells are the answers: Cells[y][x].
	Cells [][]MapCell
	// Border says that only cells along the border between safe and unsafe
	// were checked: the others follow, as more of either duration can only do
	// harm, or only help.
	Border bool
	Checks int
	Limit  *checker.Limit // what kept some cells from an answer, or nil
}

// Axis is a duration and the values that it takes.
type Axis struct {
	Flag, Help string
	Values     []string
	Effect     Effect
}

// MapCell is the answer for one pair of values.
type MapCell struct {
	Answer string // "safe", "unsafe", "refused" or "undecided"
	Why    string // it was refused
	// X and Y are the cell that was checked and from which the answer follows:
	// in an unsafe one the same run is possible. The cell itself if it was
	// checked.
	X, Y     int
	Property string // that the run breaks; "" where nobody has looked
	Steps    int    // of that run
}

// MapAnswers are the possible answers, each with its sign in a map of text.
var MapAnswers = []struct{ Answer, Sign string }{{"safe", "."}, {"unsafe", "#"}, {"refused", "-"}, {"undecided", "?"}}

// Command is the check of a cell as one would type it.
func (m *Map) Command(x, y int) string {
	return fmt.Sprintf("lockcheck check %s --%s %s --%s %s", m.Question.Command, m.X.Flag, m.X.Values[x], m.Y.Flag, m.Y.Values[y])
}

// has reports whether a cell has that answer.
func (m *Map) has(answer string) bool {
	return slices.ContainsFunc(m.Cells, func(row []MapCell) bool {
		return slices.ContainsFunc(row, func(c MapCell) bool { return c.Answer == answer })
	})
}

// refusals lists why cells were refused, each reason once.
func (m *Map) refusals() []string {
	var all []string
	for _, row := range m.Cells {
		for _, c := range row {
			why, _, _ := strings.Cut(c.Why, " is false with ") // the same of all values
			if c.Why != "" && !slices.Contains(all, why) {
				all = append(all, why)
			}
		}
	}
	return all
}

// method says how the map was made.
func (m *Map) method() string {
	if m.Border {
		return fmt.Sprintf("along the border between safe and unsafe, in %s of %s: of each duration more can only do harm, or only help",
			plural(m.Checks, "check"), plural(len(m.X.Values)*len(m.Y.Values), "cell"))
	}
	known := m.X
	if known.Effect == NotKnown {
		known = m.Y
	}
	if known.Effect != NotKnown {
		return fmt.Sprintf("by bisection along %s, in %s of %s: in the other duration the verdict is not known to be monotone",
			known.Flag, plural(m.Checks, "check"), plural(len(m.X.Values)*len(m.Y.Values), "cell"))
	}
	return fmt.Sprintf("every cell, in %s: the verdict is not known to be monotone in both durations, so between two cells it may flip and flip back", plural(m.Checks, "check"))
}

// ticks are the places of an axis that get a label: the first, the last, and
// between them each so many.
func ticks(n, every int) []int {
	var at []int
	for i := 0; i < n; i += every {
		at = append(at, i)
	}
	if last := n - 1; at[len(at)-1] != last {
		if len(at) > 1 && last-at[len(at)-1] < every/2 {
			at = at[:len(at)-1]
		}
		at = append(at, last)
	}
	return at
}

// usualTick is how far labels are apart in a map of text.
func usualTick(n int) int { return min(max(n/6, 1), 10) }

// MapText draws the map with letters, the greatest value of Y at the top.
func MapText(w io.Writer, m *Map, opt TextOptions) error {
	p := &printer{opt: opt, r: m.Question}
	word, s := "MAP", bold
	if m.Limit != nil {
		word, s = "INCOMPLETE", caution
	}
	p.head(word, s)
	if m.Limit != nil {
		p.paragraph(sentence(LimitText(m.Limit)))
	}
	p.blank()
	left := columns(m.Y.Flag)
	labels := ticks(len(m.Y.Values), usualTick(len(m.Y.Values)))
	for _, i := range labels {
		left = max(left, columns(m.Y.Values[i]))
	}
	p.line(strings.Repeat(" ", left-columns(m.Y.Flag)) + m.Y.Flag)
	for y := len(m.Y.Values) - 1; y >= 0; y-- {
		label, mark := "", "|"
		if slices.Contains(labels, y) {
			label, mark = m.Y.Values[y], "+"
		}
		p.line(strings.Repeat(" ", left-columns(label)) + label + " " + mark + m.row(y, opt.Colour))
	}
	p.axis(m, left+2)
	p.blank()
	p.line(strings.Repeat(" ", left+2) + m.legend())
	p.blank()
	p.field("Cells", m.method())
	p.bullets("Refused", m.refusals())
	p.question()
	p.bullets("Assumes", p.r.Assumptions)
	p.field("One cell", fmt.Sprintf("lockcheck check %s --%s VALUE --%s VALUE", m.Question.Command, m.X.Flag, m.Y.Flag))
	p.bullets("Note", p.r.Notes)
	return p.flush(w)
}

// row writes the cells of a row.
func (m *Map) row(y int, colour bool) string {
	var b strings.Builder
	for i := 0; i < len(m.Cells[y]); {
		answer, n := m.Cells[y][i].Answer, 1
		for i+n < len(m.Cells[y]) && m.Cells[y][i+n].Answer == answer {
			n++
		}
		as := plain
		switch answer {
		case "unsafe":
			as = bad
		case "refused", "undecided":
			as = dim
		}
		b.WriteString(paint(strings.Repeat(signOf(answer), n), as, colour))
		i += n
	}
	return b.String()
}

func signOf(answer string) string {
	for _, a := range MapAnswers {
		if a.Answer == answer {
			return a.Sign
		}
	}
	return " "
}

func (m *Map) legend() string {
	var parts []string
	for _, a := range MapAnswers {
		if m.has(a.Answer) {
			parts = append(parts, a.Sign+" "+a.Answer)
		}
	}
	return strings.Join(parts, "   ")
}

// axis writes the values of X below the map.
func (p *printer) axis(m *Map, left int) {
	n := len(m.X.Values)
	line, labels := []rune(strings.Repeat("-", n)), &canvas{}
	end := 0
	for _, i := range ticks(n, usualTick(n)) {
		line[i] = '+'
		if text := m.X.Values[i]; i >= end {
			labels.put(left+i, 0, text, plain)
			end = i + columns(text) + 1
		}
	}
	labels.put(left+max(end, n)+1, 0, m.X.Flag, plain)
	p.line(strings.Repeat(" ", left-1) + "+" + string(line))
	p.line(labels.lines(false)[0])
}

// MapCSV writes one line for each cell.
func MapCSV(w io.Writer, m *Map) error {
	c := csv.NewWriter(w)
	rows := [][]string{{m.X.Flag, m.Y.Flag, "answer", "why"}}
	for y, row := range m.Cells {
		for x, cell := range row {
			rows = append(rows, []string{m.X.Values[x], m.Y.Values[y], cell.Answer, cell.Why})
		}
	}
	return c.WriteAll(rows)
}
