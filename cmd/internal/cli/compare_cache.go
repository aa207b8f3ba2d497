package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"sync/atomic"

	"lockcheck/checker"
	"lockcheck/cmd/internal/answers"
	"lockcheck/cmd/internal/ask"
)

// kept are the results of earlier checks. nil keeps nothing.
//
// Of a trace only the numbers are kept: the interpreter takes its steps again
// before it is shown. What does not replay is dropped, and the check is made.
type kept struct {
	store *answers.Store
	build string // of this program: another one may answer otherwise
	taken atomic.Int64
}

// keepResults returns where results are kept, nil if they are not: where the
// user wants none, there is no directory, or the program does not know itself.
func (a *app) keepResults(unwanted bool) *kept {
	if unwanted || a.env.Cache == "" || a.env.Build == nil {
		return nil
	}
	build := a.env.Build()
	if build == "" {
		return nil
	}
	return &kept{store: answers.Open(a.env.Cache, answers.Most), build: build}
}

// questionOf is all that the result of a check depends on. A timeout is not part
// of it, since a result that a timeout has ended is not kept.
func (c *kept) questionOf(p *ask.Prepared, k *asked) string {
	untimed := *k
	untimed.limits.Timeout = 0
	question := fmt.Sprintf("%s\n%s\n%q\n%s\n", ask.Tool, c.build, k.choices.Variant, keyOf(p, &untimed))
	for _, s := range p.Model.Sources {
		question += fmt.Sprintf("%q ", s.Name)
	}
	return question
}

// find returns the result of a check that was made before.
func (c *kept) find(p *ask.Prepared, k *asked) (*checker.Result, bool) {
	if c == nil {
		return nil, false
	}
	question := c.questionOf(p, k)
	text, ok := c.store.Get(question)
	if !ok {
		return nil, false
	}
	res := &checker.Result{}
	err := json.Unmarshal(text, res)
	if err == nil {
		err = res.Again(p.Judge(k.choices.Question), p.Settings.Delay)
	}
	if err != nil {
		c.store.Drop(question)
		return nil, false
	}
	c.taken.Add(1)
	return res, true
}

// keep stores a result, unless something else than the question had a part in
// it: the clock, Ctrl-C, or how much memory there was.
func (c *kept) keep(p *ask.Prepared, k *asked, res *checker.Result) {
	if c == nil || !lasting(res.Limit) {
		return
	}
	bare := *res
	bare.Properties = slices.Clone(res.Properties)
	for i := range bare.Properties {
		if t := bare.Properties[i].Trace; t != nil {
			bare.Properties[i].Trace = &checker.Trace{StartInstance: t.StartInstance, Instances: t.Instances, Times: t.Times}
		}
	}
	text, err := json.Marshal(&bare)
	if err == nil {
		c.store.Put(c.questionOf(p, k), text)
	}
}

// lasting reports whether a search that ended so would end so again.
func lasting(l *checker.Limit) bool {
	return l == nil || slices.Contains([]string{checker.LimitStates, checker.LimitDepth, checker.LimitTokens, checker.LimitCovers}, l.Kind)
}

// close makes room in the store. If w is not nil it says there how many of n
// results were taken from it, and what went wrong.
func (c *kept) close(w io.Writer, n int) {
	if c == nil {
		return
	}
	c.store.Trim()
	if w == nil {
		return
	}
	if taken := c.taken.Load(); taken > 0 {
		fmt.Fprintf(w, "%d of %d results are from earlier runs; --no-cache checks anew\n", taken, n)
	}
	if err := c.store.Err(); err != nil {
		fmt.Fprintf(w, "lockcheck: warning: results cannot be kept for the next run: %v\n", err)
	}
}

// sumOfProgram identifies the program that runs, by what its file holds; "" if
// that cannot be read. Where the system names the file that was started, it is
// that one even when another has taken its place since.
func sumOfProgram(program string) string {
	f, err := os.Open("/proc/self/exe")
	if err != nil {
		f, err = os.Open(program)
	}
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
}
