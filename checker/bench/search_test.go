// Package bench_test measures whole searches, as a program runs them: the spec
// is read and compiled, its states are searched. It also runs as WebAssembly.
package bench_test

import (
	"context"
	"os"
	"testing"

	"lockcheck/checker"
	"lockcheck/model/vm"
)

// BenchmarkSpec searches the reference system with one worker.
func BenchmarkSpec(b *testing.B) {
	for _, size := range []struct {
		name, clients, rounds string
		symmetry              vm.Switch
		states, transitions   int64
	}{
		{"LEASE(3,2)", "3", "2", vm.Off, 29_787, 138_924},
		{"LEASE(3,4)", "3", "4", vm.Off, 1_091_225, 5_612_700},
		{"LEASE(3,4)/symmetry", "3", "4", vm.On, 183_175, 939_006},
	} {
		b.Run(size.name, func(b *testing.B) {
			for b.Loop() {
				program, diags := vm.Load(os.DirFS("../../specs"), "lease.murphi", vm.Options{
					Params:   map[string]string{"clients": size.clients, "rounds": size.rounds},
					Symmetry: size.symmetry, Ranks: vm.Off,
				})
				if err := diags.Err(); err != nil {
					b.Fatal(err)
				}
				r, err := checker.Check(context.Background(), program, checker.Options{Tree: program.Tree, Workers: 1})
				if err != nil {
					b.Fatal(err)
				}
				if r.Verdict != checker.Safe || r.States != size.states || r.Transitions != size.transitions {
					b.Fatalf("%v, %d states, %d transitions, want safe, %d, %d", r.Verdict, r.States, r.Transitions, size.states, size.transitions)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.transitions), "ns/transition")
		})
	}
}
