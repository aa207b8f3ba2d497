package suite

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"lockcheck/model/murphi"
	"lockcheck/out"
)

// reader reads the nodes of one file.
type reader struct {
	file     string
	mistakes *Mistakes
}

func (r *reader) at(n *yaml.Node) out.Place {
	return out.Place{File: r.file, Line: n.Line, Column: n.Column}
}

// fail notes what a schema can tell, too.
func (r *reader) fail(n *yaml.Node, format string, args ...any) {
	r.note(n, false, format, args...)
}

// beyond notes what no schema can tell.
func (r *reader) beyond(n *yaml.Node, format string, args ...any) {
	r.note(n, true, format, args...)
}

func (r *reader) note(n *yaml.Node, beyond bool, format string, args ...any) {
	*r.mistakes = append(*r.mistakes, &Mistake{At: r.at(n), Text: fmt.Sprintf(format, args...), Beyond: beyond})
}

// field is a key that an object may have, and what reads its value.
type field struct {
	name string
	read func(key, value *yaml.Node)
}

// object reads a mapping with these keys. It reports whether it is one.
func (r *reader) object(n *yaml.Node, what string, fields []field) bool {
	return r.mapping(n, what, func(key, value *yaml.Node) {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == key.Value })
		if i < 0 {
			var names []string
			for _, f := range fields {
				names = append(names, f.name)
			}
			r.fail(key, "%s has no key %s%s", what, quoted(key.Value), meant(key.Value, names))
			return
		}
		fields[i].read(key, value)
	})
}

// mapping reads a mapping; a key twice is a mistake.
func (r *reader) mapping(n *yaml.Node, what string, read func(key, value *yaml.Node)) bool {
	if !r.plain(n) {
		return false
	}
	if n.Kind != yaml.MappingNode {
		r.fail(n, "%s: want keys with values, not %s", what, kindOf(n))
		return false
	}
	first := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if !r.plain(key) {
			continue
		}
		if key.Kind != yaml.ScalarNode || key.Tag != "!!str" {
			r.fail(key, "%s: a key must be a text, not %s", what, kindOf(key))
			continue
		}
		if before := first[key.Value]; before != nil {
			r.beyond(key, "%s stands twice; it is in line %d already", quoted(key.Value), before.Line)
			continue
		}
		first[key.Value] = key
		read(key, value)
	}
	return true
}

// list reads a sequence that is not empty.
func (r *reader) list(n *yaml.Node, what string, read func(*yaml.Node)) {
	if !r.plain(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		r.fail(n, "%s: want a list, not %s", what, kindOf(n))
		return
	}
	if len(n.Content) == 0 {
		r.fail(n, "%s: the list is empty", what)
		return
	}
	for _, item := range n.Content {
		read(item)
	}
}

// plain refuses the parts of YAML with which a short text means a long one, or
// another one than it says.
func (r *reader) plain(n *yaml.Node) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		r.beyond(n, "the reference %s: references are not taken; use defaults or a matrix", quoted("*"+n.Value))
	case n.Tag == "!!merge":
		r.beyond(n, "merged mappings (<<) are not taken; use defaults")
	case n.Style&yaml.TaggedStyle != 0:
		r.beyond(n, "the tag %s: tags are not taken", quoted(n.ShortTag()))
	default:
		return true
	}
	return false
}

// text reads a text that a pattern allows.
func (r *reader) text(n *yaml.Node, what string, pattern *regexp.Regexp, want string) (Value, bool) {
	if !r.plain(n) {
		return Value{}, false
	}
	switch {
	case n.Kind != yaml.ScalarNode || n.Tag == "!!null":
		r.fail(n, "%s: want %s, not %s", what, want, kindOf(n))
	case n.Tag != "!!str":
		r.fail(n, "%s: want %s, not %s; put it in quotes if it is meant as text", what, want, kindOf(n))
	case !pattern.MatchString(n.Value):
		r.fail(n, "%s: want %s, not %s", what, want, quoted(n.Value))
	default:
		return Value{n.Value, r.at(n)}, true
	}
	return Value{}, false
}

// word reads one of some words.
func (r *reader) word(n *yaml.Node, what string, words ...string) (Value, bool) {
	if !r.plain(n) {
		return Value{}, false
	}
	if n.Kind != yaml.ScalarNode {
		r.fail(n, "%s: want %s, not %s", what, or(words), kindOf(n))
		return Value{}, false
	}
	if n.Tag != "!!str" || !slices.Contains(words, n.Value) {
		r.fail(n, "%s: want %s, not %s%s", what, or(words), quoted(n.Value), suggested(n.Value, words))
		return Value{}, false
	}
	return Value{n.Value, r.at(n)}, true
}

// number reads a whole number.
func (r *reader) number(n *yaml.Node, what string, lo, hi int64) (int64, bool) {
	if !r.plain(n) {
		return 0, false
	}
	var v int64
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || n.Decode(&v) != nil || v < lo || v > hi {
		r.fail(n, "%s: want a whole number from %d to %d, not %s", what, lo, hi, valueOf(n))
		return 0, false
	}
	return v, true
}

// truth reads true or false.
func (r *reader) truth(n *yaml.Node, what string) bool {
	var v bool
	if r.plain(n) && (n.Kind != yaml.ScalarNode || n.Tag != "!!bool" || n.Decode(&v) != nil) {
		r.fail(n, "%s: want true or false, not %s", what, valueOf(n))
	}
	return v
}

// scalar reads the value of a parameter as it is written: a text, a whole number
// or true or false.
func (r *reader) scalar(n *yaml.Node, what string) (Value, bool) {
	if !r.plain(n) {
		return Value{}, false
	}
	if n.Kind == yaml.ScalarNode {
		switch n.Tag {
		case "!!str":
			if valuePattern.MatchString(n.Value) {
				return Value{n.Value, r.at(n)}, true
			}
		case "!!bool":
			var v bool
			if n.Decode(&v) == nil {
				return Value{strconv.FormatBool(v), r.at(n)}, true
			}
		case "!!int":
			var v int64
			if n.Decode(&v) == nil {
				return Value{strconv.FormatInt(v, 10), r.at(n)}, true
			}
		}
	}
	r.fail(n, "%s: want a text or a whole number, not %s", what, valueOf(n))
	return Value{}, false
}

// The texts that are taken, as the schema has them.
var (
	namePattern     = regexp.MustCompile(`^[^\x00-\x20\x7f]([^\x00-\x1f\x7f]*[^\x00-\x20\x7f])?$`)
	valuePattern    = regexp.MustCompile(`^[^\x00-\x1f\x7f]+$`)
	flagPattern     = regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	faultsPattern   = regexp.MustCompile(`^[a-z][a-z-]*(=[0-9]{1,9})?(,[a-z][a-z-]*(=[0-9]{1,9})?)*$`)
	durationPattern = regexp.MustCompile(`^[0-9]{1,9}(ms|s|m|h)$`)
)

// duration reads a limit on time.
func (r *reader) duration(n *yaml.Node, what string) time.Duration {
	v, ok := r.text(n, what, durationPattern, "a time such as 90s or 10m")
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(v.Text)
	if err != nil || d <= 0 {
		r.beyond(n, "%s: want a time above zero that a clock can count, not %s", what, quoted(v.Text))
		return 0
	}
	return d
}

// name reads the name of a check.
func (r *reader) name(n *yaml.Node) (Value, bool) {
	v, ok := r.text(n, "name", namePattern, "a name in one line")
	if ok && utf8.RuneCountInString(v.Text) > mostName {
		r.fail(n, "name: want at most %d letters", mostName)
		return v, false
	}
	return v, ok
}

// meant suggests the closest word and lists what is possible, in a line.
func meant(word string, words []string) string {
	if s := murphi.Suggest(word, words); s != "" {
		return fmt.Sprintf("; did you mean %q?", s)
	}
	return "; possible: " + strings.Join(words, ", ")
}

// suggested is the suggestion alone, where the message lists what is possible.
func suggested(word string, words []string) string {
	if s := murphi.Suggest(word, words); s != "" {
		return fmt.Sprintf("; did you mean %q?", s)
	}
	return ""
}

func or(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// quoted quotes a text, cut short where it is long.
func quoted(s string) string {
	const most = 60
	if utf8.RuneCountInString(s) > most {
		return strconv.Quote(string([]rune(s)[:most]) + "...")
	}
	return strconv.Quote(s)
}

// kindOf says what a node is.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "keys with values"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "a reference"
	}
	switch n.Tag {
	case "!!null":
		return "nothing"
	case "!!int", "!!float":
		return "the number " + n.Value
	case "!!bool":
		return n.Value
	case "!!timestamp":
		return "the date " + n.Value
	}
	return "a text"
}

// valueOf is kindOf, with the text itself.
func valueOf(n *yaml.Node) string {
	if n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		return quoted(n.Value)
	}
	return kindOf(n)
}
