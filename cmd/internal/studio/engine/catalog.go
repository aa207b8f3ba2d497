package engine

import (
	"path"
	"slices"
	"strings"
	"sync"

	"lockcheck/cmd/internal/ask"
	"lockcheck/model/murphi"
	"lockcheck/specs"
)

// catalog is what the page needs to know. It is made once: the specs do not change.
var catalog = sync.OnceValues(makeCatalog)

func makeCatalog() (*Catalog, error) {
	c := &Catalog{Schema: Schema, Tool: ask.Tool, Presets: presets, Lessons: lessons}
	entries, err := specs.All()
	if err != nil {
		return nil, err
	}
	for _, p := range specs.Properties() {
		c.Properties = append(c.Properties, Property{Name: p.Name, Says: p.Says})
	}
	models := map[string]*murphi.Model{} // by spec: to read one takes longer than all the rest
	for _, e := range entries {
		m := models[e.Spec]
		if m == nil {
			if m, _ = murphi.Load(specs.Files(), e.Spec); m == nil {
				continue
			}
			models[e.Spec] = m
		}
		c.Protocols = append(c.Protocols, protocolOf(m, &e))
	}
	return c, nil
}

// protocolOf describes an entry of the catalogue, whose spec is m.
func protocolOf(m *murphi.Model, e *specs.Entry) Protocol {
	p := Protocol{
		Name: e.Name, Title: e.Title, Family: e.Family, Spec: strings.TrimSuffix(e.Spec, path.Ext(e.Spec)), Products: e.Products,
		Fixed: e.Params, Params: []Param{}, Durations: []Param{}, Faults: []Fault{}, Default: e.Faults,
	}
	if h := m.Head.Protocol; h != nil && p.Title == "" {
		p.Title = h.Title
	}
	if p.Products == nil {
		p.Products = []string{}
	}
	if p.Fixed == nil {
		p.Fixed = map[string]string{}
	}
	if p.Default == "" {
		p.Default = "default"
	}
	for _, info := range murphi.Params(m) {
		q := Param{Flag: info.Flag, Help: info.Help, Kind: "number", Lo: info.Lo, Hi: info.Hi, Default: info.Default}
		if info.Values != nil {
			q.Kind, q.Values, q.Lo, q.Hi = "choice", info.Values, 0, 0
		}
		if fixed, ok := e.Params[info.Flag]; ok {
			q.Default = fixed
		}
		p.Params = append(p.Params, q)
	}
	t := &ask.Target{Name: e.Name, Entry: e}
	for _, d := range murphi.Durations(m) {
		q := Param{Flag: d.Flag, Help: d.Ann.Help, Kind: "time", Default: t.Usual(d)}
		if d.Dimension == murphi.Percentage {
			q.Kind = "rate"
		}
		p.Durations = append(p.Durations, q)
		if p.Lease == "" && slices.Contains([]string{"ttl", "session-timeout", "lease"}, d.Flag) {
			p.Lease = d.Flag
		}
	}
	for _, kind := range m.FaultKinds() {
		p.Faults = append(p.Faults, Fault{Kind: kind, Help: faultText(m, kind)})
	}
	// lease has no clocks, and where faults touch waiters alone no holder is stopped.
	p.Scripted = p.Spec != "lease" && e.Params["hits"] != "waiters"
	return p
}

// faultText says what a kind of fault does, as the first rule of it does.
func faultText(m *murphi.Model, kind string) string {
	for _, r := range m.Rules {
		if f := r.Ann.Fault; f != nil && f.Kind == kind && r.Ann.Say != nil {
			return plainSay(r.Ann.Say)
		}
	}
	return ""
}

// plainSay is what a rule says, of any client.
func plainSay(say *murphi.Template) string {
	var b strings.Builder
	for _, piece := range say.Pieces {
		if piece.Expr != nil {
			b.WriteString("a client")
		}
		b.WriteString(piece.Text)
	}
	return b.String()
}
