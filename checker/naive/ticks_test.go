package naive

import (
	"math/big"
	"strings"
	"testing"

	"lockcheck/model/murphi"
)

// bounds are delays by name of the rule, in nanoseconds; a latest bound of inf
// is none. Other rules may fire at any time.
type bounds map[string][2]int64

const inf = -1

func (b bounds) delay(r *murphi.Rule) murphi.Delay {
	d := murphi.Delay{Earliest: new(big.Rat)}
	if at, ok := b[r.Name]; ok {
		d.Earliest = big.NewRat(at[0], 1)
		if at[1] != inf {
			d.Latest = big.NewRat(at[1], 1)
		}
	}
	return d
}

// check checks by ticks of 1 ns.
func (b bounds) check(t *testing.T, ticks *Ticks) *TickResult {
	t.Helper()
	r, err := ticks.Check(b.delay, big.NewRat(1, 1), 0)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete || r.Unsound || r.TopBit {
		t.Fatalf("got %+v", r)
	}
	return r
}

// violated returns the fewest events of a violation, or -1.
func (r *TickResult) violated(t *testing.T, name string) int {
	t.Helper()
	for _, p := range r.Properties {
		if p.Name == name {
			if p.Decision == Violated {
				return p.Depth
			}
			return -1
		}
	}
	t.Fatalf("there is no property %s", name)
	return 0
}

// with replaces the words of a model that are the place for variants.
func with(text string, words ...string) string {
	return strings.NewReplacer(words...).Replace(text)
}

// once is a client that works, pauses at most once, works again and writes.
// The lease ends lazily.
const once = `
var phase: enum { idle, before, paused, after, done }; lease, late: boolean;
startstate begin phase := idle; lease := false; late := false; end;
rule "Acquire" phase = idle ==> begin phase := before; lease := true; end;
rule "Expire" --! delay [0, inf) while lease
  lease ==> begin lease := false; end;
rule "Write" --! delay [0, 0]
  phase = before | phase = after ==> begin late := !lease; phase := done; end;
rule "Pause" phase = before ==> begin phase := paused; end;
rule "Resume" --! delay [0, 0]
  phase = paused ==> begin phase := after; end;
invariant "in time" !late;
`

func TestTicksFindWhenAPauseOutlastsALease(t *testing.T) {
	ticks := NewTicks(load(t, once), false, nil)
	for ttl := range int64(7) {
		for pause := range int64(9) {
			for work := range int64(4) {
				want := -1
				switch {
				case work >= ttl:
					want = 3 // Acquire, Expire, Write
				case pause+2*work >= ttl:
					want = 5 // with Pause and Resume
				}
				r := bounds{"Expire": {ttl, inf}, "Resume": {0, pause}, "Write": {0, work}}.check(t, ticks)
				if got := r.violated(t, "in time"); got != want {
					t.Errorf("TTL %d, pause %d, work %d: got %d, want %d", ttl, pause, work, got, want)
				}
			}
		}
	}
}

// renewing is a client that renews its lease and pauses once. Its words CLOCK
// and RESTARTS are the place for mistakes.
const renewing = `
var phase: enum { idle, busy, paused }; lease, late, rested: boolean;
startstate begin phase := idle; lease := false; late := false; rested := false; end;
rule "Acquire" phase = idle & !lease ==> begin phase := busy; lease := true; end;
rule "Expire" --! delay [0, inf) while CLOCK
  lease ==> begin lease := false; end;
rule "Renew" --! delay [0, 0] while phase != idle restarts "Expire"()
  phase = busy ==> begin if !lease then phase := idle; end; end;
rule "Write" phase = busy ==> begin late := !lease; end;
rule "Pause" phase = busy & !rested ==> begin phase := paused; rested := true; end;
rule "Resume" --! delay [0, 0] RESTARTS
  phase = paused ==> begin phase := busy; end;
invariant "in time" !late;
`

// unsafe is when a client with TTL, renewal by R and a pause of at most P
// writes late.
type unsafe func(ttl, r, p int64) bool

func (formula unsafe) mismatches(t *testing.T, text string) (n int) {
	ticks := NewTicks(load(t, text), false, nil)
	for ttl := int64(1); ttl < 8; ttl++ {
		for renew := range ttl {
			for pause := range ttl + 2 {
				r := bounds{"Expire": {ttl, inf}, "Renew": {0, renew}, "Resume": {0, pause}}.check(t, ticks)
				if (r.violated(t, "in time") >= 0) != formula(ttl, renew, pause) {
					n++
				}
			}
		}
	}
	return n
}

func TestTicksFindWhenAPauseOutlastsARenewedLease(t *testing.T) {
	known := func(ttl, r, p int64) bool { return p >= ttl-r }
	for _, row := range []struct {
		name, clock, restarts string
		formula               unsafe
	}{
		{"right", "lease", "", known},
		{"the lease runs from the pause", "lease & phase = paused", "", func(ttl, _, p int64) bool { return p >= ttl }},
		{"the renewal timer restarts on resume", "lease", `restarts "Renew"()`, func(ttl, r, p int64) bool { return p+2*r >= ttl }},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := with(renewing, "CLOCK", row.clock, "RESTARTS", row.restarts)
			if n := row.formula.mismatches(t, text); n != 0 {
				t.Errorf("%d mismatches", n)
			}
			if n := unsafe(known).mismatches(t, text); (n != 0) != (row.name != "right") {
				t.Errorf("the known formula has %d mismatches", n)
			}
		})
	}
}

// The bounds of the model itself, with a drift that no tick of 1 s divides.
func TestTicksOfAConfiguredModel(t *testing.T) {
	const head = `
--! protocol p "p"
--! duration TTL 3s "ttl"
--! duration PAUSE 2s "pause"
--! duration DRIFT 0% "drift"
const TIMED: false; --! timing
`
	text := with(once, `"Expire" --! delay [0, inf)`, `"Expire" --! delay [TTL / (1 + DRIFT), inf)`,
		"Resume\" --! delay [0, 0]", "Resume\" --! delay [0, PAUSE]", "!late", "TIMED -> !late")
	for _, row := range []struct {
		pause, drift string
		tick         int64
		bad          bool
	}{
		{"2s", "0%", 1e9, false},
		{"3s", "0%", 1e9, true},
		{"2s", "50%", 1e9, true},
		{"2s", "1%", 1e9, true}, // rounded
		{"2s", "1%", 1e8, false},
		{"2.9s", "1%", 1e8, true}, // rounded
		{"2.9s", "1%", 1e7, false},
	} {
		m, diags := murphi.Parse(&murphi.Source{Name: "model", Text: head + text})
		settings, more := murphi.Configure(m, murphi.Config{Bounded: true, Params: map[string]string{"pause": row.pause, "drift": row.drift}})
		diags = append(append(diags, more...), murphi.Check(m, murphi.CheckOptions{})...)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		r, err := CheckTicks(m, TickOptions{Delay: settings.Delay, Tick: big.NewRat(row.tick, 1), Properties: []string{"in time"}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.violated(t, "in time") >= 0; got != row.bad {
			t.Errorf("%+v: got %v", row, got)
		}
	}
}

func TestTicksSaysWhatIsWrongWithTheOptions(t *testing.T) {
	ticks := NewTicks(load(t, once), false, nil)
	for _, row := range []struct {
		tick *big.Rat
		want string
	}{
		{nil, "the tick is not longer than 0"},
		{new(big.Rat), "the tick is not longer than 0"},
		{big.NewRat(1, 3), "rule Expire: 1000000000 ns are more than 2147483647 ticks of 1/3 ns"},
	} {
		if _, err := ticks.Check(bounds{"Expire": {1e9, inf}}.delay, row.tick, 0); err == nil || err.Error() != row.want {
			t.Errorf("got %v, want %s", err, row.want)
		}
	}
}

func TestTicksStopsWhereItIsTold(t *testing.T) {
	ticks := NewTicks(load(t, once), false, nil)
	r, err := ticks.Check(bounds{"Expire": {90, inf}, "Resume": {0, 70}, "Write": {0, 0}}.delay, big.NewRat(1, 1), 50)
	if err != nil || r.Complete || r.States < 50 || r.Properties[0].Decision != Undecided {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestTicksCountsStates(t *testing.T) {
	// Nothing, or a lease of 0, 1, 2 and more; it ends from 3 on.
	r := bounds{"End": {3, inf}}.check(t, NewTicks(load(t, `
var lease: boolean;
startstate begin lease := false; end;
rule "Begin" !lease ==> begin lease := true; end;
rule "End" lease ==> begin lease := false; end;
`), false, nil))
	if r.States != 1+4 || r.ModelStates != 2 {
		t.Errorf("got %+v", r)
	}
}
