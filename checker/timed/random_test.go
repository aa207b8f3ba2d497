package timed

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/big"
	"strings"
	"testing"
	"testing/fstest"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

var (
	modelsSeed = flag.Uint64("models.seed", 1, "seed of the first random model")
	modelsSets = flag.Int("models.n", usualModels, "how many random models to compare")
)

// mostModelStates bounds both searches; models with more are passed over.
const mostModelStates = 20_000

// halfSecond is the tick in ns: all delays of random models are whole ones.
const halfSecond = 500_000_000

// TestRandomModels: on random models, too, zones, with symmetry and without it,
// find what unit ticks find. A model is seen again with
// go test ./checker/timed -run RandomModels -models.seed N -models.n 1.
func TestRandomModels(t *testing.T) {
	t.Logf("seeds %d to %d", *modelsSeed, *modelsSeed+uint64(*modelsSets)-1)
	count := map[string]int{}
	for seed := *modelsSeed; seed < *modelsSeed+uint64(*modelsSets); seed++ {
		text, faults := randomTimed(seed)
		outcome, err := compareWithTicks(t, text, faults)
		if err != nil {
			t.Errorf("seed %d, faults %s: %v\n%s", seed, faults, err, text)
		}
		count[outcome]++
	}
	t.Logf("%v", count)
	if n := *modelsSets; n >= 100 && (count["safe"] < n/5 || count["unsafe"] < n/5 || count["mistake"] > n/5 || count["refused"] > n/10) {
		t.Errorf("the generator makes too much of one kind: %v", count)
	}
}

// compareWithTicks returns what came out, and what is wrong.
func compareWithTicks(t *testing.T, text, list string) (string, error) {
	faults, err := murphi.ParseFaults(list)
	if err != nil {
		return "", err
	}
	var results [2]*checker.Result
	var want *naive.TickResult
	for i, symmetry := range []vm.Switch{vm.Off, vm.On} {
		p, ds := vm.Load(fstest.MapFS{"m": {Data: []byte(text)}}, "m", vm.Options{Faults: faults, Bounded: true, Symmetry: symmetry})
		if ds.HasErrors() {
			return "refused", refusal(ds.Err())
		}
		g := NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true, MaxStates: mostModelStates})
		if want == nil {
			want, err = naive.NewTicks(p.Tree, true, nil).Check(p.Settings.Delay, big.NewRat(halfSecond, 1), mostModelStates)
			if err != nil {
				return "", err
			}
			if !want.Complete {
				return "too many states", nil
			}
		}
		r, err := g.Check(t.Context(), p.Settings.Delay)
		if spec := (*checker.SpecError)(nil); errors.As(err, &spec) && want.Unsound {
			return "mistake", nil
		}
		if err != nil || want.Unsound {
			return "", fmt.Errorf("symmetry %v: %v, a mistake by ticks: %t", symmetry, err, want.Unsound)
		}
		if r.Limit != nil {
			return "too many states", nil
		}
		if g, w := timedAnswer(r), tickAnswer(want); !maps.Equal(g, w) {
			return "", fmt.Errorf("symmetry %v:\nzones %v\nticks %v", symmetry, g, w)
		}
		if symmetry == vm.Off && r.States != int64(want.ModelStates) {
			return "", fmt.Errorf("%d states by zones, %d by ticks", r.States, want.ModelStates)
		}
		unsafe, limit, err := g.Unsafe(t.Context(), p.Settings.Delay)
		if unsafe != (r.Verdict == checker.Unsafe) || limit != nil || err != nil {
			return "", fmt.Errorf("symmetry %v: %s, but unsafe %t, %v, %v", symmetry, r.Verdict, unsafe, limit, err)
		}
		results[i] = r
	}
	if off, on := answer(results[0]), answer(results[1]); off != on {
		return "", fmt.Errorf("without symmetry %s\nwith symmetry    %s", off, on)
	}
	return results[0].Verdict.String(), nil
}

// refusal is why a model was refused, unless such reasons are expected.

func refusal(err error) error {
	if strings.Contains(err.Error(), "ordinal") {
		return nil
	}
	return err
}
