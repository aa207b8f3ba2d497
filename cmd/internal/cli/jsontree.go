package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// mostNesting is how deep the values of a trace file may lie in each other. A
// state nests as deep as the types of the model and a few levels more.
const mostNesting = 64

// readTree reads one JSON value, of objects, lists, texts, json.Numbers,
// booleans and nil. Unlike encoding/json it refuses a name that stands twice
// in an object, since each reader may take another one of the two.
func readTree(data []byte) (any, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	v, err := readValue(dec, 0)
	if err == nil {
		if _, more := dec.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	if err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("it ends too early")
		}
		line := 1 + bytes.Count(data[:min(int(dec.InputOffset()), len(data))], []byte("\n"))
		return nil, fmt.Errorf("line %d: no JSON: %w", line, err)
	}
	return v, nil
}

func readValue(dec *json.Decoder, depth int) (any, error) {
	if depth > mostNesting {
		return nil, fmt.Errorf("more than %d levels", mostNesting)
	}
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('['):
		list := []any{}
		for dec.More() {
			v, err := readValue(dec, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = dec.Token()
		return list, err
	case json.Delim('{'):
		object := map[string]any{}
		for dec.More() {
			name, err := dec.Token()
			if err != nil {
				return nil, err
			}
			key, _ := name.(string)
			if _, twice := object[key]; twice {
				return nil, fmt.Errorf("%q stands there twice", key)
			}
			if object[key], err = readValue(dec, depth+1); err != nil {
				return nil, err
			}
		}
		_, err = dec.Token()
		return object, err
	}
	return t, nil
}

// spot is a value in a tree, and the path to it.
type spot struct {
	path  string
	value any
}

func (s spot) errorf(format string, args ...any) error {
	if s.path == "" {
		return fmt.Errorf(format, args...)
	}
	return fmt.Errorf("%s: %s", s.path, fmt.Sprintf(format, args...))
}

// field returns a field of an object, which must be there.
func (s spot) field(name string) (spot, error) {
	f, ok, err := s.maybe(name)
	if err == nil && !ok {
		return f, f.errorf("is missing")
	}
	return f, err
}

// maybe returns a field of an object, if it is there.
func (s spot) maybe(name string) (f spot, ok bool, err error) {
	object, err := s.object()
	if err != nil {
		return f, false, err
	}
	value, ok := object[name]
	return spot{fieldPath(s.path, name), value}, ok, nil
}

// fieldPath writes the path of a field: ["at[A].phase"] if its name is no word.
func fieldPath(path, name string) string {
	plain := name != "" && strings.IndexFunc(name, func(r rune) bool {
		return r != '_' && r != '-' && r != '#' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) < 0
	switch {
	case !plain:
		return path + "[" + strconv.Quote(name) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

func (s spot) object() (map[string]any, error) {
	if object, ok := s.value.(map[string]any); ok {
		return object, nil
	}
	return nil, s.errorf("want an object, found %s", inShort(s.value))
}

func (s spot) list() ([]spot, error) {
	list, ok := s.value.([]any)
	if !ok {
		return nil, s.errorf("want a list, found %s", inShort(s.value))
	}
	var all []spot
	for i, v := range list {
		all = append(all, spot{fmt.Sprintf("%s[%d]", s.path, i), v})
	}
	return all, nil
}

func (s spot) text() (string, error) {
	if text, ok := s.value.(string); ok {
		return text, nil
	}
	return "", s.errorf("want a text, found %s", inShort(s.value))
}

func (s spot) truth() (bool, error) {
	if b, ok := s.value.(bool); ok {
		return b, nil
	}
	return false, s.errorf("want true or false, found %s", inShort(s.value))
}

// simple returns a simple value as models print it; nil is null.
func (s spot) simple() (*string, error) {
	text := ""
	switch v := s.value.(type) {
	case nil:
		return nil, nil
	case string:
		text = v
	case bool:
		text = strconv.FormatBool(v)
	case json.Number:
		text = v.String()
	default:
		return nil, s.errorf("want a simple value, found %s", inShort(v))
	}
	return &text, nil
}

// defined is simple for what must not be null.
func (s spot) defined() (string, error) {
	text, err := s.simple()
	if err == nil && text == nil {
		return "", s.errorf("want a value, found null")
	}
	if err != nil {
		return "", err
	}
	return *text, nil
}

// fields reads an object of simple values, which may not be null.
func (s spot) fields() (map[string]string, error) {
	object, err := s.object()
	if err != nil {
		return nil, err
	}
	all := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(object)) {
		f, _, _ := s.maybe(name)
		if all[name], err = f.defined(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// inShort writes a value in at most a line.
func inShort(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	text := []rune(strings.TrimSpace(b.String()))
	if len(text) > 60 {
		return string(text[:57]) + "..."
	}
	return string(text)
}

// nothing stands for a field or element that is not there.
type nothing struct{}

// difference is the first place in which a file says something else than is
// true.
type difference struct {
	path     string
	says, is any
}

func (d *difference) Error() string {
	words := func(v any) string {
		if v == (nothing{}) {
			return "nothing"
		}
		return inShort(v)
	}
	return fmt.Sprintf("%s: the file says %s, but true is %s", d.path, words(d.says), words(d.is))
}

// tellsWhich are the fields that say which thing an object tells of: where they
// differ the others are beside the point.
var tellsWhich = []string{"index", "path", "rule"}

// differ compares two trees and returns the first difference, or nil: objects
// by name, in the order of names, those that tell which first.
func differ(path string, says, is any) *difference {
	switch want := is.(type) {
	case map[string]any:
		got, ok := says.(map[string]any)
		if !ok {
			break
		}
		names := maps.Clone(want)
		maps.Copy(names, got)
		order := slices.SortedFunc(maps.Keys(names), func(a, b string) int {
			x, y := slices.Contains(tellsWhich, a), slices.Contains(tellsWhich, b)
			switch {
			case x && !y:
				return -1
			case y && !x:
				return 1
			}
			return strings.Compare(a, b)
		})
		for _, name := range order {
			if d := differ(fieldPath(path, name), orNothing(got, name), orNothing(want, name)); d != nil {
				return d
			}
		}
		return nil
	case []any:
		got, ok := says.([]any)
		if !ok {
			break
		}
		for i := range max(len(got), len(want)) {
			var x, y any = nothing{}, nothing{}
			if i < len(got) {
				x = got[i]
			}
			if i < len(want) {
				y = want[i]
			}
			if d := differ(fmt.Sprintf("%s[%d]", path, i), x, y); d != nil {
				return d
			}
		}
		return nil
	default:
		if _, deeper := says.(map[string]any); deeper {
			break
		}
		if _, deeper := says.([]any); !deeper && says == is {
			return nil
		}
	}
	return &difference{path, says, is}
}

func orNothing(object map[string]any, name string) any {
	if v, ok := object[name]; ok {
		return v
	}
	return nothing{}
}
