package cli

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/timed/sweep"
	"lockcheck/model/murphi"
	"lockcheck/out"
)

// mapOptions are the flags of map.
type mapOptions struct {
	question
	limits
	document
	x, y string
}

const (
	usualPoints = 60   // on an axis
	mostPoints  = 1000 // on an axis
	// mostCells bounds a map of which every cell is checked.
	mostCells = 10_000
)

var mapFormats = []form[*out.Map]{
	{"text", out.MapText}, {"svg", plain(out.MapSVG)}, {"csv", plain(out.MapCSV)}, {"json", plain(out.MapJSON)},
}

func (a *app) mapCommand() *cobra.Command {
	o := &mapOptions{}
	cmd := &cobra.Command{
		Use:   "map PROTOCOL|FILE --x DURATION=A..B --y DURATION=A..B",
		Short: "Map two durations: where a protocol is safe and where not",
		Long: "map checks a protocol in real time for every pair of values of two durations.\n" +
			"Where more of either can only do harm, or only help, it walks along the border\n" +
			"between safe and unsafe; else it checks every pair. An axis has 60 values from A\n" +
			"to B; A..B:30 means 30, and A..B:500ms one every 500ms. In json an unsafe cell\n" +
			"names a command, the property that breaks, and the length of the run.",
		Example: "  lockcheck map ttl-watchdog --faults pause=1 --x ttl=11s..60s \\\n" +
			"      --y max-pause=0s..60s\n" +
			"  lockcheck map ttl --x ttl=1s..60s --y max-pause=0s..60s:1s --faults pause=1 \\\n" +
			"      --format svg --output map.svg",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runMap(cmd, o, args[0]) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.x, "x", "", "the duration to the right and its `RANGE`: ttl=1s..60s")
	f.StringVar(&o.y, "y", "", "the duration upwards and its `RANGE`: max-pause=0s..60s:1s")
	o.question.addChoices(cmd, "bounded")
	o.limits.addEnds(cmd)
	f.Var(numberValue{&o.workers, 1, 1024}, "workers", "parallel workers where every cell is checked (default: one per core); the result does not depend on it")
	o.document.addFlags(cmd, namesOf(mapFormats), "of the map")
	a.completeDurations(cmd, "x")
	a.completeDurations(cmd, "y")
	return cmd
}

func (a *app) runMap(cmd *cobra.Command, o *mapOptions, name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := prepare(t, choices{&o.question, givenParams(cmd.Flags())}, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	c := &chart{p: p}
	if c.x, err = p.newAxis("x", o.x); err == nil {
		c.y, err = p.newAxis("y", o.y)
	}
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.timeout)
	if err != nil {
		return err
	}
	defer end()
	m, err := c.draw(ctx, &o.limits, o.format == "json")
	if err != nil {
		return a.specError(p, err)
	}
	m.Question.Command = boundedAsTyped(name, cmd.Flags())
	a.exit = ExitOK
	if m.Limit != nil {
		a.exit = ExitIncomplete
	}
	return deliverAs(a, &o.document, file, mapFormats, m, false)
}

// axis is a duration and the values that it takes.
type axis struct {
	d      murphi.DurationSetting
	effect out.Effect
	values []*big.Rat
}

// newAxis reads DURATION=A..B, with the number of values or a step behind a
// colon.
func (p *prepared) newAxis(flag, text string) (*axis, error) {
	name, span, ok := strings.Cut(text, "=")
	first, last, ok2 := strings.Cut(span, "..")
	if text != "" && (!ok || !ok2) {
		return nil, fmt.Errorf("--%s %s: want a duration and its range, such as ttl=1s..60s", flag, plainWord(text))
	}
	d, err := p.varied(name, "--"+flag)
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
	x := &axis{d: d, effect: effects[p.direction(d)]}
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
func (x *axis) spread(from, to *big.Rat, n int) {
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

func (x *axis) texts() []string {
	var all []string
	for _, v := range x.values {
		all = append(all, x.d.Dimension.Text(v))
	}
	return all
}

// chart is a map in the making.
type chart struct {
	p    *prepared
	x, y *axis
}

// border reports whether the border between safe and unsafe is a staircase.
func (c *chart) border() bool { return c.x.effect != out.NotKnown && c.y.effect != out.NotKnown }

// lines reports whether each column, or each row, has one flip at most.
func (c *chart) lines() bool { return c.x.effect != out.NotKnown || c.y.effect != out.NotKnown }

// check refuses maps that make no sense, or no end.
func (c *chart) check() error {
	if c.x.d.Flag == c.y.d.Flag {
		return fmt.Errorf("--x and --y are both %s; name two durations", c.x.d.Flag)
	}
	if n := len(c.x.values) * len(c.y.values); !c.lines() && n > mostCells {
		return fmt.Errorf("the verdict is not known to be monotone in --%s, so every cell is checked: %s are more than %s; take fewer values, such as %s=A..B:50",
			c.x.d.Flag, out.Number(int64(n)), out.Number(mostCells), c.x.d.Flag)
	}
	return nil
}

func (c *chart) at(cell sweep.Cell) map[string]*big.Rat {
	return map[string]*big.Rat{c.x.d.Flag: c.x.values[cell.X], c.y.d.Flag: c.y.values[cell.Y]}
}

// newOracle makes an oracle with a graph of its own.
func (c *chart) newOracle(ctx context.Context, l *limits) (*oracle, error) {
	g, err := c.p.newGraph(l.options(c.p, nil))
	return &oracle{ctx: ctx, p: c.p, graph: g}, err
}

// draw answers for every cell; with traces it also looks which property breaks
// in the unsafe ones that were checked, and after how many steps.
func (c *chart) draw(ctx context.Context, l *limits, traces bool) (*out.Map, error) {
	why := map[sweep.Cell]string{}
	g := sweep.NewGrid(len(c.x.values), len(c.y.values))
	g.Refuse(func(cell sweep.Cell) bool {
		_, err := c.p.settings.WithDurations(c.p.model, c.at(cell))
		if err != nil {
			why[cell] = err.Error()
		}
		return err != nil
	})
	workers := 1
	if !c.lines() {
		if workers = int(l.workers); workers == 0 {
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
		askers = append(askers, func(cell sweep.Cell) sweep.Answer { return o.ask(c.at(cell)) })
	}
	switch {
	case c.border():
		g.Frontier(c.x.effect != out.Helps, c.y.effect != out.Helps, askers[0])
	case c.y.effect != out.NotKnown:
		g.Lines(true, c.y.effect != out.Helps, askers[0])
	case c.x.effect != out.NotKnown:
		g.Lines(false, c.x.effect != out.Helps, askers[0])
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
func (c *chart) filled(g *sweep.Grid, why map[sweep.Cell]string) *out.Map {
	m := &out.Map{
		Question: c.p.reportOf(), Border: c.border(),
		X: out.Axis{Flag: c.x.d.Flag, Help: c.x.d.Ann.Help, Values: c.x.texts(), Effect: c.x.effect},
		Y: out.Axis{Flag: c.y.d.Flag, Help: c.y.d.Ann.Help, Values: c.y.texts(), Effect: c.y.effect},
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
func (c *chart) trace(o *oracle, m *out.Map) error {
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
		s, err := c.p.settings.WithDurations(c.p.model, c.at(sweep.Cell{X: x, Y: y}))
		if err != nil {
			return err
		}
		res, err := o.graph.Check(o.ctx, s.Delay)
		if err != nil {
			return err
		}
		c.p.order(res)
		if q := firstViolated(res); q != nil && q.Decision == checker.Violated {
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
