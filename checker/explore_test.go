package checker_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"lockcheck/checker"
	"lockcheck/checker/internal/gen"
	"lockcheck/model/vm"
)

// What is explored for a picture is what a check counts, and its violations
// begin where those of the check do.
func TestExploreFindsWhatCheckFinds(t *testing.T) {
	n := *randomCount
	if n == 0 {
		n = usualRandomModels
	}
	compared, failing := 0, 0
	for seed := *randomSeed; seed < *randomSeed+uint64(n); seed++ {
		fsys := fstest.MapFS{"random.murphi": {Data: []byte(gen.Model(seed))}}
		for _, opt := range []vm.Options{{}, {Symmetry: vm.Off, Ranks: vm.Off}} {
			program, diags := vm.Load(fsys, "random.murphi", opt)
			if diags.HasErrors() {
				continue
			}
			options := checker.Options{Tree: program.Tree, Ranks: opt.Ranks == vm.On}
			r, err := checker.Check(context.Background(), program, options)
			s, exploreErr := checker.Explore(context.Background(), program, options, 1_000_000)
			if spec := (*checker.SpecError)(nil); errors.As(err, &spec) {
				if !errors.As(exploreErr, &spec) {
					t.Errorf("seed %d: the model is wrong, but explored with error %v", seed, exploreErr)
				}
				continue
			}
			if err != nil || exploreErr != nil {
				t.Fatal(err, exploreErr)
			}
			if !slices.ContainsFunc(r.Properties, func(p checker.PropertyResult) bool { return p.Decision != checker.Violated }) {
				continue // the check ends where nothing is left to decide
			}
			compared++
			failing += s.FailedStarts
			got := []any{int64(len(s.Levels)), s.Transitions, slices.Max(append(s.Levels, 0)), violations(s, r)}
			if d := cmp.Diff([]any{r.States, r.Transitions, r.Depth, violated(r)}, got); d != "" {
				t.Fatalf("seed %d: check (-) and explore (+): %s\n%s", seed, d, gen.Model(seed))
			}
		}
	}
	t.Logf("%d compared, %d start states fail", compared, failing)
	if *randomCount == 0 && compared < n/2 {
		t.Error("hardly anything was compared")
	}
}

// violated returns the least depths of the violations that a Space knows.
func violated(r *checker.Result) map[string]int {
	depths := map[string]int{}
	for _, p := range r.Properties {
		if p.Decision == checker.Violated && p.Kind != "liveness" && p.Depth > 0 {
			depths[p.Name] = p.Depth
		}
	}
	return depths
}

// violations returns the same for a Space, without what a start state violates,
// for it may be one that fails.
func violations(s *checker.Space, r *checker.Result) map[string]int {
	depths := map[string]int{}
	note := func(claim, depth int) {
		if least, ok := depths[s.Claims[claim]]; !ok || depth < least {
			depths[s.Claims[claim]] = depth
		}
	}
	for i, claims := range s.Violated {
		for _, c := range claims {
			note(c, s.Levels[i])
		}
	}
	for _, step := range s.Steps {
		if step.To < 0 {
			note(step.Claim, s.Levels[step.From]+1)
		}
	}
	for _, p := range r.Properties {
		if p.Decision == checker.Violated && p.Depth == 0 {
			delete(depths, p.Name)
		}
	}
	return depths
}

// A space that is larger than it may be is nothing, and so is one that is
// interrupted.
func TestExploreEnds(t *testing.T) {
	const text = `
var a: 0..9;
startstate begin a := 0; end;
rule "Up" a < 9 ==> begin a := a + 1; end;
`
	program, diags := vm.Load(fstest.MapFS{"m.murphi": {Data: []byte(text)}}, "m.murphi", vm.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, tt := range []struct {
		ctx   context.Context
		limit int
		found bool
	}{{context.Background(), 9, false}, {context.Background(), 10, true}, {done, 10, false}} {
		s, err := checker.Explore(tt.ctx, program, checker.Options{Tree: program.Tree}, tt.limit)
		if err != nil || (s != nil) != tt.found {
			t.Errorf("limit %d: %v, %v", tt.limit, s, err)
		}
	}
}
