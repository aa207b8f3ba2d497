package cli

import (
	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// mapOptions are the flags of map.
type mapOptions struct {
	question
	limits
	document
	x, y string
}

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
	f.Var(numberValue{&o.Workers, 1, 1024}, "workers", "parallel workers where every cell is checked (default: one per core); the result does not depend on it")
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
	p, err := ask.Prepare(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, !o.quiet)
	if err != nil {
		return err
	}
	c, err := p.NewChart(o.x, o.y)
	if err != nil {
		return err
	}
	ctx, file, end, err := a.begin(o.output, o.Timeout)
	if err != nil {
		return err
	}
	defer end()
	m, err := c.Draw(ctx, o.limits.inMemory(), o.format == "json")
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
