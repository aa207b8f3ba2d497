package code_test

import (
	"flag"
	"go/format"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lockcheck/model/murphi"
	"lockcheck/out/code"
)

var update = flag.Bool("update", false, "write the golden files")

var specs = []string{"ttl", "redlock", "zkqueue", "etcd", "chubby"}

// load reads a spec of the library.
func load(t *testing.T, spec string) *murphi.Model {
	t.Helper()
	m, diags := murphi.Load(os.DirFS("../../specs"), spec+".murphi")
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return m
}

// question configures a spec and asks for its code.
func question(t *testing.T, spec string, params map[string]string) code.Question {
	t.Helper()
	m := load(t, spec)
	if spec == "chubby" && params["renewal"] == "" { // as in the catalogue
		params = maps.Clone(params)
		if params == nil {
			params = map[string]string{}
		}
		params["renewal"] = "checked"
	}
	s, diags := murphi.Configure(m, murphi.Config{Params: params})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	q := code.Ask(m, s)
	q.Check = "lockcheck check " + spec
	return q
}

// with is the question with other choices.
func with(q code.Question, params map[string]string) code.Question {
	q.Params = maps.Clone(q.Params)
	maps.Copy(q.Params, params)
	return q
}

// whole is all that is written, as one text.
func whole(files []code.File) string {
	var b strings.Builder
	for _, f := range files {
		b.WriteString("-- " + f.Name + " --\n" + f.Text)
	}
	return b.String()
}

// TestEveryCombination renders each guard with each way to work, renew and extend:
// all of it is Go as gofmt writes it, or is refused by the name of a choice.
func TestEveryCombination(t *testing.T) {
	seen := map[string]bool{} // texts that were looked at
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			base, rendered := question(t, spec, nil), 0
			for _, params := range product(load(t, spec), "guard", "workload", "reads", "registers", "renewal", "extend", "suspended", "token") {
				files, _, err := code.Render(with(base, params))
				if err != nil {
					if !strings.HasPrefix(err.Error(), "no code is written for --") {
						t.Errorf("%v: %v", params, err)
					}
					continue
				}
				rendered++
				for _, f := range files {
					if seen[f.Text] {
						continue
					}
					seen[f.Text] = true
					if problem := look(f); problem != "" {
						t.Errorf("%v: %s %s", params, f.Name, problem)
					}
				}
			}
			if rendered == 0 {
				t.Error("nothing was rendered")
			}
		})
	}
}

// product is every combination of the values of those parameters that a model has.
func product(m *murphi.Model, flags ...string) []map[string]string {
	all := []map[string]string{{}}
	for _, info := range murphi.Params(m) {
		if !slices.Contains(flags, info.Flag) {
			continue
		}
		var next []map[string]string
		for _, p := range all {
			for _, v := range info.Values {
				p := maps.Clone(p)
				p[info.Flag] = v
				next = append(next, p)
			}
		}
		all = next
	}
	return all
}

// look says what is wrong with a file.
func look(f code.File) string {
	for i, line := range strings.Split(f.Text, "\n") {
		switch {
		case strings.ContainsAny(line, "«»") || strings.Contains(line, "//?"):
			return "has a trace of its snippet: " + line
		case line != strings.TrimRight(line, " \t"):
			return "has a line with spaces at its end: " + line
		case i > 0 && len(line) > 170:
			return "has a line that is too long: " + line
		}
	}
	if filepath.Ext(f.Name) != ".go" {
		return ""
	}
	formatted, err := format.Source([]byte(f.Text))
	switch {
	case err != nil:
		return "is no Go: " + err.Error()
	case string(formatted) != f.Text:
		return "is not as gofmt writes it"
	}
	return ""
}

// notInCode are the parameters that say what the environment does, or how often, and
// change nothing that is written.
var notInCode = []string{
	"clients", "hold", "counter", "taken", "generators", "backwards", "ticks", "renewer-ends", // ttl
	"straggler", "restart", "pauses", "check", // redlock
	"hits", "interrupt", "lost", // zkqueue
	"leader-check", "release", // etcd
	"jeopardy", "new-master", "epoch", // chubby
}

// TestEveryChoiceCounts: a value of a parameter changes what is written, or is
// refused, or is one of those that the code has no say in.
func TestEveryChoiceCounts(t *testing.T) {
	for _, spec := range specs {
		base := question(t, spec, map[string]string{})
		if spec != "redlock" {
			base = with(base, map[string]string{"guard": "reject-lower", "workload": "two-resources"})
		}
		files, notes, err := code.Render(base)
		if err != nil {
			t.Fatal(err)
		}
		usual := whole(files) + strings.Join(notes, "\n")
		for _, info := range murphi.Params(load(t, spec)) {
			values := info.Values
			if values == nil {
				values = []string{"2"} // a number other than the default, or none of the code's business
				if info.Flag == "nodes" {
					values = []string{"3"}
				}
			}
			for _, v := range values {
				if v == base.Params[info.Flag] || slices.Contains(notInCode, info.Flag) {
					continue
				}
				files, notes, err := code.Render(with(base, map[string]string{info.Flag: v}))
				if err == nil && whole(files)+strings.Join(notes, "\n") == usual {
					t.Errorf("%s --%s %s changes nothing and is not refused", spec, info.Flag, v)
				}
				if err != nil && !strings.Contains(err.Error(), "--"+info.Flag+" "+v) {
					t.Errorf("%s --%s %s: %v", spec, info.Flag, v, err)
				}
			}
		}
	}
}

var label = regexp.MustCompile(`\b[CSTWDRJE][0-9]\b`)

// TestLinesExist: what a comment cites is a line of the model, and the lines that
// the lock consists of are cited.
func TestLinesExist(t *testing.T) {
	cited := map[string][]string{
		"ttl":     {"C1", "S1", "C2", "R1", "S2", "C3", "S3", "W2", "D2", "W3"},
		"redlock": {"C1", "S1", "C2", "C3", "C4", "E1", "S4", "W1", "D1", "C5", "S2"},
		"zkqueue": {"C1", "S1", "S2", "C2", "S3", "S4", "C3", "C4", "S5", "S6", "S7", "C5", "W2", "D2", "W3"},
		"etcd":    {"C1", "S1", "S4", "C2", "C3", "C4", "S5", "S6", "S7", "W2", "D2", "W3"},
		"chubby":  {"C1", "S1", "C2", "R1", "S2", "J1", "J3", "C3", "S3", "S4", "S6", "W2", "D2", "W3"},
	}
	for _, spec := range specs {
		q := with(question(t, spec, nil), map[string]string{"guard": "seal", "workload": "rmw", "renewal": "checked"})
		if spec == "redlock" {
			q = question(t, spec, map[string]string{"extend": "owner"})
		}
		files, _, err := code.Render(q)
		if err != nil {
			t.Fatal(err)
		}
		var lines strings.Builder
		for _, s := range load(t, spec).Sources {
			lines.WriteString(s.Text)
		}
		known := label.FindAllString(lines.String(), -1)
		got := label.FindAllString(whole(files), -1)
		for _, l := range got {
			if !slices.Contains(known, l) {
				t.Errorf("%s: the code cites %s, which the model does not have", spec, l)
			}
		}
		for _, l := range cited[spec] {
			if !slices.Contains(got, l) {
				t.Errorf("%s: no comment cites %s", spec, l)
			}
		}
	}
}

// TestGolden compares one choice of each family with what was read and found good.
func TestGolden(t *testing.T) {
	for name, q := range map[string]code.Question{
		"ttl":     question(t, "ttl", map[string]string{"guard": "reject-lower", "renewal": "checked", "ttl": "10s", "drift": "1%"}),
		"redlock": question(t, "redlock", map[string]string{"extend": "owner"}),
		"zkqueue": question(t, "zkqueue", map[string]string{"guard": "token-owner", "suspended": "stops"}),
		"etcd":    question(t, "etcd", map[string]string{"guard": "in-store", "reads": "fenced", "workload": "rmw"}),
		"chubby":  question(t, "chubby", map[string]string{"guard": "seal", "workload": "two-resources"}),
	} {
		files, notes, err := code.Render(q)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(notes, "\n") + "\n" + whole(files)
		golden := filepath.Join("testdata", name+".txtar")
		if *update {
			if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s differs; look at it, and if it is right: go test -update", golden)
		}
	}
}

// TestVerdict: the files say what a check has answered only if the caller does.
func TestVerdict(t *testing.T) {
	q := question(t, "etcd", nil)
	silent, _, err := code.Render(q)
	if err != nil {
		t.Fatal(err)
	}
	q.Verdict = "UNSAFE: no-stale-write is violated after 13 steps, with 1 fault: pause."
	said, _, err := code.Render(q)
	if err != nil {
		t.Fatal(err)
	}
	for i := range said {
		if strings.Contains(silent[i].Text, "SAFE") || strings.Contains(silent[i].Text, "It answered") {
			t.Errorf("%s has a verdict that nobody gave", silent[i].Name)
		}
		if !strings.Contains(said[i].Text, "It answered: UNSAFE: no-stale-write is violated after 13 steps") {
			t.Errorf("%s lacks the verdict", said[i].Name)
		}
		if problem := look(said[i]); problem != "" {
			t.Errorf("%s %s", said[i].Name, problem)
		}
	}
}

// TestNumbers: what would be rounded or cut by a product is refused, and the margin
// covers both clocks.
func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		spec   string
		params map[string]string
		want   string // in the text, or the error
	}{
		{"ttl", map[string]string{"ttl": "10s", "drift": "1%"}, "\tMargin = 199 * time.Millisecond\n"},       // 10s * 0.02/1.01, rounded up
		{"ttl", map[string]string{"ttl": "10s", "drift": "0%"}, "\tMargin = 102 * time.Millisecond\n"},       // 1 % and 2 ms
		{"ttl", map[string]string{"ttl": "1500us"}, "the code needs --ttl in whole units of 1ms, not 1.5ms"}, // Redis counts milliseconds
		{"ttl", map[string]string{"ttl": "2ms"}, "nothing is left of 2ms"},
		{"ttl", map[string]string{"drift": "50%", "renewal": "checked"}, "\tMargin = 20001 * time.Millisecond\n"}, // a third of 30s is left
		{"etcd", map[string]string{"ttl": "90s"}, "\tTTL = 90 * time.Second\n"},
		{"etcd", map[string]string{"ttl": "2500ms"}, "the code needs --ttl in whole units of 1s, not 2.5s"},
		{"chubby", map[string]string{"locked": "2m"}, "the code needs --locked to be more than 0 and at most 1m"},
		{"redlock", map[string]string{"margin": "20ms", "nodes": "3"}, "\tNodes = 3\n"},
	} {
		files, _, err := code.Render(question(t, c.spec, c.params))
		got := whole(files)
		if err != nil {
			got = err.Error()
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s %v lacks %q: %.300s", c.spec, c.params, c.want, got)
		}
	}
}
