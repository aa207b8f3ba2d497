package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"lockcheck/checker/timed"
	"lockcheck/model"
	"lockcheck/model/murphi"
	"lockcheck/out"
	"lockcheck/specs"
)

// prepared is a question made ready to be answered: the spec, configured and
// checked, and the system that the engine runs.
type prepared struct {
	target     *target
	model      *murphi.Model
	settings   murphi.Settings
	ranks      bool
	symmetry   bool
	properties []string // that are decided, the gravest first
	system     model.System
	graph      *timed.Graph      // of the system, once it was searched in real time
	defaults   map[string]string // of the parameters, in the spec
	bounded    bool              // durations count
	durations  []string          // flags that are given
	notes      []string          // caveats
}

// choices is what a check chooses about a model: a question without its
// limits.
type choices struct {
	*question
	params map[string]string // as given
}

// prepare loads, configures, checks and compiles. Findings about the spec go
// to w, warnings only if warn is set.
func prepare(t *target, c choices, w io.Writer, warn bool) (*prepared, error) {
	p, err := configure(t, c, w, warn)
	if err != nil {
		return nil, err
	}
	return p, p.compile()
}

// configure does all of that but for compiling.
func configure(t *target, c choices, w io.Writer, warn bool) (*prepared, error) {
	p := &prepared{target: t, ranks: c.ranks != "off", symmetry: c.symmetry != "off", bounded: c.timing == "bounded"}
	var diags murphi.Diagnostics
	p.model, diags = t.load()
	if err := p.report(w, diags, warn); err != nil {
		return nil, err
	}
	p.defaults = defaultsOf(p.model)
	p.durations = givenDurations(p.model, c.params)
	params, err := t.params(c.params)
	if err != nil {
		return nil, err
	}
	faults, err := t.faults(c.faults)
	if err != nil {
		return nil, err
	}
	p.settings, diags = murphi.Configure(p.model, murphi.Config{Variant: c.variant, Params: params, Faults: faults, Bounded: p.bounded})
	if err := configError(t.name, diags); err != nil {
		return nil, err
	}
	diags = murphi.Check(p.model, murphi.CheckOptions{Symmetry: p.symmetry})
	if err := p.report(w, diags, warn); err != nil {
		return nil, err
	}
	if c.cover != "" {
		return p, p.aim(c.cover)
	}
	if p.properties, err = p.choose(c.question.properties); err != nil {
		return nil, err
	}
	return p, p.leaveLivenessOut(c.question.properties)
}

// defaultsOf returns the values that parameters have in the source.
func defaultsOf(m *murphi.Model) map[string]string {
	defaults := map[string]string{}
	for _, info := range murphi.Params(m) {
		defaults[info.Flag] = info.Default
	}
	return defaults
}

// report shows findings; errors end the command.
func (p *prepared) report(w io.Writer, diags murphi.Diagnostics, warn bool) error {
	if !warn && !diags.HasErrors() {
		return nil
	}
	shown, sources := p.target.named(diags, p.model.Sources)
	if err := shown.Render(w, sources); err != nil {
		return err
	}
	if err := diags.Err(); err != nil {
		return &shownError{err}
	}
	return nil
}

// configError makes one error of what is wrong with the choices.
func configError(name string, diags murphi.Diagnostics) error {
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

// params merges the catalogue's choices with those on the command line.
func (t *target) params(given map[string]string) (map[string]string, error) {
	if t.entry == nil {
		return given, nil
	}
	all := maps.Clone(t.entry.Params)
	if all == nil {
		all = map[string]string{}
	}
	for _, flag := range slices.Sorted(maps.Keys(given)) {
		if fixed, ok := all[flag]; ok && fixed != given[flag] {
			return nil, fmt.Errorf("--%s %s contradicts %s, which means --%s %s", flag, given[flag], t.name, flag, fixed)
		}
		all[flag] = given[flag]
	}
	for flag, value := range t.entry.Durations {
		if _, ok := given[flag]; !ok {
			all[flag] = value
		}
	}
	return all, nil
}

func (t *target) faults(given string) (murphi.FaultSet, error) {
	if given == "default" && t.entry != nil && t.entry.Faults != "" {
		given = t.entry.Faults
	}
	set, err := murphi.ParseFaults(given)
	if err != nil {
		return set, fmt.Errorf("--faults: %w", err)
	}
	return set, nil
}

// reportOf dresses up a prepared question; the result comes later.
func (p *prepared) reportOf() *out.Report {
	m := p.model
	r := &out.Report{
		Tool:        tool,
		Model:       out.Model{Name: baseName(p.target.name), File: baseName(p.target.file), SHA256: checksum(m)},
		Assumptions: slices.Concat(m.Head.Assumes, m.Head.Untimed),
		Owners:      out.OwnersOf(m),
		Meanings:    map[string]out.Meaning{},
		Config:      out.Config{Timing: "any", Symmetry: p.symmetry, Ranks: p.ranks},
	}
	if h := m.Head.Protocol; h != nil {
		r.Model.Name, r.Model.Title = h.Name, h.Title
	}
	if e := p.target.entry; e != nil {
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
		value := p.settings.Params[info.Flag]
		r.Config.Params = append(r.Config.Params, out.Param{Flag: info.Flag, Value: value, Default: p.defaults[info.Flag]})
		if info.Flag == "rounds" && value != "0" {
			r.Config.Rounds = value
		}
	}
	r.Config.Unbounded = r.Config.Rounds == "" && len(m.Ordinals) > 0 && p.ranks
	p.faultConfig(&r.Config)
	if p.bounded {
		p.durationConfig(&r.Config)
		r.Assumptions = p.boundedAssumptions()
	}
	r.Notes = p.notes
	return r
}

// asCatalogued reports whether the protocol is what the catalogue's title
// speaks of: no choice differs from it but numbers, such as that of clients.
func (p *prepared) asCatalogued() bool {
	for _, info := range murphi.Params(p.model) {
		want, ok := p.target.entry.Params[info.Flag]
		if !ok {
			want = p.defaults[info.Flag]
		}
		if info.Values != nil && p.settings.Params[info.Flag] != want {
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

func (p *prepared) faultConfig(c *out.Config) {
	per, rules := map[string]string{}, map[string][]string{}
	for _, r := range p.model.Rules {
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
	for _, f := range p.settings.Faults {
		on[f.Kind] = true
		fault := out.Fault{Kind: f.Kind, Per: per[f.Kind], Rules: rules[f.Kind]}
		if f.Max != murphi.Unbounded {
			n := f.Max
			fault.Budget = &n
		}
		c.Faults = append(c.Faults, fault)
	}
	for _, kind := range p.model.FaultKinds() {
		if !on[kind] {
			c.FaultsOff = append(c.FaultsOff, kind)
		}
	}
}

// checksum identifies the texts that a model is made of.
func checksum(m *murphi.Model) string {
	h := sha256.New()
	for _, s := range m.Sources {
		io.WriteString(h, s.Text)
		h.Write([]byte{0})
	}
	return hex.EncodeToString(h.Sum(nil))
}
