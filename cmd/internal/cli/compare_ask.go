package cli

import (
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
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
	choices ask.Choices
	limits  limits
	want    out.Wanted
	command string

	report *out.Report // without a result
	key    string      // of the question: who has the same one has the same answer
}

// makeReady makes a check of a suite ready. What is wrong is told with its place.
func makeReady(c suite.Check) (*asked, suite.Mistakes) {
	k := unready(c)
	var t *ask.Target
	var err error
	if k.target, t, err = targetOf(c); err != nil {
		return nil, mistaken(c.Protocol.At, err)
	}
	q := &ask.Question{Variant: c.Variant.Text, Faults: "default", Timing: "any", Ranks: "on", Symmetry: "on"}
	for _, v := range []struct {
		to   *string
		from suite.Value
	}{{&q.Faults, c.Faults}, {&q.Timing, c.Timing}, {&q.Ranks, c.Ranks}, {&q.Symmetry, c.Symmetry}} {
		if v.from.Text != "" {
			*v.to = v.from.Text
		}
	}
	if c.Deadlock.Text != "" {
		q.DeadlockSet = true
		if q.Deadlock, err = checker.ParseDeadlock(c.Deadlock.Text); err != nil {
			return nil, mistaken(c.Deadlock.At, err)
		}
	}
	for _, p := range c.Properties {
		q.Properties = append(q.Properties, p.Text)
	}
	k.limits = limits{Limits: ask.Limits{First: c.Limits.First, Strict: c.Strict, MaxStates: c.Limits.States, MaxDepth: c.Limits.Depth, Timeout: c.Limits.Timeout}}
	if err := refuseInBounded(q, &k.limits); err != nil {
		return nil, mistaken(c.Deadlock.At, err)
	}
	k.choices = ask.Choices{Question: q, Params: map[string]string{}}
	if found := k.settings(c, t); len(found) > 0 {
		return nil, found
	}
	p, err := ask.Configure(t, k.choices, io.Discard, false)
	if err != nil {
		return nil, mistaken(blame(c, k.choices, t, err))
	}
	if found := wanted(p, c.Properly, q); len(found) > 0 {
		return nil, found
	}
	k.report = p.Report()
	k.report.Places, k.report.Library = placesOf(p.Model, t), t.Entry != nil
	k.command = commandOf(k.target, c)
	k.report.Command = k.command
	k.key = keyOf(p, k)
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
	text := ask.OneLine(err.Error())
	if rest, ok := strings.CutPrefix(text, "--faults: "); ok {
		text = "faults: " + rest
	}
	return suite.Mistakes{{At: at, Text: text}}
}

// targetOf finds what a check is of: a file beside its suite, or a protocol of
// the catalogue.
func targetOf(c suite.Check) (string, *ask.Target, error) {
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
	if t.Peek(); t.Diagnostics().HasErrors() {
		return "", nil, fmt.Errorf("the model has mistakes: %s", firstMistake(t, t.Diagnostics()))
	}
	return name, t, nil
}

// firstMistake is the first error of a model, in a line.
func firstMistake(t *ask.Target, diags murphi.Diagnostics) string {
	for _, d := range diags {
		if d.Severity == murphi.Error {
			at := out.Place{File: t.Dir + d.Span.Start.File, Line: d.Span.Start.Line, Column: d.Span.Start.Col}
			return suite.Where(at) + ": " + d.Message
		}
	}
	return "it cannot be read"
}

// settings takes over parameters and durations, and says of each that is wrong
// what is.
func (k *asked) settings(c suite.Check, t *ask.Target) suite.Mistakes {
	var found suite.Mistakes
	m := t.Peek()
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
		case problem == "" && t.Entry != nil:
			if fixed, ok := t.Entry.Params[s.Name]; ok && fixed != s.Text {
				problem, hint = fmt.Sprintf("%s: %s contradicts %s, which means %s", s.Name, s.Text, t.Name, fixed), ""
			}
		}
		if problem != "" {
			if hint != "" {
				problem += "; " + hint
			}
			found = append(found, mistaken(at, errors.New(problem))...)
		}
		k.choices.Params[s.Name] = s.Text
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
func blame(c suite.Check, all ask.Choices, t *ask.Target, err error) (out.Place, error) {
	without := func(change func(q *ask.Question, params map[string]string)) bool {
		q, params := *all.Question, map[string]string{}
		for flag, v := range all.Params {
			params[flag] = v
		}
		change(&q, params)
		_, other := ask.Configure(t, ask.Choices{Question: &q, Params: params}, io.Discard, false)
		return other == nil || other.Error() != err.Error()
	}
	switch {
	case c.Variant.Text != "" && without(func(q *ask.Question, _ map[string]string) { q.Variant = "" }):
		return c.Variant.At, err
	case c.Faults.Text != "" && without(func(q *ask.Question, _ map[string]string) { q.Faults = "none" }):
		return c.Faults.At, err
	case c.Timing.Text != "" && without(func(q *ask.Question, _ map[string]string) { q.Timing = "any" }):
		return c.Timing.At, err
	}
	for i, p := range c.Properties {
		if without(func(q *ask.Question, _ map[string]string) {
			q.Properties = slices.Delete(slices.Clone(q.Properties), i, i+1)
		}) {
			return p.At, err
		}
	}
	for _, s := range slices.Concat(c.Durations, c.Params) {
		if without(func(_ *ask.Question, params map[string]string) { delete(params, s.Name) }) {
			return s.KeyAt, err
		}
	}
	var shown *ask.ShownError
	if errors.As(err, &shown) { // of the model itself
		return c.Protocol.At, fmt.Errorf("the model has mistakes: %w", shown.Err)
	}
	return c.At, err
}

// wanted refuses what is expected of properties that the check does not decide.
func wanted(p *ask.Prepared, properly []suite.Setting, q *ask.Question) suite.Mistakes {
	decided := append(slices.Clone(p.Properties), "no-run-time-error")
	if p.Deadlocks(q) != checker.DeadlockOff {
		decided = append(decided, "no-deadlock")
	}
	for _, a := range p.Model.Asserts {
		decided = append(decided, a.Message)
	}
	all, _ := p.Claims()
	var found suite.Mistakes
	for _, s := range properly {
		switch {
		case slices.Contains(decided, s.Name):
		case slices.Contains(all, s.Name):
			found = append(found, mistaken(s.KeyAt, fmt.Errorf("the check does not decide %s; name it under properties", s.Name))...)
		default:
			found = append(found, mistaken(s.KeyAt, fmt.Errorf("%s has %w", p.Target.Name, ask.Unknown("property", s.Name, all)))...)
		}
	}
	return found
}

// keyOf identifies the question: the texts of the model, and all that changes
// the answer.
func keyOf(p *ask.Prepared, k *asked) string {
	var b strings.Builder
	l := k.limits
	fmt.Fprintf(&b, "%q %s %t %t %t %s %q", p.Target.File, ask.Checksum(p.Model), p.Symmetry, p.Ranks, p.Bounded, p.Deadlocks(k.choices.Question), p.Properties)
	fmt.Fprintf(&b, " %t %t %d %s", l.First, l.Strict, l.MaxStates, l.Timeout)
	if l.MaxDepth != nil {
		fmt.Fprintf(&b, " depth %d", *l.MaxDepth)
	}
	for _, info := range murphi.Params(p.Model) {
		fmt.Fprintf(&b, " %s=%q", info.Flag, p.Settings.Params[info.Flag])
	}
	for _, f := range p.Settings.Faults {
		fmt.Fprintf(&b, " %s", f)
	}
	if p.Bounded {
		for _, d := range p.Settings.Durations {
			fmt.Fprintf(&b, " %s=%s", d.Flag, out.ExactDuration(d))
		}
	}
	return b.String()
}

// commandOf writes a check as one would type it behind `lockcheck check`.
func commandOf(target string, c suite.Check) string {
	words := []string{ask.ShellWord(target)}
	flag := func(name, value string) {
		if value != "" {
			words = append(words, "--"+name+" "+ask.ShellWord(value))
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
func placesOf(m *murphi.Model, t *ask.Target) []out.Place {
	dir := t.Dir
	if t.Entry != nil {
		dir = "specs/"
	}
	places := make([]out.Place, len(m.Rules))
	for i, r := range m.Rules {
		places[i] = out.Place{File: dir + r.Start.File, Line: r.Start.Line, Column: r.Start.Col}
	}
	return places
}
