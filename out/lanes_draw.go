package out

import (
	"fmt"
	"strconv"
	"strings"
)

// draw paints the lanes. last says what is wrong at the end, if anything.
func (p *picture) draw(last string) *canvas {
	c := &canvas{}
	c.put(2, 0, "#", bold)
	if p.times != nil {
		c.put(p.left()-2-len("time"), 0, "time", bold)
	}
	for _, l := range p.lanes {
		c.put(l.x, 0, brief(l.name, l.w), bold)
	}
	y := 1
	for i := range p.rows {
		y = p.drawRow(c, y, &p.rows[i], last, last != "" && i == len(p.rows)-1)
	}
	return c
}

// drawRow paints one step from line y on and returns the line after it.
func (p *picture) drawRow(c *canvas, y int, r *row, last string, final bool) int {
	if r.fold > 0 {
		c.put(p.left(), y, sparedText(r.fold, r.index), dim)
		return y + 1
	}
	s := plain
	switch {
	case final:
		s = bad
	case environment(r.step):
		s = caution
	}
	index := strconv.Itoa(r.index)
	c.put(3-len(index), y, index, s)
	if p.times != nil {
		text := p.times[r.index-1]
		c.put(p.left()-2-columns(text), y, text, s)
	}

	height, at := 1, y // at: the line on which the arrow and the other lanes' cells begin
	for _, l := range p.lanes {
		if l.name != r.own {
			continue
		}
		head := Wrap(r.head, l.w)
		for i, line := range head {
			c.put(l.x, y+i, line, s)
		}
		at = y + len(head) - 1
		lines := wrapChanges(r.cells[l.name], l.w)
		for i, line := range lines {
			c.put(l.x, at+1+i, line, plain)
		}
		height = len(head) + len(lines)
		if final {
			for _, line := range Wrap("^ "+last, l.w) {
				c.put(l.x, y+height, line, bad)
				height++
			}
		}
	}
	for _, l := range p.lanes {
		if l.name == r.own || r.cells[l.name] == "" {
			continue
		}
		lines := wrapChanges(r.cells[l.name], l.w)
		for i, line := range lines {
			c.put(l.x, at+i, line, plain)
		}
		if h := at - y + len(lines); h > height {
			height = h
		}
	}
	p.drawMarks(c, y, height, r.index)
	p.drawArrow(c, at, r)
	return y + height
}

// sparedText stands for so many steps up to one that can be spared.
func sparedText(n, last int) string {
	return fmt.Sprintf("... %s that can be spared (%s)", plural(n, "step"), span(last-n+1, last))
}

// drawMarks fills the gutters: who believes and who holds after the step.
func (p *picture) drawMarks(c *canvas, y, height, index int) {
	for _, l := range p.lanes {
		if !l.client {
			continue
		}
		mark := p.belief.Mark(l.name, index)
		s := dim
		if mark == markFalse {
			s = bad
		}
		for i := 0; i < height; i++ {
			if mark != markNone {
				c.put(l.x-2, y+i, mark, s)
			}
		}
	}
}

// drawArrow points from the lane of a step to the nearest lane that it changed.
func (p *picture) drawArrow(c *canvas, y int, r *row) {
	own, to := -1, -1
	for i, l := range p.lanes {
		if l.name == r.own {
			own = i
		}
	}
	for i, l := range p.lanes {
		if i != own && r.cells[l.name] != "" && (to < 0 || abs(i-own) < abs(to-own)) {
			to = i
		}
	}
	if own < 0 || to < 0 {
		return
	}
	from, target := p.lanes[own], p.lanes[to]
	if own < to {
		start, end := p.endOfText(c, from, y)+1, target.x-2
		if target.client {
			end -= 2
		}
		p.dashes(c, start, end, y)
		if end-start >= 1 {
			c.put(end, y, ">", dim)
		}
		return
	}
	start, end := p.endOfText(c, target, y)+1, from.x-2
	if from.client {
		end -= 2
	}
	p.dashes(c, start, end, y)
	if end-start >= 1 {
		c.put(start, y, "<", dim)
	}
}

// endOfText returns the column behind the text of a lane on line y.
func (p *picture) endOfText(c *canvas, l lane, y int) int {
	end := l.x + l.w
	for end > l.x && c.at(end-1, y) == ' ' {
		end--
	}
	return end
}

func (p *picture) dashes(c *canvas, start, end, y int) {
	if end-start < 1 {
		return
	}
	for x := start; x <= end; x++ {
		if c.at(x, y) == ' ' {
			c.put(x, y, "-", dim)
		}
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// wrapChanges lays out a list of changes: as many on a line as fit, each
// whole if possible.
func wrapChanges(list string, w int) []string {
	if list == "" {
		return nil
	}
	var lines []string
	line := ""
	for _, change := range strings.Split(list, ", ") {
		change = shorter(change, w)
		switch {
		case line != "" && columns(line)+2+columns(change) <= w:
			line += ", " + change
			continue
		case line != "":
			lines = append(lines, line)
		}
		line = change
		if columns(change) > w {
			parts := Wrap(change, w-1)
			for i, part := range parts[:len(parts)-1] {
				lines = append(lines, indentIf(i > 0, part))
			}
			line = indentIf(len(parts) > 1, parts[len(parts)-1])
		}
	}
	return append(lines, line)
}

func indentIf(yes bool, s string) string {
	if yes {
		return " " + s
	}
	return s
}

// legend explains the signs that the picture uses.
func (p *picture) legend() string {
	seen := map[string]bool{}
	for _, r := range p.rows {
		if r.step.Fault != "" {
			seen["!"] = true
		} else if r.step.Line == "" {
			seen["*"] = true
		}
		for _, l := range p.lanes {
			if l.client {
				seen[p.belief.Mark(l.name, r.index)] = true
			}
		}
		for _, text := range r.cells {
			if strings.Contains(text, "~") {
				seen["~"] = true
			}
		}
	}
	var parts []string
	for _, s := range [][2]string{
		{markBoth, "holds the lock"}, {markFalse, "believes so but does not hold it"},
		{markOwed, "owns it without relying on it"}, {"!", "fault"}, {"*", "environment"}, {"~", "in the network"},
	} {
		if seen[s[0]] {
			parts = append(parts, s[0]+" "+s[1])
		}
	}
	return strings.Join(parts, "; ")
}
