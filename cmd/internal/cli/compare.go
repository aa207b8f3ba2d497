package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/cmd/internal/suite"
	"lockcheck/out"
)

// compareOptions are the flags of compare.
type compareOptions struct {
	format     string
	output     string
	reports    []string
	properties []string
	full       bool
	maxStates  int64 // of a cell of the matrix; 0: as many as it has by itself
	quiet      bool
	colour     string
	baseline   string
	update     bool
	strict     bool
	timeout    time.Duration
	memory     int64
	workers    int64
	jobs       int64
	noCache    bool
}

// comparisonFormats are the forms of what a suite found.
var comparisonFormats = []form[*out.Comparison]{
	{"text", out.ComparisonText},
	{"json", plain(out.ComparisonJSON)},
	{"md", plain(out.Summary)},
	{"junit", plain(out.JUnit)},
	{"sarif", plain(out.SARIF)},
	{"events", plain(out.Events)},
	{"html", plain(out.ComparisonHTML)},
	{"github", plain(out.Annotations)},
}

func (a *app) compareCommand() *cobra.Command {
	o := &compareOptions{format: "text", colour: "auto"}
	cmd := &cobra.Command{
		Use:   "compare [SUITE]",
		Short: "Check a suite against what is expected, or all protocols by faults",
		Long: "compare without a suite checks every protocol of the library, and the first of\n" +
			"each kind with every guard, under each kind of fault alone, under none and under\n" +
			"all, and prints the matrix. Redlock has 3 nodes there, unless --full is given.\n" +
			"No verdict of the matrix is a mistake. But a cell stops at 300,000 states,\n" +
			"unless --max-states says otherwise: the exit status is 3 if some are INCOMPLETE,\n" +
			"and they are named.\n\n" +
			"compare with a suite makes the checks of a YAML file that names protocols, their\n" +
			"parameters and faults, and the verdicts that are expected; `lockcheck schema\n" +
			"suite` prints its schema. With a baseline it also compares the numbers of states\n" +
			"and transitions with those of an earlier run: they change when a model does.",
		Example: "  lockcheck compare\n" +
			"  lockcheck compare --property recoverable --format md\n" +
			"  lockcheck compare locks.yaml\n" +
			"  lockcheck compare locks.yaml --baseline locks.json --update-baseline\n" +
			"  lockcheck compare locks.yaml --baseline locks.json --strict-counts",
		Args: oneSuite,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.refuse(len(args) > 0); err != nil {
				return err
			}
			if len(args) == 0 {
				return a.runMatrix(o)
			}
			return a.runCompare(o, args[0])
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringArrayVar(&o.properties, "property", nil, "in the matrix, decide property `NAME` instead of the default ones (repeatable)")
	f.BoolVar(&o.full, "full", false, "a matrix with 5 nodes for Redlock, every guard for every protocol, and no limit on states")
	f.Var(numberValue{&o.maxStates, 1, 1 << 50}, "max-states", "in the matrix, stop each cell at the end of the level in which there are more states (default 300000; with --full there is no limit)")
	f.StringVar(&o.baseline, "baseline", "", "compare with what `FILE` says was found before")
	f.BoolVar(&o.update, "update-baseline", false, "write --baseline anew, instead of comparing with it")
	f.BoolVar(&o.strict, "strict-counts", false, "a count that differs from the baseline is an error")
	f.Var(numberValue{&o.jobs, 1, 1024}, "jobs", "checks at once (default: as many as workers); the answers do not depend on it")
	f.Var(numberValue{&o.workers, 1, 1024}, "workers", "parallel workers of all checks (default: one per core)")
	f.Var(sizeValue{&o.memory}, "memory", "memory for the states of all checks, beyond which they go into files (default: three quarters of what the machine or container has)")
	f.Var(durationValue{&o.timeout}, "timeout", "stop after this time, with what is known")
	f.BoolVar(&o.noCache, "no-cache", false, "make every check, also those of which an earlier run has kept the result")
	f.Var(choiceValue{&o.format, allFormatNames()}, "format", "of the answer on stdout")
	f.StringVarP(&o.output, "output", "o", "", "write to `FILE` instead of stdout")
	f.StringArrayVar(&o.reports, "report", nil, "also write a report, as `FORMAT=FILE` (repeatable; - is stdout)")
	f.BoolVar(&o.quiet, "quiet", false, "no progress and no text: the exit status is the answer")
	f.Var(choiceValue{&o.colour, []string{"auto", "always", "never"}}, "color", "when to use colour")
	fixedValues(cmd, "format", allFormatNames()...)
	fixedValues(cmd, "color", "auto", "always", "never")
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
	}
	return cmd
}

func oneSuite(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("compare takes one suite, not %d", len(args))
	}
	return nil
}

// refuse refuses flags that are about the other thing that compare does, or that
// contradict each other.
func (o *compareOptions) refuse(suite bool) error {
	switch {
	case suite && len(o.properties) > 0:
		return errors.New("--property is for the matrix; a suite has the key properties")
	case suite && o.full:
		return errors.New("--full is for the matrix, which compare makes without a suite")
	case suite && o.maxStates > 0:
		return errors.New("--max-states is for the matrix; a suite has the key limits")
	case suite && !slices.Contains(namesOf(comparisonFormats), o.format):
		return fmt.Errorf("--format %s is for the matrix; of a suite there are %s", o.format, strings.Join(namesOf(comparisonFormats), ", "))
	case !suite && (o.baseline != "" || o.update || o.strict):
		return errors.New("a baseline is for a suite; name one, such as locks.yaml")
	case o.update && o.baseline == "":
		return errors.New("--update-baseline needs --baseline, the file to write")
	case o.update && o.strict:
		return errors.New("--strict-counts compares with a baseline, and --update-baseline does not")
	case !suite && !slices.Contains(namesOf(matrixFormats), o.format):
		return fmt.Errorf("--format %s is for a suite; of the matrix there are %s", o.format, strings.Join(namesOf(matrixFormats), ", "))
	}
	return nil
}

// allFormatNames are the forms of both.
func allFormatNames() []string {
	names := namesOf(matrixFormats)
	for _, n := range namesOf(comparisonFormats) {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// runCompare makes the checks of a suite and says what differs.
func (a *app) runCompare(o *compareOptions, name string) error {
	s, err := suite.Load(readSuite, filepath.ToSlash(name))
	if err != nil {
		return a.mistakes(err)
	}
	known, err := o.readBaseline()
	if err != nil {
		return err
	}
	files, err := o.open(namesOf(comparisonFormats), name)
	if err != nil {
		return err
	}
	defer files.discard()
	ctx, pool, end := a.beginChecks(o, files)
	defer end()
	checks, err := pool.ready(ctx, s)
	if err != nil {
		return a.mistakes(err)
	}
	c := comparison(s, checks)
	if known != nil {
		c.Baseline = filepath.ToSlash(o.baseline)
	}
	live, err := a.beginEvents(o, files, c)
	if err != nil {
		return err
	}
	found := pool.answer(ctx, checks, func(i int, r reply) {
		noteAnswer(&c.Checks[i], checks[i], r)
		if known != nil {
			known.CompareCheck(&c.Checks[i], o.strict)
		}
		live.check(c, i)
	})
	if err := firstError(found); err != nil {
		return err
	}
	if known != nil {
		known.NoteSurplus(c)
	}
	a.exit = ofComparison(c, found)
	if err := errors.Join(files.writeBaseline(c), live.end(c), writeAnswer(a, o, files, comparisonFormats, c)); err != nil {
		return err
	}
	if !o.quiet {
		a.forGitHub(c, files.textOnStdout(o))
	}
	return nil
}

// readSuite reads a file of a suite, no more of it than a suite may have.
func readSuite(name string) ([]byte, error) {
	f, err := os.Open(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, errors.New("it is a directory")
	}
	return io.ReadAll(io.LimitReader(f, suite.MostBytes+1))
}

// mistakes shows what is wrong in a suite, a line each, as editors read it.
func (a *app) mistakes(err error) error {
	var found suite.Mistakes
	if !errors.As(err, &found) {
		return err
	}
	for _, m := range found {
		fmt.Fprintln(a.env.Err, m)
	}
	return &ask.ShownError{Err: err}
}

// ready makes the checks of a suite ready; its error is all that is wrong.
func (p *pool) ready(ctx context.Context, s *suite.Suite) ([]*asked, error) {
	checks := make([]*asked, len(s.Checks))
	wrong := make([]suite.Mistakes, len(s.Checks))
	p.each(ctx, len(s.Checks), func(_ *app, i int) {
		checks[i], wrong[i] = makeReady(s.Checks[i])
	})
	var all suite.Mistakes
	said := map[string]bool{} // what stands in the defaults is wrong in each check
	for _, mistakes := range wrong {
		for _, m := range mistakes {
			if !said[m.Error()] {
				said[m.Error()] = true
				all = append(all, m)
			}
		}
	}
	if len(all) > 0 {
		return nil, all
	}
	for i, k := range checks {
		if k == nil { // interrupted
			checks[i] = unready(s.Checks[i])
		}
	}
	return checks, nil
}

// comparison is what a suite asks, without answers.
func comparison(s *suite.Suite, checks []*asked) *out.Comparison {
	c := &out.Comparison{Tool: ask.Tool, Suite: ask.BaseName(s.File), Checks: make([]out.Compared, len(checks))}
	for i, k := range checks {
		c.Checks[i] = out.Compared{Name: k.name, At: k.at, Command: k.command, Wanted: k.want}
	}
	return c
}

// noteAnswer puts an answer beside what was expected.
func noteAnswer(one *out.Compared, k *asked, r reply) {
	one.Skipped, one.Seconds = r.skipped, r.seconds
	if r.result != nil {
		one.Report = k.report
		one.Report.Result = r.result
	}
	one.Judge()
}

// ofComparison is the status of a comparison.
func ofComparison(c *out.Comparison, found []reply) Exit {
	status := ExitOK
	for i := range c.Checks {
		k := &c.Checks[i]
		switch {
		case found[i].broken:
			return ExitUsage
		case k.Failed():
			status = ExitUnsafe
		case k.Open() && status == ExitOK:
			status = ExitIncomplete
		}
	}
	return status
}

// readBaseline reads the baseline to compare with; nil if there is none.
func (o *compareOptions) readBaseline() (*out.Baseline, error) {
	if o.baseline == "" || o.update {
		return nil, nil
	}
	text, err := os.ReadFile(o.baseline)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no baseline %s; --update-baseline writes it", ask.PlainWord(o.baseline))
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read %s: %w", ask.PlainWord(o.baseline), reason(err))
	}
	b, err := out.ReadBaseline(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", ask.PlainWord(o.baseline), err)
	}
	return b, nil
}
