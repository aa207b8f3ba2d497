package engine

import (
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// MostText bounds a value in a request.
const MostText = 200

// preparation makes a question ready: [ask.Prepare] if states are to be searched,
// [ask.Configure] if the interpreter or a reader of the model is enough.
type preparation func(*ask.Target, ask.Choices, io.Writer, bool) (*ask.Prepared, error)

// question makes a setup ready to be searched. What is wrong is told with the
// field.
func question(s *Setup, timing string, properties []string) (*ask.Prepared, ask.Choices, error) {
	t, err := target(s)
	if err != nil {
		return nil, ask.Choices{}, err
	}
	return ready(t, s, timing, properties, ask.Prepare)
}

// target is what a setup is about.
func target(s *Setup) (*ask.Target, error) {
	entry, found := specs.Find(s.Protocol)
	if found {
		return targetOf(&entry), nil
	}
	hint := ""
	if near := murphi.Suggest(s.Protocol, specs.Names()); near != "" {
		hint = "; did you mean " + near + "?"
	}
	return nil, refuse("setup.protocol", "there is no protocol %q%s", short(s.Protocol), hint)
}

// ready makes a setup, of which t is the target, ready to be asked about.
func ready(t *ask.Target, s *Setup, timing string, properties []string, prepare preparation) (*ask.Prepared, ask.Choices, error) {
	var none ask.Choices
	if timing == "" {
		timing = "any"
	}
	if timing != "any" && timing != "bounded" {
		return nil, none, refuse("timing", "timing is any or bounded, not %q", short(timing))
	}
	if err := checkParams(t.Peek(), t.Entry, s.Params); err != nil {
		return nil, none, err
	}
	faults := s.Faults
	if faults == "" {
		faults = "default"
	}
	if len(faults) > MostText {
		return nil, none, refuse("setup.faults", "the list of faults is too long")
	}
	c := choices(s.Params, faults, timing, properties)
	p, err := prepare(t, c, io.Discard, false)
	if err != nil {
		return nil, none, refuse(blame(t.Entry, s, c, prepare), "%s", ask.OneLine(err.Error()))
	}
	return p, c, nil
}

// targetOf is an entry as something to be asked about.
func targetOf(e *specs.Entry) *ask.Target {
	return &ask.Target{Name: e.Name, Fsys: specs.Files(), File: e.Spec, Entry: e}
}

// choices are those of a question.
func choices(params map[string]string, faults, timing string, properties []string) ask.Choices {
	return ask.Choices{Question: &ask.Question{Faults: faults, Timing: timing, Ranks: "on", Symmetry: "on", Properties: properties}, Params: params}
}

// checkParams refuses parameters that a protocol has not, and values that they
// cannot have.
func checkParams(m *murphi.Model, e *specs.Entry, params map[string]string) error {
	for _, flag := range slices.Sorted(maps.Keys(params)) {
		field := "setup.params." + short(flag)
		if len(params[flag]) > MostText {
			return refuse(field, "%s: the value is too long", short(flag))
		}
		if problem, hint := murphi.CheckParam(m, flag, params[flag]); problem != "" {
			if hint != "" {
				problem += "; " + hint
			}
			return refuse(field, "%s", ask.OneLine(problem))
		}
		if fixed, ok := e.Params[flag]; ok && fixed != params[flag] {
			return refuse(field, "%s: %s is what makes it %s, so it cannot be %s", flag, fixed, e.Name, params[flag])
		}
	}
	return nil
}

// blame finds the field of a question that cannot be prepared: the first without
// which it could be.
func blame(e *specs.Entry, s *Setup, c ask.Choices, prepare preparation) string {
	mends := func(params map[string]string, faults string, properties []string) bool {
		_, err := prepare(targetOf(e), choices(params, faults, c.Timing, properties), io.Discard, false)
		return err == nil
	}
	if mends(s.Params, "none", c.Properties) {
		return "setup.faults"
	}
	for _, flag := range slices.Sorted(maps.Keys(s.Params)) {
		without := maps.Clone(s.Params)
		delete(without, flag)
		if mends(without, c.Faults, c.Properties) {
			return "setup.params." + flag
		}
	}
	if mends(s.Params, c.Faults, nil) {
		return "properties"
	}
	return "setup"
}

// limits are those of a search that the page asks for.
func (e *Engine) limits(states int64) (*ask.Limits, error) {
	most := e.MaxStates
	if most == 0 {
		most = MostStates
	}
	if states < 0 || states > most {
		return nil, refuse("maxStates", "maxStates goes from 1 to %d here, or is 0", most)
	}
	if states == 0 {
		states = most
	}
	return &ask.Limits{MaxStates: states, Memory: e.Memory}, nil
}

// typed is what one would type to ask the same, behind "lockcheck check".
func typed(s *Setup, timing string, properties []string) string {
	words := []string{s.Protocol}
	for _, flag := range slices.Sorted(maps.Keys(s.Params)) {
		words = append(words, "--"+flag, ask.ShellWord(s.Params[flag]))
	}
	if s.Faults != "" && s.Faults != "default" {
		words = append(words, "--faults", ask.ShellWord(s.Faults))
	}
	if timing == "bounded" {
		words = append(words, "--timing", "bounded")
	}
	for _, p := range properties {
		words = append(words, "--property", ask.ShellWord(p))
	}
	return strings.Join(words, " ")
}

// between is the least time between two reports of progress.
const between = 100 * time.Millisecond

// inSearch reports the progress of searches to the page, now and then.
func inSearch(progress func(any)) func(checker.Progress) {
	last := time.Now()
	return func(p checker.Progress) {
		if now := time.Now(); p.Phase == checker.PhaseSearch && now.Sub(last) >= between {
			last = now
			progress(Progress{Depth: p.Level, States: p.States})
		}
	}
}
