package out

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"lockcheck/checker"
)

// explanation is one with everything in it: proofs and gaps, changes of every
// use.
func explanation() *Explanation {
	set := func(command string) *Report {
		r := unsafe()
		r.Command = command
		return r
	}
	two := 2
	return &Explanation{
		Report: unsafe(),
		Sets: &FaultSets{
			Kinds:      []Fault{{Kind: "pause", Per: "client"}, {Kind: "crash"}, {Kind: "delay", Budget: &two}},
			Properties: []string{"no-stale-write", "grant-exclusion"},
			Minimal: []FaultSet{
				{Budgets: Budgets{1, 0, 0}, Proved: true, Report: set("ttl --faults pause=1")},
				{Budgets: Budgets{0, 2, 1}, Report: set("ttl --faults crash=2,delay=1 --first --property no-stale-write")},
			},
			Safe:  []Budgets{{0, AnyNumber, 0}},
			Open:  []Budgets{{0, 1, 2}},
			Asked: 7, Limit: &checker.Limit{Kind: "states", Value: "2000000", Depth: 8},
		},
		Repairs: &Repairs{
			Property: "no-stale-write", Most: 3, Limit: &checker.Limit{Kind: "time", Value: "1m0s"},
			Changes: []Change{
				{Remedy: Remedy{Flags: "--guard reject-lower", Title: "storage refuses a lower token", Verdict: checker.Safe, Property: checker.Holds, States: 1304, Params: map[string]string{"guard": "reject-lower"}},
					Use: Enough},
				{Remedy: Remedy{Flags: "--renewal checked", Title: "a watchdog renews the lease", Verdict: checker.Unsafe, Property: checker.Violated, Steps: 12, States: 900, Params: map[string]string{"renewal": "checked"}},
					Use: Part},
				{Remedy: Remedy{Flags: "--clients 3", Title: "another client", Verdict: checker.Unsafe, Property: checker.Violated, Steps: 11, States: 900, Params: map[string]string{"clients": "3"}},
					Use: Part},
				{Remedy: Remedy{Flags: "--guard seal", Title: "a holder raises the mark", Verdict: checker.Unsafe, Property: checker.Holds, Others: []string{"grant-exclusion", "no-wrong-refusal"}, States: 10, Params: map[string]string{"guard": "seal"}},
					Use: Mends, Opened: []string{"no-wrong-refusal"}},
				{Remedy: Remedy{Flags: "--recheck on", Title: "the client looks at its clock", Verdict: checker.Unsafe, Property: checker.Violated, Steps: 12, States: 900, Params: map[string]string{"recheck": "on"}},
					Use: Useless},
				{Remedy: Remedy{Flags: "--nodes 7", Title: "more nodes", Verdict: checker.Incomplete, States: 20000, Params: map[string]string{"nodes": "7"}}, Use: Unclear},
			},
			Sets: []RepairSet{
				{Changes: []int{0}, Flags: "--guard reject-lower", States: 1304, Instead: &Instead{
					Step: 11, Was: "the write of c1 reaches storage", Now: "storage refuses the write of c1", Why: "accepts(1) is false: highest = 2"}},
				{Changes: []int{1, 2}, Flags: "--clients 3 --renewal checked", States: 1, Instead: &Instead{
					Step: 4, Was: "the lease of c1 runs out", Why: "excused(c1) is false"}},
			},
		},
	}
}

// unfaulted is the explanation of a model without faults.
func unfaulted() *Explanation {
	r := plainModel()
	return &Explanation{Report: r, Sets: &FaultSets{Minimal: []FaultSet{{Budgets: Budgets{}, Proved: true, Report: r}}, Asked: 1}}
}

// unbroken is that of a protocol which no fault breaks.
func unbroken() *Explanation {
	return &Explanation{Report: safe(), Sets: &FaultSets{
		Kinds: []Fault{{Kind: "pause"}, {Kind: "crash"}}, Properties: []string{"no-stale-write"},
		Safe: []Budgets{{AnyNumber, AnyNumber}}, Asked: 4,
	}}
}

// TestExplainText compares the text with golden files; it fits the page.
func TestExplainText(t *testing.T) {
	for name, c := range map[string]struct {
		e   *Explanation
		opt TextOptions
	}{
		"explain.txt": {explanation(), TextOptions{}}, "explain-full.txt": {explanation(), TextOptions{Full: true}},
		"explain-plain.txt": {unfaulted(), TextOptions{}}, "explain-safe.txt": {unbroken(), TextOptions{}},
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := ExplainText(&b, c.e, c.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
			for line := range strings.Lines(b.String()) {
				if columns(strings.TrimSuffix(line, "\n")) > width && !strings.HasPrefix(line, "    lockcheck check") {
					t.Errorf("wide: %s", line)
				}
			}
		})
	}
}

// TestExplainSentences: what is summed up agrees with what was found.
func TestExplainSentences(t *testing.T) {
	limit := &checker.Limit{Kind: "time"}
	kinds := []Fault{{Kind: "pause"}}
	one, two := RepairSet{Changes: []int{0}}, RepairSet{Changes: []int{0, 1}}
	for _, c := range []struct{ got, want string }{
		{(&FaultSets{Kinds: kinds, Safe: []Budgets{{AnyNumber}}}).sentence(), "No set of faults breaks it."},
		{(&FaultSets{Kinds: kinds, Open: []Budgets{{AnyNumber}}}).sentence(), "No set of faults was found that breaks it, but not everything is decided."},
		{(&FaultSets{Safe: []Budgets{{}}}).sentence(), "No fault is in question."},
		{(&FaultSets{Kinds: kinds, Minimal: []FaultSet{{Budgets: Budgets{0}, Proved: true}}}).sentence(), "It breaks without any fault."},
		{(&FaultSets{Kinds: kinds, Minimal: []FaultSet{{Budgets: Budgets{1}, Proved: true}}}).sentence(), "One smallest set of faults breaks it; all others that do contain it."},
		{(&FaultSets{Kinds: kinds, Minimal: []FaultSet{{Budgets: Budgets{1}}}}).sentence(), "1 set of faults was found that breaks it; not everything is decided."},
		{(&Repairs{}).sentence(), "No change of its parameters is known that might help."},
		{(&Repairs{Changes: make([]Change, 1), Most: 3}).sentence(), "The one change that might help does not."},
		{(&Repairs{Changes: make([]Change, 5), Most: 3}).sentence(), "Of 5 changes that might help none does, nor do 3 of them together."},
		{(&Repairs{Changes: make([]Change, 5), Most: 3, Limit: limit}).sentence(), "Of 5 changes that might help none was seen to, but not everything is decided."},
		{(&Repairs{Changes: make([]Change, 2), Sets: []RepairSet{one}}).sentence(), "Of 2 changes that might help 1 is enough alone."},
		{(&Repairs{Changes: make([]Change, 2), Sets: []RepairSet{two}}).sentence(), "Of 2 changes that might help none is enough alone; 1 set of them is."},
		{(&Repairs{Changes: make([]Change, 3), Sets: []RepairSet{one, two, two}}).sentence(), "Of 3 changes that might help 1 is enough alone, and so are 2 sets of others."},
	} {
		if c.got != c.want {
			t.Errorf("got  %s\nwant %s", c.got, c.want)
		}
	}
}

// TestExplainJSON compares the JSON form with a golden file and the schema,
// which is not so loose that it says nothing.
func TestExplainJSON(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("schema/explain.v1.json")
	if err != nil {
		t.Fatal(err)
	}
	valid := func(text []byte) error {
		value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(value)
	}
	for name, e := range map[string]*Explanation{"explain.json": explanation(), "explain-plain.json": unfaulted(), "explain-safe.json": unbroken()} {
		var b bytes.Buffer
		if err := ExplainJSON(&b, e); err != nil {
			t.Fatal(err)
		}
		golden(t, name, b.Bytes())
		if err := valid(b.Bytes()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	good, err := os.ReadFile("testdata/explain.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{`"use": "useless"`, `"use": "harmless"`},
		{`"pause": 1`, `"pause": 0`},
		{`"proved": true`, `"proved": "yes"`},
		{`"step": 11`, `"step": "eleven"`},
		{`"complete": false`, `"done": false`},
	} {
		bad := bytes.Replace(good, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(bad, good) {
			t.Fatalf("%s is not in the example", change[0])
		}
		if valid(bad) == nil {
			t.Errorf("the schema accepts %s", change[1])
		}
	}
}
