package timed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// modelMaker makes small random models with delays. They are symmetric under
// the type client; what fails in them is a result like any other.
type modelMaker struct {
	r       *rand.Rand
	b       strings.Builder
	chooses bool // tokens are chosen, not minted
	rules   []*ruleSketch
	names   int
}

// ruleSketch is what other rules must know of one to restart its clock.
type ruleSketch struct {
	name   string
	params []param
	delay  string
	fault  string
}

type param struct{ name, typ string }

// randomTimed returns the model of a seed, and the faults to check it with.
func randomTimed(seed uint64) (text, faults string) {
	m := &modelMaker{r: rand.New(rand.NewPCG(seed, 0x7e4)), chooses: seed%3 == 0}
	if m.chance(60) {
		m.line(`--! protocol random "random model"`)
	}
	m.line("const TOP: 7;")
	m.line("type client: scalarset(%d); num: 0..2;", 1+(m.r.IntN(5)+1)/2)
	m.line("  token: 0..TOP; --! ordinal")
	m.line("var a, b: boolean; n: num; owner: client; last: token;")
	m.line("  s: array [client] of num; f: array [client] of boolean; mine: array [client] of token;")
	for range 1 + m.r.IntN(2) {
		m.start()
	}
	for range 3 + m.r.IntN(5) {
		m.rules = append(m.rules, m.sketch())
	}
	for _, r := range m.rules {
		m.rule(r)
	}
	for range 1 + m.r.IntN(2) {
		m.claim("invariant", "!(%s)")
	}
	if m.chance(10) {
		m.claim("assume", "!(%s)")
	}
	for range 1 + m.r.IntN(2) {
		m.claim("cover", "%s")
	}
	return m.b.String(), m.faults()
}

// faults chooses budgets for the kinds that there are.
func (m *modelMaker) faults() string {
	var list []string
	for _, kind := range []string{"pause", "loss"} {
		if slices.ContainsFunc(m.rules, func(r *ruleSketch) bool { return r.fault == kind }) {
			list = append(list, kind+m.pick("", "=0", "=1", "=1", "=2"))
		}
	}
	if list == nil {
		return "none"
	}
	return strings.Join(list, ",")
}

func (m *modelMaker) chance(percent int) bool { return m.r.IntN(100) < percent }

func (m *modelMaker) pick(choices ...string) string { return choices[m.r.IntN(len(choices))] }

func (m *modelMaker) line(format string, args ...any) { fmt.Fprintf(&m.b, format+"\n", args...) }

func (m *modelMaker) name(prefix string) string {
	m.names++
	return fmt.Sprint(prefix, m.names)
}

// start writes a start state, of one client now and then.
func (m *modelMaker) start() {
	var params []param
	if m.chance(30) {
		params = []param{{"c", "client"}}
	}
	m.within(params, func() {
		m.line("startstate %q begin", m.name("S"))
		m.line("  a := %s; b := %s; n := %d; undefine owner; last := 0;", m.pick("true", "false"), m.pick("true", "false"), m.r.IntN(3))
		m.line("  for i: client do s[i] := %d; f[i] := %s; mine[i] := 0; end;", m.r.IntN(2), m.pick("true", "false"))
		if params != nil {
			m.line("  %s", m.pick("owner := c;", "f[c] := !f[c];", "s[c] := 2;"))
		}
		m.line("end;")
	})
}

// within writes what f does in the rulesets of params.
func (m *modelMaker) within(params []param, f func()) {
	for _, p := range params {
		m.line("ruleset %s: %s do", p.name, p.typ)
	}
	f()
	for range params {
		m.line("end;")
	}
}

func (m *modelMaker) sketch() *ruleSketch {
	r := &ruleSketch{name: m.name("R")}
	client, other, number, token := param{"c", "client"}, param{"d", "client"}, param{"k", "num"}, param{"t", "token"}
	switch n := m.r.IntN(20); {
	case n < 6:
	case n < 12:
		r.params = []param{client}
	case n < 14:
		r.params = []param{client, other}
	case n < 15:
		r.params = []param{number}
	case n < 16:
		r.params = []param{client, number}
	case n < 18:
		r.params = []param{token}
	case n < 19:
		r.params = []param{token, client}
	default:
		r.params = []param{client, token, number}
	}
	first := len(m.rules) == 0
	if !first && m.chance(15) {
		r.fault = m.pick("pause", "pause", "loss")
	}
	if first || m.chance(80) {
		r.delay = m.delay(r)
	}
	return r
}

// delay is one of few seconds, or halves of them. The clocks of some run while
// another condition than the guard holds.
func (m *modelMaker) delay(r *ruleSketch) string {
	half := m.chance(25)
	low := m.r.IntN(7) - 3
	if len(m.rules) == 0 { // bounded time is refused where no rule waits
		low = 1
	}
	up := max(low, 0) + max(0, m.r.IntN(4)-1)
	text := fmt.Sprintf("delay [%s, %s]", seconds(max(low, 0), half), seconds(up, half))
	if r.fault != "" || m.chance(30) {
		text = fmt.Sprintf("delay [%s, inf)", seconds(max(low, 0), half))
	}
	if !slices.Contains(r.params, param{"t", "token"}) && m.chance(40) {
		text += " while " + m.guard(r.params, 2)
	}
	return text
}

// seconds are n of them, and a half.
func seconds(n int, half bool) string {
	if half && n > 0 {
		return fmt.Sprintf("%d.5s", n)
	}
	return fmt.Sprintf("%ds", n)
}

// atom is a condition on one part of the state or two.
func (m *modelMaker) atom(params []param) string {
	all := []string{
		"a", "!a", "b", "!b", fmt.Sprintf("n = %d", m.r.IntN(3)), fmt.Sprintf("n != %d", m.r.IntN(3)),
		"isundefined(owner)", "!isundefined(owner)", "last != 0",
		fmt.Sprintf("exists i: client do s[i] = %d end", m.r.IntN(3)), "forall i: client do f[i] end",
		"exists i: client do mine[i] = last end", "exists i: client do mine[i] < last end",
	}
	for _, p := range params {
		switch p.typ {
		case "client":
			of := []string{
				fmt.Sprintf("s[%s] = %d", p.name, m.r.IntN(3)), fmt.Sprintf("s[%s] != %d", p.name, m.r.IntN(3)),
				fmt.Sprintf("f[%s]", p.name), fmt.Sprintf("!f[%s]", p.name), fmt.Sprintf("mine[%s] = last", p.name),
				fmt.Sprintf("(!isundefined(owner) & owner = %s)", p.name),
			}
			if m.chance(3) {
				of = append(of, "owner = "+p.name)
			}
			if p.name == "d" {
				of = append(of, "c != d", "c != d", "s[c] = s[d]")
			}
			all = append(all, of...)
			all = append(all, of...)
		case "num":
			all = append(all, "n = k", "n <= k", "n = k", "n < k")
		case "token":
			all = append(all, "t = last", "t > last", "t <= last", "t = 0")
		}
	}
	return m.pick(all...)
}

func (m *modelMaker) guard(params []param, most int) string {
	text := m.atom(params)
	for range m.r.IntN(most) {
		text += m.pick(" & ", " & ", " | ") + m.atom(params)
	}
	return "(" + text + ")"
}

// effect changes one part of the state.
func (m *modelMaker) effect(params []param) string {
	all := []string{
		"a := !a;", "b := !b;", "a := true;", "b := false;", "undefine owner;",
		"n := (n + 1) % 3;", fmt.Sprintf("n := %d;", m.r.IntN(3)), "for i: client do f[i] := !f[i]; end;",
	}
	if m.chance(5) {
		all = append(all, "n := n + 1;")
	}
	for _, p := range params {
		switch p.typ {
		case "client":
			for range 2 {
				all = append(all,
					fmt.Sprintf("s[%s] := %d;", p.name, m.r.IntN(3)), fmt.Sprintf("s[%s] := (s[%s] + 1) %% 3;", p.name, p.name),
					fmt.Sprintf("f[%s] := !f[%s];", p.name, p.name), fmt.Sprintf("f[%s] := true;", p.name),
					fmt.Sprintf("owner := %s;", p.name), fmt.Sprintf("mine[%s] := last;", p.name), fmt.Sprintf("mine[%s] := 0;", p.name))
			}
		case "num":
			all = append(all, "n := k;", "n := k;")
		case "token":
			if m.chooses {
				all = append(all, "last := t;", "last := t;", "last := t;")
			}
		}
	}
	return m.pick(all...)
}

// statement is an effect or a claim.
func (m *modelMaker) statement(params []param) string {
	switch n := m.r.IntN(40); {
	case n < 2:
		return fmt.Sprintf("assert !%s %q;", m.guard(params, 3), m.name("claim"))
	case n < 5:
		return fmt.Sprintf("assume %s;", m.atom(params))
	case n < 8:
		return fmt.Sprintf("cover %s %q;", m.atom(params), m.name("seen"))
	case n < 12:
		return fmt.Sprintf("if %s then %s end;", m.atom(params), m.effect(params))
	}
	return m.effect(params)
}

func (m *modelMaker) rule(r *ruleSketch) {
	m.within(r.params, func() {
		if r.fault != "" {
			m.line("--! fault %s", r.fault)
		} else if len(r.params) > 0 && r.params[0].typ == "client" && r.delay != "" && m.chance(50) {
			m.line("--! line C1")
		}
		if r.delay != "" {
			m.line("--! %s", r.delay)
		}
		for m.chance(40) {
			m.restart(r)
		}
		mints := !m.chooses && m.chance(25)
		guard := m.guard(r.params, 2)
		if mints {
			guard = "last < TOP & " + guard
		}
		m.line("rule %q %s ==> begin", r.name, guard)
		if mints {
			m.line("  last := last + 1;")
		}
		for range 1 + m.r.IntN(3) {
			m.line("  %s", m.statement(r.params))
		}
		m.line("end;")
	})
}

// restart names the clock of a rule, if one has parameters that by can give.
func (m *modelMaker) restart(by *ruleSketch) {
	r := m.rules[m.r.IntN(len(m.rules))]
	if r.delay == "" {
		return
	}
	var args []string
	for _, p := range r.params {
		var fit []string
		for _, own := range by.params {
			if own.typ == p.typ {
				fit = append(fit, own.name)
			}
		}
		if p.typ == "num" {
			fit = append(fit, fmt.Sprint(m.r.IntN(3)))
		}
		if p.typ == "token" {
			fit = append(fit, "0")
		}
		if fit == nil {
			return
		}
		args = append(args, m.pick(fit...))
	}
	call := ""
	if args != nil {
		call = "(" + strings.Join(args, ", ") + ")"
	}
	m.line("--! restarts %q%s", r.name, call)
}

func (m *modelMaker) claim(kind, form string) {
	var params []param
	if m.chance(40) {
		params = []param{{"c", "client"}}
	}
	text := m.atom(params)
	for range 1 + m.r.IntN(3) {
		text += " & " + m.atom(params)
	}
	m.within(params, func() { m.line("%s %q "+form+";", kind, m.name(kind), text) })
}
