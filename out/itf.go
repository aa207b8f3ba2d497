package out

import (
	"bytes"
	"io"
	"strconv"
	"strings"

	"lockcheck/checker"
)

// itfURL is where the format is described.
const itfURL = "https://apalache-mc.org/docs/adr/015adr-trace.html"

// itfUndefined stands for an undefined variable, in the words that the format
// has for what it cannot write.
const itfUndefined = "undefined"

// ITF writes the counterexample in Apalache's Informal Trace Format (ADR 015);
// schema/itf.v1.json describes it. Records are records, arrays are maps, and an
// undefined variable is {"#unserializable": "undefined"}. What the format has
// no place for stands in its #meta objects: the question in that of the trace,
// and the step that leads to a state in that of the state. Without a run
// to show there are no states. Its bytes depend on the report alone.
func ITF(w io.Writer, r *Report) error {
	return encode(w, itfOf(r))
}

type (
	itfTrace struct {
		Meta   itfMeta    `json:"#meta"`
		Vars   []string   `json:"vars"`
		States []itfState `json:"states"`
	}
	itfMeta struct {
		Format      string  `json:"format"`
		Link        string  `json:"format-description"`
		Source      string  `json:"source"`
		Description string  `json:"description"`
		Lockcheck   itfWhat `json:"lockcheck"`
	}
	itfWhat struct {
		Tool     string       `json:"tool"`
		Model    jsonModel    `json:"model"`
		Config   jsonConfig   `json:"config"`
		Property *itfProperty `json:"property"`
		Why      *jsonWhy     `json:"why"`
	}
	itfProperty struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	// itfState is an object of which the order matters to a reader: what
	// happened first, then the variables as they are declared.
	itfState struct {
		meta any
		vars []itfVar
	}
	itfVar struct {
		name  string
		value any
	}
	itfStart struct {
		Index int            `json:"index"`
		Rule  string         `json:"rule"`
		Args  map[string]any `json:"args"`
	}
	itfStep struct {
		Index int            `json:"index"`
		Rule  string         `json:"rule"`
		Args  map[string]any `json:"args"`
		Actor string         `json:"actor"`
		Fault *string        `json:"fault"`
		Line  *string        `json:"line"`
		Say   *string        `json:"say"`
		At    string         `json:"at,omitempty"`
	}
	itfMap   []itfVar // an array, by index
	itfGroup []itfVar // a record, by field
)

// MarshalJSON writes the fields in order.
func (s itfState) MarshalJSON() ([]byte, error) {
	return marshalFields(append([]itfVar{{"#meta", s.meta}}, s.vars...))
}

// MarshalJSON writes a record.
func (g itfGroup) MarshalJSON() ([]byte, error) { return marshalFields(g) }

// MarshalJSON writes {"#map": [[KEY, VALUE], ...]}.
func (m itfMap) MarshalJSON() ([]byte, error) {
	pairs := [][2]any{}
	for _, v := range m {
		pairs = append(pairs, [2]any{itfValue(v.name), v.value})
	}
	return plainJSON(map[string]any{"#map": pairs})
}

func marshalFields(fields []itfVar) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteByte(',')
		}
		for j, part := range []any{f.name, f.value} {
			text, err := plainJSON(part)
			if err != nil {
				return nil, err
			}
			if j > 0 {
				b.WriteByte(':')
			}
			b.Write(text)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

func itfOf(r *Report) *itfTrace {
	f := &itfTrace{
		Meta: itfMeta{
			Format: "ITF", Link: itfURL, Source: r.Model.File,
			Description: "no counterexample of " + r.Model.Name,
			Lockcheck: itfWhat{
				Tool:   r.Tool,
				Model:  jsonModel{Name: r.Model.Name, File: r.Model.File, SHA256: r.Model.SHA256},
				Config: jsonConfigOf(&r.Config),
			},
		},
		Vars: []string{}, States: []itfState{},
	}
	q := explainedIn(r)
	if q == nil && r.Run != nil {
		f.Meta.Description = "a run of " + r.Model.Name
		f.add(r.Run)
	}
	if q == nil {
		return f
	}
	f.Meta.Description = "a run of " + r.Model.Name + " that violates " + q.Name
	f.Meta.Lockcheck.Property = &itfProperty{q.Name, q.Kind}
	why := jsonWhyOf(q.Trace)
	f.Meta.Lockcheck.Why = &why
	f.add(q.Trace)
	return f
}

// add writes the states of a trace.
func (f *itfTrace) add(t *checker.Trace) {
	f.States = append(f.States, itfState{itfStart{0, t.StartRule, jsonArgs(t.StartArgs)}, itfVars(t.Start)})
	for _, v := range f.States[0].vars {
		f.Vars = append(f.Vars, v.name)
	}
	for i := range t.Steps {
		s := &t.Steps[i]
		meta := itfStep{
			Index: i + 1, Rule: s.Rule, Args: jsonArgs(s.Args), Actor: s.Actor,
			Fault: optional(s.Fault), Line: optional(s.Line), Say: optional(s.Say),
		}
		if len(t.Times) == len(t.Steps) {
			meta.At = exactSeconds(t.Times[i])
		}
		f.States = append(f.States, itfState{meta, itfVars(s.State)})
	}
}

// itfVars puts simple variables together to what they are parts of.
func itfVars(s checker.State) []itfVar {
	var all []itfVar
	for _, v := range s.Vars {
		var value any = map[string]string{"#unserializable": itfUndefined}
		if v.Defined {
			value = itfValue(v.Value)
		}
		all = put(all, pathParts(v.Path), value)
	}
	return all
}

// put adds the variable at a path to the parts of what it belongs to. Parts of
// one thing stand one after the other.
func put(parts []itfVar, path []string, value any) []itfVar {
	name := strings.TrimLeft(path[0], ".[")
	if len(parts) == 0 || parts[len(parts)-1].name != name {
		parts = append(parts, itfVar{name: name})
	}
	last := &parts[len(parts)-1]
	switch {
	case len(path) == 1:
		last.value = value
	case path[1][0] == '[':
		inner, _ := last.value.(itfMap)
		last.value = itfMap(put(inner, path[1:], value))
	default:
		inner, _ := last.value.(itfGroup)
		last.value = itfGroup(put(inner, path[1:], value))
	}
	return parts
}

// pathParts cuts "at[c1].phase" into "at", "[c1" and ".phase".
func pathParts(path string) []string {
	var parts []string
	for path != "" {
		n := strings.IndexAny(path[1:], ".[") + 1
		if n == 0 {
			n = len(path)
		}
		parts = append(parts, strings.TrimSuffix(path[:n], "]"))
		path = path[n:]
	}
	return parts
}

// itfValue types a value. Numbers beyond those that every reader of JSON knows
// exactly are big ones.
func itfValue(s string) any {
	if n, ok := jsonValue(s).(jsonInt); ok {
		if n >= exact || n <= -exact {
			return map[string]string{"#bigint": strconv.FormatInt(int64(n), 10)}
		}
		return int64(n)
	}
	return jsonValue(s)
}
