package murphi

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

// directionsOf configures a model of delays and returns what becomes of it as
// each duration grows, as "ttl grows, renew no effect".
func directionsOf(t *testing.T, durations string, given map[string]string, delays ...string) string {
	t.Helper()
	text := "--! " + durations + "\nvar x: 0..1;\nstartstate begin x := 0; end;\n"
	for i, d := range delays {
		text += fmt.Sprintf("rule \"R%d\" --! %s\n true ==> begin x := 1; end;\n", i, d)
	}
	m, ds := Load(files(map[string]string{"m": text}), "m")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	s, ds := Configure(m, Config{Params: given, Faults: FaultSet{Mode: FaultsListed}})
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	var all []string
	for i, d := range s.Directions(m) {
		all = append(all, s.Durations[i].Flag+" "+d.String())
	}
	return strings.Join(all, ", ")
}

func TestDirections(t *testing.T) {
	const two, derived = `duration A 30s "a" duration B 10s "b"`, `duration A 30s "a" duration B A/3 "b"`
	const rate = `duration A 30s "a" duration R 1% "r"`
	for name, c := range map[string]struct {
		want      string
		durations string
		given     map[string]string
		delays    []string
	}{
		"an earliest bound":           {"a shrinks, b no effect", two, nil, []string{"delay [A, inf)"}},
		"a latest bound":              {"a no effect, b grows", two, nil, []string{"delay [0, B]"}},
		"each one bound":              {"a shrinks, b grows", two, nil, []string{"delay [A, inf)", "delay [0, B]"}},
		"both bounds of one rule":     {"a unclear, b no effect", two, nil, []string{"delay [A, A]"}},
		"bounds of two rules":         {"a unclear, b no effect", two, nil, []string{"delay [A, inf)", "delay [0, A]"}},
		"a difference":                {"a grows, b shrinks", two, nil, []string{"delay [0, A - B]"}},
		"it cancels":                  {"a no effect, b grows", two, nil, []string{"delay [0, A + B - A]"}},
		"a part of it remains":        {"a grows, b no effect", two, nil, []string{"delay [0, A - A/3]"}},
		"minus of minus":              {"a grows, b shrinks", two, nil, []string{"delay [0, -(B - A)]"}},
		"a derived default":           {"a unclear, b grows", derived, nil, []string{"delay [A - B, A + B]"}},
		"derived, but it cancels":     {"a no effect, b shrinks", derived, nil, []string{"delay [0, A - 3*B + 1s]"}},
		"derived in one way":          {"a unclear, b grows", derived, nil, []string{"delay [A, inf)", "delay [0, B]"}},
		"derived, but given":          {"a shrinks, b grows", derived, map[string]string{"b": "9s"}, []string{"delay [A, inf)", "delay [0, B]"}},
		"a rate":                      {"a shrinks, r grows", rate, nil, []string{"delay [A*(1 - R), inf)"}},
		"a rate divides":              {"a shrinks, r grows", rate, nil, []string{"delay [A/(1 + R), inf)"}},
		"a rate divides the latest":   {"a grows, r grows", rate, nil, []string{"delay [0, A/(1 - R)]"}},
		"rates twice":                 {"a grows, r grows", rate, nil, []string{"delay [0, A*(1 + R)/(1 - R)]"}},
		"two fractions":               {"a grows, r grows", rate, nil, []string{"delay [0, A/(1 - R) + 2*A/(1 - R) - A]"}},
		"a product of a rate":         {"a grows, r unclear", rate, nil, []string{"delay [0, A*R*(1 - R)]"}},
		"a rate less than a half":     {"a unclear, r grows", rate, nil, []string{"delay [0, 100s + A*(2*R - 1)]"}},
		"a product of two":            {"a grows, b grows", two, nil, []string{"delay [0, A*(B/1s)]"}},
		"a quotient of two":           {"a grows, b shrinks", two, nil, []string{"delay [0, A/(B/1s)]"}},
		"a denominator that may be 0": {"a unclear, b unclear", two, nil, []string{"delay [0, 1h/((A - B)/1s)]"}},
		"a square of a difference":    {"a unclear, b unclear", two, nil, []string{"delay [0, (A - B)*((A - B)/1s)]"}},
		"a fault that is off":         {"a no effect, b grows", two, nil, []string{"fault crash delay [A, inf)", "delay [0, B]"}},
		"a requirement only":          {"a no effect, b no effect", two + ` requires B < A "x"`, nil, []string{"delay [0, 1s]"}},
		"too large to tell":           {"a unclear, b no effect", two, nil, []string{"delay [0, 1s" + strings.Repeat("*(1 + A/1h)", 18) + "]"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := directionsOf(t, c.durations, c.given, c.delays...); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// TestDirectionsAgainstNumbers: what is said of random bounds holds between
// random points. A follows from B where it is not given.
func TestDirectionsAgainstNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1001))
	zero := fraction{new(big.Int), big.NewInt(1)}
	names := map[string]fraction{"A": zero, "B": zero, "R": zero}
	known := map[Direction]int{}
	compared := 0
	for range 1500 {
		texts := make([]string, 3)
		for i := range texts {
			texts[i], _ = randomBound(r, 1+r.IntN(3), names)
		}
		earliest, _ := parseBound(t, texts[0])
		latest, _ := parseBound(t, texts[1])
		text, _ := randomBound(r, 1, names)
		derived, _ := parseBound(t, strings.ReplaceAll(text, "A", "B"))
		rule := &Rule{Ann: RuleAnn{Delay: &DelayAnn{Earliest: earliest, Latest: latest}}}
		m := &Model{Items: []Item{rule}}
		tm := &timing{model: m, order: []*DurationAnn{{Name: "B", Default: leaf("1s")}, {Name: "R", Default: leaf("1%")}, {Name: "A", Default: derived}}}
		var s Settings
		for _, d := range tm.order {
			info := DurationInfo{Ann: d, Dimension: TimeSpan}
			if d.Name == "R" {
				info.Dimension = Percentage
			}
			s.Durations = append(s.Durations, DurationSetting{DurationInfo: info, Given: r.IntN(2) == 0})
		}
		v := r.IntN(3)
		dir := s.directions(tm, v)
		known[dir]++
		if dir == Unclear {
			continue
		}
		for range 20 {
			low, high, ok := twoPoints(r, tm, s, v)
			if !ok {
				continue
			}
			a1, e1 := earliest.value(low)
			a2, e2 := earliest.value(high)
			b1, e3 := latest.value(low)
			b2, e4 := latest.value(high)
			if e1 != nil || e2 != nil || e3 != nil || e4 != nil {
				continue
			}
			compared++
			up, down := a1.Cmp(a2) >= 0 && b1.Cmp(b2) <= 0, a1.Cmp(a2) <= 0 && b1.Cmp(b2) >= 0
			if dir == Grows && !up || dir == Shrinks && !down || dir == NoEffect && !(up && down) {
				t.Fatalf("[%s, %s] with A %s: %s in %s, but from %v to %v it goes from [%v, %v] to [%v, %v]",
					earliest, latest, derived, dir, s.Durations[v].Ann.Name, low, high, a1, b1, a2, b2)
			}
		}
	}
	for dir := NoEffect; dir <= Unclear; dir++ {
		if known[dir] < 50 {
			t.Errorf("only %d of 1500 random models are found to have direction %s", known[dir], dir)
		}
	}
	if compared < 5000 {
		t.Errorf("only %d pairs of points could be compared", compared)
	}
}

// twoPoints picks values that differ only in variable v and in what follows
// from it.
func twoPoints(r *rand.Rand, tm *timing, s Settings, v int) (low, high map[string]*big.Rat, ok bool) {
	low, high = map[string]*big.Rat{}, map[string]*big.Rat{}
	for i, d := range s.Durations {
		if !d.Given && i != v && d.Derived() {
			var e1, e2 *boundError
			low[d.Ann.Name], e1 = d.Ann.Default.value(low)
			high[d.Ann.Name], e2 = d.Ann.Default.value(high)
			if e1 != nil || e2 != nil {
				return nil, nil, false
			}
			continue
		}
		pick := func() *big.Rat {
			if d.Dimension == Percentage {
				return big.NewRat(r.Int64N(1000), 1000)
			}
			return big.NewRat(r.Int64N(60)*5e8, 1)
		}
		x := pick()
		y := x
		if i == v {
			if y = pick(); y.Cmp(x) < 0 {
				x, y = y, x
			}
		}
		low[d.Ann.Name], high[d.Ann.Name] = x, y
	}
	return low, high, true
}
