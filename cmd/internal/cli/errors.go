package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"lockcheck/model/murphi"
)

// errKilled is the second Ctrl-C.
var errKilled = errors.New("interrupted")

// shownError is an error whose message is on stderr already.
type shownError struct{ error }

// unknown says that there is no such thing, and what is meant or possible.
func unknown(kind, name string, possible []string) error {
	return fmt.Errorf("unknown %s %q%s", kind, name, hint(name, possible))
}

// hint suggests the closest name and lists what is possible.
func hint(name string, possible []string) string {
	text := ""
	if s := murphi.Suggest(name, possible); s != "" {
		text = fmt.Sprintf("; did you mean %q?", s)
	}
	if len(possible) > 0 {
		text += "\npossible: " + strings.Join(possible, ", ")
	}
	return text
}

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
		return fmt.Errorf("--%s %s: %w", value.GetFlag().Name, plainWord(value.GetValue()), reason)
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

// plainWord quotes a word that would not stand out in a message.
func plainWord(s string) string {
	if s == "" || strings.ContainsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return strconv.Quote(s)
	}
	return s
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
