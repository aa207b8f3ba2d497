package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/spf13/cobra"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/cmd/internal/ask"
)

// TestCorpus checks every model of testdata/corpus as a user would, and holds
// the answer against what the head of the file says:
//
//	-- check: FLAGS           flags for the check
//	-- exit: N                exit status
//	-- states: N              likewise transitions and depth
//	-- violated: "NAME" N     a property, and the length of its trace
//	-- holds: "NAME"          likewise undecided, covered, uncovered
//	-- steps: A; B            rules of the first trace
//	-- says: "TEXT"           part of what is printed
//
// The naive interpreter then has to find the same, to the last step.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob("testdata/corpus/*.murphi")
	if err != nil || len(files) < 120 {
		t.Fatalf("%d models in the corpus, want at least 120 (%v)", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".murphi"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkCorpusModel(t, file, readExpectations(t, string(text)))
		})
	}
}

// expectations are the lines of a model's head, by key.
type expectations map[string][]string

var expectation = regexp.MustCompile(`^-- (check|exit|states|transitions|depth|violated|holds|undecided|covered|uncovered|steps|says): (.*)$`)

func readExpectations(t *testing.T, text string) expectations {
	e := expectations{}
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "-- ") {
			break
		}
		if m := expectation.FindStringSubmatch(line); m != nil {
			e[m[1]] = append(e[m[1]], m[2])
		}
	}
	if len(e["exit"]) != 1 {
		t.Fatal("the head gives no exit status")
	}
	return e
}

func (e expectations) flags(t *testing.T) []string {
	var flags []string
	for _, line := range e["check"] {
		flags = append(flags, words(t, line)...)
	}
	return flags
}

// words cuts a line at spaces; a word in double quotes may hold some.
func words(t *testing.T, line string) []string {
	var all []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if line[0] != '"' {
			word, rest, _ := strings.Cut(line, " ")
			all, line = append(all, word), rest
			continue
		}
		quoted, err := strconv.QuotedPrefix(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		word, _ := strconv.Unquote(quoted)
		all, line = append(all, word), line[len(quoted):]
	}
	return all
}

// answer is the part of a result that the corpus and the interpreter know.
type answer struct {
	States, Transitions, Depth int
	Properties                 []answered
	Covers                     []covered
}

type answered struct {
	Name, Verdict string
	Depth         int
	Steps         []string
}

type covered struct {
	Name    string
	Reached bool
}

func checkCorpusModel(t *testing.T, file string, want expectations) {
	flags := want.flags(t)
	var text, result bytes.Buffer
	status := Main(append([]string{"check", file}, flags...), testEnv(&text, &text))
	if got := strconv.Itoa(int(status)); got != want["exit"][0] {
		t.Errorf("exit status %s, want %s; it says\n%s", got, want["exit"][0], &text)
	}
	for _, line := range want["says"] {
		if say := words(t, line)[0]; !strings.Contains(unwrapped(text.String()), say) {
			t.Errorf("nothing says %q:\n%s", say, &text)
		}
	}
	if status == ExitUsage || t.Failed() {
		return
	}
	Main(append([]string{"check", file, "--format", "json"}, flags...), testEnv(&result, &text))
	got := readAnswer(t, result.Bytes())
	want.hold(t, got)
	if slices.Contains(flags, "--first") {
		return // the interpreter has no such option
	}
	if diff := cmp.Diff(naiveAnswer(t, file, flags), got, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the interpreter (-) and the compiled engine (+) differ:\n%s", diff)
	}
}

// unwrapped joins the lines of wrapped text.
func unwrapped(s string) string { return strings.Join(strings.Fields(s), " ") }

func testEnv(out, err *bytes.Buffer) Env {
	return Env{In: strings.NewReader(""), Out: out, Err: err, Getenv: func(string) string { return "" }}
}

func readAnswer(t *testing.T, text []byte) answer {
	var r struct {
		answer
		Properties []struct {
			Name, Verdict string
			Depth         *int
			Trace         *struct {
				Steps []struct {
					Rule string
					Args map[string]any
				}
			}
		}
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	a := r.answer
	for _, p := range r.Properties {
		q := answered{Name: p.Name, Verdict: p.Verdict}
		if p.Trace != nil {
			q.Depth = *p.Depth
			for _, s := range p.Trace.Steps {
				q.Steps = append(q.Steps, fmt.Sprint(s.Rule, s.Args))
			}
		}
		a.Properties = append(a.Properties, q)
	}
	return a
}

// hold compares an answer with what the head of the file says of it.
func (e expectations) hold(t *testing.T, got answer) {
	number := func(key string, n int) {
		for _, line := range e[key] {
			if line != strconv.Itoa(n) {
				t.Errorf("%d %s, want %s", n, key, line)
			}
		}
	}
	number("states", got.States)
	number("transitions", got.Transitions)
	number("depth", got.Depth)
	verdicts, covers := map[string]string{}, map[string]string{}
	var first []string
	for _, p := range got.Properties {
		verdicts[p.Name] = p.Verdict
		if p.Verdict == "violated" {
			verdicts[p.Name] += " " + strconv.Itoa(p.Depth)
			if first == nil {
				first = p.Steps
			}
		}
	}
	for _, c := range got.Covers {
		covers[c.Name] = map[bool]string{true: "covered", false: "uncovered"}[c.Reached]
	}
	for key, found := range map[string]map[string]string{
		"violated": verdicts, "holds": verdicts, "undecided": verdicts, "covered": covers, "uncovered": covers,
	} {
		for _, line := range e[key] {
			w := words(t, line)
			if verdict := strings.Join(append([]string{key}, w[1:]...), " "); found[w[0]] != verdict {
				t.Errorf("%q is %q, want %q", w[0], found[w[0]], verdict)
			}
		}
	}
	for _, line := range e["steps"] {
		for i, rule := range strings.Split(line, "; ") {
			if i >= len(first) || !strings.HasPrefix(first[i], rule+"map[") {
				t.Fatalf("steps %q, want %s", first, line)
			}
		}
	}
}

// naiveAnswer asks the interpreter the same question.
func naiveAnswer(t *testing.T, file string, flags []string) answer {
	var a answer
	p, q, l := prepareForTest(t, file, flags)
	opt := naive.Options{
		Symmetry: p.Symmetry, Ranks: p.Ranks, Properties: p.Properties,
		Deadlock: naive.Deadlock(q.Deadlock), MaxStates: int(l.MaxStates), MaxDepth: l.MaxDepth,
	}
	if !q.DeadlockSet && !p.Model.Annotated() {
		opt.Deadlock = naive.DeadlockStuttering
	}
	o := naive.Check(p.Model, opt)
	a.States, a.Transitions, a.Depth = o.States, o.Transitions, o.Depth
	for _, c := range o.Covers {
		a.Covers = append(a.Covers, covered{c.Name, c.Reached})
	}
	r := &checker.Result{}
	steps := map[string][]string{}
	for _, q := range o.Properties {
		r.Properties = append(r.Properties, checker.PropertyResult{Name: q.Name, Decision: checker.Decision(q.Decision), Depth: q.Depth})
		if q.Trace != nil {
			steps[q.Name] = namedSteps(t, p, q.Trace)
		}
	}
	p.Order(r)
	verdicts := [...]string{"undecided", "holds", "violated"}
	for _, q := range r.Properties {
		b := answered{Name: q.Name, Verdict: verdicts[q.Decision], Steps: steps[q.Name]}
		if q.Decision == checker.Violated {
			b.Depth = q.Depth
		}
		a.Properties = append(a.Properties, b)
	}
	return a
}

// prepareForTest understands flags as the check command does.
func prepareForTest(t *testing.T, file string, flags []string) (*ask.Prepared, *ask.Question, *limits) {
	t.Helper()
	var p *ask.Prepared
	var q question
	var l limits
	a := &app{env: testEnv(&bytes.Buffer{}, &bytes.Buffer{})}
	root := &cobra.Command{Use: "test", SilenceErrors: true, SilenceUsage: true}
	cmd := &cobra.Command{Use: "check", RunE: func(cmd *cobra.Command, args []string) error {
		target, err := resolve(args[0])
		if err == nil {
			p, err = ask.Prepare(target, ask.Choices{Question: &q.Question, Params: givenParams(cmd.Flags())}, a.env.Err, false)
		}
		return err
	}}
	q.addFlags(cmd)
	l.addFlags(cmd)
	root.AddCommand(cmd)
	args := append([]string{"check", file}, flags...)
	a.addParameters(root, args)
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		t.Fatal(err)
	}
	return p, &q.Question, &l
}

func namedSteps(t *testing.T, p *ask.Prepared, trace *naive.Trace) []string {
	run, err := naive.Replay(p.Model, trace.Start, trace.Steps, p.Ranks)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, s := range run.Steps {
		args := map[string]any{}
		for _, a := range s.Args {
			args[a.Name] = a.Value
		}
		all = append(all, fmt.Sprint(s.Rule, args))
	}
	return all
}
