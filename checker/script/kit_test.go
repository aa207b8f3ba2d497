package script

import (
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"lockcheck/checker"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
	"lockcheck/specs"
)

// stage is a spec, configured for scripts.
type stage struct {
	model    *murphi.Model
	settings murphi.Settings
	judge    *checker.Judge
	system   *vm.Program
}

// words reads "guard=none ttl=10s".
func words(text string) map[string]string {
	all := map[string]string{}
	for _, w := range strings.Fields(text) {
		flag, value, _ := strings.Cut(w, "=")
		all[flag] = value
	}
	return all
}

// configured configures a spec for real time, without compiling it.
func configured(t testing.TB, file string, params map[string]string, faults string) *stage {
	t.Helper()
	m, diags := murphi.Load(specs.Files(), file)
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	set, err := murphi.ParseFaults(faults)
	if err != nil {
		t.Fatal(err)
	}
	settings, diags := murphi.Configure(m, murphi.Config{Params: params, Faults: set, Bounded: true})
	if diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	if diags := murphi.Check(m, murphi.CheckOptions{Symmetry: true}); diags.HasErrors() {
		t.Fatal(diags.Err())
	}
	return &stage{model: m, settings: settings}
}

// ready configures and compiles a spec; its parameters are given as words reads
// them.
func ready(t testing.TB, spec, params, faults string) *stage {
	t.Helper()
	s := configured(t, spec+".murphi", words(params), faults)
	var properties []string
	for _, p := range s.model.Properties {
		if p.Prop == murphi.Invariant {
			properties = append(properties, p.Title)
		}
	}
	var err error
	if s.system, err = vm.Compile(s.model, vm.Options{Properties: properties, Bounded: true}); err != nil {
		t.Fatal(err)
	}
	s.judge = checker.NewJudge(s.system, checker.Options{Tree: s.model, Ranks: true})
	return s
}

// seconds reads a duration.
func seconds(text string) *big.Rat {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(err)
	}
	return new(big.Rat).SetInt64(int64(d))
}

// read reads a script: "pause 15s", "none", "pause 3s jump 8s x3".
func read(text string) Script {
	f := strings.Fields(text)
	s := Script{Stop: Stop(f[0])}
	if s.Stop != None {
		s.For, f = seconds(f[1]), f[1:]
	}
	if len(f) > 1 && f[1] == "jump" {
		s.Jump = seconds(f[2])
		fmt.Sscanf(f[3], "x%d", &s.Nodes)
	}
	return s
}

// broken returns the properties that a run breaks, by the step after which each
// is broken first.
func (s *stage) broken(p *Played) map[string]int {
	first := map[string]int{}
	for n := 0; n <= len(p.Times); n++ {
		for _, row := range s.judge.Broken(p.Run.Until(n)) {
			name, _ := s.judge.Claim(row)
			if _, known := first[name]; !known {
				first[name] = n
			}
		}
	}
	return first
}

// told writes a run, a line for each step.
func (s *stage) told(p *Played) string {
	var b strings.Builder
	first := s.broken(p)
	for i, step := range p.Run.Steps {
		at := time.Duration(new(big.Int).Quo(p.Times[i].Num(), p.Times[i].Denom()).Int64())
		fmt.Fprintf(&b, "%3d %8s  %s\n", i+1, at, step.Say)
		for _, q := range s.model.Properties {
			if n, ok := first[q.Title]; ok && n == i+1 {
				fmt.Fprintf(&b, "              breaks %s\n", q.Title)
			}
		}
	}
	fmt.Fprintf(&b, "%s\n", p.Ends)
	return b.String()
}
