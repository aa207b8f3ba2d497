package cli

import (
	"fmt"
	"io"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

func (a *app) showCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:               "show PROTOCOL|FILE",
		Short:             "Show what a protocol does, and what can be chosen",
		Long:              "show prints a protocol's pseudo-code with its line labels, its rules,\nparameters, faults, properties, assumptions, and what it leaves out.",
		Example:           "  lockcheck show ttl\n  lockcheck show mine.murphi",
		Args:              oneTarget,
		ValidArgsFunction: completeTargets,
		RunE:              func(_ *cobra.Command, args []string) error { return a.runShow(args[0]) },
	}
	return cmd
}

func (a *app) runShow(name string) error {
	t, err := a.resolve(name)
	if err != nil {
		return err
	}
	p := &ask.Prepared{Target: t}
	var diags murphi.Diagnostics
	p.Model, diags = t.Load()
	if err := p.Findings(a.env.Err, diags, true); err != nil {
		return err
	}
	params, err := t.Params(nil)
	if err != nil {
		return err
	}
	infos := murphi.Params(p.Model)
	p.Defaults = ask.DefaultsOf(p.Model)
	p.Settings, diags = murphi.Configure(p.Model, murphi.Config{Params: params})
	if err := ask.ConfigError(t.Name, diags); err != nil {
		return err
	}
	diags = murphi.Check(p.Model, murphi.CheckOptions{})
	if err := p.Findings(a.env.Err, diags, true); err != nil {
		return err
	}
	s := &sheet{p: p, infos: infos}
	s.write()
	_, err = io.WriteString(a.env.Out, s.b.String())
	return err
}

// sheet is the description of a protocol.
type sheet struct {
	b     strings.Builder
	p     *ask.Prepared
	infos []murphi.ParamInfo // as the spec has them
}

func (s *sheet) title(text string) {
	if s.b.Len() > 0 {
		s.b.WriteByte('\n')
	}
	s.b.WriteString(text + "\n")
}

// item writes one line with a name and a wrapped explanation.
func (s *sheet) item(name, text string, column int) {
	lines := out.Wrap(text, 80-column-4)
	if len(lines) == 0 {
		lines = []string{""}
	}
	for i, line := range lines {
		if i > 0 {
			name = ""
		}
		s.b.WriteString(strings.TrimRight(fmt.Sprintf("  %-*s  %s", column, name, line), " ") + "\n")
	}
}

func (s *sheet) list(title string, items []string) {
	if len(items) == 0 {
		return
	}
	s.title(title)
	for _, item := range items {
		for i, line := range out.Wrap(item, 76) {
			lead := "  - "
			if i > 0 {
				lead = "    "
			}
			s.b.WriteString(lead + line + "\n")
		}
	}
}

func (s *sheet) write() {
	m := s.p.Model
	r := s.p.Report()
	head := r.Model.Name
	if r.Model.Title != "" {
		head += ": " + r.Model.Title
	}
	for _, line := range out.Wrap(head, 80) {
		s.b.WriteString(line + "\n")
	}
	if e := s.p.Target.Entry; e != nil && len(e.Params) > 0 {
		for _, line := range out.Wrap("This is "+strings.TrimSuffix(path.Base(e.Spec), ".murphi")+" with "+ask.FlagsText(e.Params)+".", 80) {
			s.b.WriteString(line + "\n")
		}
	}
	if e := s.p.Target.Entry; e != nil && len(e.Products) > 0 {
		for _, line := range out.Wrap("Like "+strings.Join(e.Products, "; ")+".", 80) {
			s.b.WriteString(line + "\n")
		}
	}
	s.pseudoCode()
	s.rules()
	s.parameters()
	s.durations()
	s.variants()
	s.faults()
	s.weakened()
	s.properties()
	s.list("Assumptions", m.Head.Assumes)
	s.list("Assumptions for any timing (with --timing bounded the durations count)", m.Head.Untimed)
	s.list("Left out", m.Head.LeavesOut)
	s.list("Source", m.Head.Source)
}

// label is a line of pseudo-code: "C1 the client asks".
var (
	label  = regexp.MustCompile(`^\s*[A-Z]\d+\s`)
	labels = regexp.MustCompile(`^[A-Z]\d+((, |\.\.)[A-Z]\d+)*\b`)
)

// pseudoCode prints the labelled lines of the head comments, those of the
// parts after the protocol's own.
func (s *sheet) pseudoCode() {
	type block struct {
		file  string
		lines []string
	}
	var blocks []block
	for _, src := range s.p.Model.Sources {
		if lines := labelledLines(src); len(lines) > 0 {
			blocks = append(blocks, block{src.Name, lines})
		}
	}
	if len(blocks) == 0 {
		return
	}
	s.title("Protocol")
	for i, b := range blocks {
		if i > 0 {
			s.b.WriteString("  (" + b.file + ")\n")
		}
		for _, line := range b.lines {
			name := labels.FindString(line)
			s.item(name, strings.TrimSpace(line[len(name):]), 2)
		}
	}
}

// labelledLines returns the pseudo-code of a file: the indented lines of its
// head comment from the first labelled one to the next paragraph. A line that
// goes on below is one line.
func labelledLines(src *murphi.Source) []string {
	var lines []string
	for _, text := range headComment(src) {
		switch {
		case label.MatchString(text), len(lines) > 0 && strings.HasPrefix(text, "   ") && labels.MatchString(strings.TrimSpace(text)):
			lines = append(lines, strings.TrimSpace(text))
		case len(lines) > 0 && strings.HasPrefix(text, "   "):
			lines[len(lines)-1] += " " + strings.TrimSpace(text)
		case len(lines) > 0:
			return lines
		}
	}
	return lines
}

// headComment returns the comment lines that a file begins with, without
// their dashes.
func headComment(src *murphi.Source) []string {
	var lines []string
	for i, c := range src.Comments {
		if c.Start.Line != i+1 || strings.HasPrefix(c.Text, "--!") || !strings.HasPrefix(c.Text, "--") {
			break
		}
		lines = append(lines, strings.TrimRight(strings.TrimPrefix(c.Text, "--"), " "))
	}
	return lines
}

func (s *sheet) rules() {
	m := s.p.Model
	if len(m.Rules) == 0 {
		return
	}
	s.title("Rules")
	width := 0
	for _, r := range m.Rules {
		width = max(width, len(ruleCall(r)))
	}
	width = min(width, 34)
	for _, r := range m.Rules {
		text := r.Ann.Line
		switch {
		case r.Ann.Fault != nil:
			text = "fault " + r.Ann.Fault.Kind
		case text == "" && m.Annotated():
			text = "environment"
		}
		s.item(ruleCall(r), text, width)
	}
}

// ruleCall is a rule with the names of its parameters.
func ruleCall(r *murphi.Rule) string {
	var names []string
	for _, q := range r.Params {
		names = append(names, q.Name)
	}
	if len(names) == 0 {
		return r.Title
	}
	return r.Title + "(" + strings.Join(names, ", ") + ")"
}

func (s *sheet) faults() {
	kinds := s.p.Model.FaultKinds()
	if len(kinds) == 0 {
		return
	}
	var usual []string
	for _, f := range s.p.Settings.Faults {
		usual = append(usual, f.Kind)
	}
	s.title("Faults (--faults KIND[=N],...)")
	width := 0
	rules := map[string][]string{}
	for _, r := range s.p.Model.Rules {
		if f := r.Ann.Fault; f != nil {
			width = max(width, len(f.Kind))
			rules[f.Kind] = append(rules[f.Kind], r.Title)
		}
	}
	for _, k := range kinds {
		text := strings.Join(rules[k], ", ")
		if slices.Contains(usual, k) {
			text += " (default)"
		}
		s.item(k, text, width)
	}
}

// weakened lists on what the safety of a protocol of the catalogue rests.
func (s *sheet) weakened() {
	e := s.p.Target.Entry
	if e == nil {
		return
	}
	var items []string
	for _, w := range e.Weakened {
		text := w.Title
		if len(w.Params) > 0 {
			text += " (" + ask.FlagsText(w.Params) + ")"
		}
		if w.Faults != "" {
			text += ", with --faults " + w.Faults
		}
		items = append(items, text+": "+strings.Join(w.Violated, ", "))
	}
	s.list("Would break it, each alone, with what is violated then", items)
}

func (s *sheet) properties() {
	m := s.p.Model
	names, err := s.p.Choose(nil)
	if err != nil {
		return
	}
	says := map[string]string{}
	for _, q := range specs.Properties() {
		says[q.Name] = q.Says
	}
	all, _ := s.p.Claims()
	if len(all) > 0 {
		s.title("Properties (--property NAME)")
		width := 0
		for _, name := range all {
			width = max(width, len(name))
		}
		width = min(width, 28)
		for _, name := range all {
			text := says[name]
			if slices.Contains(names, name) {
				text = strings.TrimSpace(text + " (default)")
			}
			s.item(name, text, width)
		}
	}
	covers := map[string]bool{}
	for _, r := range m.Properties {
		if r.Prop == murphi.Cover {
			covers[r.Title] = true
		}
	}
	s.list("Covers (what a check should have exercised)", slices.Sorted(maps.Keys(covers)))
}
