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

// schemaSays is what each schema describes.
var schemaSays = map[string]string{
	"baseline":   "what compare --update-baseline writes",
	"comparison": "what compare says of a suite",
	"event":      "a line of compare --report events=FILE",
	"explain":    "what explain says",
	"itf":        "a run in the Informal Trace Format, for other tools",
	"map":        "what map says",
	"matrix":     "what compare says without a suite",
	"result":     "what check says, and replay reads",
	"suite":      "the YAML that compare reads",
	"threshold":  "what threshold says",
}

// schemaList lists the schemas for the help.
func schemaList() string {
	var lines []string
	for _, name := range out.Schemas() {
		lines = append(lines, fmt.Sprintf("  %-10s  %s", name, schemaSays[name]))
	}
	return strings.Join(lines, "\n")
}

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:       "schema NAME",
		Short:     "Print the JSON Schema of a suite, or of a form of a result",
		Long:      "schema prints the JSON Schema of what lockcheck reads and writes:\n\n" + schemaList(),
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
