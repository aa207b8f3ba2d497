package ask

import (
	"context"
	"errors"
	"math"
	"math/big"
	"time"

	"lockcheck/checker"
	"lockcheck/checker/timed"
	"lockcheck/checker/timed/sweep"
	"lockcheck/model/murphi"
)

// oracle answers for durations other than those of the prepared question,
// over states that it finds once.
type oracle struct {
	ctx   context.Context
	p     *Prepared
	graph *timed.Graph

	checks int
	limit  *checker.Limit // the first one that came before an answer
	err    error          // the first one; nothing is asked after it
}

// ask reports whether some property is violated with these durations, by flag.
func (o *oracle) ask(values map[string]*big.Rat) sweep.Answer {
	if o.err != nil || o.ctx.Err() != nil {
		o.note(o.interrupted())
		return sweep.Open
	}
	s, err := o.p.Settings.WithDurations(o.p.Model, values)
	if err != nil {
		return sweep.Refused
	}
	o.checks++
	unsafe, limit, err := o.graph.Unsafe(o.ctx, s.Delay)
	switch {
	case err != nil:
		o.err = err
		return sweep.Open
	case unsafe:
		return sweep.Unsafe
	case limit != nil:
		o.note(limit)
		return sweep.Open
	}
	return sweep.Safe
}

func (o *oracle) note(limit *checker.Limit) {
	if o.limit == nil {
		o.limit = limit
	}
}

// interrupted is the limit that an end from outside is.
func (o *oracle) interrupted() *checker.Limit { return interruptedBy(o.ctx) }

func interruptedBy(ctx context.Context) *checker.Limit {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &checker.Limit{Kind: checker.LimitTime, Depth: -1}
	}
	return &checker.Limit{Kind: checker.LimitInterrupt, Depth: -1}
}

// line is a row of values of one duration, first + i * step.
type line struct {
	oracle
	flag        string
	first, step *big.Rat
	known       map[int]sweep.Answer // that need not be asked for
}

func (l *line) value(i int) *big.Rat {
	v := new(big.Rat).SetInt64(int64(i))
	return v.Mul(v, l.step).Add(v, l.first)
}

// index is the greatest i whose value is at most v; false if it is too far off.
func (l *line) index(v *big.Rat) (int, bool) {
	q := new(big.Rat).Sub(v, l.first)
	q.Quo(q, l.step)
	i := new(big.Int).Div(q.Num(), q.Denom()) // rounds down
	const most = math.MaxInt / 4
	if i.CmpAbs(big.NewInt(most)) > 0 {
		return most, false
	}
	return int(i.Int64()), true
}

// is reports whether value i is exactly v.
func (l *line) is(i int, v *big.Rat) bool { return l.value(i).Cmp(v) == 0 }

func (l *line) answer(i int) sweep.Answer {
	if a, ok := l.known[i]; ok {
		return a
	}
	return l.ask(map[string]*big.Rat{l.flag: l.value(i)})
}

// refused says why value i makes no sense with the others; nil if it does.
func (l *line) refused(i int) error {
	_, err := l.p.Settings.WithDurations(l.p.Model, map[string]*big.Rat{l.flag: l.value(i)})
	return err
}

// The steps between values, and the last ones, unless asked for.
var (
	usualStep = map[murphi.Dimension]*big.Rat{
		murphi.TimeSpan:   new(big.Rat).SetInt64(int64(time.Millisecond)),
		murphi.Percentage: big.NewRat(1, 10_000),
	}
	usualEnd = map[murphi.Dimension]*big.Rat{
		murphi.TimeSpan:   new(big.Rat).SetInt64(int64(24 * time.Hour)),
		murphi.Percentage: big.NewRat(9_999, 10_000),
	}
)
