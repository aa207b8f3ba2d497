package engine

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"lockcheck/out"
)

// mostValues bounds an axis of a map.
const mostValues = 80

// letters are the answers of a map, as the page draws them.
var letters = map[string]string{"safe": "s", "unsafe": "u", "refused": "r", "undecided": "o", "unasked": "o"}

// chart makes the map of two durations.
func (e *Engine) chart(ctx context.Context, r *MapRequest, progress func(any)) (*Map, error) {
	bare := r.Setup
	bare.Params = maps.Clone(r.Setup.Params)
	for _, a := range []Axis{r.X, r.Y} {
		delete(bare.Params, a.Flag)
	}
	p, _, err := question(&bare, "bounded", nil)
	if err != nil {
		return nil, err
	}
	l, err := e.limits(0)
	if err != nil {
		return nil, err
	}
	var axes [2]string
	for i, a := range []Axis{r.X, r.Y} {
		name := string("xy"[i])
		if a.Values < 2 || a.Values > mostValues {
			return nil, refuse(name+".values", "an axis has from 2 to %d values, not %d", mostValues, a.Values)
		}
		if len(a.Flag)+len(a.From)+len(a.To) > MostText || strings.ContainsAny(a.Flag+a.From+a.To, "=:") {
			return nil, refuse(name, "%s: want a duration and two values", name)
		}
		axes[i] = fmt.Sprintf("%s=%s..%s:%d", a.Flag, a.From, a.To, a.Values)
	}
	c, err := p.NewChart(axes[0], axes[1])
	if err != nil {
		field := "x"
		if strings.HasPrefix(err.Error(), "--y") {
			field = "y"
		}
		return nil, refuse(field, "%s", strings.TrimPrefix(err.Error(), "--"))
	}
	c.Told = func(x, y int, answer string) {
		progress(MapSpot{X: x, Y: y, Cell: letters[answer]})
	}
	l.Workers = 1
	m, err := c.Draw(ctx, l, false)
	if err != nil {
		return nil, err
	}
	return mapOf(m, "lockcheck map "+typed(&bare, "any", nil)+" --x "+axes[0]+" --y "+axes[1]), nil
}

// mapOf writes a map down.
func mapOf(m *out.Map, command string) *Map {
	a := &Map{X: m.X.Values, Y: m.Y.Values, Checks: m.Checks, Border: m.Border, Command: command}
	count := map[string]int{}
	for _, row := range m.Cells {
		var b strings.Builder
		for _, cell := range row {
			count[cell.Answer]++
			b.WriteString(letters[cell.Answer])
		}
		a.Rows = append(a.Rows, b.String())
	}
	a.Says = fmt.Sprintf("Of %d pairs %d are safe and %d unsafe", len(m.X.Values)*len(m.Y.Values), count["safe"], count["unsafe"])
	if n := count["refused"]; n > 0 {
		a.Says += fmt.Sprintf(", %d make no sense", n)
	}
	if n := count["undecided"]; n > 0 {
		a.Says += fmt.Sprintf(", %d are not decided", n)
	}
	a.Says += fmt.Sprintf("; %d were checked", m.Checks)
	if m.Border {
		a.Says += ", along the border"
	}
	a.Says += "."
	return a
}
