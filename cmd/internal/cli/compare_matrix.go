package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/cmd/internal/suite"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// matrixFormats are the forms of the matrix.
var matrixFormats = []form[*out.Matrix]{
	{"text", out.MatrixText},
	{"md", plain(out.MatrixMarkdown)},
	{"json", plain(out.MatrixJSON)},
	{"html", plain(out.MatrixHTML)},
	{"csv", plain(out.MatrixCSV)},
}

// fewNodes is how many nodes Redlock has in the matrix, unless all is asked for:
// with 5 some cells take longer than all others together.
const fewNodes = "3"

// matrixStates is where the search for a cell stops that nobody has said anything
// about: under all faults at once a few guards that hold take minutes to see it.
const matrixStates = 300_000

// runMatrix checks every protocol of the catalogue under each kind of fault.
func (a *app) runMatrix(o *compareOptions) error {
	m, checks, err := matrixOf(o)
	if err != nil {
		return err
	}
	files, err := o.open(namesOf(matrixFormats))
	if err != nil {
		return err
	}
	defer files.discard()
	ctx, pool, end := a.beginChecks(o, files)
	defer end()
	found := pool.answer(ctx, checks, nil)
	if err := firstError(found); err != nil {
		return err
	}
	for i, f := range found {
		if f.broken {
			return fmt.Errorf("lockcheck check %s: %s", checks[i].command, f.skipped)
		}
	}
	m.fill(checks, found, o)
	if ctx.Err() != nil {
		m.Stopped = "the run was interrupted"
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			m.Stopped = "the time was up (" + o.timeout.String() + ")"
		}
	}
	if m.open {
		a.exit = ExitIncomplete
	}
	if err := writeAnswer(a, o, files, matrixFormats, &m.Matrix); err != nil {
		return err
	}
	if !o.quiet {
		a.summarise(func(w io.Writer) error {
			_, err := io.WriteString(w, "## lockcheck: protocols by faults\n\n")
			return errors.Join(err, out.MatrixMarkdown(w, &m.Matrix))
		})
	}
	return nil
}

// matrix is the matrix, while it is made.
type matrix struct {
	out.Matrix
	open bool // some cell is not decided
}

// matrixOf lays out the rows, and a check for each cell in their order.
func matrixOf(o *compareOptions) (*matrix, []*asked, error) {
	entries, err := specs.All()
	if err != nil {
		return nil, nil, err
	}
	m := &matrix{Matrix: out.Matrix{Tool: ask.Tool, Properties: o.properties}}
	var checks []*asked
	refused := 0
	seen := map[string]bool{} // specs
	for _, e := range entries {
		t, err := resolve(e.Name)
		if err != nil {
			return nil, nil, err
		}
		params := map[string]string{}
		var guards []string
		model := t.Peek()
		for _, p := range murphi.Params(model) {
			_, fixed := e.Params[p.Flag]
			if p.Flag == "nodes" && !fixed && !o.full {
				params[p.Flag] = fewNodes
			}
			if p.Flag == "guard" && !fixed && (o.full || !seen[e.Spec]) {
				for _, v := range p.Values {
					if v != p.Default {
						guards = append(guards, v)
					}
				}
			}
		}
		seen[e.Spec] = true
		kinds := model.FaultKinds()
		if err := m.accepts(t, o, params); err != nil {
			refused++
			m.Notes = append(m.Notes, "Left out: "+ask.OneLine(err.Error()))
			if refused == len(entries) {
				return nil, nil, fmt.Errorf("--property: no protocol has it: %w", err)
			}
			continue
		}
		for _, guard := range append([]string{""}, guards...) {
			row := out.MatrixRow{Family: strings.TrimSuffix(e.Spec, path.Ext(e.Spec)), Protocol: e.Name, Guard: guard}
			for _, faults := range matrixFaults(kinds) {
				k := cellOf(&e, guard, faults, params, o)
				row.Cells = append(row.Cells, out.MatrixCell{Faults: faults, Command: k.command})
				checks = append(checks, k)
			}
			m.Rows = append(m.Rows, row)
		}
	}
	return m, checks, nil
}

// matrixFaults are the columns for a protocol: none, each kind alone, and all of
// them.
func matrixFaults(kinds []string) []string {
	return slices.Concat([]string{"none"}, kinds, []string{"all"})
}

// accepts reports why a protocol cannot be asked for the properties; nil if it
// can.
func (m *matrix) accepts(t *ask.Target, o *compareOptions, params map[string]string) error {
	if len(o.properties) == 0 {
		return nil
	}
	_, err := ask.Configure(t, ask.Choices{Question: matrixQuestion("none", o), Params: params}, io.Discard, false)
	return err
}

func matrixQuestion(faults string, o *compareOptions) *ask.Question {
	return &ask.Question{Faults: faults, Properties: o.properties, Timing: "any", Ranks: "on", Symmetry: "on"}
}

// cellOf is the check of a cell. It stops at the first violation: there the
// shortest counterexample ends.
func cellOf(e *specs.Entry, guard, faults string, params map[string]string, o *compareOptions) *asked {
	name := e.Name
	c := suite.Check{Protocol: suite.Value{Text: name}, Faults: suite.Value{Text: faults}, Limits: suite.Limits{First: true}}
	if c.Limits.States = o.maxStates; c.Limits.States == 0 && !o.full {
		c.Limits.States = matrixStates
	}
	k := &asked{name: name + " --faults " + faults, target: name, limits: limits{Limits: ask.Limits{First: true, MaxStates: c.Limits.States}}}
	k.choices = ask.Choices{Question: matrixQuestion(faults, o), Params: map[string]string{}}
	if guard != "" {
		c.Params = append(c.Params, suite.Setting{Name: "guard", Value: suite.Value{Text: guard}})
		k.choices.Params["guard"] = guard
	}
	for flag, value := range params { // one at most
		c.Params = append(c.Params, suite.Setting{Name: flag, Value: suite.Value{Text: value}})
		k.choices.Params[flag] = value
	}
	for _, p := range o.properties {
		c.Properties = append(c.Properties, suite.Value{Text: p})
	}
	k.command = commandOf(name, c)
	k.key = keyOfCell(e, k)
	return k
}

// keyOfCell identifies the question of a cell: protocols of one spec with the
// same parameters are the same but for their default faults, which no cell has.
func keyOfCell(e *specs.Entry, k *asked) string {
	all := maps.Clone(k.choices.Params)
	maps.Copy(all, e.Params)
	key := fmt.Sprintf("%s %q %s", e.Spec, e.Properties, k.choices.Faults)
	for _, flag := range slices.Sorted(maps.Keys(all)) {
		key += fmt.Sprintf(" %s=%q", flag, all[flag])
	}
	return key
}

// fill puts the answers into the cells. It notes which are not decided, and why.
func (m *matrix) fill(checks []*asked, found []reply, o *compareOptions) {
	undecided := map[string][]string{} // cells by reason
	var reasons []string
	at := 0
	for i := range m.Rows {
		for j := range m.Rows[i].Cells {
			c, r := &m.Rows[i].Cells[j], found[at].result
			at++
			if r == nil {
				m.open = true
				continue
			}
			fillCell(c, r)
			if c.Why == "" {
				continue
			}
			m.open = true
			why := c.Why
			if r.Limit.Kind == checker.LimitStates && !o.full && o.maxStates == 0 {
				why += ", where the matrix stops by itself; --max-states N goes on"
			}
			if undecided[why] == nil {
				reasons = append(reasons, why)
			}
			undecided[why] = append(undecided[why], m.Rows[i].Name()+" --faults "+c.Faults)
		}
	}
	const most = 10 // cells that are named
	for _, why := range reasons {
		names, more := undecided[why], ""
		if n := len(names) - most; n > 0 {
			names, more = names[:most], fmt.Sprintf(" and %d more", n)
		}
		m.Notes = append(m.Notes, fmt.Sprintf("INCOMPLETE: %s%s: %s.", strings.Join(names, ", "), more, why))
	}
}

// fillCell puts an answer into its cell.
func fillCell(c *out.MatrixCell, r *checker.Result) {
	c.Verdict = r.Verdict.String()
	switch {
	case r.Verdict == checker.Incomplete && r.Limit != nil:
		c.Why = out.LimitText(r.Limit)
	case r.Verdict == checker.Unsafe:
		for k := range r.Properties {
			if q := &r.Properties[k]; q.Decision == checker.Violated && (c.Property == "" || q.Depth < c.Steps) {
				c.Property, c.Steps = q.Name, q.Depth
			}
		}
	}
}
