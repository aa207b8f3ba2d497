package engine

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

var update = flag.Bool("update", false, "rewrite testdata; read the diff before committing it")

// stage is a spec that was configured, and a judge of its properties: those that
// are checked by default.
type stage struct {
	model    *murphi.Model
	settings murphi.Settings
	system   *vm.Program
	judge    *checker.Judge
}

// words reads "guard=none ttl=10s".
func words(text string) map[string]string {
	all := map[string]string{}
	for _, w := range strings.Fields(text) {
		flag, value, _ := strings.Cut(w, "=")
		all[flag] = value
	}
	return all
}

func load(t testing.TB, spec string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Load(specs.Files(), spec+".murphi")
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return m
}

func set(t testing.TB, spec string, params map[string]string, faults string, bounded bool) *stage {
	t.Helper()
	m := load(t, spec)
	kinds, err := murphi.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	settings, diags := murphi.Configure(m, murphi.Config{Params: params, Faults: kinds, Bounded: bounded})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	if diags := murphi.Check(m, murphi.CheckOptions{Symmetry: true}); diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	var on, properties []string
	for _, f := range settings.Faults {
		on = append(on, f.Kind)
	}
	for _, p := range m.Properties {
		if p.Prop == murphi.Invariant && specs.Default(p.Title, settings.Params, on) {
			properties = append(properties, p.Title)
		}
	}
	system, err := vm.Compile(m, vm.Options{Properties: properties, Bounded: bounded})
	if err != nil {
		t.Fatal(err)
	}
	return &stage{m, settings, system, checker.NewJudge(system, checker.Options{Tree: m, Ranks: true})}
}

// scripted plays a script: "pause 15s", "none jump 6s x3".
func scripted(t testing.TB, spec, params, text string) (*stage, *view, *Script) {
	t.Helper()
	script := read(text)
	all, faults := forScript(load(t, spec), words(params), script)
	s := set(t, spec, all, faults, true)
	v, err := playIn(s, script)
	if err != nil {
		t.Fatal(err)
	}
	return s, v, &script
}

// playIn plays a script as the page writes it.
func playIn(s *stage, x Script) (*view, error) {
	what, err := scriptOf(x)
	if err != nil {
		return nil, err
	}
	return play(s.model, s.settings, true, s.judge, what)
}

func read(text string) Script {
	f := strings.Fields(text)
	script := Script{Stop: f[0]}
	if script.Stop != "none" {
		script.For, f = f[1], f[1:]
	}
	if len(f) > 1 && f[1] == "jump" {
		script.Jump = f[2]
		fmt.Sscanf(f[3], "x%d", &script.Nodes)
	}
	return script
}

// told writes a run with its views: for each step its time, what happens, the
// counters, and the status where it changes.
func (s *stage) told(v *view, script *Script) string {
	var b strings.Builder
	r := &Run{}
	v.tell(r, s.judge, script)
	moments, violations := r.Moments, r.Violations
	if r.Story != "" {
		fmt.Fprintf(&b, "%s\n\n", r.Story)
	}
	status, beside := "", ""
	for i, m := range moments {
		say := "start"
		if i > 0 {
			say = v.trace.Steps[i-1].Say
		}
		fmt.Fprintf(&b, "%2d %7s  %-74s token %s lowest %s waiting %d writes %d+%d+%d\n", i, m.Time, say, or(m.Token), or(m.Lowest), m.Waiting, m.Accepted-m.Stale, m.Stale, m.Refused)
		for _, w := range v.writes {
			if w.Step == i {
				fmt.Fprintf(&b, "            write: %+v\n", w)
			}
		}
		if now := m.Status + ": " + m.Says; now != status {
			status = now
			fmt.Fprintf(&b, "            %s\n", now)
		}
		if now := leasesText(m.Leases) + queueText(m.Queue) + quorumText(m.Quorum); now != beside {
			beside = now
			b.WriteString(now)
		}
		for _, x := range violations {
			if x.Step == i {
				fmt.Fprintf(&b, "            VIOLATION of %s: %s; %s\n", x.Property, x.Says, x.Why)
			}
		}
	}
	fmt.Fprintln(&b, strings.TrimPrefix(r.Alt, r.Story+" "))
	fmt.Fprintln(&b, r.Ends)
	return b.String()
}

func or(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func leasesText(leases []Lease) string {
	text := ""
	for _, l := range leases {
		text += fmt.Sprintf(" %s %.1f/%.0fs", l.Client, float64(l.Left)/1e9, float64(l.Whole)/1e9)
	}
	if text != "" {
		text = "            leases:" + text + "\n"
	}
	return text
}

func queueText(q *Queue) string {
	if q == nil {
		return ""
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "            queue:")
	for _, n := range q.Nodes {
		fmt.Fprintf(b, " %s=%s", n.Number, n.Client)
		if n.Orphan {
			fmt.Fprint(b, "'")
		}
		if n.Watches != "" {
			fmt.Fprintf(b, "(watches %s)", n.Watches)
		}
		if n.Session != "alive" {
			fmt.Fprintf(b, "(%s)", n.Session)
		}
	}
	if len(q.Woken) > 0 {
		fmt.Fprintf(b, "; woken %v", q.Woken)
	}
	fmt.Fprintf(b, "; %d told in all\n", q.Total)
	return b.String()
}

func quorumText(q *Quorum) string {
	if q == nil {
		return ""
	}
	b := &strings.Builder{}
	fmt.Fprintf(b, "            nodes:")
	for _, n := range q.Nodes {
		fmt.Fprintf(b, " %s %s%s", n.Name, n.State, strings.TrimRight(" "+n.Owner, " "))
		if n.Clock != "true" {
			fmt.Fprintf(b, " (%s)", n.Clock)
		}
		fmt.Fprint(b, ";")
	}
	fmt.Fprintf(b, " needed %d of", q.Needed)
	for _, g := range q.Grants {
		fmt.Fprintf(b, " %s %d", g.Client, g.Keys)
	}
	for _, w := range q.Clients {
		fmt.Fprintf(b, "; %s relies from %.3f until %.3f, passed %v", w.Client, float64(w.From)/1e9, float64(w.Until)/1e9, w.Passed)
	}
	fmt.Fprintln(b)
	return b.String()
}

// Every family, safe, in a race and fenced, with all that the page shows beside
// the lanes.
func TestScripted(t *testing.T) {
	for _, r := range []struct{ file, spec, params, script string }{
		{"ttl-safe", "ttl", "ttl=10s", "pause 5s"},
		{"ttl-race", "ttl", "ttl=10s", "pause 15s"},
		{"ttl-fenced", "ttl", "ttl=10s guard=reject-lower", "pause 15s"},
		{"ttl-delay", "ttl", "ttl=10s guard=reject-lower-or-equal", "delay 15s"},
		{"ttl-in-store", "ttl", "ttl=10s guard=in-store renewal=checked", "freeze 15s"},
		{"ttl-two-resources", "ttl", "ttl=10s guard=reject-lower workload=two-resources", "pause 15s"},
		{"zkqueue-race", "zkqueue", "session-timeout=9s", "pause 12s"},
		{"zkqueue-herd", "zkqueue", "session-timeout=9s watch=parent clients=4", "none"},
		{"zkqueue-before", "zkqueue", "session-timeout=9s clients=4", "none"},
		{"zkqueue-fenced", "zkqueue", "session-timeout=9s clients=3 guard=reject-lower", "pause 12s"},
		{"etcd-safe", "etcd", "ttl=9s", "pause 5s"},
		{"etcd-fenced", "etcd", "ttl=9s clients=3 guard=reject-lower", "pause 12s"},
		{"chubby-fenced", "chubby", "renewal=checked guard=reject-lower lock-delay=absent", "pause 15s"},
		{"chubby-lock-delay", "chubby", "renewal=checked", "pause 80s"},
		{"redlock-safe", "redlock", "nodes=3", "pause 5s"},
		{"redlock-race", "redlock", "nodes=5", "pause 10s"},
		{"redlock-jump", "redlock", "nodes=5", "pause 3s jump 6s x3"},
	} {
		t.Run(r.file, func(t *testing.T) {
			s, v, script := scripted(t, r.spec, r.params, r.script)
			got := r.spec + " " + r.params + ": " + r.script + "\n\n" + s.told(v, script)
			file := filepath.Join("testdata", r.file+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs; got\n%s", file, got)
			}
		})
	}
}

// The three runs that the page begins with: B can have the lock from 10s on.
func TestSafeRaceAndFenced(t *testing.T) {
	for _, r := range []struct {
		params, script string
		accepted       bool
		at, reason     string
		broken         string
	}{
		{"ttl=10s", "pause 5s", true, "5s", "no guard: storage takes every write", ""},
		{"ttl=10s", "pause 15s", true, "15s", "no guard: storage takes 1 after 2", "no-stale-write"},
		{"ttl=10s guard=reject-lower", "pause 15s", false, "15s", "reject-lower refuses a lower token: 1 < 2", ""},
		{"ttl=10s guard=reject-lower-or-equal", "pause 15s", false, "15s", "reject-lower-or-equal refuses a lower token: 1 < 2", ""},
	} {
		s, v, script := scripted(t, "ttl", r.params, r.script)
		var run Run
		v.tell(&run, s.judge, script)
		var late Write
		for _, w := range run.Writes {
			if w.Client == "A" {
				late = w
			}
		}
		if at := run.Moments[late.Step].Time; late.Accepted != r.accepted || late.Reason != r.reason || at != r.at {
			t.Errorf("%s, %s: at %s %+v", r.params, r.script, at, late)
		}
		var broken []string
		for _, x := range run.Violations {
			broken = append(broken, x.Property)
		}
		if got := strings.Join(broken, " "); got != r.broken {
			t.Errorf("%s, %s: broken %q, want %q", r.params, r.script, got, r.broken)
		}
	}
}

// With n clients a hand-over of the herd wakes all that wait, else only one.
func TestWokenPerHandOver(t *testing.T) {
	for watch, want := range map[string]string{"before": "[1 1 1]", "parent": "[3 2 1]"} {
		for _, script := range []string{"none", "pause 30s", "pause 50s"} {
			_, v, _ := scripted(t, "zkqueue", "clients=4 watch="+watch, script)
			var woken []int
			total := 0
			for _, m := range v.moments() {
				if n := len(m.Queue.Woken); n > 0 {
					woken = append(woken, n)
				}
				total = m.Queue.Total
			}
			if got := fmt.Sprint(woken); got != want || total != map[string]int{"before": 3, "parent": 6}[watch] {
				t.Errorf("watch=%s, %s: woken %s, %d in all", watch, script, got, total)
			}
		}
	}
}

// What the page asks and cannot have is an error that names its field.
func TestScriptsThatAreWrong(t *testing.T) {
	for _, r := range []struct {
		script      Script
		field, want string
	}{
		{Script{Stop: "pause", For: "long"}, "script.for", `a time must be a duration with its unit, such as 30s or 500ms, not "long"`},
		{Script{Stop: "pause", For: "-1s"}, "script.for", "a time must not be negative, as -1s is"},
		{Script{Stop: "none", Jump: "1"}, "script.jump", `a time must be a duration with its unit, such as 30s or 500ms, not "1"`},
	} {
		_, err := scriptOf(r.script)
		var refused *refusal
		if !errors.As(err, &refused) || refused.field != r.field || err.Error() != r.want {
			t.Errorf("%+v: got %+v, want %s: %s", r.script, err, r.field, r.want)
		}
	}
}

func BenchmarkScripted(b *testing.B) {
	for _, r := range []struct{ spec, params, script string }{
		{"ttl", "ttl=10s", "pause 15s"},
		{"zkqueue", "clients=4 watch=parent", "pause 50s"},
		{"redlock", "", "pause 10s"},
	} {
		b.Run(r.spec, func(b *testing.B) {
			script := read(r.script)
			all, faults := forScript(load(b, r.spec), words(r.params), script)
			s := set(b, r.spec, all, faults, true)
			for b.Loop() {
				v, err := playIn(s, script)
				if err != nil {
					b.Fatal(err)
				}
				v.tell(&Run{}, s.judge, &script)
			}
		})
	}
}

// tell writes what a run shows beside the lanes into r. script is what was
// played, nil for a run that a check has found: its story is left out.
func (v *view) tell(r *Run, judge *checker.Judge, script *Script) {
	r.Moments, r.Writes, r.Violations, r.Ends = v.moments(), v.writes, v.violations(judge), v.ends
	if script != nil {
		r.Story = v.story(*script)
	}
	r.Alt = strings.TrimSpace(r.Story + " " + v.summary(r.Violations))
}
