package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/suite"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// asked is a check of a comparison, ready to be made.
type asked struct {
	name    string
	at      out.Place
	target  string // as resolve takes it
	choices choices
	limits  limits
	want    out.Wanted
	command string

	report *out.Report // without a result
	key    string      // of the question: who has the same one has the same answer
}

// makeReady makes a check of a suite ready. What is wrong is told with its place.
func makeReady(c suite.Check) (*asked, suite.Mistakes) {
	k := unready(c)
	var t *target
	var err error
	if k.target, t, err = targetOf(c); err != nil {
		return nil, mistaken(c.Protocol.At, err)
	}
	q := &question{variant: c.Variant.Text, faults: "default", timing: "any", ranks: "on", symmetry: "on"}
	for _, v := range []struct {
		to   *string
		from suite.Value
	}{{&q.faults, c.Faults}, {&q.timing, c.Timing}, {&q.ranks, c.Ranks}, {&q.symmetry, c.Symmetry}} {
		if v.from.Text != "" {
			*v.to = v.from.Text
		}
	}
	if c.Deadlock.Text != "" {
		q.deadlockSet = true
		if q.deadlock, err = checker.ParseDeadlock(c.Deadlock.Text); err != nil {
			return nil, mistaken(c.Deadlock.At, err)
		}
	}
	for _, p := range c.Properties {
		q.properties = append(q.properties, p.Text)
	}
	k.limits = limits{first: c.Limits.First, strict: c.Strict, maxStates: c.Limits.States, maxDepth: c.Limits.Depth, timeout: c.Limits.Timeout}
	if err := refuseInBounded(q, &k.limits); err != nil {
		return nil, mistaken(c.Deadlock.At, err)
	}
	k.choices = choices{q, map[string]string{}}
	if found := k.settings(c, t); len(found) > 0 {
		return nil, found
	}
	p, err := configure(t, k.choices, io.Discard, false)
	if err != nil {
		return nil, mistaken(blame(c, k.choices, t, err))
	}
	if found := p.wanted(c.Properly, q); len(found) > 0 {
		return nil, found
	}
	k.report = p.reportOf()
	k.report.Places, k.report.Library = placesOf(p.model, t), t.entry != nil
	k.command = commandOf(k.target, c)
	k.report.Command = k.command
	k.key = p.keyOf(k)
	return k, nil
}

// unready is a check of which nothing is known but what the suite says.
func unready(c suite.Check) *asked {
	k := &asked{name: c.Name, at: c.At, key: c.Name, want: out.Wanted{Verdict: c.Expect.Text}, command: commandOf(c.Protocol.Text, c)}
	for _, s := range c.Properly {
		k.want.Properties = append(k.want.Properties, out.WantedProperty{Name: s.Name, Decision: s.Text, At: s.KeyAt})
	}
	return k
}

// mistaken makes one mistake of an error, in one line.
func mistaken(at out.Place, err error) suite.Mistakes {
	text := oneLine(err.Error())
	if rest, ok := strings.CutPrefix(text, "--faults: "); ok {
		text = "faults: " + rest
	}
	return suite.Mistakes{{At: at, Text: text}}
}

// oneLine joins the lines of a message.
func oneLine(s string) string {
	return strings.NewReplacer("?\n", "? ", "\n", "; ").Replace(strings.TrimSpace(s))
}

// targetOf finds what a check is of: a file beside its suite, or a protocol of
// the catalogue.
func targetOf(c suite.Check) (string, *target, error) {
	name := c.Protocol.Text
	if !looksLikeFile(name) {
		if _, ok := specs.Find(name); !ok {
			if s := murphi.Suggest(name, specs.Names()); s != "" {
				return "", nil, fmt.Errorf("unknown protocol %q; did you mean %q?", name, s)
			}
			return "", nil, fmt.Errorf("unknown protocol %q; `lockcheck list` lists them, and a file has the ending .murphi", name)
		}
	} else if !path.IsAbs(name) {
		name = path.Join(path.Dir(c.Protocol.At.File), name)
	}
	t, err := resolve(name)
	if err != nil {
		return "", nil, err
	}
	if t.peek(); t.read.diags.HasErrors() {
		return "", nil, fmt.Errorf("the model has mistakes: %s", t.first(t.read.diags))
	}
	return name, t, nil
}

// first is the first error of a model, in a line.
func (t *target) first(diags murphi.Diagnostics) string {
	for _, d := range diags {
		if d.Severity == murphi.Error {
			at := out.Place{File: t.dir + d.Span.Start.File, Line: d.Span.Start.Line, Column: d.Span.Start.Col}
			return suite.Where(at) + ": " + d.Message
		}
	}
	return "it cannot be read"
}

// settings takes over parameters and durations, and says of each that is wrong
// what is.
func (k *asked) settings(c suite.Check, t *target) suite.Mistakes {
	var found suite.Mistakes
	m := t.peek()
	isDuration := func(flag string) bool {
		return slices.ContainsFunc(murphi.Durations(m), func(d murphi.DurationInfo) bool { return d.Flag == flag })
	}
	isParam := func(flag string) bool {
		return slices.ContainsFunc(murphi.Params(m), func(p murphi.ParamInfo) bool { return p.Flag == flag })
	}
	take := func(s suite.Setting, own, other func(string) bool, belongs string) {
		problem, hint := murphi.CheckParam(m, s.Name, s.Text)
		at := s.At
		switch {
		case !own(s.Name) && other(s.Name):
			at, problem, hint = s.KeyAt, fmt.Sprintf("%s stands under %s", s.Name, belongs), ""
		case !own(s.Name):
			at = s.KeyAt
		case problem == "" && t.entry != nil:
			if fixed, ok := t.entry.Params[s.Name]; ok && fixed != s.Text {
				problem, hint = fmt.Sprintf("%s: %s contradicts %s, which means %s", s.Name, s.Text, t.name, fixed), ""
			}
		}
		if problem != "" {
			if hint != "" {
				problem += "; " + hint
			}
			found = append(found, mistaken(at, errors.New(problem))...)
		}
		k.choices.params[s.Name] = s.Text
	}
	for _, s := range c.Params {
		take(s, isParam, isDuration, "durations")
	}
	for _, s := range c.Durations {
		take(s, isDuration, isParam, "params")
	}
	return found
}

// blame says which part of a check an error is about: that without which there
// is none, or another one.
func blame(c suite.Check, all choices, t *target, err error) (out.Place, error) {
	without := func(change func(q *question, params map[string]string)) bool {
		q, params := *all.question, map[string]string{}
		for flag, v := range all.params {
			params[flag] = v
		}
		change(&q, params)
		_, other := configure(t, choices{&q, params}, io.Discard, false)
		return other == nil || other.Error() != err.Error()
	}
	switch {
	case c.Variant.Text != "" && without(func(q *question, _ map[string]string) { q.variant = "" }):
		return c.Variant.At, err
	case c.Faults.Text != "" && without(func(q *question, _ map[string]string) { q.faults = "none" }):
		return c.Faults.At, err
	case c.Timing.Text != "" && without(func(q *question, _ map[string]string) { q.timing = "any" }):
		return c.Timing.At, err
	}
	for i, p := range c.Properties {
		if without(func(q *question, _ map[string]string) {
			q.properties = slices.Delete(slices.Clone(q.properties), i, i+1)
		}) {
			return p.At, err
		}
	}
	for _, s := range slices.Concat(c.Durations, c.Params) {
		if without(func(_ *question, params map[string]string) { delete(params, s.Name) }) {
			return s.KeyAt, err
		}
	}
	var shown *shownError
	if errors.As(err, &shown) { // of the model itself
		return c.Protocol.At, fmt.Errorf("the model has mistakes: %w", shown.error)
	}
	return c.At, err
}

// wanted refuses what is expected of properties that the check does not decide.
func (p *prepared) wanted(properly []suite.Setting, q *question) suite.Mistakes {
	decided := append(slices.Clone(p.properties), "no-run-time-error")
	if p.deadlocks(q) != checker.DeadlockOff {
		decided = append(decided, "no-deadlock")
	}
	for _, a := range p.model.Asserts {
		decided = append(decided, a.Message)
	}
	all, _ := p.claims()
	var found suite.Mistakes
	for _, s := range properly {
		switch {
		case slices.Contains(decided, s.Name):
		case slices.Contains(all, s.Name):
			found = append(found, mistaken(s.KeyAt, fmt.Errorf("the check does not decide %s; name it under properties", s.Name))...)
		default:
			found = append(found, mistaken(s.KeyAt, fmt.Errorf("%s has %w", p.target.name, unknown("property", s.Name, all)))...)
		}
	}
	return found
}

// keyOf identifies the question: the texts of the model, and all that changes
// the answer.
func (p *prepared) keyOf(k *asked) string {
	var b strings.Builder
	l := k.limits
	fmt.Fprintf(&b, "%q %s %t %t %t %s %q", p.target.file, checksum(p.model), p.symmetry, p.ranks, p.bounded, p.deadlocks(k.choices.question), p.properties)
	fmt.Fprintf(&b, " %t %t %d %s", l.first, l.strict, l.maxStates, l.timeout)
	if l.maxDepth != nil {
		fmt.Fprintf(&b, " depth %d", *l.maxDepth)
	}
	for _, info := range murphi.Params(p.model) {
		fmt.Fprintf(&b, " %s=%q", info.Flag, p.settings.Params[info.Flag])
	}
	for _, f := range p.settings.Faults {
		fmt.Fprintf(&b, " %s", f)
	}
	if p.bounded {
		for _, d := range p.settings.Durations {
			fmt.Fprintf(&b, " %s=%s", d.Flag, out.ExactDuration(d))
		}
	}
	return b.String()
}

// commandOf writes a check as one would type it behind `lockcheck check`.
func commandOf(target string, c suite.Check) string {
	words := []string{shellWord(target)}
	flag := func(name, value string) {
		if value != "" {
			words = append(words, "--"+name+" "+shellWord(value))
		}
	}
	flag("variant", c.Variant.Text)
	for _, s := range c.Params {
		flag(s.Name, s.Text)
	}
	flag("faults", c.Faults.Text)
	flag("timing", c.Timing.Text)
	for _, s := range c.Durations {
		flag(s.Name, s.Text)
	}
	for _, p := range c.Properties {
		flag("property", p.Text)
	}
	flag("deadlock", c.Deadlock.Text)
	flag("ranks", c.Ranks.Text)
	flag("symmetry", c.Symmetry.Text)
	if c.Limits.States > 0 {
		flag("max-states", fmt.Sprint(c.Limits.States))
	}
	if c.Limits.Depth != nil {
		flag("max-depth", fmt.Sprint(*c.Limits.Depth))
	}
	if c.Limits.Timeout > 0 {
		flag("timeout", c.Limits.Timeout.String())
	}
	if c.Limits.First {
		words = append(words, "--first")
	}
	if c.Strict {
		words = append(words, "--strict")
	}
	return strings.Join(words, " ")
}

// placesOf are where the rules of a model stand, as the user finds their files.
func placesOf(m *murphi.Model, t *target) []out.Place {
	dir := t.dir
	if t.entry != nil {
		dir = "specs/"
	}
	places := make([]out.Place, len(m.Rules))
	for i, r := range m.Rules {
		places[i] = out.Place{File: dir + r.Start.File, Line: r.Start.Line, Column: r.Start.Col}
	}
	return places
}
