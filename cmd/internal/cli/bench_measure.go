package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// benchTask is one search to be measured.
type benchTask struct {
	Check   benchCheck
	Workers int64
	Memory  int64 // as --memory; 0: the usual
}

// measurement is what one search found, and what it took from the start of the
// search to the verdict with its traces. CPU and Peak are nil where the system
// does not tell them.
type measurement struct {
	Verdict             string
	Violated            []string
	States, Transitions int64
	Depth               int
	Stored              int64 // bytes that the states take

	Wall float64 // seconds
	CPU  *float64
	Peak *int64 // bytes of resident memory of the process
}

// measure runs a search in a process of its own, so that what it needs is not
// mixed with what others needed; without a program to start it runs here, and
// there is no peak. On Linux a new process begins with the peak of the one
// that started it: that one must do nothing large.
func (a *app) measure(ctx context.Context, name string, task benchTask) (*measurement, error) {
	if a.env.Program == "" {
		m, err := a.measureHere(ctx, task)
		if m != nil {
			m.Peak = nil
		}
		return m, err
	}
	text, err := json.Marshal(task)
	if err != nil {
		return nil, err
	}
	var answer bytes.Buffer
	child := exec.CommandContext(ctx, a.env.Program, "bench", "--child")
	child.Stdin, child.Stdout, child.Stderr = bytes.NewReader(text), &answer, a.env.Err
	child.Cancel = func() error { return child.Process.Signal(os.Interrupt) }
	child.WaitDelay = 10 * time.Second
	err = child.Run()
	var exited *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return nil, errKilled
	case errors.As(err, &exited) && exited.ExitCode() == int(ExitInternal):
		return nil, &checker.InternalError{Model: task.Check.Protocol, Reason: "the process of the search says so"}
	case errors.As(err, &exited) && exited.ExitCode() >= 0:
		return nil, &ask.ShownError{Err: err}
	case err != nil:
		return nil, fmt.Errorf("%s: the process of the search: %w", name, err)
	}
	m := &measurement{}
	if err := json.Unmarshal(answer.Bytes(), m); err != nil {
		return nil, fmt.Errorf("%s: the process of the search: %w", name, err)
	}
	return m, nil
}

// runBenchChild is that process: a task on stdin, a measurement on stdout.
func (a *app) runBenchChild() error {
	var task benchTask
	if err := json.NewDecoder(a.env.In).Decode(&task); err != nil {
		return fmt.Errorf("bench --child is for lockcheck bench itself: %w", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if a.env.Interrupts != nil {
		presses, stop := a.env.Interrupts()
		defer stop()
		go func() {
			select {
			case <-presses:
				cancel()
			case <-ctx.Done():
			}
		}()
	}
	m, err := a.measureHere(ctx, task)
	if errors.Is(err, errKilled) {
		return &ask.ShownError{Err: err} // the parent has told
	}
	if err != nil {
		return err
	}
	return json.NewEncoder(a.env.Out).Encode(m)
}

// measureHere runs a search in this process.
func (a *app) measureHere(ctx context.Context, task benchTask) (*measurement, error) {
	c := &task.Check
	t, err := resolve(c.Protocol)
	if err != nil {
		return nil, err
	}
	q := &ask.Question{Faults: "default", Timing: "any", Ranks: onOff[0], Symmetry: onOff[0], Properties: c.Properties}
	if c.Faults != "" {
		q.Faults = c.Faults
	}
	if !c.Ranks {
		q.Ranks = onOff[1]
	}
	if !c.Symmetry {
		q.Symmetry = onOff[1]
	}
	p, err := ask.Prepare(t, ask.Choices{Question: q, Params: c.Params}, a.env.Err, false)
	if err != nil {
		return nil, err
	}
	m := &measurement{}
	show, done := a.reporter(!a.env.ErrTerminal)
	before, _, _ := usage()
	start := time.Now()
	res, err := a.check(ctx, p, q, &limits{Limits: ask.Limits{Memory: task.Memory, Workers: task.Workers}}, func(s checker.Progress) {
		if s.Phase == checker.PhaseSearch {
			m.Stored = s.Stored
		}
		if show != nil {
			show(s)
		}
	})
	m.Wall = time.Since(start).Seconds()
	done()
	if err != nil {
		return nil, a.specError(p, err)
	}
	if cpu, peak, ok := usage(); ok {
		cpu -= before
		m.CPU, m.Peak = &cpu, &peak
	}
	return m, m.fill(ctx, c, res)
}

// fill copies the result of a search that must have come to its end.
func (m *measurement) fill(ctx context.Context, c *benchCheck, res *checker.Result) error {
	m.Verdict, m.States, m.Transitions, m.Depth = res.Verdict.String(), res.States, res.Transitions, res.Depth
	for _, p := range res.Properties {
		if p.Decision == checker.Violated {
			m.Violated = append(m.Violated, p.Name)
		}
	}
	switch {
	case ctx.Err() != nil:
		return errKilled
	case res.Limit != nil:
		return fmt.Errorf("%s: the search did not come to its end: limit on %s", c.command(), res.Limit.Kind)
	}
	return nil
}

// compare returns an error unless a search found what is known: the time of
// another one is worth nothing.
func (r *benchRow) compare(m *measurement) error {
	var wrong []string
	differ := func(what string, got, known any) {
		if got != known {
			wrong = append(wrong, fmt.Sprintf("%v %s, known %v", got, what, known))
		}
	}
	differ("states", out.Number(m.States), out.Number(r.known.States))
	differ("transitions", out.Number(m.Transitions), out.Number(r.known.Transitions))
	differ("as depth", m.Depth, r.known.Depth)
	differ("as verdict", m.Verdict, r.known.Verdict)
	if !slices.Equal(m.Violated, r.known.Violated) {
		differ("violated", names(m.Violated), names(r.known.Violated))
	}
	if wrong == nil {
		return nil
	}
	return &checker.InternalError{Model: r.name, Reason: "the search is wrong: " + strings.Join(wrong, "; ")}
}

func names(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}
