package specs

import (
	"maps"
	"reflect"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// TestCatalog loads catalog.yaml and every spec that it names, and holds the
// catalogue to what the specs have.
func TestCatalog(t *testing.T) {
	entries, err := All()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		t.Run(e.Name, func(t *testing.T) {
			params := map[string]map[string]string{"itself": e.Params}
			for _, r := range e.Repairs {
				if r.Title == "" {
					t.Errorf("a repair has no title: %v", r.Params)
				}
				params[r.Title] = r.Params
			}
			for what, chosen := range params {
				m, diags := murphi.Load(Files(), e.Spec)
				if err := diags.Err(); err != nil {
					t.Fatal(err)
				}
				all := maps.Clone(e.Durations)
				if all == nil {
					all = map[string]string{}
				}
				maps.Copy(all, chosen)
				if _, diags := murphi.Configure(m, murphi.Config{Params: all}); diags.HasErrors() {
					t.Errorf("%s: %v", what, diags.Err())
				}
			}
			m, _ := murphi.Load(Files(), e.Spec)
			murphi.Check(m, murphi.CheckOptions{})
			titles := map[string]bool{}
			for _, p := range m.Properties {
				titles[p.Title] = true
			}
			isDuration := map[string]bool{}
			for _, d := range murphi.Durations(m) {
				isDuration[d.Flag] = true
			}
			for flag := range e.Durations {
				if !isDuration[flag] {
					t.Errorf("%s is no duration", flag)
				}
			}
			for _, name := range e.Properties {
				if !titles[name] {
					t.Errorf("promises %s, which its spec does not have", name)
				}
			}
		})
	}
	for _, e := range entries {
		if found, ok := Find(e.Name); !ok || !reflect.DeepEqual(found, e) {
			t.Errorf("%s is found as %v, %v; its document must begin with its name", e.Name, found, ok)
		}
	}
	for _, name := range []string{"no such thing", "", "ttl\nspec: ttl.murphi"} {
		if _, ok := Find(name); ok {
			t.Errorf("%q was found, which is not there", name)
		}
	}
}

// TestEveryPromiseHasWords: what a spec claims in kebab case is explained.
func TestEveryPromiseHasWords(t *testing.T) {
	if _, err := promises(); err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, p := range Properties() {
		words[p.Name] = p.Says != "" && p.Broken != ""
	}
	entries, _ := All()
	for _, e := range entries {
		m, _ := murphi.Load(Files(), e.Spec)
		murphi.Check(m, murphi.CheckOptions{})
		for _, p := range m.Properties {
			if (p.Prop == murphi.Invariant || p.Prop == murphi.Liveness) && !words[p.Title] {
				t.Errorf("%s: properties.yaml has no words for %s", e.Spec, p.Title)
			}
		}
	}
}

func TestDefault(t *testing.T) {
	for _, c := range []struct {
		text   string
		params map[string]string
		faults []string
		want   bool
	}{
		{"", nil, nil, true},
		{"always", nil, nil, true},
		{"on request", nil, nil, false},
		{"workload=rmw", map[string]string{"workload": "rmw"}, nil, true},
		{"workload=rmw", map[string]string{"workload": "write"}, nil, false},
		{"workload=rmw", nil, nil, false},
		{"guard!=none", map[string]string{"guard": "seal"}, nil, true},
		{"guard!=none", map[string]string{"guard": "none"}, nil, false},
		{"guard!=none", nil, nil, false},
		{"fault duplicate|reorder", nil, []string{"pause", "reorder"}, true},
		{"fault duplicate|reorder", nil, []string{"pause"}, false},
	} {
		w, err := parseWhen(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := w.holds(c.params, c.faults); got != c.want {
			t.Errorf("%q with %v and %v: %v", c.text, c.params, c.faults, got)
		}
	}
}

// TestDefaultIsMonotone: a property that is decided by default with some faults
// is so with more of them. The smallest fault sets of explain rest on it.
func TestDefaultIsMonotone(t *testing.T) {
	for _, p := range Properties() {
		for _, params := range []map[string]string{nil, {"guard": "seal", "workload": "rmw"}} {
			var on []string
			before := Default(p.Name, params, on)
			for _, kind := range murphi.FaultKinds {
				on = append(on, kind)
				after := Default(p.Name, params, on)
				if alone := Default(p.Name, params, []string{kind}); (before || alone) && !after {
					t.Errorf("%s is decided with some of %v and not with all", p.Name, on)
				}
				before = after
			}
		}
	}
}

// TestDecodeIsStrict: mistakes in a catalogue are told, with their place.
func TestDecodeIsStrict(t *testing.T) {
	for text, want := range map[string]string{
		"---\nname: x\nspec: ttl.murphi\nverdict: safe\ncolour: red":      "catalog.yaml: line 5: field colour not found",
		"name: x\nspec: ttl.murphi\nverdict: safe\n---\nname: y\nname: z": `catalog.yaml: line 6: mapping key "name" already defined at line 5`,
		"name: x\nspec: nowhere.murphi\nverdict: safe":                    `there is no spec "nowhere.murphi"`,
		"name: x\nspec: ttl.murphi\nverdict: maybe":                       `not "maybe"`,
		"name: x\nspec: ttl.murphi\nverdict: safe\n---\nname: x":          "a name of its own",
		"name: {": "catalog.yaml: line 1",
	} {
		if _, err := decode(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
	for text, want := range map[string]string{
		"- {name: p}": "words for it",
		"- {name: p, says: s, broken: b, default: perhaps}": "default must be",
		"- {name: p, says: s}\n- {name: p, says: again}":    "a name of its own",
		"\n- {name: p, says: s, colour: red}":               "properties.yaml: line 2: field colour not found",
	} {
		if _, err := decodeProperties(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}

// TestVacuous: a property that nothing can break is told from one that holds.
func TestVacuous(t *testing.T) {
	for _, c := range []struct {
		property, flag, value, needs string
	}{
		{"no-lost-update", "workload", "write", "--workload rmw"},
		{"no-lost-update", "workload", "rmw", ""},
		{"no-lost-update", "guard", "none", ""}, // a spec without workloads
		{"no-wrong-refusal", "guard", "none", "a --guard other than none"},
		{"no-wrong-refusal", "guard", "seal", ""},
		{"mutual-exclusion", "workload", "write", ""},
		{"applied-in-order", "workload", "write", ""},
		{"a-property-of-ones-own", "workload", "write", ""},
	} {
		needs, vacuous := Vacuous(c.property, map[string]string{c.flag: c.value})
		if needs != c.needs || vacuous != (c.needs != "") {
			t.Errorf("%s with --%s %s: vacuous %v, needs %q, want %q", c.property, c.flag, c.value, vacuous, needs, c.needs)
		}
	}
}
