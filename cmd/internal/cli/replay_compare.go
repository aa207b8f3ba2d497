package cli

import (
	"bytes"
	"fmt"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/out"
)

// compare looks for the first difference between the file and a report of the
// same run: of a single state, if step is not negative.
func (x *replaying) compare(r *out.Report, step int) (*difference, error) {
	write := out.JSON
	if x.itf {
		write = out.ITF
	}
	var text bytes.Buffer
	if err := write(&text, r); err != nil {
		return nil, err
	}
	tree, err := readTree(text.Bytes())
	if err != nil {
		return nil, &checker.InternalError{Model: x.p.Target.Name, Reason: "what was written cannot be read: " + err.Error()}
	}
	truth := spot{"", tree}
	if x.itf {
		return x.compareITF(truth, step), nil
	}
	return x.compareResult(truth, step), nil
}

// at follows a path of names and indices.
func (s spot) at(path ...any) any {
	v := s.value
	for _, part := range path {
		switch part := part.(type) {
		case string:
			object, _ := v.(map[string]any)
			v = orNothing(object, part)
		case int:
			list, _ := v.([]any)
			if part >= len(list) {
				return nothing{}
			}
			v = list[part]
		}
	}
	return v
}

func (x *replaying) compareResult(truth spot, step int) *difference {
	trace := truth.at("properties", 0, "trace")
	if trace == (nothing{}) {
		trace = truth.at("run")
	}
	whole := spot{x.trace.path, trace}
	switch {
	case step == 0:
		return differ(x.trace.path+".start", x.trace.at("start"), whole.at("start"))
	case step > 0:
		return differ(fmt.Sprintf("%s.steps[%d]", x.trace.path, step-1), x.trace.at("steps", step-1), whole.at("steps", step-1))
	}
	parts := [][]any{{"config"}}
	if x.named {
		parts = append(parts, []any{"model", "name"}, []any{"model", "file"})
	}
	if x.property != "" {
		parts = append(parts, []any{"verdict"})
	}
	for _, part := range parts {
		path := ""
		for _, name := range part {
			path = fieldPath(path, name.(string))
		}
		if d := differ(path, x.tree.at(part...), truth.at(part...)); d != nil {
			return d
		}
	}
	if d := differ(x.trace.path, x.trace.value, trace); d != nil || x.property == "" {
		return d
	}
	// The trace is that of a property: properties[2].trace.
	i := 0
	_, _ = fmt.Sscanf(x.trace.path, "properties[%d].trace", &i)
	return differ(fmt.Sprintf("properties[%d]", i), x.tree.at("properties", i), truth.at("properties", 0))
}

func (x *replaying) compareITF(truth spot, step int) *difference {
	if step >= 0 {
		return differ(fmt.Sprintf("states[%d]", step), x.tree.at("states", step), truth.at("states", step))
	}
	if x.own {
		for _, part := range []string{"config", "property", "why"} {
			if d := differ(fieldPath("#meta.lockcheck", part), x.tree.at("#meta", "lockcheck", part), truth.at("#meta", "lockcheck", part)); d != nil {
				return d
			}
		}
		if x.named {
			for _, part := range []string{"name", "file"} {
				if d := differ("#meta.lockcheck.model."+part, x.tree.at("#meta", "lockcheck", "model", part), truth.at("#meta", "lockcheck", "model", part)); d != nil {
					return d
				}
			}
		}
		if d := differ("vars", x.tree.at("vars"), truth.at("vars")); d != nil {
			return d
		}
		return differ("states", x.tree.at("states"), truth.at("states"))
	}
	return nil // of another program: the states were read by their meaning, and the run leads through them
}

// refuse says why the file is no run of the model.
func (x *replaying) refuse(m *naive.Misfit) error {
	d, err := x.deviates(m)
	switch {
	case err != nil:
		return err
	case d == nil:
		return fmt.Errorf("%s: %s", x.name, x.misfit(m))
	case m.Then != nil:
		return fmt.Errorf("%s: %w\nlater %s", x.name, d, x.misfit(m.Then))
	}
	return fmt.Errorf("%s: %w", x.name, d)
}

// deviates finds what differs in the state that a possible step leads to.
func (x *replaying) deviates(m *naive.Misfit) (*difference, error) {
	if m.Run == nil {
		return nil, nil
	}
	times := x.times
	if times != nil {
		times = times[:m.Step]
	}
	r := x.p.OneRun(x.judge, x.judge.Tell(m.Run, times), -1, out.Replayed)
	if x.property != "" {
		r.Result.Properties = []checker.PropertyResult{{Name: x.property, Kind: x.kind, Decision: checker.Violated, Trace: r.Run}}
	}
	return x.compare(r, m.Step)
}

// misfit says which step is not possible, why, and what is instead.
func (x *replaying) misfit(m *naive.Misfit) string {
	text := fmt.Sprintf("step %d does not fit", m.Step)
	switch {
	case m.Step == 0:
		text = "the start state does not fit"
	case x.itf:
		text = fmt.Sprintf("states[%d] does not fit", m.Step)
	}
	if m.Step > 0 && x.steps[m.Step-1].Rule != "" {
		text += ": " + x.steps[m.Step-1].Call(x.p.Model.Rules) + " is not possible there"
	}
	text += ": " + m.Reason
	if len(m.Nearest) > 0 {
		text += "\nnearest possible steps: " + strings.Join(m.Nearest, "; ")
	}
	return text
}
