package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// listOptions are the flags of list.
type listOptions struct{ format string }

func (a *app) listCommand() *cobra.Command {
	o := &listOptions{format: "text"}
	cmd := &cobra.Command{
		Use:     "list",
		Short:   "List the protocols that can be checked by name",
		Long:    "list prints the protocols of the built-in library with the verdict of a check\nwith default faults. `lockcheck show NAME` tells more about one.",
		Example: "  lockcheck list\n  lockcheck list --format md",
		Args:    noArguments,
		RunE:    func(*cobra.Command, []string) error { return a.runList(o) },
	}
	cmd.Flags().Var(choiceValue{&o.format, []string{"text", "md", "json"}}, "format", "of the list")
	fixedValues(cmd, "format", "text", "md", "json")
	return cmd
}

// noArguments refuses arguments by name.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("%s takes no arguments, not %q", cmd.Name(), args[0])
	}
	return nil
}

// listed is a protocol as the list shows it.
type listed struct {
	Name     string            `json:"name"`
	Title    string            `json:"title"`
	Family   string            `json:"family"`
	Products []string          `json:"products"`
	Spec     string            `json:"spec"`
	Params   map[string]string `json:"params"`
	Faults   []string          `json:"faults"` // the kinds that apply to it
	Verdict  string            `json:"verdict"`
}

func (a *app) runList(o *listOptions) error {
	entries, err := specs.All()
	if err != nil {
		return err
	}
	var list []listed
	for _, e := range entries {
		m, diags := murphi.Load(specs.Files(), e.Spec)
		if err := diags.Err(); err != nil {
			return err
		}
		l := listed{
			Name: e.Name, Title: e.Title, Family: e.Family, Products: append([]string{}, e.Products...),
			Spec: e.Spec, Params: map[string]string{}, Faults: m.FaultKinds(), Verdict: strings.ToUpper(e.Verdict),
		}
		if l.Title == "" && m.Head.Protocol != nil {
			l.Title = m.Head.Protocol.Title
		}
		if l.Family == "" {
			l.Family = strings.Join(m.Head.Family, ", ")
		}
		for k, v := range e.Params {
			l.Params[k] = v
		}
		list = append(list, l)
	}
	switch o.format {
	case "md":
		return listMarkdown(a.env.Out, list)
	case "json":
		enc := json.NewEncoder(a.env.Out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(list)
	}
	return listText(a.env.Out, list)
}

func listText(w io.Writer, list []listed) error {
	names := 0
	for _, l := range list {
		names = max(names, len(l.Name))
	}
	var b strings.Builder
	for _, l := range list {
		lines := out.Wrap(l.Title, 80-names-10)
		if len(l.Products) > 0 {
			lines = append(lines, out.Wrap("like "+strings.Join(l.Products, "; "), 80-names-10)...)
		}
		head := fmt.Sprintf("%-*s  %-6s", names, l.Name, l.Verdict)
		for _, line := range lines {
			fmt.Fprintf(&b, "%s  %s\n", head, line)
			head = strings.Repeat(" ", len(head))
		}
	}
	b.WriteString("\nThe verdict is that of `lockcheck check NAME`: default faults, any timing.\n")
	b.WriteString("`lockcheck show NAME` tells what a protocol does, and which parameters it has.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func listMarkdown(w io.Writer, list []listed) error {
	var b strings.Builder
	b.WriteString("| protocol | what it is | like | verdict |\n|---|---|---|---|\n")
	for _, l := range list {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", l.Name, cell(l.Title), cell(strings.Join(l.Products, "; ")), l.Verdict)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cell makes text fit for a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
