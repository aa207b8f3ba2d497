package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// initOptions are the flags of init.
type initOptions struct{ force bool }

// usualSuite is the file that init writes unless another one is named.
const usualSuite = "lockcheck.yaml"

func (a *app) initCommand() *cobra.Command {
	o := &initOptions{}
	cmd := &cobra.Command{
		Use:   "init PROTOCOL [FILE]",
		Short: "Write a suite of checks of a protocol, to begin with",
		Long: "init writes a suite for `lockcheck compare`: the protocol under its default\n" +
			"faults, under none, under each kind that breaks it alone, and in real time with\n" +
			"the timings of the product, each with the verdict that it has. The comments say\n" +
			"what can be changed. FILE is " + usualSuite + " unless it is named; - is stdout.",
		Example: "  lockcheck init ttl-fencing\n  lockcheck init redlock redlock.yaml\n  lockcheck compare " + usualSuite,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 2 {
				return fmt.Errorf("init takes one protocol and one file, not %s", strings.Join(args, " "))
			}
			return oneProtocol(cmd, args[:min(len(args), 1)])
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
			if len(args) == 0 {
				return specs.Names(), cobra.ShellCompDirectiveNoFileComp
			}
			return []string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(_ *cobra.Command, args []string) error {
			file := usualSuite
			if len(args) > 1 {
				file = args[1]
			}
			return a.runInit(o, args[0], file)
		},
	}
	cmd.Flags().BoolVar(&o.force, "force", false, "write over a file that is there")
	return cmd
}

func (a *app) runInit(o *initOptions, name, file string) error {
	if _, ok := specs.Find(name); !ok && looksLikeFile(name) {
		return fmt.Errorf("init is for the protocols of the library, not for %s; a suite that you write can name it: `protocol: %s`", ask.PlainWord(name), ask.PlainWord(name))
	}
	first, err := firstSuiteOf(name, file)
	if err != nil {
		return err
	}
	var to *pending
	if file == "-" {
		first.file = usualSuite
	} else {
		if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) && !o.force {
			return fmt.Errorf("%s is there already; --force writes over it", ask.PlainWord(file))
		}
		if to, err = create(file); err != nil {
			return err
		}
		defer to.discard()
	}
	ctx, release := a.interruptible(stopping, func() {
		to.discardIf()
		a.discardTemporary()
	})
	defer release()
	if err := a.timeFirst(ctx, first); err != nil {
		return err
	}
	if err := a.deliver(to, func(w io.Writer) error {
		_, err := io.WriteString(w, first.String())
		return err
	}); err != nil || to == nil {
		return err
	}
	_, err = fmt.Fprintf(a.env.Out, "%s has %d checks; `lockcheck compare %s` makes them\n", ask.PlainWord(file), len(first.checks), ask.ShellWord(file))
	return err
}

// firstStates bounds the search for the verdict in real time: who begins should
// not wait for long.
const firstStates = 100_000

// timeFirst finds the verdict of the check in real time, of which the catalogue
// says nothing. Without one the check is left out, and the suite says so.
func (a *app) timeFirst(ctx context.Context, s *firstSuite) error {
	i := slices.IndexFunc(s.checks, func(c firstCheck) bool { return c.bounded })
	if i < 0 {
		return nil
	}
	t, err := resolve(s.protocol.Name)
	if err != nil {
		return err
	}
	c := ask.Choices{Question: &ask.Question{Faults: s.checks[i].faults, Timing: "bounded", Ranks: "on", Symmetry: "on"}, Params: map[string]string{}}
	p, err := ask.Prepare(t, c, io.Discard, false)
	if err != nil {
		return err
	}
	res, err := a.check(ctx, p, c.Question, &limits{Limits: ask.Limits{MaxStates: firstStates, First: true}}, nil)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errKilled
	case res.Verdict == checker.Incomplete:
		s.checks, s.untimed = slices.Delete(s.checks, i, i+1), true
	default:
		s.checks[i].verdict = res.Verdict.String()
	}
	return nil
}

// plainYAML writes a text so that YAML reads that text.
func plainYAML(s string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=.,/%"
	if s != "" && strings.Trim(s, plain) == "" && !strings.ContainsAny(s[:1], "-=,%") {
		return s
	}
	return fmt.Sprintf("%q", s)
}
