package cli

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lockcheck/specs"
)

const expected = "../../../specs/expected.yaml"

// place is a row of expected.yaml: the protocol's name, and which of its rows.
type place struct {
	name string
	row  int
}

// roundUp is the next number 1, 2 or 5 times a power of ten, from 0.1 on: more
// would not be true on another machine.
func roundUp(seconds float64) float64 {
	for unit := 0.1; ; unit *= 10 {
		for _, n := range []float64{1, 2, 5} {
			if seconds <= n*unit {
				return math.Round(n*unit*10) / 10
			}
		}
	}
}

// rewriteExpected puts measured numbers into expected.yaml and leaves all else
// as it is.
func rewriteExpected(t *testing.T, found map[place]specs.Expect) {
	t.Helper()
	old, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	text, err := withNumbers(string(old), found)
	if err != nil {
		t.Fatal(err)
	}
	if text == string(old) {
		return
	}
	if err := os.WriteFile(expected, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Log("expected.yaml rewritten: read the diff")
}

// withNumbers replaces the numbers of rows in the text of expected.yaml.
func withNumbers(text string, found map[place]specs.Expect) (string, error) {
	at, done := place{}, 0
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if name, ok := strings.CutSuffix(line, ":"); ok && name == strings.TrimLeft(name, " #") {
			at = place{name, 0}
		}
		if !strings.HasPrefix(line, "  - ") {
			continue
		}
		if row, ok := found[at]; ok {
			replaced, err := rowWithNumbers(line, row)
			if err != nil {
				return "", fmt.Errorf("expected.yaml:%d: %w", i+1, err)
			}
			lines[i] = replaced
			done++
		}
		at.row++
	}
	if done != len(found) {
		return "", fmt.Errorf("expected.yaml: %d rows found, want %d; a row stands on a line of its own", done, len(found))
	}
	return strings.Join(lines, "\n"), nil
}

// rowWithNumbers rewrites one line: "  - {KEY: VALUE, ...}  # comment".
func rowWithNumbers(line string, row specs.Expect) (string, error) {
	open := strings.IndexByte(line, '{')
	if open < 0 {
		return "", fmt.Errorf("a row is written {KEY: VALUE, ...} on one line")
	}
	items, rest, ok := flowItems(line[open+1:])
	if !ok {
		return "", fmt.Errorf("the row does not end on its line")
	}
	var kept []string
	for _, item := range items {
		key, _, _ := strings.Cut(item, ":")
		if !slices.Contains([]string{"length", "states", "transitions", "depth", "seconds", "unreached"}, key) {
			kept = append(kept, item)
		}
	}
	var numbers []string
	if row.Length > 0 {
		numbers = append(numbers, fmt.Sprintf("length: %d", row.Length))
	}
	numbers = append(numbers, fmt.Sprintf("states: %d", row.States), fmt.Sprintf("transitions: %d", row.Transitions), fmt.Sprintf("depth: %d", row.Depth))
	if row.Seconds > 0 {
		numbers = append(numbers, fmt.Sprintf("seconds: %g", row.Seconds))
	}
	if len(row.Unreached) > 0 {
		var names []string
		for _, name := range row.Unreached {
			if strings.ContainsAny(name, ",:#[]{}'\"") {
				name = strconv.Quote(name)
			}
			names = append(names, name)
		}
		numbers = append(numbers, "unreached: ["+strings.Join(names, ", ")+"]")
	}
	note := slices.IndexFunc(kept, func(item string) bool { return strings.HasPrefix(item, "note:") })
	if note < 0 {
		note = len(kept)
	}
	kept = slices.Insert(kept, note, numbers...)
	return line[:open+1] + strings.Join(kept, ", ") + "}" + rest, nil
}

// flowItems splits what stands between the braces of a YAML flow mapping, and
// returns what follows them.
func flowItems(s string) (items []string, rest string, ok bool) {
	depth, start := 0, 0
	var quote byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote != 0:
			if c == '\\' && quote == '"' {
				i++
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'' && (i == 0 || strings.IndexByte(" [{,", s[i-1]) >= 0):
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == '}' && depth == 0, c == ',' && depth == 0:
			if item := strings.TrimSpace(s[start:i]); item != "" {
				items = append(items, item)
			}
			start = i + 1
			if c == '}' {
				return items, s[start:], true
			}
		case c == ']' || c == '}':
			depth--
		}
	}
	return nil, "", false
}

// TestRewriteExpected: only numbers change, in the rows that were measured.
func TestRewriteExpected(t *testing.T) {
	const text = `# head
one:
  # a comment
  - {faults: none, verdict: safe, states: 1, unreached: [old], note: "a, b: {c}"}  # why
  - {faults: "a=1,b=2", params: {x: "1"}, verdict: unsafe, violated: [p, q]}

# on two:
two:
  - {verdict: safe, states: 7}
`
	const want = `# head
one:
  # a comment
  - {faults: none, verdict: safe, states: 2, transitions: 3, depth: 4, unreached: [x y, "z, too"], note: "a, b: {c}"}  # why
  - {faults: "a=1,b=2", params: {x: "1"}, verdict: unsafe, violated: [p, q], length: 9, states: 5, transitions: 6, depth: 7, seconds: 0.5}

# on two:
two:
  - {verdict: safe, states: 7}
`
	found := map[place]specs.Expect{
		{"one", 0}: {States: 2, Transitions: 3, Depth: 4, Unreached: []string{"x y", "z, too"}},
		{"one", 1}: {Seconds: 0.5, States: 5, Transitions: 6, Depth: 7, Length: 9},
	}
	got, err := withNumbers(text, found)
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, c := range []struct{ text, want string }{
		{"one:\n  - {faults: none,\n     verdict: safe}\n", "expected.yaml:2: the row does not end on its line"},
		{"one:\n  - faults: none\n", "on one line"},
		{"other:\n  - {verdict: safe}\n", "0 rows found, want 2"},
	} {
		if _, err := withNumbers(c.text, found); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
}

func TestRoundUp(t *testing.T) {
	for in, want := range map[float64]float64{0.001: 0.1, 0.1: 0.1, 0.11: 0.2, 0.3: 0.5, 0.51: 1, 1.5: 2, 2.01: 5, 9: 10, 11: 20, 51: 100} {
		if got := roundUp(in); got != want {
			t.Errorf("%v is rounded to %v, want %v", in, got, want)
		}
	}
}
