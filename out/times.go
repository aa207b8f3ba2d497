package out

import (
	"math/big"
	"strings"

	"lockcheck/checker"
	"lockcheck/model/murphi"
)

// second is a second in nanoseconds.
var second = big.NewRat(1e9, 1)

// Digits after the point of a time in seconds: all that a clock has, and those
// for narrow columns.
const (
	allDigits = 9
	fewDigits = 3
)

// secondsText writes nanoseconds in seconds, "19.602s": exactly where that
// takes no more digits after the point, else the nearest, "≈29.703s".
func secondsText(ns *big.Rat, digits int) string {
	v := new(big.Rat).Quo(ns, second)
	text := v.FloatString(digits)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if exact, ok := new(big.Rat).SetString(text); !ok || exact.Cmp(v) != 0 {
		text = "≈" + text
	}
	return text + "s"
}

// ExactDuration is the text of a duration, or where that is "about" it, the
// duration in seconds without any loss. A rate's is its text.
func ExactDuration(d murphi.DurationSetting) string {
	if d.Dimension == murphi.TimeSpan && strings.HasPrefix(d.Text, "about ") {
		return exactSeconds(d.Value)
	}
	return d.Text
}

// exactSeconds writes nanoseconds in seconds without any loss: "19.602s", or
// as a fraction "3000/101s".
func exactSeconds(ns *big.Rat) string {
	text := secondsText(ns, allDigits)
	if strings.HasPrefix(text, "≈") {
		return new(big.Rat).Quo(ns, second).RatString() + "s"
	}
	return text
}

// timesOf writes when each step of a trace is taken; nil if time was left out.
func timesOf(t *checker.Trace, digits int) []string {
	if len(t.Times) != len(t.Steps) {
		return nil
	}
	var all []string
	for _, at := range t.Times {
		all = append(all, secondsText(at, digits))
	}
	return all
}

// atTime is ", at 30s" of a step, or nothing.
func atTime(t *checker.Trace, step int) string {
	if len(t.Times) != len(t.Steps) {
		return ""
	}
	return ", at " + secondsText(t.Times[step], fewDigits)
}

// milliseconds are the whole milliseconds around a time.
func milliseconds(ns *big.Rat) *[2]int64 {
	ms := new(big.Rat).Quo(ns, big.NewRat(1e6, 1))
	low := new(big.Int).Div(ms.Num(), ms.Denom()).Int64() // rounds down
	if ms.IsInt() {
		return &[2]int64{low, low}
	}
	return &[2]int64{low, low + 1}
}
