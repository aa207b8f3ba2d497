package out

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lockcheck/checker"
	"lockcheck/model/murphi"
)

var update = flag.Bool("update", false, "rewrite the golden files; read the diff before committing it")

// golden compares got with testdata/NAME.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s rewritten: read the diff", file)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", file, diff)
	}
}

// script builds a trace step by step, as the interpreter would report it.
type script struct {
	trace checker.Trace
	vars  map[string]string
	order []string
	views map[string]string // observations by "func arg"
}

func newScript(vars ...string) *script {
	s := &script{vars: map[string]string{}, views: map[string]string{}}
	for i := 0; i < len(vars); i += 2 {
		s.order = append(s.order, vars[i])
		s.vars[vars[i]] = vars[i+1]
	}
	s.trace.StartRule = "start state 1"
	s.trace.Start = s.state()
	return s
}

func (s *script) state() checker.State {
	var st checker.State
	for _, path := range s.order {
		v := s.vars[path]
		st.Vars = append(st.Vars, checker.Var{Path: path, Value: v, Defined: v != ""})
	}
	owner := s.vars["owner"]
	for _, c := range []string{"c1", "c2"} {
		phase := s.vars["at["+c+"].phase"]
		believes := phase == "holding" || phase == "writing"
		st.Observed = append(st.Observed,
			checker.Observation{Func: "believes", Arg: c, Value: truth(believes)},
			checker.Observation{Func: "holds", Arg: c, Value: truth(owner == c)},
			checker.Observation{Func: "token_of", Arg: c, Value: s.vars["at["+c+"].token"]})
	}
	return st
}

func truth(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// step adds a step that changes variables: path, value, path, value, ...
func (s *script) step(st checker.Step, changes ...string) *script {
	for i := 0; i < len(changes); i += 2 {
		path, to := changes[i], changes[i+1]
		st.Changes = append(st.Changes, checker.Change{Path: path, From: ref(s.vars[path]), To: ref(to)})
		s.vars[path] = to
	}
	st.State = s.state()
	s.trace.Steps = append(s.trace.Steps, st)
	return s
}

func ref(v string) *string {
	if v == "" {
		return nil
	}
	return &v
}

func by(c, rule, line, say string) checker.Step {
	return checker.Step{Rule: rule, Args: []checker.Arg{{Name: "c", Value: c}}, Actor: c, Line: line, Say: say}
}

func env(c, rule, fault, say string) checker.Step {
	return checker.Step{Rule: rule, Args: []checker.Arg{{Name: "c", Value: c}}, Actor: "env", Fault: fault, Say: say}
}

// race is the late write of a paused holder.
func race() *checker.Trace {
	s := newScript("owner", "", "minted", "0", "highest", "0", "applied", "0", "stale", "false",
		"at[c1].phase", "idle", "at[c1].token", "0", "at[c1].paused", "false",
		"at[c2].phase", "idle", "at[c2].token", "0", "at[c2].paused", "false")
	s.step(by("c1", "Acquire", "C1", "c1 is granted the lock with token 1"),
		"owner", "c1", "minted", "1", "at[c1].phase", "granted", "at[c1].token", "1")
	s.step(by("c1", "Learn", "C2", "c1 learns of the grant and believes"), "at[c1].phase", "holding")
	s.step(env("c1", "Pause", "pause", "c1 stops"), "at[c1].paused", "true")
	s.step(env("c1", "Expire", "", "the lease of c1 runs out; c1 is not told"), "owner", "")
	s.step(by("c2", "Acquire", "C1", "c2 is granted the lock with token 2"),
		"owner", "c2", "minted", "2", "at[c2].phase", "granted", "at[c2].token", "2")
	s.step(by("c2", "Learn", "C2", "c2 learns of the grant and believes"), "at[c2].phase", "holding")
	s.step(by("c2", "Send", "C3", "c2 sends its write with token 2"), "at[c2].phase", "writing")
	d := by("c2", "Deliver", "D1", "the write of c2 reaches storage, token 2")
	d.Actor = "env"
	s.step(d, "highest", "2", "applied", "2", "at[c2].phase", "written")
	s.step(env("c1", "Resume", "", "c1 goes on, and does not know how long it was away"), "at[c1].paused", "false")
	s.step(by("c1", "Send", "C3", "c1 sends its write with token 1"), "at[c1].phase", "writing")
	d = by("c1", "Deliver", "D1", "the write of c1 reaches storage, token 1")
	d.Actor = "env"
	s.step(d, "highest", "1", "applied", "1", "stale", "true", "at[c1].phase", "written")
	s.trace.Why = checker.Why{Expr: "!stale", Values: []checker.Change{{Path: "stale", To: ref("true")}}}
	flow := func(from, to int, paths ...string) {
		s.trace.Flows = append(s.trace.Flows, checker.Flow{From: from, To: to, Paths: paths, Taken: len(paths) > 0})
	}
	flow(1, 2, "at[c1].phase")
	flow(1, 4)
	flow(3, 4)
	flow(4, 5)
	flow(5, 6, "at[c2].phase")
	flow(6, 7, "at[c2].phase")
	flow(7, 8, "at[c2].phase")
	flow(3, 9, "at[c1].paused")
	flow(2, 10, "at[c1].phase")
	flow(9, 10)
	flow(10, 11, "at[c1].phase")
	s.trace.Decisive = []int{8}
	return &s.trace
}

var owners = Owners{
	"owner": Service, "minted": Service, "highest": Storage, "applied": History, "stale": History,
	"at": Client, "at.phase": Client, "at.token": Client, "at.paused": Environment,
}

var question = Config{
	Params: []Param{{"clients", "2", "2"}, {"guard", "none", "none"}},
	Faults: []Fault{{Kind: "pause", Rules: []string{"Pause"}}, {Kind: "delay", Rules: []string{"Delay"}}}, FaultsOff: []string{"crash"},
	Timing: "any", Symmetry: true, Ranks: true, Unbounded: true,
}

// report dresses a result up as a check of the TTL lock.
func report(res *checker.Result) *Report {
	return &Report{
		Tool:        "lockcheck test",
		Model:       Model{Name: "ttl", Title: "Plain TTL lock", File: "ttl.murphi", SHA256: "00000000000000000000000000000000000000000000000000000000000000ab"},
		Config:      question,
		Assumptions: []string{"one server that keeps its state", "clients follow the protocol"},
		Result:      res,
		Command:     "ttl",
		Owners:      owners,
		Meanings: map[string]Meaning{"no-stale-write": {
			Says:   "storage never applies a write of an older grant after a write of a newer one",
			Broken: "storage applied a write of an older grant after a write of a newer one",
		}},
	}
}

func unsafe() *Report {
	r := report(&checker.Result{
		Verdict: checker.Unsafe,
		Properties: []checker.PropertyResult{
			{Name: "no-stale-write", Kind: "invariant", Decision: checker.Violated, Depth: 11, Trace: race()},
			{Name: "grant-exclusion", Kind: "invariant", Decision: checker.Holds},
		},
		Covers: []checker.CoverResult{{Name: "two believers", Reached: true, Depth: 6}, {Name: "a write is refused"}},
		Rules:  []checker.RuleCount{{Name: "Acquire", Enabled: 40, Taken: 40}, {Name: "Crash", Off: true}},
		States: 1234, Transitions: 5678, Depth: 17,
	})
	r.Remedies = []Remedy{
		{Flags: "--guard reject-lower", Title: "storage refuses a lower token", Verdict: checker.Safe, Property: checker.Holds, States: 1304},
		{Flags: "--faults none", Verdict: checker.Safe, Property: checker.Holds, States: 33},
		{Flags: "--recheck on", Title: "the client looks at its clock before it sends", Verdict: checker.Unsafe, Property: checker.Violated, Steps: 12, States: 900},
		{Flags: "--guard reject-lower-or-equal", Verdict: checker.Unsafe, Property: checker.Holds, Others: []string{"no-wrong-refusal"}, States: 800},
		{Flags: "--owner-check on", Verdict: checker.Incomplete, Property: checker.Undecided, States: 20000},
	}
	return r
}

func safe() *Report {
	return report(&checker.Result{
		Verdict: checker.Safe,
		Properties: []checker.PropertyResult{
			{Name: "no-stale-write", Kind: "invariant", Decision: checker.Holds},
			{Name: "recoverable", Kind: "liveness", Decision: checker.Holds},
		},
		Covers: []checker.CoverResult{{Name: "two believers", Reached: true, Depth: 6}, {Name: "a write is refused"}},
		Rules:  []checker.RuleCount{{Name: "Acquire", Enabled: 40, Taken: 40}, {Name: "Pause", Enabled: 3, Taken: 3}, {Name: "Renew"}, {Name: "Crash", Off: true}},
		States: 9_007_199_254_740_993, Transitions: 21, Depth: 9,
	})
}

func incomplete() *Report {
	r := safe()
	r.Result.Verdict = checker.Incomplete
	r.Result.States = 20123
	r.Result.Limit = &checker.Limit{Kind: "states", Value: "20000", Depth: 8}
	for i := range r.Result.Properties {
		r.Result.Properties[i].Decision = checker.Undecided
	}
	one := 1
	r.Config.Faults = []Fault{{Kind: "pause", Budget: &one, Per: "client"}, {Kind: "delay"}}
	return r
}

// plainModel is a run-time error of a model without lockcheck's annotations.
func plainModel() *Report {
	v := func(s string) *string { return &s }
	return &Report{
		Tool:   "lockcheck test",
		Model:  Model{Name: "counter.m", File: "counter.m", SHA256: "00000000000000000000000000000000000000000000000000000000000000cd"},
		Config: Config{Symmetry: true, Ranks: true},
		Result: &checker.Result{
			Verdict: checker.Unsafe,
			Properties: []checker.PropertyResult{{Name: "no-run-time-error", Kind: "run-time", Decision: checker.Violated, Depth: 2,
				Trace: &checker.Trace{
					StartRule: "start state 1",
					Start:     checker.State{Vars: []checker.Var{{Path: "n", Value: "0", Defined: true}, {Path: "m"}}},
					Steps: []checker.Step{
						{Rule: "up", Actor: "env", Changes: []checker.Change{{Path: "n", From: v("0"), To: v("1")}, {Path: "m", To: v("4")}}},
						{Rule: "up", Actor: "env"},
					},
					Why: checker.Why{Failure: &murphi.Failure{
						Kind: murphi.ValueOutOfRange, Assert: -1, Detail: "2 is outside 0..1, the type of n",
						At: murphi.Span{Start: murphi.Pos{File: "dir/counter.m", Line: 9, Col: 8}},
					}},
				}}},
			States: 2, Transitions: 2, Depth: 1,
		},
		Command: "counter.m",
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		name string
		r    *Report
		opt  TextOptions
	}{
		{"unsafe.txt", unsafe(), TextOptions{}},
		{"unsafe-full.txt", unsafe(), TextOptions{Full: true, Stats: true}},
		{"unsafe-colour.txt", unsafe(), TextOptions{Colour: true}},
		{"safe.txt", safe(), TextOptions{}},
		{"incomplete.txt", incomplete(), TextOptions{}},
		{"plain.txt", plainModel(), TextOptions{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var b bytes.Buffer
			if err := Text(&b, c.r, c.opt); err != nil {
				t.Fatal(err)
			}
			golden(t, c.name, b.Bytes())
			if c.opt.Colour {
				return
			}
			for i, line := range bytes.Split(b.Bytes(), []byte("\n")) {
				if columns(string(line)) > width {
					t.Errorf("line %d is wider than %d columns: %q", i+1, width, line)
				}
			}
		})
	}
}
