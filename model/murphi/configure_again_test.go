package murphi

import (
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func rats(pairs ...any) map[string]*big.Rat {
	m := map[string]*big.Rat{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1].(*big.Rat)
	}
	return m
}

// TestWithDurations: settling anew comes to what a configuration with these
// values from the start comes to.
func TestWithDurations(t *testing.T) {
	seconds := func(n int64) *big.Rat { return big.NewRat(n*1e9, 1) }
	for name, c := range map[string]struct {
		before map[string]string
		values map[string]*big.Rat
		same   map[string]string
	}{
		"nothing":             {nil, nil, nil},
		"a default follows":   {nil, rats("ttl", seconds(9)), map[string]string{"ttl": "9s"}},
		"what is given stays": {map[string]string{"renew": "2s"}, rats("ttl", seconds(9)), map[string]string{"renew": "2s", "ttl": "9s"}},
		"given and changed":   {map[string]string{"ttl": "9s"}, rats("ttl", seconds(12), "drift", big.NewRat(1, 50)), map[string]string{"ttl": "12s", "drift": "2%"}},
		"derived, and given":  {nil, rats("renew", big.NewRat(1e9, 3)), nil},
	} {
		t.Run(name, func(t *testing.T) {
			m, s, ds := timedWith(t, Config{Params: c.before})
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			first := describeTiming(m, s)
			again, err := s.WithDurations(m, c.values)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, describeTiming(m, s)); diff != "" {
				t.Error("the settings before have changed:", diff)
			}
			got := describeTiming(m, again)
			if c.same == nil && c.values != nil {
				if want := "renew about 333.333333ms = 1000000000/3 given"; got[1] != want {
					t.Errorf("got %s, want %s", got[1], want)
				}
				return
			}
			other, s2, _ := timedWith(t, Config{Params: c.same})
			if diff := cmp.Diff(describeTiming(other, s2), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestWithNonsense: what a configuration refuses is refused, in one line.
func TestWithNonsense(t *testing.T) {
	for want, values := range map[string]map[string]*big.Rat{
		"a renewal must come before the lease ends: RENEW < TTL is false with 30s and 30s": rats("renew", big.NewRat(30e9, 1)),
		"--ttl: -1s is negative":          rats("ttl", big.NewRat(-1e9, 1)),
		"--drift: 100% is not below 100%": rats("drift", big.NewRat(1, 1)),
		"there is no duration --tll":      rats("tll", big.NewRat(1, 1)),
	} {
		m, s, _ := timedWith(t, Config{})
		again, err := s.WithDurations(m, values)
		if err == nil || err.Error() != want || strings.Contains(err.Error(), "\n") {
			t.Errorf("got  %v\nwant %s", err, want)
		}
		if diff := cmp.Diff(describeTiming(m, s), describeTiming(m, again)); diff != "" {
			t.Error(diff)
		}
	}
}

func TestParseDuration(t *testing.T) {
	d := DurationInfo{Flag: "from", Dimension: TimeSpan}
	if v, err := d.Parse("1m30s"); err != nil || d.Dimension.Text(v) != "1m30s" {
		t.Error(v, err)
	}
	if _, err := d.Parse("30"); err == nil || err.Error() != `--from must be a duration with its unit, such as 30s or 500ms, not "30"` {
		t.Error(err)
	}
}
