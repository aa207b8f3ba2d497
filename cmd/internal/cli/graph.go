package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// graphOptions are the flags of graph.
type graphOptions struct {
	question
	limits
	what   string
	format string
	output string
	quiet  bool
}

// mostDrawn is the number of states beyond which a state graph is a black
// square.
const mostDrawn = 250

// drawFunc writes a picture of a prepared question as dot text. file is where
// the picture goes, to be given up when the program ends early; nil is stdout.
type drawFunc func(w io.Writer, p *ask.Prepared, o *graphOptions, file *pending) error

// drawing is something to draw.
type drawing struct {
	what    string
	formats []string
	untimed string // what it leaves out under --timing bounded; "" if nothing
	draw    drawFunc
}

// dotFormats are the formats that Graphviz knows.
var dotFormats = []string{"dot", "svg", "png"}

// drawings are what graph can draw, the usual one first.
func (a *app) drawings() []drawing {
	const clocks = "states without their clocks"
	return []drawing{
		{"lanes", []string{"svg"}, "", a.drawLanes},
		{"trace", dotFormats, "", a.drawTrace},
		{"states", dotFormats, clocks, drawStates},
		{"phases", dotFormats, clocks, a.drawFolded("phases", byPhases, false)},
		{"beliefs", dotFormats, clocks, a.drawFolded("beliefs", byBeliefs, false)},
		{"depth", dotFormats, clocks, a.drawFolded("depth", byDepth, true)},
	}
}

func (a *app) graphCommand() *cobra.Command {
	o := &graphOptions{what: "lanes"}
	var whats []string
	for _, d := range a.drawings() {
		whats = append(whats, d.what)
	}
	cmd := &cobra.Command{
		Use:   "graph PROTOCOL|FILE",
		Short: "Draw a counterexample, or all states, one by one or folded",
		Long: "graph draws the counterexample of the gravest violated property, as lanes of all\n" +
			"parties (lanes) or as a path of states with the branches not taken (trace); with\n" +
			"--cover a shortest run to a cover. Or the whole state graph of at most 250\n" +
			"states (states). A larger one, of at most 300,000 states, it draws folded, one\n" +
			"node for all states in which the clients are in the same phases (phases), the\n" +
			"same clients believe and hold (beliefs), or that are as far from the start\n" +
			"(depth). Nodes and edges have counts; states that violate an invariant and steps\n" +
			"that fail are marked, deadlocks and liveness are not.\n" +
			"Lanes are SVG and need no other program; svg and png of the others need\n" +
			"Graphviz's `dot`.",
		Example: "  lockcheck graph ttl --output race.svg\n" +
			"  lockcheck graph ttl-fencing --cover \"a write is refused\" --output refusal.svg\n" +
			"  lockcheck graph ttl --what phases --format svg --output phases.svg\n" +
			"  lockcheck graph lease --what states --faults none --rounds 1",
		Args: oneTarget,
		RunE: func(cmd *cobra.Command, args []string) error { return a.runGraph(cmd, o, args[0]) },
	}
	o.question.addFlags(cmd)
	o.limits.addFlags(cmd)
	f := cmd.Flags()
	f.Var(choiceValue{&o.what, whats}, "what", withChoices("what to draw", whats))
	f.StringVar(&o.Cover, "cover", "", "draw a shortest run that reaches the cover `NAME`, such as \"two believers\"")
	f.Var(choiceValue{&o.format, dotFormats}, "format", "of the picture (default svg for lanes, else dot)")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of stdout")
	f.BoolVar(&o.quiet, "quiet", false, "no progress")
	fixedValues(cmd, "what", whats...)
	fixedValues(cmd, "format", dotFormats...)
	return cmd
}

func (a *app) runGraph(cmd *cobra.Command, o *graphOptions, name string) error {
	all := a.drawings()
	d := all[slices.IndexFunc(all, func(d drawing) bool { return d.what == o.what })]
	if o.format == "" {
		o.format = d.formats[0]
	}
	if o.Cover != "" && d.untimed != "" {
		return fmt.Errorf("--what %s draws all states, not a run to a cover; leave --cover out", o.what)
	}
	if d.untimed != "" && (o.MaxStates > 0 || o.MaxDepth != nil || o.Timeout > 0) {
		return fmt.Errorf("--what %s draws all states or none; leave --max-states, --max-depth and --timeout out", o.what)
	}
	if !slices.Contains(d.formats, o.format) {
		return fmt.Errorf("--what %s is drawn as %s, not as %s", o.what, orWords(d.formats), o.format)
	}
	if o.format == "png" && o.output == "" && a.env.OutTerminal {
		return errors.New("a png is no text for a terminal; name a file with --output")
	}
	drawer, err := findDrawer(d, o.format)
	if err != nil {
		return err
	}
	if err := refuseInBounded(&o.question.Question, &o.limits); err != nil {
		return err
	}
	if d.untimed != "" && o.Timing == "bounded" {
		return fmt.Errorf("--what %s draws %s; leave --timing bounded out", o.what, d.untimed)
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := ask.Prepare(t, ask.Choices{Question: &o.question.Question, Params: givenParams(cmd.Flags())}, a.env.Err, true)
	if err != nil {
		return err
	}
	var file *pending
	if o.output != "" {
		if file, err = create(o.output); err != nil {
			return err
		}
		defer file.discard()
	}
	var text bytes.Buffer
	if err := d.draw(&text, p, o, file); err != nil {
		return err
	}
	picture, err := drawer(text.Bytes())
	if err != nil {
		return err
	}
	if file == nil {
		_, err := a.env.Out.Write(picture)
		return err
	}
	if _, err := file.Write(picture); err != nil {
		return err
	}
	return file.commit()
}

// drawLanes draws a run as lanes.
func (a *app) drawLanes(w io.Writer, p *ask.Prepared, o *graphOptions, file *pending) error {
	return a.drawRun(p, o, file, func(r *out.Report, q *checker.PropertyResult) error { return out.SVG(w, r, q) })
}

// drawTrace draws a run as a path of states.
func (a *app) drawTrace(w io.Writer, p *ask.Prepared, o *graphOptions, file *pending) error {
	return a.drawRun(p, o, file, func(r *out.Report, q *checker.PropertyResult) error {
		if err := p.WithBranches(r, q.Trace); err != nil {
			return err
		}
		return out.DotTrace(w, r, q)
	})
}

// drawRun looks for a counterexample, or for a run to a cover, and draws it.
func (a *app) drawRun(p *ask.Prepared, o *graphOptions, file *pending, draw func(*out.Report, *checker.PropertyResult) error) error {
	ctx, release := a.interruptible(stoppingWithAnswer, func() {
		if file != nil {
			file.discard()
		}
	})
	defer release()
	show, done := a.reporter(o.quiet)
	res, err := a.check(ctx, p, &o.question.Question, &o.limits, show)
	done()
	if err != nil {
		return a.specError(p, err)
	}
	r := p.Report()
	r.Result = res
	q := ask.FirstViolated(res)
	switch {
	case q == nil && o.Cover != "" && res.Verdict == checker.Safe:
		return fmt.Errorf("%s never reaches %q", p.Target.Name, o.Cover)
	case q == nil && o.Cover != "":
		return fmt.Errorf("%s has not reached %q before a limit: %s", p.Target.Name, o.Cover, out.LimitText(res.Limit))
	case q == nil:
		return fmt.Errorf("%s is %s: there is no counterexample to draw; --cover draws a run to a cover, --what phases all states",
			p.Target.Name, strings.ToUpper(res.Verdict.String()))
	case q.Name == o.Cover:
		q.Kind = out.Cover
	case o.what == "lanes":
		if err := a.withCounterfactual(ctx, p, o, r, res); err != nil {
			return err
		}
	}
	return draw(r, q)
}

// withCounterfactual finds what becomes of the counterexample under a repair.
func (a *app) withCounterfactual(ctx context.Context, p *ask.Prepared, o *graphOptions, r *out.Report, res *checker.Result) (err error) {
	c := ask.Choices{Question: &o.question.Question, Params: p.Settings.Params}
	if r.Remedies, err = p.Remedies(ctx, a, c, res); err != nil {
		return err
	}
	r.Counterfactual, err = p.Counterfactual(c, r.Remedies, ask.FirstViolated(res))
	return err
}

// drawStates draws the whole state graph.
func drawStates(w io.Writer, p *ask.Prepared, _ *graphOptions, _ *pending) error {
	g, ok := naive.Explore(p.Model, naive.Options{Symmetry: p.Symmetry, Ranks: p.Ranks, Properties: p.Properties}, mostDrawn)
	if !ok {
		return fmt.Errorf("%s has more than %d states, too many to draw\n%s", p.Target.Name, mostDrawn, shrink(p, "states"))
	}
	sg := &out.StateGraph{}
	for _, s := range g.States {
		sg.States = append(sg.States, out.GraphState{State: checker.StateOf(s.State), Depth: s.Level, Start: s.Start, Violates: s.Violates})
	}
	for _, e := range g.Edges {
		sg.Edges = append(sg.Edges, out.GraphEdge{From: e.From, To: e.To, Step: checker.StepOf(&e.Step)})
	}
	r := p.Report()
	r.Result = &checker.Result{}
	return out.DotStates(w, r, sg)
}

// shrink names the ways to a smaller picture that this question leaves open.
func shrink(p *ask.Prepared, what string) string {
	ways := []string{"--what trace draws the counterexample alone"}
	if what == "states" {
		ways = append(ways, "--what phases, beliefs or depth draws like states as one")
	}
	if len(p.Settings.Faults) > 0 {
		ways = append(ways, "--faults none, or few kinds: --faults "+p.Settings.Faults[0].Kind)
	}
	for _, flag := range []string{"clients", "nodes", "rounds", "writes"} {
		if v, ok := p.Settings.Params[flag]; ok && v != "1" {
			ways = append(ways, "--"+flag+" 1")
		}
	}
	if !p.Symmetry {
		ways = append(ways, "--symmetry on")
	}
	if !p.Ranks {
		ways = append(ways, "--ranks on")
	}
	return "smaller: " + strings.Join(ways, "; ")
}

// findDrawer returns what turns the text of a drawing into a picture.
func findDrawer(d drawing, format string) (func([]byte) ([]byte, error), error) {
	if format == d.formats[0] {
		return func(text []byte) ([]byte, error) { return text, nil }, nil
	}
	program, err := exec.LookPath("dot")
	if err != nil {
		return nil, fmt.Errorf("--format %s needs Graphviz, and there is no `dot` on the PATH; install graphviz, or use --format dot", format)
	}
	return func(text []byte) ([]byte, error) {
		var picture, trouble bytes.Buffer
		c := exec.Command(program, "-T"+format)
		c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(text), &picture, &trouble
		if err := c.Run(); err != nil {
			return nil, fmt.Errorf("dot: %w: %s", err, strings.TrimSpace(trouble.String()))
		}
		return picture.Bytes(), nil
	}, nil
}
