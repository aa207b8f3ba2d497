package checker_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lockcheck/checker"
	"lockcheck/checker/internal/gen"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

var (
	randomSeed  = flag.Uint64("random.seed", 1, "seed of the first random model")
	randomCount = flag.Int("random.n", 0, "number of random models; 0 means as many as the test needs")
)

// mostRandomStates keeps a random model small; both engines stop at the end of
// the level in which it is passed.
const mostRandomStates = 1000

// TestRandomModels has the compiled engine and the naive interpreter check
// random models: with and without reductions they must agree on the number of
// states (orbits, with symmetry), transitions and levels, on every property,
// and on every trace to the last step. It says where to look again:
// go test ./checker -run RandomModels -random.seed N -random.n 1.
func TestRandomModels(t *testing.T) {
	n := *randomCount
	if n == 0 {
		n = usualRandomModels
	}
	t.Logf("seeds %d to %d", *randomSeed, *randomSeed+uint64(n)-1)
	var refused, violated, complete int
	for seed := *randomSeed; seed < *randomSeed+uint64(n); seed++ {
		text := gen.Model(seed)
		for _, reduced := range []bool{false, true} {
			opt := limits{deadlock: checker.Deadlock(seed % 3), states: mostRandomStates}
			if seed%7 == 0 {
				opt.depth = new(int(seed / 7 % 6))
			}
			fsys := fstest.MapFS{"random.murphi": {Data: []byte(text)}}
			r := compareEngines(t, fsys, "random.murphi", vm.Options{}, reduced, opt)
			switch {
			case r == nil:
				refused++
			case r.Violated:
				violated++
			default:
				complete++
			}
			if t.Failed() {
				t.Fatalf("seed %d, reduced %v:\n%s", seed, reduced, text)
			}
		}
	}
	t.Logf("%d models in two ways: %d violate something, %d do not, %d are refused", n, violated, complete, refused)
	if *randomCount == 0 && (refused > n || violated < n/10 || complete < n/10) {
		t.Errorf("the generator makes too much of one kind")
	}
}

// found is what both engines say, in one form.
type found struct {
	States, Transitions int
	Depth               int
	Complete, Violated  bool
	Spec                bool
	Properties          []foundProperty
	Covers              []foundCover
	Rules               []foundRule
}

type foundProperty struct {
	Name, Kind string
	Decision   int
	Depth      int
	Start      string
	Steps      []string
}

type foundCover struct {
	Name    string
	Reached bool
	Depth   int
}

type foundRule struct {
	Name           string
	Enabled, Taken int
}

// limits are what both engines are told besides the model.
type limits struct {
	deadlock checker.Deadlock
	states   int
	depth    *int
}

// compareEngines returns what both found; nil for a model that is refused.
func compareEngines(t *testing.T, fsys fs.FS, name string, opt vm.Options, reduced bool, lim limits) *found {
	if !reduced {
		opt.Symmetry, opt.Ranks = vm.Off, vm.Off
	}
	program, diags := vm.Load(fsys, name, opt)
	if diags.HasErrors() {
		return nil
	}
	ours := engineFound(t, program, reduced, lim)
	compareTiers(t, program, reduced, lim)
	theirs := naiveFound(program.Tree, reduced, opt.Properties, lim)
	if !slices.ContainsFunc(ours.Properties, func(p foundProperty) bool { return p.Decision != int(checker.Violated) }) {
		theirs.Complete = ours.Complete // the engine stops where nothing is left to decide
	}
	if diff := cmp.Diff(theirs, ours, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the interpreter (-) and the compiled engine (+) differ:\n%s", diff)
	}
	return ours
}

// tierTurn chooses the ways to keep states that are compared, in turn.
var tierTurn int

// compareTiers checks that a result is the same, to the last step of every
// trace, when states are kept in another way and by other numbers of workers.
func compareTiers(t *testing.T, program *vm.Program, reduced bool, lim limits) {
	opt := engineOptions(program, reduced, lim)
	want, wantErr := checker.Check(context.Background(), program, opt)
	for _, tier := range checker.Tiers[1:] {
		tierTurn++
		opt.Workers = []int{1, 2, 3, 8}[tierTurn/2%4]
		got, err := checker.Check(context.Background(), program, checker.InTier(opt, tier))
		if diff := cmp.Diff(want, got); diff != "" || fmt.Sprint(wantErr) != fmt.Sprint(err) {
			t.Errorf("%s, %d workers: %v, in tables %v:\n%s", tier, opt.Workers, err, wantErr, diff)
		}
	}
}

func engineOptions(program *vm.Program, reduced bool, lim limits) checker.Options {
	return checker.Options{
		Tree: program.Tree, Ranks: reduced, Deadlock: lim.deadlock,
		MaxStates: int64(lim.states), MaxDepth: lim.depth, Workers: 2,
	}
}

func engineFound(t *testing.T, program *vm.Program, reduced bool, lim limits) *found {
	r, err := checker.Check(context.Background(), program, engineOptions(program, reduced, lim))
	if spec := (*checker.SpecError)(nil); errors.As(err, &spec) {
		return &found{Spec: true}
	}
	if err != nil {
		t.Error(err)
		return &found{}
	}
	f := &found{
		States: int(r.States), Transitions: int(r.Transitions), Depth: r.Depth,
		Complete: r.Limit == nil || r.Limit.Kind == checker.LimitTokens, Violated: r.Verdict == checker.Unsafe,
	}
	for _, p := range r.Properties {
		q := foundProperty{Name: p.Name, Kind: p.Kind, Decision: int(p.Decision)}
		if p.Trace != nil {
			q.Depth = p.Depth
			q.Start = fmt.Sprint(p.Trace.StartRule, p.Trace.StartArgs)
			for _, s := range p.Trace.Instances {
				q.Steps = append(q.Steps, fmt.Sprint(program.Tree.Rules[s.Rule].Title, s.Args))
			}
		}
		f.Properties = append(f.Properties, q)
	}
	for _, c := range r.Covers {
		f.Covers = append(f.Covers, foundCover{c.Name, c.Reached, c.Depth})
	}
	for _, c := range r.Rules {
		f.Rules = append(f.Rules, foundRule{c.Name, int(c.Enabled), int(c.Taken)})
	}
	return f
}

func naiveFound(m *murphi.Model, reduced bool, properties []string, lim limits) *found {
	o := naive.Check(m, naive.Options{
		Symmetry: reduced, Ranks: reduced, Properties: properties, Deadlock: naive.Deadlock(lim.deadlock),
		MaxStates: lim.states, MaxDepth: lim.depth,
	})
	if o.Spec != nil {
		return &found{Spec: true}
	}
	f := &found{States: o.States, Transitions: o.Transitions, Depth: o.Depth, Complete: o.Complete}
	for _, p := range o.Properties {
		q := foundProperty{Name: p.Name, Kind: p.Kind, Decision: int(p.Decision)}
		// Without ranks the engine leaves open what the bound on tokens hid.
		if o.TopBit && p.Decision == naive.Holds {
			q.Decision = int(naive.Undecided)
		}
		if p.Trace != nil {
			f.Violated = true
			q.Depth = p.Depth
			if run, err := naive.Replay(m, p.Trace.Start, nil, reduced); err == nil {
				q.Start = fmt.Sprint(run.StartRule, run.StartArgs)
			}
			for _, s := range p.Trace.Steps {
				q.Steps = append(q.Steps, fmt.Sprint(m.Rules[s.Rule].Title, s.Args))
			}
		}
		f.Properties = append(f.Properties, q)
	}
	for _, c := range o.Covers {
		f.Covers = append(f.Covers, foundCover(c))
	}
	for _, c := range o.Rules {
		f.Rules = append(f.Rules, foundRule(c))
	}
	return f
}
