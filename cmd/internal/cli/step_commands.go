package cli

import (
	"slices"
	"strconv"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// obey does what a line says. What is wrong with the line is said; an error
// ends the session.
func (s *stepper) obey(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	plain := map[string]func() error{
		"u":   func() error { return s.jump(len(s.walk.Steps()) - 1) },
		"r":   func() error { return s.jump(len(s.walk.Steps()) + 1) },
		"s":   s.state,
		"b":   func() error { s.belief(s.walk.Run()); return nil },
		"t":   s.lanes,
		"p":   s.properties,
		"l":   func() error { s.list(); return nil },
		"all": s.obstacles,
		"h":   func() error { s.sayf("%s", stepHelp); return nil },
		"q":   func() error { s.quit = true; return nil },
	}
	switch f := plain[word]; {
	case line == "":
		return nil
	case f != nil && rest == "":
		return f()
	case word == "j":
		n, err := strconv.Atoi(rest)
		if err != nil {
			s.sayf("j wants the number of a step: j 3\n")
			return nil
		}
		return s.jump(n)
	case word == "why":
		s.why(rest)
		return nil
	case word == "w":
		return s.write(rest)
	}
	if n, err := strconv.Atoi(line); err == nil {
		if n < 1 || n > len(s.enabled) {
			s.sayf("There is no step %d; l lists what is possible.\n", n)
			return nil
		}
		return s.take(s.enabled[n-1])
	}
	return s.call(line)
}

// take takes a step; what was undone is forgotten.
func (s *stepper) take(step naive.Step) error {
	if len(s.walk.Steps()) == mostSteps {
		s.sayf("That is as far as step goes: %d steps.\n", mostSteps)
		return nil
	}
	if err := s.walk.Take(step); err != nil {
		s.sayf("%s\n", err)
		return nil
	}
	s.undone = nil
	s.show()
	return nil
}

// jump goes to the state after step n of those that were taken.
func (s *stepper) jump(n int) error {
	steps := s.walk.Steps()
	switch {
	case n < 0 || n > len(steps)+len(s.undone):
		s.sayf("There is no such state: %d steps were taken, and %d of them undone.\n", len(steps)+len(s.undone), len(s.undone))
		return nil
	case n < len(steps):
		for i := len(steps) - 1; i >= n; i-- {
			s.undone = append(s.undone, steps[i])
		}
		s.walk.Back(n)
	default:
		for range n - len(steps) {
			last := len(s.undone) - 1
			if err := s.walk.Take(s.undone[last]); err != nil {
				return &checker.InternalError{Model: s.p.Target.Name, Reason: "a step cannot be taken again: " + err.Error()}
			}
			s.undone = s.undone[:last]
		}
	}
	s.broken = nil // what is violated there is said again
	s.show()
	return nil
}

// called takes "Grant(A, 1)" or "Grant A 1" apart.
func called(text string) (title string, values []string) {
	if before, inner, ok := strings.Cut(text, "("); ok {
		title = strings.TrimSpace(before)
		for _, v := range strings.Split(strings.TrimSuffix(strings.TrimSpace(inner), ")"), ",") {
			if v = strings.TrimSpace(v); v != "" {
				values = append(values, v)
			}
		}
		return title, values
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", nil
	}
	return words[0], words[1:]
}

// find returns the instances that a call names, and says so if there is no such
// rule or none of its instances is meant. Titles with spaces are found, too.
func (s *stepper) find(text string) []naive.Step {
	title, values := called(text)
	if s.ruleOf(text) != "" {
		title, values = text, nil
	}
	if s.ruleOf(title) == "" {
		s.sayf("There is no command or rule %q%s; h lists the commands.\n", title, suggestWord(title, s.rules()))
		return nil
	}
	found := s.walk.Find(title, values)
	if len(found) == 0 {
		s.sayf("%s has no such instance: %s\n", s.ruleOf(title), text)
	}
	return found
}

// call takes the step that a call names, if there is one.
func (s *stepper) call(text string) error {
	found := s.find(text)
	if len(found) == 0 {
		return nil
	}
	var possible []naive.Step
	for _, step := range found {
		if slices.ContainsFunc(s.enabled, func(e naive.Step) bool { return sameStep(e, step) }) {
			possible = append(possible, step)
		}
	}
	switch len(possible) {
	case 0:
		s.reasons(found)
		return nil
	case 1:
		return s.take(possible[0])
	}
	s.sayf("Which one? Type its number, or more of its values.\n")
	for i, e := range s.enabled {
		if slices.ContainsFunc(possible, func(p naive.Step) bool { return sameStep(e, p) }) {
			s.sayf("%4d  %s\n", i+1, s.name(e))
		}
	}
	return nil
}

func sameStep(a, b naive.Step) bool { return a.Rule == b.Rule && slices.Equal(a.Args, b.Args) }

// why says why the instances that a call names are not possible.
func (s *stepper) why(text string) {
	if text == "" {
		s.sayf("why wants a rule: why Grant A\n")
		return
	}
	found := s.find(text)
	if len(found) == 0 {
		return
	}
	s.reasons(found)
	for i, e := range s.enabled {
		if slices.ContainsFunc(found, func(p naive.Step) bool { return sameStep(e, p) }) {
			s.sayf("%s is possible: it is number %d\n", s.walk.Name(e), i+1)
		}
	}
}

// reasons says what keeps those of some instances that are not possible.
func (s *stepper) reasons(wanted []naive.Step) {
	said := map[string]bool{} // rules that share a title may have one reason
	for _, rule := range s.p.Model.Rules {
		for _, o := range s.walk.Obstacles(rule) {
			text := o.Name + ": " + o.Reason
			if said[text] || !slices.ContainsFunc(wanted, func(p naive.Step) bool { return sameStep(o.Step, p) }) {
				continue
			}
			said[text] = true
			s.entry("  "+o.Name+":", 4, o.Reason)
		}
	}
}

// obstacles says of every rule why it is not possible; of a fault that is
// switched off once for all its instances.
func (s *stepper) obstacles() error {
	for _, rule := range s.p.Model.Rules {
		for i, o := range s.walk.Obstacles(rule) {
			name := o.Name
			if rule.Off {
				if i > 0 {
					break
				}
				name = rule.Title
			}
			s.entry("  "+name+":", 4, o.Reason)
		}
	}
	return nil
}

// state lists the variables.
func (s *stepper) state() error {
	for _, v := range lastState(s.walk.Run()).Vars {
		if !v.Defined {
			v.Value = "undefined"
		}
		s.sayf("  %s = %s\n", v.Path, v.Value)
	}
	return nil
}

func (s *stepper) lanes() error {
	t := s.judge.Tell(s.walk.Run(), nil)
	if len(t.Steps) == 0 {
		s.sayf("No step was taken yet.\n")
		return nil
	}
	return out.Lanes(s.env.Out, s.p.Report(), t, out.TextOptions{Colour: s.colour})
}

// properties says of each property whether it holds in this state.
func (s *stepper) properties() error {
	run := s.walk.Run()
	for row := range s.judge.SpecRow() {
		name, kind := s.judge.Claim(row)
		switch {
		case kind == "liveness":
			s.entry("open", 10, name+": about all that can follow; `lockcheck check` decides it")
		case s.broken[row]:
			s.violated(row, run)
		default:
			s.sayf("kept      %s\n", name)
		}
	}
	return nil
}

// write writes the steps to a file, in a form that replay takes.
func (s *stepper) write(name string) error {
	if name == "" {
		s.sayf("w wants a file: w run.json, or w run.itf.json\n")
		return nil
	}
	run := s.walk.Run()
	t, row := s.judge.Tell(run, nil), -1
	if f := run.Failure; f != nil && s.judge.Failure(f) == s.judge.SpecRow() {
		s.sayf("This run ends in a mistake of the model; it is not written.\n")
		return nil
	}
	if rows := s.judge.Broken(run); len(rows) > 0 {
		row = s.p.GravestRow(s.judge, rows)
		s.judge.Judge(row, run, t)
	}
	r := s.p.OneRun(s.judge, t, row, out.Stepped)
	write := out.JSON
	if strings.HasSuffix(name, ".itf.json") {
		write = out.ITF
	}
	file, err := create(name)
	if err == nil {
		defer file.discard()
		if err = write(file, r); err == nil {
			err = file.commit()
		}
	}
	if err != nil {
		s.sayf("%s\n", err)
		return nil
	}
	s.sayf("Wrote %s; see it with: lockcheck replay %s\n", name, ask.ShellWord(name))
	return nil
}
