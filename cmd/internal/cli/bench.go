package cli

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// benchOptions are the flags of bench.
type benchOptions struct {
	all, child bool
	runs       int64
	workers    int64
	memory     int64
	format     string
}

func (a *app) benchCommand() *cobra.Command {
	o := &benchOptions{runs: 3, format: "text"}
	cmd := &cobra.Command{
		Use:   "bench [ROW]...",
		Short: "Measure how fast checks are whose numbers are known",
		Long: "bench runs searches of known size, with one worker and with one per core, each\n" +
			"in a process of its own, and prints what they took. Without arguments that takes\n" +
			"about a minute. A row is a size of the reference system, such as lease-3-4, or\n" +
			"a protocol, which means the largest check of it that the tests know. A number of\n" +
			"states that is not the known one is an error.",
		Example: "  lockcheck bench\n" +
			"  lockcheck bench lease-3-4 ttl-fencing --runs 5\n" +
			"  lockcheck bench --all --runs 1 --format json > bench.json",
		ValidArgsFunction: completeRows,
		RunE: func(_ *cobra.Command, args []string) error {
			if o.child {
				return a.runBenchChild()
			}
			return a.runBench(o, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.BoolVar(&o.all, "all", false, "run the large rows, too: up to 118 million states")
	f.Var(numberValue{&o.runs, 1, 1000}, "runs", "measure so often, and show medians")
	f.Var(numberValue{&o.workers, 1, 1024}, "workers", "parallel workers to compare with one (default: one per core)")
	f.Var(sizeValue{&o.memory}, "memory", "memory for states, beyond which they go into files (default: as check)")
	f.Var(choiceValue{&o.format, []string{"text", "json"}}, "format", "of the result on stdout")
	f.BoolVar(&o.child, "child", false, "")
	_ = f.MarkHidden("child")
	fixedValues(cmd, "format", "text", "json")
	return cmd
}

// completeRows completes the names of rows that are not there yet.
func completeRows(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	rows, err := benchRows()
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names := slices.DeleteFunc(rowNames(rows), func(n string) bool { return slices.Contains(args, n) })
	return names, cobra.ShellCompDirectiveNoFileComp
}

// runBench measures row by row.
func (a *app) runBench(o *benchOptions, names []string) error {
	rows, err := benchRows()
	if err != nil {
		return err
	}
	if o.all && len(names) > 0 {
		return fmt.Errorf("bench --all runs all large rows; leave out %s or --all", strings.Join(names, " "))
	}
	chosen, err := chooseRows(rows, names, o.all)
	if err != nil {
		return err
	}
	ctx, release := a.interruptible(stopping, a.discardTemporary)
	defer release()
	report := newBenchReport(o)
	if o.format == "text" {
		if err := report.head(a.env.Out); err != nil {
			return err
		}
	}
	for _, row := range chosen {
		b, err := a.benchRow(ctx, report, &row)
		if err != nil {
			return err
		}
		report.Rows = append(report.Rows, *b)
		if o.format == "text" {
			if err := b.text(a.env.Out); err != nil {
				return err
			}
		}
	}
	if o.format == "json" {
		return report.json(a.env.Out)
	}
	return report.foot(a.env.Out)
}

// benchRow measures one row: in turns with one worker and with all, for the
// machine may be faster at one time than at another.
func (a *app) benchRow(ctx context.Context, report *benchReport, row *benchRow) (*benchResult, error) {
	counts := []int64{1}
	if report.Workers > 1 {
		counts = append(counts, report.Workers)
	}
	measured := make([][]measurement, len(counts))
	for range report.Runs {
		for i, workers := range counts {
			m, err := a.measure(ctx, row.name, benchTask{row.check, workers, report.Memory})
			if err == nil {
				err = row.compare(m)
			}
			if err != nil {
				return nil, err
			}
			measured[i] = append(measured[i], *m)
		}
	}
	b := &benchResult{
		Name: row.name, Command: row.check.command(), Verdict: row.known.Verdict,
		States: row.known.States, Transitions: row.known.Transitions, Depth: row.known.Depth,
	}
	for i, workers := range counts {
		b.Measured = append(b.Measured, medians(workers, measured[i]))
	}
	b.scale()
	return b, nil
}
