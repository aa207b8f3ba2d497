package vm

import (
	"os"
	"strings"
	"testing"

	"lockcheck/model"
	"lockcheck/model/murphi"
)

// workload is a model as users check it.
type workload struct {
	name, file string
	params     string // flag=value,...
	faults     string // "": default
	opt        Options
}

var workloads = []workload{
	{name: "lease,plain", file: "lease.murphi", params: "clients=3,rounds=4", opt: Options{Symmetry: Off, Ranks: Off}},
	{name: "lease,symmetric", file: "lease.murphi", params: "clients=5,rounds=2", opt: Options{Ranks: Off}},
	{name: "lease,reduced", file: "lease.murphi", params: "clients=5"},
	{name: "ttl-fencing", file: "ttl.murphi", params: "clients=3,guard=reject-lower"},
	{name: "ttl-fencing,plain", file: "ttl.murphi", params: "clients=3,guard=reject-lower", opt: Options{Symmetry: Off, Ranks: Off}},
	{name: "ttl,random tokens", file: "ttl.murphi", params: "clients=2,guard=reject-lower,token=random"},
	{name: "redlock", file: "redlock.murphi", faults: "pause"},
}

// sampled is a program and some of its states, in the order in which they are
// found: few enough to stay in the cache.
type sampled struct {
	*Program
	states [][]uint64
}

const sampleSize = 1 << 12

var samples = map[string]sampled{}

func (w workload) sample(tb testing.TB) sampled {
	tb.Helper()
	got, ok := samples[w.name]
	if !ok {
		got.Program, got.states = w.search(tb, 10*sampleSize)
		got.states = got.states[max(0, len(got.states)-sampleSize):]
		samples[w.name] = got
	}
	return got
}

// search returns states of a workload, in the order in which they are found.
func (w workload) search(tb testing.TB, want int) (*Program, [][]uint64) {
	tb.Helper()
	opt := w.opt
	opt.Params = map[string]string{}
	for _, p := range strings.Split(w.params, ",") {
		if flag, value, ok := strings.Cut(p, "="); ok {
			opt.Params[flag] = value
		}
	}
	if w.faults != "" {
		opt.Faults.Mode = murphi.FaultsListed
		for _, kind := range strings.Split(w.faults, ",") {
			opt.Faults.List = append(opt.Faults.List, murphi.FaultBudget{Kind: kind, Max: murphi.Unbounded})
		}
	}
	p, diags := Load(os.DirFS("../../specs"), w.file, opt)
	if diags.HasErrors() {
		tb.Fatal(diags)
	}
	m := p.NewMachine()
	out := model.Successors{CoverStmts: make([]bool, p.CoverStmts())}
	m.Starts(&out)
	seen := map[string]bool{}
	var states [][]uint64
	for i := -1; i < len(states) && len(states) < want; i++ {
		if i >= 0 {
			out.Reset()
			m.Expand(states[i], &out)
		}
		for n := p.Words(); len(out.States) > 0; out.States = out.States[n:] {
			s := append([]uint64(nil), out.States[:n]...)
			if k := key(s); !seen[k] {
				seen[k] = true
				states = append(states, s)
			}
		}
	}
	return p, states
}

// BenchmarkExpand generates all successors of a state, again and again. The
// figure to look at is ns/transition, and that nothing is allocated.
func BenchmarkExpand(b *testing.B) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			p := w.sample(b)
			m := p.NewMachine()
			out := model.Successors{
				CoverStmts: make([]bool, p.CoverStmts()),
				Enabled:    make([]uint64, len(p.Rules())), Taken: make([]uint64, len(p.Rules())),
			}
			transitions, i := 0, 0
			b.ReportAllocs()
			for b.Loop() {
				out.Reset()
				m.Expand(p.states[i], &out)
				transitions += len(out.Instances)
				if i++; i == len(p.states) {
					i = 0
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(transitions), "ns/transition")
			b.ReportMetric(float64(transitions)/float64(b.N), "transitions/op")
			b.ReportMetric(float64(p.Words()), "words")
		})
	}
}

// BenchmarkEvaluate evaluates all properties of a workload.
func BenchmarkEvaluate(b *testing.B) {
	for _, w := range workloads {
		b.Run(w.name, func(b *testing.B) {
			p := w.sample(b)
			m := p.NewMachine()
			var ev model.Evaluation
			i := 0
			b.ReportAllocs()
			for b.Loop() {
				m.Evaluate(p.states[i], &ev)
				if i++; i == len(p.states) {
					i = 0
				}
			}
			b.ReportMetric(float64(len(ev.Values)), "properties")
		})
	}
}
