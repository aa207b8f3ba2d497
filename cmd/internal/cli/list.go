package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
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
	BrokenBy []string          `json:"broken_by"` // the kinds that break it alone
	measured specs.Measured
}

func (a *app) runList(o *listOptions) error {
	list, err := protocols()
	if err != nil {
		return err
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

// protocols returns the catalogue in its order.
func protocols() ([]listed, error) {
	entries, err := specs.Expected()
	if err != nil {
		return nil, err
	}
	var list []listed
	for _, e := range entries {
		m, diags := murphi.Load(specs.Files(), e.Spec)
		if err := diags.Err(); err != nil {
			return nil, err
		}
		l := listed{
			Name: e.Name, Title: e.Title, Family: e.Family, Products: append([]string{}, e.Products...),
			Spec: e.Spec, Params: map[string]string{}, Faults: m.FaultKinds(), Verdict: strings.ToUpper(e.Verdict),
			BrokenBy: append([]string{}, e.BrokenBy()...), measured: e,
		}
		if l.Title == "" && m.Head.Protocol != nil {
			l.Title = m.Head.Protocol.Title
		}
		if l.Family == "" {
			l.Family = strings.Join(m.Head.Family, ", ")
		}
		maps.Copy(l.Params, e.Params)
		slices.SortFunc(l.BrokenBy, func(a, b string) int { return slices.Index(l.Faults, a) - slices.Index(l.Faults, b) })
		list = append(list, l)
	}
	return list, nil
}

// family is a kind of lock and the protocols of that kind.
type family struct {
	name    string
	members []listed
}

// families groups protocols, in the order in which the catalogue first has
// them.
func families(list []listed) []family {
	var groups []family
	for _, l := range list {
		i := slices.IndexFunc(groups, func(f family) bool { return f.name == l.Family })
		if i < 0 {
			i = len(groups)
			groups = append(groups, family{name: l.Family})
		}
		groups[i].members = append(groups[i].members, l)
	}
	return groups
}

func listText(w io.Writer, list []listed) error {
	var b strings.Builder
	for _, f := range families(list) {
		b.WriteString(firstUpper(f.name) + "\n")
		for _, l := range f.members {
			head := fmt.Sprintf("  %-6s  ", l.Verdict)
			lines := out.Wrap(l.Name+": "+l.Title, 80-len(head))
			if len(l.Products) > 0 {
				lines = append(lines, out.Wrap("like "+strings.Join(l.Products, "; "), 80-len(head))...)
			}
			for _, line := range lines {
				b.WriteString(head + line + "\n")
				head = strings.Repeat(" ", len(head))
			}
		}
		b.WriteByte('\n')
	}
	b.WriteString("The verdict is that of `lockcheck check NAME`: default faults, any timing.\n")
	b.WriteString("`lockcheck show NAME` tells what a protocol does, and which parameters it has.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func listMarkdown(w io.Writer, list []listed) error {
	var b strings.Builder
	for i, f := range families(list) {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "**%s**\n\n", firstUpper(f.name))
		b.WriteString("| protocol | what it is | verdict | fault kinds that break it alone | states, time | with 3 clients |\n|---|---|---|---|---|---|\n")
		for _, l := range f.members {
			what := l.Title
			if len(l.Products) > 0 {
				what += "; like " + strings.Join(l.Products, ", ")
			}
			kinds := strings.Join(l.BrokenBy, ", ")
			switch {
			case l.measured.NeedsNoFault():
				kinds = "no fault is needed"
			case kinds == "":
				kinds = fmt.Sprintf("none of %d", len(l.Faults))
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s |\n", l.Name, cell(what), l.Verdict, kinds,
				cost(l.measured.Default()), cost(l.measured.WithClients("3")))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cost is what a check takes: states and time.
func cost(x specs.Expect) string {
	if x.States == 0 {
		return ""
	}
	text := out.Number(x.States)
	if x.Seconds > 0 {
		text += fmt.Sprintf(", %g s", x.Seconds)
	}
	if n := x.Params["nodes"]; n != "" {
		text += " (" + n + " nodes)"
	}
	return text
}

func firstUpper(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// cell makes text fit for a cell of a Markdown table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }
