package murphi

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

// unitSize is the size of each unit of time in nanoseconds.
var unitSize = map[string]int64{
	"ns": 1, "us": 1e3, "µs": 1e3, "μs": 1e3, "ms": 1e6, "s": 1e9, "m": 60e9, "h": 3600e9,
}

const (
	// maxLiteral bounds the length of a literal, maxPlaces the digits that a
	// percentage or number has after the point.
	maxLiteral = 60
	maxPlaces  = 12
	// maxBits bounds what an expression comes to on its way.
	maxBits = 2048
)

var (
	maxTime = new(big.Rat).SetInt64(maxInt) // as in Go: about 292 years
	one     = big.NewRat(1, 1)
	hundred = big.NewRat(100, 1)
)

// literalValue returns the exact value of a literal: nanoseconds for a time,
// a hundredth for 1%. The error says what is wrong with the literal.
func literalValue(text string) (*big.Rat, error) {
	if len(text) > maxLiteral {
		return nil, fmt.Errorf("has too many digits")
	}
	sum := new(big.Rat)
	for rest := text; rest != ""; {
		n := 0
		for n < len(rest) && (isDigit(rest[n]) || rest[n] == '.') {
			n++
		}
		v, ok := new(big.Rat).SetString(rest[:n])
		if !ok {
			return nil, fmt.Errorf("is no number")
		}
		unit := n
		for n < len(rest) && !isDigit(rest[n]) {
			n++
		}
		if size := unitSize[rest[unit:n]]; size > 0 {
			v.Mul(v, new(big.Rat).SetInt64(size))
		} else if point := strings.IndexByte(rest, '.'); point >= 0 && unit-point-1 > maxPlaces {
			return nil, fmt.Errorf("has more than %d digits after the point", maxPlaces)
		}
		if rest[unit:n] == "%" {
			v.Quo(v, hundred)
		}
		sum.Add(sum, v)
		rest = rest[n:]
	}
	last := text[len(text)-1]
	switch isTime := !isDigit(last) && last != '%'; {
	case sum.Cmp(maxTime) > 0 && isTime:
		return nil, fmt.Errorf("is too long: the longest duration is %s", durationText(maxTime))
	case sum.Cmp(maxTime) > 0:
		return nil, fmt.Errorf("is too large")
	case isTime && !sum.IsInt():
		return nil, fmt.Errorf("is finer than a nanosecond")
	}
	return sum, nil
}

// value evaluates the expression exactly; names holds the values of
// durations.
func (b *Bound) value(names map[string]*big.Rat) (*big.Rat, *boundError) {
	if b.X == nil {
		if name := b.Name(); name != "" {
			return names[name], nil
		}
		v, err := literalValue(b.Text)
		if err != nil {
			return nil, &boundError{at: b.Span, message: b.Text + " " + err.Error()}
		}
		return v, nil
	}
	x, problem := b.X.value(names)
	if problem != nil {
		return nil, problem
	}
	v := new(big.Rat)
	if b.Op == Neg {
		return v.Neg(x), nil
	}
	y, problem := b.Y.value(names)
	if problem != nil {
		return nil, problem
	}
	switch b.Op {
	case Add:
		v.Add(x, y)
	case Sub:
		v.Sub(x, y)
	case Mul:
		v.Mul(x, y)
	case Div:
		if y.Sign() == 0 {
			return nil, &boundError{at: b.Span, message: fmt.Sprintf("%s divides by zero", b)}
		}
		v.Quo(x, y)
	}
	if v.Num().BitLen() > maxBits || v.Denom().BitLen() > maxBits {
		return nil, &boundError{at: b.Span, message: fmt.Sprintf("%s overflows", shorten(b.String(), 60))}
	}
	return v, nil
}

// quantityText writes a value as people write it.
func quantityText(v *big.Rat, d Dimension) string {
	switch d {
	case TimeSpan:
		return durationText(v)
	case Percentage:
		return decimalText(new(big.Rat).Mul(v, hundred)) + "%"
	}
	return decimalText(v)
}

// durationText writes nanoseconds in Go's syntax, without parts that are 0.
func durationText(v *big.Rat) string {
	n := new(big.Int).Quo(v.Num(), v.Denom())
	if !n.IsInt64() {
		return decimalText(new(big.Rat).Quo(v, big.NewRat(3600e9, 1))) + "h"
	}
	text := time.Duration(n.Int64()).String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	if !v.IsInt() {
		text = "about " + text
	}
	return text
}

// decimalText writes a number with as many digits as it needs, at most 12
// after the point.
func decimalText(v *big.Rat) string {
	text := v.FloatString(maxPlaces)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if exact, ok := new(big.Rat).SetString(text); !ok || exact.Cmp(v) != 0 {
		text = "about " + text
	}
	return text
}
