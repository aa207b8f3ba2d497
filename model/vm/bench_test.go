package vm

import (
	"os"
	"testing"

	"lockcheck/model"
)

// sample returns states of specs/lease.murphi with 3 clients and 4 rounds, in
// the order in which they are found.
func sample(b *testing.B, opt Options, want int) (*Program, [][]uint64) {
	b.Helper()
	opt.Params = map[string]string{"clients": "3", "rounds": "4"}
	opt.Properties = []string{"no-stale-write"}
	p, diags := Load(os.DirFS("../../specs"), "lease.murphi", opt)
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	m := p.NewMachine()
	out := model.Successors{CoverStmts: make([]bool, p.CoverStmts())}
	m.Starts(&out)
	seen := map[string]bool{}
	var states [][]uint64
	for i := -1; i < len(states); i++ {
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
		if len(states) > want {
			break
		}
	}
	return p, states
}

func benchmarkExpand(b *testing.B, opt Options) {
	p, states := sample(b, opt, 100_000)
	m := p.NewMachine()
	out := model.Successors{
		CoverStmts: make([]bool, p.CoverStmts()),
		Enabled:    make([]uint64, len(p.Rules())), Taken: make([]uint64, len(p.Rules())),
	}
	transitions := 0
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		out.Reset()
		m.Expand(states[i%len(states)], &out)
		transitions += len(out.Instances)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(transitions), "ns/transition")
	b.ReportMetric(float64(p.Words()), "words")
}

func BenchmarkExpandPlain(b *testing.B)     { benchmarkExpand(b, Options{Symmetry: Off, Ranks: Off}) }
func BenchmarkExpandRanks(b *testing.B)     { benchmarkExpand(b, Options{Symmetry: Off}) }
func BenchmarkExpandSymmetric(b *testing.B) { benchmarkExpand(b, Options{Ranks: Off}) }
func BenchmarkExpandReduced(b *testing.B)   { benchmarkExpand(b, Options{}) }
func BenchmarkExpandGeneral(b *testing.B) {
	benchmarkExpand(b, Options{Symmetry: Off, Ranks: Off, limits: general})
}

func BenchmarkEvaluate(b *testing.B) {
	p, states := sample(b, Options{Symmetry: Off, Ranks: Off}, 10_000)
	m := p.NewMachine()
	var ev model.Evaluation
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		m.Evaluate(states[i%len(states)], &ev)
	}
}
