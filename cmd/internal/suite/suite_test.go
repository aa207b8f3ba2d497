package suite

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// folder reads files from a map of their texts.
func folder(files map[string]string) func(string) ([]byte, error) {
	return func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
}

// TestSuite reads a suite that uses everything.
func TestSuite(t *testing.T) {
	s, err := Load(folder(map[string]string{
		"ci/suite.yaml": `version: 1
include: [more.yaml, ../other/more.yaml]
defaults:
  faults: pause
  params: {clients: 2, guard: none}
  expect: safe
checks:
  - name: as is
    protocol: ttl
    params: {guard: reject-lower}
  - name: product
    matrix:
      protocol: [ttl, chubby]
      faults: [none, [pause, crash=1]]
      params: {clients: [2, 3]}
    expect: {verdict: unsafe, properties: {no-stale-write: violated}}
    limits: {states: 1_000, depth: 0, timeout: 90s, first: true}
  - {name: real time, protocol: mine.murphi, timing: bounded, durations: {ttl: 10s}, properties: all, strict: true}
`,
		"ci/more.yaml":    "version: 1\nchecks: [{name: first, protocol: lease}]\n",
		"other/more.yaml": "version: 1\ninclude: [deeper.yaml]\n",
		"other/deeper.yaml": `version: 1
defaults: {protocol: lease, expect: {verdict: safe}}
checks: [{name: second, expect: {properties: {"a b": holds}}}]
`,
	}), "ci/suite.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range s.Checks {
		line := Where(c.At) + " " + c.Name + ": " + c.Protocol.Text + " faults " + c.Faults.Text + " expect " + c.Expect.Text
		for _, p := range c.Params {
			line += " " + p.Name + "=" + p.Text + "@" + Where(p.KeyAt)
		}
		for _, p := range c.Properly {
			line += " " + p.Name + " " + p.Text
		}
		got = append(got, line)
	}
	product := func(protocol, faults, clients string) string {
		return "ci/suite.yaml:11:5 product protocol=" + protocol + " faults=" + faults + " clients=" + clients + ": " + protocol +
			" faults " + faults + " expect unsafe clients=" + clients + "@ci/suite.yaml:15:16 guard=none@ci/suite.yaml:5:24 no-stale-write violated"
	}
	want := []string{
		"ci/more.yaml:2:10 first: lease faults  expect ",
		"other/deeper.yaml:3:10 second: lease faults  expect  a b holds",
		"ci/suite.yaml:8:5 as is: ttl faults pause expect safe clients=2@ci/suite.yaml:5:12 guard=reject-lower@ci/suite.yaml:10:14",
		product("ttl", "none", "2"), product("ttl", "none", "3"),
		product("ttl", "pause,crash=1", "2"), product("ttl", "pause,crash=1", "3"),
		product("chubby", "none", "2"), product("chubby", "none", "3"),
		product("chubby", "pause,crash=1", "2"), product("chubby", "pause,crash=1", "3"),
		"ci/suite.yaml:18:5 real time: mine.murphi faults pause expect safe clients=2@ci/suite.yaml:5:12 guard=none@ci/suite.yaml:5:24",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	last := s.Checks[len(s.Checks)-1]
	if last.Timing.Text != "bounded" || len(last.Durations) != 1 || !last.Strict || len(last.Properties) != 1 {
		t.Errorf("the last check is %+v", last)
	}
	if l := s.Checks[3].Limits; l.States != 1000 || l.Depth == nil || *l.Depth != 0 || l.Timeout.Seconds() != 90 || !l.First {
		t.Errorf("limits are %+v", l)
	}
}

// TestMistakes: each names its place, in one line, and what was meant.
func TestMistakes(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"empty", "", "s.yaml:1:1: the file is empty; a suite begins with version: 1"},
		{"comment", "# nothing\n", "s.yaml:1:1: the file is empty; a suite begins with version: 1"},
		{"no version", "checks: []", "s.yaml:1:1: the key version is missing; this lockcheck reads version: 1\ns.yaml:1:9: checks: the list is empty"},
		{"version", "version: 2", "s.yaml:1:10: version: this lockcheck reads version 1, not the number 2"},
		{"version text", "version: '1'", `s.yaml:1:10: version: this lockcheck reads version 1, not "1"`},
		{"no check", "version: 1", "s.yaml:1:1: there is no check in it"},
		{"list", "- version: 1", "s.yaml:1:1: a suite: want keys with values, not a list"},
		{"key", "version: 1\ncheks: []", `s.yaml:2:1: a suite has no key "cheks"; did you mean "checks"?`},
		{"key of a check", "version: 1\nchecks:\n- name: a\n  protocol: ttl\n  color: red",
			`s.yaml:5:3: a check has no key "color"; possible: name, matrix, protocol, variant, params, durations, faults, timing, symmetry, ranks, deadlock, properties, strict, limits, expect`},
		{"twice", "version: 1\nversion: 1", `s.yaml:2:1: "version" stands twice; it is in line 1 already`},
		{"no name", "version: 1\nchecks:\n- protocol: name", "s.yaml:3:3: the check has no name"},
		{"name", "version: 1\nchecks:\n- {name: 7, protocol: ttl}", "s.yaml:3:10: name: want a name in one line, not the number 7; put it in quotes if it is meant as text"},
		{"same name", "version: 1\nchecks:\n- {name: a, protocol: ttl}\n- {name: a, protocol: ttl}", `s.yaml:4:3: the check "a" is there already, at s.yaml:3:3`},
		{"no protocol", "version: 1\nchecks:\n- {name: a}", `s.yaml:3:3: check "a" names no protocol, and the defaults name none`},
		{"expect", "version: 1\nchecks:\n- {name: a, protocol: ttl, expect: save}", `s.yaml:3:36: expect: want safe, unsafe or incomplete, not "save"; did you mean "safe"?`},
		{"timing", "version: 1\nchecks:\n- {name: a, protocol: ttl, timing: bound}", `s.yaml:3:36: timing: want any or bounded, not "bound"`},
		{"faults", "version: 1\nchecks:\n- {name: a, protocol: ttl, faults: {pause: 1}}", `s.yaml:3:36: faults: want kinds such as "pause,crash=1", or default, none or all, not keys with values`},
		{"empty matrix", "version: 1\nchecks:\n- {name: a, protocol: ttl, matrix: {faults: []}}", "s.yaml:3:45: faults: the list is empty"},
		{"matrix and own", "version: 1\nchecks:\n- {name: a, protocol: ttl, params: {n: 1}, matrix: {params: {n: [1, 2]}}}", `s.yaml:3:62: matrix: "n" is chosen in line 3 already`},
		{"states", "version: 1\nchecks:\n- {name: a, protocol: ttl, limits: {states: 0}}", "s.yaml:3:45: states: want a whole number from 1 to 1125899906842624, not the number 0"},
		{"timeout", "version: 1\nchecks:\n- {name: a, protocol: ttl, limits: {timeout: 90}}", "s.yaml:3:46: timeout: want a time such as 90s or 10m, not the number 90; put it in quotes if it is meant as text"},
		{"long timeout", "version: 1\nchecks:\n- {name: a, protocol: ttl, limits: {timeout: 999999999h}}", `s.yaml:3:46: timeout: want a time above zero that a clock can count, not "999999999h"`},
		{"reference", "version: 1\ndefaults: &d {faults: none}\nchecks:\n- *d", `s.yaml:4:3: the reference "*d": references are not taken; use defaults or a matrix`},
		{"merge", "version: 1\nchecks:\n- &d {name: a, protocol: ttl}\n- {<<: *d, name: b}", "s.yaml:4:4: merged mappings (<<) are not taken; use defaults"},
		{"tag", "version: 1\nchecks:\n- {name: !!str a, protocol: ttl}", `s.yaml:3:10: the tag "!!str": tags are not taken`},
		{"tag of two lines", "!0%0A", `s.yaml:1:1: the tag "!0\n": tags are not taken`},
		{"no YAML", "version: 1\nchecks: [", "s.yaml:2:1: this is no YAML: did not find expected node content"},
		{"two documents", "version: 1\n---\nversion: 1", "s.yaml:2:1: a second document begins here; a suite is one"},
		{"itself", "version: 1\ninclude: [s.yaml]", `s.yaml:2:11: "s.yaml" includes itself: s.yaml -> s.yaml`},
		{"cycle", "version: 1\ninclude: [back.yaml]", `back.yaml:2:11: "./s.yaml" includes itself: s.yaml -> back.yaml -> s.yaml`},
		{"not there", "version: 1\ninclude: [x.yaml]", `s.yaml:2:11: include: "x.yaml" cannot be read: file does not exist`},
		{"absolute", "version: 1\ninclude: [/x.yaml]", `s.yaml:2:11: include: "/x.yaml": want a name relative to this file, with slashes`},
		{"included twice", "version: 1\ninclude: [good.yaml, ./good.yaml]", `s.yaml:2:22: "./good.yaml" is included already`},
		{"too many", "version: 1\nchecks:\n- {name: a, protocol: ttl, matrix: {params: {a: " + ints(101) + ", b: " + ints(100) + "}}}",
			`s.yaml:3:3: check "a": with it there are more than 10000 checks`},
		{"all together", "version: 1\nchecks:\n- {name: a, protocol: ttl, fault: none, expect: maybe}\n- 3", `s.yaml:3:28: a check has no key "fault"; did you mean "faults"?
s.yaml:3:49: expect: want safe, unsafe or incomplete, not "maybe"
s.yaml:4:3: a check: want keys with values, not the number 3`},
	} {
		t.Run(row.name, func(t *testing.T) {
			_, err := Load(folder(map[string]string{
				"s.yaml": row.text, "back.yaml": "version: 1\ninclude: [./s.yaml]",
				"good.yaml": "version: 1\nchecks: [{name: good, protocol: ttl}]",
			}), "s.yaml")
			if err == nil {
				t.Fatal("accepted")
			}
			if diff := cmp.Diff(row.want, err.Error()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// ints is a list of the numbers from 1.
func ints(n int) string { return "[" + strings.Repeat("1, ", n-1) + "1]" }

// TestLimits: files that are too large or too many are refused before they are
// read.
func TestLimits(t *testing.T) {
	large := "version: 1\n#" + strings.Repeat("x", MostBytes)
	_, err := Load(folder(map[string]string{"s.yaml": large}), "s.yaml")
	if m := (Mistakes)(nil); !errors.As(err, &m) || !strings.Contains(m[0].Text, "at most 1048576") {
		t.Errorf("a large file: %v", err)
	}
	reads := 0
	_, err = Load(func(name string) ([]byte, error) {
		reads++
		return []byte("version: 1\ninclude: [x" + name + "]\n"), nil
	}, "s.yaml")
	if err == nil || !strings.Contains(err.Error(), "at most 100 files") || reads != MostFiles {
		t.Errorf("after %d files: %v", reads, err)
	}
}
