package out

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"lockcheck/checker"
)

// BaselineSchema is the name of the form of a baseline.
const BaselineSchema = "lockcheck/baseline/v1"

// Baseline is what a suite found once, to compare with what it finds now.
// schema/baseline.v1.json describes its file.
type Baseline struct {
	Schema string          `json:"schema"`
	Checks []BaselineCheck `json:"checks"` // sorted by name

	named map[string]*BaselineCheck // made when it is first asked
}

// BaselineCheck is what a check found. Of one that the clock or the memory ended
// only the verdict is kept: its numbers differ from run to run.
type BaselineCheck struct {
	Name    string          `json:"name"`
	Verdict string          `json:"verdict"`
	Counts  *BaselineCounts `json:"counts"`
}

// BaselineCounts are the numbers of a search.
type BaselineCounts struct {
	States      int64          `json:"states"`
	Transitions int64          `json:"transitions"`
	Depth       int            `json:"depth"`
	Traces      map[string]int `json:"traces"` // steps of the counterexample, by property
	Rules       []string       `json:"rules"`  // that were taken, sorted
}

// BaselineOf returns what there is to keep of a comparison. A check that did not
// run is an error, for a baseline without it would say that there is none.
func BaselineOf(c *Comparison) (*Baseline, error) {
	b := &Baseline{Schema: BaselineSchema, Checks: []BaselineCheck{}}
	for i := range c.Checks {
		k := &c.Checks[i]
		if k.Report == nil {
			return nil, fmt.Errorf("check %q has no result: %s", k.Name, k.Skipped)
		}
		if l := k.Report.Result.Limit; l != nil && l.Kind == checker.LimitInterrupt {
			return nil, fmt.Errorf("check %q was interrupted", k.Name)
		}
		b.Checks = append(b.Checks, baselineOf(k))
	}
	slices.SortFunc(b.Checks, func(x, y BaselineCheck) int { return bytes.Compare([]byte(x.Name), []byte(y.Name)) })
	return b, nil
}

func baselineOf(k *Compared) BaselineCheck {
	res := k.Report.Result
	check := BaselineCheck{Name: k.Name, Verdict: k.Verdict()}
	if l := res.Limit; l != nil && slices.Contains([]string{checker.LimitTime, checker.LimitMemory, checker.LimitDisk, checker.LimitInterrupt}, l.Kind) {
		return check
	}
	n := &BaselineCounts{States: res.States, Transitions: res.Transitions, Depth: res.Depth, Traces: map[string]int{}, Rules: []string{}}
	for _, p := range res.Properties {
		if p.Decision == checker.Violated {
			n.Traces[p.Name] = p.Depth
		}
	}
	for _, r := range res.Rules {
		if r.Taken > 0 && !slices.Contains(n.Rules, r.Name) {
			n.Rules = append(n.Rules, r.Name)
		}
	}
	slices.Sort(n.Rules)
	check.Counts = n
	return check
}

// Write writes the baseline, the same bytes for the same findings.
func (b *Baseline) Write(w io.Writer) error {
	return encode(w, b)
}

// ReadBaseline reads a baseline that [Baseline.Write] wrote.
func ReadBaseline(text []byte) (*Baseline, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	b := &Baseline{}
	if err := d.Decode(b); err != nil {
		return nil, fmt.Errorf("it is no baseline: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("it is no baseline: something follows it")
	}
	if b.Schema != BaselineSchema {
		return nil, fmt.Errorf("its schema is %q; this lockcheck reads %s", b.Schema, BaselineSchema)
	}
	names := map[string]bool{}
	for _, c := range b.Checks {
		if c.Name == "" || names[c.Name] {
			return nil, fmt.Errorf("the check %q stands in it twice, or has no name", c.Name)
		}
		if !slices.Contains([]string{"safe", "unsafe", "incomplete"}, c.Verdict) {
			return nil, fmt.Errorf("check %q has the verdict %q", c.Name, c.Verdict)
		}
		names[c.Name] = true
	}
	return b, nil
}

// Compare notes in a comparison what differs from the baseline. A count that
// differs is a warning, or an error with strict.
func (b *Baseline) Compare(c *Comparison, strict bool) {
	for i := range c.Checks {
		b.CompareCheck(&c.Checks[i], strict)
	}
	b.NoteSurplus(c)
}

// CompareCheck is Compare of one check.
func (b *Baseline) CompareCheck(k *Compared, strict bool) {
	if b.named == nil {
		b.named = map[string]*BaselineCheck{}
		for i := range b.Checks {
			b.named[b.Checks[i].Name] = &b.Checks[i]
		}
	}
	switch before := b.named[k.Name]; {
	case before == nil:
		k.Differences = append(k.Differences, Difference{Warning, "baseline", "missing", "", "", ""})
	case k.Report != nil:
		k.Differences = append(k.Differences, before.compare(k, strict)...)
	}
}

// NoteSurplus notes which checks only the baseline has.
func (b *Baseline) NoteSurplus(c *Comparison) {
	here := map[string]bool{}
	for i := range c.Checks {
		here[c.Checks[i].Name] = true
	}
	for i := range b.Checks {
		if name := b.Checks[i].Name; !here[name] {
			c.Surplus = append(c.Surplus, name)
		}
	}
	slices.Sort(c.Surplus)
}

// compare returns what differs. Where the verdict does, the counts are sure to,
// and nothing is said of them.
func (b *BaselineCheck) compare(k *Compared, strict bool) []Difference {
	now := baselineOf(k)
	if now.Verdict != b.Verdict {
		if k.Open() {
			return nil
		}
		return []Difference{{Error, "baseline", "verdict", "", b.Verdict, now.Verdict}}
	}
	if now.Counts == nil || b.Counts == nil {
		return nil
	}
	severity := Warning
	if strict {
		severity = Error
	}
	var all []Difference
	note := func(kind, name, want, got string) {
		if want != got {
			all = append(all, Difference{severity, "baseline", kind, name, want, got})
		}
	}
	note("states", "", itoa(b.Counts.States), itoa(now.Counts.States))
	note("transitions", "", itoa(b.Counts.Transitions), itoa(now.Counts.Transitions))
	note("depth", "", strconv.Itoa(b.Counts.Depth), strconv.Itoa(now.Counts.Depth))
	for _, name := range both(b.Counts.Traces, now.Counts.Traces) {
		want, wasViolated := b.Counts.Traces[name]
		got, isViolated := now.Counts.Traces[name]
		if wasViolated != isViolated {
			all = append(all, Difference{Error, "baseline", "property", name, violatedOrNot(wasViolated), violatedOrNot(isViolated)})
			continue
		}
		note("trace", name, plural(want, "step"), plural(got, "step"))
	}
	for _, rule := range both(set(b.Counts.Rules), set(now.Counts.Rules)) {
		note("rules", rule, takenOrNot(slices.Contains(b.Counts.Rules, rule)), takenOrNot(slices.Contains(now.Counts.Rules, rule)))
	}
	return all
}

func violatedOrNot(v bool) string {
	if v {
		return "violated"
	}
	return "not violated"
}

func takenOrNot(v bool) string {
	if v {
		return "taken"
	}
	return "never taken"
}

func set(names []string) map[string]int {
	m := map[string]int{}
	for _, n := range names {
		m[n] = 1
	}
	return m
}

// both returns the keys of two maps, sorted.
func both(x, y map[string]int) []string {
	var names []string
	for n := range x {
		names = append(names, n)
	}
	for n := range y {
		if _, ok := x[n]; !ok {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names
}
