package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// firstSuite is the suite that init writes.
type firstSuite struct {
	file      string
	protocol  specs.Entry
	title     string
	clients   string // how many there are
	durations []firstDuration
	checks    []firstCheck
	untimed   bool // the check in real time takes too long
}

// firstCheck is a check of it.
type firstCheck struct {
	says, name, faults string
	bounded            bool
	verdict            string
	violated           []string
}

// firstDuration is a timing of the product.
type firstDuration struct {
	flag, value, help string
	derived           bool // it follows others, and is better left to that
}

// mostFirst is how many states a check may have that shows what breaks a
// protocol.
const mostFirst = 300_000

// firstSuiteOf chooses the checks of a protocol. That in real time, the last one,
// has no verdict yet.
func firstSuiteOf(name, file string) (*firstSuite, error) {
	t, err := resolve(name)
	if err != nil {
		return nil, err
	}
	all, err := specs.Expected()
	if err != nil {
		return nil, err
	}
	m := all[slices.IndexFunc(all, func(m specs.Measured) bool { return m.Name == name })]
	model := t.Peek()
	s := &firstSuite{file: file, protocol: m.Entry}
	for _, d := range murphi.Durations(model) {
		value := t.Usual(d)
		s.durations = append(s.durations, firstDuration{d.Flag, value, d.Ann.Help, strings.ContainsAny(value, "abcdefghijklmnopqrstuvwxyz") && d.Derived() && t.Entry.Durations[d.Flag] == ""})
	}
	kinds := model.FaultKinds()
	p, err := ask.Configure(t, ask.Choices{Question: &ask.Question{Faults: "default", Timing: "any", Ranks: "on", Symmetry: "on"}, Params: map[string]string{}}, io.Discard, false)
	if err != nil {
		return nil, err
	}
	r := p.Report()
	s.title, s.clients = r.Model.Title, p.Settings.Params["clients"]
	s.choose(m, faultList(p.Settings.Faults))
	if len(s.durations) > 0 {
		faults, says := "none", "With the timings of the product"
		if slices.Contains(kinds, "pause") {
			faults, says = "pause=1", says+" and one pause"
		}
		s.checks = append(s.checks, firstCheck{name: "in real time", faults: faults, bounded: true, says: says + ". Set them to what you use."})
	}
	return s, nil
}

// choose takes over what the catalogue expects.
func (s *firstSuite) choose(m specs.Measured, faults string) {
	add := func(says, name, faults string, x specs.Expect) {
		s.checks = append(s.checks, firstCheck{says: says, name: name, faults: faults, verdict: x.Verdict, violated: x.Violated})
	}
	add("The faults that the protocol is checked under by default.", "default faults", faults, m.Default())
	says := "Each of these kinds alone breaks it: they show what it does not protect from."
	for _, x := range m.Rows {
		switch kind := x.Kind(); {
		case !x.Plain() || x.Faults == faults:
		case x.Faults == "none":
			add("Without faults.", "no faults", x.Faults, x)
		case kind != "" && x.Verdict == "unsafe" && x.States < mostFirst:
			add(says, kind+" alone", x.Faults, x)
			says = ""
		}
	}
}

// faultList writes faults as --faults takes them.
func faultList(faults []murphi.FaultBudget) string {
	var all []string
	for _, f := range faults {
		all = append(all, f.String())
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ",")
}

// String writes the suite, with comments.
func (s *firstSuite) String() string {
	var b strings.Builder
	name := s.protocol.Name
	fmt.Fprintf(&b, "# Checks of %s, for `lockcheck compare %s`:\n", name, ask.ShellWord(s.file))
	fmt.Fprintf(&b, "# %s.\n#\n", s.title)
	fmt.Fprintf(&b, "# `lockcheck show %s` lists its parameters, faults and properties;\n", name)
	b.WriteString("# `lockcheck schema suite` prints what may stand in a suite.\nversion: 1\n\n")
	fmt.Fprintf(&b, "defaults:\n  protocol: %s\n", name)
	if s.clients != "" {
		fmt.Fprintf(&b, "  params:\n    clients: %s # more of them take longer\n", s.clients)
	}
	b.WriteString("\nchecks:\n")
	for i, c := range s.checks {
		if i > 0 && c.says != "" {
			b.WriteString("\n")
		}
		if c.says != "" {
			fmt.Fprintf(&b, "# %s\n", strings.ReplaceAll(c.says, "\n", "\n# "))
		}
		fmt.Fprintf(&b, "- name: %s\n  faults: %s\n", c.name, plainYAML(c.faults))
		if c.bounded {
			s.timing(&b)
		}
		c.expect(&b)
	}
	if s.untimed {
		fmt.Fprintf(&b, "\n# There is no check in real time (timing: bounded): after %d states it was\n# not decided.\n", firstStates)
	}
	return b.String()
}

// timing writes what makes a check one in real time.
func (s *firstSuite) timing(b *strings.Builder) {
	b.WriteString("  timing: bounded\n")
	given := slices.ContainsFunc(s.durations, func(d firstDuration) bool { return !d.derived })
	if given {
		b.WriteString("  durations:\n")
	} else {
		b.WriteString("  # durations:\n")
	}
	for _, d := range s.durations {
		if d.derived {
			fmt.Fprintf(b, "    # %s: %s unless it is given; %s\n", d.flag, d.value, d.help)
		} else {
			fmt.Fprintf(b, "    %s: %s # %s\n", d.flag, plainYAML(d.value), d.help)
		}
	}
}

func (c *firstCheck) expect(b *strings.Builder) {
	if len(c.violated) == 0 {
		fmt.Fprintf(b, "  expect: %s\n", c.verdict)
		return
	}
	fmt.Fprintf(b, "  expect:\n    verdict: %s\n    properties:\n", c.verdict)
	for _, name := range c.violated {
		fmt.Fprintf(b, "      %s: violated\n", plainYAML(name))
	}
}
