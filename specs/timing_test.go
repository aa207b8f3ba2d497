package specs

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"lockcheck/checker"
	"lockcheck/checker/naive"
	"lockcheck/checker/timed"
	"lockcheck/model/murphi"
	"lockcheck/model/vm"
)

// seconds are the values of durations that a formula speaks of, by flag; those
// that it does not name keep their defaults.
type seconds map[string]int64

// formula is a claim about a spec: with these parameters and faults, and
// whatever the durations within their bounds, the property can be violated
// exactly if unsafe says so.
type formula struct {
	spec     string
	params   string // FLAG=VALUE, separated by spaces
	faults   string
	property string // no-stale-write if empty
	ranges   string // FLAG=FROM..TO in seconds
	ticks    bool   // unit ticks, which are slow, confirm the first change to unsafe
	unsafe   func(s seconds) bool
}

// TestFormulas compares each formula with the checker, for all values of its
// durations. A value that a spec refuses is passed over.
func TestFormulas(t *testing.T) {
	for _, f := range formulas {
		t.Run(strings.Join([]string{f.spec, f.params, f.faults, f.property}, " "), func(t *testing.T) {
			t.Parallel()
			f.check(t)
		})
	}
}

func (f formula) check(t *testing.T) {
	if f.property == "" {
		f.property = "no-stale-write"
	}
	m, settings := f.configured(t)
	program, err := vm.Compile(m, vm.Options{Properties: []string{f.property}, Bounded: true})
	if err != nil {
		t.Fatal(err)
	}
	zones := timed.NewGraph(program, checker.Options{Tree: m, Ranks: true, First: true})
	ticks := naive.NewTicks(m, true, []string{f.property})
	byTicks := func(s murphi.Settings) bool {
		r, err := ticks.Check(s.Delay, big.NewRat(1e9, 1), 0)
		if err != nil || !r.Complete || r.Unsound || r.TopBit {
			t.Fatal(err, r)
		}
		return r.Properties[0].Decision == naive.Violated
	}
	var before *murphi.Settings // the last value, if it is safe and none was unsafe
	safe, flipped := 0, !f.ticks || testing.Short()
	for _, s := range combinations(f.ranges) {
		values := map[string]*big.Rat{}
		for flag, n := range s {
			values[flag] = big.NewRat(n*1e9, 1)
		}
		settled, err := settings.WithDurations(m, values)
		if err != nil {
			continue
		}
		unsafe, limit, err := zones.Unsafe(t.Context(), settled.Delay, f.property)
		if err != nil || limit != nil {
			t.Fatal(err, limit)
		}
		if unsafe != f.unsafe(s) {
			t.Errorf("%v: unsafe is %v, not %v", s, unsafe, f.unsafe(s))
		}
		if !unsafe {
			safe++
			before = &settled
		} else if !flipped && before != nil {
			flipped = true
			if byTicks(*before) || !byTicks(settled) {
				t.Errorf("%v is not the first that is unsafe by ticks", s)
			}
		}
	}
	if safe == 0 {
		t.Error("no value is safe")
	}
}

// configured returns the spec of the formula under its parameters and faults.
func (f formula) configured(t *testing.T) (*murphi.Model, murphi.Settings) {
	params := map[string]string{}
	for _, word := range strings.Fields(f.params) {
		flag, value, _ := strings.Cut(word, "=")
		params[flag] = value
	}
	faults, err := murphi.ParseFaults(f.faults)
	if err != nil {
		t.Fatal(err)
	}
	m, diags := murphi.Load(Files(), f.spec+".murphi")
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	settings, diags := murphi.Configure(m, murphi.Config{Params: params, Faults: faults, Bounded: true})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	if err := murphi.Check(m, murphi.CheckOptions{Symmetry: true}).Err(); err != nil {
		t.Fatal(err)
	}
	return m, settings
}

// combinations returns all values within ranges.
func combinations(ranges string) []seconds {
	all := []seconds{{}}
	for _, word := range strings.Fields(ranges) {
		flag, bounds, _ := strings.Cut(word, "=")
		var from, to int64
		if _, err := fmt.Sscanf(bounds, "%d..%d", &from, &to); err != nil {
			panic(err)
		}
		var longer []seconds
		for _, s := range all {
			for n := from; n <= to; n++ {
				more := seconds{flag: n}
				for k, v := range s {
					more[k] = v
				}
				longer = append(longer, more)
			}
		}
		all = longer
	}
	return all
}
