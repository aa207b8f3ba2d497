// Package sweep finds where an answer changes along a duration, or over two of
// them, while it asks as little as it can. It knows neither models nor clocks:
// values are numbered, and an oracle answers for a number.
//
// An answer that can change only once along a row is found by halving
// ([Search]); any other by asking for every value ([Scan]). Over a grid on
// which every row and every column has that property the border is a
// staircase, and [Frontier] walks along it.
//
// A value can be refused, because it makes no sense with the others, and a
// limit can come before its answer. Both are passed over: they say nothing
// about their neighbours.
package sweep

// Answer is what is known of one value.
type Answer uint8

const (
	// Unasked: nothing is known.
	Unasked Answer = iota
	Safe
	Unsafe
	// Refused: the value makes no sense with the others.
	Refused
	// Open: a limit came first.
	Open
)

// String returns the answer as results spell it.
func (a Answer) String() string {
	return [...]string{"unasked", "safe", "unsafe", "refused", "undecided"}[a]
}

// Asker answers for the value of that number.
type Asker func(i int) Answer

// Stretch is a row of neighbouring values with one answer.
type Stretch struct {
	From, To int
	Answer   Answer
}

// Scan asks for every value from lo to hi and returns the answers as
// stretches, in order.
func Scan(lo, hi int, ask Asker) []Stretch {
	var all []Stretch
	for i := lo; i <= hi; i++ {
		a := ask(i)
		if n := len(all); n > 0 && all[n-1].Answer == a {
			all[n-1].To = i
			continue
		}
		all = append(all, Stretch{i, i, a})
	}
	return all
}

// Flip is where an answer changes that changes at most once.
type Flip struct {
	// Safe and Unsafe are the values nearest to the change that are known to
	// be so: neighbours, unless Open.
	Safe, Unsafe int
	// HasSafe and HasUnsafe say whether there are such values.
	HasSafe, HasUnsafe bool
	// Open: a limit came before the answer for a value between them.
	Open bool
}

// Search finds the change between lo and hi; no value between them is refused.
// If grows is set, values beyond an unsafe one are unsafe too, else those
// before it. It begins at near; if the end beyond it has another answer, it goes
// there in steps that double, so that the end may be far away. After the first
// answer that is Open it asks no more.
func Search(lo, hi, near int, grows bool, ask Asker) Flip {
	return search(lo, hi, near, grows, true, ask)
}

// search is Search; without endFirst it goes towards the end in steps that
// double before it asks there, which is less where the change is near.
func search(lo, hi, near int, grows, endFirst bool, ask Asker) Flip {
	if !grows { // it grows if one counts from the other end
		f := search(-hi, -lo, -near, true, endFirst, func(i int) Answer { return ask(-i) })
		f.Safe, f.Unsafe = -f.Safe, -f.Unsafe
		return f
	}
	f := Flip{}
	try := func(i int) (unsafe bool) {
		switch ask(i) {
		case Safe:
			f.Safe, f.HasSafe = i, true
			return false
		case Unsafe:
			f.Unsafe, f.HasUnsafe = i, true
			return true
		}
		f.Open = true
		return false
	}
	near = min(max(near, lo), hi)
	end, away := hi, 1
	if try(near) {
		end, away = lo, -1
	}
	if endFirst && !f.Open && end != near { // where nothing changes this is all that is asked
		try(end)
		if f.HasSafe != f.HasUnsafe {
			return f
		}
	}
	for i := near + away; !f.Open && (i-end)*away < 0; i = near + (i-near)*2 {
		if try(i) != (away < 0) {
			break
		}
	}
	if !f.Open && end != near && f.HasSafe != f.HasUnsafe {
		try(end)
	}
	for f.HasSafe && f.HasUnsafe && !f.Open && f.Unsafe-f.Safe > 1 {
		try(f.Safe + (f.Unsafe-f.Safe)/2)
	}
	return f
}

// Ends returns the ends of the stretch of values around near, between lo and
// hi, of which good is true, if it is so for near.
func Ends(lo, hi, near int, good func(i int) bool) (first, last int) {
	first = near - lastTrue(near-lo, func(d int) bool { return good(near - d) })
	return first, near + lastTrue(hi-near, func(d int) bool { return good(near + d) })
}

// lastTrue returns the greatest d from 0 to most of which good is true, if it
// is true of 0 and never again once it is false.
func lastTrue(most int, good func(d int) bool) int {
	if good(most) {
		return most
	}
	at, beyond := 0, most
	for beyond-at > 1 {
		if middle := at + (beyond-at)/2; good(middle) {
			at = middle
		} else {
			beyond = middle
		}
	}
	return at
}
