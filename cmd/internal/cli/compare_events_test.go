package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// atLines calls do before each line that is written.
type atLines struct {
	bytes.Buffer
	do func(line string)
}

func (w *atLines) Write(p []byte) (int, error) {
	w.do(string(p))
	return w.Buffer.Write(p)
}

// TestEventsAreLive: an event is written when its check is done, into files too,
// and a run that is interrupted leaves a whole stream.
func TestEventsAreLive(t *testing.T) {
	dir := t.TempDir()
	suite, file := filepath.Join(dir, "suite.yaml"), filepath.Join(dir, "events")
	text := "version: 1\nchecks:\n- {name: first, protocol: ttl}\n" +
		"- {name: large, protocol: chubby, params: {clients: 5}, faults: all, limits: {states: 500000}, expect: safe}\n" +
		"- {name: as first, protocol: ttl}\n- {name: next, protocol: lease}\n"
	if err := os.WriteFile(suite, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	presses := make(chan struct{}, 1)
	var stdout atLines
	stdout.do = func(line string) {
		// The file is written right after stdout.
		if there, err := os.ReadFile(file); err != nil || !bytes.Equal(there, stdout.Bytes()) {
			t.Errorf("before %q the file holds %q, %v", line, there, err)
		}
		if strings.Contains(line, `"event":"check","check":1,`) {
			presses <- struct{}{} // while there is more to do
		}
	}
	env := testEnv(&bytes.Buffer{}, &bytes.Buffer{})
	env.Out = &stdout
	env.Interrupts = func() (<-chan struct{}, func()) { return presses, func() {} }
	if exit := Main([]string{"compare", suite, "--jobs", "1", "--format", "events", "--report", "events=" + file}, env); exit != ExitIncomplete {
		t.Errorf("exit status %d", exit)
	}
	var got []string
	for _, line := range strings.Split(strings.TrimSpace(stdout.String()), "\n") {
		var e struct {
			Event, Name string
			Skipped     string
			Limit       struct{ Kind string }
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if e.Skipped != "" { // or it was about to begin
			e.Limit.Kind = "interrupt"
		}
		got = append(got, strings.TrimSpace(fmt.Sprintln(e.Event, e.Name, e.Limit.Kind)))
	}
	want := []string{"start", "check first", "check large interrupt", "check as first", "check next interrupt", "end"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
	if there, err := os.ReadFile(file); err != nil || !bytes.Equal(there, stdout.Bytes()) {
		t.Errorf("the file holds %q, %v", there, err)
	}
}

// TestToldInOrder: of each check is told once, in the order of the suite, whatever
// is done first, and no later than all before it are done.
func TestToldInOrder(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}, {2, 3, 0, 1}} {
		done := map[int]bool{}
		var told []int
		o := &inOrder{found: make([]reply, 5), known: make([]bool, 5), tell: func(i int, r reply) {
			if i == 4 != (r.seconds == 0) {
				t.Errorf("%v: check %d took %v", order, i, r.seconds)
			}
			told = append(told, i)
		}}
		for _, i := range order {
			done[i] = true
			at := []int{i}
			if i == 2 {
				at = []int{2, 4} // the same question
			}
			o.set(at, reply{seconds: 1})
			n := 0
			for done[n] {
				n++
			}
			if n == 4 {
				n = 5
			}
			if len(told) != n {
				t.Errorf("%v: after %v, told of %v", order, done, told)
			}
		}
		if fmt.Sprint(told) != "[0 1 2 3 4]" {
			t.Errorf("%v: told %v", order, told)
		}
	}
	// Where an answer is an error there is no comparison, and nothing more to tell.
	told := 0
	o := &inOrder{found: make([]reply, 3), known: make([]bool, 3), tell: func(int, reply) { told++ }}
	o.set([]int{2}, reply{})
	o.set([]int{0}, reply{})
	o.set([]int{1}, reply{err: context.Canceled})
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// TestPublishedFile: what is published is there at once, and stays when the rest
// is discarded.
func TestPublishedFile(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "events")
	for _, before := range []string{"", "old"} {
		if before != "" {
			if err := os.WriteFile(name, []byte(before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		p, err := create(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, _ := os.ReadFile(name); string(text) != before {
			t.Errorf("opened, and it holds %q", text)
		}
		if err := p.publish(); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(p, "one")
		if text, _ := os.ReadFile(name); string(text) != "one\n" {
			t.Errorf("written, and it holds %q", text)
		}
		p.discard()
		if text, _ := os.ReadFile(name); string(text) != "one\n" {
			t.Errorf("discarded, and it holds %q", text)
		}
		if all, err := os.ReadDir(dir); err != nil || len(all) != 1 {
			t.Errorf("%v, %v", all, err)
		}
		os.Remove(name)
	}
}
