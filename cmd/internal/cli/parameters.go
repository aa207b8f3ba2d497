package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
)

// paramOf marks flags that are parameters of a spec, and the command that has
// them, with the spec's name.
const paramOf = "lockcheck-parameter-of"

// takesParameters marks commands whose first argument is a protocol with
// parameters.
const takesParameters = "lockcheck-takes-parameters"

// widestKind bounds the column of the values in help; longer lists of values
// are part of the explanation.
const widestKind = 20

// paramValue is a parameter of a spec on the command line; its value is
// checked against the spec later, with everything else that the spec knows.
type paramValue struct {
	value *string
	kind  string
}

func (v paramValue) String() string     { return *v.value }
func (v paramValue) Type() string       { return v.kind }
func (v paramValue) Set(s string) error { *v.value = s; return nil }

// addParameters gives the command that args name the parameters of the spec
// that they name, as flags. Whatever is wrong here is reported later, when the
// command runs.
func (a *app) addParameters(root *cobra.Command, args []string) {
	if len(args) > 0 && strings.HasPrefix(args[0], "__complete") {
		args = args[1:]
	}
	cmd, rest, err := root.Find(args)
	if err != nil || cmd.Annotations[takesParameters] == "" {
		return
	}
	name := firstArgument(cmd.Flags(), rest)
	if name == "" {
		return
	}
	t, err := resolve(name)
	if err != nil {
		return
	}
	a.target = t
	cmd.Annotations[paramOf] = name
	for _, p := range murphi.Params(t.Peek()) {
		if cmd.Flags().Lookup(p.Flag) != nil {
			continue
		}
		kind := fmt.Sprintf("%d..%d", p.Lo, p.Hi)
		help := p.Help
		if p.Values != nil {
			kind = strings.Join(p.Values, "|")
		}
		if len(kind) > widestKind {
			kind, help = "VALUE", help+": "+strings.Join(p.Values, ", ")
		}
		value := p.Default
		cmd.Flags().VarPF(paramValue{&value, kind}, p.Flag, "", help)
		f := cmd.Flags().Lookup(p.Flag)
		f.Annotations = map[string][]string{paramOf: {name}}
		values := p.Values
		_ = cmd.RegisterFlagCompletionFunc(p.Flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return values, cobra.ShellCompDirectiveNoFileComp
		})
	}
	addDurations(t, cmd)
}

// firstArgument finds the first word that is neither a flag nor a flag's
// value. A flag that is not known is a parameter of a spec, and those take
// values.
func firstArgument(flags *pflag.FlagSet, args []string) string {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			if i+1 < len(args) {
				return args[i+1]
			}
			return ""
		case len(arg) < 2 || arg[0] != '-':
			return arg
		case strings.Contains(arg, "="):
		case strings.HasPrefix(arg, "--"):
			if f := flags.Lookup(arg[2:]); (f == nil && arg != "--help") || (f != nil && f.NoOptDefVal == "") {
				i++
			}
		case len(arg) == 2:
			if f := flags.ShorthandLookup(arg[1:]); f != nil && f.NoOptDefVal == "" {
				i++
			}
		}
	}
	return ""
}

// givenParams returns the parameters that stand on the command line.
func givenParams(flags *pflag.FlagSet) map[string]string {
	given := map[string]string{}
	flags.Visit(func(f *pflag.Flag) {
		if f.Annotations[paramOf] != nil {
			given[f.Name] = f.Value.String()
		}
	})
	return given
}

// addDurations gives a command the durations of the spec as flags.
func addDurations(t *ask.Target, cmd *cobra.Command) {
	for _, d := range murphi.Durations(t.Peek()) {
		if cmd.Flags().Lookup(d.Flag) != nil {
			continue
		}
		kind := "DURATION"
		if d.Dimension == murphi.Percentage {
			kind = "RATE"
		}
		value := t.Usual(d)
		cmd.Flags().VarPF(paramValue{&value, kind}, d.Flag, "", d.Ann.Help)
		cmd.Flags().Lookup(d.Flag).Annotations = map[string][]string{paramOf: {t.Name}}
	}
}
