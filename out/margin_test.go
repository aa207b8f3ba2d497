package out

import (
	"math/big"
	"testing"
)

// TestShortMargin: what people are told, and that no more is said than is
// known.
func TestShortMargin(t *testing.T) {
	one, three := 1, 3
	for want, m := range map[string]*Margin{
		"With these numbers you survive any single pause below 19.6 s (at most 1 per hold).":                                               {Budget: &one, Per: "client", LastSafe: "19.601s", FirstUnsafe: "19.602s", Below: "19.6s"},
		"With these numbers you survive any single pause below 19.6 s (at most 1 in a run).":                                               {Budget: &one, LastSafe: "19.601s", FirstUnsafe: "19.602s", Below: "19.6s"},
		"With these numbers you survive 3 pauses below 1m30s each (at most 3 in a run).":                                                   {Budget: &three, LastSafe: "1m30.001s", FirstUnsafe: "1m30.002s", Below: "1m30s"},
		"With these numbers you survive any number of pauses, up to 24h.":                                                                  {LastSafe: "24h", End: "24h"},
		"How long a pause is does not matter: it breaks with a max-pause of 0s, too.":                                                      {Budget: &one, FirstUnsafe: "0s"},
		"Pauses add up: as they may strike any number of times, no bound on a single one is a guarantee. --faults pause=1 asks about one.": {LastSafe: "0s", FirstUnsafe: "1ms", Below: "0s", Adds: true},
		"With these numbers you survive any number of pauses below 2 s each.":                                                              {LastSafe: "1.999s", FirstUnsafe: "2s", Below: "2s"},
		"": {Budget: &one, LastSafe: "1s", Limit: "the time was up"},
	} {
		m.Fault, m.Flag = "pause", "max-pause"
		if got := m.short(); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
}

// TestSeconds: times are exact where they can be, and marked where they are
// not.
func TestSeconds(t *testing.T) {
	for _, c := range []struct {
		num, den       int64
		all, few, full string
	}{
		{0, 1, "0s", "0s", "0s"},
		{19_602_000_000, 1, "19.602s", "19.602s", "19.602s"},
		{1, 1, "0.000000001s", "≈0s", "0.000000001s"},
		{3_000_000_000_000, 101, "≈29.702970297s", "≈29.703s", "3000/101s"},
		{3600e9, 1, "3600s", "3600s", "3600s"},
	} {
		v := big.NewRat(c.num, c.den)
		if all, few, full := secondsText(v, allDigits), secondsText(v, fewDigits), exactSeconds(v); all != c.all || few != c.few || full != c.full {
			t.Errorf("%s: got %s, %s, %s", v, all, few, full)
		}
	}
	if ms := milliseconds(big.NewRat(3_000_000_000_000, 101)); *ms != [2]int64{29702, 29703} {
		t.Error(*ms)
	}
	if ms := milliseconds(big.NewRat(30e9, 1)); *ms != [2]int64{30000, 30000} {
		t.Error(*ms)
	}
}
