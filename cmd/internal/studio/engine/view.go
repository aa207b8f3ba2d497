package engine

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
)

// view is a run and what is read from it: what storage says of each write, what
// counters and status show after each step. It reads the variables of the specs
// of the library; what a spec lacks stays empty.
type view struct {
	model    *murphi.Model
	settings murphi.Settings
	run      *naive.Run
	trace    *checker.Trace
	ends     string // why nothing follows, of a scripted run

	clients []string
	states  []state // the start, then after each step
	writes  []Write
}

// newView reads a run; trace is the same run in words, with its times if they
// count.
func newView(m *murphi.Model, settings murphi.Settings, run *naive.Run, trace *checker.Trace) *view {
	v := &view{model: m, settings: settings, run: run, trace: trace}
	v.states = append(v.states, stateOf(trace.Start))
	for i := range trace.Steps {
		v.states = append(v.states, stateOf(trace.Steps[i].State))
	}
	for _, o := range trace.Start.Observed {
		if o.Func == "believes" {
			v.clients = append(v.clients, o.Arg)
		}
	}
	v.writes = v.judged()
	return v
}

// viewOfTrace reads a trace that a check has found.
func viewOfTrace(m *murphi.Model, settings murphi.Settings, ranks bool, trace *checker.Trace) (*view, error) {
	run, err := trace.Replay(m, ranks)
	if err != nil {
		return nil, err
	}
	return newView(m, settings, run, trace), nil
}

// timed reports whether time counts in the run.
func (v *view) timed() bool { return v.trace.Times != nil }

// at is the time after a step; 0 is the start.
func (v *view) at(i int) *big.Rat {
	if i == 0 {
		return new(big.Rat)
	}
	return v.trace.Times[i-1]
}

// param is the value of a parameter, "" if there is none.
func (v *view) param(flag string) string { return v.settings.Params[flag] }

// state is a state by the paths of its variables.
type state struct {
	vars     map[string]string // "" where undefined
	observed map[string]string // "believes(A)", "free"
}

func stateOf(s checker.State) state {
	x := state{map[string]string{}, map[string]string{}}
	for _, v := range s.Vars {
		x.vars[v.Path] = v.Value
	}
	for _, o := range s.Observed {
		name := o.Func
		if o.Arg != "" {
			name += "(" + o.Arg + ")"
		}
		x.observed[name] = o.Value
	}
	return x
}

// get is the value of a variable; %s stands for the words.
func (s state) get(path string, words ...any) string { return s.vars[fmt.Sprintf(path, words...)] }

func (s state) has(path string, words ...any) bool {
	_, ok := s.vars[fmt.Sprintf(path, words...)]
	return ok
}

// number is a value that counts, 0 where there is none.
func (s state) number(path string, words ...any) int {
	n, err := strconv.Atoi(s.get(path, words...))
	if err != nil {
		return 0
	}
	return n
}

func (s state) believes(c string) bool { return s.observed["believes("+c+")"] == "true" }
func (s state) holds(c string) bool    { return s.observed["holds("+c+")"] == "true" }
func (s state) free() bool             { return s.observed["free"] == "true" }

// numberText writes a token; "" if it is none.
func numberText(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// names lists clients: "A, B and C".
func names(all []string) string {
	if n := len(all); n > 1 {
		return strings.Join(all[:n-1], ", ") + " and " + all[n-1]
	}
	return strings.Join(all, "")
}
