package ask

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"lockcheck/checker/timed/sweep"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

const (
	usualPoints = 60   // on an axis
	mostPoints  = 1000 // on an axis
	// mostCells bounds a map of which every cell is checked.
	mostCells = 10_000
)

// Axis is a duration and the values that it takes.
type Axis struct {
	Effect out.Effect // of more of it

	d      murphi.DurationSetting
	values []*big.Rat
}

// newAxis reads DURATION=A..B, with the number of values or a step behind a
// colon.
func (p *Prepared) newAxis(flag, text string) (*Axis, error) {
	name, span, ok := strings.Cut(text, "=")
	first, last, ok2 := strings.Cut(span, "..")
	if text != "" && (!ok || !ok2) {
		return nil, fmt.Errorf("--%s %s: want a duration and its range, such as ttl=1s..60s", flag, PlainWord(text))
	}
	d, err := p.Varied(name, "--"+flag)
	if err != nil {
		return nil, err
	}
	last, every, spaced := strings.Cut(last, ":")
	from, err := valueOf(d, flag+" "+d.Flag, first)
	if err != nil {
		return nil, err
	}
	to, err := valueOf(d, flag+" "+d.Flag, last)
	if err != nil {
		return nil, err
	}
	if from.Cmp(to) >= 0 {
		return nil, fmt.Errorf("--%s %s: the range goes from less to more", flag, text)
	}
	x := &Axis{d: d, Effect: effects[p.direction(d)]}
	n, err := strconv.Atoi(every)
	switch {
	case !spaced:
		x.spread(from, to, usualPoints)
	case err == nil && n >= 2 && n <= mostPoints:
		x.spread(from, to, n)
	case err == nil:
		return nil, fmt.Errorf("--%s %s: an axis has from 2 to %d values", flag, text, mostPoints)
	default:
		step, err := valueOf(d, flag+" "+d.Flag, every)
		if err != nil {
			return nil, err
		}
		if step.Sign() == 0 {
			return nil, fmt.Errorf("--%s %s: the step must be above zero", flag, text)
		}
		for v := from; v.Cmp(to) <= 0; v = new(big.Rat).Add(v, step) {
			if x.values = append(x.values, v); len(x.values) > mostPoints {
				return nil, fmt.Errorf("--%s %s: more than %d values; take a larger step", flag, text, mostPoints)
			}
		}
	}
	return x, nil
}

// spread lays n values from one to another, at equal distances as far as plain
// numbers allow: each is rounded to a tenth of the distance or less.
func (x *Axis) spread(from, to *big.Rat, n int) {
	step := new(big.Rat).Sub(to, from)
	step.Quo(step, big.NewRat(int64(n-1), 1))
	unit := big.NewRat(1, 1) // a nanosecond
	if x.d.Dimension == murphi.Percentage {
		unit = big.NewRat(1, 1e14)
	}
	for ten := big.NewRat(10, 1); new(big.Rat).Mul(unit, big.NewRat(100, 1)).Cmp(step) <= 0; {
		unit.Mul(unit, ten)
	}
	for i := range n {
		v := new(big.Rat).Mul(step, big.NewRat(int64(i), 1))
		if v.Add(v, from); i > 0 && i < n-1 {
			v = rounded(v, unit)
		}
		if k := len(x.values); k == 0 || x.values[k-1].Cmp(v) < 0 {
			x.values = append(x.values, v)
		}
	}
}

// rounded is the multiple of unit nearest to v.
func rounded(v, unit *big.Rat) *big.Rat {
	q := new(big.Rat).Quo(v, unit)
	q.Add(q, big.NewRat(1, 2))
	whole := new(big.Int).Div(q.Num(), q.Denom())
	return new(big.Rat).Mul(unit, new(big.Rat).SetInt(whole))
}

func (x *Axis) texts() []string {
	var all []string
	for _, v := range x.values {
		all = append(all, x.d.Dimension.Text(v))
	}
	return all
}

// Chart is a map in the making.
type Chart struct {
	X, Y *Axis

	// Told, if not nil, is told each pair of values that was checked, by its place
	// on the axes, and the answer as maps spell it; never by two goroutines at once.
	Told func(x, y int, answer string)
	one  sync.Mutex

	p *Prepared // the question, in which the two durations have their usual values
}

// NewChart reads the two axes of a map, such as ttl=1s..60s, and refuses maps
// that make no sense, or no end.
func (p *Prepared) NewChart(x, y string) (*Chart, error) {
	c := &Chart{p: p}
	var err error
	if c.X, err = p.newAxis("x", x); err == nil {
		c.Y, err = p.newAxis("y", y)
	}
	if err != nil {
		return nil, err
	}
	return c, c.check()
}

// border reports whether the border between safe and unsafe is a staircase.
func (c *Chart) border() bool { return c.X.Effect != out.NotKnown && c.Y.Effect != out.NotKnown }

// lines reports whether each column, or each row, has one flip at most.
func (c *Chart) lines() bool { return c.X.Effect != out.NotKnown || c.Y.Effect != out.NotKnown }

// check refuses maps that make no sense, or no end.
func (c *Chart) check() error {
	if c.X.d.Flag == c.Y.d.Flag {
		return fmt.Errorf("--x and --y are both %s; name two durations", c.X.d.Flag)
	}
	if n := len(c.X.values) * len(c.Y.values); !c.lines() && n > mostCells {
		return fmt.Errorf("the verdict is not known to be monotone in --%s, so every cell is checked: %s are more than %s; take fewer values, such as %s=A..B:50",
			c.X.d.Flag, out.Number(int64(n)), out.Number(mostCells), c.X.d.Flag)
	}
	return nil
}

func (c *Chart) at(cell sweep.Cell) map[string]*big.Rat {
	return map[string]*big.Rat{c.X.d.Flag: c.X.values[cell.X], c.Y.d.Flag: c.Y.values[cell.Y]}
}

// tell passes an answer on.
func (c *Chart) tell(cell sweep.Cell, a sweep.Answer) sweep.Answer {
	if c.Told != nil {
		c.one.Lock()
		defer c.one.Unlock()
		c.Told(cell.X, cell.Y, a.String())
	}
	return a
}

// newOracle makes an oracle with a graph of its own.
func (c *Chart) newOracle(ctx context.Context, l *Limits) (*oracle, error) {
	g, err := c.p.newGraph(l.TimedOptions(c.p, nil))
	return &oracle{ctx: ctx, p: c.p, graph: g}, err
}

// Draw answers for every cell; with traces it also looks which property breaks
// in the unsafe ones that were checked, and after how many steps.
func (c *Chart) Draw(ctx context.Context, l *Limits, traces bool) (*out.Map, error) {
	why := map[sweep.Cell]string{}
	g := sweep.NewGrid(len(c.X.values), len(c.Y.values))
	g.Refuse(func(cell sweep.Cell) bool {
		_, err := c.p.Settings.WithDurations(c.p.Model, c.at(cell))
		if err != nil {
			why[cell] = err.Error()
		}
		return err != nil
	})
	workers := 1
	if !c.lines() {
		if workers = int(l.Workers); workers == 0 {
			workers = runtime.GOMAXPROCS(0)
		}
	}
	var oracles []*oracle
	var askers []func(sweep.Cell) sweep.Answer
	for range workers {
		o, err := c.newOracle(ctx, l)
		if err != nil {
			return nil, err
		}
		oracles = append(oracles, o)
		askers = append(askers, func(cell sweep.Cell) sweep.Answer { return c.tell(cell, o.ask(c.at(cell))) })
	}
	switch {
	case c.border():
		g.Frontier(c.X.Effect != out.Helps, c.Y.Effect != out.Helps, askers[0])
	case c.Y.Effect != out.NotKnown:
		g.Lines(true, c.Y.Effect != out.Helps, askers[0])
	case c.X.Effect != out.NotKnown:
		g.Lines(false, c.X.Effect != out.Helps, askers[0])
	default:
		g.All(askers)
	}
	m := c.filled(g, why)
	for _, o := range oracles {
		if o.err != nil {
			return nil, o.err
		}
		m.Checks += o.checks
		if m.Limit == nil {
			m.Limit = o.limit
		}
	}
	if traces {
		return m, c.trace(oracles[0], m)
	}
	return m, nil
}

// filled writes down what a grid holds.
func (c *Chart) filled(g *sweep.Grid, why map[sweep.Cell]string) *out.Map {
	m := &out.Map{
		Question: c.p.Report(), Border: c.border(),
		X: out.Axis{Flag: c.X.d.Flag, Help: c.X.d.Ann.Help, Values: c.X.texts(), Effect: c.X.Effect},
		Y: out.Axis{Flag: c.Y.d.Flag, Help: c.Y.d.Ann.Help, Values: c.Y.texts(), Effect: c.Y.Effect},
	}
	for i := range m.Question.Config.Durations {
		d := &m.Question.Config.Durations[i]
		d.Idle = d.Idle || d.Flag == m.X.Flag || d.Flag == m.Y.Flag
	}
	for y := range g.Height {
		var row []out.MapCell
		for x := range g.Width {
			cell := sweep.Cell{X: x, Y: y}
			by := g.By(cell)
			row = append(row, out.MapCell{Answer: g.At(cell).String(), Why: why[cell], X: by.X, Y: by.Y})
		}
		m.Cells = append(m.Cells, row)
	}
	return m
}

// trace looks what breaks in the unsafe cells that were checked; the others
// share a run with one of them.
func (c *Chart) trace(o *oracle, m *out.Map) error {
	each := func(visit func(x, y int, cell *out.MapCell) error) error {
		for y, row := range m.Cells {
			for x := range row {
				if cell := &row[x]; cell.Answer == "unsafe" {
					if err := visit(x, y, cell); err != nil {
						return err
					}
				}
			}
		}
		return nil
	}
	err := each(func(x, y int, cell *out.MapCell) error {
		if o.ctx.Err() != nil {
			o.note(o.interrupted())
			m.Limit = o.limit
		}
		if cell.X != x || cell.Y != y || o.ctx.Err() != nil {
			return nil
		}
		s, err := c.p.Settings.WithDurations(c.p.Model, c.at(sweep.Cell{X: x, Y: y}))
		if err != nil {
			return err
		}
		res, err := o.graph.Check(o.ctx, s.Delay)
		if err != nil {
			return err
		}
		c.p.Order(res)
		if q := FirstViolated(res); q != nil {
			cell.Property, cell.Steps = q.Name, q.Depth
		}
		return nil
	})
	if err != nil {
		return err
	}
	return each(func(_, _ int, cell *out.MapCell) error {
		from := m.Cells[cell.Y][cell.X]
		cell.Property, cell.Steps = from.Property, from.Steps
		return nil
	})
}
