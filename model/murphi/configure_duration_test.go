package murphi

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const timedModel = `--! protocol p "P"
--! duration TTL 30s "t" duration RENEW TTL/3 "r" duration DRIFT 1% "d" duration MAX_PAUSE 12s "m"
--! requires RENEW < TTL "a renewal must come before the lease ends"
--! variant fast ttl=300ms "like a fast product"
const N: 2; --! param n 1..4 "n"
const TIMED: false; --! timing
var x: 0..3;
startstate begin x := 0; end;
rule "Expire" --! delay [TTL/(1 + DRIFT), inf)
  x = 0 | TIMED ==> begin x := 1; end;
rule "Renew" --! delay [RENEW/2, RENEW/(1 - DRIFT)]
  x = 1 ==> begin x := 2; end;
rule "Resume" --! delay [0, MAX_PAUSE]
  x = 2 ==> begin x := 0; end;
rule "Jump" --! delay [TTL/(1 + DRIFT) - 9s, inf)
  x = 0 ==> begin x := 1; end;
rule "Other"
  x = 2 ==> begin x := 1; end;
`

// timedWith loads, configures and checks the model above.
func timedWith(t *testing.T, cfg Config) (*Model, Settings, Diagnostics) {
	t.Helper()
	m, ds := Load(files(map[string]string{"m": timedModel}), "m")
	if len(ds) > 0 {
		t.Fatal(ds)
	}
	s, ds := Configure(m, cfg)
	if !ds.HasErrors() {
		ds = Check(m, CheckOptions{})
	}
	return m, s, ds
}

// describeTiming writes what a configuration settled.
func describeTiming(m *Model, s Settings) (lines []string) {
	for _, d := range s.Durations {
		given := ""
		if d.Given {
			given = " given"
		}
		lines = append(lines, d.Flag+" "+d.Text+" = "+d.Value.RatString()+given)
	}
	for _, r := range m.Rules {
		d := s.Delay(r)
		latest := "inf"
		if d.Latest != nil {
			latest = d.Latest.RatString()
		}
		lines = append(lines, r.Title+" "+d.Earliest.RatString()+" "+latest)
	}
	return lines
}

func TestSettledDurations(t *testing.T) {
	for name, c := range map[string]struct {
		cfg  Config
		want string
	}{
		"the defaults": {Config{}, `
ttl 30s = 30000000000
renew 10s = 10000000000
drift 1% = 1/100
max-pause 12s = 12000000000
Expire 3000000000000/101 inf
Renew 5000000000 1000000000000/99
Resume 0 12000000000
Jump 2091000000000/101 inf
Other 0 inf`},
		"given, and what follows": {Config{Params: map[string]string{"ttl": "8s", "drift": "0.0", "max-pause": "1m30s", "n": "3"}}, `
ttl 8s = 8000000000 given
renew about 2.666666666s = 8000000000/3
drift 0% = 0 given
max-pause 1m30s = 90000000000 given
Expire 8000000000 inf
Renew 4000000000/3 8000000000/3
Resume 0 90000000000
Jump 0 inf
Other 0 inf`},
		"by a variant": {Config{Variant: "fast", Params: map[string]string{"renew": "200ms"}}, `
ttl 300ms = 300000000 given
renew 200ms = 200000000 given
drift 1% = 1/100
max-pause 12s = 12000000000
Expire 30000000000/101 inf
Renew 100000000 20000000000/99
Resume 0 12000000000
Jump 0 inf
Other 0 inf`},
	} {
		t.Run(name, func(t *testing.T) {
			m, s, ds := timedWith(t, c.cfg)
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			if diff := cmp.Diff(strings.TrimSpace(c.want), strings.Join(describeTiming(m, s), "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNonsenseOfDurations: every value that makes no sense is refused in one
// line.
func TestNonsenseOfDurations(t *testing.T) {
	for name, c := range map[string]struct {
		params map[string]string
		want   string
	}{
		"no unit":            {map[string]string{"ttl": "30"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "30"`},
		"another unit":       {map[string]string{"ttl": "3d"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "3d"`},
		"a percentage":       {map[string]string{"ttl": "3%"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "3%"`},
		"an expression":      {map[string]string{"ttl": "RENEW*3"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "RENEW*3"`},
		"half a value":       {map[string]string{"ttl": "1s 2s"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "1s 2s"`},
		"nothing":            {map[string]string{"ttl": ""}, `--ttl must be a duration with its unit, such as 30s or 500ms, not ""`},
		"not finite":         {map[string]string{"ttl": "inf"}, `--ttl must be a duration with its unit, such as 30s or 500ms, not "inf"`},
		"negative":           {map[string]string{"max-pause": "-5s"}, `--max-pause must not be negative, as -5s is`},
		"too long":           {map[string]string{"ttl": "99999999h"}, `--ttl: 99999999h is too long: the longest duration is 2562047h47m16.854775807s`},
		"too fine":           {map[string]string{"ttl": "0.1ns"}, `--ttl: 0.1ns is finer than a nanosecond`},
		"a duration as rate": {map[string]string{"drift": "1s"}, `--drift must be a percentage, such as 1%, not "1s"`},
		"a bare rate":        {map[string]string{"drift": "0.01"}, `--drift must be a percentage, such as 1%, not "0.01"`},
		"too much drift":     {map[string]string{"drift": "100%"}, `--drift: 100% is not below 100%`},
		"negative drift":     {map[string]string{"drift": "-1%"}, `--drift must not be negative, as -1% is`},
		"renew too late":     {map[string]string{"renew": "30s"}, `a renewal must come before the lease ends: RENEW < TTL is false with 30s and 30s (with --renew 30s)`},
		"no lease":           {map[string]string{"ttl": "0s"}, `a renewal must come before the lease ends: RENEW < TTL is false with 0s and 0s (with --ttl 0s)`},
		"two that clash":     {map[string]string{"renew": "9s", "ttl": "8s"}, `a renewal must come before the lease ends: RENEW < TTL is false with 9s and 8s (with --ttl 8s, --renew 9s)`},
		"misspelt":           {map[string]string{"max-puase": "1s"}, `there is no parameter --max-puase`},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, ds := timedWith(t, Config{Params: c.params})
			if len(ds) != 1 || ds[0].Message != c.want {
				t.Errorf("got  %v\nwant %s", ds, c.want)
			}
		})
	}
}

// TestBounded: the timing constant is true only when durations count.
func TestBounded(t *testing.T) {
	for _, bounded := range []bool{false, true} {
		m, _, ds := timedWith(t, Config{Bounded: bounded})
		if len(ds) > 0 || m.Consts[1].Val != truth(bounded) {
			t.Errorf("bounded %v: TIMED is %d %v", bounded, m.Consts[1].Val, ds)
		}
	}
	m := mustParse(t, "m", "var x: 0..1; startstate begin x := 0; end; rule begin x := 1; end;")
	if _, ds := Configure(m, Config{Bounded: true}); len(ds) != 1 || ds[0].Message != "the model states no delays, so there is nothing to bound" {
		t.Error(ds)
	}
	m = mustParse(t, "m", "var x: 0..1; startstate begin x := 0; end;\nrule --! delay [0, 1s]\nx = 0 ==> begin x := 1; end;")
	if _, ds := Configure(m, Config{Bounded: true}); len(ds) != 1 || !strings.Contains(ds[0].Message, "no rule of the model has an earliest delay") {
		t.Error(ds)
	}
}

// TestVariantOfDurations: a wrong value in a variant is an error of the spec.
func TestVariantOfDurations(t *testing.T) {
	wantChecks(t, []checkCase{
		{"a duration", "", annotated("--! duration TTL 1s \"t\" variant v ttl=30s \"v\"", "", "")},
		{"a wrong one", "variant v: --ttl must be a duration with its unit", annotated("--! duration TTL 1s \"t\" variant v ttl=30 \"v\"", "", "")},
	})
}
