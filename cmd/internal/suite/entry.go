package suite

import (
	"math"
	"slices"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"
)

// entry is a check as it is written, or the defaults of a file. What is not
// written is empty.
type entry struct {
	r     *reader
	named bool // a name is written, be it right or wrong

	name, protocol, variant, faults   Value
	timing, symmetry, ranks, deadlock Value
	params, durations, properly       []Setting
	properties                        []Value
	expect                            Value
	strict, first                     *bool
	states                            int64
	depth                             *int
	timeout                           time.Duration
	matrix                            []axis
}

// axis is one list of a matrix.
type axis struct {
	key    string // "params", "durations", "faults", ...
	flag   string // of a parameter or duration
	node   *yaml.Node
	keyAt  *yaml.Node
	values []Value
}

const protocolWanted = "the name of a protocol or a file beside the suite"

// fields are the keys that checks and defaults have.
func (e *entry) fields() []field {
	r := e.r
	choice := func(to *Value, what string, words ...string) field {
		return field{what, func(_, n *yaml.Node) { *to, _ = r.word(n, what, words...) }}
	}
	return []field{
		{"protocol", func(_, n *yaml.Node) { e.protocol, _ = r.text(n, "protocol", valuePattern, protocolWanted) }},
		{"variant", func(_, n *yaml.Node) { e.variant, _ = r.text(n, "variant", valuePattern, "the name of a variant") }},
		{"params", func(_, n *yaml.Node) { e.params = r.settings(n, "params") }},
		{"durations", func(_, n *yaml.Node) { e.durations = r.settings(n, "durations") }},
		{"faults", func(_, n *yaml.Node) { e.faults, _ = r.faults(n) }},
		choice(&e.timing, "timing", "any", "bounded"),
		choice(&e.symmetry, "symmetry", "on", "off"),
		choice(&e.ranks, "ranks", "on", "off"),
		choice(&e.deadlock, "deadlock", "off", "stuck", "stuttering"),
		{"properties", func(_, n *yaml.Node) { e.properties = r.properties(n) }},
		{"strict", func(_, n *yaml.Node) { e.strict = new(r.truth(n, "strict")) }},
		{"limits", func(_, n *yaml.Node) { e.limits(n) }},
		{"expect", func(_, n *yaml.Node) { e.expected(n) }},
	}
}

// checkFields are the keys of a check.
func (e *entry) checkFields() []field {
	return append([]field{
		{"name", func(_, n *yaml.Node) { e.name, _ = e.r.name(n); e.named = true }},
		{"matrix", func(_, n *yaml.Node) { e.axes(n) }},
	}, e.fields()...)
}

// settings reads flags with their values.
func (r *reader) settings(n *yaml.Node, what string) []Setting {
	var all []Setting
	r.mapping(n, what, func(key, value *yaml.Node) {
		if !r.flag(key, what) {
			return
		}
		if v, ok := r.scalar(value, key.Value); ok {
			all = append(all, Setting{key.Value, r.at(key), v})
		}
	})
	return all
}

// flag refuses a key that cannot be a flag.
func (r *reader) flag(key *yaml.Node, what string) bool {
	if flagPattern.MatchString(key.Value) {
		return true
	}
	r.fail(key, "%s: %s is no name of a flag; those have small letters, digits and hyphens", what, quoted(key.Value))
	return false
}

// faults reads a text as --faults takes it, or a list of kinds.
func (r *reader) faults(n *yaml.Node) (Value, bool) {
	const want = `kinds such as "pause,crash=1", or default, none or all`
	if n.Kind != yaml.SequenceNode {
		return r.text(n, "faults", faultsPattern, want)
	}
	var kinds []string
	r.list(n, "faults", func(item *yaml.Node) {
		if v, ok := r.text(item, "faults", faultsPattern, want); ok {
			kinds = append(kinds, v.Text)
		}
	})
	return Value{strings.Join(kinds, ","), r.at(n)}, len(kinds) == len(n.Content) && len(kinds) > 0
}

// properties reads the name of a property, or a list of them.
func (r *reader) properties(n *yaml.Node) []Value {
	var all []Value
	one := func(item *yaml.Node) {
		if v, ok := r.text(item, "properties", valuePattern, "the name of a property"); ok {
			all = append(all, v)
		}
	}
	if n.Kind == yaml.SequenceNode {
		r.list(n, "properties", one)
	} else {
		one(n)
	}
	return all
}

// limits reads what ends a search early.
func (e *entry) limits(n *yaml.Node) {
	r := e.r
	r.object(n, "limits", []field{
		{"states", func(_, n *yaml.Node) { e.states, _ = r.number(n, "states", 1, 1<<50) }},
		{"depth", func(_, n *yaml.Node) {
			if d, ok := r.number(n, "depth", 0, math.MaxInt32); ok {
				e.depth = new(int(d))
			}
		}},
		{"timeout", func(_, n *yaml.Node) { e.timeout = r.duration(n, "timeout") }},
		{"first", func(_, n *yaml.Node) { e.first = new(r.truth(n, "first")) }},
	})
}

// expected reads a verdict, or a verdict and what is expected of single
// properties.
func (e *entry) expected(n *yaml.Node) {
	r := e.r
	verdict := func(n *yaml.Node) { e.expect, _ = r.word(n, "expect", "safe", "unsafe", "incomplete") }
	if n.Kind != yaml.MappingNode {
		verdict(n)
		return
	}
	r.object(n, "expect", []field{
		{"verdict", func(_, n *yaml.Node) { verdict(n) }},
		{"properties", func(_, n *yaml.Node) {
			r.mapping(n, "properties", func(key, value *yaml.Node) {
				if !valuePattern.MatchString(key.Value) {
					r.fail(key, "properties: want the name of a property, not %s", quoted(key.Value))
				} else if v, ok := r.word(value, key.Value, "holds", "violated"); ok {
					e.properly = append(e.properly, Setting{key.Value, r.at(key), v})
				}
			})
		}},
	})
	if len(n.Content) == 0 {
		r.fail(n, "expect: nothing is expected; write a verdict, or leave expect out")
	}
}

// axes reads a matrix.
func (e *entry) axes(n *yaml.Node) {
	r := e.r
	scalars := func(what, flag string, key, value *yaml.Node, read func(*yaml.Node) (Value, bool)) {
		a := axis{key: what, flag: flag, node: value, keyAt: key}
		r.list(value, key.Value, func(item *yaml.Node) {
			if v, ok := read(item); ok {
				a.values = append(a.values, v)
			}
		})
		e.matrix = append(e.matrix, a)
	}
	plain := func(what string, read func(*yaml.Node) (Value, bool)) field {
		return field{what, func(key, value *yaml.Node) { scalars(what, "", key, value, read) }}
	}
	flags := func(what string) field {
		return field{what, func(_, value *yaml.Node) {
			r.mapping(value, what, func(key, values *yaml.Node) {
				if r.flag(key, what) {
					scalars(what, key.Value, key, values, func(n *yaml.Node) (Value, bool) { return r.scalar(n, key.Value) })
				}
			})
		}}
	}
	r.object(n, "matrix", []field{
		plain("protocol", func(n *yaml.Node) (Value, bool) { return r.text(n, "protocol", valuePattern, protocolWanted) }),
		plain("variant", func(n *yaml.Node) (Value, bool) { return r.text(n, "variant", valuePattern, "the name of a variant") }),
		plain("faults", r.faults),
		plain("timing", func(n *yaml.Node) (Value, bool) { return r.word(n, "timing", "any", "bounded") }),
		flags("params"),
		flags("durations"),
	})
	if len(n.Content) == 0 && n.Kind == yaml.MappingNode {
		r.fail(n, "matrix: it has no list")
	}
}

// set has a list of a matrix choose a value.
func (c *Check) set(a *axis, v Value) {
	s := Setting{a.flag, place(c.At.File, a.keyAt), v}
	switch a.key {
	case "protocol":
		c.Protocol = v
	case "variant":
		c.Variant = v
	case "faults":
		c.Faults = v
	case "timing":
		c.Timing = v
	case "params":
		c.Params = with(c.Params, s)
	case "durations":
		c.Durations = with(c.Durations, s)
	}
}

// with returns settings with one more, in the place of one of that name.
func with(all []Setting, s Setting) []Setting {
	all = slices.Clone(all)
	if i := slices.IndexFunc(all, func(t Setting) bool { return t.Name == s.Name }); i >= 0 {
		all[i] = s
		return all
	}
	return append(all, s)
}
