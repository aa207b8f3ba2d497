package murphi

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Config is what a check chooses about a model. The zero Config is the model
// as written with its default faults, each unbounded.
type Config struct {
	Variant string            // a variant of the model, or ""
	Params  map[string]string // flag to value, of parameters and durations, as on a command line
	Faults  FaultSet
	// Bounded asks for the model under the durations: its timing constant is
	// true. Durations are settled and checked either way.
	Bounded bool
}

// Settings is what Configure settled.
type Settings struct {
	Params    map[string]string // every parameter's flag and value
	Faults    []FaultBudget     // the kinds that are on, in the model's order
	Durations []DurationSetting // all of the model's, in file order
	delays    map[*Rule]Delay
}

// ParamInfo describes a parameter of a model.
type ParamInfo struct {
	Flag    string
	Const   *ConstDecl
	Values  []string // the choices, as written on a command line; nil for a number
	Lo, Hi  int64    // the range of a number
	Default string
	Help    string
}

// Params describes the parameters that the model declares, in file order. It
// works on a model as parsed; Default is then the value in the source.
func Params(m *Model) []ParamInfo {
	enums := enumsByMember(m)
	var infos []ParamInfo
	for _, it := range m.Items {
		d, ok := it.(*ConstDecl)
		if !ok || d.Param == nil {
			continue
		}
		p := ParamInfo{Flag: d.Param.Flag, Const: d, Lo: d.Param.Lo, Hi: d.Param.Hi, Help: d.Param.Help}
		id, isIdent := d.Value.(*Ident)
		if isIdent && enums[id.Name] != nil {
			for _, member := range enums[id.Name] {
				p.Values = append(p.Values, flagValue(member))
			}
			p.Default = flagValue(id.Name)
		} else {
			p.Default = PrintExpr(d.Value)
		}
		infos = append(infos, p)
	}
	return infos
}

// enumsByMember maps each enum member of the top level to all members of its
// type.
func enumsByMember(m *Model) map[string][]string {
	all := map[string][]string{"false": {"false", "true"}, "true": {"false", "true"}}
	for _, it := range m.Items {
		d, ok := it.(*TypeDecl)
		if !ok {
			continue
		}
		e, ok := d.Expr.(*EnumExpr)
		if !ok {
			continue
		}
		var names []string
		for _, member := range e.Members {
			names = append(names, member.Name)
		}
		for _, name := range names {
			all[name] = names
		}
	}
	return all
}

// flagValue writes an enum member as a flag's value: reject_lower becomes
// reject-lower.
func flagValue(member string) string { return strings.ReplaceAll(member, "_", "-") }

// CheckParam says what is wrong with a parameter or duration of a loaded model,
// as [Configure] would, and what is possible; "" if nothing is.
func CheckParam(m *Model, flag, value string) (problem, hint string) {
	return checkParam(Params(m), Durations(m), flag, value)
}

// checkParam says what is wrong with the value of a parameter or duration, if
// anything, and what could be written instead.
func checkParam(infos []ParamInfo, durations []DurationInfo, flag, value string) (problem, hint string) {
	i := slices.IndexFunc(infos, func(p ParamInfo) bool { return p.Flag == flag })
	if i < 0 {
		var flags []string
		for _, p := range infos {
			flags = append(flags, p.Flag)
		}
		for _, d := range durations {
			if d.Flag == flag {
				_, problem, hint = d.parse(value)
				return problem, hint
			}
			flags = append(flags, d.Flag)
		}
		if len(flags) == 0 {
			return fmt.Sprintf("there is no parameter --%s; the model has none", flag), ""
		}
		return fmt.Sprintf("there is no parameter --%s", flag), orList(suggest(flag, slices.Clone(flags)), flags)
	}
	p := infos[i]
	if p.Values != nil {
		if !slices.Contains(p.Values, value) {
			return fmt.Sprintf("--%s has no value %q", flag, value), oneOf(value, p.Values)
		}
		return "", ""
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || n < p.Lo || n > p.Hi {
		return fmt.Sprintf("--%s must be a number from %d to %d, not %q", flag, p.Lo, p.Hi, value), ""
	}
	return "", ""
}

// oneOf lists what is possible, the likeliest first.
func oneOf(word string, all []string) string {
	list := "possible: " + strings.Join(all, ", ")
	if s := suggest(word, slices.Clone(all)); s != "" {
		return s + " " + list
	}
	return list
}

// Configure applies cfg to a parsed model, before Check: it sets the constants
// that are parameters, switches off the faults that are not wanted
// ([Rule.Off]), and writes budgets into the model as variables, guards and
// statements. It changes m; parse again for another configuration. Complaints
// have no place in the source: they are about cfg.
func Configure(m *Model, cfg Config) (Settings, Diagnostics) {
	c := &configurer{model: m, settings: Settings{Params: map[string]string{}}}
	params := c.withVariant(cfg)
	c.setParams(params)
	if !c.diags.HasErrors() {
		c.setDurations(params)
	}
	c.setTiming(cfg.Bounded)
	c.setFaults(cfg.Faults)
	return c.settings, c.diags
}

type configurer struct {
	model    *Model
	diags    Diagnostics
	settings Settings
}

func (c *configurer) fail(hint, format string, args ...any) {
	c.diags = append(c.diags, Diagnostic{Severity: Error, Message: fmt.Sprintf(format, args...), Hint: hint, Code: "config"})
}

// withVariant adds the variant's parameters to those given, which must not
// contradict it.
func (c *configurer) withVariant(cfg Config) map[string]string {
	if cfg.Variant == "" {
		return cfg.Params
	}
	var names []string
	for _, v := range c.model.Head.Variants {
		names = append(names, v.Name)
		if v.Name != cfg.Variant {
			continue
		}
		all := maps.Clone(cfg.Params)
		if all == nil {
			all = map[string]string{}
		}
		for _, p := range v.Params {
			if given, ok := all[p.Flag]; ok && given != p.Value {
				c.fail("leave one of them out", "--%s %s contradicts variant %s, which means --%s %s", p.Flag, given, v.Name, p.Flag, p.Value)
			}
			all[p.Flag] = p.Value
		}
		return all
	}
	if len(names) == 0 {
		c.fail("", "there is no variant %q; the model has none", cfg.Variant)
	} else {
		c.fail(oneOf(cfg.Variant, names), "there is no variant %q", cfg.Variant)
	}
	return cfg.Params
}

func (c *configurer) setParams(params map[string]string) {
	infos, durations := Params(c.model), Durations(c.model)
	for _, flag := range slices.Sorted(maps.Keys(params)) {
		if problem, hint := checkParam(infos, durations, flag, params[flag]); problem != "" {
			c.fail(hint, "%s", problem)
		}
	}
	for _, p := range infos {
		value, ok := params[p.Flag]
		if !ok {
			c.settings.Params[p.Flag] = p.Default
			continue
		}
		c.settings.Params[p.Flag] = value
		if value == p.Default {
			continue // keeps its place in the source
		}
		at := p.Const.Value.Place()
		if p.Values != nil {
			p.Const.Value = &Ident{Span: at, Name: strings.ReplaceAll(value, "-", "_")}
		} else if n, err := strconv.ParseInt(value, 10, 64); err == nil {
			p.Const.Value = intExpr(at, n)
		}
	}
}

// intExpr returns n as an expression; Murphi has no negative literals.
func intExpr(at Span, n int64) Expr {
	if n < 0 && n != minInt {
		return &Unary{Span: at, Op: Neg, X: &Int{Span: at, Value: -n}}
	}
	return &Int{Span: at, Value: n}
}
