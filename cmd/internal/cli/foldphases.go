package cli

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

// leaf is a simple variable of a model.
type leaf struct {
	name    string // without indices: "at.phase"
	typ     *murphi.Type
	history bool
	index   []element
}

// element is a value of an index.
type element struct {
	typ *murphi.Type
	n   int64
}

// leavesOf lists the simple variables in the order in which a packed state is
// decoded.
func leavesOf(m *murphi.Model) []leaf {
	var all []leaf
	var add func(l leaf, t *murphi.Type)
	add = func(l leaf, t *murphi.Type) {
		switch t.Kind {
		case murphi.Record:
			for _, f := range t.Fields {
				add(leaf{l.name + "." + f.Name, nil, l.history || f.History, l.index}, f.Type)
			}
		case murphi.Array:
			lo, hi := t.Index.Bounds()
			for n := lo; n <= hi; n++ {
				add(leaf{l.name, nil, l.history, append(slices.Clone(l.index), element{t.Index, n})}, t.Elem)
			}
		default:
			l.typ = t
			all = append(all, l)
		}
	}
	for _, v := range m.Vars {
		add(leaf{name: v.Name, history: v.History}, v.Type)
	}
	return all
}

// clientType is the type of those who act: of the observe functions' argument,
// else of the rules' actors; nil if there is none.
func clientType(m *murphi.Model) *murphi.Type {
	for _, f := range m.Funcs {
		if f.Observe && f.Name == "believes" && len(f.Params) > 0 {
			return f.Params[0].Type
		}
	}
	for _, r := range m.Rules {
		if i := r.ActorParam(); i >= 0 {
			return r.Params[i].Type
		}
	}
	return nil
}

// client is the value of type t by which a variable is indexed; false if there
// is none.
func (l *leaf) client(t *murphi.Type) (int64, bool) {
	for _, e := range l.index {
		if e.typ == t {
			return e.n, true
		}
	}
	return 0, false
}

// phasesOf chooses the variables that say where a client is: those whose field
// is called phase, else all of enum types but what only history knows.
func phasesOf(leaves []leaf, client *murphi.Type) []int {
	var phases, others []int
	for i := range leaves {
		l := &leaves[i]
		if _, ok := l.client(client); !ok || l.typ.Kind != murphi.Enum || l.typ == murphi.Boolean || l.history {
			continue
		}
		others = append(others, i)
		if l.name == "phase" || strings.HasSuffix(l.name, ".phase") {
			phases = append(phases, i)
		}
	}
	if phases != nil {
		return phases
	}
	return others
}

// byPhases folds by where the clients are.
func byPhases(p *ask.Prepared, program *vm.Program) (func(*checker.Space, int) appearance, error) {
	leaves, client := leavesOf(p.Model), clientType(p.Model)
	chosen := phasesOf(leaves, client)
	if client == nil || len(chosen) == 0 {
		return nil, fmt.Errorf("%s has no variables of enum types for each client; --what depth draws any model", p.Target.Name)
	}
	plain := true // one variable for each client, which need not be named
	for _, i := range chosen {
		plain = plain && leaves[i].name == leaves[chosen[0]].name && len(leaves[i].index) == 1
	}
	nameless, observer := slices.Contains(program.PermTypes(), client), naive.NewObserver(p.Model, p.Ranks)
	return func(s *checker.Space, i int) appearance {
		values := program.Decode(s.State(i))
		phases := map[int64][]string{}
		for _, at := range chosen {
			l, text := &leaves[at], "undefined"
			if v := values[at]; v.Defined {
				text = l.typ.Members[v.N].Name
			}
			if !plain {
				text = l.without(observer, client) + " " + text
			}
			c, _ := l.client(client)
			phases[c] = append(phases[c], text)
		}
		return appearance{lines: phaseLines(observer, client, phases, nameless)}
	}, nil
}

// without names a variable without the client that it is about.
func (l *leaf) without(o *naive.Observer, client *murphi.Type) string {
	text := l.name
	for _, e := range l.index {
		if e.typ != client {
			text += "[" + o.Name(e.typ, e.n) + "]"
		}
	}
	return text
}

// phaseLines says where every client is; without names, how many are where.
func phaseLines(o *naive.Observer, client *murphi.Type, phases map[int64][]string, nameless bool) []string {
	lo, hi := client.Bounds()
	var lines []string
	for c := lo; c <= hi; c++ {
		text := strings.Join(phases[c], ", ")
		if !nameless {
			text = o.Name(client, c) + ": " + text
		}
		lines = append(lines, text)
	}
	if !nameless {
		return lines
	}
	slices.Sort(lines)
	var tallied []string
	for len(lines) > 0 {
		n := 1
		for n < len(lines) && lines[n] == lines[0] {
			n++
		}
		tallied = append(tallied, fmt.Sprintf("%d %s", n, lines[0]))
		lines = lines[n:]
	}
	return tallied
}
