package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"lockcheck/checker"
	"lockcheck/cmd/internal/ask"
	"lockcheck/out"
)

// reply is what became of a check.
type reply struct {
	result  *checker.Result
	skipped string // why there is no result
	broken  bool   // since the model is wrong in itself
	err     error  // that no result explains: a bug, or a disk that fails
	seconds float64
}

// pool makes checks side by side. All share one limit on memory and one number
// of workers, and no answer depends on how many there are.
type pool struct {
	a        *app
	jobs     int   // checks at once
	workers  int   // of all of them
	memory   int64 // of all of them
	limited  bool  // somebody has asked for that limit
	timeout  time.Duration
	progress *poolProgress
	kept     *kept // results of earlier runs
	quiet    bool

	apps []*app // one for each check under way, with the files of its own
}

// newPool shares what there is among at most so many checks at once.
func (a *app) newPool(jobs, workers, memory int64, timeout time.Duration, quiet bool) *pool {
	p := &pool{a: a, workers: int(workers), memory: memory, limited: memory > 0, timeout: timeout, quiet: quiet}
	if p.workers == 0 {
		p.workers = runtime.GOMAXPROCS(0)
	}
	if p.jobs = int(jobs); p.jobs == 0 {
		p.jobs = p.workers
	}
	if p.memory == 0 {
		p.memory = memoryShare()
	}
	const least = 1 << 20 // of memory for a check
	if p.memory > 0 {
		p.jobs = max(min(p.jobs, int(p.memory/least)), 1)
	}
	for range p.jobs {
		p.apps = append(p.apps, &app{env: a.env})
	}
	if !quiet {
		p.progress = &poolProgress{w: a.env.Err, terminal: a.env.ErrTerminal, now: time.Now, last: time.Now(), start: time.Now()}
	}
	return p
}

// beginChecks makes ready what makes the checks of a comparison. ctx ends with
// Ctrl-C, or when the time is up; end is called when all is done.
func (a *app) beginChecks(o *compareOptions, files *compareFiles) (ctx context.Context, p *pool, end func()) {
	p = a.newPool(o.jobs, o.workers, o.memory, o.timeout, o.quiet)
	p.kept = a.keepResults(o.noCache)
	ctx, release := a.interruptible(stoppingWithAnswer, func() {
		files.discard()
		p.discardTemporary()
	})
	ctx, cancel := ask.WithTimeout(ctx, o.timeout)
	return ctx, p, func() {
		cancel()
		release()
	}
}

// discardTemporary removes the files of all checks.
func (p *pool) discardTemporary() {
	for _, a := range p.apps {
		a.discardTemporary()
	}
}

// each calls do for every number below n, some at once, each time with one of
// the apps. It stops when ctx ends.
func (p *pool) each(ctx context.Context, n int, do func(a *app, i int)) {
	var next, all sync.Mutex
	var group sync.WaitGroup
	i := 0
	var panicked any
	for _, a := range p.apps[:min(len(p.apps), max(n, 1))] {
		group.Go(func() {
			defer func() {
				if r := recover(); r != nil {
					all.Lock()
					panicked = &panicError{value: r, stack: debug.Stack()}
					all.Unlock()
				}
			}()
			for {
				next.Lock()
				mine := i
				i++
				next.Unlock()
				if mine >= n || ctx.Err() != nil {
					return
				}
				do(a, mine)
			}
		})
	}
	group.Wait()
	if panicked != nil {
		panic(panicked)
	}
}

// answer makes all checks, those with the same question once, and tells of each
// when it and all before it are done; tell may be nil.
func (p *pool) answer(ctx context.Context, checks []*asked, tell func(i int, r reply)) []reply {
	if p.limited {
		defer limitMemory(p.memory)()
	}
	alike := map[string][]int{} // checks with the same question
	var distinct []int          // the first check with each
	for i, k := range checks {
		if alike[k.key] == nil {
			distinct = append(distinct, i)
		}
		alike[k.key] = append(alike[k.key], i)
	}
	done := &inOrder{found: make([]reply, len(checks)), known: make([]bool, len(checks)), tell: tell}
	atOnce := min(p.jobs, max(len(distinct), 1))
	share := p.memory / int64(atOnce)
	again := make([]bool, len(distinct)) // with all of the memory
	p.progress.begin(len(distinct))
	p.each(ctx, len(distinct), func(a *app, i int) {
		k := checks[distinct[i]]
		p.progress.starts(k.name)
		r := p.one(ctx, a, k, max(p.workers/atOnce, 1), share)
		again[i] = atOnce > 1 && r.result != nil && r.result.Limit != nil && r.result.Limit.Kind == checker.LimitMemory && ctx.Err() == nil
		if !again[i] {
			done.set(alike[k.key], r)
		}
		p.progress.ends()
	})
	// A share was not enough in real time, where nothing goes into files: what
	// the whole is enough for must not depend on how many shared it.
	for i, first := range distinct {
		if k := checks[first]; again[i] {
			done.set(alike[k.key], p.one(ctx, p.apps[0], k, p.workers, p.memory))
		}
	}
	never := reply{skipped: "interrupted before it"}
	if p.timeout > 0 {
		never.skipped += ", or the time was up (" + p.timeout.String() + ")"
	}
	for i := range checks {
		if !done.known[i] {
			done.set([]int{i}, never)
		}
	}
	p.progress.end()
	p.closeKept(len(distinct))
	return done.found
}

// inOrder keeps the answers to checks, and tells of them in the order of the
// checks, whatever comes first.
type inOrder struct {
	tell func(i int, r reply)

	mu    sync.Mutex
	found []reply
	known []bool
	told  int
}

// set says what became of checks with the same question. Only the first of them
// has taken time. After an answer that is an error nothing is told: there is no
// comparison then.
func (o *inOrder) set(at []int, r reply) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, i := range at {
		o.found[i], o.known[i] = r, true
		r.seconds = 0
	}
	for ; o.told < len(o.found) && o.known[o.told]; o.told++ {
		if o.found[o.told].err != nil {
			o.tell = nil
		}
		if o.tell != nil {
			o.tell(o.told, o.found[o.told])
		}
	}
}

// closeKept is done with the results of earlier runs.
func (p *pool) closeKept(checks int) {
	w := p.a.env.Err
	if p.quiet {
		w = nil
	}
	p.kept.close(w, checks)
}

// one makes one check, unless its result was kept.
func (p *pool) one(ctx context.Context, a *app, k *asked, workers int, memory int64) reply {
	started := time.Now()
	t, err := resolve(k.target)
	if err != nil {
		return reply{err: err}
	}
	ready, err := ask.Configure(t, k.choices, io.Discard, false)
	if err != nil {
		return reply{skipped: ask.OneLine(err.Error()), broken: true}
	}
	if res, ok := p.kept.find(ready, k); ok {
		return reply{result: res, seconds: time.Since(started).Seconds()}
	}
	if err := ready.Compile(); err != nil {
		return reply{skipped: ask.OneLine(err.Error()), broken: true}
	}
	l := k.limits
	l.Workers, l.Memory, l.share = int64(workers), memory, true
	res, err := a.check(ctx, ready, k.choices.Question, &l, p.progress.during(k.name))
	var spec *checker.SpecError
	switch {
	case errors.As(err, &spec):
		return reply{skipped: "a mistake of the model: " + ask.OneLine(spec.Error()), broken: true}
	case err != nil:
		return reply{err: fmt.Errorf("check %q: %w", k.name, err)}
	}
	p.kept.keep(ready, k, res)
	if l := res.Limit; l != nil && l.Kind == checker.LimitTime && (k.limits.Timeout == 0 || ctx.Err() != nil) {
		l.Value = p.timeout.String()
	}
	return reply{result: res, seconds: time.Since(started).Seconds()}
}

// firstError is the first error of checks, in their order.
func firstError(found []reply) error {
	for _, f := range found {
		if f.err != nil {
			return f.err
		}
	}
	return nil
}

// poolProgress tells on stderr how many checks are done. nil tells nothing.
type poolProgress struct {
	w        io.Writer
	terminal bool
	now      func() time.Time

	mu          sync.Mutex
	start, last time.Time
	finished, n int
	drawn       bool
}

func (p *poolProgress) begin(n int) {
	if p != nil {
		p.n = n
	}
}

// starts says which check begins, unless something was said a moment ago.
func (p *poolProgress) starts(name string) { p.tell("now "+name, 0) }

// during returns what a check calls while it searches, to say how far it is.
func (p *poolProgress) during(name string) func(checker.Progress) {
	if p == nil {
		return nil
	}
	return func(s checker.Progress) { p.tell(out.Number(s.States)+" states of "+name, 0) }
}

// ends counts a check that is done.
func (p *poolProgress) ends() { p.tell("", 1) }

func (p *poolProgress) tell(what string, more int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.finished += more
	t := p.now()
	pause := plainPause
	if p.terminal {
		pause = terminalPause
	}
	if t.Sub(p.last) < pause {
		return
	}
	p.last = t
	line := fmt.Sprintf("%d of %d checks, %s", p.finished, p.n, t.Sub(p.start).Round(time.Second))
	if what != "" {
		line += ", " + what
	}
	if p.terminal {
		const most = 79
		if r := []rune(line); len(r) > most {
			line = string(r[:most])
		}
		fmt.Fprintf(p.w, "\r\x1b[K%s", line)
		p.drawn = true
		return
	}
	fmt.Fprintln(p.w, strings.TrimRight(line, " "))
}

// end clears the line.
func (p *poolProgress) end() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
