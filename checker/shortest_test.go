package checker_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"lockcheck/checker"
	"lockcheck/checker/internal/gen"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

// The reference system has ten shortest violating runs with two clients, five
// up to names, and thirty with three, and the number is the same with symmetry
// and without.
func TestShortestRunsOfTheReference(t *testing.T) {
	for _, tt := range []struct {
		clients, rounds string
		want            string
	}{
		{"2", "1", "10 runs, 5 up to names"},
		{"3", "1", "30 runs, 5 up to names"},
		{"2", "0", "10 runs, 5 up to names"},
	} {
		for _, symmetry := range []vm.Switch{vm.On, vm.Off} {
			opt := vm.Options{Symmetry: symmetry, Params: map[string]string{"clients": tt.clients, "rounds": tt.rounds, "guard": "none"}}
			program, diags := vm.Load(os.DirFS("../specs"), "lease.murphi", opt)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			r, err := checker.Check(context.Background(), program, checker.Options{Tree: program.Tree, Ranks: true, AllShortest: true})
			if err != nil {
				t.Fatal(err)
			}
			s := r.Properties[0].Shortest
			if got := fmt.Sprintf("%s runs, %s up to names", s.Runs, s.Classes); got != tt.want {
				t.Errorf("clients %s, rounds %s, symmetry %v: %s, want %s", tt.clients, tt.rounds, symmetry, got, tt.want)
			}
		}
	}
}

// A search that is interrupted in the middle of a level may have found a
// violation there and not know of another.
func TestShortestRunsOfAnInterruptedSearch(t *testing.T) {
	opt := vm.Options{Params: map[string]string{"guard": "none"}}
	program, diags := vm.Load(os.DirFS("../specs"), "lease.murphi", opt)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	ctx, cancel := context.WithCancel(context.Background())
	r, err := checker.Check(ctx, program, checker.Options{
		Tree: program.Tree, Ranks: true, AllShortest: true, Next: 1,
		Progress: func(p checker.Progress) {
			if p.Level == 6 {
				cancel()
			}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Properties[0]; p.Decision != checker.Violated || p.Trace == nil || p.Shortest != nil {
		t.Errorf("want a trace and no count: %+v", p)
	}
}

// Two touches of four clients, then one of a client that was touched: three ways
// up to names, aaa, aba and abb. A touch moves the client to another place in
// the canonical state, so that what is counted by client has to go with it.
func TestShortestRunsThroughRenamings(t *testing.T) {
	const text = `
type client: scalarset(4);
var touches: 0..3; at: array [client] of 0..3;
startstate begin touches := 0; for c: client do at[c] := 0; end; end;
ruleset c: client do
  rule "Touch" touches < 2 ==> begin at[c] := 3 - touches; touches := touches + 1; end;
  rule "Again" touches = 2 & at[c] > 0 ==> begin touches := 3; end;
end;
invariant "low" touches < 3;
`
	program, diags := vm.Load(fstest.MapFS{"m.murphi": {Data: []byte(text)}}, "m.murphi", vm.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if n := compareShortest(t, program, true, checker.DeadlockOff, 1000, 1000); n != 3 {
		t.Errorf("%d up to names, want 3", n)
	}
}

// The runs of specs are those that the interpreter finds by trying.
func TestShortestRunsOfSpecs(t *testing.T) {
	for _, tt := range []struct {
		spec   string
		params map[string]string
		faults string
	}{
		{"lease.murphi", map[string]string{"clients": "2", "rounds": "1", "guard": "none"}, "default"},
		{"lease.murphi", map[string]string{"clients": "3", "rounds": "1", "guard": "none"}, "default"},
		{"ttl.murphi", nil, "pause=1"},
	} {
		faults, err := murphi.ParseFaults(tt.faults)
		if err != nil {
			t.Fatal(err)
		}
		for _, symmetry := range []vm.Switch{vm.On, vm.Off} {
			opt := vm.Options{Symmetry: symmetry, Params: tt.params, Faults: faults, Properties: []string{"no-stale-write"}}
			program, diags := vm.Load(os.DirFS("../specs"), tt.spec, opt)
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			if compareShortest(t, program, true, checker.DeadlockOff, 5000, 5000) == 0 {
				t.Error("nothing is violated")
			}
		}
	}
}

// TestShortestRunsOfRandomModels compares with the interpreter what is counted
// and listed, with and without reductions.
func TestShortestRunsOfRandomModels(t *testing.T) {
	n := *randomCount
	if n == 0 {
		n = usualRandomModels / 4
	}
	violated, many := 0, 0
	for seed := *randomSeed; seed < *randomSeed+uint64(n); seed++ {
		fsys := fstest.MapFS{"random.murphi": {Data: []byte(gen.Model(seed))}}
		for _, opt := range []vm.Options{{}, {Symmetry: vm.Off}, {Symmetry: vm.Off, Ranks: vm.Off}} {
			program, diags := vm.Load(fsys, "random.murphi", opt)
			if diags.HasErrors() {
				continue
			}
			most := compareShortest(t, program, opt.Ranks == vm.On, checker.Deadlock(seed%3), 100, 600)
			if most > 0 {
				violated++
			}
			if most > 1 {
				many++
			}
			if t.Failed() {
				t.Fatalf("seed %d, %+v:\n%s", seed, opt, gen.Model(seed))
			}
		}
	}
	t.Logf("%d violate something, %d of them in more than one way up to names", violated, many)
	if *randomCount == 0 && many < n/20 {
		t.Error("the generator makes too few models with several ways")
	}
}

// compareShortest compares all properties of a model that has at most so many
// states and shortest runs, and returns the greatest number of classes of one.
func compareShortest(t *testing.T, program *vm.Program, ranks bool, deadlock checker.Deadlock, states int64, listed int) (most int) {
	t.Helper()
	opt := checker.Options{Tree: program.Tree, Ranks: ranks, Deadlock: deadlock, MaxStates: states, AllShortest: true, Workers: 2}
	r, err := checker.Check(context.Background(), program, opt)
	if err != nil || r.Limit != nil && r.Limit.Kind == checker.LimitStates {
		return 0
	}
	for i := range r.Properties {
		p := &r.Properties[i]
		if p.Decision != checker.Violated {
			continue
		}
		runs, ok := naive.Shortest(program.Tree, naive.Options{Ranks: ranks, Deadlock: naive.Deadlock(deadlock)}, p.Name, listed)
		if !ok {
			continue
		}
		classes := classesOf(program.Tree, runs)
		most = max(most, len(classes))
		want := fmt.Sprint(len(runs), len(classes))
		if got := fmt.Sprint(p.Shortest.Runs, p.Shortest.Classes); got != want {
			t.Errorf("%s: runs and classes: got %s, want %s", p.Name, got, want)
			continue
		}
		for _, n := range []int{0, 1, 2, 5, len(classes) - 1, len(classes)} {
			opt.Next = n
			r, err := checker.Check(context.Background(), program, opt)
			if err != nil {
				t.Fatal(err)
			}
			q, shown := &r.Properties[i], n
			if n >= len(classes) {
				shown = 0
			}
			if d := cmp.Diff(classes[shown], runOf(t, program.Tree, q.Trace, ranks)); d != "" || q.Shortest.Shown != shown {
				t.Errorf("%s: run %d of %d, shown %d:\n%s", p.Name, n, len(classes), q.Shortest.Shown, d)
			}
		}
	}
	return most
}

// classesOf returns the first of all runs that are the same up to names, found
// by trying all renamings.
func classesOf(m *murphi.Model, runs []*naive.Trace) (first []string) {
	seen := map[string]bool{}
	for _, r := range runs {
		if seen[textOf(r)] {
			continue
		}
		first = append(first, textOf(r))
		for _, renaming := range renamings(m) {
			seen[textOf(rename(m, r, renaming))] = true
		}
	}
	return first
}

func rename(m *murphi.Model, r *naive.Trace, to map[*murphi.Type][]int64) *naive.Trace {
	step := func(rule *murphi.Rule, s naive.Step) naive.Step {
		s.Args = slices.Clone(s.Args)
		for i, q := range rule.Params {
			if values, ok := to[q.Type]; ok {
				s.Args[i] = values[s.Args[i]]
			}
		}
		return s
	}
	c := &naive.Trace{Start: step(m.Starts[r.Start.Rule], r.Start)}
	for _, s := range r.Steps {
		c.Steps = append(c.Steps, step(m.Rules[s.Rule], s))
	}
	return c
}

// renamings returns all of them, of all types together.
func renamings(m *murphi.Model) []map[*murphi.Type][]int64 {
	all := []map[*murphi.Type][]int64{{}}
	for _, typ := range m.Scalarsets {
		if typ.Asymmetric {
			continue
		}
		var more []map[*murphi.Type][]int64
		for _, perm := range permutations(typ.Size) {
			for _, r := range all {
				longer := maps.Clone(r)
				longer[typ] = perm
				more = append(more, longer)
			}
		}
		all = more
	}
	return all
}

func permutations(n int64) [][]int64 {
	if n == 0 {
		return [][]int64{nil}
	}
	var all [][]int64
	for _, p := range permutations(n - 1) {
		for i := range n {
			all = append(all, slices.Insert(slices.Clone(p), int(i), n-1))
		}
	}
	return all
}

// textOf writes a run.
func textOf(r *naive.Trace) string {
	text := fmt.Sprint(r.Start.Rule, r.Start.Args, ":")
	for _, s := range r.Steps {
		text += fmt.Sprint(" ", s.Rule, s.Args)
	}
	return text
}

// runOf writes a run of the engine.
func runOf(t *testing.T, m *murphi.Model, trace *checker.Trace, ranks bool) string {
	start, err := naive.StartStep(m, int(trace.StartInstance), ranks)
	if err != nil {
		t.Fatal(err)
	}
	r := &naive.Trace{Start: start}
	for _, s := range trace.Instances {
		r.Steps = append(r.Steps, naive.Step(s))
	}
	return textOf(r)
}
