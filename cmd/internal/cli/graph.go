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
type drawFunc func(w io.Writer, p *prepared, o *graphOptions, file *pending) error

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
	f.StringVar(&o.cover, "cover", "", "draw a shortest run that reaches the cover `NAME`, such as \"two believers\"")
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
	if o.cover != "" && d.untimed != "" {
		return fmt.Errorf("--what %s draws all states, not a run to a cover; leave --cover out", o.what)
	}
	if d.untimed != "" && (o.maxStates > 0 || o.maxDepth != nil || o.timeout > 0) {
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
	if err := refuseInBounded(&o.question, &o.limits); err != nil {
		return err
	}
	if d.untimed != "" && o.timing == "bounded" {
		return fmt.Errorf("--what %s draws %s; leave --timing bounded out", o.what, d.untimed)
	}
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p, err := prepare(t, choices{&o.question, givenParams(cmd.Flags())}, a.env.Err, true)
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
func (a *app) drawLanes(w io.Writer, p *prepared, o *graphOptions, file *pending) error {
	return a.drawRun(p, o, file, func(r *out.Report, q *checker.PropertyResult) error { return out.SVG(w, r, q) })
}

// drawTrace draws a run as a path of states.
func (a *app) drawTrace(w io.Writer, p *prepared, o *graphOptions, file *pending) error {
	return a.drawRun(p, o, file, func(r *out.Report, q *checker.PropertyResult) error {
		if err := p.withBranches(r, q.Trace); err != nil {
			return err
		}
		return out.DotTrace(w, r, q)
	})
}

// drawRun looks for a counterexample, or for a run to a cover, and draws it.
func (a *app) drawRun(p *prepared, o *graphOptions, file *pending, draw func(*out.Report, *checker.PropertyResult) error) error {
	ctx, release := a.interruptible(stoppingWithAnswer, func() {
		if file != nil {
			file.discard()
		}
	})
	defer release()
	show, done := a.reporter(o.quiet)
	res, err := a.check(ctx, p, &o.question, &o.limits, show)
	done()
	if err != nil {
		return a.specError(p, err)
	}
	r := p.reportOf()
	r.Result = res
	q := firstViolated(res)
	switch {
	case q == nil && o.cover != "" && res.Verdict == checker.Safe:
		return fmt.Errorf("%s never reaches %q", p.target.name, o.cover)
	case q == nil && o.cover != "":
		return fmt.Errorf("%s has not reached %q before a limit: %s", p.target.name, o.cover, out.LimitText(res.Limit))
	case q == nil:
		return fmt.Errorf("%s is %s: there is no counterexample to draw; --cover draws a run to a cover, --what phases all states",
			p.target.name, strings.ToUpper(res.Verdict.String()))
	case q.Name == o.cover:
		q.Kind = out.Cover
	case o.what == "lanes":
		if err := a.withCounterfactual(ctx, p, o, r, res); err != nil {
			return err
		}
	}
	return draw(r, q)
}

// withCounterfactual finds what becomes of the counterexample under a repair.
func (a *app) withCounterfactual(ctx context.Context, p *prepared, o *graphOptions, r *out.Report, res *checker.Result) (err error) {
	c := choices{&o.question, p.settings.Params}
	if r.Remedies, err = a.remedies(ctx, p.target, c, p, res); err != nil {
		return err
	}
	r.Counterfactual, err = p.counterfactual(c, r.Remedies, firstViolated(res))
	return err
}

// withBranches finds what else could have happened on the way.
func (p *prepared) withBranches(r *out.Report, t *checker.Trace) error {
	var others [][]naive.RunStep
	run, err := t.Replay(p.model, p.ranks)
	if err == nil {
		others, err = naive.Branches(p.model, int(t.StartInstance), run.Taken(), p.ranks)
	}
	if err != nil {
		return &checker.InternalError{Model: p.target.name, Reason: err.Error()}
	}
	r.Branches = make(out.Branches, len(others))
	for i, list := range others {
		for _, s := range list {
			r.Branches[i] = append(r.Branches[i], s.String())
		}
	}
	return nil
}

// drawStates draws the whole state graph.
func drawStates(w io.Writer, p *prepared, _ *graphOptions, _ *pending) error {
	g, ok := naive.Explore(p.model, naive.Options{Symmetry: p.symmetry, Ranks: p.ranks, Properties: p.properties}, mostDrawn)
	if !ok {
		return fmt.Errorf("%s has more than %d states, too many to draw\n%s", p.target.name, mostDrawn, shrink(p, "states"))
	}
	sg := &out.StateGraph{}
	for _, s := range g.States {
		sg.States = append(sg.States, out.GraphState{State: checker.StateOf(s.State), Depth: s.Level, Start: s.Start, Violates: s.Violates})
	}
	for _, e := range g.Edges {
		sg.Edges = append(sg.Edges, out.GraphEdge{From: e.From, To: e.To, Step: checker.StepOf(&e.Step)})
	}
	r := p.reportOf()
	r.Result = &checker.Result{}
	return out.DotStates(w, r, sg)
}

// shrink names the ways to a smaller picture that this question leaves open.
func shrink(p *prepared, what string) string {
	ways := []string{"--what trace draws the counterexample alone"}
	if what == "states" {
		ways = append(ways, "--what phases, beliefs or depth draws like states as one")
	}
	if len(p.settings.Faults) > 0 {
		ways = append(ways, "--faults none, or few kinds: --faults "+p.settings.Faults[0].Kind)
	}
	for _, flag := range []string{"clients", "nodes", "rounds", "writes"} {
		if v, ok := p.settings.Params[flag]; ok && v != "1" {
			ways = append(ways, "--"+flag+" 1")
		}
	}
	if !p.symmetry {
		ways = append(ways, "--symmetry on")
	}
	if !p.ranks {
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
