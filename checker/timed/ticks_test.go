package timed

import (
	"flag"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

var (
	ticksSeed = flag.Uint64("ticks.seed", 1, "seed of the first random durations")
	ticksSets = flag.Int("ticks.n", usualDurations, "how many sets of random durations to compare")
)

// setup is a choice of all but durations.
type setup struct {
	spec   string
	faults string
	params map[string]string
}

// setups are all protocols with delays, with the faults and variants in which
// durations matter; small enough for unit ticks.
func setups() []setup {
	type p = map[string]string
	return []setup{
		{"ttl", "pause=1", nil},
		{"ttl", "pause=2", nil},
		{"ttl", "pause=1,delay=1", p{"guard": "reject-lower"}},
		{"ttl", "delay=1", nil},
		{"ttl", "pause=1", p{"renewal": "checked"}},
		{"ttl", "delay=1", p{"renewal": "checked"}},
		{"ttl", "pause=1", p{"renewal": "unchecked"}},
		{"ttl", "freeze=1", p{"renewal": "checked"}},
		{"ttl", "pause=1,loss=1", p{"workload": "rmw", "guard": "reject-lower"}},
		{"ttl", "pause=1", p{"token": "random", "guard": "reject-lower"}},
		{"etcd", "pause=1", nil},
		{"etcd", "delay=1", nil},
		{"zkqueue", "pause=1", nil},
		{"zkqueue", "delay=1", nil},
		{"chubby", "pause=1", nil},
		{"chubby", "delay=1", nil},
		{"redlock", "none", p{"nodes": "3"}},
		{"redlock", "pause=1", p{"nodes": "3"}},
		{"redlock", "pause=1", p{"nodes": "3", "check": "none"}},
		{"redlock", "freeze=1", p{"nodes": "3", "pauses": "at-replies"}},
	}
}

// arena is a setup, ready to be checked under many durations in both ways.
type arena struct {
	setup
	program *vm.Program
	graph   *Graph
	ticks   *naive.Ticks
}

func newArena(t *testing.T, s setup) *arena {
	p := question(s).load(t, vm.On, invariantsOf(t, s)...)
	return &arena{s, p, NewGraph(p, checker.Options{Tree: p.Tree, Ranks: true}), naive.NewTicks(p.Tree, true, invariantsOf(t, s))}
}

func invariantsOf(t *testing.T, s setup) (names []string) {
	p := question(s).load(t, vm.On)
	for _, r := range p.Tree.Properties {
		if r.Prop == murphi.Invariant {
			names = append(names, r.Title)
		}
	}
	return names
}

// draw gives every duration a few seconds, and rates a half or nothing. It
// tries until all that the model requires is met.
func (a *arena) draw(r *rand.Rand) (murphi.Settings, string) {
	for {
		values := map[string]*big.Rat{}
		var words []string
		for _, d := range a.program.Settings.Durations {
			v := new(big.Rat)
			if d.Dimension == murphi.Percentage {
				if r.IntN(4) == 0 {
					v.SetFrac64(1, 2)
				}
			} else {
				n := r.Int64N(6)
				if slices.Contains([]string{"work", "travel"}, d.Flag) {
					n = max(0, r.Int64N(4)-2)
				}
				v.SetInt64(n)
			}
			values[d.Flag] = v
			words = append(words, fmt.Sprintf("--%s %s", d.Flag, v.RatString()))
		}
		if s, err := a.program.Settings.WithDurations(a.program.Tree, values); err == nil {
			slices.Sort(words)
			return s, strings.Join(words, " ")
		}
	}
}

// TestUnitTicks: zones and unit ticks, which share no code but the language,
// agree on what is violated and what is reached, and on the fewest steps to it,
// under random durations.
func TestUnitTicks(t *testing.T) {
	t.Logf("first seed %d", *ticksSeed)
	all := setups()
	if testing.Short() {
		all, *ticksSets = all[:4], min(*ticksSets, 12)
	}
	var arenas []*arena
	for _, s := range all {
		arenas = append(arenas, newArena(t, s))
	}
	sets, tooMany, compared := 0, 0, map[string]map[checker.Verdict]int{}
	for seed := *ticksSeed; sets < *ticksSets; seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		a := arenas[int(seed)%len(arenas)]
		settings, words := a.draw(r)
		what := fmt.Sprintf("seed %d: %s --faults %s %v %s", seed, a.spec, a.faults, a.params, words)
		b, err := a.graph.newBounds(settings.Delay)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		unit := b.scale.Unit()
		want, err := a.ticks.Check(settings.Delay, big.NewRat(unit.Num(), unit.Den()), mostTickStates)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if !want.Complete {
			tooMany++
			continue
		}
		got, err := a.graph.Check(t.Context(), settings.Delay)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if g, w := timedAnswer(got), tickAnswer(want); !maps.Equal(g, w) {
			t.Errorf("%s:\nzones %v\nticks %v", what, g, w)
		}
		if got.States != int64(want.ModelStates) && a.program.PermSize() == 0 {
			t.Errorf("%s: %d states by zones, %d by ticks", what, got.States, want.ModelStates)
		}
		if compared[a.spec] == nil {
			compared[a.spec] = map[checker.Verdict]int{}
		}
		compared[a.spec][got.Verdict]++
		sets++
	}
	t.Logf("compared %v; too many states for ticks: %d", compared, tooMany)
	for _, a := range arenas {
		if *ticksSets >= 1000 && (compared[a.spec][checker.Safe] == 0 || compared[a.spec][checker.Unsafe] == 0) {
			t.Errorf("%s: of either verdict there should be some: %v", a.spec, compared[a.spec])
		}
	}
}

// timedAnswer is, by name, the level of what was violated or reached.
func timedAnswer(r *checker.Result) map[string]int {
	found := map[string]int{}
	for _, p := range r.Properties {
		if p.Decision == checker.Violated {
			found[p.Name] = p.Depth
		}
	}
	for _, c := range r.Covers {
		if c.Reached {
			found["cover "+c.Name] = c.Depth
		}
	}
	return found
}

func tickAnswer(r *naive.TickResult) map[string]int {
	found := map[string]int{}
	for _, p := range r.Properties {
		if p.Decision == naive.Violated {
			found[p.Name] = p.Depth
		}
	}
	for _, c := range r.Covers {
		if c.Reached {
			found["cover "+c.Name] = c.Depth
		}
	}
	return found
}
