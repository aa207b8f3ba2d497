package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema NAME",
		Short: "Print the JSON Schema of a suite, or of a form of a result",
		Long: "schema prints the JSON Schema of what lockcheck reads and writes: suite is the\n" +
			"YAML that compare reads, result the JSON of a check.\n\nNames: " + strings.Join(out.Schemas(), ", "),
		Example:   "  lockcheck schema suite > suite.v1.json\n  lockcheck schema result",
		ValidArgs: out.Schemas(),
		Args: func(_ *cobra.Command, args []string) error {
			switch {
			case len(args) == 0:
				return errors.New("schema needs a name\npossible: " + strings.Join(out.Schemas(), ", "))
			case len(args) > 1:
				return fmt.Errorf("schema prints one schema, not %d", len(args))
			case !slices.Contains(out.Schemas(), args[0]):
				return ask.Unknown("schema", args[0], out.Schemas())
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			text, _ := out.SchemaText(args[0])
			_, err := io.WriteString(a.env.Out, text)
			return err
		},
	}
}
