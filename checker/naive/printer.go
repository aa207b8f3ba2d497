package naive

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/model/murphi"
)

// printer prints values, as the model names them, and the paths of variables.
type printer struct {
	*machine
	paths   []string       // by cell of a state
	types   []*murphi.Type // by cell of a state
	history []bool         // by cell of a state
	tokens  map[*murphi.Type][]int64
}

// newPrinter returns a printer for a run. If the run chose ordinals between
// others, all that occur in it are numbered in their order.
func newPrinter(m *machine, all []fired) *printer {
	p := &printer{machine: m, tokens: map[*murphi.Type][]int64{}}
	for _, v := range m.model.Vars {
		p.path(v.Name, v.Type, v.History)
	}
	seen := map[*murphi.Type][]int64{}
	for _, f := range all {
		for i, c := range f.after {
			if t := p.types[i]; t.Ordinal && c.defined {
				seen[t] = append(seen[t], c.n)
			}
		}
		for i, q := range f.rule.Params {
			if q.Type.Ordinal {
				seen[q.Type] = append(seen[q.Type], f.values[i])
			}
		}
	}
	for t, values := range seen {
		if !m.ranks || !slices.ContainsFunc(values, func(n int64) bool { return n%stride != 0 }) {
			continue
		}
		values = append(values, 0)
		slices.Sort(values)
		p.tokens[t] = slices.Compact(values)
	}
	return p
}

// path notes the paths of the simple variables in one variable.
func (p *printer) path(name string, t *murphi.Type, history bool) {
	switch t.Kind {
	case murphi.Record:
		for _, f := range t.Fields {
			p.path(name+"."+f.Name, f.Type, history || f.History)
		}
	case murphi.Array:
		lo, hi := t.Index.Bounds()
		for n := lo; n <= hi; n++ {
			p.path(name+"["+p.value(t.Index, n)+"]", t.Elem, history)
		}
	default:
		p.paths = append(p.paths, name)
		p.types = append(p.types, t)
		p.history = append(p.history, history)
	}
}

// value prints a value of a simple type.
func (p *printer) value(t *murphi.Type, n int64) string {
	switch {
	case t.Kind == murphi.Enum:
		return t.Members[n].Name
	case t.Kind == murphi.Scalarset:
		return p.scalar(t, n)
	case t.Ordinal && p.ranks:
		if rank, ok := slices.BinarySearch(p.tokens[t], n); ok {
			return fmt.Sprint(rank)
		}
		return fmt.Sprint(n / stride)
	}
	return fmt.Sprint(n)
}

// scalar prints a scalarset value: its name, or the first letter of the type
// and a number. Types that begin with the same letter keep their whole name.
func (p *printer) scalar(t *murphi.Type, n int64) string {
	if t.Decl != nil && n < int64(len(t.Decl.Names)) {
		return t.Decl.Names[n]
	}
	short := initial(t)
	for _, other := range p.model.Scalarsets {
		if other != t && initial(other) == short {
			return fmt.Sprint(strings.ToLower(scalarsetName(t)), n+1)
		}
	}
	return fmt.Sprint(short, n+1)
}

func scalarsetName(t *murphi.Type) string {
	if t.Decl == nil {
		return "scalarset"
	}
	return t.Decl.Name
}

func initial(t *murphi.Type) string { return strings.ToLower(scalarsetName(t)[:1]) }
