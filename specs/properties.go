package specs

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Property is a promise that the specs speak of by name.
type Property struct {
	Name   string `yaml:"name"`
	Says   string `yaml:"says"`   // the promise
	Broken string `yaml:"broken"` // how one says that it is broken
	// Default says when it is checked without being asked for: "always", "on
	// request", or if a parameter or fault is as it says: "workload=rmw",
	// "guard!=none", "fault duplicate|reorder".
	Default string `yaml:"default"`
}

var promises = sync.OnceValues(readProperties)

func checkProperties(all []Property) error {
	names := map[string]bool{}
	for _, p := range all {
		if p.Name == "" || p.Says == "" || names[p.Name] {
			return fmt.Errorf("properties.yaml: property %q needs a name of its own and words for it", p.Name)
		}
		names[p.Name] = true
		if _, err := parseWhen(p.Default); err != nil {
			return fmt.Errorf("properties.yaml: property %s: %w", p.Name, err)
		}
	}
	return nil
}

// Properties returns the promises that the catalogue has words for, the
// gravest first.
func Properties() []Property {
	all, _ := promises()
	return slices.Clone(all)
}

// Default reports whether a property is checked without being asked for, under
// these parameters and fault kinds. A name that the catalogue does not know
// always is.
func Default(property string, params map[string]string, faults []string) bool {
	all, _ := promises()
	i := slices.IndexFunc(all, func(p Property) bool { return p.Name == property })
	if i < 0 {
		return true
	}
	w, err := parseWhen(all[i].Default)
	return err == nil && w.holds(params, faults)
}

// Vacuous reports whether a property says nothing under these parameters, as
// no-lost-update does where nobody reads, and with which parameter it would:
// "--workload rmw". That is known where its default hangs on a parameter that
// the spec has.
func Vacuous(property string, params map[string]string) (needs string, vacuous bool) {
	all, _ := promises()
	i := slices.IndexFunc(all, func(p Property) bool { return p.Name == property })
	if i < 0 {
		return "", false
	}
	w, err := parseWhen(all[i].Default)
	if err != nil || w.flag == "" || params[w.flag] == "" || w.holds(params, nil) {
		return "", false
	}
	if w.not {
		return "a --" + w.flag + " other than " + w.value, true
	}
	return "--" + w.flag + " " + w.value, true
}

// when is a condition on what is checked.
type when struct {
	never  bool
	flag   string
	value  string
	not    bool
	faults []string
}

func parseWhen(text string) (when, error) {
	switch text {
	case "", "always":
		return when{}, nil
	case "on request":
		return when{never: true}, nil
	}
	if kinds, ok := strings.CutPrefix(text, "fault "); ok {
		return when{faults: strings.Split(kinds, "|")}, nil
	}
	if flag, value, ok := strings.Cut(text, "!="); ok && flag != "" {
		return when{flag: flag, value: value, not: true}, nil
	}
	if flag, value, ok := strings.Cut(text, "="); ok && flag != "" {
		return when{flag: flag, value: value}, nil
	}
	return when{}, errors.New(`default must be "always", "on request", FLAG=VALUE, FLAG!=VALUE or "fault KIND|KIND", not "` + text + `"`)
}

func (w when) holds(params map[string]string, faults []string) bool {
	switch {
	case w.never:
		return false
	case len(w.faults) > 0:
		return slices.ContainsFunc(w.faults, func(k string) bool { return slices.Contains(faults, k) })
	case w.flag == "":
		return true
	}
	value, declared := params[w.flag]
	if !declared {
		return false
	}
	return (value == w.value) != w.not
}
