package ask

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lockcheck/checker/timed"
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/model/sum"
	"lockcheck/out"
	"lockcheck/specs"
)

// Prepared is a question made ready to be answered: the spec, configured and
// checked, and the system that the engine runs.
type Prepared struct {
	Target     *Target
	Model      *murphi.Model
	Settings   murphi.Settings
	Ranks      bool
	Symmetry   bool
	Properties []string // that are decided, the gravest first
	System     model.System
	graph      *timed.Graph      // of the system, once it was searched in real time
	Defaults   map[string]string // of the parameters, in the spec
	Bounded    bool              // durations count
	durations  []string          // flags that are given
	notes      []string          // caveats
}

// Choices is what a check chooses about a model: a question without its
// limits.
type Choices struct {
	*Question
	Params map[string]string // as given
}

// Prepare loads, configures, checks and compiles. Findings about the spec go
// to w, warnings only if warn is set.
func Prepare(t *Target, c Choices, w io.Writer, warn bool) (*Prepared, error) {
	p, err := Configure(t, c, w, warn)
	if err != nil {
		return nil, err
	}
	return p, p.Compile()
}

// Configure does all of that but for compiling.
func Configure(t *Target, c Choices, w io.Writer, warn bool) (*Prepared, error) {
	p := &Prepared{Target: t, Ranks: c.Ranks != "off", Symmetry: c.Symmetry != "off", Bounded: c.Timing == "bounded"}
	var diags murphi.Diagnostics
	p.Model, diags = t.Load()
	if err := p.Findings(w, diags, warn); err != nil {
		return nil, err
	}
	p.Defaults = DefaultsOf(p.Model)
	p.durations = givenDurations(p.Model, c.Params)
	params, err := t.Params(c.Params)
	if err != nil {
		return nil, err
	}
	faults, err := t.faults(c.Faults)
	if err != nil {
		return nil, err
	}
	p.Settings, diags = murphi.Configure(p.Model, murphi.Config{Variant: c.Variant, Params: params, Faults: faults, Bounded: p.Bounded})
	if err := ConfigError(t.Name, diags); err != nil {
		return nil, err
	}
	diags = murphi.Check(p.Model, murphi.CheckOptions{Symmetry: p.Symmetry})
	if err := p.Findings(w, diags, warn); err != nil {
		return nil, err
	}
	if c.Cover != "" {
		return p, p.Aim(c.Cover)
	}
	if p.Properties, err = p.Choose(c.Question.Properties); err != nil {
		return nil, err
	}
	return p, p.leaveLivenessOut(c.Question.Properties)
}

// DefaultsOf returns the values that parameters have in the source.
func DefaultsOf(m *murphi.Model) map[string]string {
	defaults := map[string]string{}
	for _, info := range murphi.Params(m) {
		defaults[info.Flag] = info.Default
	}
	return defaults
}

// Findings writes findings about the model to w, warnings only if warn is set. It
// returns the errors among them, as a [ShownError].
func (p *Prepared) Findings(w io.Writer, diags murphi.Diagnostics, warn bool) error {
	if !warn && !diags.HasErrors() {
		return nil
	}
	shown, sources := p.Target.named(diags, p.Model.Sources)
	if err := shown.Render(w, sources); err != nil {
		return err
	}
	if err := diags.Err(); err != nil {
		return &ShownError{Err: err}
	}
	return nil
}

// ConfigError makes one error of what is wrong with the choices.
func ConfigError(name string, diags murphi.Diagnostics) error {
	if !diags.HasErrors() {
		return nil
	}
	var lines []string
	for _, d := range diags {
		line := d.Message
		if d.Hint != "" {
			line += "\n" + d.Hint
		}
		lines = append(lines, line)
	}
	return fmt.Errorf("%s: %s", name, strings.Join(lines, "\n"))
}

// Params merges the catalogue's choices with those that are given.
func (t *Target) Params(given map[string]string) (map[string]string, error) {
	if t.Entry == nil {
		return given, nil
	}
	all := maps.Clone(t.Entry.Params)
	if all == nil {
		all = map[string]string{}
	}
	for _, flag := range slices.Sorted(maps.Keys(given)) {
		if fixed, ok := all[flag]; ok && fixed != given[flag] {
			return nil, fmt.Errorf("--%s %s contradicts %s, which means --%s %s", flag, given[flag], t.Name, flag, fixed)
		}
		all[flag] = given[flag]
	}
	for flag, value := range t.Entry.Durations {
		if _, ok := given[flag]; !ok {
			all[flag] = value
		}
	}
	return all, nil
}

func (t *Target) faults(given string) (murphi.FaultSet, error) {
	if given == "default" && t.Entry != nil && t.Entry.Faults != "" {
		given = t.Entry.Faults
	}
	set, err := murphi.ParseFaults(given)
	if err != nil {
		return set, fmt.Errorf("--faults: %w", err)
	}
	return set, nil
}

// Report dresses up a prepared question; the result comes later.
func (p *Prepared) Report() *out.Report {
	m := p.Model
	r := &out.Report{
		Tool:        Tool,
		Model:       out.Model{Name: BaseName(p.Target.Name), File: BaseName(p.Target.File), SHA256: Checksum(m)},
		Assumptions: slices.Concat(m.Head.Assumes, m.Head.Untimed),
		Owners:      out.OwnersOf(m),
		Meanings:    map[string]out.Meaning{},
		Config:      out.Config{Timing: "any", Symmetry: p.Symmetry, Ranks: p.Ranks},
	}
	if h := m.Head.Protocol; h != nil {
		r.Model.Name, r.Model.Title = h.Name, h.Title
	}
	if e := p.Target.Entry; e != nil {
		r.Model.Name = e.Name
		if e.Title != "" && p.asCatalogued() {
			r.Model.Title = e.Title
		}
	}
	if !hasTiming(m) {
		r.Config.Timing = ""
	}
	for _, q := range specs.Properties() {
		r.Meanings[q.Name] = out.Meaning{Says: q.Says, Broken: q.Broken}
	}
	for _, info := range murphi.Params(m) {
		value := p.Settings.Params[info.Flag]
		r.Config.Params = append(r.Config.Params, out.Param{Flag: info.Flag, Value: value, Default: p.Defaults[info.Flag]})
		if info.Flag == "rounds" && value != "0" {
			r.Config.Rounds = value
		}
	}
	r.Config.Unbounded = r.Config.Rounds == "" && len(m.Ordinals) > 0 && p.Ranks
	p.faultConfig(&r.Config)
	if p.Bounded {
		p.durationConfig(&r.Config)
		r.Assumptions = p.boundedAssumptions()
	}
	r.Notes = p.notes
	return r
}

// asCatalogued reports whether the protocol is what the catalogue's title
// speaks of: no choice differs from it but numbers, such as that of clients.
func (p *Prepared) asCatalogued() bool {
	for _, info := range murphi.Params(p.Model) {
		want, ok := p.Target.Entry.Params[info.Flag]
		if !ok {
			want = p.Defaults[info.Flag]
		}
		if info.Values != nil && p.Settings.Params[info.Flag] != want {
			return false
		}
	}
	return true
}

// hasTiming reports whether a model tells apart what happens at any speed from what
// the clocks allow. Of another one there is nothing to say about timing.
func hasTiming(m *murphi.Model) bool {
	return slices.ContainsFunc(m.Consts, func(c *murphi.ConstDecl) bool { return c.Timing })
}

func (p *Prepared) faultConfig(c *out.Config) {
	per, rules := map[string]string{}, map[string][]string{}
	for _, r := range p.Model.Rules {
		f := r.Ann.Fault
		if f == nil {
			continue
		}
		rules[f.Kind] = append(rules[f.Kind], r.Name)
		if f.Per != "" {
			per[f.Kind] = "client"
		}
	}
	on := map[string]bool{}
	for _, f := range p.Settings.Faults {
		on[f.Kind] = true
		fault := out.Fault{Kind: f.Kind, Per: per[f.Kind], Rules: rules[f.Kind]}
		if f.Max != murphi.Unbounded {
			n := f.Max
			fault.Budget = &n
		}
		c.Faults = append(c.Faults, fault)
	}
	for _, kind := range p.Model.FaultKinds() {
		if !on[kind] {
			c.FaultsOff = append(c.FaultsOff, kind)
		}
	}
}

// Checksum identifies the texts that a model is made of.
func Checksum(m *murphi.Model) string {
	var texts []byte
	for _, s := range m.Sources {
		texts = append(append(texts, s.Text...), 0)
	}
	return sum.Hex(texts)
}
