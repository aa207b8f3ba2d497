// Package cli is the command line: one file per command, each with a struct
// of options and a function that runs it. Streams, environment and signals
// come in through [Env], so that tests can stand in for them.
//
// Results go to stdout; progress, warnings and messages to stderr. The exit
// statuses stand in exit.go.
package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall"

	"lockcheck/cmd/internal/ask"

	"github.com/spf13/cobra"
)

// Env is what a command needs of the world.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	// OutTerminal and ErrTerminal say whether a person looks at the stream.
	OutTerminal, ErrTerminal bool
	// Getenv reads a variable of the environment.
	Getenv func(string) string
	// Interrupts begins to deliver Ctrl-C, which ends the program at other
	// times; the function that it returns stops that. nil means never.
	Interrupts func() (<-chan struct{}, func())
	// Program is the file of this program, to start it anew; "" where there is
	// none.
	Program string
	// Cache is a directory for results that another run can use; "" is none.
	// Build identifies the program that made them; nil or "" for none.
	Cache string
	Build func() string
	// Open starts a browser at an address; nil where there is none.
	Open func(url string) error
	// Kill ends the program at once, after the second Ctrl-C.
	Kill func(Exit)
}

// app is one run of the program.
type app struct {
	env  Env
	exit Exit // of a command that did its work

	target *ask.Target // that the flags were made for; nil: none

	temporary temporary // directories to remove at the end
}

// panicError is a panic of lockcheck's own code.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("internal error: %v", e.value) }

// Main runs the command that args name and returns the exit status.
func Main(args []string, env Env) Exit {
	a := &app{env: env}
	out := &quietPipe{w: env.Out}
	a.env.Out = out
	err := a.execute(args)
	if err == nil && out.broken {
		return a.exit
	}
	if err != nil {
		a.complain(err)
		return ofError(err)
	}
	return a.exit
}

// execute parses the command line and runs the command; a panic becomes an
// error.
func (a *app) execute(args []string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &panicError{value: r, stack: debug.Stack()}
		}
	}()
	root := a.root()
	a.addParameters(root, args)
	eachOnce(root)
	root.SetArgs(args)
	return root.Execute()
}

// complain writes an error to stderr: one message, without the usage.
func (a *app) complain(err error) {
	var shown *ask.ShownError
	if errors.As(err, &shown) {
		return
	}
	fmt.Fprintf(a.env.Err, "lockcheck: %s\n", err)
	var panicked *panicError
	if errors.As(err, &panicked) {
		fmt.Fprintf(a.env.Err, "This is a bug in lockcheck. Please report it with the command and this text:\n%s", panicked.stack)
	}
	if ofError(err) == ExitInternal && panicked == nil {
		fmt.Fprintln(a.env.Err, "This is a bug in lockcheck. Please report it with the command and the model.")
	}
}

// quietPipe swallows the error of a reader that went away: `lockcheck list |
// head -1` is no failure.
type quietPipe struct {
	w      io.Writer
	broken bool
}

func (q *quietPipe) Write(p []byte) (int, error) {
	if q.broken {
		return len(p), nil
	}
	n, err := q.w.Write(p)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		q.broken = true
		return len(p), nil
	}
	return n, err
}

// root builds the command tree.
func (a *app) root() *cobra.Command {
	version := false
	root := &cobra.Command{
		Use:   "lockcheck",
		Short: "Exhaustive model checker for distributed-lock protocols",
		Long: "lockcheck asks whether your use of a distributed lock is safe under given\n" +
			"faults, by visiting every interleaving of protocol steps, pauses, expiries,\n" +
			"crashes and message delays.",
		Example: "  lockcheck check ttl                     find the race of a lock with a lease\n" +
			"  lockcheck check ttl-fencing             the same with fencing tokens\n" +
			"  lockcheck check ttl --faults none       the same without faults\n" +
			"  lockcheck list                          what can be checked",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if version {
				return a.runVersion()
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "print the version")
	root.CompletionOptions.HiddenDefaultCmd = false
	root.SetIn(a.env.In)
	root.SetOut(a.env.Out)
	root.SetErr(a.env.Err)
	root.SetFlagErrorFunc(a.flagError)
	root.AddCommand(
		a.checkCommand(), a.compareCommand(), a.initCommand(), a.explainCommand(), a.thresholdCommand(), a.mapCommand(), a.graphCommand(), a.showCommand(), a.listCommand(), a.exportCommand(), a.codeCommand(),
		a.stepCommand(), a.simulateCommand(), a.replayCommand(),
		a.fmtCommand(), a.schemaCommand(), a.studioCommand(), a.benchCommand(), a.versionCommand(), a.manCommand(),
	)
	refuseUnknownShells(root)
	refuseUnknownTopics(root)
	root.SetUsageTemplate(narrow(root.UsageTemplate()) + exitHelp())
	return root
}

// narrow makes the help of flags fit a terminal of 80 columns.
func narrow(template string) string {
	return strings.ReplaceAll(template, "Flags.FlagUsages ", "Flags.FlagUsagesWrapped 80 ")
}

// refuseUnknownShells keeps `lockcheck completion tcsh` from answering with
// help and success.
func refuseUnknownShells(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Args = func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			var shells []string
			for _, s := range cmd.Commands() {
				shells = append(shells, s.Name())
			}
			return ask.Unknown("shell", args[0], shells)
		}
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	}
}

// refuseUnknownTopics keeps `lockcheck help chek` from answering with the help
// of the program and success.
func refuseUnknownTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, c := range root.Commands() {
		if c.Name() != "help" {
			continue
		}
		c.Run = nil
		c.RunE = func(_ *cobra.Command, args []string) error {
			topic, _, err := root.Find(args)
			if err != nil || topic == root {
				if err := unknownCommand(root, args); err != nil {
					return err
				}
			}
			return topic.Help()
		}
	}
}

// exitHelp is printed below every help: the table of exit statuses where the
// answer of a check is one of them, else a line.
func exitHelp() string {
	var b bytes.Buffer
	b.WriteString("{{if or (not .HasParent) (eq .Name \"check\") (eq .Name \"explain\")}}\nExit status:\n")
	for _, e := range exitTable {
		fmt.Fprintf(&b, "  %-4d %s\n", e.Status, e.Means)
	}
	fmt.Fprintf(&b, "{{else if or (eq .Name \"threshold\") (eq .Name \"map\")}}\nExit status: %d done, %d a mistake in the command line or a file,\n"+
		"%d a limit was reached first, %d a bug in lockcheck.\n", ExitOK, ExitUsage, ExitIncomplete, ExitInternal)
	fmt.Fprintf(&b, "{{else if eq .Name \"simulate\"}}\nExit status: %d a walk violates a property, %d none does, which proves nothing,\n"+
		"%d a mistake in the command line or a file, %d a bug in lockcheck.\n", ExitUnsafe, ExitIncomplete, ExitUsage, ExitInternal)
	fmt.Fprintf(&b, "{{else if eq .Name \"replay\"}}\nExit status: %d the run violates nothing, %d it ends in a violation,\n%d the file is refused, %d a bug in lockcheck.\n",
		ExitOK, ExitUnsafe, ExitUsage, ExitInternal)
	fmt.Fprintf(&b, "{{else if eq .Name \"compare\"}}\nExit status: %d all as expected, %d something differs, %d a mistake in the\n"+
		"command line, the suite or a model, %d a limit was reached first, %d a bug in\nlockcheck.\n", ExitOK, ExitUnsafe, ExitUsage, ExitIncomplete, ExitInternal)
	fmt.Fprintf(&b, "{{else}}\nExit status: %d done, %d a mistake in the command line or a file,\n%d a bug in lockcheck.\n{{end}}",
		ExitOK, ExitUsage, ExitInternal)
	return b.String()
}

// unknownCommand refuses words that are no command and suggests one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if isTarget(args[0]) {
		return fmt.Errorf("%q is no command; did you mean `lockcheck check %s`?", args[0], strings.Join(args, " "))
	}
	return ask.Unknown("command", args[0], names)
}
