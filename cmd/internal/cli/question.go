package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/specs"
)

// question is what one asks of a protocol, from flags. Parameters of the spec are
// flags that addParameters declares.
type question struct{ ask.Question }

// limits bound a search, from flags.
type limits struct {
	ask.Limits
	runs  runs
	stats bool // of the search, on stderr
	share bool // memory is a share, and the collector keeps to the whole
}

// inMemory are the limits of searches that keep everything in memory.
func (l *limits) inMemory() *ask.Limits {
	m := l.Limits
	if m.Memory == 0 {
		m.Memory = memoryShare()
	}
	return &m
}

var onOff = []string{"on", "off"}

func (q *question) addFlags(cmd *cobra.Command) {
	q.addChoices(cmd, "any")
	f := cmd.Flags()
	f.Var(choiceValue{&q.Timing, []string{"any", "bounded"}}, "timing", "any: no assumption on speeds; bounded: with the durations of the protocol")
	f.Var(deadlockValue{&q.Deadlock, &q.DeadlockSet}, "deadlock", "what counts as a deadlock (default off; stuttering for a plain model)")
	fixedValues(cmd, "timing", "any", "bounded")
	fixedValues(cmd, "deadlock", "off", "stuck", "stuttering")
}

// addChoices declares the flags that do not depend on the timing.
func (q *question) addChoices(cmd *cobra.Command, timing string) {
	cmd.Annotations = map[string]string{takesParameters: "yes"}
	cmd.ValidArgsFunction = completeTargets
	f := cmd.Flags()
	f.SortFlags = false
	q.Timing, q.Ranks, q.Symmetry = timing, "on", "on"
	f.StringVar(&q.Variant, "variant", "", "the variant `NAME` of the protocol; lockcheck show lists them")
	f.StringVar(&q.Faults, "faults", "default", "what may go wrong: default, none, all, or a `LIST` KIND[=N],...; without N any number of times")
	f.StringArrayVar(&q.Properties, "property", nil, "decide property `NAME` instead of the default ones (repeatable); all is a value")
	f.Var(choiceValue{&q.Ranks, onOff}, "ranks", "on: only the order of tokens counts, so their number is unbounded")
	f.Var(choiceValue{&q.Symmetry, onOff}, "symmetry", "on: clients are interchangeable")
	fixedValues(cmd, "ranks", onOff...)
	fixedValues(cmd, "symmetry", onOff...)
	fixedValues(cmd, "faults", "default", "none", "all")
	if timing == "bounded" { // nothing else to choose, but one may say it
		f.Var(choiceValue{&q.Timing, []string{"bounded"}}, "timing", "bounded: this command is about real time")
		_ = f.MarkHidden("timing")
	}
}

func (l *limits) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&l.First, "first", false, "stop at the end of the first level with a violation")
	f.BoolVar(&l.Strict, "strict", false, "a SAFE that never exercised one of the covers is INCOMPLETE")
	l.addEnds(cmd)
	f.Var(numberValue{&l.Workers, 1, 1024}, "workers", "parallel workers (default: one per core); the result does not depend on it")
}

// addEnds declares what ends a search early.
func (l *limits) addEnds(cmd *cobra.Command) {
	f := cmd.Flags()
	f.Var(numberValue{&l.MaxStates, 1, 1 << 50}, "max-states", "stop at the end of the level in which there are more states")
	f.Var(depthValue{&l.MaxDepth}, "max-depth", "the last level to visit")
	f.Var(durationValue{&l.Timeout}, "timeout", "stop after this time")
	f.Var(sizeValue{&l.Memory}, "memory", "memory for states, beyond which they go into files (default: three quarters of what the machine or container has)")
}

// fixedValues completes a flag's value from a list.
func fixedValues(cmd *cobra.Command, flag string, values ...string) {
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values, cobra.ShellCompDirectiveNoFileComp
	})
}

// completeTargets completes the first argument: protocols, else files.
func completeTargets(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return specs.Names(), cobra.ShellCompDirectiveDefault
}

// oneTarget wants exactly one protocol or file.
func oneTarget(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("%s needs a protocol or a file\nprotocols: %s", cmd.Name(), strings.Join(specs.Names(), ", "))
	}
	return fmt.Errorf("%s takes one protocol or file, not %d: %s", cmd.Name(), len(args), strings.Join(args, " "))
}

// oneProtocol wants exactly one protocol of the library.
func oneProtocol(cmd *cobra.Command, args []string) error {
	switch len(args) {
	case 1:
		return nil
	case 0:
		return fmt.Errorf("%s needs a protocol\nprotocols: %s", cmd.Name(), strings.Join(specs.Names(), ", "))
	}
	return fmt.Errorf("%s takes one protocol, not %d: %s", cmd.Name(), len(args), strings.Join(args, " "))
}

// asTyped writes the question as one would type it, without what does not
// change the answer and without the flags that are named.
func asTyped(target string, flags *pflag.FlagSet, without ...string) string {
	words := []string{ask.ShellWord(target)}
	skip := append(without, "format", "report", "quiet", "stats", "color", "full", "workers", "memory", "output", "what", "timeout", "run-dir", "resume",
		"all-shortest", "next", "vary", "from", "to", "step", "x", "y")
	flags.Visit(func(f *pflag.Flag) {
		switch {
		case slices.Contains(skip, f.Name):
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name)
		case f.Value.Type() == "stringArray":
			for _, v := range f.Value.(pflag.SliceValue).GetSlice() {
				words = append(words, "--"+f.Name+" "+ask.ShellWord(v))
			}
		default:
			words = append(words, "--"+f.Name+" "+ask.ShellWord(f.Value.String()))
		}
	})
	return strings.Join(words, " ")
}

// boundedAsTyped is asTyped of a check in real time for a command that makes no
// other ones.
func boundedAsTyped(target string, flags *pflag.FlagSet) string {
	return strings.ReplaceAll(asTyped(target, flags), " --timing bounded", "") + " --timing bounded"
}

// refuseInBounded refuses what a search in real time cannot do.
func refuseInBounded(q *ask.Question, l *limits) error {
	switch {
	case q.Timing != "bounded":
		return nil
	case q.DeadlockSet && q.Deadlock != checker.DeadlockOff:
		return fmt.Errorf("--deadlock %s: deadlocks are looked for under --timing any only", q.Deadlock)
	case l.runs.dir != "" || l.runs.resume:
		return errors.New("--run-dir and --resume are for --timing any: a search in real time is kept in memory")
	case l.AllShortest || l.Next > 0:
		return errors.New("--all-shortest and --next are for --timing any: in real time the same steps may come at many times")
	}
	return nil
}
