package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
)

// errKilled is the second Ctrl-C.
var errKilled = errors.New("interrupted")

// flagError rewords what the flag parser complains about.
func (a *app) flagError(cmd *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	var missing *pflag.ValueRequiredError
	var none *pflag.NotExistError
	switch {
	case errors.Is(err, pflag.ErrHelp):
		return err
	case errors.As(err, &value):
		reason := value.Unwrap()
		if value.GetFlag().Value.Type() == "bool" {
			reason = errors.New("want true or false")
		}
		return fmt.Errorf("--%s %s: %w", value.GetFlag().Name, ask.PlainWord(value.GetValue()), reason)
	case errors.As(err, &missing):
		return fmt.Errorf("--%s needs a value", missing.GetSpecifiedName())
	case errors.As(err, &none):
		name := none.GetSpecifiedName()
		if short := none.GetSpecifiedShortnames(); short != "" {
			if short[0] >= '0' && short[0] <= '9' {
				return fmt.Errorf("unexpected argument -%s; a negative value is written --flag=-%s", short, short)
			}
			return fmt.Errorf("%s has no flag -%s; flags are written with two hyphens", cmd.Name(), short)
		}
		return a.unknownFlag(cmd, name)
	}
	return err
}

// unknownFlag says which parameters the protocol has, if one was named.
func (a *app) unknownFlag(cmd *cobra.Command, name string) error {
	var flags, params []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden {
			return
		}
		flags = append(flags, f.Name)
		if f.Annotations[paramOf] != nil {
			params = append(params, "--"+f.Name)
		}
	})
	text := fmt.Sprintf("%s has no flag --%s", cmd.Name(), name)
	if of := cmd.Annotations[paramOf]; of != "" {
		text = fmt.Sprintf("%s has no parameter --%s, and %s no such flag", of, name, cmd.Name())
	}
	if s := murphi.Suggest(name, flags); s != "" {
		text += fmt.Sprintf("; did you mean --%s?", s)
	}
	if len(params) > 0 {
		text += "\nparameters: " + strings.Join(params, ", ")
	}
	return errors.New(text)
}
