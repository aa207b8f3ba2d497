package cli

import (
	"os"
	"slices"
	"strings"
	"testing"
)

const (
	casesFile = "../../../specs/cases.md"
	allCases  = 78
	mostLeft  = 20 // more may not be left out
)

// TestCases holds specs/cases.md to its word: every case is mapped or listed
// with what it lacks, and every command gives the answer that stands above it,
// by a trace that shows the named rules in their order. Run it with -update to
// fill in steps and states, never verdicts. Commands with very many states
// wait for the tests with the tag ci.
func TestCases(t *testing.T) {
	text, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	cases, missing, err := parseCases(string(text))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	lines := strings.Split(string(text), "\n")
	mapped := 0
	for _, c := range cases {
		labels := map[string]bool{}
		mapped += len(c.numbers)
		for _, n := range c.numbers {
			seen[n]++
		}
		for _, k := range c.checks {
			labels[k.label] = true
			if !due(int64(k.states)) && !*update {
				continue
			}
			t.Run(strings.TrimPrefix(k.command, "lockcheck check "), func(t *testing.T) {
				got := checkCase(t, k)
				if *update {
					lines[k.line] = got.answerLine()
				} else if got.answerLine() != k.answerLine() {
					t.Errorf("cases.md:%d says\n%s\nand it is\n%s", k.line+1, k.answerLine(), got.answerLine())
				}
			})
		}
		if len(c.text) == 0 || !labels["broken"] || !labels["repaired"] {
			t.Errorf("cases.md:%d: a case needs words, a broken and a repaired form", c.line+1)
		}
	}
	for n := range missing {
		seen[n]++
	}
	for n := 1; n <= allCases; n++ {
		if seen[n] != 1 {
			t.Errorf("C%d stands %d times in cases.md, want once", n, seen[n])
		}
	}
	if len(seen) > allCases {
		t.Errorf("cases.md has numbers beyond C%d", allCases)
	}
	t.Logf("%d of %d cases are mapped", mapped, allCases)
	if len(missing) > mostLeft {
		t.Errorf("%d cases are not mapped, more than %d", len(missing), mostLeft)
	}
	if *update {
		if err := os.WriteFile(casesFile, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// checkCase runs a command and returns it with the answer that it gave.
func checkCase(t *testing.T, k caseCheck) caseCheck {
	t.Helper()
	v := verdictOf(t, strings.Fields(k.command)[2:]...)
	if strings.ToUpper(v.Verdict) != k.verdict {
		t.Fatalf("cases.md:%d: %s, and it is %s", k.line+1, k.verdict, strings.ToUpper(v.Verdict))
	}
	if !slices.Equal(v.violated(), k.violated) {
		t.Fatalf("cases.md:%d: violated %q, and it is %q", k.line+1, k.violated, v.violated())
	}
	k.states = v.States
	if k.verdict == "UNSAFE" {
		k.steps = v.length(k.violated[0])
		rest := v.rules(k.violated[0])
		all := strings.Join(rest, ", ")
		for _, rule := range k.rules {
			i := slices.Index(rest, rule)
			if i < 0 {
				t.Fatalf("cases.md:%d: not shown in this order: %s\nthe trace: %s", k.line+1, strings.Join(k.rules, ", "), all)
			}
			rest = rest[i+1:]
		}
	}
	return k
}

// rules are the rules of a violated property's trace.
func (v *verdict) rules(property string) []string {
	var names []string
	for _, p := range v.Properties {
		if p.Name == property && p.Trace != nil {
			for _, s := range p.Trace.Steps {
				names = append(names, s.Rule)
			}
		}
	}
	return names
}
