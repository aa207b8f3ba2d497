package zone

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

// units are those of Go durations, in the order in which to try them: ms before m.
var units = []struct {
	name string
	ns   time.Duration
}{
	{"ns", time.Nanosecond}, {"us", time.Microsecond}, {"µs", time.Microsecond}, {"μs", time.Microsecond},
	{"ms", time.Millisecond}, {"s", time.Second}, {"m", time.Minute}, {"h", time.Hour},
}

// ParseDuration reads a duration as Go writes it, such as 1h30m, 1.5s or -2ms,
// exactly: 0.5ns is half a nanosecond. Only 0 needs no unit.
func ParseDuration(text string) (Rat, error) {
	fail := func() (Rat, error) {
		return Rat{}, fmt.Errorf("%q is no duration: write it as in 30s, 1.5s, 500ms or 1h30m", text)
	}
	rest, negative := strings.CutPrefix(text, "-")
	if rest == "0" {
		return Rat{}, nil
	}
	sum := new(big.Rat)
	if rest == "" {
		return fail()
	}
	for rest != "" {
		var number *big.Rat
		if number, rest = decimal(rest); number == nil {
			return fail()
		}
		found := false
		for _, u := range units {
			if after, ok := strings.CutPrefix(rest, u.name); ok {
				sum.Add(sum, number.Mul(number, new(big.Rat).SetInt64(int64(u.ns))))
				rest, found = after, true
				break
			}
		}
		if !found {
			return fail()
		}
	}
	if negative {
		sum.Neg(sum)
	}
	return parsed(sum, text)
}

// ParsePercent reads a rate such as 1% or 0.05%; 1% is 1/100.
func ParsePercent(text string) (Rat, error) {
	digits, ok := strings.CutSuffix(text, "%")
	rest, negative := strings.CutPrefix(digits, "-")
	number, rest := decimal(rest)
	if !ok || number == nil || rest != "" {
		return Rat{}, fmt.Errorf("%q is no rate: write it as in 1%% or 0.05%%", text)
	}
	if negative {
		number.Neg(number)
	}
	return parsed(number.Quo(number, big.NewRat(100, 1)), text)
}

func parsed(r *big.Rat, text string) (Rat, error) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Rat{}, fmt.Errorf("%s does not fit into 64 bits", text)
	}
	return Rat{r.Num().Int64(), r.Denom().Int64() - 1}, nil
}

func isDecimal(c byte) bool { return '0' <= c && c <= '9' || c == '.' }

// decimal cuts a number such as 3, 1.5 or .5 off the text; nil if there is none.
func decimal(text string) (*big.Rat, string) {
	end := 0
	for end < len(text) && isDecimal(text[end]) {
		end++
	}
	r, ok := new(big.Rat).SetString(text[:end])
	if !ok {
		return nil, text
	}
	return r, text[end:]
}
