package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/cmd/internal/suite"
)

// keptSuite has a check of each kind of answer: invariants, a goal, a deadlock,
// an assertion, real time, and limits that are part of the question.
const keptSuite = `version: 1
checks:
- {name: raced, protocol: ttl, faults: pause}
- {name: fenced, protocol: ttl-fencing, faults: pause, strict: true}
- {name: in real time, protocol: ttl, faults: pause, timing: bounded}
- {name: a goal, protocol: plain.murphi, properties: [returns], deadlock: off}
- {name: kept goal, protocol: ttl, faults: crash, properties: [recoverable]}
- {name: stuck and asserted, protocol: plain.murphi}
- {name: few states, protocol: ttl, limits: {states: 100}}
- {name: few steps, protocol: ttl, limits: {depth: 5}}
- {name: first, protocol: ttl, limits: {first: true}}
- {name: tokens, protocol: ttl-fencing, faults: pause, ranks: off}
- {name: as first, protocol: ttl, limits: {first: true}}
`

const keptDistinct = 10

const keptModel = `var n: 0..3;
startstate begin n := 0; end;
rule "Up" n < 3 ==> begin n := n + 1; end;
rule "Odd" n = 1 ==> begin assert "small" n < 1; end;
liveness "returns" n = 0;
`

// writeKept writes the suite into a new folder.
func writeKept(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"kept.yaml": text, "plain.murphi": keptModel} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "kept.yaml")
}

var secondsTaken = regexp.MustCompile(`"seconds":[0-9.e-]+`) // by a check

// compareIn runs compare with a directory for results. All that it writes to
// stdout and into reports is one text.
func compareIn(t *testing.T, cache string, args ...string) ran {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := testEnv(&stdout, &stderr)
	env.Cache, env.Build = cache, func() string { return "of the test" }
	dir := t.TempDir()
	args = append([]string{"compare"}, args...)
	for _, form := range []string{"text", "md", "sarif", "events"} {
		args = append(args, "--report", form+"="+filepath.Join(dir, form))
	}
	exit := Main(append(args, "--format", "json", "--jobs", "2"), env)
	for _, form := range []string{"text", "md", "sarif", "events"} {
		text, _ := os.ReadFile(filepath.Join(dir, form))
		stdout.Write(secondsTaken.ReplaceAll(text, nil))
	}
	return ran{exit, stdout.String(), stderr.String()}
}

func fromEarlier(n, of int) string {
	return fmt.Sprintf("%d of %d results are from earlier runs; --no-cache checks anew\n", n, of)
}

// TestKeptResults: with results of an earlier run the same bytes come out, and
// it is said that they are from there.
func TestKeptResults(t *testing.T) {
	file, cache := writeKept(t, keptSuite), filepath.Join(t.TempDir(), "new", "lockcheck")
	none := compareIn(t, "", file)
	cold := compareIn(t, cache, file)
	warm := compareIn(t, cache, file)
	anew := compareIn(t, cache, file, "--no-cache")
	if none.exit != ExitIncomplete || none.err != "" || cold != none || anew != none {
		t.Fatalf("statuses %d, %d and %d, messages %q, %q and %q; same bytes: %t, %t", none.exit, cold.exit, anew.exit, none.err, cold.err, anew.err, cold.out == none.out, anew.out == none.out)
	}
	if warm.err != fromEarlier(keptDistinct, keptDistinct) {
		t.Errorf("with a warm cache: %q", warm.err)
	}
	if warm.out != none.out || warm.exit != none.exit {
		t.Errorf("other bytes with a warm cache:\n%s\nwithout:\n%s", warm.out, none.out)
	}
	if quiet := compareIn(t, cache, file, "--quiet"); quiet.err != "" {
		t.Errorf("quiet: %q", quiet.err)
	}
}

// entriesIn lists the files of a directory.
func entriesIn(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDamagedResults: what is damaged is not used, and written anew.
func TestDamagedResults(t *testing.T) {
	file, cache := writeKept(t, keptSuite), t.TempDir()
	want := compareIn(t, cache, file)
	all := entriesIn(t, cache)
	if len(all) != keptDistinct {
		t.Fatalf("%d entries", len(all))
	}
	for i, name := range all {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch i % 5 {
		case 0:
			text = text[:len(text)/2]
		case 1:
			text[len(text)-20] ^= 1
		case 2:
			text = bytes.Replace(text, []byte("answer 1"), []byte("answer 2"), 1)
		case 3:
			text = nil
		case 4: // of another question
			if text, err = os.ReadFile(all[(i+1)%len(all)]); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if got := compareIn(t, cache, file); got != want {
		t.Errorf("status %d, message %q; same bytes: %t", got.exit, got.err, got.out == want.out)
	}
	if got := compareIn(t, cache, file); got.out != want.out || got.err != fromEarlier(keptDistinct, keptDistinct) {
		t.Errorf("after that: %q", got.err)
	}
}

// TestNowhereToKeep: where nothing can be written, that is said in a line.
func TestNowhereToKeep(t *testing.T) {
	file := writeKept(t, keptSuite)
	want := compareIn(t, "", file)
	got := compareIn(t, filepath.Join(file, "lockcheck"), file) // below a file
	if got.out != want.out || got.exit != want.exit || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "warning: results cannot be kept for the next run: ") {
		t.Errorf("status %d, message %q", got.exit, got.err)
	}
}

// TestKeptAtOnce: runs that share a directory do not disturb each other.
func TestKeptAtOnce(t *testing.T) {
	file, cache := writeKept(t, keptSuite), t.TempDir()
	want := compareIn(t, "", file)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			if got := compareIn(t, cache, file); got.out != want.out || got.exit != want.exit {
				t.Errorf("status %d, message %q", got.exit, got.err)
			}
		})
	}
	group.Wait()
	if got := len(entriesIn(t, cache)); got != keptDistinct {
		t.Errorf("%d entries", got)
	}
}

// readied makes the checks of a suite ready.
func readied(t *testing.T, text string) (*pool, []*asked) {
	t.Helper()
	s, err := suite.Load(readSuite, writeKept(t, text))
	if err != nil {
		t.Fatal(err)
	}
	a := &app{env: testEnv(&bytes.Buffer{}, &bytes.Buffer{})}
	a.env.Cache, a.env.Build = t.TempDir(), func() string { return "of the test" }
	p := a.newPool(1, 1, 0, 0, true)
	p.kept = a.keepResults(false)
	checks, err := p.ready(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return p, checks
}

func preparedOf(t *testing.T, k *asked) *ask.Prepared {
	t.Helper()
	at, err := resolve(k.target)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ask.Prepare(at, k.choices, &bytes.Buffer{}, false)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestUnlikelyResults: an entry without damage whose trace does not replay, or
// that speaks of something else, is dropped.
func TestUnlikelyResults(t *testing.T) {
	pool, checks := readied(t, "version: 1\nchecks:\n- {name: raced, protocol: ttl, faults: pause}\n- {name: timed, protocol: ttl, faults: pause, timing: bounded}\n")
	for _, k := range checks {
		for name, spoil := range map[string]func(p *checker.PropertyResult){
			"nothing": func(*checker.PropertyResult) {},
			"a step less": func(p *checker.PropertyResult) {
				p.Trace.Instances = p.Trace.Instances[:p.Depth-1]
				p.Depth--
				if p.Trace.Times != nil {
					p.Trace.Times = p.Trace.Times[:p.Depth]
				}
			},
			"two steps swapped": func(p *checker.PropertyResult) {
				x := p.Trace.Instances
				x[0], x[p.Depth-1] = x[p.Depth-1], x[0]
			},
			"no such rule":   func(p *checker.PropertyResult) { p.Trace.Instances[0].Rule = 1000 },
			"no such start":  func(p *checker.PropertyResult) { p.Trace.StartInstance = 1000 },
			"other length":   func(p *checker.PropertyResult) { p.Depth++ },
			"no trace":       func(p *checker.PropertyResult) { p.Trace = nil },
			"other property": func(p *checker.PropertyResult) { p.Name = "no-such" },
			"other kind":     func(p *checker.PropertyResult) { p.Kind = "liveness" },
		} {
			one := pool.one(context.Background(), pool.apps[0], k, 1, 0)
			if one.err != nil || one.result == nil {
				t.Fatal(one)
			}
			p := preparedOf(t, k)
			i := 0
			for one.result.Properties[i].Trace == nil {
				i++
			}
			spoil(&one.result.Properties[i])
			pool.kept.keep(p, k, one.result)
			_, found := pool.kept.find(p, k)
			_, there := pool.kept.store.Get(pool.kept.questionOf(p, k))
			if want := name == "nothing"; found != want || there != want {
				t.Errorf("%s, %s: found: %t, still there: %t", k.name, name, found, there)
			}
			pool.kept.store.Drop(pool.kept.questionOf(p, k))
		}
	}
}

// TestQuestions: whatever may change the answer makes another question.
func TestQuestions(t *testing.T) {
	lines := []string{
		"protocol: ttl", "protocol: ttl-fencing", "protocol: chubby", "protocol: plain.murphi",
		"protocol: ttl, params: {clients: 3}", "protocol: ttl, faults: pause", "protocol: ttl, faults: pause=1", "protocol: ttl, faults: crash",
		"protocol: ttl, timing: bounded", "protocol: ttl, timing: bounded, durations: {ttl: 40s}",
		"protocol: ttl, properties: [grant-exclusion]", "protocol: ttl, deadlock: stuck", "protocol: ttl, deadlock: stuttering",
		"protocol: ttl, ranks: off", "protocol: ttl, symmetry: off", "protocol: ttl, strict: true",
		"protocol: ttl, limits: {states: 100}", "protocol: ttl, limits: {states: 101}", "protocol: ttl, limits: {depth: 0}", "protocol: ttl, limits: {depth: 1}", "protocol: ttl, limits: {first: true}",
	}
	text := "version: 1\nchecks:\n"
	for i, line := range append(lines, "protocol: ttl, limits: {timeout: 1h}") {
		text += fmt.Sprintf("- {name: c%d, %s}\n", i, line)
	}
	pool, checks := readied(t, text)
	seen := map[string]int{}
	for i, k := range checks {
		question := pool.kept.questionOf(preparedOf(t, k), k)
		if j, ok := seen[question]; ok != (i == len(lines)) || ok && j != 0 {
			t.Errorf("%q and %q", k.command, checks[j].command)
		}
		seen[question] = i
	}
	again := &kept{store: pool.kept.store, build: "another"}
	if p := preparedOf(t, checks[0]); again.questionOf(p, checks[0]) == pool.kept.questionOf(p, checks[0]) {
		t.Error("another program asks the same question")
	}
}

// TestNotKept: what the clock, the user or the machine ended is not kept.
func TestNotKept(t *testing.T) {
	for kind, want := range map[string]bool{
		checker.LimitStates: true, checker.LimitDepth: true, checker.LimitTokens: true, checker.LimitCovers: true,
		checker.LimitMemory: false, checker.LimitDisk: false, checker.LimitTime: false, checker.LimitInterrupt: false,
	} {
		if lasting(&checker.Limit{Kind: kind}) != want {
			t.Errorf("%s is kept: %t", kind, !want)
		}
	}
	cache := t.TempDir()
	file := writeKept(t, "version: 1\nchecks:\n- {name: large, protocol: etcd-fencing, params: {clients: 3}, limits: {timeout: 1ms}}\n")
	if got := compareIn(t, cache, file); got.exit != ExitIncomplete || len(entriesIn(t, cache)) != 0 {
		t.Errorf("status %d, %d entries", got.exit, len(entriesIn(t, cache)))
	}
}
