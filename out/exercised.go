package out

import (
	"fmt"
	"slices"
	"strings"

	"lockcheck/checker"
)

func unreached(res *checker.Result) []string {
	var names []string
	for _, c := range res.Covers {
		if !c.Reached {
			names = append(names, c.Name)
		}
	}
	return names
}

// impossible lists the kinds of fault that are on although no rule of theirs
// was ever enabled.
func (p *printer) impossible() []string {
	var kinds []string
	for _, f := range p.r.Config.Faults {
		struck := func(c checker.RuleCount) bool { return c.Enabled > 0 && slices.Contains(f.Rules, c.Name) }
		if !slices.ContainsFunc(p.r.Result.Rules, struck) {
			kinds = append(kinds, f.Kind)
		}
	}
	return kinds
}

func (p *printer) covers() {
	var reached []string
	for _, c := range p.r.Result.Covers {
		if c.Reached {
			reached = append(reached, c.Name)
		}
	}
	if len(reached) > 0 {
		p.field("Exercised", strings.Join(reached, "; "))
	}
	if missed := unreached(p.r.Result); len(missed) > 0 && p.r.Result.Verdict != checker.Safe {
		p.field("Not (yet) exercised:", strings.Join(missed, "; "))
	}
}

// neverTaken lists the names of rules of which none was taken, each once:
// several rules may share a name.
func (p *printer) neverTaken() {
	var names []string
	for _, c := range p.r.Result.Rules {
		taken := func(d checker.RuleCount) bool { return d.Name == c.Name && d.Taken > 0 }
		if !c.Off && !slices.Contains(names, c.Name) && !slices.ContainsFunc(p.r.Result.Rules, taken) {
			names = append(names, c.Name)
		}
	}
	if len(names) > 0 {
		p.field("Never taken", "rules "+strings.Join(names, ", "))
	}
}

// stats writes the coverage of every rule.
func (p *printer) stats() {
	p.blank()
	names := len("Rule")
	for _, c := range p.r.Result.Rules {
		names = max(names, columns(c.Name))
	}
	p.line(fmt.Sprintf("%s  %12s  %12s", pad("Rule", names), "enabled", "taken"))
	for _, c := range p.r.Result.Rules {
		if c.Off {
			p.line(fmt.Sprintf("%s  %12s  %12s", pad(c.Name, names), "off", "off"))
			continue
		}
		p.line(fmt.Sprintf("%s  %12s  %12s", pad(c.Name, names), Number(c.Enabled), Number(c.Taken)))
	}
}
