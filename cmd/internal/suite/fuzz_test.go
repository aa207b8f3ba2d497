package suite

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// FuzzSchema generates suites, most of them nearly right, and holds the decoder
// to the schema: what one accepts the other accepts, but for what no schema can
// tell.
func FuzzSchema(f *testing.F) {
	schema, err := jsonschema.NewCompiler().Compile("../../../out/schema/suite.v1.json")
	if err != nil {
		f.Fatal(err)
	}
	for seed := range uint64(1000) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		g := &generator{rand.New(rand.NewPCG(seed, 1)), 0}
		value := g.suite()
		text, err := yaml.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		js, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(js))
		if err != nil {
			t.Fatal(err)
		}
		says := schema.Validate(instance)
		_, err = Load(folder(map[string]string{"s.yaml": string(text)}), "s.yaml")
		var mistakes Mistakes
		if err != nil && !errors.As(err, &mistakes) {
			t.Fatal(err)
		}
		for _, m := range mistakes {
			if m.At.Line == 0 || m.At.Column == 0 || strings.Contains(m.Text, "\n") {
				t.Errorf("%q has no place, or more than one line", m)
			}
		}
		told := slices.ContainsFunc(mistakes, func(m *Mistake) bool { return !m.Beyond })
		if told != (says != nil) {
			t.Errorf("the schema says %v\nthe decoder says %v\nof\n%s", says, err, text)
		}
	})
}

// FuzzText: no text makes the decoder panic, or say something that has no
// place.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		"", "version: 1", "version: 1\nchecks:\n- {name: a, protocol: ttl}", "a: &a [*a, *a]", "\xff", "- - - ? :", "version: 1\nchecks: [{name: a, matrix: {params: {b: [1]}}}]",
		"%YAML 1.1\n---\n...", "? {a: b}\n: c", "version: 1\n<<: {}", "{version: 1, checks: [{name: !!binary aa, protocol: 2001-01-01}]}",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Load(folder(map[string]string{"s.yaml": text}), "s.yaml")
		var mistakes Mistakes
		if errors.As(err, &mistakes) {
			for _, m := range mistakes {
				if m.At.Line == 0 || strings.Contains(m.Error(), "\n") {
					t.Errorf("%q has no place, or more than one line", m)
				}
			}
		}
	})
}

// generator makes suites at random; one value in many is a wrong one.
type generator struct {
	*rand.Rand
	named int
}

func pick[T any](g *generator, from ...T) T { return from[g.IntN(len(from))] }

// or returns the value, or seldom something else.
func (g *generator) or(good any) any {
	if g.IntN(100) > 0 {
		return good
	}
	return pick[any](g, nil, "", "text", "a b", " a", "a\tb", 0, 1, -1, 2.5, true, []any{}, []any{"a"}, []any{1}, map[string]any{}, map[string]any{"a": 1}, "2001-01-01", "Off", "12")
}

// some returns an object with some of the keys, and seldom one of another name.
func (g *generator) some(chance int, keys map[string]func() any) any {
	o := map[string]any{}
	names := []string{}
	for k := range keys {
		names = append(names, k)
	}
	slices.Sort(names)
	for _, k := range names {
		if g.IntN(100) < chance {
			if g.IntN(60) == 0 {
				o[pick(g, k+"s", strings.ToUpper(k), "x")] = keys[k]()
			} else {
				o[k] = keys[k]()
			}
		}
	}
	return g.or(o)
}

func (g *generator) list(item func() any) any {
	var all []any
	for range 1 + g.IntN(2) {
		all = append(all, item())
	}
	return g.or(all)
}

func (g *generator) word(words ...string) func() any {
	return func() any { return g.or(pick(g, words...)) }
}

func (g *generator) suite() any {
	keys := map[string]func() any{
		"defaults": func() any { return g.some(20, g.fields()) },
		"checks":   func() any { return g.list(g.check) },
	}
	o, ok := g.some(95, keys).(map[string]any)
	if !ok {
		return g.or("suite")
	}
	if g.IntN(30) > 0 {
		o["version"] = g.or(1)
	}
	if g.IntN(20) == 0 {
		o["include"] = g.list(g.word("other.yaml"))
	}
	return o
}

func (g *generator) check() any {
	keys := g.fields()
	keys["matrix"] = g.matrix
	o, ok := g.some(25, keys).(map[string]any)
	if !ok {
		return "check"
	}
	if g.IntN(40) > 0 {
		g.named++
		o["name"] = g.or("check " + strings.Repeat("i", g.named) + pick(g, "", "", "", strings.Repeat("x", 200), "\n", " "))
	}
	return o
}

func (g *generator) scalar() any {
	return g.or(pick[any](g, "none", "reject-lower", 1, 2, -3, true, "10s"))
}

func (g *generator) settings(value func() any) func() any {
	return func() any {
		return g.some(50, map[string]func() any{"guard": value, "clients": value, "a-b": value, pick(g, "ttl", "ttl", "T", "a_b", ""): value})
	}
}

func (g *generator) faults() any {
	kinds := g.word("pause", "crash=1", "pause,loss=2", "none", "pause=", ",", "pause,,loss", "clock-jump=1234567890")
	if g.IntN(2) == 0 {
		return g.list(kinds)
	}
	return kinds()
}

func (g *generator) fields() map[string]func() any {
	return map[string]func() any{
		"protocol": g.word("ttl", "mine.murphi"), "variant": g.word("one"),
		"params": g.settings(g.scalar), "durations": g.settings(g.scalar), "faults": g.faults,
		"timing": g.word("any", "bounded"), "symmetry": g.word("on", "off"), "ranks": g.word("on", "off"),
		"deadlock": g.word("off", "stuck", "stuttering"), "strict": func() any { return g.or(g.IntN(2) == 0) },
		"properties": func() any {
			if g.IntN(2) == 0 {
				return g.word("all", "no-stale-write")()
			}
			return g.list(g.word("no-stale-write", "a b"))
		},
		"limits": func() any {
			return g.some(50, map[string]func() any{
				"states": func() any { return g.or(pick[any](g, 1, 1000, int64(1)<<50, int64(1)<<51, 0)) }, "depth": func() any { return g.or(pick[any](g, 0, 9, int64(1)<<31)) },
				"timeout": g.word("90s", "10m", "5ms", "1h", "1.5h", "10", "-1s"), "first": func() any { return g.or(true) },
			})
		},
		"expect": func() any {
			verdict := g.word("safe", "unsafe", "incomplete")
			if g.IntN(2) == 0 {
				return verdict()
			}
			return g.some(60, map[string]func() any{
				"verdict": verdict, "properties": func() any { return g.settings(g.word("holds", "violated"))() },
			})
		},
	}
}

func (g *generator) matrix() any {
	lists := func() any { return g.list(g.scalar) }
	return g.some(30, map[string]func() any{
		"protocol": func() any { return g.list(g.word("ttl", "lease")) }, "variant": func() any { return g.list(g.word("one")) },
		"faults": func() any { return g.list(g.faults) }, "timing": func() any { return g.list(g.word("any", "bounded")) },
		"params": g.settings(lists), "durations": g.settings(lists),
	})
}
